"""The files that clubs have: read into reports, and written from matches."""

"""Exporting: a match as a file that other programs read."""

"""Importing: what a file tells becomes part of the log, once."""

"""What a match of bridge has to tell for a file: a sheet for each table on each board, with the boards' figures."""

from services.formats.sheets.all import BRIDGE, Unwritable, check_writable, sheets, unusual_options

__all__ = ["BRIDGE", "Unwritable", "check_writable", "sheets", "unusual_options"]

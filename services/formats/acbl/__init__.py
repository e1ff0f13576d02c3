"""The JSON in which my.acbl.org shows an event of a club."""

from services.formats.acbl.reading import read

__all__ = ["read"]

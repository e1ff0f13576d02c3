"""The plain CSV that our documentation defines."""

from services.formats.plain.reading import read

__all__ = ["read"]

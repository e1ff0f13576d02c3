"""USEBIO 1.2 and 1.3: the XML in which clubs of many countries publish their pairs sessions."""

from services.formats.usebio.reading import read

__all__ = ["read"]

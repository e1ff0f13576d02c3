"""Portable Bridge Notation 2.1, read tag by tag."""

from services.formats.pbn.reading import read

__all__ = ["read"]

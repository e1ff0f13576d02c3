"""Lines of a file of text, whatever ends them, and none that could fill the memory."""

from collections.abc import Iterator
from typing import BinaryIO, Final

from services.formats.found import Unreadable

LONGEST: Final = 1_000_000
"""Bytes; no file of results has a longer line."""
_CHUNK: Final = 65_536


def lines(file: BinaryIO) -> Iterator[bytes]:
    r"""
    The lines of a file, each with its end: `\n`, `\r\n`, or `\r` as old spreadsheets write it.

    Errors:
        Unreadable: where a line is longer than `LONGEST`.
    """
    number, rest = 0, b""
    while chunk := file.read(_CHUNK):
        # The last piece waits: what ends it may go on in the next chunk.
        *whole, rest = (rest + chunk).splitlines(keepends=True)
        if len(rest) > LONGEST:
            raise Unreadable(number + len(whole) + 1, "a line of more than a million bytes: no file of results has one")
        yield from whole
        number += len(whole)
    if rest:
        yield rest

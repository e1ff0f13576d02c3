"""LIN's pieces: a tag, a bar, a value, a bar; and how the way is found again where a bar is missing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from services.formats.decoding import decoded
from services.formats.found import Unreadable

BROKEN: Final = ""
"""The tag of a token that says: here a bar is missing, or the file breaks off."""
_CHUNK: Final = 65_536
_LONGEST: Final = 1_000_000
"""Bytes; more of them without a bar are no LIN."""
_TAG: Final = re.compile(r"[a-z0-9#]{2}")
_FIRST: Final = frozenset({"mn", "pn", "qx", "md", "vg"})
"""Tags that begin a record, at the start of a line."""


@dataclass(frozen=True, slots=True)
class Token:
    """A tag and its value, and the line of the tag."""

    tag: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands before a bar; before the end of the file, if it is not closed."""

    text: str
    line: int
    closed: bool

    @property
    def word(self) -> str:
        """What it is as a tag, without lines of comment (`%`)."""
        return "".join(line.strip() for line in self.text.splitlines() if not line.startswith("%"))

    @property
    def first(self) -> str | None:
        """The tag of a new record, if its last line is just that."""
        _, newline, last = self.text.rpartition("\n")
        return last.strip() if newline and last.strip() in _FIRST else None

    @property
    def last_line(self) -> int:
        """The line on which it ends."""
        return self.line + self.text.count("\n")


def tokens(file: BinaryIO) -> Iterator[Token]:
    """
    The tokens of a file, lazily; where a bar is missing, one that is `BROKEN`, and then the next record's.

    Errors:
        Unreadable: at a zero byte, or where no bar comes.
    """
    tag: str | None = None
    line, lost = 1, False
    for piece in _pieces(file):
        if not piece.closed:
            if not lost and (piece.word or tag not in {None, "pg"}):
                yield Token(BROKEN, "", piece.last_line)
        elif piece.first and (tag or lost):
            if tag != "pg" and not lost:
                yield Token(BROKEN, "", piece.line)
            tag, line, lost = piece.first, piece.last_line, False
        elif tag:
            yield Token(tag, piece.text.strip(), line)
            tag = None
        elif not lost:
            tag, line = _tag(piece), piece.last_line
            if tag is None:
                yield Token(BROKEN, "", piece.last_line)
                tag, lost = piece.first, piece.first is None


def _tag(piece: _Piece) -> str | None:
    return piece.word if _TAG.fullmatch(piece.word) else None


def _pieces(file: BinaryIO) -> Iterator[_Piece]:
    line, rest = 1, file.read(_CHUNK).removeprefix(b"\xef\xbb\xbf")
    chunk = rest
    while chunk:
        if (zero := rest.find(b"\0")) >= 0:
            line += rest.count(b"\n", 0, zero)
            raise Unreadable(line, "there is a zero byte: this is no LIN file, or not one in UTF-8 or Latin-1")
        *whole, rest = rest.split(b"|")
        for raw in whole:
            yield _Piece(decoded(raw), line, closed=True)
            line += raw.count(b"\n")
        if len(rest) > _LONGEST:
            raise Unreadable(line, "no bar (|) comes in a million characters: this is no LIN file")
        chunk = file.read(_CHUNK)
        rest += chunk
    yield _Piece(decoded(rest), line, closed=False)

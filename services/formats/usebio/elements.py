"""USEBIO's XML as a stream: what holds a session opens and closes, and everything else comes whole, with its line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final, TypeAlias
from xml.parsers import expat

from services.formats.found import Unreadable
from services.formats.usebio.encodings import decoded

HOLDERS: Final = frozenset({"USEBIO", "EVENT", "SESSION", "SECTION", "PARTICIPANTS", "HANDSET"})
"""Elements that hold boards or pairs: they open and close, and are never kept whole."""
_DEEPEST: Final = 32
"""No element of USEBIO lies as deep."""
_MOST: Final = 1_000_000
"""No part is as large: characters of one board, or of one pair, and its elements, each counted as `_ELEMENT`."""
_ELEMENT: Final = 20
_WAITING: Final = 4 * 1024 * 1024
"""No tag is as long: bytes that were read and make nothing whole."""


@dataclass(slots=True)
class Part:
    """An element with all that it holds, such as a board with its lines."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    parts: list["Part"] = field(default_factory=list)

    def said(self, *names: str) -> str:
        """What the first part of one of these names says; empty where there is none."""
        for name in names:
            for part in self.parts:
                if part.name == name:
                    return part.text.strip()
        return ""

    def all(self, name: str) -> Iterator["Part"]:
        """The parts of that name."""
        return (part for part in self.parts if part.name == name)


@dataclass(frozen=True, slots=True)
class Opened:
    """An element that holds others begins."""

    name: str
    line: int
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class Closed:
    """An element that holds others ends."""

    name: str


Step: TypeAlias = Opened | Closed | Part


def steps(file: BinaryIO) -> Iterator[Step]:
    """
    Go through a document once; what was read before a fault is told before it.

    Errors:
        Unreadable: not well-formed, not USEBIO, or with entities of its own, which are never loaded.
    """
    builder = _Builder()
    for chunk in decoded(file):
        yield from builder.feed(chunk)
    yield from builder.feed("", final=True)


class _Builder:
    """What expat tells, put together."""

    def __init__(self) -> None:
        # Text is told to expat as UTF-8, whatever it was: the declared encoding has been dealt with.
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._skipped
        self._held: list[str] = []
        self._open: list[Part] = []
        self._size = 0
        self._fed = 0
        self._steps: list[Step] = []

    def feed(self, text: str, *, final: bool = False) -> Iterator[Step]:
        """The steps that a piece of the document completes."""
        fault = None
        raw = text.encode()
        self._fed += len(raw)
        try:
            self._parser.Parse(raw, final)
            if self._fed - max(0, self._parser.CurrentByteIndex) > _WAITING:
                fault = Unreadable(self._line, "one tag is longer than a session could be")
        except expat.ExpatError as error:
            fault = Unreadable(error.lineno, f"this is no well-formed XML: {expat.ErrorString(error.code)}")
        except Unreadable as error:
            fault = error
        done, self._steps = self._steps, []
        yield from done
        if fault is not None:
            raise fault

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._held and name != "USEBIO":
            raise Unreadable(self._line, f"this is no USEBIO file: it begins with <{name[:40]}>")
        if len(self._held) + len(self._open) >= _DEEPEST:
            raise Unreadable(self._line, f"it has elements in one another deeper than {_DEEPEST}")
        if name in HOLDERS and not self._open:
            self._held.append(name)
            self._steps.append(Opened(name, self._line, attributes))
            return
        self._grow(_ELEMENT)
        part = Part(name, self._line, attributes)
        if self._open:
            self._open[-1].parts.append(part)
        self._open.append(part)

    def _end(self, name: str) -> None:
        if not self._open:
            self._held.pop()
            self._steps.append(Closed(name))
            return
        part = self._open.pop()
        if not self._open:
            self._steps.append(part)
            self._size = 0

    def _characters(self, text: str) -> None:
        if self._open:
            self._grow(len(text))
            self._open[-1].text += text

    def _grow(self, by: int) -> None:
        self._size += by
        if self._size > _MOST:
            raise Unreadable(self._line, "one element holds more than a session could")

    def _entity(self, *_declared: object) -> None:
        raise Unreadable(self._line, "it declares entities, which are not read: take the declaration out")

    def _skipped(self, name: str, is_parameter: bool) -> None:
        """An entity of the DTD, which is not loaded, stays as it is written."""
        if not is_parameter:
            self._characters(f"&{name};")

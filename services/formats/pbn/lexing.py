"""PBN as text: records of tags and sections, with comments and separators taken away."""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

_TAG: Final = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_TEXT: Final = re.compile(r'(?:"[^"]*"|[^"{;\[])+')
_MARK: Final = "\ufeff"
_REPEATED: Final = ("Note",)
_FIRST: Final = ("Event", "Board")
"""Tags that begin another record where there is no empty line between two."""


@dataclass(slots=True)
class Record:
    """
    One game of a file.

    Args:
        line: Where it begins, from 1.
        tags: Values by name, as they stand.
        sections: What follows a tag up to the next one, line by line with the line's number.
        faults: Why it cannot be read, if it cannot.
    """

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)


def records(file: BinaryIO) -> Iterator[Record]:
    """The records of a file, in its order."""
    reader = _Lines()
    for number, raw in enumerate(file, start=1):
        yield from reader.take(number, _decoded(raw))
    yield from reader.end()


def _decoded(raw: bytes) -> str:
    """UTF-8, else Latin-1: files of both kinds are about, and some mix them."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.rstrip("\r\n").removeprefix(_MARK)


class _Lines:
    """Takes lines, and gives back each record once it is whole."""

    def __init__(self) -> None:
        self._whole: Record | None = None
        self._now: Record | None = None
        self._last = ""
        self._comment = False

    def take(self, number: int, line: str) -> Iterator[Record]:
        """Read one line; a record that it ends comes back."""
        if not self._comment and line.startswith("%"):
            return
        if not self._comment and not line.strip():
            yield from self._separate()
            return
        place = 0
        while place < len(line):
            if self._comment:
                end = line.find("}", place)
                self._comment = end < 0
                place = len(line) if end < 0 else end + 1
                continue
            sign = line[place]
            if sign == "{":
                self._comment, place = True, place + 1
            elif sign == ";":
                break
            elif sign == "[":
                place = yield from self._tag(number, line, place)
            else:
                found = _TEXT.match(line, place)
                if found and found[0].strip(" \t}"):
                    self._text(found[0])
                place = found.end() if found else place + 1

    def end(self) -> Iterator[Record]:
        """What is left at the end of the file."""
        yield from self._separate()
        if self._whole is not None:
            yield self._whole

    def _tag(self, number: int, line: str, place: int) -> Generator[Record, None, int]:
        found = _TAG.match(line, place)
        if found is None:
            self._record(number).faults.append((number, f"this is no tag: {line[place : place + 40]}"))
            return len(line)
        name, value = found[1], found[2].replace('\\"', '"')
        if self._now is not None and name in self._now.tags and name in _FIRST:
            yield from self._separate()
        record = self._record(number)
        if record.tags.get(name, value) != value and name not in _REPEATED:
            record.faults.append((number, f"{name} stands twice in one record, with two values"))
        record.tags[name] = value
        record.sections.setdefault(name, [])
        self._last = name
        return found.end()

    def _record(self, number: int) -> Record:
        if self._now is None:
            self._now = Record(number)
        return self._now

    def _text(self, text: str) -> None:
        if self._now is not None and self._last:
            self._now.sections[self._last].append(text)

    def _separate(self) -> Iterator[Record]:
        """An empty line ends a record, unless what follows only goes on with it."""
        now, self._now, self._last = self._now, None, ""
        if now is None:
            return
        whole = self._whole
        if whole is None:
            self._whole = now
        elif whole.tags.keys().isdisjoint(now.tags) and not any(name in now.tags for name in _FIRST):
            whole.tags |= now.tags
            whole.sections |= now.sections
            whole.faults += now.faults
        else:
            self._whole = now
            yield whole

"""PBN as text: records of tags and sections, with comments and separators taken away."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from services.formats.decoding import decoded
from services.formats.lines import lines

_TAG: Final = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]++|\\.)*+)"\s*\]')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_TEXT: Final = re.compile(r'(?:"[^"]*+"|[^"{;\[]++)++')
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
        sections: What follows a tag up to the next one, line by line.
        faults: Why it cannot be read, if it cannot, each with its line.
    """

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)


def records(file: BinaryIO) -> Iterator[Record]:
    """The records of a file, in its order."""
    reader = _Lines()
    for number, raw in enumerate(lines(file), start=1):
        reader.take(number, decoded(raw).rstrip("\r\n").removeprefix(_MARK))
        if reader.done:
            yield from reader.done
            reader.done.clear()
    reader.end()
    yield from reader.done


class _Lines:
    """Takes lines; each record is in `done` once it is whole."""

    def __init__(self) -> None:
        self.done: list[Record] = []
        self._whole: Record | None = None
        self._now: Record | None = None
        self._last = ""
        self._comment: int | None = None

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if self._comment is None:
            if line.startswith("%"):
                return
            if not line.strip():
                self._separate()
                return
        place = 0
        while place < len(line):
            if self._comment is not None:
                end = line.find("}", place)
                if end < 0:
                    return
                self._comment, place = None, end + 1
            elif line[place] == "[":
                place = self._tag(number, line, place)
            elif line[place] == ";":
                return
            elif line[place] == "{":
                self._comment, place = number, place + 1
            else:
                place = self._text(line, place)

    def end(self) -> None:
        """The file ends; a comment that does not has swallowed what it may have held."""
        self._separate()
        if self._whole is not None:
            self.done.append(self._whole)
        if self._comment is not None:
            line = self._comment
            self.done.append(Record(line, faults=[(line, "the comment that begins here does not end")]))

    def _tag(self, number: int, line: str, place: int) -> int:
        found = _TAG.match(line, place)
        if found is None:
            self._record(number).faults.append((number, f"this is no tag: {line[place : place + 40]}"))
            return len(line)
        name, value = found[1], found[2]
        if "\\" in value:
            value = _ESCAPED.sub(r"\1", value)
        if name in _FIRST and self._now is not None and name in self._now.tags:
            self._separate()
        record = self._record(number)
        if record.tags.get(name, value) != value and name not in _REPEATED:
            record.faults.append((number, f"{name} stands twice in one record, with two values"))
        record.tags[name] = value
        self._last = name
        return found.end()

    def _record(self, number: int) -> Record:
        if self._now is None:
            self._now = Record(number)
        return self._now

    def _text(self, line: str, place: int) -> int:
        """What follows a tag, up to the next sign that means something."""
        found = _TEXT.match(line, place)
        if found is None:
            return place + 1
        if self._now is not None and self._last and found[0].strip(" \t}"):
            self._now.sections.setdefault(self._last, []).append(found[0])
        return found.end()

    def _separate(self) -> None:
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
            self.done.append(whole)

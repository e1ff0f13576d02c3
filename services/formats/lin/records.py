"""LIN's records: a vugraph's header, or one hand as it was played at one table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from services.formats.lin.tokens import BROKEN, Token

_KEPT: Final = frozenset({"vg", "rs", "bn", "pn", "qx", "ah", "md", "sv", "mb", "pc", "mc"})
_MOST: Final = 500
"""Values of a record: the longest auction has 319 calls, and a deal 52 cards."""
_LONGEST: Final = 20_000
"""Characters of a value that is kept: results of a thousand boards have fewer."""
_BEGINNERS: Final = {"vg": _KEPT, "qx": {"vg", "qx", "md"}, "md": {"vg", "md"}, "pn": {"md"}}
"""Tags that begin the next record, if the one before has any of those."""


@dataclass(slots=True)
class Record:
    """The values of one record, by their tags; the first of them is on `line`."""

    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    count: int = 0
    broken: int | None = None
    """The line on which a bar is missing, or which says too much for one hand."""

    def has(self, tag: str) -> bool:
        """Whether it has that tag."""
        return tag in self.values

    def all(self, tag: str) -> list[str]:
        """What it says under that tag, in its order."""
        return self.values.get(tag, [])

    def one(self, tag: str) -> str:
        """What it says under that tag, empty if nothing; ValueError if it says two things."""
        said = self.all(tag)
        if any(value != said[0] for value in said):
            raise ValueError(f"it says two things under {tag}: one of them is wrong")
        return said[0] if said else ""

    def check_whole(self) -> None:
        """Whether it can be read to its end: ValueError if not."""
        if self.broken is not None:
            raise ValueError(f"a bar (|) is missing about line {self.broken}, or the file breaks off there")

    def add(self, token: Token) -> None:
        """Take one more token."""
        self.count += 1
        if token.tag == BROKEN or self.count > _MOST or len(token.value) > _LONGEST:
            self.broken = self.broken or token.line
            return
        self.values.setdefault(token.tag, []).append(token.value)


def records(of: Iterable[Token]) -> Iterator[Record]:
    """The records that have more than names in them, one by one."""
    record: Record | None = None
    for token in of:
        if token.tag != BROKEN and token.tag not in _KEPT:
            continue
        if record is None or _begins(record, token.tag):
            if record and _tells(record):
                yield record
            record = Record(token.line)
        record.add(token)
    if record and _tells(record):
        yield record


def _begins(record: Record, tag: str) -> bool:
    if tag not in _BEGINNERS:
        return False
    return record.broken is not None or not _BEGINNERS[tag].isdisjoint(record.values)


def _tells(record: Record) -> bool:
    return record.broken is not None or bool(record.values.keys() - {"pn", "ah", "rs", "bn"})

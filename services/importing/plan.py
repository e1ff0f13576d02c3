"""What is asked for, what a file came to when it was looked over, and what became of it."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Self, TypeAlias

from pydantic import JsonValue

from domain import wire
from domain.event import Opened
from services.errors import ServiceError
from services.formats.found import Asked, Bad, Left, Told, Unreadable
from services.importing.source import Source
from services.importing.spool import Spool
from services.recording import Report
from services.reports import read_one

_NAMESPACE: Final = uuid.UUID("9b0c3f1e-6a55-5d0e-9a36-5c0d1b3f7e52")
"""Of the ids made here: what a file tells has the same id whenever it is imported."""
_RESULTS: Final = frozenset({"bridge.deal_played", "bridge.board_adjusted", "bridge.board_not_played"})

Progress: TypeAlias = Callable[[int, int], None]
"""Told how much of how much is done."""


class Doubtful(Unreadable):
    """A file that leaves something open, or does not belong where it was sent; the reason says what to do."""


class Interrupted(ServiceError):  # noqa: N818
    """An import that had to stop where it was; the same command goes on from there."""


@dataclass(frozen=True, slots=True)
class Order:
    """
    What is asked for.

    Args:
        into: The match that the file belongs to; None opens new ones.
        format: By name; None goes by the file.
        options: Over what the file says of how it was scored.
        asked: What the reader is told.
        close: Whether the matches are closed after it.
    """

    into: str | None = None
    format: str | None = None
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    asked: Asked = field(default_factory=Asked)
    close: bool = False


@dataclass(slots=True)
class Account:
    """
    One match of a file.

    Args:
        match: Its id.
        game: Such as `bridge.pairs`.
        title: What people call it.
        opening: How it is to be opened; None if it is open.
        results: Results that the file tells and the log has not yet.
        already: Results that were imported before.
        closed: Whether it was closed by an import of this file.
        events: Events that were appended.
    """

    match: str
    game: str
    title: str | None
    opening: Opened | None = None
    results: int = 0
    already: int = 0
    closed: bool = False
    events: int = 0


@dataclass(slots=True)
class Plan:
    """
    A file that was looked over: what it holds, and what of it is to become part of the log. A context.

    Args:
        source: Where it is read from.
        format: Its format, by name.
        sound: What is to be appended, in the order of the file.
        accounts: Its matches, by the file's own key.
        bad: Records that cannot be told; nothing is to be imported if there are any, unless that is asked for.
        left: What has nothing to report, or of which only the result is told.
    """

    source: Source
    format: str
    sound: Spool = field(default_factory=Spool)
    accounts: dict[str, Account] = field(default_factory=dict)
    bad: list[Bad] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.sound.close()

    def match_id(self, key: str) -> str:
        """The id of a new match of the file."""
        return str(uuid.uuid5(_NAMESPACE, f"{self.source.digest}|{key}"))

    def event_id(self, told: Told, back: int = 0) -> str:
        """The id of an event: the file, the record, and how far before the record's last event it stands."""
        return str(uuid.uuid5(_NAMESPACE, f"{self.source.digest}|{told.place}|{back}"))

    def reports(self, told: Told) -> list[Report]:
        """
        The events of a record.

        Errors:
            Malformed, RuleViolation: one does not fit its schema.
        """
        last = len(told.events) - 1
        return [
            read_one({"type": type_, "data": wire.sound(data), "id": self.event_id(told, last - index)})
            for index, (type_, data) in enumerate(told.events)
        ]

    def closing(self, key: str) -> Report:
        """The end of a match of the file."""
        id_ = uuid.uuid5(_NAMESPACE, f"{self.source.digest}|{key}|closed")
        return read_one({"type": "match.closed", "data": {}, "id": str(id_)})


def is_result(told: Told) -> bool:
    """Whether a record says how a deal ended."""
    return told.events[-1][0] in _RESULTS

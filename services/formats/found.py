"""What a file holds, as its reader tells it: matches, and what happened at their tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Final, Protocol, TypeAlias

from pydantic import JsonValue

from services.errors import ServiceError

Said: TypeAlias = tuple[str, dict[str, JsonValue]]
"""An event's type and data, as in the contract."""


LONGEST_TITLE: Final = 200
"""Characters of a match's title."""


class Unreadable(ServiceError):  # noqa: N818  what the caller is told
    """A file that cannot be read from that line on: another format, or broken."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def clause(fault: Exception) -> str:
    """What the rules or the schema say, as the reason of a record: after a colon, and without a full stop."""
    return str(fault).replace("/data/", "").removesuffix(".")


@dataclass(frozen=True, slots=True)
class Found:
    """
    A match that the file tells of; told before anything that happened in it.

    Args:
        key: What tells it from the other matches of the file; empty where there can be one only.
        game: Such as `bridge.pairs`.
        title: What the file calls it.
        options: What the file says of how it is scored.
        unsure: Options that the file leaves open and that must not be guessed, each with what it says instead.
        numbered_here: Whether pairs are known by their players' names, and were numbered by the reader.
        line: Where it begins, from 1.
    """

    key: str
    game: str
    title: str | None = None
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    unsure: Mapping[str, str] = field(default_factory=dict)
    numbered_here: bool = False
    line: int = 1


@dataclass(frozen=True, slots=True)
class Told:
    """
    One record of the file: what happened at a table, or what was dealt.

    Args:
        key: The match that it belongs to.
        place: Its number in the file; the same however and whenever the file is read, whatever else is told.
        line: Where it begins, from 1.
        what: For people: `board 5, 3NS against 4EW`.
        events: In their order; where there is a result it is the last one, and enough by itself.
    """

    key: str
    place: int
    line: int
    what: str
    events: Sequence[Said]


@dataclass(frozen=True, slots=True)
class Left:
    """A record that has nothing to report, and why: no fault."""

    line: int
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bad:
    """A record that cannot be read, and why: a clause about it, without a full stop."""

    line: int
    what: str
    reason: str


Item: TypeAlias = Found | Told | Left | Bad


@dataclass(frozen=True, slots=True)
class Asked:
    """
    What whoever imports tells of the file.

    Args:
        rooms_in_order: Of two results of a board that name no room, the first is the open room's.
        results_only: Auctions and cards are left out.
    """

    rooms_in_order: bool = False
    results_only: bool = False


class Reader(Protocol):
    """Reads one format. Files may be long: a reader goes through them once, and keeps little."""

    def __call__(self, file: BinaryIO, asked: Asked, /) -> Iterator[Item]:
        """What the file holds, in its order; Unreadable if it cannot be read on."""
        ...

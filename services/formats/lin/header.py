"""A vugraph's header: which boards it has, what the teams bring, and the list of results."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import PASSED_OUT
from services.formats import spelling
from services.formats.found import LONGEST_TITLE
from services.formats.lin.records import Record
from services.formats.reported import tricks_of

_SAID: Final = re.compile(
    r"(?P<title>.*),(?P<scoring>[A-Z]?),(?P<first>[0-9]{1,4}),(?P<last>[0-9]{1,4})"
    r",[^,]*,(?P<home>[^,]*),[^,]*,(?P<away>[^,]*),*",
    re.DOTALL | re.IGNORECASE,
)
_CARRIED: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,6})?")
_RESULT: Final = re.compile(r"([1-7])(NT?|[CDHS])([NESW])(X{0,2})(=|[+-][0-9]{1,2})", re.IGNORECASE)
_PASSED: Final = frozenset({"PASS", "P"})
_MOST: Final = 1000
"""Boards of a match."""


@dataclass(frozen=True, slots=True)
class Header:
    """
    What a header says.

    Args:
        title: Its title and segment.
        boards: The numbers of its boards.
        carry_over: What home and away bring.
        results: The open room's result of each board, then the closed room's; empty where there is none.
    """

    title: str | None
    boards: range
    carry_over: Mapping[str, JsonValue]
    results: tuple[str, ...]


def header(record: Record) -> Header:
    """A vugraph's header; ValueError if it is not that of a team match at IMPs."""
    record.check_whole()
    said = _SAID.fullmatch(record.one("vg"))
    if said is None:
        raise ValueError("it does not name title, segment, scoring, boards, and two teams with what they bring")
    if said["scoring"].upper() != "I":
        raise ValueError(
            f"it is scored by {said['scoring'].upper() or 'nothing that it names'}, not at IMPs (I); of vugraphs only"
            " team matches at IMPs are read"
        )
    title = ", ".join(part for part in (" ".join(text.split()) for text in said["title"].split(",")) if part)
    return Header(
        title=title[:LONGEST_TITLE] or None,
        boards=_boards(int(said["first"]), int(said["last"]), record.one("bn")),
        carry_over={side: _points(said[side].strip()) for side in ("home", "away") if said[side].strip()},
        results=tuple(text.strip() for text in record.one("rs").split(",")),
    )


def result(text: str) -> Outcome:
    """
    A result of the list.

    >>> result("4SWx-4")
    Outcome(contract='4SX', declarer='W', tricks=6, lead=None)
    """
    if text.upper() in _PASSED:
        return Outcome(PASSED_OUT)
    found = _RESULT.fullmatch(text)
    if found is None:
        raise ValueError(f"{spelling.cited(text)} is no result such as 4SWx-4")
    level, strain, declarer, doubled, relative = found.groups()
    contract = spelling.contract(level + strain + doubled)
    return Outcome(contract, spelling.seat(declarer), tricks_of(contract, "", relative))


def _boards(first: int, last: int, listed: str) -> range:
    boards = range(first, last + 1)
    if not 1 <= first <= last < first + _MOST:
        raise ValueError(f"boards {first} to {last} cannot be")
    if listed and [number.strip() for number in listed.rstrip(",").split(",")] != [str(board) for board in boards]:
        raise ValueError(f"it has boards {first} to {last}, but other ones in its list of boards (bn)")
    return boards


def _points(text: str) -> JsonValue:
    if not _CARRIED.fullmatch(text):
        raise ValueError(f"{spelling.cited(text)} is no number of IMPs to bring from before")
    return text if "." in text else int(text)

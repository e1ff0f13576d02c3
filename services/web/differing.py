"""What a match's boards say otherwise now than they did then, as people read it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.difference import Operation, difference
from services.web.duplicate import minus
from services.web.pad import contract, number

_MOST: Final = 200
"""Rows of a board that are shown; who wants all asks the API."""
_APART: Final = ("/changes", "/recorded_at")
"""What is told apart: the corrections themselves."""
_SILENT: Final = frozenset({"sides", "seats", "shown"})
"""Steps of a path that say nothing to people."""
_ROWS: Final = {
    "deals": ("deal", "number"),
    "hands": ("hand", "number"),
    "boards": ("board", "board"),
    "lines": ("line", ""),
    "pairs": ("pair", "pair"),
    "awards": ("award", ""),
    "games": ("game", "number"),
    "points": ("entry", ""),
    "bonuses": ("bonus", ""),
    "trick_list": ("trick", ""),
    "flags": ("flag", ""),
    "findings": ("finding", ""),
    "shows": ("show", ""),
    "why": ("what the event did", ""),
}
"""What rows of a list are called, and the field that numbers them."""
_WORDS: Final = {
    "text": "in words",
    "NS": "North–South",
    "EW": "East–West",
    "imps": "IMPs",
    "vp": "VPs",
    "percentage": "%",
    "to_win": "still to win",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the way to what differs: a word, and which one of several."""

    word: str
    which: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """What differs: where, as shown then, as known now; None where there is nothing."""

    where: list[Step]
    then: str | None
    now: str | None


@dataclass(frozen=True, slots=True)
class Board:
    """
    What differs on one board.

    Args:
        more: How many rows more there are than are shown.
    """

    name: str
    rows: list[Row]
    more: int


@dataclass(frozen=True, slots=True)
class Difference:
    """
    What differs on the boards of a match.

    Args:
        boards: Those on which something does.
        corrections: The mendings that came later, newest last.
    """

    boards: list[Board]
    corrections: list[dict[str, Any]]


def differing(then: Mapping[str, dict[str, Any]], now: Mapping[str, dict[str, Any]]) -> Difference:
    """Boards of one version, as they were shown then and as we know now."""
    boards = [_board(name, then[name], now[name]) for name in now]
    changes = next(iter(now.values()))["changes"]
    known = {change["version"] for change in next(iter(then.values()))["changes"]}
    later = [change for change in changes if change["version"] not in known]
    return Difference([board for board in boards if board.rows], later)


def _board(name: str, then: dict[str, Any], now: dict[str, Any]) -> Board:
    found = [each for each in difference(then, now) if not str(each["path"]).startswith(_APART)]
    rows = [_row(each, now) for each in found[:_MOST]]
    return Board(name, rows, len(found) - len(rows))


def _row(operation: Operation, now: dict[str, Any]) -> Row:
    path = [part.replace("~1", "/").replace("~0", "~") for part in str(operation["path"]).split("/")[1:]]
    row = operation.get("before") if operation["op"] == "remove" else None
    name = next((part for part in reversed(path) if not part.isdecimal()), "")
    return Row(
        where=list(_where(path, now, row)),
        then=_value(name, operation["before"]) if "before" in operation else None,
        now=_value(name, operation["value"]) if "value" in operation else None,
    )


def _where(path: list[str], document: Any, row: Any) -> Iterator[Step]:
    """The way to a place; a row that is gone is found in itself, since another stands there now."""
    for index, part in enumerate(path):
        last = index == len(path) - 1
        before, document = document, _below(document, part)
        if isinstance(before, list):
            word, field = _ROWS.get(path[index - 1], (path[index - 1].replace("_", " "), ""))
            found = row if last and row is not None else document
            number_ = found.get(field) if field and isinstance(found, dict) else None
            yield Step(word, str(int(part) + 1 if number_ is None else number_))
        elif (part not in _SILENT and not isinstance(document, list)) or last:
            yield Step(_WORDS.get(part, part.replace("_", " ")))


def _below(document: Any, part: str) -> Any:
    if isinstance(document, dict):
        return document.get(part)
    if isinstance(document, list) and int(part) < len(document):
        return document[int(part)]
    return None


def _value(name: str, value: Any) -> str:
    """
    A value of a board, for people.

    >>> _value("contract", "4SX"), _value("total", -1200), _value("winner", None)
    ('4♠ X', '−1\u2009200', 'nothing')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case int():
            return number(value)
        case str():
            return contract(value) if name == "contract" else minus(value) if value[:1] == "-" else value
        case list():
            return "; ".join(_value(name, each) for each in value) or "nothing"
        case dict():
            return _whole(value)
        case _:
            return str(value)


def _whole(row: dict[str, Any]) -> str:
    """A whole row: in its own words, where it has any."""
    if row.get("text"):
        return str(row["text"])
    plain = {name: value for name, value in row.items() if not isinstance(value, dict | list) and value is not None}
    return ", ".join(f"{name.replace('_', ' ')} {_value(name, value)}" for name, value in plain.items()) or "…"

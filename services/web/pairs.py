"""A session of pairs as a club hangs it out: the leaderboard, and a traveller for every board."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from domain.text import count
from services.web.duplicate import NOT_PLAYED, Result, minus, result

_FIELDS: Final = {"NS": "North–South", "EW": "East–West", None: "Not seated yet"}
_DEALERS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
_VULNERABLE: Final = {"None": "nobody", "NS": "North–South", "EW": "East–West", "All": "everybody"}
_LAST: Final = 1_000
"""Where the tables stand that no group of a fouled board names: no board has as many groups."""


@dataclass(frozen=True, slots=True)
class Place:
    """
    A pair on the leaderboard.

    Args:
        rank: `–` for a pair that has none.
        shared: Whether another pair has the same.
        ruled: Whether one of its boards was adjusted.
        given: The director's points that it was given, or that were taken; empty if none.
    """

    rank: str
    shared: bool
    pair: str
    percentage: str
    points: str
    boards: int
    direction: str
    ruled: bool
    given: str


@dataclass(frozen=True, slots=True)
class Field:
    """Pairs that are ranked together; with one winner all of them, and no title."""

    title: str
    places: list[Place]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a traveller: who met, what came of it, and what both sides have for it."""

    ns: str
    ew: str
    result: Result
    ns_points: str
    ew_points: str
    ns_percentage: str
    ew_percentage: str


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that were compared with each other, best for North–South first."""

    title: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class Listed:
    """A traveller in a line: its board, who deals and is vulnerable, what it is worth, whether it is the newest."""

    board: int
    heading: str
    worth: str
    newest: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """
    A traveller.

    Args:
        worth: How many results it has, and its top or its datum.
        groups: One, unless the board was fouled.
        rulings: The director's awards and sit-outs in sentences.
        version: The newest event on it.
    """

    board: int
    heading: str
    worth: str
    groups: list[Group]
    rulings: list[str]
    version: int


def fields(ranking: dict[str, Any], traveller: dict[str, Any]) -> list[Field]:
    """The leaderboard: one list, or one for each direction where there are two winners."""
    ruled = _ruled(traveller)
    if ranking["winners"] == 1:
        return [Field("", _places(ranking["pairs"], ruled))] if ranking["pairs"] else []
    parts = {title: [row for row in ranking["pairs"] if row["direction"] == side] for side, title in _FIELDS.items()}
    return [Field(title, _places(rows, ruled)) for title, rows in parts.items() if rows]


def listed(traveller: dict[str, Any]) -> list[Listed]:
    """Every traveller as a line, by number."""
    return [_listed(sheet, traveller["version"]) for sheet in traveller["boards"]]


def sheet(traveller: dict[str, Any], board: int) -> Sheet | None:
    """The traveller of a board; None while there is nothing on it."""
    found = next((sheet for sheet in traveller["boards"] if sheet["board"] == board), None)
    return None if found is None else _sheet(found, traveller["version"])


def beside(traveller: dict[str, Any], board: int) -> tuple[int | None, int | None]:
    """The boards before and after one, among those that have a traveller."""
    numbers = [sheet["board"] for sheet in traveller["boards"]]
    place = numbers.index(board)
    return (numbers[place - 1] if place else None), (numbers[place + 1] if place + 1 < len(numbers) else None)


def sheets(traveller: dict[str, Any]) -> list[Sheet]:
    """A traveller for each board, by number."""
    return [_sheet(sheet, traveller["version"]) for sheet in traveller["boards"]]


def newest(travellers: list[Sheet]) -> Sheet | None:
    """The traveller that was last told of."""
    return max(travellers, key=lambda sheet: sheet.version, default=None)


def unit(ranking: dict[str, Any]) -> str:
    """What the points of a session are."""
    return "MPs" if ranking["scoring"] == "matchpoints" else "IMPs"


def progress(ranking: dict[str, Any], traveller: dict[str, Any]) -> str:
    """How far the session has come: `26 boards, 338 results, 12 to come`."""
    results = sum(len(sheet["lines"]) for sheet in traveller["boards"])
    said = f"{count(len(traveller['boards']), 'board')}, {count(results, 'result')}"
    return said if ranking["to_come"] is None else f"{said}, {ranking['to_come']} to come"


def _ruled(traveller: dict[str, Any]) -> set[str]:
    """The pairs that have an adjusted board."""
    lines = (line for sheet in traveller["boards"] for line in sheet["lines"] if line["award"] is not None)
    return {pair for line in lines for pair in (line["ns"], line["ew"])}


def _places(rows: list[dict[str, Any]], ruled: set[str]) -> list[Place]:
    ranks = Counter(row["rank"] for row in rows)
    return [
        Place(
            rank=str(row["rank"] or "–"),
            shared=row["rank"] is not None and ranks[row["rank"]] > 1,
            pair=row["pair"],
            percentage=row["shown"].get("percentage", ""),
            points=minus(row["shown"].get("total", row["shown"]["points"])),
            boards=row["boards"],
            direction=row["direction"] or "",
            ruled=row["pair"] in ruled,
            given="" if row["adjusted"] == "0" else minus(row["adjusted"]),
        )
        for row in rows
    ]


def _listed(sheet: dict[str, Any], version: int) -> Listed:
    return Listed(
        board=sheet["board"],
        heading=f"{_DEALERS[sheet['dealer']]} deals, {_VULNERABLE[sheet['vulnerable']]} vulnerable",
        worth=", ".join(filter(None, (count(len(sheet["lines"]), "result"), _worth(sheet)))),
        newest=_version(sheet) == version,
    )


def _sheet(sheet: dict[str, Any], version: int) -> Sheet:
    line = _listed(sheet, version)
    return Sheet(
        board=line.board,
        heading=line.heading,
        worth=line.worth,
        groups=list(_groups(sheet, version)),
        rulings=list(_rulings(sheet)),
        version=_version(sheet),
    )


def _version(sheet: dict[str, Any]) -> int:
    newest: int = max(line["version"] for line in (*sheet["lines"], *sheet["sit_outs"]))
    return newest


def _worth(sheet: dict[str, Any]) -> str:
    if sheet["top"] is not None:
        return f"top {sheet['top']}"
    if sheet["groups"] or sheet["datum"] is None:
        return ""
    return _datum(sheet["datum"], sheet["datum_ew"])


def _datum(ns: int, ew: int | None) -> str:
    apart = f", for East–West {minus(str(ew))}" if ew is not None and ew != ns else ""
    return f"datum {minus(str(ns))}{apart}"


def _groups(sheet: dict[str, Any], version: int) -> Iterator[Group]:
    groups = {group["group"]: group for group in sheet["groups"]}
    for number in sorted(groups, key=lambda number: number or _LAST) or [None]:
        lines = sorted((line for line in sheet["lines"] if line["group"] == number), key=_order)
        title = _titled(groups[number]) if number in groups else ""
        yield Group(title, [_line(line, version) for line in lines])


def _titled(group: dict[str, Any]) -> str:
    name = f"Group {group['group']} of the fouled board" if group["group"] else "All other tables"
    datum = "" if group["datum"] is None else f", {_datum(group['datum'], None)}"
    return f"{name}: {count(group['results'], 'result')}{datum}"


def _order(line: dict[str, Any]) -> tuple[bool, bool, int]:
    """Best for North–South first, then what has no one score, then what was not played."""
    return line["status"] == "not_played", line["score"] is None, -(line["score"] or 0)


def _line(line: dict[str, Any], version: int) -> Line:
    figures = line["shown"]
    return Line(
        ns=line["ns"],
        ew=line["ew"],
        result=result(line, NOT_PLAYED if line["status"] == "not_played" else "", version),
        ns_points=minus(figures.get("ns_points", "")),
        ew_points=minus(figures.get("ew_points", "")),
        ns_percentage=figures.get("ns_percentage", ""),
        ew_percentage=figures.get("ew_percentage", ""),
    )


def _rulings(sheet: dict[str, Any]) -> Iterator[str]:
    for line in sheet["lines"]:
        if line["award"] is not None:
            yield f"{line['ns']} against {line['ew']}: {line['text']}"
    for sit_out in sheet["sit_outs"]:
        yield f"Pair {sit_out['pair']}: {sit_out['text']} ({minus(sit_out['shown']['points'])})"

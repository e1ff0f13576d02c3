"""A session of pairs in a terminal: the leaderboard, the traveller last told of, and what is waited for."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from domain.text import shown
from services.cli.pads import duplicate
from services.web import pairs
from services.web.pad import contract

_COLUMN: Final = 15
"""Pairs in a column; a longer list goes on in the next, as in a newspaper."""
_PAIRS: Final = 60
_LINES: Final = 20
_NAMES: Final = 40
_WAITING: Final = 5


def draw(boards: dict[str, Any], called: Mapping[str, str]) -> RenderableType:
    """Who is where, and what the newest board brought."""
    ranking, traveller = boards["ranking"], boards["traveller"]
    unit = pairs.unit(ranking)
    columns = [table for field in pairs.fields(ranking, traveller) for table in _columns(field, unit, called)]
    parts: list[RenderableType] = [Text(pairs.progress(ranking, traveller), style="dim"), Columns(columns)]
    if len(ranking["pairs"]) > _PAIRS:
        parts.append(Text(f"and {len(ranking['pairs']) - _PAIRS} more pairs", style="dim"))
    if sheet := pairs.newest(pairs.sheets(traveller)):
        parts += _traveller(sheet, unit)
    return Group(*parts, *_waiting(ranking, traveller))


def _columns(field: pairs.Field, unit: str, called: Mapping[str, str]) -> Iterator[Table]:
    """The field in columns of equal length, no more pairs than are shown."""
    places = field.places[:_PAIRS]
    columns = -(-len(places) // _COLUMN)
    length = -(-len(places) // columns)
    for first in range(0, len(places), length):
        yield _column(field.title, places[first : first + length], unit, called)


def _column(title: str, places: list[pairs.Place], unit: str, called: Mapping[str, str]) -> Table:
    by_percent = any(place.percentage for place in places)
    table = duplicate.ruled_table(title or None)
    table.add_column("", justify="right")
    table.add_column("Pair", no_wrap=True, max_width=8)
    named = any(place.pair in called for place in places)
    if named:
        table.add_column("", max_width=_NAMES, overflow="fold")
    if by_percent:
        table.add_column("%", justify="right")
    table.add_column(unit, justify="right")
    table.add_column("Bds", justify="right")
    table.add_column("")
    for place in places:
        percentage = [Text(place.percentage, style="bold")] if by_percent else []
        names = [Text(called.get(place.pair, ""))] if named else []
        marks = f"{'*' if place.ruled else ''}{'†' if place.given else ''}"
        table.add_row(
            f"{place.rank}{'=' if place.shared else ' '}",
            place.pair,
            *names,
            *percentage,
            place.points,
            str(place.boards),
            marks or " ",
        )
    return table


def _traveller(sheet: pairs.Sheet, unit: str) -> Iterator[RenderableType]:
    """The board's heading, and a table for each group: one, unless it was fouled."""
    yield Text(f"Board {sheet.board}: {sheet.heading}, {sheet.worth}", style="bold")
    left = _LINES
    for group in sheet.groups:
        yield _group(group.title, group.lines[:left], unit)
        left = max(left - len(group.lines), 0)
    if (total := sum(len(group.lines) for group in sheet.groups)) > _LINES:
        yield Text(f"and {total - _LINES} more lines", style="dim")
    yield from (Text(f"* {ruling}", style="dim") for ruling in sheet.rulings)


def _group(title: str, lines: list[pairs.Line], unit: str) -> Table:
    table = duplicate.ruled_table(title or None)
    for name in ("NS", "EW", "Contract", "By", "Lead"):
        table.add_column(name)
    for name in ("Tricks", "Score", f"NS {unit}", f"EW {unit}"):
        table.add_column(name, justify="right")
    for line in lines:
        table.add_row(*_line(line), style="bold" if line.result.newest else None)
    return table


def _line(line: pairs.Line) -> list[str | Text]:
    result = line.result
    if result.word or result.contract is None:
        played: list[str | Text] = [result.word, "", "", ""]
    else:
        lead = shown(result.lead) if result.lead else ""
        played = [contract(result.contract), result.declarer, lead, result.result]
    ns = f"{line.ns}{'*' if result.ruled else ''}"
    return [ns, line.ew, *played, duplicate.score(result), line.ns_points, line.ew_points]


def _waiting(ranking: dict[str, Any], traveller: dict[str, Any]) -> Iterator[Text]:
    """What is played now, and what is overdue."""
    said = [
        f"Board {current['board']}, {current['ns']} against {current['ew']}: {duplicate.deal(current)}"
        for current in traveller["current"]
    ]
    for slot in ranking["missing"]:
        where = f"round {slot['round']}, table {slot['table']}, board {slot['board']}"
        said.append(f"Overdue: {where}: {slot['ns']} against {slot['ew']}")
    yield from (Text(words) for words in said[:_WAITING])
    if len(said) > _WAITING:
        yield Text(f"and {len(said) - _WAITING} more", style="dim")

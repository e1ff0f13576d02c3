"""The rubber pad in a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from services.web.pad import contract, number, pad


def draw(boards: dict[str, Any], called: Mapping[str, str]) -> RenderableType:
    """The pad: figures above the line growing upward, games below it."""
    board = boards["rubber"]
    written = pad(board)
    table = Table(show_footer=True, pad_edge=True, min_width=44)
    for side, name in (("NS", "We"), ("EW", "They")):
        column = board["sides"][side]
        head = Text(f"{name}{'  vulnerable' if column['vulnerable'] else ''}")
        if side in called:
            head.append(f"\n{called[side]}", style="not bold")
        style = "blue" if side == "NS" else "dark_orange3"
        table.add_column(head, footer=number(column["total"]), justify="right", header_style=style, ratio=1)
    for row in _rows(written.above["NS"], written.above["EW"], from_bottom=True):
        table.add_row(*row)
    table.add_section()
    for game in written.games:
        for row in _rows(game.sides["NS"], game.sides["EW"], from_bottom=False) or [("", "")]:
            table.add_row(*row)
        table.add_section()
    return Group(table, Text(_current(board)))


def _rows(ours: list[Any], theirs: list[Any], *, from_bottom: bool) -> list[tuple[str, str]]:
    height = max(len(ours), len(theirs))
    columns = []
    for figures in (ours, theirs):
        words = [number(figure.points) for figure in figures]
        gap = [""] * (height - len(words))
        columns.append(gap + words if from_bottom else words + gap)
    return list(zip(*columns, strict=True))


def _current(board: dict[str, Any]) -> str:
    current = board["current"]
    if current is None:
        return ""
    who = f" by {current['declarer']}" if current["declarer"] else ""
    tricks = f"tricks {current['tricks']['NS']} – {current['tricks']['EW']}"
    return f"{contract(current['contract']) or 'Bidding'}{who}, {tricks}"

"""Boards in a terminal."""

from collections.abc import Callable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from domain.games import all_games
from services.web.pad import contract, number, pad


def shown(boards: dict[str, Any]) -> RenderableType:
    """The board of a match that people look at first, and what the last event did."""
    board = first(boards)
    name = board["board"]
    draw = _DRAWN.get((board["game"], name), _fields)
    title = Text(board["title"] or board["game"], style="bold")
    title.append(f"   {board['status']}, version {board['version']}", style="dim")
    return Group(title, draw(board), Text(" ".join(board["why"]), style="italic"))


def first(boards: dict[str, Any]) -> dict[str, Any]:
    """The board of a match that people look at first."""
    game = next(iter(boards.values()))["game"]
    found: dict[str, Any] = next(boards[name] for name in all_games()[game].boards if name in boards)
    return found


def _rubber(board: dict[str, Any]) -> RenderableType:
    written = pad(board)
    table = Table(show_footer=True, pad_edge=True, min_width=44)
    for side, name in (("NS", "We"), ("EW", "They")):
        column = board["sides"][side]
        head = f"{name}{'  vulnerable' if column['vulnerable'] else ''}"
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


def _fields(board: dict[str, Any]) -> RenderableType:
    table = Table(show_header=False)
    for name, value in board.items():
        if name not in {"why", "match", "game", "board"}:
            table.add_row(name, str(value))
    return table


_DRAWN: dict[tuple[str, str], Callable[[dict[str, Any]], RenderableType]] = {("bridge.rubber", "rubber"): _rubber}

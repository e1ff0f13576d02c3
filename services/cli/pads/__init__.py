"""Boards in a terminal: one module a game, and a plain table for what has none."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from domain.games import all_games
from services import people
from services.cli.pads import cribbage, pairs, rubber, schnapsen, teams

Boards = dict[str, Any]
Called = Mapping[str, str]
"""What the players of a seat, side, pair or team are called; who has no name is not in it."""

_NOBODY: Final[Called] = MappingProxyType({})
_DRAWN: dict[str, Callable[[Boards, Called], RenderableType]] = {
    "bridge.rubber": rubber.draw,
    "bridge.chicago": rubber.draw,
    "bridge.teams": teams.draw,
    "bridge.pairs": pairs.draw,
    "schnapsen": schnapsen.draw,
    "sixtysix": schnapsen.draw,
    "cribbage": cribbage.draw,
}


def shown(boards: Boards, names: Mapping[str, str] = _NOBODY) -> RenderableType:
    """A match as people look at it, with the names of those players that have one, and what its last event did."""
    board = first(boards)
    title = Text(board["title"] or all_games()[board["game"]].title, style="bold")
    title.append(f"   {board['status']}, version {board['version']}", style="dim")
    draw = _DRAWN.get(board["game"], _plain)
    return Group(
        title, draw(boards, people.units(board["players"], names)), Text(" ".join(board["why"]), style="italic")
    )


def first(boards: Boards) -> dict[str, Any]:
    """The board of a match that people look at first."""
    game = next(iter(boards.values()))["game"]
    found: dict[str, Any] = next(boards[name] for name in all_games()[game].boards if name in boards)
    return found


def _plain(boards: Boards, _called: Called) -> RenderableType:
    table = Table(show_header=False)
    for name, value in first(boards).items():
        if name not in {"why", "match", "game", "board"}:
            table.add_row(name, str(value))
    return table

"""A team match in a terminal: the score, the newest boards in both rooms, and the deals in play."""

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from services.cli.pads import duplicate
from services.web import teams

_BOARDS: Final = 16
_HOME: Final = "blue"
_AWAY: Final = "dark_orange3"


def draw(boards: dict[str, Any], called: Mapping[str, str]) -> RenderableType:
    """Both teams' IMPs and victory points, and the boards as the sheet has them, scores from North–South."""
    board = boards["match"]
    sheet = teams.sheet(board)
    parts: list[RenderableType] = [_score(board, called), Text(teams.progress(board), style="dim")]
    if sheet.rows:
        parts.append(_rooms(sheet.rows))
    parts += [
        Text(f"{room.capitalize()} room, board {current['board']}: {duplicate.deal(current)}")
        for room, current in board["current"].items()
        if current
    ]
    return Group(*parts, Text(teams.outcome(board), style="bold"))


def _score(board: dict[str, Any], called: Mapping[str, str]) -> Table:
    table = Table(min_width=44)
    table.add_column(_head("Home", called.get("home")), justify="center", header_style=_HOME, ratio=1)
    table.add_column("")
    table.add_column(_head("Away", called.get("away")), justify="center", header_style=_AWAY, ratio=1)
    for name, home, away in teams.score(board):
        table.add_row(Text(home, style="bold"), name, Text(away, style="bold"))
    return table


def _head(team: str, players: str | None) -> Text:
    return Text(team).append(f"\n{players}" if players else "", style="not bold")


def _rooms(rows: list[teams.Row]) -> Table:
    """The boards last heard of, by number."""
    newest = sorted(rows, key=lambda row: row.version)[-_BOARDS:]
    table = duplicate.ruled_table()
    table.add_column("Bd", justify="right")
    table.add_column("Vul")
    for room in teams.ROOMS:
        table.add_column(f"{room.capitalize()} room", min_width=14)
        table.add_column("NS", justify="right", min_width=6)
    table.add_column("Home", justify="right", style=_HOME, header_style=_HOME)
    table.add_column("Away", justify="right", style=_AWAY, header_style=_AWAY)
    for row in sorted(newest, key=lambda row: row.board):
        table.add_row(*_row(row))
    if len(rows) > len(newest):
        table.caption = f"and {len(rows) - len(newest)} earlier boards"
    return table


def _row(row: teams.Row) -> list[str | Text]:
    words: list[str | Text] = [f"{row.board}{'*' if row.ruled else ''}", row.vulnerable]
    for room in teams.ROOMS:
        words += [duplicate.hand(row.rooms[room]), duplicate.score(row.rooms[room])]
    return [*words, *(("=", "=") if row.flat else (row.home, row.away))]

"""The slate of a Bummerl in a terminal, and the deal on the table."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from domain.text import SUIT_SIGNS, shown
from services.web.slate import remainders


def draw(boards: dict[str, Any], called: Mapping[str, str]) -> RenderableType:
    """Each seat's column of remainders, the newest last, and below it the deal."""
    match = boards["match"]
    table = Table(min_width=44)
    columns = [remainders(boards, seat) for seat in match["seats"]]
    for seat, style in zip(match["seats"], ("blue", "dark_orange3"), strict=True):
        dots = " ●" * match["seats"][seat]["bummerls"]
        table.add_column(
            Text(" ".join(filter(None, (seat, called.get(seat)))) + dots), justify="center", header_style=style, ratio=1
        )
    for row in range(max(map(len, columns))):
        table.add_row(*(_written(column, row) for column in columns))
    return Group(table, Text(_deal(boards["deal"])))


def _written(column: list[int], row: int) -> Text:
    if row >= len(column):
        return Text("")
    return Text(str(column[row]), style="bold" if row == len(column) - 1 else "dim strike")


def _deal(deal: dict[str, Any]) -> str:
    if deal["number"] is None:
        return ""
    trump = f"trump {SUIT_SIGNS[deal['trump']]}" if deal["trump"] else "trump unknown"
    points = ", ".join(f"{seat} {had['points']}" for seat, had in deal["seats"].items())
    closed = f", closed by {deal['closed']}" if deal["closed"] else ""
    table = f", on the table {shown(deal['table'])}" if deal["table"] else ""
    return f"Deal {deal['number']}, {trump}: {points}; talon {deal['talon_left']}{closed}{table}"

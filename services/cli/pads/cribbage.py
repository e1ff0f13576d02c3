"""The cribbage board in a terminal: a track a player, the play, and the count aloud."""

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from domain.text import shown

_TRACK: Final = 40
_COLOURS: Final = {"A": "blue", "B": "dark_orange3", "C": "green", "D": "magenta"}


def draw(boards: dict[str, Any], called: Mapping[str, str]) -> RenderableType:
    """Each seat's pegs along the track, the cards on the table, and how the last hand was counted."""
    game, deal = boards["game"], boards["deal"]
    table = Table(show_header=False, box=None, padding=(0, 1))
    for seat, column in game["seats"].items():
        words = filter(None, (seat, called.get(seat), "(deals)" if seat == deal["dealer"] else ""))
        needs = game["target"] - column["score"]
        table.add_row(
            Text(" ".join(words), style=_COLOURS[seat]),
            _track(column, game["target"], _COLOURS[seat]),
            Text(f"{column['score']:>3}", style="bold"),
            Text("home" if needs <= 0 else f"needs {needs}", style="dim"),
        )
    return Group(table, Text(_table(deal)), Text(_aloud(deal), style="italic"))


def _track(column: dict[str, Any], target: int, colour: str) -> Text:
    """The track: the back peg hollow, the front peg full."""
    holes = ["·"] * (_TRACK + 1)
    for peg, sign in (("back", "○"), ("front", "●")):
        holes[min(column[peg], target) * _TRACK // target] = sign
    return Text("".join(holes), style=colour)


def _table(deal: dict[str, Any]) -> str:
    starter = f"starter {shown(deal['starter'])}, " if deal["starter"] else ""
    pile = " ".join(shown(laid["card"]) for laid in deal["pile"])
    return f"{starter}count {deal['count']}" + (f": {pile}" if pile else "")


def _aloud(deal: dict[str, Any]) -> str:
    said = [show for show in deal["shows"] if show["aloud"]]
    return f"{said[-1]['seat']}'s {said[-1]['what']}: {said[-1]['aloud']}." if said else ""

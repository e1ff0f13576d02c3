"""Who sat at a table when it told its result, as far as the log and the names beside it say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from domain.event import Opened, Players, PlayersChanged
from domain.games.bridge.terms import SEATS, Seat
from domain.match import Match, counted
from services import people
from services.formats.sheets.sheet import Sheet

Names: TypeAlias = Mapping[str, str]
"""Players' names by their ids."""

_SIDE: Final[Mapping[Seat, str]] = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
_PLACE: Final[Mapping[Seat, int]] = {"N": 0, "S": 1, "E": 0, "W": 1}
"""Where of a pair's two players a seat's stands: the first named sits North or East."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the players at the four seats are called; a seat of which nobody knows is not in it."""

    seats: Mapping[Seat, str]

    def side(self, *seats: Seat) -> str:
        """A side's players in a line."""
        return " – ".join(self.seats[seat] for seat in seats if seat in self.seats)


def everybody(match: Match) -> list[str]:
    """The ids of all who ever played in a match, as it counts now."""
    return list(dict.fromkeys(id_ for players in _history(match).values() for id_ in people.ids(players)))


def seating(match: Match, names: Names) -> Callable[[Sheet], Table]:
    """How a sheet is asked who sat there then."""
    history = _history(match)

    def table(sheet: Sheet) -> Table:
        players = history.get(sheet.version, match.players)
        seats: dict[Seat, str] = {}
        for seat in SEATS:
            if words := people.called(_ids(sheet, players, seat), names, " / "):
                seats[seat] = words
        return Table(seats)

    return table


def _history(match: Match) -> dict[int, Players]:
    """Who sat where when each fact came, in the order in which the facts count."""
    players: Players = {}
    found: dict[int, Players] = {}
    for fact in counted(match):
        if isinstance(fact.event, Opened | PlayersChanged):
            players = players | fact.event.players
        found[fact.version] = players
    return found


def _ids(sheet: Sheet, players: Players, seat: Seat) -> list[str]:
    if sheet.room is not None:
        return list(people.listed(players, f"{sheet.room}.{seat}"))
    if sheet.game != "bridge.pairs" and seat in players:
        return list(people.listed(players, seat))
    side = _SIDE[seat]
    pair_there = sheet.ns if side == "NS" else sheet.ew
    unit = pair_there if sheet.game == "bridge.pairs" else side
    pair = people.listed(players, unit) if unit in players else []
    return list(pair[_PLACE[seat] : _PLACE[seat] + 1])

"""
What a board of a team match brings: IMPs, or a board won.

Source:
    docs/games/bridge.md, "Teams" and "Awards".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from domain.games.bridge.awards import Team
from domain.games.bridge.comparison import imps
from domain.games.bridge.figures import Figure, figure
from domain.games.bridge.spreads import Spread
from domain.games.bridge.spreads import own as scored
from domain.games.bridge.teams.record import ROOMS, TEAMS, BoardRecord, Room

_IMPS: Final = {"A+": 3, "A=": 0, "A-": -3}
_BOARD: Final = {"A+": Fraction(3, 5), "A=": Fraction(1, 2), "A-": Fraction(2, 5)}


@dataclass(frozen=True, slots=True)
class Swing:
    """
    A board's result for both teams.

    Args:
        own: IMPs as each team counts them; missing where there are none yet, or ever.
        shares: Boards won at board-a-match: 1, ½ or 0.
    """

    own: Mapping[Team, Figure]
    shares: Mapping[Team, Figure]

    @property
    def imps(self) -> int | None:
        """Home's IMPs, if they are one whole number that the other team loses."""
        home, away = self.own.get("home"), self.own.get("away")
        return home if isinstance(home, int) and away == -home else None

    @property
    def balanced(self) -> bool:
        """Whether one team wins what the other loses."""
        return self.own.get("home", 0) == -self.own.get("away", 0)


def swing(record: BoardRecord) -> Swing:
    """Compare the rooms of a board."""
    own: dict[Team, Figure] = {}
    shares: dict[Team, Figure] = {}
    for team in TEAMS:
        counted, share = _imps(record, team), _share(record, team)
        if counted is not None:
            own[team] = counted
        if share is not None:
            shares[team] = share
    return Swing(own, shares)


def won(swings: Mapping[int, Swing], team: Team) -> Figure:
    """IMPs that a team won: of a board that one team wins and the other loses, the winner's; else its own."""
    total: Figure = 0
    for each in swings.values():
        mine = each.own.get(team, 0)
        total += max(mine, 0) if each.balanced else mine
    return total


def net(swings: Mapping[int, Swing], team: Team) -> Figure:
    """A team's IMPs, those lost taken off, as it counts them."""
    return sum((each.own.get(team, 0) for each in swings.values()), 0)


def _imps(record: BoardRecord, team: Team) -> Figure | None:
    award = record.award(team)
    if award is not None and award.score is None:
        if award.artificial:
            return _IMPS[award.artificial]
        return None if award.imps is None else figure(Fraction(award.imps))
    return _compared(record, team, imps)


def _share(record: BoardRecord, team: Team) -> Figure | None:
    award = record.award(team)
    if award is None:
        return _compared(record, team, _half_or_all)
    if award.artificial:
        return _BOARD[award.artificial]
    return figure(Fraction(award.percent or 0) / 100) if award.percent is not None else None


def _compared(record: BoardRecord, team: Team, worth: Callable[[int], Figure]) -> Figure | None:
    """The mean of what a team's scores in the two rooms are worth together."""
    if record.skipped or record.misseated:
        return None
    rooms = [_seen_by(record, team, room) for room in ROOMS]
    total: Figure = 0
    for score, weight in rooms[0] or ():
        for other, share in rooms[1] or ():
            total += weight * share * worth(score + other)
    return figure(Fraction(total)) if all(rooms) else None


def _seen_by(record: BoardRecord, team: Team, room: Room) -> Spread | None:
    """A team's scores in a room, plus for the team."""
    spread = scored(record.table(room), team)
    if spread is None or record.side(team, room) == "NS":
        return spread
    return tuple((-score, weight) for score, weight in spread)


def _half_or_all(difference: int) -> Figure:
    return (difference > 0) + (Fraction(1, 2) if difference == 0 else 0)

"""A board of a team match in both rooms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from domain.games.bridge.awards import Award, Team
from domain.games.bridge.play import Hands
from domain.games.bridge.table import NOTHING, Awarded, Skipped, Table
from domain.games.bridge.terms import Side, other

Room: TypeAlias = Literal["open", "closed"]

ROOMS: Final[tuple[Room, ...]] = ("open", "closed")
TEAMS: Final[tuple[Team, ...]] = ("home", "away")
OPPONENTS: Final[dict[Team, Team]] = {"home": "away", "away": "home"}
USUAL: Final[dict[Room, Team]] = {"open": "home", "closed": "away"}
"""Who sits North–South where nothing else is said."""


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """
    A board in both rooms.

    Args:
        rooms: What is known of each.
        seated: Who sat North–South, where a report or the movement said so.
        awarded: An award for the whole board.
        skipped: That the board was not played in either room.
        hands: Its hands, if they were told for both rooms.
        dealt: The facts that told hands of it.
    """

    number: int
    rooms: Mapping[Room, Table] = field(default_factory=dict)
    seated: Mapping[Room, Team] = field(default_factory=dict)
    awarded: Awarded | None = None
    skipped: Skipped | None = None
    hands: Hands | None = None
    dealt: tuple[int, ...] = ()

    def table(self, room: Room) -> Table:
        """What is known of a room."""
        return self.rooms.get(room, NOTHING)

    def side(self, team: Team, room: Room) -> Side:
        """Where a team sat in a room."""
        return "NS" if self.seated.get(room, USUAL[room]) == team else other("NS")

    def award(self, team: Team) -> Award | None:
        """What a team was awarded instead of IMPs: for the board, or in a room for what is no score."""
        if self.awarded:
            return self.awarded.awards.of(team)
        for room in ROOMS:
            given = self.table(room).awarded
            award = given.awards.of(team) if given else None
            if award and award.score is None:
                return award
        return None

    @property
    def misseated(self) -> bool:
        """Whether a team sat in the same direction in both rooms, so that nothing can be compared."""
        return self.side("home", "open") == self.side("home", "closed")

    @property
    def settled(self) -> bool:
        """Whether nothing more is waited for in either room."""
        return bool(self.awarded or self.skipped or all(self.table(room).settled for room in ROOMS))

    @property
    def waiting(self) -> bool:
        """Whether one room has reported, or plays, and the other is waited for."""
        return not self.settled and bool(self.rooms)


def room_named(table: str | int) -> Room | None:
    """The room that is meant, if it is one."""
    return next((room for room in ROOMS if room == table), None)

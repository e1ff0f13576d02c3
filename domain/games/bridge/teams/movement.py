"""
Which boards a team match plays where, and who sits how.

Source:
    docs/games/bridge.md, "Movements".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from domain.errors import RuleViolation
from domain.games.bridge.awards import Team
from domain.games.bridge.events import MovementSet, Seating
from domain.games.bridge.teams.record import OPPONENTS, TEAMS, Room, room_named

Place: TypeAlias = tuple[int, Room]
"""A board in a room."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A board in a room, as it is planned: in which round, and who sits North–South."""

    round: int
    seated: Team


Movement: TypeAlias = Mapping[Place, Slot]


def check_movement(event: MovementSet) -> None:
    """Whether a plan is one of two rooms and two teams, each board once in each: `movement_invalid` if not."""
    planned: set[Place] = set()
    for seatings in event.rounds:
        for seating in seatings:
            room = room_named(seating.table)
            if room is None or {seating.ns, seating.ew} != set(TEAMS):
                raise RuleViolation(
                    "movement_invalid", "At a table called open or closed, home and away sit against each other."
                )
            for board in seating.boards:
                if (board, room) in planned:
                    raise RuleViolation("movement_invalid", f"Board {board} is planned twice in the {room} room.")
                planned.add((board, room))


def movement(event: MovementSet) -> Movement:
    """The plan, by board and room."""
    return dict(_slots(event))


def _slots(event: MovementSet) -> Iterator[tuple[Place, Slot]]:
    for number, seatings in enumerate(event.rounds, start=1):
        for seating in seatings:
            yield from _at(number, seating)


def _at(number: int, seating: Seating) -> Iterator[tuple[Place, Slot]]:
    room = room_named(seating.table)
    seated = seated_by(seating.ns, seating.ew)
    if room and seated:
        for board in seating.boards:
            yield (board, room), Slot(number, seated)


def seated_by(ns: str | None, ew: str | None) -> Team | None:
    """Which team sits North–South, by what is said of one or both directions."""
    for team in TEAMS:
        if ns == team or ew == OPPONENTS[team]:
            return team
    return None

"""A team match as far as it has gone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from domain.board import Note
from domain.errors import EventInvalid, Flaw
from domain.event import Players
from domain.games.bridge.awards import Team
from domain.games.bridge.events import At, Dealt, MovementSet, TeamsEvent
from domain.games.bridge.figures import Figure, figure
from domain.games.bridge.teams.movement import Movement
from domain.games.bridge.teams.options import TeamsOptions
from domain.games.bridge.teams.plausibility import flags, of_scale
from domain.games.bridge.teams.record import OPPONENTS, ROOMS, TEAMS, BoardRecord, Room
from domain.games.bridge.teams.scoring import Swing, net, won
from domain.games.bridge.terms import SEATS
from domain.games.bridge.victory_points import victory_points

Unit: TypeAlias = Literal["imps", "vp"]
_SEATS: Final = frozenset({*TEAMS, *(f"{room}.{seat}" for room in ROOMS for seat in SEATS)})


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """
    A team match.

    Args:
        boards: By number.
        swings: What each brought.
        movement: What is to be played, if it was said.
        latest: The board that each room was last heard of.
        adjusted: What directors gave or took.
        forfeited: The team that gave the match up.
        odd: What was odd about reports when they came.
    """

    options: TeamsOptions
    boards: Mapping[int, BoardRecord] = field(default_factory=dict)
    swings: Mapping[int, Swing] = field(default_factory=dict)
    movement: Movement | None = None
    latest: Mapping[Room, int] = field(default_factory=dict)
    adjusted: Mapping[tuple[Team, Unit], Figure] = field(default_factory=dict)
    forfeited: Team | None = None
    closed: bool = False
    odd: tuple[Note, ...] = ()
    findings: tuple[Note, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether a team gave up, or all that was agreed is in and nothing waits for the other room."""
        if self.forfeited:
            return True
        if self.movement is not None:
            return all(self._is_in(board, room) for board, room in self.movement)
        settled = sum(record.settled for record in self.boards.values())
        waiting = any(record.waiting for record in self.boards.values())
        return self.options.boards is not None and settled >= self.options.boards and not waiting

    @property
    def flags(self) -> tuple[Note, ...]:
        """What is legal and odd."""
        noted = flags(self.boards, self.movement, self.options.boards)
        scale = of_scale(self.options.victory_points, margin(self, "home"), played(self))
        return (*self.odd, *noted, *scale)

    def _is_in(self, board: int, room: Room) -> bool:
        record = self.boards.get(board)
        return record is not None and bool(record.awarded or record.skipped or record.table(room).settled)


def start(options: TeamsOptions, players: Players) -> TeamMatch:
    """A match before the first board; EventInvalid if somebody sits where there is no seat."""
    check_players(players)
    return TeamMatch(options)


def check_players(players: Players) -> None:
    """Whether players are named by room and seat, or by team."""
    if not players.keys() <= _SEATS:
        raise EventInvalid([Flaw("/data/players", "seats are open.N … closed.W; home and away name the teams")])


def played(state: TeamMatch) -> int:
    """How many boards victory points are for: those agreed, else those with IMPs."""
    return state.options.boards or sum("home" in swing.own for swing in state.swings.values())


def total(state: TeamMatch, team: Team) -> Figure:
    """The IMPs that a team shows: won, carried over, and given or taken by a director."""
    return figure(Fraction(won(state.swings, team)) + _extra(state, team))


def margin(state: TeamMatch, team: Team) -> Figure:
    """A team's IMPs less the other's, as that team counts the boards."""
    extra = _extra(state, team) - _extra(state, OPPONENTS[team])
    return figure(Fraction(net(state.swings, team)) + extra)


def points(state: TeamMatch, team: Team) -> Figure | None:
    """A team's victory points; at board-a-match the boards that it won. None where there are none."""
    scale = state.options.victory_points
    given = state.adjusted.get((team, "vp"), 0)
    if scale is None:
        return None
    if scale == "bam":
        shares = (swing.shares.get(team, 0) for swing in state.swings.values())
        return figure(Fraction(sum(shares, given)))
    earned = victory_points(scale, margin(state, team), played(state))
    return None if earned is None else figure(Fraction(earned) + given)


def winner(state: TeamMatch) -> Team | None:
    """Who is ahead when the match is over; the other team of one that gave up."""
    if state.forfeited:
        return OPPONENTS[state.forfeited]
    ahead = {team: margin(state, team) for team in TEAMS}
    if state.options.victory_points == "bam":
        ahead = {team: points(state, team) or 0 for team in TEAMS}
    if not (state.complete or state.closed) or ahead["home"] == ahead["away"]:
        return None
    return max(TEAMS, key=lambda team: ahead[team])


def sealed(state: TeamMatch) -> frozenset[int]:
    """Hands stay in their room until the board is over in both."""
    if state.closed:
        return frozenset()
    return frozenset(version for record in state.boards.values() if not record.settled for version in record.dealt)


def _extra(state: TeamMatch, team: Team) -> Fraction:
    carried = state.options.carry_over
    brought = carried.home if team == "home" else carried.away
    return Fraction(brought) + state.adjusted.get((team, "imps"), 0)


def round_of(state: TeamMatch, event: TeamsEvent) -> int | None:
    """The round that an event is of: as it says, as its room says of the board, or as the movement has it; or 0."""
    if isinstance(event, MovementSet | Dealt):
        return 0
    if not isinstance(event, At) or event.round or not (event.board and event.room):
        return event.round if isinstance(event, At) else None
    record = state.boards.get(event.board)
    slot = state.movement.get((event.board, event.room)) if state.movement else None
    return (record.table(event.room).round if record else None) or (slot.round if slot else None)

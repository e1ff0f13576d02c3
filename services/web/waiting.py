"""What a session still waits for: by round and table, and since when nothing came from there."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter

from domain.games.bridge.events import At
from domain.games.bridge.pairs.state import Session, missing, overdue
from domain.games.bridge.teams.record import ROOMS, Room
from domain.games.bridge.teams.state import TeamMatch
from domain.match import Match
from domain.text import moment


@dataclass(frozen=True, slots=True)
class Waiting:
    """
    Boards of one table, or room, that are not in.

    Args:
        round: Of the movement; None where there is none.
        table: Its name, or the room.
        boards: Their numbers.
        ns, ew: Who sits there, where that is planned.
        overdue: Whether a later round has begun, or the other room has the result.
        since: When that table last reported anything; empty if it never did.
    """

    round: int | None
    table: str
    boards: tuple[int, ...]
    ns: str = ""
    ew: str = ""
    overdue: bool = False
    since: str = ""


def waiting(match: Match) -> list[Waiting]:
    """What a match waits for, what is overdue first; nothing where it is no session, or nobody said what is to come."""
    match match.state:
        case Session() as session:
            found = list(_pairs(session, match))
        case TeamMatch() as teams:
            found = list(_teams(teams, match))
        case _:
            return []
    return sorted(found, key=lambda each: (not each.overdue, each.round or 0))


def _pairs(session: Session, match: Match) -> Iterator[Waiting]:
    late = set(overdue(session))
    heard = {(at.ns, at.ew): when for at, when in _heard(match)}
    slots = sorted(missing(session), key=lambda slot: (slot.round, _natural(slot.table), slot.board))
    for (round_, table), group in groupby(slots, key=attrgetter("round", "table")):
        there = list(group)
        first = there[0]
        boards = tuple(slot.board for slot in there)
        since = heard.get((first.ns, first.ew), "")
        yield Waiting(round_, table, boards, first.ns, first.ew, first in late, since)


def _teams(teams: TeamMatch, match: Match) -> Iterator[Waiting]:
    heard = {at.room: when for at, when in _heard(match)}
    for room in ROOMS:
        other: Room = "closed" if room == "open" else "open"
        missed = {
            number
            for number, record in teams.boards.items()
            if not record.settled and not record.table(room).settled and record.table(other).settled
        }
        if missed:
            yield Waiting(None, f"{room} room", tuple(sorted(missed)), overdue=True, since=heard.get(room, ""))
        for round_, boards in groupby(_to_come(teams, room, missed), key=itemgetter(0)):
            yield Waiting(round_, f"{room} room", tuple(board for _, board in boards), since=heard.get(room, ""))


def _to_come(teams: TeamMatch, room: Room, missed: Collection[int]) -> list[tuple[int, int]]:
    """What the movement has for a room and is not in, by round, besides what the other room waits for."""
    planned = teams.movement.items() if teams.movement is not None else ()
    return sorted(
        (slot.round, board)
        for (board, where), slot in planned
        if where == room and board not in missed and not _is_in(teams, board, room)
    )


def _is_in(teams: TeamMatch, board: int, room: Room) -> bool:
    record = teams.boards.get(board)
    return record is not None and (record.settled or record.table(room).settled)


def _heard(match: Match) -> Iterator[tuple[At, str]]:
    """What the tables reported, in the order in which it came."""
    told = sorted((place.fact for place in match.places), key=attrgetter("version"))
    for fact in told:
        if isinstance(fact.event, At):
            yield fact.event, moment(fact.recorded_at) or ""


def _natural(table: str) -> tuple[int, str]:
    return (int(table), "") if table.isdecimal() else (10**9, table)

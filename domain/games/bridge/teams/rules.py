"""
What may happen in a team match, and what it does.

Source:
    docs/games/bridge.md, "Teams".
"""

from fractions import Fraction
from typing import assert_never

from domain.event import Adjusted, Closed, Fact, Forfeited, PlayersChanged
from domain.games.bridge import table as tables
from domain.games.bridge.events import (
    At,
    BoardAdjusted,
    BoardNotPlayed,
    CallMade,
    CardPlayed,
    ContractReached,
    DealPlayed,
    Dealt,
    MovementSet,
    TeamsEvent,
    TrickWon,
)
from domain.games.bridge.figures import exact, figure
from domain.games.bridge.play import known_hands
from domain.games.bridge.sentences import of_report
from domain.games.bridge.table import Awarded, InPlay, Skipped, Table
from domain.games.bridge.teams import sentences
from domain.games.bridge.teams.checks import BoardEvent, check, record_of, team_of
from domain.games.bridge.teams.movement import movement, seated_by
from domain.games.bridge.teams.record import OPPONENTS, TEAMS, BoardRecord, Room
from domain.games.bridge.teams.scoring import swing
from domain.games.bridge.teams.state import TeamMatch, total
from domain.records import evolve

__all__ = ["check", "fold"]


def fold(state: TeamMatch, fact: Fact[TeamsEvent]) -> TeamMatch:
    """The match after the fact."""
    event = fact.event
    match event:
        case MovementSet():
            return _planned(state, event)
        case Adjusted():
            return _adjusted(state, event)
        case Forfeited():
            team = team_of(event)
            why = f"{team.capitalize()} give the match up; {OPPONENTS[team]} win it."
            return evolve(state, forfeited=team, why=(why,))
        case PlayersChanged():
            return evolve(state, why=("From here on others play.",))
        case Closed():
            score = ", ".join(f"{team} {exact(total(state, team))}" for team in TEAMS)
            return evolve(state, closed=True, why=(f"The match is closed: {score}.",))
        case _:
            return _at_board(state, Fact(fact.version, event))


def _at_board(state: TeamMatch, fact: Fact[BoardEvent]) -> TeamMatch:
    event, version = fact.event, fact.version
    record = _seated(state, record_of(state, event.board or 0), event)
    match event:
        case DealPlayed():
            return _played(state, record, event, version)
        case Dealt(room=None):
            hands = known_hands(event.hands) if event.hands else None
            record = evolve(record, hands=hands, dealt=(*record.dealt, version))
            return _with_board(state, record, f"The hands of board {record.number} are known.")
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon():
            return _in_deal(state, record, Fact(version, event))
        case BoardNotPlayed():
            return _skipped(state, record, event, version)
        case BoardAdjusted():
            return _awarded(state, record, event, version)
        case _:
            assert_never(event)


def _seated(state: TeamMatch, record: BoardRecord, event: At) -> BoardRecord:
    """The board with who sits how, as the report or the movement says."""
    if event.room is None:
        return record
    slot = state.movement.get((record.number, event.room)) if state.movement else None
    team = seated_by(event.ns, event.ew) or record.seated.get(event.room) or (slot.seated if slot else None)
    return record if team is None else evolve(record, seated={**record.seated, event.room: team})


def _room(event: At) -> Room:
    assert event.room is not None, "what happens at a table happens in a room"
    return event.room


def _with_room(record: BoardRecord, room: Room, table: Table) -> BoardRecord:
    return evolve(record, rooms={**record.rooms, room: table})


def _with_board(state: TeamMatch, record: BoardRecord, *why: str, room: Room | None = None) -> TeamMatch:
    latest = {**state.latest, room: record.number} if room else state.latest
    return evolve(
        state,
        boards={**state.boards, record.number: record},
        swings={**state.swings, record.number: swing(record)},
        latest=latest,
        why=why,
    )


def _played(state: TeamMatch, record: BoardRecord, event: DealPlayed, version: int) -> TeamMatch:
    room = _room(event)
    before = record.table(room)
    table = tables.with_result(before, record.number, event, version)
    assert table.played is not None, "the hand was scored"
    record = _with_room(record, room, table)
    result = sentences.of_result(record.number, room, table.played)
    state = _with_board(state, record, result, sentences.of_swing(swing(record)), room=room)
    return evolve(state, odd=state.odd + tables.oddities(table, record.number, before.deal, record.hands))


def _in_deal(state: TeamMatch, record: BoardRecord, fact: Fact[InPlay]) -> TeamMatch:
    event, room = fact.event, _room(fact.event)
    before = record.table(room)
    after = tables.with_report(before, record.number, fact, record.hands)
    assert after.deal is not None, "the deal is in play"
    if isinstance(event, Dealt):
        record = evolve(record, dealt=(*record.dealt, fact.version))
    why = f"{sentences.at(record.number, room)}: {of_report(before.deal, event, after.deal)}"
    odd = tables.odd_hands(record.number, event, record.hands, fact.version)
    findings = tables.irregular(before, after)
    if odd or findings:
        state = evolve(state, odd=state.odd + odd, findings=state.findings + findings)
    return _with_board(state, _with_room(record, room, after), why, room=room)


def _skipped(state: TeamMatch, record: BoardRecord, event: BoardNotPlayed, version: int) -> TeamMatch:
    if event.room:
        table = tables.with_skip(record.table(event.room), event, version)
        record = _with_room(record, event.room, table)
    else:
        rooms = {room: evolve(table, deal=None) for room, table in record.rooms.items()}
        record = evolve(record, skipped=Skipped(version, event.reason, event.round), rooms=rooms)
    return _with_board(state, record, sentences.of_skip(record.number, event))


def _awarded(state: TeamMatch, record: BoardRecord, event: BoardAdjusted, version: int) -> TeamMatch:
    if event.room:
        table = tables.with_award(record.table(event.room), event, version)
        record = _with_room(record, event.room, table)
    else:
        record = evolve(record, awarded=Awarded(version, event.award, event.reason, event.round))
    state = evolve(state, odd=state.odd + tables.odd_scores(record.number, event, version))
    why = sentences.of_award(record.number, event)
    return _with_board(state, record, why, sentences.of_swing(swing(record)))


def _planned(state: TeamMatch, event: MovementSet) -> TeamMatch:
    plan = movement(event)
    return evolve(state, movement=plan, why=(sentences.of_movement(event, plan),))


def _adjusted(state: TeamMatch, event: Adjusted) -> TeamMatch:
    team, unit = team_of(event), event.unit or "imps"
    given = figure(Fraction(event.points) + state.adjusted.get((team, unit), 0))
    said = "victory points" if unit == "vp" else "IMPs"
    return evolve(state, adjusted={**state.adjusted, (team, unit): given}, why=(sentences.of_adjustment(event, said),))

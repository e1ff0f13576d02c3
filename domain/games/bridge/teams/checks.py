"""
What may be reported of a team match.

Source:
    docs/games/bridge.md, "Teams".
"""

from typing import TypeAlias, assert_never

from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Adjusted, Closed, Forfeited, PlayersChanged
from domain.games.bridge import table as tables
from domain.games.bridge.awards import Award, Awards, Team
from domain.games.bridge.deal import check_deal
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
from domain.games.bridge.teams.movement import check_movement
from domain.games.bridge.teams.record import OPPONENTS, TEAMS, BoardRecord, Room
from domain.games.bridge.teams.state import TeamMatch, check_players

BoardEvent: TypeAlias = (
    Dealt | CallMade | ContractReached | CardPlayed | TrickWon | DealPlayed | BoardNotPlayed | BoardAdjusted
)
"""What happens at a table, or is ruled of it."""


def check(state: TeamMatch, event: TeamsEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    match event:
        case MovementSet():
            check_movement(event)
        case Adjusted():
            _check_adjusted(state, event)
        case Forfeited():
            _check_going(state)
            team_of(event)
        case PlayersChanged():
            check_players(event.players)
        case Closed():
            pass
        case _:
            _check_at_board(state, event)


def _check_at_board(state: TeamMatch, event: BoardEvent) -> None:
    if not isinstance(event, BoardAdjusted):
        _check_going(state)
    board = _board(event)
    record = record_of(state, board)
    match event:
        case Dealt(room=None):
            _check_hands(record, event)
        case BoardAdjusted():
            _check_award(state, record, event)
        case BoardNotPlayed():
            _check_skipped(record, event)
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon() | DealPlayed():
            if event.room is None:
                raise EventInvalid([Flaw("/data/room", "is needed: open or closed")])
            if record.skipped:
                raise RuleViolation(
                    "already_reported", f"Board {board} was not played, as version {record.skipped.version} says."
                )
            tables.check_table(record.table(event.room), board, event)
        case _:
            assert_never(event)


def record_of(state: TeamMatch, board: int) -> BoardRecord:
    """What is known of a board."""
    return state.boards.get(board) or BoardRecord(board)


def team_of(event: Adjusted | Forfeited) -> Team:
    """Which team is meant; EventInvalid if a seat or a pair is."""
    for team in TEAMS:
        if team == event.side:
            return team
    raise EventInvalid([Flaw("/data/side", "is home or away")])


def _board(event: At) -> int:
    if event.board is None:
        raise EventInvalid([Flaw("/data/board", "is needed: a team match has boards")])
    if any(team not in {None, *TEAMS} for team in (event.ns, event.ew)):
        raise EventInvalid([Flaw("/data/ns", "in a team match home and away sit at the table")])
    if event.ns is not None and event.ns == event.ew:
        raise EventInvalid([Flaw("/data/ew", f"is {OPPONENTS['home' if event.ns == 'home' else 'away']}")])
    return event.board


def _check_going(state: TeamMatch) -> None:
    if state.forfeited:
        raise RuleViolation("match_over", f"The match was given up by {state.forfeited}.")


def _check_hands(record: BoardRecord, event: Dealt) -> None:
    """Hands may be told once for both rooms."""
    if record.hands:
        raise RuleViolation("already_reported", f"The hands of board {record.number} are known.")
    check_deal(None, event)
    tables.check_dealer(record.number, event)


def _check_skipped(record: BoardRecord, event: BoardNotPlayed) -> None:
    rooms: tuple[Room, ...] = (event.room,) if event.room else ("open", "closed")
    if record.skipped:
        raise RuleViolation("already_reported", f"Version {record.skipped.version} says so: correct it instead.")
    for room in rooms:
        tables.check_skipped(record.table(room))


def _check_award(state: TeamMatch, record: BoardRecord, event: BoardAdjusted) -> None:
    for team in TEAMS:
        award = event.award.of(team)
        if award is None:
            raise EventInvalid([Flaw("/data/award", "says what home and away get")])
        _check_kind(state, team, award, event.room)
    if event.room is None:
        if record.awarded:
            raise RuleViolation("already_reported", f"Version {record.awarded.version} is an award: correct it.")
        tables.check_scores(record.number, event.award)
        return
    other = record.table("closed" if event.room == "open" else "open").awarded
    if other and _is_no_score(other.awards) and _is_no_score(event.award):
        raise RuleViolation(
            "already_reported",
            f"Version {other.version} is an award without a score in the other room: give one for the whole board.",
        )
    tables.check_awarded(record.table(event.room), record.number, event)


def _check_kind(state: TeamMatch, team: Team, award: Award, room: Room | None) -> None:
    """Percentages belong to board-a-match, IMPs to IMPs, and a score to a room."""
    by_boards = state.options.victory_points == "bam"
    flaw = None
    if award.percent is not None and not by_boards:
        flaw = "a percentage means nothing where IMPs are scored"
    if award.imps is not None and by_boards:
        flaw = "IMPs mean nothing at board-a-match"
    if award.score is not None and room is None:
        flaw = "a score is of one room: name it"
    if flaw:
        raise EventInvalid([Flaw(f"/data/award/{team}", flaw)])


def _is_no_score(awards: Awards) -> bool:
    """Whether either team gets something that cannot be compared with the other room."""
    return any(award is not None and award.score is None for award in (awards.home, awards.away))


def _check_adjusted(state: TeamMatch, event: Adjusted) -> None:
    team_of(event)
    if event.unit == "vp" and state.options.victory_points is None:
        raise EventInvalid([Flaw("/data/unit", "this match has no victory points")])

"""
What may be reported of a pairs session.

Source:
    docs/games/bridge.md, "Pairs".
"""

from typing import TypeAlias, assert_never

from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Adjusted, Closed, Forfeited, PlayersChanged
from domain.games.bridge import table as tables
from domain.games.bridge.awards import Award
from domain.games.bridge.deal import check_deal
from domain.games.bridge.events import (
    At,
    BoardAdjusted,
    BoardFouled,
    BoardNotPlayed,
    CallMade,
    CardPlayed,
    ContractReached,
    DealPlayed,
    Dealt,
    MovementSet,
    PairsEvent,
    TrickWon,
)
from domain.games.bridge.pairs.movement import Key, check_movement
from domain.games.bridge.pairs.record import BoardRecord, SitOut
from domain.games.bridge.pairs.state import Session, check_pairs
from domain.games.bridge.table import Table
from domain.games.bridge.terms import Side

BoardEvent: TypeAlias = (
    Dealt | CallMade | ContractReached | CardPlayed | TrickWon | DealPlayed | BoardNotPlayed | BoardAdjusted
)
"""What happens at a table, or is ruled of it."""


def check(state: Session, event: PairsEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    match event:
        case BoardFouled():
            _check_fouled(state, event)
        case MovementSet():
            check_movement(event)
        case Adjusted():
            _check_adjusted(state, event)
        case Forfeited():
            _check_going(state, pair_of(event))
        case PlayersChanged():
            check_pairs(event.players)
        case Closed():
            pass
        case _:
            _check_at_board(state, event)


def _check_at_board(state: Session, event: BoardEvent) -> None:
    match event:
        case Dealt(ns=None, ew=None):
            _check_hands(state, event)
        case BoardAdjusted():
            _check_award(state, event)
        case BoardNotPlayed():
            board, key = place(state, event)
            tables.check_skipped(table_of(state, board, key))
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon() | DealPlayed():
            board, key = place(state, event)
            tables.check_table(table_of(state, board, key), board, event)
        case _:
            assert_never(event)


def place(state: Session, event: At) -> tuple[int, Key]:
    """Where an event belongs: pairs need a board and two pairs."""
    board, ns, ew = event.board, event.ns, event.ew
    if state.retired:
        _check_going(state, ns, ew)
    if board is None or ns is None or ew is None:
        name = "board" if board is None else "ns" if ns is None else "ew"
        raise EventInvalid([Flaw(f"/data/{name}", "is needed: a session has boards and pairs")])
    if ns == ew:
        raise EventInvalid([Flaw("/data/ew", "is another pair than ns; in a Mitchell movement write 3NS and 3EW")])
    _check_no_room(event)
    return board, (ns, ew)


def _check_no_room(event: At) -> None:
    if event.room is not None:
        raise EventInvalid([Flaw("/data/room", "a session has tables, not rooms")])


def _check_going(state: Session, *pairs: str | None) -> None:
    gone = [pair for pair in pairs if pair in state.retired]
    if gone:
        raise RuleViolation("match_over", f"Pair {gone[0]} gave the session up.")


def record_of(state: Session, board: int) -> BoardRecord:
    """What is known of a board."""
    return state.boards.get(board) or BoardRecord(board)


def table_of(state: Session, board: int, key: Key) -> Table:
    """What is known of one table on a board."""
    return record_of(state, board).tables.get(key, tables.NOTHING)


def _check_hands(state: Session, event: Dealt) -> None:
    """Hands may be told once for all tables of a board."""
    if event.board is None:
        raise EventInvalid([Flaw("/data/board", "is needed: a session has boards and pairs")])
    _check_no_room(event)
    record = state.boards.get(event.board)
    if record and record.hands:
        raise RuleViolation("already_reported", f"The hands of board {event.board} are known.")
    check_deal(None, event)
    tables.check_dealer(event.board, event)


def _check_award(state: Session, event: BoardAdjusted) -> None:
    sit_out = sit_out_of(event)
    sides: tuple[Side, ...] = (sit_out[1],) if sit_out else ("NS", "EW")
    if sit_out and event.board is None:
        raise EventInvalid([Flaw("/data/board", "is needed: a session has boards and pairs")])
    board, key = (event.board or 0, ("", "")) if sit_out else place(state, event)
    for side in sides:
        award = event.award.of(side)
        if award is None:
            raise EventInvalid([Flaw(f"/data/award/{side}", "is needed: what that side gets")])
        _check_kind(state, side, award, alone=sit_out is not None)
    if sit_out and sit_out in record_of(state, board).sit_outs:
        raise RuleViolation("already_reported", f"{sit_out[0]} has an award for sitting out on board {board}.")
    tables.check_awarded(table_of(state, board, key), board, event)


def _check_kind(state: Session, side: Side, award: Award, *, alone: bool) -> None:
    """Percentages belong to matchpoints, IMPs to IMPs, and a score to a table."""
    matchpoints = state.options.scoring == "matchpoints"
    if matchpoints and award.imps is not None:
        raise EventInvalid([Flaw(f"/data/award/{side}", "IMPs mean nothing where matchpoints are scored")])
    if not matchpoints and award.percent is not None:
        raise EventInvalid([Flaw(f"/data/award/{side}", "a percentage means nothing where IMPs are scored")])
    if alone and award.score is not None:
        raise EventInvalid([Flaw(f"/data/award/{side}", "a pair that sits out has no score")])


def _check_fouled(state: Session, event: BoardFouled) -> None:
    record = state.boards.get(event.board)
    if record is None:
        raise RuleViolation("board_unknown", f"Nobody has reported board {event.board}.")
    if record.groups is not None:
        raise RuleViolation("already_reported", f"Board {event.board} was said to be fouled: correct that.")
    met = [(each.ns, each.ew) for group in event.groups for each in group]
    if len(set(met)) < len(met):
        raise EventInvalid([Flaw("/data/groups", "name a table twice")])


def _check_adjusted(state: Session, event: Adjusted) -> None:
    pair_of(event)
    if event.unit is not None and (event.unit == "vp" or state.options.scoring == "matchpoints"):
        raise EventInvalid([Flaw("/data/unit", "pairs are adjusted in the points that they are scored in")])


def sit_out_of(event: BoardAdjusted) -> SitOut | None:
    """Who sits out, if the award is for one pair only."""
    if event.ns is not None and event.ew is None:
        return event.ns, "NS"
    return (event.ew, "EW") if event.ew is not None and event.ns is None else None


def pair_of(event: Adjusted | Forfeited) -> str:
    """Which pair is meant; EventInvalid if a side or seat is."""
    if event.pair is None:
        raise EventInvalid([Flaw("/data/pair", "is needed: in a session pairs score")])
    return event.pair

"""
What may happen in a pairs session, and what it does.

Source:
    docs/games/bridge.md, "Pairs".
"""

from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from domain.event import Adjusted, Closed, Fact, Forfeited, PlayersChanged
from domain.games.bridge import table as tables
from domain.games.bridge.events import (
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
from domain.games.bridge.figures import figure
from domain.games.bridge.pairs import sentences
from domain.games.bridge.pairs.checks import BoardEvent, check, pair_of, record_of, sit_out_of
from domain.games.bridge.pairs.movement import Key, movement
from domain.games.bridge.pairs.record import BoardRecord
from domain.games.bridge.pairs.state import Session, told
from domain.games.bridge.play import known_hands
from domain.games.bridge.sentences import of_report
from domain.games.bridge.table import InPlay, Table

__all__ = ["check", "fold"]


def fold(state: Session, fact: Fact[PairsEvent]) -> Session:
    """The session after the fact."""
    event = fact.event
    match event:
        case BoardFouled():
            return _fouled(state, event)
        case MovementSet():
            plan = movement(event)
            return replace(state, movement=plan, why=(sentences.of_movement(event, plan),))
        case Adjusted():
            return _adjusted(state, event)
        case Forfeited():
            pair = pair_of(event)
            why = f"{pair} give the session up and are not ranked."
            return replace(state, retired=state.retired | {pair}, why=(why,))
        case PlayersChanged():
            return replace(state, named=state.named | event.players.keys(), why=("From here on others play.",))
        case Closed():
            return replace(state, closed=True, why=("The session is closed.",))
        case _:
            return _at_board(state, Fact(fact.version, event))


def _at_board(state: Session, fact: Fact[BoardEvent]) -> Session:
    event = fact.event
    match event:
        case DealPlayed():
            return _played(state, event, fact.version)
        case Dealt(ns=None, ew=None):
            return _with_hands(state, event, fact.version)
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon():
            return _in_deal(state, Fact(fact.version, event))
        case BoardNotPlayed():
            return _skipped(state, event, fact.version)
        case BoardAdjusted():
            return _awarded(state, event, fact.version)
        case _:
            assert_never(event)


def _with_table(state: Session, record: BoardRecord, key: Key, table: Table) -> dict[int, BoardRecord]:
    """The boards with one table changed; all others keep what was computed of them."""
    changed = BoardRecord(
        record.number, {**record.tables, key: table}, record.hands, record.dealt, record.groups, record.sit_outs
    )
    return {**state.boards, record.number: changed}


def _played(state: Session, event: DealPlayed, version: int) -> Session:
    board, key = event.board or 0, (event.ns or "", event.ew or "")
    record = record_of(state, board)
    before = record.tables.get(key, tables.NOTHING)
    table = tables.with_result(before, board, event, version)
    assert table.played is not None, "the hand was scored"
    odd = tables.oddities(table, board, before.deal, record.hands)
    why = sentences.of_result(board, key, table.played)
    return told(state, _with_table(state, record, key, table), why, odd)


def _in_deal(state: Session, fact: Fact[InPlay]) -> Session:
    event = fact.event
    board, key = event.board or 0, (event.ns or "", event.ew or "")
    record = record_of(state, board)
    before = record.tables.get(key, tables.NOTHING)
    after = tables.with_report(before, board, fact, record.hands)
    assert after.deal is not None, "the deal is in play"
    if isinstance(event, Dealt):
        record = replace(record, dealt=(*record.dealt, fact.version))
    why = f"{sentences.at(board, key)}: {of_report(before.deal, event, after.deal)}"
    odd = tables.odd_hands(board, event, record.hands, fact.version)
    return told(state, _with_table(state, record, key, after), why, odd, tables.irregular(before, after))


def _with_hands(state: Session, event: Dealt, version: int) -> Session:
    """Hands of a board for all its tables."""
    record = record_of(state, event.board or 0)
    hands = known_hands(event.hands) if event.hands else None
    record = replace(record, hands=hands, dealt=(*record.dealt, version))
    why = f"The hands of board {record.number} are known."
    return replace(state, boards={**state.boards, record.number: record}, why=(why,))


def _skipped(state: Session, event: BoardNotPlayed, version: int) -> Session:
    board, key = event.board or 0, (event.ns or "", event.ew or "")
    record = record_of(state, board)
    table = tables.with_skip(record.tables.get(key, tables.NOTHING), event, version)
    why = sentences.of_skip(board, key, event)
    return told(state, _with_table(state, record, key, table), why)


def _awarded(state: Session, event: BoardAdjusted, version: int) -> Session:
    board = event.board or 0
    record = record_of(state, board)
    why = (sentences.of_award(board, event),)
    sit_out = sit_out_of(event)
    if sit_out:
        given = tables.with_award(tables.NOTHING, event, version).awarded
        assert given is not None, "it is an award"
        record = replace(record, sit_outs={**record.sit_outs, sit_out: given})
        return replace(state, boards={**state.boards, board: record}, why=why)
    key = (event.ns or "", event.ew or "")
    table = tables.with_award(record.tables.get(key, tables.NOTHING), event, version)
    odd = tables.odd_scores(board, event, version)
    return replace(state, boards=_with_table(state, record, key, table), odd=state.odd + odd, why=why)


def _fouled(state: Session, event: BoardFouled) -> Session:
    groups = {(met.ns, met.ew): number for number, group in enumerate(event.groups, start=1) for met in group}
    record = replace(record_of(state, event.board), groups=groups)
    why = sentences.of_fouled(event)
    return replace(state, boards={**state.boards, event.board: record}, why=(why,))


def _adjusted(state: Session, event: Adjusted) -> Session:
    pair = pair_of(event)
    given = figure(Fraction(event.points) + state.adjusted.get(pair, 0))
    unit = "matchpoints" if state.options.scoring == "matchpoints" else "IMPs"
    return replace(state, adjusted={**state.adjusted, pair: given}, why=(sentences.of_adjustment(event, unit),))

"""
What is legal and odd in a session: results that a director should look at.

Source:
    docs/games/bridge.md, "What is flagged".
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.board import Note
from domain.games.bridge.pairs.movement import Key, Movement, Slot
from domain.games.bridge.pairs.record import BoardRecord, lines
from domain.games.bridge.table import Awarded, Played, Skipped, Table
from domain.games.bridge.terms import CONTRACTS, SIDES, Side, side_of
from domain.text import count, listed

_MEMO: Final = "flags"


def flags(boards: Mapping[int, BoardRecord], movement: Movement | None) -> Iterator[Note]:
    """Everything odd, board by board, and then what came out of sequence."""
    for record in boards.values():
        yield from of_board(record)
        if movement is not None:
            yield from _unscheduled(record, movement)
    yield from _out_of_sequence(boards.values(), movement)


def of_board(record: BoardRecord) -> tuple[Note, ...]:
    """What is odd about one board by itself."""
    found: tuple[Note, ...] | None = record.memo.get(_MEMO)
    if found is None:
        found = record.memo[_MEMO] = (*_both_sides(record), *_met_twice(record))
    return found


def _both_sides(record: BoardRecord) -> Iterator[Note]:
    """The same contract, declared by one side here and by the other there."""
    declared: dict[str, dict[Side, list[int]]] = {}
    for _, table in lines(record):
        played = table.played
        if played and played.outcome.declarer:
            sides = declared.setdefault(played.outcome.contract.rstrip("X"), {})
            sides.setdefault(side_of(played.outcome.declarer), []).append(played.version)
    for contract, sides in declared.items():
        if len(sides) == len(SIDES):
            fewer = min(sides.values(), key=len)
            text = (
                f"Board {record.number}: {CONTRACTS[contract].spoken} was declared by North–South "
                f"{count(len(sides['NS']), 'time')} and by East–West {count(len(sides['EW']), 'time')}."
            )
            yield Note(code="both_sides", text=text, versions=tuple(fewer))


def _met_twice(record: BoardRecord) -> Iterator[Note]:
    """A pair that played a board twice."""
    settled = lines(record)
    times = Counter(pair for key, _ in settled for pair in key)
    if len(times) == 2 * len(settled):
        return
    for pair, often in times.items():
        if often > 1:
            versions = tuple(sorted(_version(table) for key, table in settled if pair in key))
            text = f"Board {record.number}: pair {pair} is said to have played it {often} times."
            yield Note(code="board_met_twice", text=text, versions=versions)


def _unscheduled(record: BoardRecord, movement: Movement) -> Iterator[Note]:
    """Lines that the movement does not have, or has elsewhere."""
    for key, table in lines(record):
        slot = movement.slots.get((record.number, key))
        wrong = _elsewhere(slot, table) if slot else _unknown(record.number, key, movement)
        if wrong:
            text = f"Board {record.number}, {key[0]} against {key[1]}: {wrong}."
            yield Note(code="unscheduled", text=text, versions=(_version(table),))


def _unknown(board: int, key: Key, movement: Movement) -> str:
    if (board, (key[1], key[0])) in movement.slots:
        return "in the movement they sit the other way round"
    return "not in the movement"


def _elsewhere(slot: Slot, table: Table) -> str | None:
    fact = table.fact
    assert fact is not None, "a line has a fact"
    if fact.round not in {None, slot.round} or fact.table not in {None, slot.table}:
        return f"in the movement at table {slot.table} in round {slot.round}"
    return None


def _out_of_sequence(boards: Iterable[BoardRecord], movement: Movement | None) -> Iterator[Note]:
    """Tables that reported a round after a later one."""
    came: dict[str, list[tuple[int, int, int]]] = {}
    for record in boards:
        for key, table in lines(record):
            where = _where(record.number, key, table, movement)
            if where:
                came.setdefault(where[1], []).append((_version(table), where[0], record.number))
    for name, reports in came.items():
        late = _late(sorted(reports))
        if late:
            said = listed([f"board {board} of round {number}" for _, number, board in late])
            text = f"Table {name}: {said} came after a later round."
            yield Note(code="out_of_sequence", text=text, versions=tuple(version for version, _, _ in late))


def _late(reports: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    latest, late = 0, []
    for report in reports:
        if report[1] < latest:
            late.append(report)
        latest = max(latest, report[1])
    return late


def _where(board: int, key: Key, table: Table, movement: Movement | None) -> tuple[int, str] | None:
    """Round and table of a line: as planned, else as reported."""
    slot = movement.slots.get((board, key)) if movement else None
    if slot:
        return slot.round, slot.table
    fact: Played | Awarded | Skipped | None = table.fact
    if fact is None or fact.round is None or fact.table is None:
        return None
    return fact.round, fact.table


def _version(table: Table) -> int:
    """When the table first said how the board ended."""
    return min(fact.version for fact in (table.played, table.awarded, table.skipped) if fact)

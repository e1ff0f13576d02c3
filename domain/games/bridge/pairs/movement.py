"""
Who is to play which board against whom, when and where.

Source:
    docs/games/bridge.md, "Movements".
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from domain.errors import RuleViolation
from domain.games.bridge.events import MovementSet, Seating
from domain.games.bridge.table import named
from domain.games.bridge.terms import Side

Key: TypeAlias = tuple[str, str]
"""Who meets: the pair that sits North–South, and the pair that sits East–West."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One board at one table, as it is planned."""

    round: int
    table: str
    board: int
    ns: str
    ew: str


@dataclass(frozen=True, slots=True)
class Movement:
    """
    A plan.

    Args:
        slots: By board and who meets.
        tables: The largest number of tables at which any board is to be played.
        sits: The direction in which each pair first sits.
        boards: How many boards each pair is to play.
    """

    slots: Mapping[tuple[int, Key], Slot]
    tables: int
    sits: Mapping[str, Side]
    boards: Mapping[str, int]


def check_movement(event: MovementSet) -> None:
    """
    Whether a movement can be played.

    Errors:
        RuleViolation: `movement_invalid` if a table or a pair stands twice in a round, or a pair meets a
            board twice.
    """
    for number, seatings in enumerate(event.rounds, start=1):
        _check_once("Table", [str(named(seating.table)) for seating in seatings], number)
        _check_once("Pair", [pair for seating in seatings for pair in (seating.ns, seating.ew) if pair], number)
    meets = Counter((pair, slot.board) for slot in _slots(event) for pair in (slot.ns, slot.ew))
    for (pair, board), times in meets.items():
        if times > 1:
            raise RuleViolation("movement_invalid", f"Pair {pair} meets board {board} {times} times.")


def movement(event: MovementSet) -> Movement:
    """The plan that a movement gives."""
    slots = {(slot.board, (slot.ns, slot.ew)): slot for slot in _slots(event)}
    at = Counter(slot.board for slot in slots.values())
    boards = Counter(pair for slot in slots.values() for pair in (slot.ns, slot.ew))
    sits: dict[str, Side] = {}
    for seatings in event.rounds:
        for seating in seatings:
            if seating.ns:
                sits.setdefault(seating.ns, "NS")
            if seating.ew:
                sits.setdefault(seating.ew, "EW")
    return Movement(slots, max(at.values(), default=0), sits, boards)


def _slots(event: MovementSet) -> Iterator[Slot]:
    """Every board of every full table; a pair without opponents sits out."""
    for number, seatings in enumerate(event.rounds, start=1):
        for seating in seatings:
            yield from _at(number, seating)


def _at(number: int, seating: Seating) -> Iterator[Slot]:
    if seating.ns is not None and seating.ew is not None:
        for board in seating.boards:
            yield Slot(number, str(named(seating.table)), board, seating.ns, seating.ew)


def _check_once(what: str, names: list[str], number: int) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise RuleViolation("movement_invalid", f"{what} {twice[0]} stands twice in round {number}.")

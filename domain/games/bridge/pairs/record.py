"""A board of a session at all its tables."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from domain.games.bridge.awards import Award
from domain.games.bridge.pairs.movement import Key
from domain.games.bridge.play import Hands
from domain.games.bridge.table import Awarded, Table
from domain.games.bridge.terms import Side

SitOut: TypeAlias = tuple[str, Side]
"""A pair without opponents, and where it would sit."""


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """
    A board at all its tables.

    Args:
        tables: What is known of each, by who meets there.
        hands: Its hands, if they were told for all tables.
        dealt: The facts that told hands of it.
        groups: If it was fouled: which group each table is of; tables not named are of group 0.
        sit_outs: What pairs without opponents were awarded.
        memo: What was computed from this record. A changed record begins with an empty one.
    """

    number: int
    tables: Mapping[Key, Table] = field(default_factory=dict)
    hands: Hands | None = None
    dealt: tuple[int, ...] = ()
    groups: Mapping[Key, int] | None = None
    sit_outs: Mapping[SitOut, Awarded] = field(default_factory=dict)
    memo: dict[Any, Any] = field(init=False, default_factory=dict, compare=False, repr=False)


def lines(record: BoardRecord) -> tuple[tuple[Key, Table], ...]:
    """The tables that have a result, an award or nothing to wait for, by the number of the pairs."""
    found: tuple[tuple[Key, Table], ...] | None = record.memo.get("lines")
    if found is None:
        settled = [line for line in record.tables.items() if line[1].settled]
        found = record.memo["lines"] = tuple(sorted(settled, key=_order))
    return found


def award_of(table: Table, side: Side) -> Award | None:
    """What a side was awarded at a table."""
    return table.awarded.awards.of(side) if table.awarded else None


@lru_cache(maxsize=10_000)
def natural(pair: str) -> tuple[tuple[int, str], ...]:
    """
    Where a pair stands in a list: 2 before 10.

    >>> sorted(["10NS", "2NS", "2EW"], key=natural)
    ['2EW', '2NS', '10NS']
    """
    return tuple((int(digits or 0), text) for digits, text in re.findall(r"([0-9]*)([^0-9]*)", pair))


def _order(line: tuple[Key, Table]) -> tuple[tuple[tuple[int, str], ...], ...]:
    ns, ew = line[0]
    return natural(ns), natural(ew)

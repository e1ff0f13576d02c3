"""
A board's results compared: what each line of the traveller earns.

Source:
    docs/games/bridge.md, "Matchpoints", "Butler and cross-IMPs" and "Fouled boards".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, assert_never

from domain.games.bridge.figures import Figure, figure
from domain.games.bridge.pairs.columns import Column, Raw, column
from domain.games.bridge.pairs.movement import Key
from domain.games.bridge.pairs.options import PairsOptions
from domain.games.bridge.pairs.record import BoardRecord, lines
from domain.games.bridge.spreads import is_lopsided
from domain.games.bridge.table import Table

SMALL: Final = 2
"""Results of a fouled board's group that may be scored artificially."""
_FIELD: Final = 3
"""How many times larger the field then is, at least."""


@dataclass(frozen=True, slots=True)
class Earned:
    """
    What one side of a line earns by comparison.

    Args:
        points: Matchpoints on the scale of 2, or IMPs.
        raw: Matchpoints before factoring; IMPs before they are divided.
        others: With how many results it was compared.
    """

    points: Figure
    raw: Figure
    others: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the traveller. A side that was not compared has None; `top` is on the scale of 2."""

    key: Key
    table: Table
    ns: Earned | None
    ew: Earned | None
    top: int
    group: int


@dataclass(frozen=True, slots=True)
class Group:
    """Tables that played a board in the same form: how many results, and the datum for each direction."""

    number: int
    results: int
    datum: int | None = None
    datum_ew: int | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A board compared: its top (on the scale of 2), its lines, and its groups: one, unless it was fouled."""

    top: int
    lines: tuple[Line, ...]
    groups: tuple[Group, ...]


def compare(record: BoardRecord, options: PairsOptions, tables: int) -> Compared:
    """
    Score a board.

    Args:
        record: The board.
        options: The session's agreements.
        tables: How many results every board is factored to.
    """
    found: Compared | None = record.memo.get(tables)
    if found is None:
        found = record.memo[tables] = _compare(record, options, tables)
    return found


def _compare(record: BoardRecord, options: PairsOptions, tables: int) -> Compared:
    groups = record.groups or {}
    parts: dict[int, list[tuple[Key, Table]]] = {}
    for line in lines(record):
        parts.setdefault(groups.get(line[0], 0), []).append(line)
    scored = [
        _group(number, members, options, tables, fouled=bool(groups)) for number, members in sorted(parts.items())
    ]
    found = [line for _, members in scored for line in members]
    if len(scored) > 1:
        order = {key: place for place, (key, _) in enumerate(lines(record))}
        found.sort(key=lambda line: order[line.key])
    top = 2 * (tables - 1) if options.neuberg else max((line.top for line in found), default=0)
    return Compared(max(top, 0), tuple(found), tuple(group for group, _ in scored))


def _group(
    number: int, members: Sequence[tuple[Key, Table]], options: PairsOptions, tables: int, *, fouled: bool
) -> tuple[Group, list[Line]]:
    """Score the tables that played the board in one form."""
    played = [table for _, table in members]
    ns = column(played, "NS", options)
    lopsided = is_lopsided(played)
    ew = column(played, "EW", options) if lopsided else _mirrored(ns, options)
    results = max(ns.results, ew.results)
    tables = tables if options.neuberg else results
    small = fouled and options.small_groups == "artificial" and results <= SMALL and results * _FIELD <= tables
    scored = [
        Line(
            key,
            table,
            first and _earned(first, options, tables, small=small),
            second and _earned(second, options, tables, small=small),
            2 * max(tables - 1, 0),
            number,
        )
        for (key, table), first, second in zip(members, ns.raw, ew.raw, strict=True)
    ]
    return Group(number, results, ns.datum, ew.datum), scored


def _mirrored(ns: Column, options: PairsOptions) -> Column:
    """East–West's column where every line counts alike for both sides: what one wins the other loses."""
    if options.scoring == "matchpoints":
        raw = [each and (2 * each[1] - each[0], each[1]) for each in ns.raw]
    else:
        raw = [each and (-each[0], each[1]) for each in ns.raw]
    return Column(raw, ns.results, ns.datum)


def _earned(of: Raw, options: PairsOptions, tables: int, *, small: bool) -> Earned:
    raw, others = of
    match options.scoring:
        case "matchpoints":
            return Earned(small_share(raw, others, tables) if small else factored(raw, others, tables), raw, others)
        case "cross-imps":
            return Earned(_divided(raw, others, options.cross_imps_divisor), raw, others)
        case "butler":
            return Earned(raw, raw, others)
        case _:
            assert_never(options.scoring)


@lru_cache(maxsize=65_536)
def factored(raw: Figure, others: int, tables: int) -> Figure:
    """
    Matchpoints on the scale of 2 as if there had been as many results as expected.

    For fewer results it is the Neuberg formula. More results than a movement has tables are scaled down to
    the common top, as that formula would leave it on both sides.

    Args:
        raw: Matchpoints earned against the other results.
        others: How many they were.
        tables: How many results there were to be.

    >>> [str(factored(raw, others=4, tables=6)) for raw in (2, 4, 8, 0, 6)]
    ['13/5', '5', '49/5', '1/5', '37/5']
    """
    results = others + 1
    if results == tables:
        return raw
    if results > tables:
        return figure(Fraction(raw * max(tables - 1, 0)) / others) if others else 0
    return figure(Fraction(tables * (raw + 1) - results) / results)


def small_share(raw: Figure, others: int, tables: int) -> Figure:
    """
    Matchpoints of a small group of a fouled board: 60 % of the top, and 5 % more or less by the comparison.

    >>> small_share(2, others=1, tables=11), small_share(0, others=1, tables=11), small_share(0, 0, 11)
    (13, 11, 12)
    """
    return figure(Fraction(60 + 5 * (raw - others)) / 100 * 2 * (tables - 1))


@lru_cache(maxsize=65_536)
def _divided(raw: Figure, others: int, divisor: str) -> Figure:
    if divisor == "sum" or others == 0:
        return raw
    return figure(Fraction(raw) / (others if divisor == "n-1" else others + 1))

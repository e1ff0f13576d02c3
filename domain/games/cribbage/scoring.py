"""
The show: what a hand or crib counts with the starter.

Everything but flush and nobs depends on ranks alone, so it stands in a table of rows by ranks, each worked
out when it is first asked for: 6,175 rows at most.

Source:
    docs/games/cribbage.md, "The show" and "The house of the seed".
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from domain.cards import PACK, Card
from domain.games.cribbage.cadence import aloud
from domain.games.cribbage.terms import TEN, VALUES, Rules

FIFTEEN: Final = 15
_KINDS: Final = len(VALUES)
_SHORTEST: Final = 3
_PER_CARD: Final = tuple(length if length >= _SHORTEST else 0 for length in range(_KINDS + 1))
_RUNS: Final[dict[Rules, dict[int, int]]] = {"acc": {}, "seed-house": {4: 6, 5: 12}}
"""What the rules pay for a run other than a point a card."""

BASE: Final = 5
"""Ranks are counted in this base, since no rank is there five times."""
_RANK: Final = {card: list(VALUES).index(card[0]) for card in PACK}
_WEIGHT: Final = {card: BASE**rank for card, rank in _RANK.items()}
"""Summed, they tell how often each rank is there."""
_NOBS: Final = {starter: Card("J" + starter[1]) for starter in PACK}


class Row(NamedTuple):
    """What ranks alone are worth."""

    fifteens: int
    pairs: int
    runs: int


class _Rows(dict[int, Row]):
    """Rows by the ranks of five cards, each worked out when it is first asked for."""

    def __init__(self, runs: tuple[int, ...]) -> None:
        super().__init__()
        self._runs = runs

    def __missing__(self, key: int) -> Row:
        self[key] = row = _row([key // BASE**rank % BASE for rank in range(_KINDS)], self._runs)
        return row


class _Totals(dict[int, int]):
    """The sums of rows."""

    def __init__(self, rows: _Rows) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, key: int) -> int:
        self[key] = points = sum(self._rows[key])
        return points


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """
    What a table counts by.

    Args:
        runs: What one run is worth, by its length from 0 to 13.
        suits: Whether flush and nobs count.
        rows: What the ranks of five cards are worth, by their weight.
        totals: The sums of the rows.
    """

    runs: tuple[int, ...]
    suits: bool
    rows: _Rows = field(repr=False)
    totals: _Totals = field(repr=False)


def scale(rules: Rules, run_values: frozenset[tuple[int, int]] = frozenset()) -> Scale:
    """
    What a table counts by.

    Args:
        rules: `acc`, or the house of the seed: ranks alone, a run of four 6, a run of five 12.
        run_values: What else the table pays: length and points of a run.
    """
    return _scale(rules, run_values)


@cache
def _scale(rules: Rules, run_values: frozenset[tuple[int, int]]) -> Scale:
    values = _RUNS[rules] | dict(run_values)
    runs = tuple(values.get(length, points) for length, points in enumerate(_PER_CARD))
    rows = _Rows(runs)
    return Scale(runs, rules == "acc", rows, _Totals(rows))


ACC: Final = scale("acc")


@dataclass(frozen=True, slots=True)
class Groups:
    """The sets of cards that score."""

    fifteens: tuple[tuple[Card, ...], ...] = ()
    pairs: tuple[tuple[Card, ...], ...] = ()
    runs: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """
    What a hand, a crib or some ranks count, part by part.

    Args:
        ranks: From 0 for the ace to 12 for the king, as they were given.
        cards: The hand and then the starter; empty where ranks alone were counted.
        by: What the table counts by.
    """

    ranks: tuple[int, ...]
    cards: tuple[Card, ...]
    by: Scale
    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.fifteens + self.pairs + self.runs + self.flush + self.nobs

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """What scores, by name, in the order in which it is counted."""
        named = ("fifteens", "pairs", "runs", "flush", "nobs")
        points = (self.fifteens, self.pairs, self.runs, self.flush, self.nobs)
        return tuple((name, part) for name, part in zip(named, points, strict=True) if part)

    @property
    def groups(self) -> Groups:
        """The sets of cards that make fifteens, pairs and runs; none where ranks alone were counted."""
        cards = sorted(self.cards, key=_RANK.__getitem__)
        sets = _sets(tuple(_RANK[card] for card in cards), self.by.runs)
        return Groups(*(tuple(tuple(cards[place] for place in group) for group in groups) for groups in sets))

    @property
    def cadence(self) -> str:
        """The count as it is spoken."""
        return aloud(self.fifteens // 2, tuple(_counts(self.ranks)), self.by.runs, self.flush, self.nobs)


def total(hand: Sequence[Card], starter: Card, *, crib: bool = False, by: Scale = ACC) -> int:
    """
    What four cards count with the starter.

    Args:
        hand: Four cards.
        starter: Another one.
        crib: Whether they are the crib, where only a flush of five counts.
        by: What the table counts by.

    >>> total(("5H", "5D", "5C", "JS"), "5S")
    29
    """
    a, b, c, d = hand
    points = by.totals[_WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[starter]]
    if by.suits:
        if a[1] == b[1] == c[1] == d[1]:
            points += _flush(a[1] == starter[1], crib)
        if _NOBS[starter] in hand:
            points += 1
    return points


def count(hand: Sequence[Card], starter: Card, *, crib: bool = False, by: Scale = ACC) -> Count:
    """
    What four cards count with the starter, part by part; arguments as in `total`.

    >>> count(("4H", "5D", "6C", "6S"), "KS").cadence
    'fifteen two, fifteen four, fifteen six, and a double run of three is fourteen'
    """
    a, b, c, d = cards = tuple(hand)
    row = by.rows[_WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[starter]]
    flush = nobs = 0
    if by.suits:
        if a[1] == b[1] == c[1] == d[1]:
            flush = _flush(a[1] == starter[1], crib)
        nobs = int(_NOBS[starter] in cards)
    ranks = (_RANK[a], _RANK[b], _RANK[c], _RANK[d], _RANK[starter])
    return Count(ranks, (*cards, starter), by, *row, flush, nobs)


def count_ranks(ranks: Iterable[int], by: Scale = ACC) -> Count:
    """
    What ranks alone count, however many.

    Args:
        ranks: From 0 for the ace to 12 for the king.
        by: What the table counts by.

    >>> count_ranks([3, 4, 5, 6], scale("seed-house")).total, count_ranks([]).total
    (8, 0)
    """
    given = tuple(ranks)
    return Count(given, (), by, *_row(_counts(given), by.runs), 0, 0)


def _flush(with_starter: bool, crib: bool) -> int:
    return 5 if with_starter else 0 if crib else 4


def _counts(ranks: Iterable[int]) -> list[int]:
    counts = [0] * _KINDS
    for rank in ranks:
        counts[rank] += 1
    return counts


def _row(counts: Sequence[int], runs: Sequence[int]) -> Row:
    """What so many cards of each rank, ace to king, are worth."""
    pairs = sum(cards * (cards - 1) for cards in counts)
    return Row(2 * _fifteens(counts), pairs, sum(_runs(counts, runs)))


def _fifteens(counts: Sequence[int]) -> int:
    """In how many ways cards make fifteen."""
    ways = [1] + [0] * FIFTEEN
    for rank, cards in enumerate(counts, start=1):
        each = min(rank, TEN)
        for _ in range(cards):
            for reached in range(FIFTEEN, each - 1, -1):
                ways[reached] += ways[reached - each]
    return ways[FIFTEEN]


def _runs(counts: Sequence[int], values: Sequence[int]) -> Iterator[int]:
    """What each stretch of ranks without a gap pays, in all the ways in which it is made."""
    length, ways = 0, 1
    for cards in (*counts, 0):
        if cards:
            length, ways = length + 1, ways * cards
        else:
            yield values[length] * ways
            length, ways = 0, 1


@lru_cache(maxsize=8192)
def _sets(ranks: tuple[int, ...], runs: tuple[int, ...]) -> tuple[Sequence[tuple[int, ...]], ...]:
    """The places in sorted ranks that make each fifteen, pair and run."""
    places = range(len(ranks))
    fifteens = [
        chosen
        for size in range(2, len(ranks) + 1)
        for chosen in combinations(places, size)
        if sum(min(ranks[place] + 1, TEN) for place in chosen) == FIFTEEN
    ]
    pairs = [pair for pair in combinations(places, 2) if ranks[pair[0]] == ranks[pair[1]]]
    return fifteens, pairs, [*_run_sets(ranks, runs)]


def _run_sets(ranks: tuple[int, ...], runs: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    stretch: list[list[int]] = []
    for rank in range(_KINDS + 1):
        alike = [place for place, each in enumerate(ranks) if each == rank]
        if alike:
            stretch.append(alike)
            continue
        if runs[len(stretch)]:
            yield from product(*stretch)
        stretch = []

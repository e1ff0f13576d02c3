"""
The show of millions of hands at once. Needs numpy, which the extra `bulk` brings.

Cards are numbers here: the place of the card in `domain.cards.PACK`, 0 to 51.

Source:
    docs/games/cribbage.md, "Every hand".
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.cards import PACK, SUITS, Card
from domain.games.cribbage.scoring import ACC, BASE, Scale
from domain.games.cribbage.terms import VALUES

Numbers: TypeAlias = NDArray[np.uint8]

_CARDS: Final = 5
_KINDS: Final = len(VALUES)
_ALIKE: Final = len(SUITS)
_FLUSH: Final = np.uint8(4)
_BUCKETS: Final = 30
_RANK: Final = np.array([list(VALUES).index(card[0]) for card in PACK], dtype=np.uint32)
_SUIT: Final = np.array([SUITS.index(card[1]) for card in PACK], dtype=np.uint8)
_PLACES: Final = [_RANK * _KINDS**place for place in range(_CARDS)]
_JACK: Final = np.array([PACK.index(Card("J" + card[1])) for card in PACK], dtype=np.uint8)


def numbers(cards: Iterable[Card]) -> Numbers:
    """Cards as numbers."""
    return np.array([PACK.index(card) for card in cards], dtype=np.uint8)


def totals(hands: Numbers, starters: Numbers, *, crib: bool = False, by: Scale = ACC) -> Numbers:
    """
    What each hand counts with its starter.

    Args:
        hands: Rows of four cards.
        starters: A card for each row that is not in it.
        crib: Whether they are cribs, where only a flush of five counts.
        by: What the table counts by.

    >>> totals(numbers(["5H", "5D", "5C", "JS"])[None], numbers(["5S"])).tolist()
    [29]
    """
    columns = [*hands.T, starters]
    points = _rank_points(columns, by)
    return _with_suits(points, columns, crib=crib) if by.suits else points


def every_hand() -> Iterator[tuple[Numbers, Numbers]]:
    """All 12,994,800 hands and starters, in some 240 pieces, so that memory stays small."""
    for fives in _fives():
        for hand, starter in _splits(fives):
            yield np.column_stack(hand), starter


def distribution(*, crib: bool = False, by: Scale = ACC) -> list[int]:
    """How many of all 12,994,800 hands count nothing, one, two … 29."""
    sums: NDArray[Any] = np.zeros(_BUCKETS, dtype=np.int64)
    for fives in _fives():
        of_ranks = _rank_points([*fives.T], by)
        for hand, starter in _splits(fives):
            points = _with_suits(of_ranks.copy(), [*hand, starter], crib=crib) if by.suits else of_ranks
            sums += np.bincount(points, minlength=_BUCKETS)
    return [int(each) for each in sums]


def _rank_points(columns: Sequence[Numbers], by: Scale) -> Numbers:
    """What fifteens, pairs and runs of five cards count."""
    place = _PLACES[0][columns[0]]
    for step, column in zip(_PLACES[1:], columns[1:], strict=True):
        place += step[column]
    points: Numbers = _by_ranks(by)[place]
    return points


def _with_suits(points: Numbers, columns: Sequence[Numbers], *, crib: bool) -> Numbers:
    """Add flush and nobs; the starter is the last column."""
    *hand, starter = columns
    suit = _SUIT[hand[0]]
    four = suit == _SUIT[hand[1]]
    for column in hand[2:]:
        four &= suit == _SUIT[column]
    five = four & (suit == _SUIT[starter])
    points += (five if crib else four) * _FLUSH
    points += five
    jack = _JACK[starter]
    for column in hand:
        points += column == jack
    return points


def _fives() -> Iterator[Numbers]:
    """All sets of five cards, in pieces by their lowest."""
    for lowest in range(len(PACK) - _CARDS + 1):
        fives = np.array([[lowest]], dtype=np.uint8)
        for _ in range(_CARDS - 1):
            fives = _longer(fives)
        yield np.asfortranarray(fives)


def _splits(fives: Numbers) -> Iterator[tuple[list[Numbers], Numbers]]:
    """Each of the five as the starter of the other four."""
    for starter in range(_CARDS):
        yield [fives[:, column] for column in range(_CARDS) if column != starter], fives[:, starter]


def _longer(rows: Numbers) -> Numbers:
    """Each row of rising cards, with every higher card behind it."""
    room = len(PACK) - 1 - rows[:, -1].astype(np.int64)
    first = np.repeat(np.cumsum(room) - room, room)
    last = np.repeat(rows[:, -1], room) + 1 + (np.arange(len(first)) - first)
    return np.column_stack((np.repeat(rows, room, axis=0), last)).astype(np.uint8)


@lru_cache(maxsize=8)
def _by_ranks(by: Scale) -> Numbers:
    """The points for any five ranks in any order; of no account for five of a kind, which no pack holds."""
    ranks = np.unravel_index(np.arange(_KINDS**_CARDS), (_KINDS,) * _CARDS)
    weights, row_of = np.unique(sum(BASE ** each.astype(np.int64) for each in ranks), return_inverse=True)
    return np.array([by.totals[weight] for weight in weights.tolist()], dtype=np.uint8)[row_of]

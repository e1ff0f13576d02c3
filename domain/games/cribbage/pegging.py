"""
The play: what a card scores on the cards before it.

Source:
    docs/games/cribbage.md, "The play".
"""

from collections.abc import Sequence
from typing import Final

from domain.cards import RANKS, Card
from domain.games.cribbage.scoring import FIFTEEN
from domain.games.cribbage.terms import LIMIT, value_of

_ORDER: Final = "A" + RANKS[:-1]
_ALIKE: Final = {2: ("pair", 2), 3: ("pair_royal", 6), 4: ("double_pair_royal", 12)}
_SHORTEST: Final = 3


def pegged(pile: Sequence[Card]) -> tuple[tuple[str, int], ...]:
    """
    What the last card of a count scores: by name, each with its points.

    Args:
        pile: The cards of the count, in the order in which they were laid.

    >>> pegged([Card("4C"), Card("6D"), Card("5H")])
    (('fifteen', 2), ('run3', 3))
    """
    awards = []
    count = sum(map(value_of, pile))
    if count == FIFTEEN:
        awards.append(("fifteen", 2))
    if count == LIMIT:
        awards.append(("thirtyone", 2))
    if (alike := _alike(pile)) in _ALIKE:
        awards.append(_ALIKE[alike])
    if (run := _run(pile)) >= _SHORTEST:
        awards.append((f"run{run}", run))
    return tuple(awards)


def _alike(pile: Sequence[Card]) -> int:
    """How many cards at the end of the pile are of one rank."""
    alike = 0
    for card in reversed(pile):
        if card[0] != pile[-1][0]:
            break
        alike += 1
    return alike


def _run(pile: Sequence[Card]) -> int:
    """How many cards at the end of the pile stand in sequence, in whatever order; the most."""
    longest = 0
    seen: set[int] = set()
    for length, card in enumerate(reversed(pile), start=1):
        rank = _ORDER.index(card[0])
        if rank in seen:
            break
        seen.add(rank)
        if max(seen) - min(seen) == length - 1:
            longest = length
    return longest

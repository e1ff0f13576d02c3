"""How contracts and hands are written in the files of other programs."""

from collections.abc import Iterable

from domain.cards import RANKS, Card
from domain.games.bridge.terms import PASSED_OUT
from services.formats.spelling import SUITS


def contract(text: str) -> str:
    """
    A contract as other programs have it: with `NT`.

    >>> contract("3NX"), contract("4SXX"), contract("Pass")
    ('3NTX', '4SXX', 'Pass')
    """
    return text if text == PASSED_OUT else text[:2].replace("N", "NT") + text[2:]


def hand(cards: Iterable[Card]) -> str:
    """
    A hand, spades first, the highest card of each suit first.

    >>> hand([Card("2S"), Card("AS"), Card("TD")])
    'A2..T.'
    """
    held = sorted(cards, key=lambda card: -RANKS.index(card[0]))
    return ".".join("".join(card[0] for card in held if card[1] == suit) for suit in SUITS)

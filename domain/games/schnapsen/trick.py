"""
Tricks: who wins one, what it is worth, and what may answer a lead. Both games agree in every word.

Source:
    docs/games/schnapsen.md, "Tricks".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from domain.cards import Card
from domain.games.schnapsen.terms import CARDS, RANKS, SUITS, WORTH, CardPoints, Cards, Suit

Band = Literal["beat", "follow", "trump", "free"]
"""What an answer does in phase 2, the strictest first; only the first band that holds a card rules."""

Cascade = tuple[tuple[Band, Cards], ...]


def _cascade(lead: Card, trump: Suit | None) -> Cascade:
    rank = RANKS.index(lead[0])
    beats = frozenset(card for card in CARDS if card[1] == lead[1] and RANKS.index(card[0]) > rank)
    follows = frozenset(card for card in CARDS if card[1] == lead[1] and RANKS.index(card[0]) < rank)
    if trump == lead[1]:
        return ("beat", beats), ("follow", follows)
    return ("beat", beats), ("follow", follows), ("trump", frozenset(card for card in CARDS if card[1] == trump))


def _winning(cascade: Cascade) -> Cards:
    return frozenset[Card]().union(*(cards for band, cards in cascade if band != "follow"))


_CASCADES: Final[dict[Suit | None, dict[Card, Cascade]]] = {
    trump: {lead: _cascade(lead, trump) for lead in CARDS} for trump in (*SUITS, None)
}
_WINNING: Final = {
    trump: {lead: _winning(cascade) for lead, cascade in cascades.items()} for trump, cascades in _CASCADES.items()
}
_WORTH: Final = {card: WORTH[card[0]] for card in CARDS}


@dataclass(frozen=True, slots=True)
class Judgement:
    """
    What can be said of a trick, or of a lead that a hand must answer.

    Args:
        winner: Whether the lead or the answer wins; None without an answer.
        card: The winning card.
        value: The card points of the trick.
        band: The band that rules the answer; without a hand, the one that the answer itself belongs to.
        legal: What may answer, in the hand's own order; None without a hand.
    """

    winner: Literal["lead", "follow"] | None
    card: Card | None
    value: CardPoints | None
    band: Band
    legal: list[Card] | None


def winner_of(lead: Card, follow: Card, trump: Suit | None) -> Card:
    """
    The card that wins a trick: a trump beats a plain card, else the higher card of the suit led wins.

    Args:
        lead: The card led.
        follow: The answer.
        trump: The trump suit; None if it is not known, so that no card counts as a trump.

    >>> (
    ...     winner_of(Card("KS"), Card("TS"), "H"),
    ...     winner_of(Card("AS"), Card("JH"), "H"),
    ...     winner_of(Card("JS"), Card("AD"), "H"),
    ... )
    ('TS', 'JH', 'JS')
    """
    return follow if follow in _WINNING[trump][lead] else lead


def value_of(lead: Card, follow: Card) -> CardPoints:
    """
    The card points of a trick, 0 to 21.

    >>> value_of(Card("AS"), Card("TS")), value_of(Card("9S"), Card("9H"))
    (21, 0)
    """
    return CardPoints(_WORTH[lead] + _WORTH[follow])


def follow_band(hand: Sequence[Card], lead: Card, trump: Suit | None, phase: int) -> Band:
    """
    The one band from which a hand must answer a lead.

    Args:
        hand: The cards held.
        lead: The card led.
        trump: The trump suit; None if it is not known, so that no card counts as a trump.
        phase: 1 while the talon is open (any card may answer), 2 once it is closed or exhausted.

    >>> follow_band([Card("JH"), Card("AD")], Card("KS"), "H", 2)
    'trump'
    """
    if phase != 1:
        for band, cards in _CASCADES[trump][lead]:
            if not cards.isdisjoint(hand):
                return band
    return "free"


def legal_follows(hand: Sequence[Card], lead: Card, trump: Suit | None, phase: int) -> list[Card]:
    """
    The cards that may answer a lead, in the hand's own order; arguments as in `follow_band`.

    >>> legal_follows([Card("JS"), Card("AH"), Card("QS")], Card("KS"), "H", 2)
    ['JS', 'QS']
    """
    if phase != 1:
        for _, cards in _CASCADES[trump][lead]:
            if not cards.isdisjoint(hand):
                return [card for card in hand if card in cards]
    return list(hand)


def judge(
    lead: Card, follow: Card | None, trump: Suit, phase: int = 1, hand: Sequence[Card] | None = None
) -> Judgement:
    """
    All that the rules say of a lead and its answer.

    Args:
        lead: The card led.
        follow: The answer, if there is one yet.
        trump: The trump suit.
        phase: As in `follow_band`.
        hand: The hand that answers, if it is known, the answer still in it.

    >>> judge(Card("QS"), Card("AH"), "H")
    Judgement(winner='follow', card='AH', value=14, band='free', legal=None)
    """
    holding = hand if hand is not None else [follow] if follow is not None else []
    band = follow_band(holding, lead, trump, phase)
    legal = None if hand is None else legal_follows(hand, lead, trump, phase)
    if follow is None:
        return Judgement(None, None, None, band, legal)
    card = winner_of(lead, follow, trump)
    return Judgement("lead" if card == lead else "follow", card, value_of(lead, follow), band, legal)


@cache
def denied_by(lead: Card, follow: Card, trump: Suit | None) -> Cards:
    """The cards that a seat says not to hold by that answer in phase 2: those of all stricter bands."""
    stricter: list[Cards] = []
    for _, cards in _CASCADES[trump][lead]:
        if follow in cards:
            break
        stricter.append(cards)
    return frozenset[Card]().union(*stricter)

"""
Dealing: whether what is told of a deal can be, and where its cards lie.

Source:
    docs/games/schnapsen.md, "Pack and deal".
"""

from collections.abc import Iterable

from domain.cards import Card
from domain.errors import RuleViolation
from domain.games.schnapsen.events import Dealt
from domain.games.schnapsen.layout import Hand, Layout
from domain.games.schnapsen.ruleset import Ruleset
from domain.games.schnapsen.terms import Seat, suit_named
from domain.text import SUIT_WORDS, count, shown


def check_dealt(ruleset: Ruleset, event: Dealt) -> None:
    """
    Whether the cards told can be a deal.

    Errors:
        RuleViolation: `card_seen_twice`, or `deal_invalid` for cards that are not in the pack, hands and talons
            of another size, and a turn-up that cannot be of the trump suit.
    """
    told = list(_told(event))
    if not ruleset.pack.issuperset(told):
        outside = next(card for card in told if card not in ruleset.pack)
        raise RuleViolation("deal_invalid", f"{shown(outside)} is not in the pack of {len(ruleset.pack)}.")
    if len(set(told)) < len(told):
        twice = next(card for card in told if told.count(card) > 1)
        raise RuleViolation("card_seen_twice", f"{shown(twice)} was dealt twice.")
    for seat, hand in (event.hands or {}).items():
        if len(hand) != ruleset.hand:
            raise RuleViolation("deal_invalid", f"A hand has {count(ruleset.hand, 'card')}: {seat} has {len(hand)}.")
    if event.talon is not None and len(event.talon) != ruleset.talon - 1:
        size = f"The talon has {ruleset.talon - 1} cards without the turn-up, not {len(event.talon)}."
        raise RuleViolation("deal_invalid", size)
    if event.trump is None:
        return
    turn_ups = {event.turn_up} if event.turn_up is not None else laid_out(ruleset, event).turn_ups()
    if all(card[1] != event.trump for card in turn_ups):
        raise RuleViolation("deal_invalid", f"With {SUIT_WORDS[event.trump]} as trumps, the turn-up is one of them.")


def laid_out(ruleset: Ruleset, event: Dealt) -> Layout:
    """Where the cards lie after the deal, with all that counting tells."""
    hands = event.hands or {}

    def hand(seat: Seat) -> Hand:
        return Hand(frozenset(hands[seat])) if seat in hands else Hand(hidden=ruleset.hand)

    return Layout(
        pack=ruleset.pack,
        a=hand("A"),
        b=hand("B"),
        talon=None if event.talon is None else tuple(event.talon),
        talon_left=ruleset.talon,
        turn_up=event.turn_up,
        trump=event.trump or (suit_named(event.turn_up) if event.turn_up else None),
    ).counted()


def _told(event: Dealt) -> Iterable[Card]:
    for hand in (event.hands or {}).values():
        yield from hand
    yield from event.talon or ()
    if event.turn_up is not None:
        yield event.turn_up

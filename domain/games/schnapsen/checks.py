"""
What may happen in a deal, in the contract's order of checks: the deal over, whose turn, the rule itself.

Source:
    docs/games/schnapsen.md, "A deal".
"""

from typing import assert_never

from domain.cards import Card
from domain.errors import RuleViolation
from domain.games.schnapsen.deal import Deal
from domain.games.schnapsen.events import (
    CardPlayed,
    DealAwarded,
    DealEnded,
    EndEvent,
    MarriageDeclared,
    PlayEvent,
    SixtySixClaimed,
    TalonClosed,
    TrickPlayed,
    TrumpExchanged,
)
from domain.games.schnapsen.exchange import check_exchange
from domain.games.schnapsen.layout import Layout
from domain.games.schnapsen.revokes import breach
from domain.games.schnapsen.ruleset import Rules
from domain.games.schnapsen.terms import Seat, Suit, named, other
from domain.text import SUIT_WORDS, count, shown


def check_play(rules: Rules, deal: Deal | None, event: PlayEvent) -> None:
    """
    Whether the rules allow an event that does not end the deal.

    Errors:
        RuleViolation: see docs/games/schnapsen.md, "Refusals".
    """
    deal = _in_play(deal)
    match event:
        case TrickPlayed():
            _check_trick(deal, event)
        case CardPlayed():
            _check_card(deal, event)
        case MarriageDeclared():
            _check_marriage(rules, deal, event)
        case TrumpExchanged():
            check_exchange(rules, deal, event)
        case TalonClosed():
            _check_close(rules, deal, event)
        case _:
            assert_never(event)


def check_end(deal: Deal | None, event: EndEvent) -> None:
    """Whether the deal may end so; errors as in `check_play`."""
    deal = _in_play(deal)
    match event:
        case SixtySixClaimed():
            _check_claim(deal, event.seat)
        case DealEnded():
            if not deal.cards_out:
                raise RuleViolation("deal_in_progress", "Cards are still held: the deal has not ended.")
        case DealAwarded():
            pass
        case _:
            assert_never(event)


def _in_play(deal: Deal | None) -> Deal:
    if deal is None or deal.result is not None:
        raise RuleViolation("deal_over", "No deal is being played: the next one must be dealt first.")
    return deal


def _check_turn(deal: Deal, seat: Seat) -> None:
    if seat != deal.turn:
        raise RuleViolation("not_your_turn", f"It is {deal.turn}'s turn, not {seat}'s.")


def _check_trick(deal: Deal, event: TrickPlayed) -> None:
    if deal.led is not None:
        raise RuleViolation(
            "deal_in_progress", f"{shown(deal.led.card)} is on the table: report its answer as a card played."
        )
    leader = event.leader or deal.leader
    _check_lead(deal, leader, event.lead, irregular=event.irregular)
    layout = deal.layout.without(leader, event.lead)
    _check_answer(deal, layout, other(leader), event.lead, event.follow, irregular=event.irregular)


def _check_card(deal: Deal, event: CardPlayed) -> None:
    if deal.led is None:
        _check_lead(deal, event.seat, event.card, irregular=event.irregular)
        return
    _check_turn(deal, event.seat)
    _check_answer(deal, deal.layout, event.seat, deal.led.card, event.card, irregular=event.irregular)


def _check_lead(deal: Deal, seat: Seat, card: Card, *, irregular: bool) -> None:
    if deal.cards_out:
        raise RuleViolation("deal_over", "All cards have been played: the deal ends by a claim, or unclaimed.")
    if not irregular:
        _check_turn(deal, seat)
    _check_held(deal.layout, seat, card)
    if not irregular and (fault := must_lead(deal, seat, card)):
        raise RuleViolation("must_lead", fault)


def _check_answer(deal: Deal, layout: Layout, seat: Seat, lead: Card, card: Card, *, irregular: bool) -> None:
    _check_held(layout, seat, card)
    if deal.bound and not irregular and (fault := breach(layout, seat, lead, card)):
        raise RuleViolation("must_follow", fault)
    if layout.trump is None and lead[1] != card[1]:
        raise RuleViolation("trump_unknown", "Nobody has told the trump suit, so who wins this trick cannot be said.")


def must_lead(deal: Deal, seat: Seat, card: Card) -> str | None:
    """Why another card must be led after a marriage was declared; None if this one will do."""
    if deal.promised is None or seat != deal.leader or card in couple(deal.promised):
        return None
    pair = named(couple(deal.promised))
    return f"{seat} has declared the marriage in {SUIT_WORDS[deal.promised]} and must lead {pair}."


def couple(suit: Suit) -> frozenset[Card]:
    """King and queen of a suit."""
    return frozenset({Card("K" + suit), Card("Q" + suit)})


def _check_held(layout: Layout, seat: Seat, card: Card) -> None:
    if card in layout.hand(seat).known:
        return
    if card not in layout.pack:
        raise RuleViolation("not_held", f"{shown(card)} is not in the pack of {len(layout.pack)}.")
    if card in layout.played:
        raise RuleViolation("card_seen_twice", f"{shown(card)} was played before.")
    if not layout.may_hold(seat, frozenset({card})):
        raise RuleViolation("not_held", f"{seat} does not hold {shown(card)}.")


def _check_marriage(rules: Rules, deal: Deal, event: MarriageDeclared) -> None:
    seat, suit = event.seat, SUIT_WORDS[event.suit]
    _check_turn(deal, seat)
    if deal.led is not None:
        raise RuleViolation("no_marriage", f"A marriage is declared before leading: {seat} has a card to answer.")
    if deal.bound and not rules.ruleset.marriage_in_phase_2:
        raise RuleViolation("no_marriage", "No marriage is declared once the talon is closed or exhausted.")
    if deal.promised is not None:
        pair = named(couple(deal.promised))
        raise RuleViolation("must_lead", f"{seat} has just declared a marriage and must lead {pair} first.")
    if not deal.layout.may_hold(seat, couple(event.suit)):
        raise RuleViolation("no_marriage", f"{seat} does not hold both king and queen of {suit}.")
    trump = deal.layout.trump
    if trump is None and event.value is None:
        raise RuleViolation("trump_unknown", "Nobody has told the trump suit: say whether it is worth 20 or 40.")
    worth = marriage_value(event.suit, trump)
    if trump is not None and event.value not in {None, worth}:
        raise RuleViolation("no_marriage", f"The marriage in {suit} is worth {worth}, not {event.value}.")


def marriage_value(suit: Suit, trump: Suit | None) -> int:
    """What a marriage is worth: 20, in trumps 40."""
    return 40 if suit == trump else 20


def _check_close(rules: Rules, deal: Deal, event: TalonClosed) -> None:
    _check_turn(deal, event.seat)
    if deal.led is not None:
        raise RuleViolation("cannot_close", "The talon is closed before leading: a card is on the table.")
    if deal.close is not None:
        raise RuleViolation("cannot_close", f"{deal.close.closing.by} has closed the talon already.")
    layout = deal.layout
    if event.before_draw:
        if not rules.ruleset.close_before_draw:
            raise RuleViolation("cannot_close", "The talon is closed after drawing, with full hands.")
        if deal.undrawn is None and deal.tricks:
            raise RuleViolation("cannot_close", "The draw after the last trick was made already.")
        layout = deal.undrawn or layout
    if layout.talon_left < rules.options.min_talon_to_close:
        left = count(layout.talon_left, "card")
        least = rules.options.min_talon_to_close
        raise RuleViolation("cannot_close", f"The talon has {left} left; to close it, {least} must be.")


def _check_claim(deal: Deal, seat: Seat) -> None:
    _check_turn(deal, seat)
    if deal.led is not None:
        raise RuleViolation("cannot_claim", "66 is claimed before leading: a card is on the table.")
    if deal.scores.of(seat).tricks == 0 and all(marriage.seat != seat for marriage in deal.marriages):
        raise RuleViolation("cannot_claim", f"{seat} has neither taken a trick nor declared a marriage.")

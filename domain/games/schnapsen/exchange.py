"""
Exchanging the lowest trump for the turn-up.

Source:
    docs/games/schnapsen.md, "Exchanging the turn-up".
"""

from domain.cards import Card
from domain.errors import RuleViolation
from domain.games.schnapsen.deal import Deal
from domain.games.schnapsen.events import TrumpExchanged
from domain.games.schnapsen.ruleset import Rules
from domain.games.schnapsen.terms import other
from domain.text import count, shown


def check_exchange(rules: Rules, deal: Deal, event: TrumpExchanged) -> None:
    """Whether a seat may exchange now: RuleViolation `not_your_turn` or `no_exchange` if not."""
    if event.on_close:
        _check_at_close(rules, deal, event)
    elif event.seat != deal.turn:
        raise RuleViolation("not_your_turn", f"It is {deal.turn}'s turn, not {event.seat}'s.")
    else:
        _check_on_lead(rules, deal, event)
    left = deal.layout.talon_left
    if left < rules.options.min_talon_to_exchange:
        least = rules.options.min_talon_to_exchange
        raise RuleViolation("no_exchange", f"The talon has {count(left, 'card')} left; to exchange, {least} must be.")
    _check_cards(rules, deal, event)


def given_card(rules: Rules, deal: Deal, event: TrumpExchanged) -> Card:
    """The card that is exchanged: as told, or the one that it must be."""
    if event.gives is not None:
        return event.gives
    assert deal.layout.trump is not None, "without a trump suit, the card must be told"
    return rules.ruleset.exchange_card(deal.layout.trump)


def _check_at_close(rules: Rules, deal: Deal, event: TrumpExchanged) -> None:
    if not rules.ruleset.exchange_on_close:
        raise RuleViolation("no_exchange", "In this game nobody exchanges at the moment of closing.")
    close = deal.close
    if close is None or deal.led is not None or len(deal.tricks) != close.after_tricks:
        raise RuleViolation("no_exchange", "The talon has not been closed just now.")
    if event.seat == close.closing.by:
        raise RuleViolation("no_exchange", f"At the close {other(event.seat)} may exchange, not the closer.")


def _check_on_lead(rules: Rules, deal: Deal, event: TrumpExchanged) -> None:
    if deal.led is not None:
        raise RuleViolation("no_exchange", "The turn-up is exchanged before leading: a card is on the table.")
    if deal.close is not None:
        raise RuleViolation("no_exchange", "Nobody exchanges once the talon is closed.")
    if rules.exchange_needs_trick and deal.scores.of(event.seat).tricks == 0:
        raise RuleViolation("no_exchange", f"{event.seat} must take a trick before exchanging.")


def _check_cards(rules: Rules, deal: Deal, event: TrumpExchanged) -> None:
    layout = deal.layout
    if layout.trump is None and event.gives is None:
        raise RuleViolation("trump_unknown", "Nobody has told the trump suit: say which card was exchanged.")
    gives = given_card(rules, deal, event)
    if gives[0] != rules.ruleset.exchange_rank or layout.trump not in {None, gives[1]}:
        raise RuleViolation("no_exchange", f"{shown(gives)} is not the lowest trump.")
    if layout.trump is None and any(marriage.suit == gives[1] for marriage in deal.marriages):
        raise RuleViolation("no_exchange", f"The marriage in this suit was worth 20: {shown(gives)} is no trump.")
    if not layout.may_hold(event.seat, frozenset({gives})):
        raise RuleViolation("no_exchange", f"{event.seat} does not hold {shown(gives)}.")
    _check_taken(deal, gives, event.takes)


def _check_taken(deal: Deal, gives: Card, takes: Card | None) -> None:
    if takes is None:
        return
    layout = deal.layout
    if layout.turn_up not in {None, takes}:
        assert layout.turn_up is not None
        raise RuleViolation("no_exchange", f"The turn-up is {shown(layout.turn_up)}, not {shown(takes)}.")
    if layout.turn_up is None and (takes[1] != gives[1] or takes not in layout.loose or takes == gives):
        raise RuleViolation("no_exchange", f"{shown(takes)} cannot be the turn-up.")

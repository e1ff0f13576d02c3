"""
One deal: dealt, laid away, cut, played and shown.

Source:
    docs/games/cribbage.md, "A deal" and "Hands known and unknown".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from domain.cards import Card
from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Fact
from domain.games.cribbage import play as playing
from domain.games.cribbage.events import CardPlayed, CribShown, Dealt, Discarded, GoSaid, HandShown, StarterCut
from domain.games.cribbage.holding import Holding
from domain.games.cribbage.play import Play
from domain.games.cribbage.scoring import Count, Scale, count
from domain.games.cribbage.terms import HAND, Counted, Seat, Street, round_from
from domain.text import listed, shown

_TWO: int = 2
Shown: TypeAlias = HandShown | CribShown


@dataclass(frozen=True, slots=True)
class Show:
    """A hand or crib that was counted; `count` is None where only its points were told."""

    version: int
    seat: Seat
    what: Counted
    count: Count | None = None
    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """
    A deal, as far as it was reported.

    Args:
        order: The seats in turn, from the left of the dealer to the dealer.
        dealt: The cards dealt to the hands that are known.
        away: What was laid away, None where the cards were not told.
        shows: What was counted, in order.
        hidden: Versions of the facts that tell of hidden cards.
    """

    version: int
    dealer: Seat
    order: tuple[Seat, ...]
    dealt: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)
    away: Mapping[Seat, tuple[Card, ...] | None] = field(default_factory=dict)
    starter: Card | None = None
    play: Play | None = None
    shows: tuple[Show, ...] = ()
    hidden: frozenset[int] = frozenset()

    @property
    def street(self) -> Street:
        """How far it has come."""
        if len(self.shows) > len(self.order):
            return "over"
        if self.play is None:
            return "deal"
        return "show" if self.shows or self.play.over else "play"

    @property
    def told(self) -> bool:
        """Whether its cards are reported, so that all of it must be before the next deal."""
        laid = self.play is not None and bool(self.play.laid)
        return bool(self.dealt) or laid or any(show.count for show in self.shows)

    @property
    def next_show(self) -> tuple[Seat, Counted]:
        """What is counted next: the hands in turn, the dealer's last, then the crib."""
        number = len(self.shows)
        return (self.order[number], "hand") if number < len(self.order) else (self.dealer, "crib")

    def kept(self, seat: Seat) -> tuple[Card, ...] | None:
        """The four cards that a seat kept, if its play is known to the end."""
        cards = self.play.cards_of(seat) if self.play else ()
        return cards if len(cards) == HAND else None

    def laid_away(self, seat: Seat) -> frozenset[Card]:
        """What is known of a seat's cards in the crib."""
        told = self.away.get(seat)
        if told is not None:
            return frozenset(told)
        kept = self.kept(seat)
        return self.dealt[seat] - set(kept) if kept and seat in self.dealt else frozenset()

    def in_sight(self) -> set[Card]:
        """The cards that lie open: the starter, what was laid and what was shown."""
        cards = {self.starter} if self.starter else set()
        cards.update(card for _, card in (self.play.laid if self.play else ()))
        cards.update(card for show in self.shows if show.count for card in show.count.cards[:HAND])
        return cards


def begin(event: Dealt, version: int, dealer: Seat, players: int) -> Deal:
    """A deal as it is dealt."""
    dealt: dict[Seat, frozenset[Card]] = {seat: frozenset(cards) for seat, cards in (event.hands or {}).items()}
    return Deal(version, dealer, round_from(dealer, players), dealt, hidden=frozenset({version}))


def check_dealt(event: Dealt, seats: tuple[Seat, ...]) -> None:
    """Whether the hands can be dealt so."""
    size = HAND + _away(len(seats))
    for seat, cards in (event.hands or {}).items():
        if seat not in seats or len(cards) != size:
            raise EventInvalid([Flaw(f"/data/hands/{seat}", f"hands of {size} cards are dealt to {listed(seats)}")])
    _check_distinct(card for cards in (event.hands or {}).values() for card in cards)


def check_deal(deal: Deal | None, event: Discarded | StarterCut | CardPlayed | GoSaid | Shown) -> None:
    """
    Whether the rules allow an event in the deal in progress.

    Errors:
        RuleViolation: in the order of the contract; see docs/games/cribbage.md, "Refusals".
    """
    if deal is None or deal.street == "over":
        raise RuleViolation("deal_over", "No deal is in progress: the next one begins with cribbage.dealt.")
    match event:
        case Discarded():
            _check_before_cut(deal)
            _check_discards(deal, event)
        case StarterCut():
            _check_before_cut(deal)
            _check_starter(deal, event.card)
        case CardPlayed():
            playing.check_card(_play(deal), event.seat, event.card)
            _check_not_elsewhere(deal, event.seat, [event.card])
        case GoSaid():
            playing.check_go(_play(deal), event.seat)
        case HandShown() | CribShown():
            _check_show(deal, event)
        case _:
            assert_never(event)


def with_discards(deal: Deal, event: Discarded, version: int) -> Deal:
    """The deal after a player has laid away."""
    cards = tuple(event.cards) if event.cards is not None else None
    return replace(deal, away={**deal.away, event.seat: cards}, hidden=deal.hidden | {version})


def with_starter(deal: Deal, card: Card) -> Deal:
    """The deal after the cut: the play can begin."""
    hands: dict[Seat, Holding] = {seat: _holding(deal, seat) for seat in deal.order}
    return replace(deal, starter=card, play=Play(deal.order, hands, leader=deal.order[0]))


def with_show(deal: Deal, fact: Fact[Shown], by: Scale) -> tuple[Deal, Show]:
    """The deal after a hand or the crib was counted."""
    event = fact.event
    assert deal.starter is not None
    crib = isinstance(event, CribShown)
    counted = count(event.cards, deal.starter, crib=crib, by=by)
    show = Show(fact.version, event.seat, "crib" if crib else "hand", counted, event.claimed)
    return replace(deal, shows=(*deal.shows, show)), show


def _away(players: int) -> int:
    return _TWO if players == _TWO else 1


def _holding(deal: Deal, seat: Seat) -> Holding:
    if seat not in deal.dealt:
        return Holding()
    return Holding(HAND, deal.dealt[seat] - set(deal.away.get(seat) or ()))


def _play(deal: Deal) -> Play:
    if deal.play is None:
        raise RuleViolation("out_of_turn", "The starter has not been cut.")
    if deal.shows:
        raise RuleViolation("play_over", "The hands of this deal are being shown.")
    return deal.play


def _check_before_cut(deal: Deal) -> None:
    if deal.starter is not None:
        raise RuleViolation("already_reported", f"The starter of this deal is cut: {shown(deal.starter)}.")


def _check_discards(deal: Deal, event: Discarded) -> None:
    if event.seat in deal.away:
        raise RuleViolation("already_reported", f"{event.seat} has laid away already.")
    if event.cards is None:
        return
    size = _away(len(deal.order))
    if len(event.cards) != size:
        raise EventInvalid([Flaw("/data/cards", f"each player lays away {size}")])
    _check_distinct(event.cards)
    _check_holds(deal, event.seat, event.cards)
    _check_not_elsewhere(deal, event.seat, event.cards)


def _check_starter(deal: Deal, card: Card) -> None:
    waiting = [seat for seat in deal.order if seat in deal.dealt and seat not in deal.away]
    if waiting:
        raise RuleViolation("out_of_turn", f"{listed(waiting)} must lay away before the starter is cut.")
    gone = set().union(*deal.dealt.values(), *(cards or () for cards in deal.away.values()))
    if card in gone:
        raise RuleViolation("card_seen_twice", f"{shown(card)} was dealt: it cannot be the starter.")


def _check_show(deal: Deal, event: Shown) -> None:
    play = deal.play
    if play is None or not (play.over or deal.shows or not deal.told):
        raise RuleViolation("out_of_turn", "The hands are shown when all cards have been laid.")
    what: Counted = "crib" if isinstance(event, CribShown) else "hand"
    seat, due = deal.next_show
    if (event.seat, what) != (seat, due):
        raise RuleViolation("out_of_turn", f"{seat}'s {due} is counted next, not {event.seat}'s {what}.")
    _check_distinct(event.cards)
    if what == "crib":
        _check_crib(deal, event.cards)
    elif (kept := deal.kept(seat)) is not None:
        for card in event.cards:
            if card not in kept:
                raise RuleViolation(
                    "card_not_held", f"{seat} kept {listed([shown(c) for c in kept])}, not {shown(card)}."
                )
    else:
        _check_not_elsewhere(deal, seat, event.cards)


def _check_crib(deal: Deal, cards: list[Card]) -> None:
    known = frozenset().union(*(deal.laid_away(seat) for seat in deal.order))
    others = [card for card in cards if card not in known]
    if len(known) + len(others) > HAND:
        raise RuleViolation("card_not_held", f"The crib does not hold {listed([shown(card) for card in others])}.")
    seen = deal.in_sight()
    for card in others:
        if card in seen:
            raise RuleViolation("card_seen_twice", f"{shown(card)} is not in the crib: it lay open before.")


def _check_holds(deal: Deal, seat: Seat, cards: Iterable[Card]) -> None:
    for card in cards:
        if seat in deal.dealt and card not in deal.dealt[seat]:
            raise RuleViolation("card_not_held", f"{shown(card)} was not dealt to {seat}.")


def _check_not_elsewhere(deal: Deal, seat: Seat, cards: Iterable[Card]) -> None:
    """Whether cards of a hand that is not known are not known to be with another, in the crib or open."""
    if seat in deal.dealt:
        return
    seen = deal.in_sight().union(*(told or () for told in deal.away.values()))
    for card in cards:
        if card in seen:
            raise RuleViolation("card_seen_twice", f"{shown(card)} was seen before in this deal.")
        if any(card in hand for hand in deal.dealt.values()):
            raise RuleViolation("card_not_held", f"{shown(card)} was not dealt to {seat}.")


def _check_distinct(cards: Iterable[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise RuleViolation("card_seen_twice", f"{shown(card)} is there twice.")
        seen.add(card)

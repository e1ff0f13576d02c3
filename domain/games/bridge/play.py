"""
The play of a deal: cards and tricks, with as much of the hands as is known or seen.

Source:
    docs/games/bridge.md, "The play".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from domain.board import Note
from domain.cards import PACK, RANKS, Card, suit_of
from domain.errors import RuleViolation
from domain.games.bridge.events import TRICKS
from domain.games.bridge.terms import SEATS, Seat, Side, Strain, left_of, name_of, seat_of, side_of
from domain.records import evolve
from domain.text import SUIT_WORDS, shown

FULL: Final = 4
"""Cards in a trick."""

Hands = Mapping[Seat, frozenset[Card]]


@dataclass(frozen=True, slots=True)
class Play:
    """
    The play so far.

    Args:
        trumps: The strain of the contract.
        leader: Who leads to the trick on the table or the next one; the side where no more is known.
        trick: The cards on the table, in the order of play.
        ns: Tricks won by North and South.
        ew: Tricks won by East and West.
        seen: Every card played.
        discards: Where each seat first did not follow a suit: its version; gone once that was found a revoke.
        hands: The cards that known hands were dealt.
        opening_lead: The first card, if it was reported.
        findings: What was irregular.
    """

    trumps: Strain
    leader: Seat | Side
    hands: Hands
    trick: tuple[tuple[Seat, Card], ...] = ()
    ns: int = 0
    ew: int = 0
    seen: frozenset[Card] = frozenset()
    discards: Mapping[tuple[Seat, str], int] | None = None
    opening_lead: Card | None = None
    findings: tuple[Note, ...] = ()

    @property
    def tricks(self) -> int:
        """Tricks finished."""
        return self.ns + self.ew

    @property
    def turn(self) -> Seat | None:
        """Whose card it is; None where it is not known."""
        if not self.trick:
            return seat_of(self.leader)
        played = {seat for seat, _ in self.trick}
        seat = left_of(self.trick[0][0])
        while seat in played:
            seat = left_of(seat)
        return seat

    def won_by(self, side: Side) -> int:
        """Tricks won by a side."""
        return self.ns if side == "NS" else self.ew


def check_card(play: Play, seat: Seat, card: Card, *, irregular: bool = False) -> None:
    """
    Whether a card may be played.

    Errors:
        RuleViolation: `tricks_out_of_range` after the thirteenth trick, `not_your_turn`, `card_seen_twice`,
            `not_held` where the hand is known, `must_follow` where a card of the suit led is or was held.
            `irregular` takes the card out of turn or as a revoke.
    """
    _check_trick_left(play)
    if any(player == seat for player, _ in play.trick):
        raise RuleViolation("not_your_turn", f"{name_of(seat)} has played to this trick already.")
    if _out_of_turn(play, seat) and not irregular:
        expected = name_of(play.turn or play.leader)
        raise RuleViolation("not_your_turn", f"It is {expected}'s turn to play, not {name_of(seat)}'s.")
    if card in play.seen:
        raise RuleViolation("card_seen_twice", f"{shown(card)} was played before.")
    holder = next((player for player, hand in play.hands.items() if card in hand), None)
    if holder not in {None, seat} or (seat in play.hands and holder is None):
        raise RuleViolation("not_held", f"{name_of(seat)} does not hold {shown(card)}.")
    if not irregular and (fault := _revoke(play, seat, card)):
        raise RuleViolation("must_follow", fault)


def with_card(play: Play, seat: Seat, card: Card, version: int) -> Play:
    """The play after one more card; the fourth makes a trick."""
    findings = play.findings + _findings(play, seat, card, version)
    trick: tuple[tuple[Seat, Card], ...] = (*play.trick, (seat, card))
    play = evolve(
        play,
        leader=trick[0][0],
        trick=trick,
        seen=play.seen | {card},
        discards=_discards(play, seat, card, version),
        opening_lead=play.opening_lead or (card if play.tricks == 0 else None),
        findings=findings,
    )
    return with_trick(play, winner_of(trick, play.trumps)) if len(trick) == FULL else play


def check_trick(play: Play, leader: Seat, cards: list[Card], *, irregular: bool = False) -> None:
    """Whether four cards, from the leader on, may be the next trick; errors as in `check_card`."""
    _check_none_on_table(play)
    seat = leader
    for card in cards:
        check_card(play, seat, card, irregular=irregular)
        play = with_card(play, seat, card, version=0)
        seat = left_of(seat)


def check_winner(play: Play) -> None:
    """Whether a trick may be reported by its winner alone now."""
    _check_trick_left(play)
    _check_none_on_table(play)


def with_trick(play: Play, winner: Seat | Side) -> Play:
    """The play after a trick won by a seat, or by a side where no more is known."""
    won = 1 if side_of(winner) == "NS" else 0
    return evolve(play, leader=winner, trick=(), ns=play.ns + won, ew=play.ew + 1 - won)


def winner_of(trick: tuple[tuple[Seat, Card], ...], trumps: Strain) -> Seat:
    """
    Who won a trick: the highest trump, else the highest card of the suit led.

    >>> winner_of((("W", Card("KH")), ("N", Card("2S")), ("E", Card("AH"))), "S")
    'N'
    """
    led = suit_of(trick[0][1])

    def strength(played: tuple[Seat, Card]) -> tuple[int, int]:
        suit = suit_of(played[1])
        return (2 if suit == trumps else 1 if suit == led else 0), RANKS.index(played[1][0])

    return max(trick, key=strength)[0]


def known_hands(dealt: Mapping[Seat, list[Card]]) -> Hands:
    """The hands that are known; three tell the fourth."""
    hands: dict[Seat, frozenset[Card]] = {seat: frozenset(cards) for seat, cards in dealt.items()}
    if len(hands) == FULL - 1:
        gone = frozenset().union(*hands.values())
        missing: Seat = next(seat for seat in SEATS if seat not in hands)
        hands[missing] = frozenset(PACK) - gone
    return hands


def _out_of_turn(play: Play, seat: Seat) -> bool:
    if play.turn is None:
        return side_of(seat) != play.leader
    return seat != play.turn


def _revoke(play: Play, seat: Seat, card: Card) -> str | None:
    """Why the card shows a revoke: the suit led is still held, or this suit was not followed before."""
    suit = suit_of(card)
    if (seat, suit) in (play.discards or {}):
        return f"{name_of(seat)} plays {shown(card)}, but did not follow {SUIT_WORDS[suit]} before."
    led = suit_of(play.trick[0][1]) if play.trick else suit
    held = play.hands.get(seat, frozenset()) - play.seen
    if led != suit and any(suit_of(other) == led for other in held):
        # Which card that is stays unsaid: a match may be stuck here, and everybody reads why.
        return f"{name_of(seat)} holds {SUIT_WORDS[led]}, and must follow."
    return None


def _discards(play: Play, seat: Seat, card: Card, version: int) -> Mapping[tuple[Seat, str], int] | None:
    """Where each seat did not follow, after one more card: a revoke is found once, and then the suit is free."""
    suit, led = suit_of(card), suit_of(play.trick[0][1]) if play.trick else suit_of(card)
    old = play.discards or {}
    if (seat, suit) not in old and (led == suit or _revoke(play, seat, card)):
        return play.discards
    now: dict[tuple[Seat, str], int] = {} if led == suit else {(seat, led): version}
    return now | {place: at for place, at in old.items() if place != (seat, suit)}


def _findings(play: Play, seat: Seat, card: Card, version: int) -> tuple[Note, ...]:
    notes = []
    if _out_of_turn(play, seat):
        notes.append(Note(code="out_of_turn", text=f"{name_of(seat)} played out of turn.", versions=(version,)))
    if fault := _revoke(play, seat, card):
        earlier = (play.discards or {}).get((seat, suit_of(card)))
        versions = (version,) if earlier is None else (earlier, version)
        notes.append(Note(code="revoke", text=f"A revoke: {fault}", versions=versions))
    return tuple(notes)


def _check_trick_left(play: Play) -> None:
    if play.tricks >= TRICKS:
        raise RuleViolation("tricks_out_of_range", "All thirteen tricks have been played.")


def _check_none_on_table(play: Play) -> None:
    if play.trick:
        raise RuleViolation(
            "deal_in_progress", f"{len(play.trick)} of the four cards of this trick are on the table: report the rest."
        )

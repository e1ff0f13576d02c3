"""
Where the cards lie, as far as that was told or play has shown it.

Source:
    docs/games/schnapsen.md, "What is known of the hands".
"""

from dataclasses import dataclass

from domain.cards import Card
from domain.games.schnapsen.terms import Cards, Seat, Suit, suit_named
from domain.records import evolve


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: the cards surely in it, and how many more whose faces are not known."""

    known: Cards = frozenset()
    hidden: int = 0

    @property
    def size(self) -> int:
        """Cards held."""
        return len(self.known) + self.hidden

    def plus(self, card: Card | None) -> "Hand":
        """The hand with one more card; None: its face is not known."""
        return Hand(self.known, self.hidden + 1) if card is None else Hand(self.known | {card}, self.hidden)

    def minus(self, card: Card) -> "Hand":
        """The hand without a card that it held."""
        return Hand(self.known - {card}, self.hidden) if card in self.known else Hand(self.known, self.hidden - 1)

    def showing(self, cards: Cards) -> "Hand":
        """The hand once those cards of it are known."""
        return Hand(self.known | cards, self.hidden - len(cards - self.known))


@dataclass(frozen=True, slots=True)
class Layout:
    """
    The cards of a deal.

    Args:
        pack: All of them.
        a: What A holds.
        b: What B holds.
        talon: The cards face down, first drawn first; None if they were not told.
        talon_left: Cards in the talon, the turn-up counted.
        turn_up: The card under the talon; None if it is not known, or was drawn.
        trump: Its suit; None as long as that is not known.
        played: The cards in tricks and on the table.
    """

    pack: Cards
    a: Hand
    b: Hand
    talon: tuple[Card, ...] | None
    talon_left: int
    turn_up: Card | None
    trump: Suit | None
    played: Cards = frozenset()

    def hand(self, seat: Seat) -> Hand:
        """What that seat holds."""
        return self.a if seat == "A" else self.b

    @property
    def loose(self) -> Cards:
        """The cards that might lie in several places."""
        told = self.a.known | self.b.known | self.played
        if self.turn_up is not None:
            told |= {self.turn_up}
        return self.pack.difference(told, self.talon or ())

    def may_hold(self, seat: Seat, cards: Cards) -> bool:
        """Whether all those cards can be in that hand."""
        hand = self.hand(seat)
        missing = cards - hand.known
        return not missing or (len(missing) <= hand.hidden and missing <= self.loose)

    def must_hold_one(self, seat: Seat, cards: Cards) -> bool:
        """Whether at least one of those cards is surely in that hand: seen there, or by counting."""
        hand = self.hand(seat)
        if not hand.known.isdisjoint(cards):
            return True
        return hand.hidden > 0 and hand.hidden > len(self.loose - cards)

    def turn_ups(self) -> Cards:
        """The cards that the turn-up can be."""
        if self.turn_up is not None:
            return frozenset({self.turn_up})
        return frozenset(card for card in self.loose if self.trump in {None, card[1]})

    def without(self, seat: Seat, card: Card) -> "Layout":
        """The layout once that seat has played a card that it may hold."""
        hand = self.hand(seat).minus(card)
        a, b = (hand, self.b) if seat == "A" else (self.a, hand)
        played = self.played | {card}
        return _counted(Layout(self.pack, a, b, self.talon, self.talon_left, self.turn_up, self.trump, played))

    def drawn(self, winner: Seat) -> "Layout":
        """The layout once the winner of a trick and then the loser have drawn; cards are left in the talon."""
        talon, turn_up = self.talon, self.turn_up
        first, second = (None, None) if talon is None else (talon[0], *talon[1:2], None)[:2]
        if self.talon_left == 2:  # noqa: PLR2004  the last two: one face down, and the turn-up
            second, turn_up = turn_up, None
        a, b = (first, second) if winner == "A" else (second, first)
        rest = None if talon is None else talon[2:]
        return _counted(
            Layout(
                self.pack,
                self.a.plus(a),
                self.b.plus(b),
                rest,
                self.talon_left - 2,
                turn_up,
                self.trump,
                self.played,
            )
        )

    def exchanged(self, seat: Seat, gives: Card, takes: Card | None) -> "Layout":
        """The layout once that seat has exchanged for the turn-up; `takes` if it is known which."""
        hand = self.hand(seat).minus(gives).plus(takes or self.turn_up)
        return _counted(evolve(self._holding(seat, hand), turn_up=gives, trump=suit_named(gives)))

    def showing(self, seat: Seat, cards: Cards, trump: Suit | None) -> "Layout":
        """The layout once that seat has shown cards of its hand, and so perhaps the trump suit."""
        return _counted(evolve(self._holding(seat, self.hand(seat).showing(cards)), trump=trump))

    def counted(self) -> "Layout":
        """The layout with all that counting tells: the turn-up, and a hand that is all that is left."""
        return _counted(self)

    def _holding(self, seat: Seat, hand: Hand) -> "Layout":
        return evolve(self, a=hand) if seat == "A" else evolve(self, b=hand)


def _counted(layout: Layout) -> Layout:
    if layout.turn_up is None and layout.talon_left:
        possible = layout.turn_ups()
        if len(possible) == 1:
            (turn_up,) = possible
            layout = evolve(layout, turn_up=turn_up, trump=suit_named(turn_up))
    a, b = layout.a.hidden, layout.b.hidden
    if (a and b) or not (a or b) or _hidden_in_talon(layout):
        return layout
    if a:
        return evolve(layout, a=layout.a.showing(layout.loose))
    return evolve(layout, b=layout.b.showing(layout.loose))


def _hidden_in_talon(layout: Layout) -> int:
    if not layout.talon_left:
        return 0
    face_down = layout.talon_left - 1 if layout.talon is None else 0
    return face_down + (layout.turn_up is None)

"""
What is known of the cards that a player still holds in the play.

Source:
    docs/games/cribbage.md, "Hands known and unknown".
"""

from dataclasses import dataclass

from domain.cards import Card
from domain.games.cribbage.terms import HAND, TEN, value_of


@dataclass(frozen=True, slots=True)
class Holding:
    """
    A hand in the play.

    Args:
        left: How many cards it still has.
        among: Cards that it may have, more than `left` where the discards were not told; None if unknown.
    """

    left: int = HAND
    among: frozenset[Card] | None = None

    @property
    def known(self) -> bool:
        """Whether every card of it is known."""
        return self.among is not None and len(self.among) == self.left

    def can_play(self, room: int) -> bool:
        """Whether it must hold a card that adds no more than `room`, by all that is known."""
        if not self.left or room <= 0:
            return False
        if self.among is None:
            return room >= TEN
        return self._fitting(room) > len(self.among) - self.left

    def may_play(self, room: int) -> bool:
        """Whether it may hold a card that adds no more than `room`, for all that is known."""
        if not self.left or room <= 0:
            return False
        return self.among is None or self._fitting(room) > 0

    def may_hold(self, card: Card) -> bool:
        """Whether the card may be in it."""
        return self.among is None or card in self.among

    def without(self, card: Card) -> "Holding":
        """The hand after one of its cards was laid."""
        return Holding(self.left - 1, None if self.among is None else self.among - {card})

    def _fitting(self, room: int) -> int:
        return sum(value_of(card) <= room for card in self.among or ())

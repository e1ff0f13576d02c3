"""
Schnapsen and Sixty-Six: one table of fourteen divergences.

Source:
    docs/games/schnapsen.md, "Where the two rulesets part".
"""

from dataclasses import dataclass
from typing import Final, Literal

from domain.cards import Card
from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.terms import CARDS, GamePoints, Suit


@dataclass(frozen=True, slots=True)
class Ruleset:
    """
    Where the two games part; all else they share. The fields are the rows of the table, in its order.

    Args:
        pack: The cards.
        hand: Cards in a hand.
        exchange_rank: The trump that may be exchanged for the turn-up.
        exchange_needs_trick: Whether only who has a trick may exchange.
        exchange_on_close: Whether the opponent may exchange at the moment of closing.
        marriage_in_phase_2: Whether a marriage may be declared after the close or the exhaustion.
        close_before_draw: Whether the talon may be closed before drawing.
        closed_out_on: Whose cards a successful close is scored on: the opponent's at the close, or at the end.
        false_claim_trickless: For a false claim against an opponent without a trick.
        beat_closer_trickless: For beating a closer, having been without a trick at the close.
        cards_out: Who wins when the cards run out unclaimed in an open deal.
        next_dealer: Who deals next.
        start: Where the slate begins.
        target: Where it ends.
    """

    pack: frozenset[Card]
    hand: int
    exchange_rank: str
    exchange_needs_trick: bool
    exchange_on_close: bool
    marriage_in_phase_2: bool
    close_before_draw: bool
    closed_out_on: Literal["close", "end"]
    false_claim_trickless: GamePoints
    beat_closer_trickless: GamePoints
    cards_out: Literal["last_trick", "higher_total"]
    next_dealer: Literal["alternates", "winner"]
    start: int
    target: int

    @property
    def talon(self) -> int:
        """Cards in the talon after the deal, the turn-up counted."""
        return len(self.pack) - 2 * self.hand

    @property
    def to_win(self) -> int:
        """Game points that win a Bummerl."""
        return abs(self.target - self.start)

    def exchange_card(self, trump: Suit) -> Card:
        """The card that may be exchanged for the turn-up."""
        return Card(self.exchange_rank + trump)

    def slate(self, won: int) -> int:
        """What stands on the slate for so many game points won."""
        return self.start + won if self.target > self.start else self.start - won


SCHNAPSEN: Final = Ruleset(
    pack=frozenset(card for card in CARDS if card[0] != "9"),
    hand=5,
    exchange_rank="J",
    exchange_needs_trick=False,
    exchange_on_close=False,
    marriage_in_phase_2=True,
    close_before_draw=False,
    closed_out_on="close",
    false_claim_trickless=GamePoints(3),
    beat_closer_trickless=GamePoints(3),
    cards_out="last_trick",
    next_dealer="alternates",
    start=7,
    target=0,
)
SIXTYSIX: Final = Ruleset(
    pack=frozenset(CARDS),
    hand=6,
    exchange_rank="9",
    exchange_needs_trick=True,
    exchange_on_close=True,
    marriage_in_phase_2=False,
    close_before_draw=True,
    closed_out_on="end",
    false_claim_trickless=GamePoints(2),
    beat_closer_trickless=GamePoints(2),
    cards_out="higher_total",
    next_dealer="winner",
    start=0,
    target=7,
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a match is played by: a ruleset, and the house's options."""

    ruleset: Ruleset
    options: SchnapsenOptions

    @property
    def exchange_needs_trick(self) -> bool:
        """Whether only who has a trick may exchange, by option or by ruleset."""
        said = self.options.exchange_needs_trick
        return self.ruleset.exchange_needs_trick if said is None else said

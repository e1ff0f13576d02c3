"""
One deal, from the cards dealt to its result.

Source:
    docs/games/schnapsen.md, "A deal".
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from domain.board import Note
from domain.cards import Card
from domain.games.schnapsen.layout import Layout
from domain.games.schnapsen.scoring import Closing, Result, Tally
from domain.games.schnapsen.terms import NO_POINTS, Both, CardPoints, Cards, Seat, Suit, other


@dataclass(frozen=True, slots=True)
class Score:
    """What a seat has: card points that count, marriages waiting for its first trick, tricks."""

    points: CardPoints = NO_POINTS
    pending: CardPoints = NO_POINTS
    tricks: int = 0

    @property
    def tally(self) -> Tally:
        """What counts in the end: a marriage without a trick never does."""
        return Tally(self.points, self.tricks)


NOTHING: Final = Both(Score(), Score())
"""What the seats have when a deal begins."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: the version that completed it, who led what, what answered, who won what."""

    version: int
    leader: Seat
    lead: Card
    follow: Card
    winner: Seat
    value: CardPoints


class Led(NamedTuple):
    """The card on the table, waiting for its answer, and its version."""

    card: Card
    version: int


@dataclass(frozen=True, slots=True)
class Marriage:
    """A marriage declared."""

    version: int
    seat: Seat
    suit: Suit
    value: CardPoints


@dataclass(frozen=True, slots=True)
class Close:
    """A close: its version, whether it came before the draw, after how many tricks, and what both seats had."""

    version: int
    before_draw: bool
    after_tricks: int
    closing: Closing


@dataclass(frozen=True, slots=True)
class Denial:
    """An answer in phase 2 by which a seat denied to hold any of some cards."""

    version: int
    seat: Seat
    lead: Card
    follow: Card
    trump: Suit | None
    cards: Cards


@dataclass(frozen=True, slots=True)
class Deal:
    """
    A deal.

    Args:
        version: Of the fact that dealt it.
        number: 1 for the first of the match.
        leader: Who leads next, or led the card on the table; in the end, who took the last trick.
        layout: Where the cards lie, the draw after the last trick made.
        undrawn: The same without that draw, as long as the talon may be closed before it.
        led: The card on the table.
        promised: The suit of a marriage just declared: its king or queen is led.
        denials: Answers that later play may show to have been revokes.
        result: What the deal came to; None while it goes on.
    """

    version: int
    number: int
    dealer: Seat
    leader: Seat
    layout: Layout
    undrawn: Layout | None = None
    led: Led | None = None
    scores: Both[Score] = NOTHING
    promised: Suit | None = None
    marriages: tuple[Marriage, ...] = ()
    close: Close | None = None
    tricks: tuple[Trick, ...] = ()
    denials: tuple[Denial, ...] = ()
    findings: tuple[Note, ...] = ()
    result: Result | None = None

    @property
    def bound(self) -> bool:
        """Whether answers are bound: phase 2, the talon closed or exhausted."""
        return self.close is not None or not self.layout.talon_left

    @property
    def turn(self) -> Seat:
        """Whose card it is."""
        return self.leader if self.led is None else other(self.leader)

    @property
    def cards_out(self) -> bool:
        """Whether all cards have been played that could be."""
        return self.led is None and self.layout.a.size == 0

    @property
    def last_trick(self) -> Seat | None:
        """Who took the last trick of the deal; None while cards are held."""
        return self.leader if self.cards_out else None

"""A match as far as it has gone: the deal, the slate, and the Bummerl already won."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from domain.board import Note
from domain.errors import EventInvalid, Flaw
from domain.event import Players
from domain.games.schnapsen.deal import Deal
from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.ruleset import SCHNAPSEN, SIXTYSIX, Rules, Ruleset
from domain.games.schnapsen.scoring import Result, bummerl_value
from domain.games.schnapsen.terms import LEVEL, SEATS, Both, Seat, Suit, other


@dataclass(frozen=True, slots=True)
class Slate:
    """
    One Bummerl.

    Args:
        number: 1 for the first of the match.
        won: Game points that each seat has won in it, a director's among them.
        winner: Who first had enough of them.
    """

    number: int = 1
    won: Both[int] = LEVEL
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """
    A deal on the sheet.

    Args:
        version: Of the fact that ended it.
        number: Which deal of the match, from 1.
        bummerl: Which Bummerl it counted for.
        carried: Game points that drawn deals before it added.
        won: What both seats had won in the Bummerl after it.
    """

    version: int
    number: int
    bummerl: int
    dealer: Seat
    trump: Suit | None
    result: Result
    carried: int
    won: Both[int]


@dataclass(frozen=True, slots=True)
class Book:
    """
    The accounts of a match.

    Args:
        slate: The Bummerl in play, or the one just won until the next begins.
        banked: What the Bummerl before it counted for each seat.
        lines: The deals that have ended.
        dealer: Who deals the next deal (or dealt the one in play); None before the first.
        carry: Drawn deals since somebody last won one.
        forfeited: The seat that gave the match up.
        closed: Whether the match was closed.
    """

    slate: Slate = Slate()
    banked: Both[int] = LEVEL
    lines: tuple[Line, ...] = ()
    dealer: Seat | None = None
    carry: int = 0
    forfeited: Seat | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """
    A match of Schnapsen or Sixty-Six: one Bummerl, or a series of them.

    Args:
        deal: The deal in play, or the last one; None if none was played card by card since.
        earlier: Findings of the deals before it.
    """

    rules: Rules
    book: Book = Book()
    deal: Deal | None = None
    why: tuple[str, ...] = ()
    flags: tuple[Note, ...] = ()
    earlier: tuple[Note, ...] = ()

    @property
    def findings(self) -> tuple[Note, ...]:
        """What was irregular, in all deals."""
        return self.earlier if self.deal is None else self.earlier + self.deal.findings

    @property
    def in_play(self) -> Deal | None:
        """The deal in progress."""
        return self.deal if self.deal is not None and self.deal.result is None else None

    @property
    def bummerls(self) -> Both[int]:
        """What the Bummerl won count for each seat."""
        slate = self.book.slate
        if slate.winner is None:
            return self.book.banked
        return self.book.banked.put(slate.winner, self.book.banked.of(slate.winner) + self.value)

    @property
    def value(self) -> int:
        """What the Bummerl on the slate counts; 1 as long as nobody has won it."""
        slate = self.book.slate
        if slate.winner is None:
            return 1
        return bummerl_value(slate.won.of(other(slate.winner)), schneider_double=self.rules.options.schneider_double)

    @property
    def winner(self) -> Seat | None:
        """Who has won the match."""
        if self.book.forfeited is not None:
            return other(self.book.forfeited)
        leader = self.book.slate.winner
        if leader is None or self.bummerls.of(leader) < self.rules.options.bummerls:
            return None
        return leader

    @property
    def complete(self) -> bool:
        """Whether the match is won."""
        return self.winner is not None


def _start(ruleset: Ruleset, options: SchnapsenOptions, players: Players) -> Series:
    check_seats(players)
    return Series(Rules(ruleset, options))


start_schnapsen: Final = partial(_start, SCHNAPSEN)
start_sixtysix: Final = partial(_start, SIXTYSIX)


def check_seats(players: Players) -> None:
    """Whether all players sit at a table for two: EventInvalid if not."""
    if any(seat not in SEATS for seat in players):
        raise EventInvalid([Flaw("/data/players", "the seats are A and B")])


def sealed(state: Series) -> frozenset[int]:
    """The deal in progress keeps its hands and its talon to the table."""
    if state.in_play is None or state.book.closed or state.complete:
        return frozenset()
    return frozenset({state.in_play.version})

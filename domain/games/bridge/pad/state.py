"""A pad as far as it is written."""

from dataclasses import dataclass
from typing import ClassVar, TypeVar

from domain.board import Note
from domain.errors import EventInvalid, Flaw
from domain.event import Players
from domain.game import Options
from domain.games.bridge.deal import Deal
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.play import Hands
from domain.games.bridge.scoring import Line
from domain.games.bridge.terms import SEATS, SIDES, Seat, Side
from domain.records import evolve


class PadOptions(Options):
    """
    What both forms agree on.

    Args:
        honours: Whether honours are scored.
    """

    honours: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """One figure on the pad: who, where, what for, how many points."""

    side: Side
    line: Line
    reason: str
    points: int


@dataclass(frozen=True, slots=True)
class Account:
    """
    A side's column of the pad.

    Args:
        above: Points above the line.
        below: Trick points of all games, those cut off among them.
        leg: Trick points that count towards the next game.
        games: Games won.
        adjusted: What a director gave or took.
    """

    above: int = 0
    below: int = 0
    leg: int = 0
    games: int = 0
    adjusted: int = 0

    @property
    def total(self) -> int:
        """All that the side has."""
        return self.above + self.below + self.adjusted


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal on the pad and every figure that it gave. `game`: of the rubber, or which deal of the four."""

    version: int
    game: int
    dealer: Seat | None
    outcome: Outcome
    vulnerable: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """
    What is on the pad.

    Args:
        game: Which game of a rubber is being played, 1 to 3; which deal of a Chicago, 1 to 4.
        vulnerable: The sides that are vulnerable in the deal in play, or in the next.
        current: The deal in progress, or None between deals.
        dealer: Whose deal the next (or current) one is, if known.
        hands: What is known of the latest deal's hands, for honours.
        bonuses: What an unfinished match was paid when it was closed.
        finished: Whether the last deal has been played.
        forfeited: The side that gave the match up.
    """

    WORD: ClassVar[str] = "pad"

    options: PadOptions
    ns: Account = Account()
    ew: Account = Account()
    deals: tuple[ScoredDeal, ...] = ()
    game: int = 1
    vulnerable: frozenset[Side] = frozenset()
    current: Deal | None = None
    dealer: Seat | None = None
    hands: Hands | None = None
    bonuses: tuple[Entry, ...] = ()
    finished: bool = False
    closed: bool = False
    forfeited: Side | None = None
    why: tuple[str, ...] = ()
    flags: tuple[Note, ...] = ()
    findings: tuple[Note, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the last deal has been played, or a side gave up."""
        return self.finished or self.forfeited is not None

    def account(self, side: Side) -> Account:
        """A side's column."""
        return self.ns if side == "NS" else self.ew


P = TypeVar("P", bound=Pad)


def with_account(pad: P, side: Side, account: Account) -> P:
    """The pad with a side's column as it is now."""
    return evolve(pad, ns=account) if side == "NS" else evolve(pad, ew=account)


def check_seats(players: Players) -> None:
    """Whether all players sit at a bridge table; EventInvalid if somebody sits where there is no seat."""
    for seat in players:
        if seat not in SEATS and seat not in SIDES:
            raise EventInvalid([Flaw("/data/players", "seats are N, E, S and W, sides NS and EW")])


def sealed(pad: Pad) -> frozenset[int]:
    """The deal in progress keeps its hands to the table."""
    if pad.current is None or pad.current.dealt_at is None:
        return frozenset()
    return frozenset({pad.current.dealt_at})

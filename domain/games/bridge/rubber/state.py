"""A rubber as far as it has gone."""

from dataclasses import dataclass

from domain.board import Note
from domain.errors import EventInvalid, Flaw
from domain.event import Players
from domain.games.bridge.deal import Deal, Outcome
from domain.games.bridge.play import Hands
from domain.games.bridge.rubber.options import RubberOptions
from domain.games.bridge.scoring import Line
from domain.games.bridge.terms import SEATS, SIDES, Seat, Side


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
        games: Games won, 0 to 2.
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

    @property
    def vulnerable(self) -> bool:
        """Whether the side has won a game."""
        return self.games > 0


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal on the pad: in which game of the rubber it was played, and every figure that it gave."""

    version: int
    game: int
    dealer: Seat | None
    outcome: Outcome
    vulnerable: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Rubber:
    """
    A rubber.

    Args:
        game: Which game is being played, 1 to 3.
        current: The deal in progress, or None between deals.
        dealer: Whose deal the next (or current) one is, if known.
        hands: What is known of the latest deal's hands, for honours.
        bonuses: What an unfinished rubber was paid when it was closed.
        forfeited: The side that gave the rubber up.
    """

    options: RubberOptions
    ns: Account = Account()
    ew: Account = Account()
    deals: tuple[ScoredDeal, ...] = ()
    game: int = 1
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
        """Whether a side has won two games, or given up."""
        return self.finished or self.forfeited is not None

    def account(self, side: Side) -> Account:
        """A side's column."""
        return self.ns if side == "NS" else self.ew


def start(options: RubberOptions, players: Players) -> Rubber:
    """A rubber before the first deal; EventInvalid if somebody sits where there is no seat."""
    check_seats(players)
    return Rubber(options)


def check_seats(players: Players) -> None:
    """Whether all players sit at a bridge table."""
    for seat in players:
        if seat not in SEATS and seat not in SIDES:
            raise EventInvalid([Flaw("/data/players", "seats are N, E, S and W, sides NS and EW")])


def sealed(state: Rubber) -> frozenset[int]:
    """The deal in progress keeps its hands to the table."""
    if state.current is None or state.current.dealt_at is None:
        return frozenset()
    return frozenset({state.current.dealt_at})

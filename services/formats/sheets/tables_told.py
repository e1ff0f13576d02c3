"""What each table told of its deal, by the facts that count: hands, calls, cards, rulings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from domain.cards import Card
from domain.event import Event, Fact
from domain.games.bridge.awards import Awards
from domain.games.bridge.events import (
    At,
    BoardAdjusted,
    BoardNotPlayed,
    CallMade,
    CardPlayed,
    DealPlayed,
    Dealt,
    HonoursClaimed,
    TrickWon,
)
from domain.games.bridge.play import FULL, Hands, known_hands
from domain.games.bridge.terms import Seat, left_of

Where: TypeAlias = tuple[int, str, str]
"""A table: board and both pairs; board, room and nothing; or which deal of a rubber, from 1, and nothing more."""
Kind: TypeAlias = Literal["pairs", "rooms", "deals"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it fell. `irregular`: out of turn or a revoke, and taken."""

    seat: Seat
    card: Card
    irregular: bool = False


@dataclass(slots=True)
class Telling:
    """
    What a table told.

    Args:
        hands: That were dealt there.
        calls: The auction.
        tricks: The cards of each trick as they fell; none where only its winner was told.
        played: The hand, and its version.
        awarded: A director's ruling, and its version.
        skipped: That it was not played.
        honours: Claimed after the hand.
    """

    hands: Hands | None = None
    calls: list[tuple[Seat, str]] = field(default_factory=list)
    tricks: list[list[Laid]] = field(default_factory=list)
    played: Fact[DealPlayed] | None = None
    awarded: Fact[BoardAdjusted] | None = None
    skipped: Fact[BoardNotPlayed] | None = None
    honours: HonoursClaimed | None = None

    @property
    def fallen(self) -> tuple[tuple[Laid, ...], ...]:
        """The cards of each trick, as they are kept on a sheet."""
        return tuple(map(tuple, self.tricks))

    @property
    def awards(self) -> Awards | None:
        """What was awarded."""
        return self.awarded.event.award if self.awarded else None

    @property
    def reason(self) -> str | None:
        """Why an award was given, or a board not played."""
        if self.awarded:
            return self.awarded.event.reason
        return self.skipped.event.reason if self.skipped and not self.played else None


@dataclass(frozen=True, slots=True)
class Tellings:
    """What all tables told, and the hands that were told for every table of a board."""

    tables: Mapping[Where, Telling]
    hands: Mapping[int, Hands]

    def at(self, board: int, first: str = "", second: str = "") -> Telling:
        """What one table told."""
        return self.tables.get((board, first, second)) or Telling()

    def hands_at(self, board: int, telling: Telling) -> Hands | None:
        """The hands at a table: its own, else those of the board."""
        return telling.hands or self.hands.get(board)


def tellings(facts: Iterable[Fact[Event]], tables_are: Kind) -> Tellings:
    """
    Sort facts by table.

    Args:
        facts: Those of a match that count, in their order.
        tables_are: How tables are told apart; `deals` follow each other at one table, and have no board.
    """
    tables: dict[Where, Telling] = {}
    hands: dict[int, Hands] = {}
    deal = 1
    for fact in facts:
        event = fact.event
        if not isinstance(event, At):
            continue
        where = _where(event, tables_are, deal - isinstance(event, HonoursClaimed))
        if isinstance(event, Dealt) and tables_are != "deals" and where[1:] == ("", ""):
            hands[where[0]] = known_hands(event.hands or {})
            continue
        _tell(tables.setdefault(where, Telling()), fact, event)
        deal += isinstance(event, DealPlayed)
    return Tellings(tables, hands)


def _where(event: At, tables_are: Kind, deal: int) -> Where:
    match tables_are:
        case "deals":
            return deal, "", ""
        case "rooms":
            return event.board or 0, event.room or "", ""
        case "pairs":
            return event.board or 0, event.ns or "", event.ew or ""
        case _:
            assert_never(tables_are)


def _tell(table: Telling, fact: Fact[Event], event: At) -> None:
    match event:
        case Dealt():
            table.hands = known_hands(event.hands) if event.hands else None
        case CallMade():
            table.calls.append((event.seat, event.call))
        case CardPlayed():
            _lay(table, Laid(event.seat, event.card, event.irregular))
        case TrickWon():
            table.tricks.append(_trick(event))
        case DealPlayed():
            table.played = Fact(fact.version, event)
        case BoardAdjusted():
            table.awarded = Fact(fact.version, event)
        case BoardNotPlayed():
            table.skipped = Fact(fact.version, event)
        case HonoursClaimed():
            table.honours = event
        case _:
            pass


def _lay(table: Telling, laid: Laid) -> None:
    if not table.tricks or len(table.tricks[-1]) in {0, FULL}:
        table.tricks.append([])
    table.tricks[-1].append(laid)


def _trick(event: TrickWon) -> list[Laid]:
    laid: list[Laid] = []
    seat = event.leader
    for card in event.cards or ():
        assert seat is not None, "a trick told by its cards has a leader"
        laid.append(Laid(seat, card, event.irregular))
        seat = left_of(seat)
    return laid

"""A deal of a PBN record in the contract's events: hands, auction, cards, result."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from domain.games.bridge.auction import Auction
from domain.games.bridge.comparison import dealer_of
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import PASSED_OUT, left_of, seat_of
from domain.records import evolve
from services.formats import spelling
from services.formats.found import Said
from services.formats.pbn import playing
from services.formats.pbn.lexing import Record
from services.formats.pbn.naming import told
from services.formats.pbn.outcome import ns_score_said, outcome
from services.formats.reported import agree
from services.formats.reported import told as as_fact

Data = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Deal:
    """The events of a deal, the result last; and why its course is left out, if it is."""

    events: list[Said]
    left: str | None = None


def deal(
    record: Record, tags: Mapping[str, str], at: Data, board: int | None, *, results_only: bool, ruled: Said | None
) -> Deal:
    """
    What a record tells of its deal.

    Args:
        record: The record.
        tags: Its tags, with what it inherits.
        at: Where it was played.
        board: Its number; None in a rubber or a Chicago.
        results_only: Whether auction and cards are left out.
        ruled: What a director ruled of it, over the result or instead of one.

    Errors:
        NoResult: there is nothing to tell.
        ValueError: it cannot be read.
    """
    if ruled is not None and not told(tags, "Contract"):
        return Deal([ruled])
    course = _Course(record, tags, board)
    before = [] if results_only else _dealt(tags, at, board) + _as_it_went(course, at)
    events = [*before, as_fact(course.result, at)]
    return Deal(events if ruled is None else [*events, ruled], course.left)


class _Course:
    """Auction, cards and result of a record, held against each other."""

    def __init__(self, record: Record, tags: Mapping[str, str], board: int | None) -> None:
        self.left: str | None = None
        self.auction = Auction()
        self.cards: list[playing.Played] = []
        dealer = told(tags, "Dealer") if board is None else dealer_of(board)
        try:
            self.auction = _auction(record, tags, dealer)
        except playing.Irregular as irregular:
            self.left = f"{irregular}; the auction is left out"
        self.result = _result(tags, board, passed=self.auction.contract == PASSED_OUT)
        self._hold_against_each_other()
        try:
            self.cards = _cards(record, self.result)
        except playing.Irregular as irregular:
            self.left = f"{irregular}; the play is left out"
        if self.cards:
            self.result = evolve(self.result, lead=self.cards[0].card)
        if self.cards and told(tags, "Result").startswith("^"):
            self.cards, self.left = [], "its result is marked as irregular; the play is left out"

    def _hold_against_each_other(self) -> None:
        contract, declarer = self.result.contract, self.result.declarer
        if self.auction.contract not in {None, contract}:
            raise ValueError(f"its auction comes to {self.auction.contract}, and its Contract is {contract}")
        if self.auction.calls and self.auction.declarer != declarer:
            self.left = f"its auction makes {self.auction.declarer} declarer, not {declarer}; the auction is left out"
            self.auction = Auction()


def _dealt(tags: Mapping[str, str], at: Data, board: int | None) -> list[Said]:
    """Hands and dealer where no board tells them."""
    if board is not None:
        return []
    hands, dealer = playing.hands(tags.get("Deal", "")), told(tags, "Dealer")
    said: Data = dict(at)
    if hands:
        said["hands"] = hands
    if dealer:
        said["dealer"] = spelling.seat(dealer)
    return [("bridge.dealt", said)] if said != at else []


def _auction(record: Record, tags: Mapping[str, str], dealer: str) -> Auction:
    first = told(tags, "Auction")
    if not first or "Auction" not in record.sections:
        return Auction()
    if dealer and spelling.seat(first) != spelling.seat(dealer):
        raise playing.Irregular(f"its auction begins with {first}")
    return playing.auction(record.sections["Auction"], spelling.seat(first))


def _result(tags: Mapping[str, str], board: int | None, *, passed: bool) -> Outcome:
    """The hand; its score, where it is printed, must be that of the result."""
    found = outcome(tags, passed=passed)
    said = ns_score_said(tags.get("Score", ""), found.declarer)
    if said is not None and board is not None:
        agree(board, found, said)
    return found


def _cards(record: Record, result: Outcome) -> list[playing.Played]:
    lines = record.sections.get("Play", [])
    declarer = seat_of(result.declarer or "")
    if not lines or declarer is None:
        return []
    leader = left_of(declarer)
    said = record.tags["Play"].strip()
    if said not in {"", "?", "#"} and spelling.seat(said) != leader:
        raise playing.Irregular(f"{said} leads to {result.contract} by {declarer}")
    return playing.cards(lines, leader, result.contract)


def _as_it_went(course: _Course, at: Data) -> list[Said]:
    """The auction, or what it came to where only the play is known; then the cards."""
    calls = course.auction.calls
    went: list[Said] = [("bridge.call_made", at | {"seat": seat, "call": call}) for seat, call in calls]
    if course.cards and not calls:
        reached: Data = {"contract": course.result.contract, "declarer": course.result.declarer}
        went = [("bridge.contract_reached", at | reached)]
    return went + [("bridge.card_played", at | _fallen(played)) for played in course.cards]


def _fallen(played: playing.Played) -> Data:
    said: Data = {"seat": played.seat, "card": played.card}
    return said | ({"irregular": True} if played.irregular else {})

"""What a LIN record tells of one hand at one table, as the domain reads its auction and its play."""

from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from domain.cards import Card
from domain.errors import RuleViolation
from domain.event import Fact
from domain.games.bridge import play as playing
from domain.games.bridge.comparison import dealer_of
from domain.games.bridge.deal import Deal, check_deal, fold_deal, outcome
from domain.games.bridge.events import TRICKS, CallMade, CardPlayed, DealPlayed, Dealt
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.play import FULL
from domain.games.bridge.terms import PASSED_OUT, Seat
from domain.records import evolve
from services.formats import spelling
from services.formats.found import Said, clause
from services.formats.lin import spelled
from services.formats.lin.records import Record
from services.formats.lin.spelled import Hands
from services.formats.reported import dealt_as_numbered, vulnerable_as_numbered

At: TypeAlias = dict[str, JsonValue]
"""Where: the board, and the pairs or the room."""


@dataclass(frozen=True, slots=True)
class Hand:
    """
    One hand at one table.

    Args:
        board: Its number.
        hands: What was dealt, as far as it is known.
        calls: The auction, if it is there to its end.
        cards: The cards, in the order in which they were played.
        outcome: What it came to; None if that is not told.
        deal: What the domain made of it.
    """

    board: int
    hands: Hands
    calls: tuple[tuple[Seat, str], ...]
    cards: tuple[tuple[Seat, Card], ...]
    outcome: Outcome | None
    deal: Deal

    def told(self, at: At) -> list[Said]:
        """The auction and the cards, as events."""
        return [("bridge.call_made", {**at, "seat": seat, "call": call}) for seat, call in self.calls] + [
            ("bridge.card_played", {**at, "seat": seat, "card": card}) for seat, card in self.cards
        ]


def read(record: Record, board: int) -> Hand:
    """
    One hand; the auction makes the contract, and the play or the claim (`mc`) the result.

    Errors:
        ValueError with a sentence for people: what cannot be read, and what the rules do not allow.
    """
    record.check_whole()
    hands = _dealt(record, board)
    try:
        return _read(record, board, hands)
    except RuleViolation as violation:
        raise ValueError(clause(violation)) from None


def only_dealt(record: Record, board: int) -> Hand | None:
    """A hand of which nothing is told but the cards dealt; None where the record is not whole."""
    if record.broken is not None:
        return None
    return Hand(board, _dealt(record, board), (), (), None, Deal())


def _dealt(record: Record, board: int) -> Hands:
    """The hands; ValueError also where dealer or vulnerability are not those of the board."""
    dealer, hands = spelled.deal(record.one("md")) if record.has("md") else (None, {})
    dealt_as_numbered(board, dealer)
    vulnerable_as_numbered(board, spelled.vulnerability(record.one("sv")))
    return hands


def _read(record: Record, board: int, hands: Hands) -> Hand:
    deal = _told(Deal(), Dealt(hands={seat: list(cards) for seat, cards in hands.items()}), first=True)
    for call in (call for said in record.all("mb") for call in spelled.calls(said)):
        deal = _told(deal, CallMade(seat=deal.auction.turn or dealer_of(board), call=call))
    if not deal.auction.over:
        return Hand(board, hands, (), (), None, deal)
    played: list[tuple[Seat, Card]] = []
    for card in (card for said in record.all("pc") for card in spelled.cards(said)):
        seat = deal.play.turn if deal.play else None
        deal = _told(deal, CardPlayed(seat=seat or "N", card=card))
        played.append((seat or "N", card))
    return Hand(board, hands, deal.auction.calls, tuple(played), _outcome(deal, record.one("mc")), deal)


def _told(deal: Deal, event: Dealt | CallMade | CardPlayed, *, first: bool = False) -> Deal:
    check_deal(None if first else deal, event)
    return fold_deal(None if first else deal, Fact(0, event), None)


def _outcome(deal: Deal, claimed: str) -> Outcome | None:
    """What it came to, if the cards or a claim say so."""
    if deal.contract == PASSED_OUT:
        return outcome(deal, DealPlayed())
    tricks = spelling.tricks(claimed) if claimed else None
    deal = _played_out(deal)
    if tricks is None and deal.play and deal.play.tricks < TRICKS:
        return None
    return outcome(deal, DealPlayed(tricks=tricks))


def _played_out(deal: Deal) -> Deal:
    """The deal with its last trick, which plays itself: each hand has one card left."""
    play = deal.play
    if play is None or play.tricks != TRICKS - 1 or len(play.hands) < FULL:
        return deal
    while play.tricks < TRICKS and (seat := play.turn):
        (card,) = play.hands[seat] - play.seen
        play = playing.with_card(play, seat, card, version=0)
    return evolve(deal, play=play)

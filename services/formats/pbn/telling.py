"""A deal of a PBN record in the contract's events: hands, auction, cards, result."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from domain.games.bridge.comparison import dealer_of
from domain.games.bridge.terms import left_of
from services.formats import spelling
from services.formats.checking import check_score
from services.formats.found import Said
from services.formats.pbn import playing
from services.formats.pbn.lexing import Record
from services.formats.pbn.naming import told
from services.formats.pbn.outcome import ns_score_said, outcome

Data = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Deal:
    """The events of a deal, the result last; and why its course is left out, if it is."""

    events: list[Said]
    left: str | None = None


def deal(record: Record, tags: Mapping[str, str], at: Data, board: int | None, *, results_only: bool) -> Deal:
    """
    What a record tells of its deal.

    Args:
        record: The record.
        tags: Its tags, with what it inherits.
        at: Where it was played.
        board: Its number; None in a rubber or a Chicago.
        results_only: Whether auction and cards are left out.

    Errors:
        NoResult: there is nothing to tell.
        ValueError: it cannot be read.
    """
    dealer = told(tags, "Dealer") if board is None else dealer_of(board)
    try:
        calls = _calls(record, tags, dealer)
        passed = bool(calls) and all(call == "P" for _, call in calls)
        result = _result(tags, board, passed=passed)
        cards = _cards(record, result)
    except playing.Irregular as irregular:
        return Deal([_played(at, _result(tags, board, passed=False))], f"{irregular}: only its result is told")
    if cards:
        result["lead"] = cards[0].card
    before = [] if results_only else _dealt(tags, at, board) + _as_it_went(calls, cards, result, at)
    return Deal([*before, _played(at, result)])


def _played(at: Data, result: Data) -> Said:
    return "bridge.deal_played", at | result


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


def _calls(record: Record, tags: Mapping[str, str], dealer: str) -> list[tuple[str, str]]:
    first = told(tags, "Auction")
    if not first or "Auction" not in record.sections:
        return []
    if dealer and spelling.seat(first) != spelling.seat(dealer):
        raise playing.Irregular(f"its auction begins with {first}")
    return playing.calls(record.sections["Auction"], spelling.seat(first))


def _result(tags: Mapping[str, str], board: int | None, *, passed: bool) -> Data:
    """The hand; its score, where it is printed, must be that of the result."""
    found = outcome(tags, passed=passed)
    said = ns_score_said(tags.get("Score", ""), found.declarer)
    if said is not None and board is not None:
        check_score(board, found.contract, found.declarer, found.tricks, said)
    result: Data = {"contract": found.contract}
    if found.declarer is not None:
        result |= {"declarer": found.declarer, "tricks": found.tricks}
    return result


def _cards(record: Record, result: Data) -> list[playing.Played]:
    lines = record.sections.get("Play", [])
    if not lines or "declarer" not in result:
        return []
    contract, declarer = str(result["contract"]), str(result["declarer"])
    leader = left_of(spelling.seat(declarer))
    said = record.tags["Play"].strip()
    if said not in {"", "?", "#"} and spelling.seat(said) != leader:
        raise playing.Irregular(f"{said} leads to {contract} by {declarer}")
    return playing.cards(lines, leader, contract)


def _as_it_went(calls: list[tuple[str, str]], cards: list[playing.Played], result: Data, at: Data) -> list[Said]:
    """The auction, or what it came to where only the play is known; then the cards."""
    went: list[Said] = [("bridge.call_made", at | {"seat": seat, "call": call}) for seat, call in calls]
    if cards and not calls:
        reached: Data = {"contract": result["contract"], "declarer": result["declarer"]}
        went = [("bridge.contract_reached", at | reached)]
    return went + [("bridge.card_played", at | _fallen(played)) for played in cards]


def _fallen(played: playing.Played) -> Data:
    said: Data = {"seat": played.seat, "card": played.card}
    return said | ({"irregular": True} if played.irregular else {})

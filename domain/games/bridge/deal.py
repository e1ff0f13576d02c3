"""
One deal in every form of bridge: dealt, bid, played, and the hand that closes it.

Source:
    docs/games/bridge.md, "One deal, reported in pieces".
"""

from dataclasses import dataclass, field
from typing import assert_never

from domain.board import Note
from domain.cards import PACK, Card
from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Fact
from domain.games.bridge import play as playing
from domain.games.bridge.auction import Auction
from domain.games.bridge.events import (
    TRICKS,
    CallMade,
    CardPlayed,
    ContractReached,
    DealEvent,
    DealPlayed,
    Dealt,
    TrickWon,
)
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.play import Hands, Play
from domain.games.bridge.terms import (
    CONTRACTS,
    PASSED_OUT,
    SEATS,
    Seat,
    Side,
    left_of,
    name_of,
    other,
    seat_of,
    side_of,
)
from domain.records import evolve
from domain.text import count, shown

_HAND: int = 13


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal in progress, as far as it was reported."""

    dealer: Seat | None = None
    dealer_named: bool = False
    dealt_at: int | None = None
    hands: Hands | None = None
    auction: Auction = field(default_factory=Auction)
    contract: str | None = None
    declarer: str | None = None
    play: Play | None = None
    flags: tuple[Note, ...] = ()

    @property
    def begun(self) -> bool:
        """Whether there is a bid or a contract yet."""
        return bool(self.auction.calls) or self.contract is not None

    @property
    def findings(self) -> tuple[Note, ...]:
        """What was irregular in the play."""
        return self.play.findings if self.play else ()


def check_deal(deal: Deal | None, event: DealEvent) -> None:
    """
    Whether the rules allow an event in the deal in progress (None: between deals).

    Errors:
        RuleViolation: in the order of the contract; see docs/games/bridge.md.
    """
    match event:
        case Dealt():
            if deal is not None:
                raise RuleViolation("deal_in_progress", "The deal before this one has not been scored.")
            _check_hands(event)
        case CallMade():
            _check_call(deal or Deal(), event)
        case ContractReached():
            if deal is not None and deal.begun:
                raise RuleViolation("deal_in_progress", "The contract of this deal, or a call, was reported already.")
        case CardPlayed():
            playing.check_card(_play_of(deal), event.seat, event.card, irregular=event.irregular)
        case TrickWon(leader=leader, cards=cards):
            play = _play_of(deal)
            if leader is not None and cards is not None:
                playing.check_trick(play, leader, cards, irregular=event.irregular)
            else:
                playing.check_winner(play)
        case DealPlayed():
            outcome(deal or Deal(), event)
        case _:
            assert_never(event)


def fold_deal(
    deal: Deal | None, fact: Fact[Dealt | CallMade | ContractReached | CardPlayed | TrickWon], dealer: Seat | None
) -> Deal:
    """The deal after a report that does not close it. `dealer`: whose deal it is by rotation, if known."""
    event = fact.event
    deal = deal or Deal(dealer=dealer)
    match event:
        case Dealt():
            flags = _rotated(deal, event.dealer, "is named the dealer", fact.version) if event.dealer else deal.flags
            return evolve(
                deal,
                flags=flags,
                dealer=event.dealer or deal.dealer,
                dealer_named=event.dealer is not None,
                dealt_at=fact.version,
                hands=playing.known_hands(event.hands) if event.hands else None,
            )
        case CallMade():
            return _with_call(deal, event, fact.version)
        case ContractReached():
            return _contracted(deal, event.contract, event.declarer)
        case CardPlayed():
            return evolve(deal, play=playing.with_card(_play_of(deal), event.seat, event.card, fact.version))
        case TrickWon():
            return evolve(deal, play=_with_trick(_play_of(deal), event, fact.version))
        case _:
            assert_never(event)


def outcome(deal: Deal, event: DealPlayed) -> Outcome:
    """
    What the hand says, completed by what was reported of the deal.

    Errors:
        RuleViolation: `deal_in_progress` while the auction goes on, `contradicts_report` if it does not
            agree, `tricks_out_of_range`, `result_invalid` if no number of tricks can be known.
    """
    if deal.auction.calls and not deal.auction.over:
        raise RuleViolation("deal_in_progress", "The auction of this deal has not ended.")
    contract = event.contract or deal.contract
    if contract is None:
        raise RuleViolation("contract_invalid", "Neither the hand nor a bid result names a contract.")
    if deal.contract not in {None, contract}:
        raise RuleViolation("contradicts_report", f"The contract was reported as {deal.contract}, not {contract}.")
    if contract == PASSED_OUT:
        if event.tells_of_play:
            raise EventInvalid([Flaw("/data", "a passed-out deal has no declarer, lead, tricks or result")])
        return Outcome(PASSED_OUT)
    declarer = _declarer(deal, event.declarer)
    lead = _lead(deal, event)
    return Outcome(contract, declarer, _tricks(deal, event, contract, side_of(declarer)), lead)


def wrong_lead(deal: Deal, result: Outcome, version: int, board: int | None = None) -> tuple[Note, ...]:
    """
    A flag if the lead that the hand names came from a hand that did not lead, as far as hands are known.

    Args:
        deal: What is known of the deal: its hands, and the lead if it was seen.
        result: What the hand came to.
        version: The hand's.
        board: Its number at duplicate.
    """
    if result.declarer is None or result.lead is None or (deal.play and deal.play.opening_lead):
        return ()
    declarer, hands = seat_of(result.declarer), deal.hands or {}
    leaders = {left_of(declarer)} if declarer else {seat for seat in SEATS if side_of(seat) != result.declarer}
    unknown = frozenset(PACK).difference(*hands.values())
    holders = [seat for seat in SEATS if result.lead in hands.get(seat, unknown)]
    if leaders & set(holders):
        return ()
    text = f"{shown(result.lead)} was led against {name_of(result.declarer)} from the wrong hand"
    if board is not None:
        # Who held it stays unsaid: other tables may still be to play the board.
        text = f"Board {board}: {text}"
    elif len(holders) == 1:
        text += f": {name_of(holders[0])} held it"
    return (Note(code="wrong_lead", text=f"{text}.", versions=(version,)),)


def _declarer(deal: Deal, said: str | None) -> str:
    known = deal.declarer or said
    if known is None:
        raise EventInvalid([Flaw("/data/declarer", "a contract has a declarer")])
    if said is None:
        return known
    if known != said and side_of(known) != said and side_of(said) != known:
        raise RuleViolation(
            "contradicts_report", f"The declarer was reported as {name_of(known)}, not {name_of(said)}."
        )
    return seat_of(known) or said


def _lead(deal: Deal, event: DealPlayed) -> Card | None:
    known = deal.play.opening_lead if deal.play else None
    if known and event.lead and known != event.lead:
        raise RuleViolation("contradicts_report", f"The lead was {shown(known)}, not {shown(event.lead)}.")
    return event.lead or known


def _tricks(deal: Deal, event: DealPlayed, contract: str, side: Side) -> int:
    ours = deal.play.won_by(side) if deal.play else 0
    theirs = deal.play.won_by(other(side)) if deal.play else 0
    if event.transferred:
        moved = event.transferred.tricks if event.transferred.to == side else -event.transferred.tricks
        ours, theirs = _moved(ours, theirs, moved)
    tricks = event.tricks
    if event.result is not None:
        tricks = CONTRACTS[contract].tricks(event.result)
        if not 0 <= tricks <= TRICKS:
            raise RuleViolation("tricks_out_of_range", f"{contract} cannot end {event.result}: {tricks} tricks.")
    if tricks is None:
        if ours + theirs != TRICKS:
            raise RuleViolation("result_invalid", "Without all thirteen tricks reported, the hand says how many.")
        return ours
    if not ours <= tricks <= TRICKS - theirs:
        raise RuleViolation(
            "contradicts_report",
            f"{count(tricks, 'trick')} cannot be: the declarer has {ours} and the defenders {theirs}.",
        )
    return tricks


def _moved(ours: int, theirs: int, moved: int) -> tuple[int, int]:
    """What each side has at least after a transfer, which may be of tricks that were not reported yet."""
    if ours + theirs == TRICKS and not 0 <= ours + moved <= TRICKS:
        raise RuleViolation("contradicts_report", "More tricks are transferred than were won.")
    return max(ours + moved, 0), max(theirs - moved, 0)


def _with_call(deal: Deal, event: CallMade, version: int) -> Deal:
    flags = deal.flags if deal.auction.calls else _rotated(deal, event.seat, "called first", version)
    dealer = deal.dealer if deal.auction.calls else event.seat
    auction = deal.auction.with_call(event.seat, event.call)
    deal = evolve(deal, dealer=dealer, auction=auction, flags=flags)
    return _contracted(deal, auction.contract, auction.declarer) if auction.contract else deal


def _rotated(deal: Deal, seat: Seat, what: str, version: int) -> tuple[Note, ...]:
    """The deal's flags, and one more if the deal was another's by rotation."""
    if deal.dealer in {None, seat}:
        return deal.flags
    assert deal.dealer is not None
    text = f"{name_of(seat)} {what}, though the deal was {name_of(deal.dealer)}'s by rotation."
    return (*deal.flags, Note(code="dealer_out_of_rotation", text=text, versions=(version,)))


def _contracted(deal: Deal, contract: str, declarer: str | None) -> Deal:
    play = None
    if declarer is not None:
        seat = seat_of(declarer)
        leader = left_of(seat) if seat else other(side_of(declarer))
        play = Play(trumps=CONTRACTS[contract].strain, leader=leader, hands=deal.hands or {})
    return evolve(deal, contract=contract, declarer=declarer, play=play)


def _with_trick(play: Play, event: TrickWon, version: int) -> Play:
    if event.leader is None or event.cards is None:
        return playing.with_trick(play, event.seat or "NS")
    seat = event.leader
    for card in event.cards:
        play = playing.with_card(play, seat, card, version)
        seat = left_of(seat)
    return play


def _play_of(deal: Deal | None) -> Play:
    if deal is None or deal.contract is None:
        raise RuleViolation("no_contract", "No contract was reported for this deal, so nothing can be played yet.")
    if deal.play is None:
        raise RuleViolation("deal_over", "The deal was passed out: there is nothing to play.")
    return deal.play


def _check_call(deal: Deal, event: CallMade) -> None:
    if deal.contract is not None and not deal.auction.calls:
        raise RuleViolation("call_invalid", "The contract was reported: the auction is over.")
    if not deal.auction.calls and deal.dealer_named and event.seat != deal.dealer:
        assert deal.dealer is not None
        raise RuleViolation("call_invalid", f"{name_of(deal.dealer)} dealt, and calls first.")
    deal.auction.check(event.seat, event.call)


def _check_hands(event: Dealt) -> None:
    cards = [card for hand in (event.hands or {}).values() for card in hand]
    if any(len(hand) != _HAND for hand in (event.hands or {}).values()):
        raise RuleViolation("deal_invalid", "A hand has thirteen cards.")
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        raise RuleViolation("deal_invalid", f"Dealt twice: {', '.join(map(shown, twice))}.")

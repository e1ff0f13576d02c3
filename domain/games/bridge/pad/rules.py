"""
What may be written on a pad, and what it does: all that rubber bridge and Chicago have in common.

Source:
    docs/games/bridge.md, "Rubber bridge" and "Chicago".
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias, assert_never

from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Adjusted, Closed, Fact, Forfeited, PlayersChanged
from domain.games.bridge import sentences as said
from domain.games.bridge.deal import Deal, check_deal, fold_deal, outcome, wrong_lead
from domain.games.bridge.events import (
    At,
    CallMade,
    CardPlayed,
    ContractReached,
    DealPlayed,
    Dealt,
    HonoursClaimed,
    RubberEvent,
    TrickWon,
)
from domain.games.bridge.pad import sentences
from domain.games.bridge.pad.state import Entry, P, Pad, ScoredDeal, check_seats, with_account
from domain.games.bridge.play import Hands
from domain.games.bridge.scoring import Award
from domain.games.bridge.terms import CONTRACTS, SEATS, Seat, Side, left_of, name_of, other, side_of
from domain.records import evolve
from domain.text import SUIT_WORDS, count

OpenEvent: TypeAlias = (
    Dealt | CallMade | ContractReached | CardPlayed | TrickWon | HonoursClaimed | Adjusted | Forfeited | PlayersChanged
)
"""What neither scores a deal nor closes the match."""


def check(pad: Pad, event: RubberEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    match event:
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon() | DealPlayed():
            _check_going(pad)
            _check_nowhere(pad, event)
            check_deal(pad.current, event)
        case HonoursClaimed():
            _check_nowhere(pad, event)
            _check_honours(pad, event)
        case Adjusted():
            _side(event)
            if event.unit is not None or event.points != int(event.points):
                flaw = Flaw("/data/points", f"a {pad.WORD} is adjusted by whole points, without a unit")
                raise EventInvalid([flaw])
        case Forfeited():
            _check_going(pad)
            _side(event)
        case PlayersChanged():
            _check_going(pad)
            check_seats(event.players)
        case Closed():
            pass
        case _:
            assert_never(event)


def fold(pad: P, fact: Fact[OpenEvent]) -> P:
    """The pad after a fact that neither scores a deal nor closes the match."""
    event = fact.event
    match event:
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon():
            return _in_deal(pad, Fact(fact.version, event))
        case HonoursClaimed():
            pad = with_entry(pad, Entry(side_of(event.seat), "above", "honours", event.points))
            return evolve(pad, why=(f"{name_of(event.seat)} held honours: {event.points} above the line.",))
        case Adjusted():
            return _adjusted(pad, event)
        case Forfeited():
            side = _side(event)
            return evolve(pad, forfeited=side, current=None, why=(f"{name_of(side)} give the {pad.WORD} up.",))
        case PlayersChanged():
            return evolve(pad, why=("From here on others play.",))
        case _:
            assert_never(event)


def with_deal(pad: P, event: DealPlayed, version: int, worth: Callable[..., tuple[Award, ...]]) -> P:
    """
    The pad with one more deal on it, its figures booked, and the deal passed on to the next dealer.

    Args:
        pad: The pad before it.
        event: The hand.
        version: The fact's.
        worth: What a made or failed contract earns: `deal_awards` or `duplicate_awards`.
    """
    deal = pad.current or Deal()
    result = outcome(deal, event)
    dealer = deal.dealer or pad.dealer
    entries: tuple[Entry, ...] = ()
    vulnerable = False
    if result.declarer is not None and result.tricks is not None:
        declaring = side_of(result.declarer)
        vulnerable = declaring in pad.vulnerable
        awards = worth(result.contract, result.tricks, vulnerable=vulnerable)
        entries = tuple(_entry(award, declaring) for award in awards)
    scored = ScoredDeal(version, pad.game, dealer, result, vulnerable, entries)
    pad = evolve(
        pad,
        deals=(*pad.deals, scored),
        current=None,
        dealer=left_of(dealer) if dealer else None,
        hands=deal.hands,
        flags=pad.flags + wrong_lead(deal, result, version),
        why=(sentences.of_result(result, entries),),
    )
    return book(pad, entries)


def book(pad: P, entries: Iterable[Entry]) -> P:
    """The pad with figures put into the columns. What is below the line counts towards the next game."""
    for entry in entries:
        account = pad.account(entry.side)
        account = (
            evolve(account, above=account.above + entry.points)
            if entry.line == "above"
            else evolve(account, below=account.below + entry.points, leg=account.leg + entry.points)
        )
        pad = with_account(pad, entry.side, account)
    return pad


def with_entry(pad: P, entry: Entry) -> P:
    """The pad with one more figure for the latest deal."""
    last = pad.deals[-1]
    last = evolve(last, entries=(*last.entries, entry))
    return book(evolve(pad, deals=(*pad.deals[:-1], last)), [entry])


def game_won(pad: P, side: Side) -> P:
    """The pad with a game counted, and both legs cut off."""
    account = pad.account(side)
    return no_legs(with_account(pad, side, evolve(account, games=account.games + 1)))


def no_legs(pad: P) -> P:
    """The pad with both legs cut off."""
    return evolve(pad, ns=evolve(pad.ns, leg=0), ew=evolve(pad.ew, leg=0))


def _entry(award: Award, declaring: Side) -> Entry:
    side = declaring if award.to == "declarer" else other(declaring)
    return Entry(side, award.line, award.reason, award.points)


def _in_deal(pad: P, fact: Fact[Dealt | CallMade | ContractReached | CardPlayed | TrickWon]) -> P:
    before = pad.current or Deal()
    deal = fold_deal(pad.current, fact, pad.dealer)
    why = said.of_report(pad.current, fact.event, deal)
    flags = pad.flags + deal.flags[len(before.flags) :]
    findings = pad.findings + deal.findings[len(before.findings) :]
    return evolve(pad, current=deal, flags=flags, findings=findings, why=(why,))


def _adjusted(pad: P, event: Adjusted) -> P:
    side, points = _side(event), int(event.points)
    account = pad.account(side)
    pad = with_account(pad, side, evolve(account, adjusted=account.adjusted + points))
    verb = "awards" if points >= 0 else "takes from"
    why = f"The director {verb} {name_of(side)} {count(abs(points), 'point')}: {event.reason}"
    return evolve(pad, why=(why,))


def _check_going(pad: Pad) -> None:
    if pad.complete:
        raise RuleViolation("match_over", f"The {pad.WORD} is over: no deal is taken after it.")


def _check_nowhere(pad: Pad, event: At) -> None:
    said = event.model_fields_set & {"board", "ns", "ew", "room", "round", "table"}
    if said:
        flaw = Flaw(f"/data/{min(said)}", f"a {pad.WORD} has no boards, pairs, rooms, rounds or tables")
        raise EventInvalid([flaw])


def _check_honours(pad: Pad, event: HonoursClaimed) -> None:
    if pad.current is not None:
        raise RuleViolation("deal_in_progress", "Honours are claimed before the next deal begins.")
    if pad.forfeited:
        raise RuleViolation("match_over", f"The {pad.WORD} was given up.")
    if not pad.options.honours:
        raise RuleViolation("honours_impossible", f"This {pad.WORD} is played without honours.")
    if not pad.deals:
        raise RuleViolation("honours_impossible", "No deal has been played.")
    last = pad.deals[-1]
    if last.outcome.declarer is None:
        raise RuleViolation("honours_impossible", "The deal was passed out: there are no honours.")
    if any(entry.reason == "honours" for entry in last.entries):
        raise RuleViolation(
            "honours_impossible", "Honours of this deal were claimed already: only one hand can hold them."
        )
    strain = CONTRACTS[last.outcome.contract].strain
    if strain == "N" and event.points == 100:  # noqa: PLR2004  the smaller honours
        raise RuleViolation("honours_impossible", "At notrump honours are four aces in one hand: 150.")
    _check_held(pad.hands or {}, event, strain)


def _check_held(hands: Hands, event: HonoursClaimed, strain: str) -> None:
    wanted = {"AS", "AH", "AD", "AC"} if strain == "N" else {rank + strain for rank in "AKQJT"}
    needed = 4 if event.points == 100 or strain == "N" else 5  # noqa: PLR2004  honours in one hand
    known = frozenset[str]().union(*hands.values())
    claiming: list[Seat] = [seat for seat in SEATS if event.seat in {seat, side_of(seat)}]
    held = [wanted & hands[seat] if seat in hands else wanted - known for seat in claiming]
    if all(len(cards) < needed for cards in held):
        what = "four aces" if strain == "N" else f"{needed} honours in {SUIT_WORDS[strain]}"
        raise RuleViolation("honours_impossible", f"{name_of(event.seat)} did not hold {what}.")


def _side(event: Adjusted | Forfeited) -> Side:
    unit = {"we": "NS", "they": "EW"}.get(event.unit_named, event.unit_named)
    if event.pair is not None or unit not in {"N", "E", "S", "W", "NS", "EW"}:
        raise EventInvalid([Flaw("/data/side", "is NS or EW (or a seat: N, E, S, W)")])
    return side_of(unit)

"""
What may happen in a rubber, and what it does.

Source:
    docs/games/bridge.md, "Rubber bridge".
"""

from collections.abc import Iterable
from typing import assert_never

from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Adjusted, Closed, Fact, Forfeited, PlayersChanged
from domain.games.bridge.deal import Deal, Outcome, check_deal, fold_deal, outcome, wrong_lead
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
from domain.games.bridge.play import Hands
from domain.games.bridge.rubber import sentences
from domain.games.bridge.rubber.state import Entry, Rubber, ScoredDeal, check_seats
from domain.games.bridge.scoring import GAME, deal_awards
from domain.games.bridge.terms import CONTRACTS, SEATS, Seat, Side, left_of, name_of, other, side_of
from domain.records import evolve
from domain.text import SUIT_WORDS, count

_RUBBER_BONUS = {0: 700, 1: 500}
"""By the games of the other side."""
_WON = 2
"""Games that win the rubber."""


def check(state: Rubber, event: RubberEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    match event:
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon() | DealPlayed():
            _check_going(state)
            _check_nowhere(event)
            check_deal(state.current, event)
        case HonoursClaimed():
            _check_nowhere(event)
            _check_honours(state, event)
        case Adjusted():
            _side(event)
            if event.unit is not None or event.points != int(event.points):
                raise EventInvalid([Flaw("/data/points", "a rubber is adjusted by whole points, without a unit")])
        case Forfeited():
            _check_going(state)
            _side(event)
        case PlayersChanged():
            _check_going(state)
            check_seats(event.players)
        case Closed():
            pass
        case _:
            assert_never(event)


def fold(state: Rubber, fact: Fact[RubberEvent]) -> Rubber:
    """The rubber after the fact."""
    event = fact.event
    match event:
        case DealPlayed():
            return _played(state, event, fact.version)
        case Dealt() | CallMade() | ContractReached() | CardPlayed() | TrickWon():
            return _in_deal(state, Fact(fact.version, event))
        case HonoursClaimed():
            return _with_honours(state, event)
        case Adjusted():
            return _adjusted(state, event)
        case Forfeited():
            side = _side(event)
            why = f"{name_of(side)} give the rubber up."
            return evolve(state, forfeited=side, current=None, why=(why,))
        case PlayersChanged():
            return evolve(state, why=("From here on others play.",))
        case Closed():
            return _closed(state)
        case _:
            assert_never(event)


def _played(state: Rubber, event: DealPlayed, version: int) -> Rubber:
    deal = state.current or Deal()
    result = outcome(deal, event)
    dealer = deal.dealer or state.dealer
    declaring = side_of(result.declarer) if result.declarer else None
    vulnerable = declaring is not None and state.account(declaring).vulnerable
    entries = tuple(_entries(result, declaring, vulnerable=vulnerable))
    scored = ScoredDeal(version, state.game, dealer, result, vulnerable, entries)
    state = evolve(
        state,
        deals=(*state.deals, scored),
        current=None,
        dealer=left_of(dealer) if dealer else None,
        hands=deal.hands,
        flags=state.flags + wrong_lead(deal, result, version),
        why=(sentences.of_result(result, entries),),
    )
    state = _book(state, entries)
    return _game_won(state, declaring) if declaring and state.account(declaring).leg >= GAME else state


def _entries(result: Outcome, declaring: Side | None, *, vulnerable: bool) -> Iterable[Entry]:
    if declaring is None or result.tricks is None:
        return
    for award in deal_awards(result.contract, result.tricks, vulnerable=vulnerable):
        side = declaring if award.to == "declarer" else other(declaring)
        yield Entry(side, award.line, award.reason, award.points)


def _book(state: Rubber, entries: Iterable[Entry]) -> Rubber:
    accounts = {"NS": state.ns, "EW": state.ew}
    for entry in entries:
        account = accounts[entry.side]
        accounts[entry.side] = (
            evolve(account, above=account.above + entry.points)
            if entry.line == "above"
            else evolve(account, below=account.below + entry.points, leg=account.leg + entry.points)
        )
    return evolve(state, ns=accounts["NS"], ew=accounts["EW"])


def _game_won(state: Rubber, side: Side) -> Rubber:
    """Cut both legs off; the second game ends the rubber and pays its bonus."""
    accounts = {each: evolve(state.account(each), leg=0) for each in ("NS", "EW")}
    accounts[side] = evolve(accounts[side], games=accounts[side].games + 1)
    state = evolve(state, ns=accounts["NS"], ew=accounts["EW"])
    if accounts[side].games < _WON:
        why = f"{name_of(side)} win game {state.game} and are vulnerable; part-scores are cut off."
        return evolve(state, game=state.game + 1, why=(*state.why, why))
    bonus = Entry(side, "above", "rubber", _RUBBER_BONUS[accounts[other(side)].games])
    state = _with_entry(evolve(state, finished=True), bonus)
    why = (
        f"{name_of(side)} win the rubber by two games to {accounts[other(side)].games}: {bonus.points} above the line."
    )
    return evolve(state, why=(*state.why, why, sentences.of_standing(state)))


def _with_entry(state: Rubber, entry: Entry) -> Rubber:
    """Put a figure to the latest deal."""
    last = state.deals[-1]
    last = evolve(last, entries=(*last.entries, entry))
    return _book(evolve(state, deals=(*state.deals[:-1], last)), [entry])


def _in_deal(state: Rubber, fact: Fact[Dealt | CallMade | ContractReached | CardPlayed | TrickWon]) -> Rubber:
    before = state.current or Deal()
    deal = fold_deal(state.current, fact, state.dealer)
    why = sentences.of_report(state.current, fact.event, deal)
    flags = state.flags + deal.flags[len(before.flags) :]
    findings = state.findings + deal.findings[len(before.findings) :]
    return evolve(state, current=deal, flags=flags, findings=findings, why=(why,))


def _with_honours(state: Rubber, event: HonoursClaimed) -> Rubber:
    side = side_of(event.seat)
    state = _with_entry(state, Entry(side, "above", "honours", event.points))
    return evolve(state, why=(f"{name_of(event.seat)} held honours: {event.points} above the line.",))


def _adjusted(state: Rubber, event: Adjusted) -> Rubber:
    side, points = _side(event), int(event.points)
    account = state.account(side)
    account = evolve(account, adjusted=account.adjusted + points)
    state = evolve(state, ns=account) if side == "NS" else evolve(state, ew=account)
    verb = "awards" if points >= 0 else "takes"
    why = f"The director {verb} {name_of(side)} {count(abs(points), 'point')}: {event.reason}"
    return evolve(state, why=(why,))


def _closed(state: Rubber) -> Rubber:
    state = evolve(state, closed=True, current=None)
    if state.complete:
        return evolve(state, why=("The rubber is closed.",))
    bonuses = [*_only(state, "game_bonus"), *_only(state, "part_score_bonus")]
    state = _book(evolve(state, bonuses=tuple(bonuses)), bonuses)
    why = sentences.of_bonuses(state.bonuses)
    return evolve(state, why=(why, sentences.of_standing(state)))


def _only(state: Rubber, bonus: str) -> Iterable[Entry]:
    """The bonus of an unfinished rubber for the side that alone has a game, or a part-score."""
    of_games = bonus == "game_bonus"
    having = [side for side in ("NS", "EW") if (state.account(side).games if of_games else state.account(side).leg)]
    if len(having) == 1:
        side: Side = "NS" if having[0] == "NS" else "EW"
        reason = "only game" if of_games else "only part-score"
        yield Entry(side, "above", reason, state.options.game_bonus if of_games else state.options.part_score_bonus)


def _check_going(state: Rubber) -> None:
    if state.complete:
        raise RuleViolation("match_over", "The rubber is over: no deal is taken after it.")


def _check_nowhere(event: At) -> None:
    said = event.model_fields_set & {"board", "ns", "ew", "room", "round", "table"}
    if said:
        raise EventInvalid([Flaw(f"/data/{min(said)}", "a rubber has no boards, pairs, rooms, rounds or tables")])


def _check_honours(state: Rubber, event: HonoursClaimed) -> None:
    if state.current is not None:
        raise RuleViolation("deal_in_progress", "Honours are claimed before the next deal begins.")
    if state.forfeited:
        raise RuleViolation("match_over", "The rubber was given up.")
    if not state.options.honours:
        raise RuleViolation("honours_impossible", "This rubber is played without honours.")
    if not state.deals:
        raise RuleViolation("honours_impossible", "No deal has been played.")
    last = state.deals[-1]
    if last.outcome.declarer is None:
        raise RuleViolation("honours_impossible", "The deal was passed out: there are no honours.")
    if any(entry.reason == "honours" for entry in last.entries):
        raise RuleViolation(
            "honours_impossible", "Honours of this deal were claimed already: only one hand can hold them."
        )
    strain = CONTRACTS[last.outcome.contract].strain
    if strain == "N" and event.points == 100:  # noqa: PLR2004  the smaller honours
        raise RuleViolation("honours_impossible", "At notrump honours are four aces in one hand: 150.")
    _check_held(state.hands or {}, event, strain)


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

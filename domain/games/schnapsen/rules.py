"""
What may happen in a match of Schnapsen or Sixty-Six, and what it does.

Source:
    docs/games/schnapsen.md.
"""

from typing import Final, assert_never

from domain.board import Note
from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Adjusted, Closed, Fact, Forfeited, PlayersChanged
from domain.games.schnapsen import sentences
from domain.games.schnapsen.book import FIRST_DEALER, adjusted, begun, entered
from domain.games.schnapsen.checks import check_end, check_play
from domain.games.schnapsen.deal import Deal
from domain.games.schnapsen.dealing import check_dealt, laid_out
from domain.games.schnapsen.events import (
    CardPlayed,
    DealAwarded,
    DealEnded,
    DealScored,
    Dealt,
    EndEvent,
    MarriageDeclared,
    SchnapsenEvent,
    SixtySixClaimed,
    TalonClosed,
    TrickPlayed,
    TrumpExchanged,
)
from domain.games.schnapsen.play import play
from domain.games.schnapsen.revokes import shown_in_the_end
from domain.games.schnapsen.scoring import OUT, AwardedHow, Result, payable, settle
from domain.games.schnapsen.state import Series, check_seats
from domain.games.schnapsen.terms import SEATS, Both, GamePoints, Seat, other
from domain.records import evolve
from domain.text import listed

_AWARDED: Final[dict[AwardedHow, str]] = {
    "conceded": "the deal was conceded",
    "foul": "a foul",
    "misdeal": "a misdeal",
}


def check(state: Series, event: SchnapsenEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    match event:
        case TrickPlayed() | CardPlayed() | MarriageDeclared() | TrumpExchanged() | TalonClosed():
            _check_going(state)
            check_play(state.rules, state.deal, event)
        case SixtySixClaimed() | DealEnded() | DealAwarded():
            _check_going(state)
            check_end(state.deal, event)
        case Dealt():
            _check_next_deal(state, event.dealer)
            check_dealt(state.rules.ruleset, event)
        case DealScored():
            _check_next_deal(state, event.dealer)
            _check_payable(state, event)
        case Adjusted():
            _check_adjusted(event)
        case Forfeited():
            _check_going(state)
            _seat(event)
        case PlayersChanged():
            _check_going(state)
            check_seats(event.players)
        case Closed():
            pass
        case _:
            assert_never(event)


def fold(state: Series, fact: Fact[SchnapsenEvent]) -> Series:
    """The match after the fact."""
    event = fact.event
    match event:
        case TrickPlayed() | CardPlayed() | MarriageDeclared() | TrumpExchanged() | TalonClosed():
            assert state.deal is not None, "cards are played in a deal"
            deal = play(state.rules, state.deal, event, fact.version)
            why = (sentences.of_play(state.deal, event, deal),)
            return Series(state.rules, state.book, deal, why, state.flags, state.earlier)
        case SixtySixClaimed() | DealEnded() | DealAwarded():
            return _ended(state, event, fact.version)
        case Dealt():
            return _dealt(state, event, fact.version)
        case DealScored():
            return _scored(state, event, fact.version)
        case Adjusted():
            return _adjusted(state, event)
        case Forfeited():
            seat = _seat(event)
            book = evolve(state.book, forfeited=seat)
            return evolve(state, book=book, why=(f"{seat} gives the match up: {other(seat)} wins it.",))
        case PlayersChanged():
            return evolve(state, why=("From here on others play.",))
        case Closed():
            book = evolve(state.book, closed=True)
            return evolve(state, book=book, why=(sentences.of_closing(state),))
        case _:
            assert_never(event)


def _dealt(state: Series, event: Dealt, version: int) -> Series:
    book = begun(state, event.dealer)
    dealer = book.dealer or FIRST_DEALER
    layout = laid_out(state.rules.ruleset, event)
    deal = Deal(version=version, number=len(book.lines) + 1, dealer=dealer, leader=other(dealer), layout=layout)
    why = (sentences.of_dealing(deal),)
    return Series(state.rules, book, deal, why, state.flags, state.findings)


def _ended(state: Series, event: EndEvent, version: int) -> Series:
    deal = state.deal
    assert deal is not None, "a deal in progress ends"
    tallies = Both(deal.scores.a.tally, deal.scores.b.tally)
    closing = deal.close.closing if deal.close is not None else None
    match event:
        case SixtySixClaimed():
            result = settle(state.rules, tallies, claimed_by=event.seat, last_trick=deal.last_trick, closing=closing)
        case DealEnded():
            result = settle(state.rules, tallies, claimed_by=None, last_trick=deal.leader, closing=closing)
        case DealAwarded():
            points = Both(tallies.a.points, tallies.b.points)
            result = Result(event.how, event.winner, GamePoints(event.game_points), _AWARDED[event.how], points)
        case _:
            assert_never(event)
    ended = evolve(
        deal,
        layout=deal.undrawn or deal.layout,
        undrawn=None,
        denials=(),
        findings=shown_in_the_end(deal, version),
        result=result,
    )
    flags = state.flags
    if isinstance(event, DealEnded):
        flags += _unclaimed(result, version)
    return _settled(evolve(state, deal=ended, flags=flags), event, result, version)


def _scored(state: Series, event: DealScored, version: int) -> Series:
    how = event.how or ("drawn" if event.winner is None else None)
    result = Result(how, event.winner, GamePoints(event.game_points), "as reported")
    state = evolve(state, book=begun(state, event.dealer), deal=None, earlier=state.findings)
    return _settled(state, event, result, version)


def _settled(state: Series, event: EndEvent | DealScored, result: Result, version: int) -> Series:
    trump = state.deal.layout.trump if state.deal is not None else None
    after = evolve(state, book=entered(state.rules, state.book, result, version, trump))
    return evolve(after, why=sentences.of_result(event, after))


def _unclaimed(result: Result, version: int) -> tuple[Note, ...]:
    assert result.points is not None, "a deal played out has its points"
    held = [f"{seat} had {result.points.of(seat)}" for seat in SEATS if result.points.of(seat) >= OUT]
    if not held:
        return ()
    text = f"Nobody claimed, though {listed(held)}."
    return (Note(code="unclaimed_66", text=text, versions=(version,)),)


def _adjusted(state: Series, event: Adjusted) -> Series:
    seat, points = _seat(event), int(event.points)
    after = evolve(state, book=adjusted(state.rules, state.book, seat, points))
    return evolve(after, why=sentences.of_adjustment(seat, points, event.reason, after))


def _check_going(state: Series) -> None:
    if state.complete:
        raise RuleViolation("match_over", f"{state.winner} has won the match: nothing more is played.")


def _check_next_deal(state: Series, dealer: Seat | None) -> None:
    _check_going(state)
    if state.in_play is not None:
        raise RuleViolation("deal_in_progress", f"Deal {state.in_play.number} is still being played.")
    due = state.book.dealer
    if due is not None and dealer not in {None, due}:
        raise RuleViolation("deal_invalid", f"This deal is {due}'s, not {dealer}'s.")


def _check_adjusted(event: Adjusted) -> None:
    _seat(event)
    if event.unit is not None or event.points != int(event.points):
        raise EventInvalid([Flaw("/data/points", "the slate is adjusted by whole game points, without a unit")])


def _check_payable(state: Series, event: DealScored) -> None:
    how = event.how or ("drawn" if event.winner is None else None)
    if how is None:
        return
    possible = payable(state.rules, how)
    if event.game_points not in possible:
        worth = listed([str(points) for points in sorted(possible)], "or")
        said = how.replace("_", " ")
        raise RuleViolation(
            "result_invalid",
            f"A deal that ended by {said} is worth {worth}, not {event.game_points}."
            if possible
            else f"In this game no deal ends as {said}.",
        )


def _seat(event: Adjusted | Forfeited) -> Seat:
    for seat in SEATS:
        if event.pair is None and event.unit_named == seat:
            return seat
    raise EventInvalid([Flaw("/data/seat", "is A or B")])

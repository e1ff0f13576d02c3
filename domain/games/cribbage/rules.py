"""
What may happen in a match of cribbage, and what it does.

Source:
    docs/games/cribbage.md.
"""

from dataclasses import replace
from typing import assert_never

from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import Adjusted, Closed, Fact, Forfeited, PlayersChanged
from domain.games.cribbage import deal as dealing
from domain.games.cribbage import play as playing
from domain.games.cribbage import sentences
from domain.games.cribbage.counting import (
    check_muggins,
    check_points,
    moved,
    pegged,
    with_muggins,
    with_points,
    with_show,
)
from domain.games.cribbage.deal import Deal
from domain.games.cribbage.events import (
    CardPlayed,
    CribbageEvent,
    CribShown,
    Dealt,
    Discarded,
    GameScored,
    GoSaid,
    HandShown,
    MugginsCalled,
    PointsPegged,
    StarterCut,
    TableEvent,
)
from domain.games.cribbage.play import Moment, Play
from domain.games.cribbage.state import (
    Cribbage,
    Overlooked,
    between_deals,
    between_games,
    check_players,
    next_dealer,
    seat_named,
)
from domain.games.cribbage.terms import Seat, side_of, sides_of
from domain.text import listed

_HEELS = (("heels", 2),)
_SIDES = 2
"""Sides of a game whose result is one score."""


def check(state: Cribbage, event: CribbageEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    match event:
        case Adjusted():
            seat_named(state, event)
            if event.unit is not None or event.points != int(event.points):
                raise EventInvalid([Flaw("/data/points", "cribbage is adjusted by whole points, without a unit")])
        case Forfeited():
            _check_going(state)
            seat_named(state, event)
        case PlayersChanged():
            _check_going(state)
            check_players(event.players, state.options.players)
        case Closed():
            pass
        case _:
            _check_going(state)
            _check_reported(between_games(state), event)


def fold(state: Cribbage, fact: Fact[CribbageEvent]) -> Cribbage:
    """The match after the fact."""
    event = fact.event
    match event:
        case Adjusted():
            return _adjusted(state, event, fact.version)
        case Forfeited():
            side = side_of(seat_named(state, event), state.options.players)
            return replace(state, forfeited=side, why=(f"{sides_of(state.options.players)[side]} gives the match up.",))
        case PlayersChanged():
            return replace(state, why=("From here on others play.",))
        case Closed():
            return replace(state, closed=True, why=("The match is closed.",))
        case _:
            return _with_result(_reported(between_games(state), event, fact.version))


def _check_reported(state: Cribbage, event: TableEvent) -> None:
    match event:
        case Dealt():
            _check_dealt(state, event)
        case GameScored():
            _check_seat(state, event.winner, "winner")
            _check_game(state, event)
        case PointsPegged():
            _check_seat(state, event.seat)
            check_points(state.playing, event)
        case MugginsCalled():
            _check_seat(state, event.seat)
            check_muggins(state, event)
        case StarterCut():
            dealing.check_deal(state.playing, event)
        case Discarded() | CardPlayed() | GoSaid() | HandShown() | CribShown():
            _check_seat(state, event.seat)
            dealing.check_deal(state.playing, event)
        case _:
            assert_never(event)


def _reported(state: Cribbage, event: TableEvent, version: int) -> Cribbage:
    match event:
        case Dealt():
            return _dealt(state, event, version)
        case GameScored():
            return _game(state, event, version)
        case PointsPegged():
            return with_points(state, event, version)
        case MugginsCalled():
            return with_muggins(state, event, version)
        case Discarded():
            deal = dealing.with_discards(_deal(state), event, version)
            return replace(state, deal=deal, why=(sentences.of_discards(deal, event.seat),))
        case StarterCut():
            return _cut(state, event, version)
        case CardPlayed():
            play, moments = playing.with_card(_play(state), event.seat, event.card, version)
            why = sentences.of_card(event.seat, event.card, playing.reached(_play(state), event.seat, event.card))
            return _played(state, play, moments, version, why)
        case GoSaid():
            play, moments = playing.with_go(_play(state), event.seat, version)
            return _played(state, play, moments, version, f"{event.seat} says go.")
        case HandShown() | CribShown():
            return with_show(state, _deal(state), Fact(version, event))
        case _:
            assert_never(event)


def _dealt(state: Cribbage, event: Dealt, version: int) -> Cribbage:
    dealer = event.dealer or next_dealer(state)
    first = state.deal is None and not state.race.open_dealing
    race = replace(state.race, opener=dealer if first else state.race.opener, open_dealing=False)
    deal = dealing.begin(event, version, dealer, state.options.players)
    return replace(between_deals(state), race=race, deal=deal, overlooked=None, why=(f"{dealer} deals.",))


def _cut(state: Cribbage, event: StarterCut, version: int) -> Cribbage:
    deal = dealing.with_starter(_deal(state), event.card)
    state = replace(state, deal=deal, why=(sentences.of_starter(event.card),))
    return pegged(state, deal.dealer, _HEELS, version) if event.card[0] == "J" else state


def _played(state: Cribbage, play: Play, moments: tuple[Moment, ...], version: int, why: str) -> Cribbage:
    """The match after a card or a go. The game stops at the moment at which it is won."""
    found = play.findings[len(_play(state).findings) :]
    deal = replace(_deal(state), play=play)
    state = replace(state, deal=deal, findings=state.findings + found, overlooked=None, why=(why,))
    for seat, points in moments:
        if state.result is None:
            state = pegged(state, seat, points, version)
    if moments and state.options.muggins:
        seat, points = moments[-1]
        state = replace(state, overlooked=Overlooked(seat, sum(each for _, each in points), in_play=True))
    return state


def _game(state: Cribbage, event: GameScored, version: int) -> Cribbage:
    other: Seat = "B" if side_of(event.winner, state.options.players) == 0 else "A"
    state = moved(replace(between_deals(state), deal=None, why=()), other, [("game", event.loser_score)], version)
    return moved(state, event.winner, [("game", state.options.target)], version)


def _adjusted(state: Cribbage, event: Adjusted, version: int) -> Cribbage:
    seat, points = seat_named(state, event), int(event.points)
    before = state.result
    state = moved(state, seat, [("adjusted", points)], version)
    unit = sides_of(state.options.players)[side_of(seat, state.options.players)]
    why = sentences.of_adjustment(unit, points, state.race.awards[-1].pegged, event.reason)
    state = replace(state, why=(why,))
    return state if before else _with_result(state)


def _with_result(state: Cribbage) -> Cribbage:
    """Say who has won, if the game was won with this."""
    if state.result is None:
        return state
    return replace(state, overlooked=None, why=(*state.why, sentences.of_result(state.result, state.options)))


def _deal(state: Cribbage) -> Deal:
    assert state.deal is not None, "checked before: a deal is in progress"
    return state.deal


def _play(state: Cribbage) -> Play:
    play = _deal(state).play
    assert play is not None, "checked before: the starter is cut"
    return play


def _check_going(state: Cribbage) -> None:
    if state.complete:
        raise RuleViolation("match_over", "The match is over: nothing is pegged after its end.")


def _check_seat(state: Cribbage, seat: Seat, field: str = "seat") -> None:
    if seat not in state.seats:
        raise EventInvalid([Flaw(f"/data/{field}", f"is {listed(state.seats, 'or')} at this table")])


def _check_dealt(state: Cribbage, event: Dealt) -> None:
    if state.playing is not None and state.playing.told:
        raise RuleViolation("deal_in_progress", "The deal before this one has not been counted to its end.")
    if event.dealer is not None:
        _check_seat(state, event.dealer, "dealer")
        due = next_dealer(state)
        if state.deal is not None and not state.race.open_dealing and event.dealer != due:
            raise RuleViolation("out_of_turn", f"It is {due}'s deal, not {event.dealer}'s.")
    dealing.check_dealt(event, state.seats)


def _check_game(state: Cribbage, event: GameScored) -> None:
    if state.playing is not None:
        raise RuleViolation("deal_in_progress", "A deal of this game is in progress.")
    if state.race.awards:
        raise RuleViolation("already_reported", "The points of this game are being reported one by one.")
    if len(state.race.pegs) != _SIDES:
        raise EventInvalid([Flaw("/data", "tells one loser's score: there are two at this table")])
    if event.loser_score >= state.options.target:
        raise EventInvalid([Flaw("/data/loser_score", f"is below {state.options.target}")])

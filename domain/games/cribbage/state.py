"""A match of cribbage as far as it has gone."""

from dataclasses import dataclass, replace

from domain.board import Note
from domain.errors import EventInvalid, Flaw
from domain.event import Adjusted, Forfeited, Players
from domain.games.cribbage.deal import Deal
from domain.games.cribbage.options import CribbageOptions
from domain.games.cribbage.race import Race, Result, new_race, result_of
from domain.games.cribbage.scoring import Scale, scale
from domain.games.cribbage.sheet import DealLine, line_of
from domain.games.cribbage.terms import SEATS, Seat, round_from, seats_of, side_of, sides_of
from domain.text import listed


@dataclass(frozen=True, slots=True)
class Overlooked:
    """The latest count, of which an opponent may call muggins."""

    seat: Seat
    points: int
    in_play: bool = False


@dataclass(frozen=True, slots=True)
class Cribbage:
    """
    A match of cribbage.

    Args:
        by: What the show is counted by.
        race: The game in play, or the last one.
        results: How the games before it ended.
        deal: The deal in play, or the last one of this game.
        sheet: The deals before it.
        overlooked: What muggins may be called of.
        forfeited: The side that gave the match up.
    """

    options: CribbageOptions
    by: Scale
    race: Race
    results: tuple[Result, ...] = ()
    deal: Deal | None = None
    sheet: tuple[DealLine, ...] = ()
    overlooked: Overlooked | None = None
    forfeited: int | None = None
    closed: bool = False
    why: tuple[str, ...] = ()
    flags: tuple[Note, ...] = ()
    findings: tuple[Note, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits at the table."""
        return seats_of(self.options.players)

    @property
    def result(self) -> Result | None:
        """How the game in play ended, if it has."""
        return result_of(self.race, self.options)

    @property
    def all_results(self) -> tuple[Result, ...]:
        """Every finished game."""
        result = self.result
        return (*self.results, result) if result else self.results

    @property
    def games_won(self) -> tuple[int, ...]:
        """How many games each side has won."""
        winners = [result.winner for result in self.all_results]
        return tuple(winners.count(side) for side in range(len(self.race.pegs)))

    @property
    def complete(self) -> bool:
        """Whether a side has won as many games as were agreed, or given up."""
        if self.forfeited is not None:
            return True
        enough = len(self.all_results) >= self.options.games
        return enough and max(self.games_won) >= self.options.games

    @property
    def winner(self) -> int | None:
        """The side that has won the match; of two, the other one if one gives up."""
        if self.forfeited is not None:
            return 1 - self.forfeited if len(self.race.pegs) == 2 else None  # noqa: PLR2004  the other of two
        won = self.games_won
        return won.index(max(won)) if self.complete else None

    @property
    def playing(self) -> Deal | None:
        """The deal in progress, if one is."""
        over = self.deal is None or self.deal.street == "over" or self.closed or self.complete
        return None if over or self.result else self.deal

    @property
    def dealer(self) -> Seat:
        """Whose deal it is in the deal in progress, or in the next one if it is not said to be another's."""
        deal = self.playing
        return deal.dealer if deal else next_dealer(self)


def start(options: CribbageOptions, players: Players) -> Cribbage:
    """A match before the first deal; EventInvalid if somebody sits where there is no seat."""
    check_players(players, options.players)
    values = frozenset((int(length), points) for length, points in (options.run_values or {}).items())
    return Cribbage(options, scale(options.rules, values), new_race(1, SEATS[0], options.players))


def check_players(players: Players, number: int) -> None:
    """Whether all players sit at the table."""
    units = dict.fromkeys((*seats_of(number), *sides_of(number)))
    if any(unit not in units for unit in players):
        raise EventInvalid([Flaw("/data/players", f"sit at {listed([*units], 'or')}")])


def next_dealer(state: Cribbage) -> Seat:
    """Who deals next: the deal goes round within a game, and so do the first deals of the games."""
    if state.deal is not None and not state.result:
        return round_from(state.deal.dealer, state.options.players)[0]
    return round_from(state.race.opener, state.options.players)[0] if state.result else state.race.opener


def between_games(state: Cribbage) -> Cribbage:
    """The state for the next report of the table: a new game if the last one is over."""
    result = state.result
    if result is None or state.complete:
        return state
    race = new_race(state.race.number + 1, next_dealer(state), state.options.players)
    state = between_deals(state)
    return replace(state, race=race, results=(*state.results, result), deal=None, overlooked=None)


def between_deals(state: Cribbage) -> Cribbage:
    """The state with its latest deal written on the sheet."""
    if state.deal is None:
        return state
    return replace(state, sheet=(*state.sheet, line_of(state.deal, state.race)))


def seat_named(state: Cribbage, event: Adjusted | Forfeited) -> Seat:
    """The seat that a director means; of a partnership, its first."""
    number = state.options.players
    for seat in state.seats:
        spellings = {seat, sides_of(number)[side_of(seat, number)]}
        if event.pair is None and event.unit_named.upper() in spellings | {name.replace("+", "") for name in spellings}:
            return seat
    units = [*dict.fromkeys((*state.seats, *sides_of(number)))]
    raise EventInvalid([Flaw("/data/seat", f"is {listed(units, 'or')}")])


def sealed(state: Cribbage) -> frozenset[int]:
    """The deal in progress keeps its hands and discards to the table."""
    return state.playing.hidden if state.playing else frozenset()

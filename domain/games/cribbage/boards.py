"""What a match of cribbage shows: the pegs, the games, and the running sheet. The deal has a module of its own."""

from domain.board import Board, Part
from domain.cards import Card
from domain.games.cribbage.deal_board import AwardLine, award_line
from domain.games.cribbage.race import Result
from domain.games.cribbage.sheet import DealLine, line_of
from domain.games.cribbage.state import Cribbage
from domain.games.cribbage.terms import Kind, Seat, side_of, sides_of


class PegColumn(Part):
    """A seat's score, and the holes of its side's pegs."""

    score: int
    front: int
    back: int


class GameBoard(Board):
    """The game in play, or the last one."""

    seats: dict[Seat, PegColumn]
    target: int
    complete: bool
    winner: str | None
    kind: Kind | None
    number: int
    dealer: Seat
    awards: tuple[AwardLine, ...]


class MatchColumn(Part):
    """A seat's games, match points and spread."""

    games: int
    match_points: int
    spread: int


class GameLine(Part):
    """A finished game."""

    number: int
    version: int
    winner: str
    kind: Kind
    scores: dict[str, int]
    match_points: int


class MatchBoard(Board):
    """The match: who has won which games."""

    seats: dict[Seat, MatchColumn]
    target_games: int
    dealer: Seat
    complete: bool
    winner: str | None
    games: tuple[GameLine, ...]


class SheetColumn(Part):
    """What a seat pegged in a deal, and its side's score after it."""

    play: int
    hand: int
    crib: int
    beside: int
    total: int
    score: int


class HandLine(Part):
    """One deal on the running sheet."""

    number: int
    version: int
    game: int
    dealer: Seat
    starter: Card | None
    seats: dict[Seat, SheetColumn]


class HandsBoard(Board):
    """One line per deal."""

    hands: tuple[HandLine, ...]


def game(state: Cribbage) -> GameBoard:
    """The game: the pegs, and every award that moved them."""
    result = state.result
    players = state.options.players
    columns: dict[Seat, PegColumn] = {}
    for seat in state.seats:
        pegs = state.race.pegs[side_of(seat, players)]
        columns[seat] = PegColumn(score=pegs.front, front=pegs.front, back=pegs.back)
    winner = result.winner if result else state.winner
    return GameBoard(
        seats=columns,
        target=state.options.target,
        complete=result is not None or state.forfeited is not None,
        winner=None if winner is None else sides_of(players)[winner],
        kind=result.kind if result else None,
        number=state.race.number,
        dealer=state.dealer,
        awards=tuple(award_line(award) for award in state.race.awards),
    )


def match(state: Cribbage) -> MatchBoard:
    """The match: games, match points and spread of every seat."""
    players = state.options.players
    results = state.all_results
    sides = sides_of(players)
    return MatchBoard(
        seats={seat: _match_column(results, side_of(seat, players)) for seat in state.seats},
        target_games=state.options.games,
        dealer=state.dealer,
        complete=state.complete,
        winner=None if state.winner is None else sides[state.winner],
        games=tuple(_game_line(result, sides) for result in results),
    )


def hands(state: Cribbage) -> HandsBoard:
    """The running sheet: what each deal brought."""
    lines = (*state.sheet, line_of(state.deal, state.race)) if state.deal else state.sheet
    players = state.options.players
    return HandsBoard(hands=tuple(_line(number, line, players) for number, line in enumerate(lines, start=1)))


def _match_column(results: tuple[Result, ...], side: int) -> MatchColumn:
    return MatchColumn(
        games=sum(result.winner == side for result in results),
        match_points=sum(result.match_points[side] for result in results),
        spread=sum(result.spread[side] for result in results),
    )


def _game_line(result: Result, sides: tuple[str, ...]) -> GameLine:
    return GameLine(
        number=result.number,
        version=result.version,
        winner=sides[result.winner],
        kind=result.kind,
        scores=dict(zip(sides, result.scores, strict=True)),
        match_points=result.match_points[result.winner],
    )


def _line(number: int, line: DealLine, players: int) -> HandLine:
    return HandLine(
        number=number,
        version=line.version,
        game=line.game,
        dealer=line.dealer,
        starter=line.starter,
        seats={
            seat: SheetColumn(
                play=column.play,
                hand=column.hand,
                crib=column.crib,
                beside=column.beside,
                total=column.total,
                score=line.scores[side_of(seat, players)],
            )
            for seat, column in line.columns.items()
        },
    )

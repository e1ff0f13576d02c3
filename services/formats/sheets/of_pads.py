"""The sheets of a rubber and of a Chicago, deal by deal."""

from collections.abc import Iterator, Sequence

from domain.games.bridge.chicago.state import Chicago, vulnerable_in
from domain.games.bridge.comparison import Vulnerability
from domain.games.bridge.pad.boards import DealLine, RubberBoard
from domain.games.bridge.scoring import GAME
from domain.games.bridge.terms import SIDES, Side
from domain.match import Match, counted
from services.formats.sheets.sheet import OnThePad, Sheet, Standing
from services.formats.sheets.tables_told import Telling, tellings


def sheets(match: Match) -> Iterator[Sheet]:
    """The sheets, in the order of the deals."""
    told = tellings(counted(match), "deals")
    board = match.game.boards["rubber"](match.state)
    assert isinstance(board, RubberBoard), "a rubber and a Chicago have a pad"
    for number, line in enumerate(board.deals, start=1):
        telling = told.at(number)
        yield Sheet(
            game=match.game.name,
            title=match.opened.title,
            version=line.version,
            number=number,
            dealer=line.dealer,
            vulnerable=_vulnerable(match, board.deals[: number - 1], line),
            status="played",
            contract=line.contract,
            declarer=line.declarer,
            made=line.tricks,
            lead=line.lead,
            hands=telling.hands,
            calls=tuple(telling.calls),
            tricks=telling.fallen,
            pad=_on_the_pad(board.deals[: number - 1], line, telling),
        )


def _on_the_pad(before: Sequence[DealLine], line: DealLine, telling: Telling) -> OnThePad:
    claimed = telling.honours
    return OnThePad(
        above={side: _sum([line], side, "above") for side in SIDES},
        below={side: _sum([line], side, "below") for side in SIDES},
        before={side: _standing(before, side, line.game) for side in SIDES},
        honours_by=claimed.seat if claimed else None,
        honours=claimed.points if claimed else 0,
    )


def _standing(before: Sequence[DealLine], side: Side, game: int) -> Standing:
    below = (_sum([deal for deal in before if deal.game == number], side, "below") for number in range(1, game + 1))
    return Standing(_sum(before, side, "above"), tuple(below))


def _sum(deals: Sequence[DealLine], side: Side, line: str) -> int:
    return sum(entry.points for deal in deals for entry in deal.points if (entry.side, entry.line) == (side, line))


def _vulnerable(match: Match, before: Sequence[DealLine], line: DealLine) -> Vulnerability:
    """Who is vulnerable: by the number of the deal in a Chicago, by games won in a rubber."""
    if isinstance(match.state, Chicago):
        return _named(vulnerable_in(match.state.options, line.game))
    return _named({side for side in SIDES if any(n >= GAME for n in _standing(before, side, line.game).below[:-1])})


def _named(sides: set[Side] | frozenset[Side]) -> Vulnerability:
    if len(sides) == len(SIDES):
        return "All"
    for side in sides:
        return side
    return "None"

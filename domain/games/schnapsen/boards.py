"""What a match of Schnapsen or Sixty-Six shows: the slate and the running sheet, beside the deal."""

from domain.board import Board, Part
from domain.games.schnapsen.book import FIRST_DEALER
from domain.games.schnapsen.deal_board import Because, breakdown, told
from domain.games.schnapsen.scoring import How
from domain.games.schnapsen.state import Line, Series
from domain.games.schnapsen.terms import SEATS, Seat, Suit


class SeatOnSlate(Part):
    """A seat's slate, game points it still needs, and what its Bummerl count."""

    score: int
    to_win: int
    bummerls: int


class DealLine(Part):
    """A deal on the slate. `carried`: what drawn deals before it added."""

    winner: Seat | None
    game_points: int
    how: How | None
    carried: int
    version: int
    number: int
    bummerl: int
    dealer: Seat
    breakdown: tuple[Because, ...]


class MatchBoard(Board):
    """The slate of the Bummerl in play, or just won, and all deals of the match."""

    seats: dict[Seat, SeatOnSlate]
    dealer: Seat
    deals: tuple[DealLine, ...]
    complete: bool
    winner: Seat | None
    bummerl_value: int
    bummerl: int
    bummerl_winner: Seat | None
    drawn_waiting: int


class HandLine(Part):
    """One line of the running sheet: the deal, and the slate after it."""

    number: int
    version: int
    bummerl: int
    dealer: Seat
    trump: Suit | None
    how: How | None
    winner: Seat | None
    game_points: int
    A: int
    B: int
    text: str


class HandsBoard(Board):
    """One line per deal."""

    hands: tuple[HandLine, ...]


def slate(state: Series) -> MatchBoard:
    """The slate: where the Bummerl stands, and the deals that brought it there."""
    book, ruleset = state.book, state.rules.ruleset
    bummerls = state.bummerls
    return MatchBoard(
        seats={
            seat: SeatOnSlate(
                score=ruleset.slate(book.slate.won.of(seat)),
                to_win=max(ruleset.to_win - book.slate.won.of(seat), 0),
                bummerls=bummerls.of(seat),
            )
            for seat in SEATS
        },
        dealer=book.dealer or FIRST_DEALER,
        deals=tuple(_deal_line(line) for line in book.lines),
        complete=state.complete,
        winner=state.winner,
        bummerl_value=state.value,
        bummerl=book.slate.number,
        bummerl_winner=book.slate.winner,
        drawn_waiting=book.carry if state.rules.options.tie_carry else 0,
    )


def hands(state: Series) -> HandsBoard:
    """The running sheet: what each deal brought, and the slate after it."""
    ruleset = state.rules.ruleset
    return HandsBoard(
        hands=tuple(
            HandLine(
                number=line.number,
                version=line.version,
                bummerl=line.bummerl,
                dealer=line.dealer,
                trump=line.trump,
                how=line.result.how,
                winner=line.result.winner,
                game_points=line.result.game_points + line.carried,
                A=ruleset.slate(line.won.a),
                B=ruleset.slate(line.won.b),
                text=told(line),
            )
            for line in state.book.lines
        )
    )


def _deal_line(line: Line) -> DealLine:
    return DealLine(
        winner=line.result.winner,
        game_points=line.result.game_points,
        how=line.result.how,
        carried=line.carried,
        version=line.version,
        number=line.number,
        bummerl=line.bummerl,
        dealer=line.dealer,
        breakdown=breakdown(line),
    )

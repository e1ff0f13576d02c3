"""What a deal shows, card by card, and what it came to."""

from typing import Literal

from pydantic import Field

from domain.board import Board, Part
from domain.cards import Card
from domain.games.schnapsen.deal import Close, Deal, Trick
from domain.games.schnapsen.scoring import How, Reading
from domain.games.schnapsen.state import Line, Series
from domain.games.schnapsen.terms import SEATS, Seat, Suit
from domain.text import count


class SeatInDeal(Part):
    """Card points that count, those of marriages waiting for a first trick, tricks, and cards in hand."""

    points: int
    pending: int
    tricks: int
    cards: int


class TrickShown(Part):
    """A trick, and the version that completed it."""

    version: int
    leader: Seat
    lead: Card
    follow: Card
    winner: Seat
    value: int


class MarriageShown(Part):
    """A marriage; `counted` once its seat has taken a trick."""

    version: int
    seat: Seat
    suit: Suit
    value: int
    counted: bool


class Had(Part):
    """What a seat had when the talon was closed."""

    points: int
    tricks: int


class CloseShown(Part):
    """The close: by whom, whether before the draw, and what both seats had."""

    version: int
    seat: Seat
    before_draw: bool
    seats: dict[Seat, Had]


class Because(Part):
    """Game points, and what they are for."""

    reason: str = Field(serialization_alias="for")
    game_points: int


class ReadingShown(Part):
    """Which reading of a disputed rule decided, and what the other would have paid."""

    option: Literal["closer_false_claim", "false_claim"]
    used: str
    otherwise: int


class ResultShown(Part):
    """What a deal came to. `game_points` leaves out what drawn deals before it carry to the winner."""

    how: How | None
    winner: Seat | None
    game_points: int
    points: dict[Seat, int] | None
    breakdown: tuple[Because, ...]
    reading: ReadingShown | None
    text: str


class DealBoard(Board):
    """The deal in play, or the last one. After a trick it shows the draw as made."""

    seats: dict[Seat, SeatInDeal]
    phase: int | None
    trump: Suit | None
    turn_up: Card | None
    leader: Seat | None
    talon_left: int
    closed: Seat | None
    last_trick: TrickShown | None
    trick_list: tuple[TrickShown, ...]
    marriages: tuple[MarriageShown, ...]
    result: ResultShown | None
    number: int | None
    dealer: Seat | None
    turn: Seat | None
    table: Card | None
    close: CloseShown | None


def deal(state: Series) -> DealBoard:
    """The deal in play, or the last one."""
    now = state.deal
    if now is None:
        return _no_cards(state)
    tricks = tuple(_trick(trick) for trick in now.tricks)
    return DealBoard(
        seats={seat: _seat(now, seat) for seat in SEATS},
        phase=2 if now.bound else 1,
        trump=now.layout.trump,
        turn_up=now.layout.turn_up,
        leader=now.leader,
        talon_left=now.layout.talon_left,
        closed=now.close.closing.by if now.close else None,
        last_trick=tricks[-1] if tricks else None,
        trick_list=tricks,
        marriages=_marriages(now),
        result=_result(state.book.lines[-1]) if now.result else None,
        number=now.number,
        dealer=now.dealer,
        turn=now.turn if now.result is None else None,
        table=now.led.card if now.led else None,
        close=_close(now.close) if now.close else None,
    )


def _no_cards(state: Series) -> DealBoard:
    """The board before the first deal, and after one that was told by its result."""
    last = state.book.lines[-1] if state.book.lines else None
    return DealBoard(
        seats={seat: SeatInDeal(points=0, pending=0, tricks=0, cards=0) for seat in SEATS},
        phase=None,
        trump=None,
        turn_up=None,
        leader=None,
        talon_left=0,
        closed=None,
        last_trick=None,
        trick_list=(),
        marriages=(),
        result=_result(last) if last else None,
        number=last.number if last else None,
        dealer=last.dealer if last else None,
        turn=None,
        table=None,
        close=None,
    )


def _seat(now: Deal, seat: Seat) -> SeatInDeal:
    score = now.scores.of(seat)
    cards = now.layout.hand(seat).size
    return SeatInDeal(points=score.points, pending=score.pending, tricks=score.tricks, cards=cards)


def _trick(trick: Trick) -> TrickShown:
    return TrickShown(
        version=trick.version,
        leader=trick.leader,
        lead=trick.lead,
        follow=trick.follow,
        winner=trick.winner,
        value=trick.value,
    )


def _marriages(now: Deal) -> tuple[MarriageShown, ...]:
    return tuple(
        MarriageShown(
            version=marriage.version,
            seat=marriage.seat,
            suit=marriage.suit,
            value=marriage.value,
            counted=now.scores.of(marriage.seat).tricks > 0,
        )
        for marriage in now.marriages
    )


def _close(close: Close) -> CloseShown:
    had = close.closing.had
    return CloseShown(
        version=close.version,
        seat=close.closing.by,
        before_draw=close.before_draw,
        seats={seat: Had(points=had.of(seat).points, tricks=had.of(seat).tricks) for seat in SEATS},
    )


def _result(line: Line) -> ResultShown:
    result = line.result
    return ResultShown(
        how=result.how,
        winner=result.winner,
        game_points=result.game_points,
        points={seat: result.points.of(seat) for seat in SEATS} if result.points else None,
        breakdown=breakdown(line),
        reading=_reading(result.reading) if result.reading else None,
        text=told(line),
    )


def _reading(reading: Reading) -> ReadingShown:
    return ReadingShown(option=reading.option, used=reading.used, otherwise=reading.otherwise)


def breakdown(line: Line) -> tuple[Because, ...]:
    """What a deal brought its winner, and for what."""
    parts = [Because(reason=line.result.because, game_points=line.result.game_points)]
    if line.carried:
        parts.append(Because(reason=f"{count(line.carried, 'drawn deal')} before", game_points=line.carried))
    return tuple(parts)


def told(line: Line) -> str:
    """A deal's ending in a sentence."""
    how = (line.result.how or "result only").replace("_", " ")
    if line.result.winner is None:
        return f"Nobody scores ({how})."
    worth = count(line.result.game_points + line.carried, "game point")
    drawn = f", and {line.carried} for {count(line.carried, 'drawn deal')} before" if line.carried else ""
    return f"{line.result.winner} wins {worth} ({how}): {line.result.because}{drawn}."

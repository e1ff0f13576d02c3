"""What a rubber shows: the pad, and the running sheet of its deals."""

from pydantic import Field

from domain.board import Board, Part
from domain.cards import Card
from domain.games.bridge.deal import Deal, Outcome
from domain.games.bridge.rubber.state import Account, Entry, Rubber, ScoredDeal
from domain.games.bridge.scoring import Line
from domain.games.bridge.terms import SEATS, Seat, Side, other


class SideColumn(Part):
    """A side's figures: above, below, towards the next game, games won, all in all."""

    above: int
    below: int
    leg: int
    games: int
    vulnerable: bool
    adjusted: int
    total: int


class Points(Part):
    """One figure and what it is for."""

    side: Side
    line: Line
    reason: str = Field(serialization_alias="for")
    points: int


class DealLine(Part):
    """A deal on the pad. `vulnerable` is the declaring side's; `game` is which of the rubber."""

    version: int
    game: int
    dealer: Seat | None
    contract: str
    declarer: str | None
    tricks: int | None
    lead: Card | None
    vulnerable: bool
    points: tuple[Points, ...]
    text: str


class Tricks(Part):
    """Tricks won so far in the deal in play."""

    NS: int
    EW: int


class Called(Part):
    """One call."""

    seat: Seat
    call: str


class Played(Part):
    """One card on the table."""

    seat: Seat
    card: Card


class Current(Part):
    """The deal in play, as far as it was reported."""

    dealer: Seat | None
    contract: str | None
    declarer: str | None
    tricks: Tricks
    calls: tuple[Called, ...]
    trick: tuple[Played, ...]
    turn: Seat | None


class RubberBoard(Board):
    """The pad of a rubber, or of a Chicago."""

    sides: dict[Side, SideColumn]
    dealer: Seat
    complete: bool
    winner: Side | None
    margin: int
    settlement: int | None
    deals: tuple[DealLine, ...]
    bonuses: tuple[Points, ...]
    current: Current | None


class HandLine(Part):
    """One line of the running sheet."""

    number: int
    version: int
    dealer: Seat | None
    contract: str
    declarer: str | None
    tricks: int | None
    result: str | None
    NS: int
    EW: int
    text: str


class HandsBoard(Board):
    """One line per deal."""

    hands: tuple[HandLine, ...]


def rubber(state: Rubber) -> RubberBoard:
    """The pad: two columns, above and below the line."""
    return RubberBoard(
        sides={"NS": _column(state.ns), "EW": _column(state.ew)},
        dealer=(state.current.dealer if state.current else None)
        or state.dealer
        or SEATS[len(state.deals) % len(SEATS)],
        complete=state.complete,
        winner=winner(state),
        margin=abs(state.ns.total - state.ew.total),
        settlement=_settlement(state) if (state.finished or state.closed) and not state.forfeited else None,
        deals=tuple(_line(deal) for deal in state.deals),
        bonuses=tuple(_points(entry) for entry in state.bonuses),
        current=_current(state.current) if state.current else None,
    )


def hands(state: Rubber) -> HandsBoard:
    """The running sheet: what each deal brought."""
    return HandsBoard(
        hands=tuple(
            HandLine(
                number=number,
                version=deal.version,
                dealer=deal.dealer,
                contract=deal.outcome.contract,
                declarer=deal.outcome.declarer,
                tricks=deal.outcome.tricks,
                result=_relative(deal.outcome),
                NS=_sum(deal.entries, "NS"),
                EW=_sum(deal.entries, "EW"),
                text=deal.outcome.spoken,
            )
            for number, deal in enumerate(state.deals, start=1)
        )
    )


def winner(state: Rubber) -> Side | None:
    """The side with the larger total when the rubber is over; the other side of one that gave up."""
    if state.forfeited:
        return other(state.forfeited)
    if not (state.complete or state.closed) or state.ns.total == state.ew.total:
        return None
    return "NS" if state.ns.total > state.ew.total else "EW"


def _settlement(state: Rubber) -> int:
    unit, margin = state.options.settle_to, abs(state.ns.total - state.ew.total)
    units, rest = divmod(margin, unit)
    up = rest * 2 > unit or (rest * 2 == unit and state.options.settle_half == "up")
    return (units + 1 if up else units) * unit


def _column(account: Account) -> SideColumn:
    return SideColumn(
        above=account.above,
        below=account.below,
        leg=account.leg,
        games=account.games,
        vulnerable=account.vulnerable,
        adjusted=account.adjusted,
        total=account.total,
    )


def _points(entry: Entry) -> Points:
    return Points(side=entry.side, line=entry.line, reason=entry.reason, points=entry.points)


def _line(deal: ScoredDeal) -> DealLine:
    return DealLine(
        version=deal.version,
        game=deal.game,
        dealer=deal.dealer,
        contract=deal.outcome.contract,
        declarer=deal.outcome.declarer,
        tricks=deal.outcome.tricks,
        lead=deal.outcome.lead,
        vulnerable=deal.vulnerable,
        points=tuple(_points(entry) for entry in deal.entries),
        text=deal.outcome.spoken,
    )


def _current(deal: Deal) -> Current:
    play = deal.play
    return Current(
        dealer=deal.dealer,
        contract=deal.contract,
        declarer=deal.declarer,
        tricks=Tricks(NS=play.ns if play else 0, EW=play.ew if play else 0),
        calls=tuple(Called(seat=seat, call=call) for seat, call in deal.auction.calls),
        trick=tuple(Played(seat=seat, card=card) for seat, card in play.trick) if play else (),
        turn=play.turn if play else deal.auction.turn,
    )


def _relative(outcome: Outcome) -> str | None:
    if outcome.tricks is None:
        return None
    return "=" if outcome.over == 0 else f"{outcome.over:+d}"


def _sum(entries: tuple[Entry, ...], side: Side) -> int:
    return sum(entry.points for entry in entries if entry.side == side)

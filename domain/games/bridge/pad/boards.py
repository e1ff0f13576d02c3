"""What a pad shows: its two columns, and the running sheet of its deals."""

from pydantic import Field

from domain.board import Board, Part
from domain.cards import Card
from domain.games.bridge.in_play import Current, current
from domain.games.bridge.pad.state import Entry, Pad, ScoredDeal
from domain.games.bridge.scoring import Line
from domain.games.bridge.terms import SEATS, SIDES, Seat, Side, other


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
    """A deal on the pad. `vulnerable` is the declaring side's; `game` is which of the rubber, or of the four deals."""

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


def rubber(pad: Pad, settlement: int) -> RubberBoard:
    """
    The pad: two columns, above and below the line.

    Args:
        pad: As it is written.
        settlement: What the difference comes to; not shown while it may change, nor where a side gave up.
    """
    return RubberBoard(
        sides={side: _column(pad, side) for side in SIDES},
        dealer=(pad.current.dealer if pad.current else None) or pad.dealer or SEATS[len(pad.deals) % len(SEATS)],
        complete=pad.complete,
        winner=winner(pad),
        margin=margin(pad),
        settlement=settlement if (pad.finished or pad.closed) and not pad.forfeited else None,
        deals=tuple(_line(deal) for deal in pad.deals),
        bonuses=tuple(_points(entry) for entry in pad.bonuses),
        current=current(pad.current) if pad.current else None,
    )


def hands(pad: Pad) -> HandsBoard:
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
                result=deal.outcome.relative,
                NS=_sum(deal.entries, "NS"),
                EW=_sum(deal.entries, "EW"),
                text=deal.outcome.spoken,
            )
            for number, deal in enumerate(pad.deals, start=1)
        )
    )


def margin(pad: Pad) -> int:
    """By how much the totals differ."""
    return abs(pad.ns.total - pad.ew.total)


def winner(pad: Pad) -> Side | None:
    """The side with the larger total when the match is over; the other side of one that gave up."""
    if pad.forfeited:
        return other(pad.forfeited)
    if not (pad.complete or pad.closed) or pad.ns.total == pad.ew.total:
        return None
    return "NS" if pad.ns.total > pad.ew.total else "EW"


def _column(pad: Pad, side: Side) -> SideColumn:
    account = pad.account(side)
    return SideColumn(
        above=account.above,
        below=account.below,
        leg=account.leg,
        games=account.games,
        vulnerable=side in pad.vulnerable,
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


def _sum(entries: tuple[Entry, ...], side: Side) -> int:
    return sum(entry.points for entry in entries if entry.side == side)

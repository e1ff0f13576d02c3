"""The deal in play, as every bridge board shows it."""

from domain.board import Part
from domain.cards import Card
from domain.games.bridge.deal import Deal
from domain.games.bridge.terms import Seat


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


def current(deal: Deal) -> Current:
    """What a board shows of a deal in play."""
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

"""A Chicago as far as it has gone."""

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.event import Players
from domain.games.bridge.chicago.options import ChicagoOptions
from domain.games.bridge.pad.state import Pad, check_seats
from domain.games.bridge.terms import SEATS, SIDES, Seat, Side, other, side_of

DEALS: Final = 4
"""Deals of a Chicago, passed-out ones not counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chicago(Pad):
    """A Chicago: a pad on which the fourth deal ends the match."""

    WORD: ClassVar[str] = "Chicago"

    options: ChicagoOptions


def start(options: ChicagoOptions, players: Players) -> Chicago:
    """A Chicago before the first deal; EventInvalid if somebody sits where there is no seat."""
    check_seats(players)
    return Chicago(options=options, dealer=dealer_of(options, 1), vulnerable=vulnerable_in(options, 1))


def dealer_of(options: ChicagoOptions, deal: int) -> Seat:
    """Who deals, by rotation; after the last deal, who would."""
    return SEATS[(SEATS.index(options.first_dealer) + deal - 1) % len(SEATS)]


def vulnerable_in(options: ChicagoOptions, deal: int) -> frozenset[Side]:
    """Who is vulnerable: nobody on deal 1, the dealer's side (or the other) on deals 2 and 3, all on deal 4."""
    if deal == 1:
        return frozenset()
    if deal >= DEALS:
        return frozenset(SIDES)
    dealing = side_of(dealer_of(options, deal))
    return frozenset({dealing if options.vulnerability == "dealer" else other(dealing)})

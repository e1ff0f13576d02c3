"""Seats, streets and rules, as cribbage players speak of them."""

from typing import Annotated, Final, Literal

from pydantic import Field

from domain.cards import Card

Seat = Literal["A", "B", "C", "D"]
Street = Literal["deal", "play", "show", "over"]
Counted = Literal["hand", "crib"]
Rules = Literal["acc", "seed-house"]
Kind = Literal["normal", "skunk", "double_skunk"]
MatchPoints = Literal["acc", "long", "free", "four", "234"]

SEATS: Final[tuple[Seat, ...]] = ("A", "B", "C", "D")
HAND: Final = 4
"""Cards that a player keeps, plays and counts; as many lie in the crib."""
LIMIT: Final = 31
"""The count never passes it."""
TEN: Final = 10
"""What the highest card counts."""
VALUES: Final = {rank: min(number, TEN) for number, rank in enumerate("A23456789TJQK", start=1)}
"""What a rank counts: the ace 1, court cards 10."""

_PARTNERS: Final = 4
_PARTNERSHIPS: Final = ("A+C", "B+D")

Claimed = Annotated[int, Field(ge=0, le=99)]
"""Points counted aloud."""


def value_of(card: Card) -> int:
    """
    What a card adds to the count.

    >>> value_of(Card("AS")), value_of(Card("7H")), value_of(Card("QD"))
    (1, 7, 10)
    """
    return VALUES[card[0]]


def seats_of(players: int) -> tuple[Seat, ...]:
    """Who sits at the table."""
    return SEATS[:players]


def sides_of(players: int) -> tuple[str, ...]:
    """Who pegs together: every seat alone, or of four the partners opposite."""
    return _PARTNERSHIPS if players == _PARTNERS else SEATS[:players]


def side_of(seat: Seat, players: int) -> int:
    """Which side a seat pegs for, from 0."""
    return SEATS.index(seat) % len(sides_of(players))


def round_from(seat: Seat, players: int) -> tuple[Seat, ...]:
    """
    Everybody in turn, from the left of a seat round to that seat.

    >>> round_from("B", 3)
    ('C', 'A', 'B')
    """
    table = seats_of(players)
    first = table.index(seat) + 1
    return table[first:] + table[:first]

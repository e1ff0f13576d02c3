"""Seats, suits, the pack and the worth of its cards, as Schnapsen players know them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Final, Generic, Literal, NewType, TypeAlias, TypeVar

from pydantic import BeforeValidator, WithJsonSchema

from domain.cards import Card
from domain.errors import misfit
from domain.text import listed, shown

Seat = Literal["A", "B"]
Suit = Literal["S", "H", "D", "C"]
CardPoints = NewType("CardPoints", int)
"""What tricks and marriages are worth: 120 lie in the pack, 66 go out."""
GamePoints = NewType("GamePoints", int)
"""What a deal is worth on the slate: 1 to 3."""
NO_POINTS: Final = CardPoints(0)

SEATS: Final[tuple[Seat, ...]] = ("A", "B")
SUITS: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")
RANKS: Final = "9JQKTA"
"""Low to high: the ten beats the king."""
WORTH: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
CARDS: Final = tuple(Card(rank + suit) for suit in SUITS for rank in reversed(RANKS))
"""The 24 cards of Sixty-Six, by suit, high to low; Schnapsen leaves out the nines."""

_OTHER: Final[dict[Seat, Seat]] = {"A": "B", "B": "A"}
_SUITS: Final[dict[str, Suit]] = {"S": "S", "H": "H", "D": "D", "C": "C", "s": "S", "h": "H", "d": "D", "c": "C"}
_PLACE: Final = {card: place for place, card in enumerate(CARDS)}

T = TypeVar("T")


def other(seat: Seat) -> Seat:
    """The opponent."""
    return _OTHER[seat]


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
    """Something that each of the two seats has."""

    a: T
    b: T

    def of(self, seat: Seat) -> T:
        """What that seat has."""
        return self.a if seat == "A" else self.b

    def put(self, seat: Seat, value: T) -> "Both[T]":
        """The same, but for what that seat has now."""
        return Both(value, self.b) if seat == "A" else Both(self.a, value)


LEVEL: Final = Both(0, 0)
"""Nothing for either seat."""
Cards: TypeAlias = frozenset[Card]
"""Some cards, in no order."""


def suit_named(card: Card) -> Suit:
    """The suit of a card, typed."""
    return _SUITS[card[1]]


def named(cards: Collection[Card]) -> str:
    """
    Say a choice of cards, by suit and high to low.

    >>> named([Card("JH"), Card("TH")])
    '10♥ or J♥'
    """
    return listed([shown(card) for card in sorted(cards, key=_PLACE.__getitem__)], "or")


def _suit(value: object) -> object:
    return _SUITS.get(value, value) if isinstance(value, str) else value


GivenSuit = Annotated[Suit, BeforeValidator(_suit, json_schema_input_type=Literal["S", "H", "D", "C"])]
"""A suit; lower case will do."""


def one_of(*values: int) -> BeforeValidator:
    """Take one of some whole numbers, and never `true` or `1.0` for 1."""

    def check(value: object) -> object:
        if isinstance(value, int) and not isinstance(value, bool) and value not in values:
            raise misfit("event_invalid", f"is {listed([str(value) for value in values], 'or')}")
        return value

    return BeforeValidator(check)


Phase = Annotated[int, one_of(1, 2), WithJsonSchema({"enum": [1, 2]})]
"""1 while the talon is open, 2 once it is closed or exhausted."""

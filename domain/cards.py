"""Cards: rank then suit, two characters, such as `AS` and `TH`."""

from typing import Annotated, Final, NewType

from pydantic import BeforeValidator, WithJsonSchema

from domain.errors import misfit

Card = NewType("Card", str)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
PACK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
_CARDS: Final = {str(card): card for card in PACK}


def card(text: object) -> Card:
    """
    Read a card as people write it.

    Args:
        text: Rank and suit; `10H` and lower case will do.

    Errors:
        `event_invalid` if it is no card of the pack of 52.

    >>> card("10h"), card("as")
    ('TH', 'AS')
    """
    # Beyond ASCII there are letters that are no S in small and one in capitals.
    if isinstance(text, str) and text.isascii():
        found = _CARDS.get(text) or _CARDS.get(text.upper().replace("10", "T", 1))
        if found is not None:
            return found
    raise misfit("event_invalid", "is no card: a rank (A K Q J T 9 … 2) and a suit (S H D C), such as AS or TH")


GivenCard = Annotated[
    Card,
    BeforeValidator(card),
    WithJsonSchema({"type": "string", "pattern": "^([2-9TJQKA]|10)[SHDC]$", "examples": ["AS", "TH"]}),
]
"""A card in an event: read as given, stored canonical."""


def suit_of(of: Card) -> str:
    """The suit: one of `SHDC`."""
    return of[1]

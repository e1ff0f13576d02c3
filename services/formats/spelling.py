"""How files spell contracts, results, seats and cards, in the contract's words. ValueError for all else."""

import re
from typing import Final

from domain.cards import RANKS
from domain.games.bridge.terms import Seat

_CONTRACT: Final = re.compile(r"([1-7])\s*(NT|[CDHSN])\s*(XX|X|R|\*\*|\*|)", re.IGNORECASE)
_DOUBLED: Final = {"": "", "X": "X", "*": "X", "XX": "XX", "**": "XX", "R": "XX"}
_PASSED: Final = {"PASS", "PASSED OUT", "PASSED", "AP", "P", "ALLPASS", "ALL PASS"}
_SEATS: Final[dict[str, Seat]] = {
    "N": "N",
    "E": "E",
    "S": "S",
    "W": "W",
    "NORTH": "N",
    "EAST": "E",
    "SOUTH": "S",
    "WEST": "W",
}
_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": "", "\ufe0f": ""})
_CARD: Final = re.compile(r"([SHDC])(10|[2-9TJQKA])|(10|[2-9TJQKA])([SHDC])")
SUITS: Final = "SHDC"
"""Suits in the order in which hands are written."""


def contract(text: str) -> str:
    """
    A contract, however it is spelled.

    >>> contract("4hx"), contract("3NT"), contract("3NR"), contract("4 S x"), contract("All Pass")
    ('4HX', '3N', '3NXX', '4SX', 'Pass')
    """
    plain = text.translate(_SIGNS).strip()
    if plain.upper() in _PASSED:
        return "Pass"
    found = _CONTRACT.fullmatch(plain)
    if found is None:
        raise ValueError(f"{text!r} is no contract")
    return f"{found[1]}{found[2].upper()[0]}{_DOUBLED[found[3].upper()]}"


def seat(text: str) -> Seat:
    """
    A seat.

    >>> seat("w"), seat("North")
    ('W', 'N')
    """
    found = _SEATS.get(text.strip().upper())
    if found is None:
        raise ValueError(f"{text!r} is no seat")
    return found


def card(text: str) -> str:
    """
    A card, suit first or rank first.

    >>> card("H10"), card("td"), card("♠A")
    ('TH', 'TD', 'AS')
    """
    found = _CARD.fullmatch(text.translate(_SIGNS).strip().upper())
    if found is None:
        raise ValueError(f"{text!r} is no card")
    rank, suit = (found[2], found[1]) if found[1] else (found[3], found[4])
    return rank.replace("10", "T") + suit


def tricks(text: str) -> int:
    """Tricks that declarer took, 0 to 13."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdecimal() and len(plain) < 3 and int(plain) <= 13):  # noqa: PLR2004
        raise ValueError(f"{text!r} is no number of tricks: 0 to 13")
    return int(plain)


def hand(holding: str) -> list[str]:
    """
    A hand as four holdings, spades first.

    >>> hand("AK.T.2.")
    ['AS', 'KS', 'TH', '2D']
    """
    parts = holding.upper().replace("10", "T").split(".")
    if len(parts) != len(SUITS) or any(rank not in RANKS for part in parts for rank in part):
        raise ValueError(f"{holding!r} is no hand: four suits with dots between them")
    return [rank + suit for suit, part in zip(SUITS, parts, strict=True) for rank in part]

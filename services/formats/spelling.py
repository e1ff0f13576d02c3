"""How files spell contracts, seats, cards and numbers, in the contract's words. ValueError for all else."""

import re
from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue

from domain.cards import RANKS, Card
from domain.games.bridge.comparison import Vulnerability
from domain.games.bridge.events import TRICKS
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
_VULNERABILITIES: Final[dict[str, Vulnerability]] = {
    **dict.fromkeys(("NONE", "LOVE", "-", "NIL"), "None"),
    **dict.fromkeys(("ALL", "BOTH", "GAME"), "All"),
    **dict.fromkeys(("NS", "N-S", "N/S", "NORTH-SOUTH"), "NS"),
    **dict.fromkeys(("EW", "E-W", "E/W", "EAST-WEST"), "EW"),
}
_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": "", "\ufe0f": ""})
_CARD: Final = re.compile(r"([SHDC])(10|[2-9TJQKA])|(10|[2-9TJQKA])([SHDC])")
_BETWEEN: Final = str.maketrans("", "", " ,-")
_LONGEST_PAIR: Final = 20
_CITED: Final = 40
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
        raise ValueError(f"{cited(text)} is no contract")
    return f"{found[1]}{found[2].upper()[0]}{_DOUBLED[found[3].upper()]}"


def seat(text: str) -> Seat:
    """
    A seat.

    >>> seat("w"), seat("North")
    ('W', 'N')
    """
    found = _SEATS.get(text.strip().upper())
    if found is None:
        raise ValueError(f"{cited(text)} is no seat")
    return found


def vulnerability(text: str) -> Vulnerability:
    """
    Who is vulnerable.

    >>> vulnerability("Love"), vulnerability("N-S"), vulnerability("both")
    ('None', 'NS', 'All')
    """
    found = _VULNERABILITIES.get(text.strip().upper())
    if found is None:
        raise ValueError(f"{cited(text)} is no vulnerability: None, NS, EW or All")
    return found


def card(text: str) -> Card:
    """
    A card, suit first or rank first.

    >>> card("H10"), card("td"), card("♠A")
    ('TH', 'TD', 'AS')
    """
    found = _CARD.fullmatch(text.translate(_SIGNS).strip().upper())
    if found is None:
        raise ValueError(f"{cited(text)} is no card")
    rank, suit = (found[2], found[1]) if found[1] else (found[3], found[4])
    return Card(rank.replace("10", "T") + suit)


def tricks(text: str) -> int:
    """Tricks that declarer took, 0 to 13."""
    return _whole(text, "number of tricks", 0, TRICKS)


def board(text: str) -> int:
    """A board's number, 1 to 9999."""
    return _whole(text, "board number", 1, 9999)


def turn(text: str) -> int | None:
    """A round's number, 1 to 1000; None where none is told."""
    return _whole(text, "round", 1, 1000) if text else None


def table(text: str) -> int | None:
    """A table's number, 1 to 9999; None where none is told."""
    return _whole(text, "table", 1, 9999) if text else None


def honours(text: str) -> int:
    """Points for honours: 100 for four, 150 for five or four aces."""
    points = {"100": 100, "150": 150}.get(text.strip())
    if points is None:
        raise ValueError(f"{cited(text)} are no honours: 100 or 150")
    return points


def score(text: str) -> int:
    """
    A printed score: whole, with a sign or without.

    >>> score("+420"), score("-50")
    (420, -50)
    """
    plain = text.strip().removeprefix("+")
    if not _is_short(plain.removeprefix("-")):
        raise ValueError(f"{cited(text)} is no score")
    return int(plain)


def pair(text: str) -> str:
    """A pair's number, as text."""
    plain = text.strip()
    if not 0 < len(plain) <= _LONGEST_PAIR:
        raise ValueError(f"a pair number has 1 to {_LONGEST_PAIR} characters")
    return plain


def is_not_played(text: str) -> bool:
    """
    Whether a word says that a board was not played.

    >>> is_not_played("NP"), is_not_played("not played"), is_not_played("Pass")
    (True, True, False)
    """
    return text.upper() in {"NP", "NOT PLAYED", "NO PLAY"}


def _whole(text: str, what: str, least: int, most: int) -> int:
    plain = text.strip()
    if not (_is_short(plain) and least <= int(plain) <= most):
        raise ValueError(f"{cited(text)} is no {what}: {least} to {most}")
    return int(plain)


def _is_short(digits: str) -> bool:
    """Whether text is a number of at most eight digits: none that a file may hold is longer."""
    return digits.isascii() and digits.isdecimal() and len(digits) < 9  # noqa: PLR2004


def cited(text: str) -> str:
    """What stands in a file, as a sentence cites it: between quotes, its beginning only, and on one line."""
    return repr(text[:_CITED])


def hand(holdings: Sequence[str]) -> list[JsonValue]:
    """
    A hand by its four suits, spades first; blanks, commas and dashes mean nothing.

    >>> hand(["AK", "10", "2", "-"])
    ['AS', 'KS', 'TH', '2D']
    """
    parts = [holding.upper().translate(_BETWEEN).replace("10", "T") for holding in holdings]
    if len(parts) != len(SUITS) or any(rank not in RANKS for part in parts for rank in part):
        raise ValueError(f"{cited('.'.join(holdings))} is no hand: the ranks of four suits, spades first")
    return [rank + suit for suit, part in zip(SUITS, parts, strict=True) for rank in part]

"""Seats, sides, strains and contracts, as bridge players write them."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, WithJsonSchema

from domain.errors import misfit
from domain.text import SUIT_SIGNS

Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Strain = Literal["C", "D", "H", "S", "N"]

SEATS: Final[tuple[Seat, ...]] = ("N", "E", "S", "W")
SIDES: Final[tuple[Side, ...]] = ("NS", "EW")
STRAINS: Final[tuple[Strain, ...]] = ("C", "D", "H", "S", "N")
BOOK: Final = 6
"""Tricks that a declarer takes before any counts."""

_SIDE_OF: Final[dict[str, Side]] = {"N": "NS", "S": "NS", "NS": "NS", "E": "EW", "W": "EW", "EW": "EW"}
_SEAT: Final[dict[str, Seat]] = {seat: seat for seat in SEATS}
_OTHER: Final[dict[Side, Side]] = {"NS": "EW", "EW": "NS"}
_NEXT: Final[dict[Seat, Seat]] = {"N": "E", "E": "S", "S": "W", "W": "N"}
_SPOKEN: Final = {"we": "NS", "they": "EW"}
_NAMES: Final = {
    "N": "North",
    "E": "East",
    "S": "South",
    "W": "West",
    "NS": "North–South",
    "EW": "East–West",
}


def side_of(unit: str) -> Side:
    """The side of a seat, or the side itself."""
    return _SIDE_OF[unit]


def seat_of(unit: str) -> Seat | None:
    """The seat, if it is one and not a side."""
    return _SEAT.get(unit)


def other(side: Side) -> Side:
    """The opponents of a side."""
    return _OTHER[side]


def left_of(seat: Seat) -> Seat:
    """Who plays after that seat."""
    return _NEXT[seat]


def around(first: Seat) -> tuple[Seat, ...]:
    """The four seats clockwise, from one on."""
    start = SEATS.index(first)
    return (*SEATS[start:], *SEATS[:start])


def name_of(unit: str) -> str:
    """A seat or side in words."""
    return _NAMES[unit]


def _side(value: object) -> object:
    return _SPOKEN.get(value, value) if isinstance(value, str) else value


GivenSide = Annotated[Side, BeforeValidator(_side, json_schema_input_type=Literal["NS", "EW", "we", "they"])]
"""A side; `we` and `they` will do."""
GivenUnit = Annotated[
    Literal["N", "E", "S", "W", "NS", "EW"],
    BeforeValidator(_side, json_schema_input_type=Literal["N", "E", "S", "W", "NS", "EW", "we", "they"]),
]
"""A seat, or its side where no more is known."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: level 1 to 7, strain, and 0, 1 or 2 for undoubled, doubled, redoubled."""

    level: int
    strain: Strain
    doubled: int

    @property
    def text(self) -> str:
        """As it is stored: `4SX`."""
        return f"{self.level}{self.strain}{'X' * self.doubled}"

    @property
    def spoken(self) -> str:
        """As people say it: `4♠ doubled`."""
        sign = SUIT_SIGNS.get(self.strain, "NT")
        return f"{self.level}{sign}{('', ' doubled', ' redoubled')[self.doubled]}"

    @property
    def needs(self) -> int:
        """Tricks that fulfil it."""
        return BOOK + self.level

    def tricks(self, result: str) -> int:
        """Tricks that a result such as `=` or `-2` comes to, possible or not."""
        return self.needs + (0 if result == "=" else int(result))


PASSED_OUT: Final = "Pass"
CONTRACTS: Final[dict[str, Contract]] = {
    contract.text: contract
    for contract in (
        Contract(level, strain, doubled) for level in range(1, 8) for strain in STRAINS for doubled in range(3)
    )
}
"""The 105 contracts by their text."""
_SPELLINGS: Final = {PASSED_OUT: PASSED_OUT} | {
    spelling: text for text in CONTRACTS for spelling in (text, text.replace("N", "NT"))
}


def contract(text: object) -> str:
    """
    Read a contract.

    Args:
        text: `1C` to `7N` (or `NT`), then nothing, `X` or `XX`; or `Pass`.

    Errors:
        `contract_invalid` for all else; nothing is guessed.

    >>> contract("3NTX"), contract("Pass")
    ('3NX', 'Pass')
    """
    found = _SPELLINGS.get(text) if isinstance(text, str) else None
    if found is None:
        raise misfit("contract_invalid", "A contract is 1C to 7N, then X or XX if doubled or redoubled; or Pass.")
    return found


GivenContract = Annotated[
    str,
    BeforeValidator(contract),
    WithJsonSchema({"type": "string", "pattern": "^([1-7](C|D|H|S|NT?)X{0,2}|Pass)$", "examples": ["4SX", "Pass"]}),
]
"""A contract in an event: read as given, stored canonical."""

BIDS: Final = {
    f"{level}{strain}": rank for rank, (level, strain) in enumerate((a, b) for a in range(1, 8) for b in STRAINS)
}
"""The 35 bids, each with its rank."""
_CALLS: Final = (
    dict.fromkeys(("P", "PASS", "Pass"), "P")
    | {"X": "X", "XX": "XX"}
    | {spelling: bid for bid in BIDS for spelling in (bid, bid.replace("N", "NT"))}
)


def call(text: object) -> str:
    """Read a call: `1C` to `7N` (or `NT`), `P`, `X` or `XX`; `call_invalid` for all else."""
    found = _CALLS.get(text) if isinstance(text, str) else None
    if found is None:
        raise misfit("call_invalid", "A call is 1C to 7N, P, X or XX.")
    return found


GivenCall = Annotated[
    str,
    BeforeValidator(call),
    WithJsonSchema({"type": "string", "pattern": "^([1-7](C|D|H|S|NT?)|P|X|XX)$", "examples": ["1N", "P"]}),
]
"""A call in an event: read as given, stored canonical."""

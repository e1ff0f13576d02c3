"""One table's result as a file reports it: held against the score that is printed beside it, and told as a fact."""

from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.comparison import dealer_of, ns_score, vulnerability_of
from domain.games.bridge.terms import CONTRACTS, PASSED_OUT, name_of
from services.formats import spelling
from services.formats.found import Said

_VULNERABILITIES: Final = {
    **dict.fromkeys(("NONE", "LOVE", "-", "NIL"), "None"),
    **dict.fromkeys(("ALL", "BOTH", "GAME"), "All"),
    **dict.fromkeys(("NS", "N-S", "N/S", "NORTH-SOUTH"), "NS"),
    **dict.fromkeys(("EW", "E-W", "E/W", "EAST-WEST"), "EW"),
}
_WHO: Final = {"None": "nobody", "NS": "North–South", "EW": "East–West", "All": "everybody"}
_LONGEST: Final = 20
"""No pair number is longer."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was played at a table on a board; a passed-out deal has neither declarer nor tricks."""

    board: int
    contract: str
    declarer: str | None = None
    tricks: int | None = None
    lead: str | None = None

    @property
    def score(self) -> int:
        """North–South's score for it."""
        return ns_score(self.board, self.contract, self.declarer, self.tricks)

    @property
    def spoken(self) -> str:
        """The result in words: `4S by S making 9 on board 3`."""
        if self.contract == PASSED_OUT:
            return f"board {self.board} passed out"
        return f"{self.contract} by {self.declarer} making {self.tricks} on board {self.board}"

    def told(self, where: dict[str, JsonValue]) -> Said:
        """The fact of it, at that table."""
        said: dict[str, JsonValue] = {"contract": self.contract}
        parts: dict[str, JsonValue] = {"declarer": self.declarer, "tricks": self.tricks, "lead": self.lead}
        if self.contract != PASSED_OUT:
            said |= {name: part for name, part in parts.items() if part is not None}
        return "bridge.deal_played", where | said


def agree(result: Result, printed: int) -> None:
    """Compare a score that the file prints, North–South's view; ValueError if it is another: one of them is wrong."""
    if printed != result.score:
        raise ValueError(f"the file says NS {printed}; {result.spoken} is {result.score}")


def tricks_of(contract: str, absolute: int | None, relative: str | None) -> int | None:
    """Tricks that declarer took, as a number and as `=`, `+1` or `-2`; both must say the same."""
    if not relative:
        return absolute
    if relative != "=" and not (relative[0] in "+-" and relative[1:].isascii() and relative[1:].isdecimal()):
        raise ValueError(f"{relative!r} is no result: =, or + or - and how many tricks over or under")
    tricks = CONTRACTS[contract].tricks(relative[:3])
    if absolute not in {None, tricks}:
        raise ValueError(f"{contract} {relative} is {tricks} tricks, and the file says {absolute}")
    return tricks


def vulnerable_as_numbered(board: int, printed: str | None) -> None:
    """Compare who is vulnerable by the file with the board's number; ValueError if it is somebody else."""
    if not printed:
        return
    said = _VULNERABILITIES.get(printed.strip().upper())
    if said is None:
        raise ValueError(f"{printed!r} is no vulnerability: None, NS, EW or All")
    if said != vulnerability_of(board):
        right = _WHO[vulnerability_of(board)]
        raise ValueError(f"the file says that {_WHO[said]} is vulnerable; on board {board} it is {right}")


def dealt_as_numbered(board: int, printed: str | None) -> None:
    """Compare the dealer by the file with the board's number; ValueError if it is another."""
    if not printed:
        return
    said = spelling.seat(printed)
    if said != dealer_of(board):
        raise ValueError(
            f"the file says that {name_of(said)} deals; board {board} is dealt by {name_of(dealer_of(board))}"
        )


def number(text: str, what: str, most: int) -> int:
    """A whole number from 1 on, such as a board's."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdecimal() and len(plain) < len(str(most)) + 4 and 0 < int(plain) <= most):
        raise ValueError(f"{text!r} is no {what}: 1 to {most}")
    return int(plain)


def score(text: str) -> int:
    """A printed score: whole, with a sign or without."""
    plain = text.strip().removeprefix("+")
    digits = plain.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 6):  # noqa: PLR2004
        raise ValueError(f"{text!r} is no score")
    return int(plain)


def pair(text: str) -> str:
    """A pair's number, as text."""
    plain = text.strip()
    if not 0 < len(plain) <= _LONGEST:
        raise ValueError(f"a pair number has 1 to {_LONGEST} characters")
    return plain

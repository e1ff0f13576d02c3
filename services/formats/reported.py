"""One table's result as a file reports it: told as a fact, and held against what is printed beside it."""

import re
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.comparison import dealer_of, ns_score, vulnerability_of
from domain.games.bridge.events import TRICKS
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import CONTRACTS, name_of
from services.formats import spelling
from services.formats.found import Said

AS_FILED: Final = "As the file says."
"""The reason of an award for which a file gives none."""
_RELATIVE: Final = re.compile(r"=|[+-][0-9]{1,2}")
_WHO: Final = {"None": "nobody", "NS": "North–South", "EW": "East–West", "All": "everybody"}


def at_table(board: int, ns: str, ew: str, turn: int | None, table: int | str | None) -> dict[str, JsonValue]:
    """Where a result was made; what is empty is not told."""
    at: dict[str, JsonValue] = {"board": board, "ns": ns, "ew": ew, "round": turn, "table": table}
    return {name: value for name, value in at.items() if value}


def told(outcome: Outcome, at: dict[str, JsonValue]) -> Said:
    """The fact of a result, at that table; it is enough by itself."""
    said: dict[str, JsonValue] = {"contract": outcome.contract}
    if outcome.declarer is not None:
        said |= {"declarer": outcome.declarer, "tricks": outcome.tricks}
    if outcome.lead is not None:
        said["lead"] = outcome.lead
    return "bridge.deal_played", at | said


def agree(board: int, outcome: Outcome, printed: int) -> None:
    """Compare a score that the file prints, North–South's view; ValueError if it is another: one of them is wrong."""
    right = ns_score(board, outcome.contract, outcome.declarer, outcome.tricks)
    if printed != right:
        result = (
            f"{outcome.contract} by {outcome.declarer} making {outcome.tricks}" if outcome.declarer else "passed out"
        )
        raise ValueError(f"the file says NS {printed}; {result} on board {board} is {right}")


def tricks_of(contract: str, absolute: str, relative: str) -> int | None:
    """Tricks that declarer took, as a number and as `=`, `+1` or `-2`; both must say the same, and may be empty."""
    said = spelling.tricks(absolute) if absolute else None
    if not relative:
        return said
    if not _RELATIVE.fullmatch(relative):
        raise ValueError(f"{spelling.cited(relative)} is no result: =, or a sign and a number of tricks, +1 or -2")
    tricks = CONTRACTS[contract].tricks(relative)
    if not 0 <= tricks <= TRICKS:
        raise ValueError(f"{contract} {relative} would be {tricks} tricks, and there are thirteen")
    if said not in {None, tricks}:
        raise ValueError(f"{contract} {relative} is {tricks} tricks, and the file says {said}")
    return tricks


def vulnerable_as_numbered(board: int, printed: str | None) -> None:
    """Compare who is vulnerable by the file with the board's number; ValueError if it is somebody else."""
    if not printed:
        return
    said, right = spelling.vulnerability(printed), vulnerability_of(board)
    if said != right:
        raise ValueError(f"the file says that {_WHO[said]} is vulnerable; on board {board} it is {_WHO[right]}")


def dealt_as_numbered(board: int, printed: str | None) -> None:
    """Compare the dealer by the file with the board's number; ValueError if it is another."""
    if not printed:
        return
    said, right = spelling.seat(printed), dealer_of(board)
    if said != right:
        raise ValueError(f"the file says that {name_of(said)} deals; board {board} is dealt by {name_of(right)}")

"""What a file prints beside a result, held against what follows from it. ValueError where they differ."""

from typing import Final

from domain.games.bridge.comparison import dealer_of, ns_score, vulnerability_of
from domain.games.bridge.terms import CONTRACTS

_VULNERABLE: Final = {
    "NONE": "None",
    "LOVE": "None",
    "-": "None",
    "O": "None",
    "": None,
    "?": None,
    "ALL": "All",
    "BOTH": "All",
    "B": "All",
    "NS": "NS",
    "N": "NS",
    "EW": "EW",
    "E": "EW",
}


def check_score(board: int, contract: str, declarer: str | None, tricks: int | None, said: int) -> None:
    """Whether a printed score (North–South's) is that of the result."""
    right = ns_score(board, contract, declarer, tricks)
    if said != right:
        who = f" by {declarer}, {tricks} tricks," if declarer else ""
        raise ValueError(f"the file says {said} for North–South; {contract}{who} on board {board} is {right}")


def check_dealer(board: int, dealer: str) -> None:
    """Whether a printed dealer is the one that the board's number tells."""
    if dealer not in {"", "?"} and dealer.strip().upper()[:1] != dealer_of(board):
        raise ValueError(f"the file says that {dealer} deals board {board}; {dealer_of(board)} does")


def check_vulnerable(board: int, vulnerable: str) -> None:
    """Whether a printed vulnerability is the one that the board's number tells."""
    plain = vulnerable.strip().upper()
    if plain not in _VULNERABLE:
        raise ValueError(f"{vulnerable!r} is no vulnerability")
    said = _VULNERABLE[plain]
    if said is not None and said != vulnerability_of(board):
        raise ValueError(f"the file says {vulnerable} vulnerable on board {board}; {vulnerability_of(board)} is")


def spoken(contract: str) -> str:
    """A contract as people say it."""
    return "Pass" if contract == "Pass" else CONTRACTS[contract].spoken

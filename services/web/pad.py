"""The rubber pad as people write it: figures above the line growing upward, games below it downward."""

from dataclasses import dataclass
from typing import Any

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Figure:
    """One number on the pad: what it is for, which deal it comes from, whether it is the newest."""

    points: int
    reason: str
    text: str
    newest: bool


@dataclass(frozen=True, slots=True)
class Game:
    """The figures of one game below the line, and whether it is finished."""

    number: int
    sides: dict[str, list[Figure]]
    finished: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """Both columns."""

    above: dict[str, list[Figure]]
    games: list[Game]


def pad(board: dict[str, Any]) -> Pad:
    """Lay a `rubber` board out as a pad."""
    newest = board["deals"][-1]["version"] if board["deals"] else None
    above: dict[str, list[Figure]] = {"NS": [], "EW": []}
    games: dict[int, dict[str, list[Figure]]] = {1: {"NS": [], "EW": []}}
    for deal in board["deals"]:
        for entry in deal["points"]:
            figure = Figure(entry["points"], entry["for"], deal["text"], deal["version"] == newest)
            if entry["line"] == "above":
                above[entry["side"]].insert(0, figure)
            else:
                games.setdefault(deal["game"], {"NS": [], "EW": []})[entry["side"]].append(figure)
    for entry in board["bonuses"]:
        above[entry["side"]].insert(0, Figure(entry["points"], entry["for"], "the rubber was closed unfinished", True))
    won = board["sides"]["NS"]["games"] + board["sides"]["EW"]["games"]
    for number in range(1, won + (0 if board["complete"] else 2)):
        games.setdefault(number, {"NS": [], "EW": []})
    return Pad(above, [Game(number, sides, number <= won) for number, sides in sorted(games.items())])


def contract(text: str | None) -> str:
    """
    A contract as people write it.

    >>> contract("4SX"), contract("3N"), contract("Pass"), contract(None)
    ('4♠ X', '3NT', 'Pass', '')
    """
    if text is None or text == "Pass":
        return text or ""
    strain, doubled = _SUITS.get(text[1], "NT"), text[2:]
    return f"{text[0]}{strain}{' ' + doubled if doubled else ''}"


def number(value: int) -> str:
    """
    A number with a true minus and a thin space between thousands.

    >>> print(number(-1690))
    −1 690
    """
    return f"{abs(value):,}".replace(",", "\u2009") if value >= 0 else "−" + number(-value)

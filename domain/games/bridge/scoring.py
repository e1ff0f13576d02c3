"""
What a deal is worth, by table: the laws of rubber bridge, and Law 77 of duplicate bridge.

Source:
    docs/games/bridge.md, "Rubber bridge" and "One deal at duplicate".
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from domain.games.bridge.events import TRICKS
from domain.games.bridge.terms import CONTRACTS, PASSED_OUT, Contract, Strain

GAME: Final = 100
"""Trick points that make a game."""

_TRICK: Final[dict[Strain, int]] = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_FIRST_NOTRUMP_EXTRA: Final = 10
_SLAM: Final = {6: ("small slam", (500, 750)), 7: ("grand slam", (1000, 1500))}
_INSULT: Final = (0, 50, 100)
_DOUBLED_OVERTRICK: Final = (100, 200)
_UNDERTRICK: Final = (50, 100)
_DOUBLED_UNDERTRICKS: Final = ((100, 300, 500), (200, 500, 800))
_EACH_FURTHER: Final = 300
_PART_SCORE: Final = 50
GAME_BONUS: Final = (300, 500)
"""For a game at duplicate and Chicago, not vulnerable and vulnerable."""

Line = Literal["above", "below"]
Earner = Literal["declarer", "defenders"]


@dataclass(frozen=True, slots=True)
class Award:
    """Points for one thing: who earns them, above or below the line, what for, how many."""

    to: Earner
    line: Line
    reason: str
    points: int


def trick_points(contract: Contract) -> int:
    """
    Trick points of a fulfilled contract, below the line.

    >>> trick_points(CONTRACTS["3N"]), trick_points(CONTRACTS["2SX"])
    (100, 120)
    """
    undoubled = contract.level * _TRICK[contract.strain]
    if contract.strain == "N":
        undoubled += _FIRST_NOTRUMP_EXTRA
    return undoubled << contract.doubled


def undertrick_points(down: int, doubled: int, *, vulnerable: bool) -> int:
    """
    What the defenders earn for tricks that the declarer fell short.

    Args:
        down: 1 to 13.
        doubled: 0, 1 or 2 for undoubled, doubled, redoubled.
        vulnerable: Whether the declaring side is.

    >>> [undertrick_points(4, doubled, vulnerable=False) for doubled in (0, 1, 2)]
    [200, 800, 1600]
    """
    if not doubled:
        return down * _UNDERTRICK[vulnerable]
    row = _DOUBLED_UNDERTRICKS[vulnerable]
    first = row[min(down, len(row)) - 1]
    return (first + max(down - len(row), 0) * _EACH_FURTHER) * doubled


@cache
def deal_awards(contract: str, tricks: int, *, vulnerable: bool) -> tuple[Award, ...]:
    """
    What one deal of rubber bridge earns, without honours and bonuses for games.

    Args:
        contract: Canonical text, not `Pass`.
        tricks: Taken by the declaring side, 0 to 13.
        vulnerable: Whether the declaring side is.

    >>> [(a.line, a.reason, a.points) for a in deal_awards("4SX", 11, vulnerable=False)]
    [('below', 'tricks', 240), ('above', 'overtricks', 100), ('above', 'insult', 50)]
    """
    bid = CONTRACTS[contract]
    over = tricks - bid.needs
    if over < 0:
        down = undertrick_points(-over, bid.doubled, vulnerable=vulnerable)
        return (Award("defenders", "above", "undertricks", down),)
    awards = [Award("declarer", "below", "tricks", trick_points(bid))]
    if over:
        each = _DOUBLED_OVERTRICK[vulnerable] * bid.doubled if bid.doubled else _TRICK[bid.strain]
        awards.append(Award("declarer", "above", "overtricks", over * each))
    if bid.doubled:
        awards.append(Award("declarer", "above", "insult", _INSULT[bid.doubled]))
    if bid.level in _SLAM:
        reason, bonus = _SLAM[bid.level]
        awards.append(Award("declarer", "above", reason, bonus[vulnerable]))
    return tuple(awards)


@cache
def duplicate_awards(contract: str, tricks: int, *, vulnerable: bool) -> tuple[Award, ...]:
    """What one deal of duplicate bridge earns: as in rubber bridge, and 50, 300 or 500 if it is made."""
    awards = deal_awards(contract, tricks, vulnerable=vulnerable)
    if awards[0].to == "defenders":
        return awards
    if awards[0].points < GAME:
        return (*awards, Award("declarer", "above", "part-score", _PART_SCORE))
    return (*awards, Award("declarer", "above", "game", GAME_BONUS[vulnerable]))


def _declarer_score(contract: str, tricks: int, *, vulnerable: bool) -> int:
    awards = duplicate_awards(contract, tricks, vulnerable=vulnerable)
    return sum(award.points if award.to == "declarer" else -award.points for award in awards)


_SCORES: Final[dict[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {PASSED_OUT: ((0,) * 14, (0,) * 14)} | {
    contract: (
        tuple(_declarer_score(contract, tricks, vulnerable=False) for tricks in range(TRICKS + 1)),
        tuple(_declarer_score(contract, tricks, vulnerable=True) for tricks in range(TRICKS + 1)),
    )
    for contract in CONTRACTS
}


def duplicate_score(contract: str, tricks: int, vulnerable: bool) -> int:
    """
    The declarer's score of one deal at duplicate bridge.

    Args:
        contract: Canonical text; `Pass` scores 0.
        tricks: Taken by the declaring side, 0 to 13; of no account when passed out.
        vulnerable: Whether the declaring side is.

    Source:
        Laws of Duplicate Bridge 2017, Law 77.

    >>> duplicate_score("4S", 11, False), duplicate_score("7NXX", 13, True), duplicate_score("4S", 9, True)
    (450, 2980, -100)
    """
    return _SCORES[contract][vulnerable][tricks]

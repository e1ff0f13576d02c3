"""
Victory points for a margin of IMPs.

Source:
    docs/games/bridge.md, "Victory points".
"""

from bisect import bisect_right
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Final, Literal

from domain.games.bridge.figures import Figure, figure
from domain.games.bridge.vp_tables import ACBL_20, ACBL_30, WBF_CELLS, WBF_DISCRETE

ImpScale = Literal["wbf", "wbf-discrete", "acbl20", "acbl30"]

_TOTAL: Final[dict[ImpScale, int]] = {"wbf": 20, "wbf-discrete": 20, "acbl20": 20, "acbl30": 30}
_FIRST: Final[dict[ImpScale, int]] = {"wbf-discrete": 11, "acbl20": 11, "acbl30": 18}
"""What the smallest margin that counts is worth."""
_MOST: Final = 2000
"""Twenty victory points, in hundredths."""
_DIGITS: Final = 40
"""Enough that no cell of the scale is rounded the wrong way."""


def victory_points(scale: ImpScale, margin: Figure, boards: int) -> Figure | None:
    """
    A side's victory points.

    Args:
        scale: Which.
        margin: The side's IMPs less the others'; may be fractional, or below zero.
        boards: How many the match has.

    Returns:
        None where the scale says nothing of so many boards.

    >>> [str(victory_points("wbf", margin, 16)) for margin in (14, -14, 0, 60)]
    ['55/4', '25/4', '10', '20']
    >>> victory_points("acbl20", 4, 8), victory_points("acbl30", -1, 7), victory_points("acbl30", 3, 24)
    (12, 12, None)
    """
    if boards < 1:
        return None
    won = _won(scale, abs(Fraction(margin)), boards)
    return won if won is None or margin >= 0 else _TOTAL[scale] - won


def is_settled(scale: ImpScale, margin: Figure, boards: int) -> bool:
    """Whether all readings of the scale agree on that margin."""
    return scale != "wbf" or abs(margin) not in WBF_CELLS.get(boards, {})


def _won(scale: ImpScale, margin: Fraction, boards: int) -> Figure | None:
    if scale == "wbf":
        return figure(Fraction(_continuous(margin, boards), 100))
    bounds = _bounds(scale, boards)
    if bounds is None:
        return None
    steps = bisect_right(bounds, margin)
    return _FIRST[scale] + steps - 1 if steps else _TOTAL[scale] // 2


def _bounds(scale: ImpScale, boards: int) -> tuple[int, ...] | None:
    """The margins from which one more victory point is won each."""
    if scale == "wbf-discrete":
        return WBF_DISCRETE.get(boards)
    tables = ACBL_20 if scale == "acbl20" else ACBL_30
    return next((bounds for (first, last), bounds in tables.items() if first <= boards <= last), None)


def _continuous(margin: Fraction, boards: int) -> int:
    """Hundredths of victory points; between two whole margins never outside what these are worth."""
    cells = _cells(boards)
    whole = int(margin)
    if whole >= len(cells) - 1:
        return _MOST
    if margin == whole:
        return WBF_CELLS.get(boards, {}).get(whole, cells[whole])
    return max(cells[whole], min(_formula(margin, boards), cells[whole + 1]))


@cache
def _cells(boards: int) -> tuple[int, ...]:
    """The scale: by formula, then each value lifted until no step is larger than the one before it."""
    cells = [_formula(Fraction(margin), boards) for margin in range(_longest(boards) + 1)]
    lifted = True
    while lifted:
        lifted = False
        for i in range(1, len(cells) - 1):
            if cells[i + 1] - cells[i] > cells[i] - cells[i - 1]:
                cells[i] += 1
                lifted = True
    return tuple(cells)


def _longest(boards: int) -> int:
    """The smallest whole margin that wins everything: 15 times the root of the boards, rounded up."""
    return isqrt(225 * boards - 1) + 1


def _formula(margin: Fraction, boards: int) -> int:
    """WBF 2013: 10 + 10 (1 - R^(I/X)) / (1 - R), X = 15 √N, R the third power of (√5 - 1)/2; in hundredths."""
    if margin >= _longest(boards):
        return _MOST
    with localcontext(prec=_DIGITS):
        root = ((Decimal(5).sqrt() - 1) / 2) ** 3
        share = Decimal(margin.numerator) / margin.denominator / (15 * Decimal(boards).sqrt())
        won = 1000 + 1000 * (1 - root**share) / (1 - root)
        return int(won.to_integral_value(ROUND_HALF_UP))

"""Exact figures, and how boards write them: whole in a string of decimals, and rounded for people."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

Figure: TypeAlias = int | Fraction
"""An exact number. Whole ones stay `int`: they add up faster."""

PLACES: Final = 6
"""Decimals of a figure that does not end."""
_KEPT: Final = 65_536


def figure(value: Fraction) -> Figure:
    """A fraction as an exact figure."""
    return value.numerator if value.denominator == 1 else value


def exact(value: Figure) -> str:
    """
    Write a figure with all its decimals; to six places, half to even, where they do not end.

    >>> exact(Fraction(29, 6)), exact(Fraction(1, 128)), exact(-12), exact(Fraction(-1, 2_000_000))
    ('4.833333', '0.0078125', '-12', '-0.0000005')
    """
    return str(value) if isinstance(value, int) else _exact(value.numerator, value.denominator)


def shown(value: Figure, places: int = 2) -> str:
    """
    Write a figure for people: rounded to 0.01, half away from zero.

    >>> shown(Fraction(61815, 1000)), shown(Fraction(-1, 200)), shown(50), shown(Fraction(-1, 1000))
    ('61.82', '-0.01', '50.00', '0.00')
    """
    if isinstance(value, int):
        return _shown(value, 1, places)
    return _shown(value.numerator, value.denominator, places)


def rounded(value: Figure, unit: Fraction) -> Fraction:
    """
    The multiple of a unit that is nearest, half away from zero.

    >>> rounded(-105, Fraction(10)), rounded(Fraction(6098605, 100000), Fraction(1, 100))
    (Fraction(-110, 1), Fraction(6099, 100))
    """
    units = Fraction(value) / unit
    whole = (2 * abs(units.numerator) + units.denominator) // (2 * units.denominator)
    return unit * (whole if value >= 0 else -whole)


@lru_cache(maxsize=_KEPT)
def _exact(top: int, bottom: int) -> str:
    rest, twos, fives = bottom, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest == 1:
        return _written(top * 10 ** max(twos, fives) // bottom, max(twos, fives))
    scaled, over = divmod(abs(top) * 10**PLACES, bottom)
    scaled += 2 * over > bottom or (2 * over == bottom and scaled % 2)
    return _written(scaled if top >= 0 else -scaled, PLACES).rstrip("0").removesuffix(".")


@lru_cache(maxsize=_KEPT)
def _shown(top: int, bottom: int, places: int) -> str:
    scaled = (2 * abs(top) * 10**places + bottom) // (2 * bottom)
    return _written(scaled if top >= 0 else -scaled, places)


def _written(scaled: int, places: int) -> str:
    """An integer that counts the last decimal place, with its point."""
    digits = str(abs(scaled)).rjust(places + 1, "0")
    sign = "-" if scaled < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"

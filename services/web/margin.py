"""How the lead of a team match went, board by board, as a line of steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final

from domain.games.bridge.figures import shown

WIDE: Final = 10
"""Units of the drawing that a board takes."""
HIGH: Final = 100
"""Units from the largest lead of home to the largest of away."""
_FEWEST: Final = 2
"""Boards that make a line worth drawing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The lead after a board: whose, where it stands in the drawing, and in words."""

    team: str
    x: int
    y: str
    height: str
    text: str


@dataclass(frozen=True, slots=True)
class Margin:
    """
    The line.

    Args:
        path: The steps, as an SVG path; it begins with what the teams had before the first board.
        zero: Where neither leads.
        start: What they had before the first board, in words; empty if nothing.
        home: The most by which home led; empty if it never did.
        last: The number of the last board.
        text: All in a sentence.
    """

    width: int
    path: str
    zero: str
    bars: list[Bar]
    start: str
    home: str
    away: str
    last: int
    text: str


def drawn(lead: Fraction, swings: Sequence[tuple[int, Fraction]]) -> Margin | None:
    """
    Draw how the lead went; None with fewer than two boards.

    Args:
        lead: By how much home leads in the end.
        swings: Each board's number, and by how much it moved the lead towards home.
    """
    if len(swings) < _FEWEST:
        return None
    level = lead - sum((swing for _, swing in swings), Fraction(0))
    levels = list(accumulate((swing for _, swing in swings), initial=level))
    top, bottom = max(Fraction(0), *levels), min(Fraction(0), *levels)
    scale = HIGH / (top - bottom or Fraction(1))
    heights = [_at((top - each) * scale) for each in levels]
    words = ["before the first board", *(f"after board {board}" for board, _ in swings)]
    return Margin(
        width=WIDE * len(levels),
        path=f"M0 {heights[0]}" + "".join(f"V{y}h{WIDE}" for y in heights),
        zero=_at(top * scale),
        bars=[_bar(n, each, top, scale, word) for n, (each, word) in enumerate(zip(levels, words, strict=True))],
        start=_said(level) if level else "",
        home=_figure(top) if top > 0 else "",
        away=_figure(-bottom) if bottom < 0 else "",
        last=swings[-1][0],
        text=_spoken(levels, words, top, bottom),
    )


def _bar(number: int, level: Fraction, top: Fraction, scale: Fraction, word: str) -> Bar:
    return Bar(
        team="home" if level > 0 else "away",
        x=WIDE * number,
        y=_at((top - max(level, Fraction(0))) * scale),
        height=_at(abs(level) * scale),
        text=f"{_said(level)} {word}".capitalize(),
    )


def _spoken(levels: Sequence[Fraction], words: Sequence[str], top: Fraction, bottom: Fraction) -> str:
    most = [f"{_said(each)} {words[levels.index(each)]}" for each in (top, bottom) if each and each in levels]
    return f"Largest leads: {', '.join(most) or 'none'}. At the end: {_said(levels[-1])}."


def _said(level: Fraction) -> str:
    """
    A lead in words.

    >>> _said(Fraction(-5, 2)), _said(Fraction(0))
    ('away +2.50', 'level')
    """
    if level == 0:
        return "level"
    return f"{'home' if level > 0 else 'away'} +{_figure(abs(level))}"


def _figure(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else shown(value)


def _at(value: Fraction) -> str:
    """
    A place in the drawing.

    >>> _at(Fraction(100, 3)), _at(Fraction(50))
    ('33.33', '50')
    """
    return f"{float(value):.2f}".rstrip("0").removesuffix(".")

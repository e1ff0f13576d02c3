"""
What a table is compared by: a result, an assigned score, several with weights, or nothing.

Source:
    docs/games/bridge.md, "Awards".
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from domain.games.bridge.awards import Award, Team
from domain.games.bridge.figures import Figure
from domain.games.bridge.table import Table
from domain.games.bridge.terms import Side

Spread: TypeAlias = tuple[tuple[int, Figure], ...]
"""Scores with weights that add up to 1; a plain result is one score of weight 1."""
Split: TypeAlias = Literal["by-side", "ns", "ew"]


def own(table: Table, unit: Side | Team) -> Spread | None:
    """North–South's score as a side's (or team's) own points come of it; None where it has no score."""
    if table.awarded is not None:
        award = table.awarded.awards.of(unit)
        return of_award(award) if award else None
    return ((table.played.score, 1),) if table.played else None


def reference(table: Table, side: Side, split: Split) -> Spread | None:
    """North–South's score as the other tables' side is compared with it; None where there is none."""
    if split == "by-side":
        return own(table, side)
    return own(table, "NS" if split == "ns" else "EW")


def of_award(award: Award) -> Spread | None:
    """The scores that an award assigns, their weights made to add up to 1; None if it assigns none."""
    if award.score is None:
        return None
    if len(award.score) == 1:
        return ((award.score[0].score, 1),)
    total = sum((Fraction(each.weight) for each in award.score), Fraction(0))
    return tuple((each.score, Fraction(each.weight) / total) for each in award.score)


def mean(spread: Spread) -> Figure:
    """The one score that several with weights come to."""
    return sum((score * weight for score, weight in spread), 0)


def single(table: Table, first: Side | Team, second: Side | Team) -> int | None:
    """North–South's score if it is one, and the same for both; else None."""
    if table.awarded is None:
        return table.played.score if table.played else None
    spread = own(table, first)
    return spread[0][0] if spread == own(table, second) and spread is not None and len(spread) == 1 else None


def is_lopsided(tables: Sequence[Table]) -> bool:
    """Whether any table counts differently for its two sides, so that each direction is a field of its own."""
    return any(table.awarded and own(table, "NS") != own(table, "EW") for table in tables)

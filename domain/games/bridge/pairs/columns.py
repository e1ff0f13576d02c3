"""
One direction's column of a traveller: every score against all the others, or against a datum.

Source:
    docs/games/bridge.md, "Matchpoints" and "Butler and cross-IMPs".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from domain.games.bridge.comparison import imps
from domain.games.bridge.figures import Figure, rounded
from domain.games.bridge.pairs.options import Datum, PairsOptions
from domain.games.bridge.spreads import Spread, mean, own, reference
from domain.games.bridge.table import Table
from domain.games.bridge.terms import Side

Raw: TypeAlias = tuple[Figure, int]
"""What a score wins against the others, and how many they are."""
Winning: TypeAlias = Callable[[Spread, Spread | None], Figure]
"""What a score wins; the second is what it is itself among the others, if it is one of them."""


@dataclass(frozen=True, slots=True)
class Column:
    """What each table's side wins, None where it has no score; how many results there are; Butler's datum."""

    raw: Sequence[Raw | None]
    results: int
    datum: int | None = None


def column(tables: Sequence[Table], side: Side, options: PairsOptions) -> Column:
    """
    Compare one direction.

    Args:
        tables: Those that played the board in the same form.
        side: Whose points.
        options: The session's agreements.
    """
    owns = [_seen_from(side, own(table, side)) for table in tables]
    references = [_seen_from(side, reference(table, side, options.split)) for table in tables]
    others = [spread for spread in references if spread is not None]
    datum = None
    if options.scoring == "butler":
        datum = datum_of([mean(spread) for spread in others], options.datum)
        win = _against_datum(datum)
    else:
        win = _against_all(owns, others, _beats if options.scoring == "matchpoints" else imps)
    raw = [
        None if spread is None else (win(spread, itself), len(others) - (itself is not None))
        for spread, itself in zip(owns, references, strict=True)
    ]
    return Column(raw, len(others), datum if datum is None or side == "NS" else -datum)


def _seen_from(side: Side, spread: Spread | None) -> Spread | None:
    """North–South's score as a side sees it: what one wins the other loses."""
    if side == "NS" or spread is None:
        return spread
    return tuple((-score, weight) for score, weight in spread)


def datum_of(scores: Sequence[Figure], datum: Datum) -> int | None:
    """
    What Butler compares the scores of a board with; None without any.

    >>> datum_of([420, 170, 450, -50], Datum()), datum_of([-100, -110], Datum(kind="median"))
    (300, -110)
    """
    if not scores:
        return None
    most = (len(scores) - 1) // 2
    out = {"mean": 0, "median": most, "trimmed-mean": min(datum.trim, most)}[datum.kind]
    kept = sorted(scores)[out : len(scores) - out]
    return int(rounded(Fraction(sum(kept)) / len(kept), Fraction(datum.round)))


def _against_all(owns: Sequence[Spread | None], others: Sequence[Spread], worth: Callable[[int], int]) -> Winning:
    """
    Each score against the whole field, less what it wins against itself.

    Equal scores win alike, so each different score is compared with each only once.
    """
    field: dict[int, Figure] = {}
    for spread in others:
        for score, weight in spread:
            field[score] = field.get(score, 0) + weight
    wins: dict[int, Figure] = {}
    for score in {score for spread in owns for score, _ in spread or ()}:
        wins[score] = sum(weight * worth(score - other) for other, weight in field.items())
    level = worth(0)

    def win(spread: Spread, itself: Spread | None) -> Figure:
        if len(spread) == 1 and spread == itself:
            return wins[spread[0][0]] - level
        won: Figure = 0
        for score, weight in spread:
            against_itself = sum(share * worth(score - other) for other, share in itself or ())
            won += weight * (wins[score] - against_itself)
        return won

    return win


def _against_datum(datum: int | None) -> Winning:
    def win(spread: Spread, _: Spread | None) -> Figure:
        won: Figure = 0
        for score, weight in spread:
            won += 0 if datum is None else weight * imps(score - datum)
        return won

    return win


def _beats(difference: int) -> int:
    """Matchpoints on the scale of 2: 2 for a better score, 1 for an equal one."""
    return (difference > 0) * 2 + (difference == 0)

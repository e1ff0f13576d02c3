"""The agreements of a pairs session."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, WithJsonSchema

from domain.game import Options
from domain.games.bridge.options import one_of

Scoring: TypeAlias = Literal["matchpoints", "cross-imps", "butler"]


class Datum(Options):
    """
    What Butler compares every score of a board with.

    Args:
        kind: The mean without the extremes, the mean of all, or the median.
        trim: How many highest and how many lowest results the trimmed mean leaves out.
        round: To which multiple the datum is rounded, half away from zero.
    """

    kind: Literal["trimmed-mean", "mean", "median"] = "trimmed-mean"
    trim: Annotated[int, Field(ge=0, le=1000)] = 1
    round: Annotated[int, Field(ge=1, le=1000)] = 10


class PairsOptions(Options):
    """
    How a session is scored.

    Args:
        scoring: Matchpoints, IMPs against every other table, or IMPs against a datum.
        scale: Matchpoints for each result beaten, 2 or 1; half of it for an equal one.
        neuberg: Whether a board with fewer results than the session's fullest is factored up to it;
            if not, every board is compared with its own results.
        winners: One ranking, or one for each direction in which pairs first sat.
        totals: Percentages from exact totals, or as the ACBL prints them.
        cross_imps_divisor: Cross-IMPs over the comparisons, over the results, or added up.
        datum: For Butler.
        small_groups: How one or two results of a fouled board are scored: by the formula, or artificially.
        split: What others are compared with where the sides have different assigned scores: each with its
            own side's, or all with North–South's, or with East–West's.
    """

    scoring: Scoring = "matchpoints"
    scale: Annotated[int, one_of(2, 1), WithJsonSchema({"enum": [2, 1]})] = 2
    neuberg: bool = True
    winners: Annotated[int, one_of(1, 2), WithJsonSchema({"enum": [1, 2]})] = 1
    totals: Literal["exact", "acbl"] = "exact"
    cross_imps_divisor: Literal["n-1", "n", "sum"] = "n-1"
    datum: Datum = Datum()
    small_groups: Literal["formula", "artificial"] = "formula"
    split: Literal["by-side", "ns", "ew"] = "by-side"

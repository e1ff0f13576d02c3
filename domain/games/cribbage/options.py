"""The agreements of a cribbage match."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from domain.game import Options
from domain.games.cribbage.terms import MatchPoints, Rules

SKUNK: Final = 30
"""How far from the target the skunk line lies; the double skunk line is as far again."""
Length = Annotated[str, Field(pattern="^([3-9]|1[0-3])$")]
"""How many cards a run has, as a key of JSON."""


class CribbageOptions(Options):
    """
    How a match is played and scored.

    Args:
        target: Points that win a game.
        players: 2, 3, or 4 in two partnerships.
        rules: `acc`, or `seed-house`: the show by ranks alone, a run of four 6, a run of five 12.
        run_values: What a run pays in the show, by its length, where it is not as in the rules.
        muggins: Whether an opponent may take points that were overlooked.
        skunk_below: A loser with fewer points is skunked. Where it is not given: 30 short of the target.
        double_skunk_below: The same for the double skunk, 60 short; 0 for none.
        match_points: What a win, a skunk and a double skunk bring: acc 2-3-3, long 3-4-4, free 1-2-3,
            four 1-2-4, 234.
        games: The first to win so many wins the match.
    """

    target: Annotated[int, Field(ge=2, le=1000)] = 121
    players: Annotated[int, Field(ge=2, le=4)] = 2
    rules: Rules = "acc"
    run_values: dict[Length, Annotated[int, Field(ge=0, le=100)]] | None = None
    muggins: bool = False
    skunk_below: Annotated[int, Field(ge=0, le=1000)] = 91
    double_skunk_below: Annotated[int, Field(ge=0, le=1000)] = 61
    match_points: MatchPoints = "acc"
    games: Annotated[int, Field(ge=1, le=100)] = 1

    @model_validator(mode="before")
    @classmethod
    def _lines(cls, said: Any) -> Any:
        """The skunk lines follow a target that was said, unless they were said too."""
        target = said.get("target") if isinstance(said, dict) else None
        if not isinstance(target, int):
            return said
        skunk, double = max(target - SKUNK, 0), target - 2 * SKUNK
        return {"skunk_below": skunk, "double_skunk_below": double if double > 1 else 0} | said

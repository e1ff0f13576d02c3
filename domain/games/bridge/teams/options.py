"""The agreements of a team match."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from domain.event import Points
from domain.game import Options
from domain.games.bridge.victory_points import ImpScale

MatchScale: TypeAlias = ImpScale | Literal["bam"]


class CarryOver(Options):
    """IMPs that a team brings from before; they may be fractional."""

    home: Points = Field(default=0, validate_default=True)
    away: Points = Field(default=0, validate_default=True)


class TeamsOptions(Options):
    """
    How a team match is scored.

    Args:
        boards: How many boards the match has, for the victory points; unknown, those that were scored.
        victory_points: The scale; `bam` counts boards won, null counts IMPs alone.
        carry_over: What each team brings.
    """

    boards: Annotated[int, Field(ge=1, le=1000)] | None = None
    victory_points: MatchScale | None = "wbf"
    carry_over: CarryOver = CarryOver()

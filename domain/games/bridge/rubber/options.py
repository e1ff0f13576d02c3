"""The agreements of a rubber."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from domain.games.bridge.options import one_of
from domain.games.bridge.pad.state import PadOptions


class RubberOptions(PadOptions):
    """
    How a rubber is scored and settled.

    Args:
        honours: Whether honours are scored.
        part_score_bonus: For the only part-score of an unfinished rubber: 100, or 50 by older laws.
        game_bonus: For the only game of an unfinished rubber.
        settle_to: The difference is settled to the nearest 100, 10 or 1.
        settle_half: Whether exactly half is settled up or down.
    """

    part_score_bonus: Annotated[int, one_of(100, 50), WithJsonSchema({"enum": [100, 50]})] = 100
    game_bonus: Annotated[int, Field(ge=0, le=1000)] = 300
    settle_to: Annotated[int, one_of(100, 10, 1), WithJsonSchema({"enum": [100, 10, 1]})] = 100
    settle_half: Literal["up", "down"] = "up"

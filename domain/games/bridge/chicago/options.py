"""The agreements of a Chicago."""

from typing import Annotated, Literal

from pydantic import Field

from domain.games.bridge.pad.state import PadOptions
from domain.games.bridge.terms import Seat


class ChicagoOptions(PadOptions):
    """
    How a Chicago is scored.

    Args:
        honours: Whether honours are scored.
        vulnerability: Who is vulnerable on deals 2 and 3: the dealer's side, or the dealer's opponents.
        carry: Whether part-scores count towards a game on a later deal; if not, every deal is scored as
            at duplicate.
        last_deal_part_score: For a part-score made on deal 4 that completes no game; with `carry` only.
        first_dealer: Who deals first; then it goes round.
    """

    vulnerability: Literal["dealer", "opponents"] = "dealer"
    carry: bool = True
    last_deal_part_score: Annotated[int, Field(ge=0, le=1000)] = 100
    first_dealer: Seat = "N"

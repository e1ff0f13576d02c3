"""The agreements of a Bummerl: what the two rulesets leave open, or texts dispute."""

from typing import Annotated, Literal

from pydantic import Field

from domain.game import Options

Talon = Annotated[int, Field(ge=2, le=12)]
"""Cards of the talon, the turn-up counted."""


class SchnapsenOptions(Options):
    """
    House options of Schnapsen and Sixty-Six; what divides the two games comes with the name.

    Args:
        min_talon_to_close: Talon cards, the turn-up counted, that must be left to close.
        min_talon_to_exchange: The same, to exchange the turn-up.
        exchange_needs_trick: Whether only who has a trick may exchange; null: by the ruleset.
        closer_false_claim: Whether a closer who claims falsely pays as for a failed close or a false claim.
        false_claim: Whether a false claim in an open deal costs a penalty (`pagat`), or gives the opponent
            what the claimer would have won.
        tie_carry: Whether each drawn deal adds one game point to the next winner's.
        schneider_double: Whether a Bummerl won seven to nothing counts double.
        bummerls: The match is won by who first has so many.
    """

    min_talon_to_close: Talon = 2
    min_talon_to_exchange: Talon = 2
    exchange_needs_trick: bool | None = None
    closer_false_claim: Literal["failed_close", "false_claim"] = "failed_close"
    false_claim: Literal["pagat", "as_if_won"] = "pagat"
    tie_carry: bool = False
    schneider_double: bool = False
    bummerls: Annotated[int, Field(ge=1, le=99)] = 1

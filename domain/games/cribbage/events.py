"""The facts of a cribbage table."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from domain.cards import GivenCard
from domain.errors import misfit
from domain.event import SHARED, Event, Shared
from domain.games.cribbage.terms import HAND, Claimed, Seat

For = Literal["heels", "play", "hand", "crib", "penalty", "other"]
Four = Annotated[list[GivenCard], Field(min_length=HAND, max_length=HAND)]
"""A hand as it is kept, or the crib."""
_HEELS: Final = 2
_MOST: Final = 1000


class Dealt(Event):
    """A deal begins: whose it is, and the cards dealt where they are known."""

    TYPE = "cribbage.dealt"
    HIDDEN = frozenset({"hands"})
    dealer: Seat | None = None
    hands: dict[Seat, list[GivenCard]] | None = None


class Discarded(Event):
    """What a player lays away to the crib."""

    TYPE = "cribbage.discarded"
    HIDDEN = frozenset({"cards"})
    seat: Seat
    cards: list[GivenCard] | None = None


class StarterCut(Event):
    """The starter is turned up; a jack is two for his heels."""

    TYPE = "cribbage.starter_cut"
    card: GivenCard


class CardPlayed(Event):
    """A card is laid in the play."""

    TYPE = "cribbage.card_played"
    seat: Seat
    card: GivenCard


class GoSaid(Event):
    """A player has no card that fits the count."""

    TYPE = "cribbage.go_said"
    seat: Seat


class HandShown(Event):
    """A hand is counted; `claimed` is what its owner said that it counts."""

    TYPE = "cribbage.hand_shown"
    seat: Seat
    cards: Four
    claimed: Claimed | None = None


class CribShown(Event):
    """The crib is counted by the dealer, who is `seat`."""

    TYPE = "cribbage.crib_shown"
    seat: Seat
    cards: Four
    claimed: Claimed | None = None


class MugginsCalled(Event):
    """An opponent takes points that were overlooked."""

    TYPE = "cribbage.muggins_called"
    seat: Seat
    points: Annotated[int, Field(ge=1, le=99)]


class PointsPegged(Event):
    """Points of a table that reports no cards for them."""

    model_config = ConfigDict(serialize_by_alias=True)

    TYPE = "cribbage.points_pegged"
    seat: Seat
    points: Annotated[int, Field(ge=0, le=_MOST)]
    reason: For = Field(alias="for")

    @model_validator(mode="after")
    def _two_for_heels(self) -> "PointsPegged":
        if self.reason == "heels" and self.points != _HEELS:
            raise misfit("event_invalid", "His heels are 2 points.")
        return self


class GameScored(Event):
    """A whole game of a card that reports games only."""

    TYPE = "cribbage.game_scored"
    winner: Seat
    loser_score: Annotated[int, Field(ge=0, le=_MOST)]


DealEvent: TypeAlias = Dealt | Discarded | StarterCut | CardPlayed | GoSaid | HandShown | CribShown
"""What happens in one deal, card by card."""
TableEvent: TypeAlias = DealEvent | MugginsCalled | PointsPegged | GameScored
"""What a cribbage table reports."""
CribbageEvent: TypeAlias = TableEvent | Shared
"""What a match of cribbage is told."""
CRIBBAGE: Final[frozenset[type[Event]]] = frozenset(
    (
        Dealt,
        Discarded,
        StarterCut,
        CardPlayed,
        GoSaid,
        HandShown,
        CribShown,
        MugginsCalled,
        PointsPegged,
        GameScored,
        *SHARED,
    )
)

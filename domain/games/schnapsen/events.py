"""The facts of a table of Schnapsen or Sixty-Six."""

from typing import Annotated, Final, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from domain.cards import GivenCard
from domain.errors import misfit
from domain.event import SHARED, Event, Shared
from domain.games.schnapsen.scoring import AwardedHow, How
from domain.games.schnapsen.terms import GivenSuit, Seat, one_of

_MOST: Final = 3


def _game_points(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value <= _MOST:
        raise misfit("result_invalid", f"A deal is worth 1 to 3 game points, or 0 if nobody wins it, not {value}.")
    return value


Worth = Annotated[
    int, BeforeValidator(_game_points), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": _MOST})
]
"""Game points of a deal, 0 to 3."""
MarriageValue = Annotated[int, one_of(20, 40), WithJsonSchema({"enum": [20, 40]})]
"""20, in trumps 40."""


class Dealt(Event):
    """A deal begins: as much of it as is known. `talon` is first drawn first, without the turn-up."""

    TYPE = "schnapsen.dealt"
    HIDDEN = frozenset({"hands", "talon"})
    dealer: Seat | None = None
    trump: GivenSuit | None = None
    turn_up: GivenCard | None = None
    hands: dict[Seat, Annotated[list[GivenCard], Field(max_length=24)]] | None = None
    talon: Annotated[list[GivenCard], Field(max_length=24)] | None = None


class TrumpExchanged(Event):
    """The lowest trump for the turn-up. `on_close`: by the opponent of who has just closed the talon."""

    TYPE = "schnapsen.trump_exchanged"
    seat: Seat
    gives: GivenCard | None = None
    takes: GivenCard | None = None
    on_close: bool = False


class MarriageDeclared(Event):
    """King and queen of a suit, shown by the seat on lead, who leads one of them next."""

    TYPE = "schnapsen.marriage_declared"
    seat: Seat
    suit: GivenSuit
    value: MarriageValue | None = None


class TalonClosed(Event):
    """From here on nobody draws, and answers are bound. `before_draw`: with hands one card short."""

    TYPE = "schnapsen.talon_closed"
    seat: Seat
    before_draw: bool = False


class TrickPlayed(Event):
    """A whole trick. `irregular`: as it fell, though the rules did not allow it."""

    TYPE = "schnapsen.trick_played"
    leader: Seat | None = None
    lead: GivenCard
    follow: GivenCard
    irregular: bool = False


class CardPlayed(Event):
    """One card; the second makes the trick. `irregular`: as it fell, though the rules did not allow it."""

    TYPE = "schnapsen.card_played"
    seat: Seat
    card: GivenCard
    irregular: bool = False


class SixtySixClaimed(Event):
    """A seat says that it is out, rightly or not."""

    TYPE = "schnapsen.sixty_six_claimed"
    seat: Seat


class DealEnded(Event):
    """The cards are out, and nobody claims."""

    TYPE = "schnapsen.deal_ended"


class DealScored(Event):
    """A deal of which only the result is told. `winner` is null for a drawn one."""

    TYPE = "schnapsen.deal_scored"
    winner: Seat | None
    game_points: Worth
    how: How | None = None
    dealer: Seat | None = None

    @model_validator(mode="after")
    def _sound(self) -> "DealScored":
        _check_worth(self.winner, self.game_points)
        if self.how == "misdeal" or (self.how is not None and (self.how == "drawn") is not (self.winner is None)):
            raise misfit(
                "result_invalid", "Nobody wins a drawn deal, somebody wins every other; a misdeal is no result."
            )
        return self


class DealAwarded(Event):
    """The deal in progress ends here: conceded, lost by a foul, or misdealt and dealt again."""

    TYPE = "schnapsen.deal_awarded"
    winner: Seat | None = None
    game_points: Worth = 0
    how: AwardedHow

    @model_validator(mode="after")
    def _sound(self) -> "DealAwarded":
        _check_worth(self.winner, self.game_points)
        if (self.how == "misdeal") is (self.winner is not None):
            raise misfit("result_invalid", "Nobody wins a misdeal; a deal conceded or lost by a foul has a winner.")
        return self


def _check_worth(winner: Seat | None, game_points: int) -> None:
    if (winner is None) is not (game_points == 0):
        raise misfit("result_invalid", "A deal that somebody wins is worth 1 to 3 game points, any other 0.")


PlayEvent: TypeAlias = TrumpExchanged | MarriageDeclared | TalonClosed | TrickPlayed | CardPlayed
"""What happens in a deal and does not end it."""
EndEvent: TypeAlias = SixtySixClaimed | DealEnded | DealAwarded
"""What ends a deal in progress."""
SchnapsenEvent: TypeAlias = Dealt | PlayEvent | EndEvent | DealScored | Shared
"""What both games are told."""
EVENTS: Final[frozenset[type[Event]]] = frozenset(
    (
        Dealt,
        TrumpExchanged,
        MarriageDeclared,
        TalonClosed,
        TrickPlayed,
        CardPlayed,
        SixtySixClaimed,
        DealEnded,
        DealScored,
        DealAwarded,
        *SHARED,
    )
)

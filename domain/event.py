"""Events: immutable facts about a match, and those that every game shares."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, PlainSerializer, model_validator

from domain.errors import misfit

Version = Annotated[int, Field(ge=1, le=2**53 - 1)]
"""Which event of its match: 1, 2, 3 …"""
Reason = Annotated[str, Field(min_length=1, max_length=500)]
"""Why, in the words of who reports it."""
PlayerId = Annotated[str, Field(min_length=1, max_length=100)]
"""An opaque id; names of people live outside the log."""
UnitName = Annotated[str, Field(min_length=1, max_length=40)]
"""A seat, a side or a pair, as the game names it."""
Players: TypeAlias = dict[UnitName, PlayerId | Annotated[list[PlayerId], Field(max_length=20)]]
"""Who plays: seat, side or pair to a player, or several."""


class Event(BaseModel):
    """A fact about a match. Subclasses are closed and frozen; `TYPE` is their name on the wire."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    TYPE: ClassVar[str]
    HIDDEN: ClassVar[frozenset[str]] = frozenset()
    """Fields that only the table may see until they are shown."""
    DIRECTORS_ONLY: ClassVar[bool] = False
    """Whether it takes a director to report it."""

    def meaning(self) -> dict[str, Any]:
        """What was given; one spelling where a game has several for the same, so that two words can be compared."""
        return self.model_dump(mode="json", exclude_unset=True)


E_co = TypeVar("E_co", bound=Event, covariant=True)


@dataclass(frozen=True, slots=True)
class Fact(Generic[E_co]):
    """
    An event in its place in a match.

    Args:
        version: 1 for the opening, then 2, 3 …; a corrected fact keeps its version.
        event: What happened.
        recorded_at: When the log took it, with a zone; None where there is no log.
        actor: Who reported it: a key's public name.
    """

    version: int
    event: E_co
    recorded_at: datetime | None = None
    actor: str | None = None


class Delayed(BaseModel):
    """Boards are shown so many seconds late."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    delayed: Annotated[int, Field(ge=1, le=86_400)]


Visibility = Literal["public", "private", "hidden", "barometer"] | Delayed


class Opened(Event):
    """A match begins: the game, and the options that hold to its end."""

    TYPE = "match.opened"
    game: Annotated[str, Field(min_length=1, max_length=40)]
    options: dict[str, JsonValue] = Field(default_factory=dict)
    players: Players = Field(default_factory=dict)
    title: Annotated[str, Field(max_length=200)] | None = None
    visibility: Visibility = "public"


class PlayersChanged(Event):
    """From here on others sit in the seats named; the rest stay."""

    TYPE = "match.players_changed"
    players: Annotated[Players, Field(min_length=1)]


class _Mending(Event):
    reason: Reason
    force: bool = False


class Corrected(_Mending):
    """What the fact of version `of` should have said, whole."""

    TYPE = "match.corrected"
    of: Version
    data: dict[str, JsonValue]
    type: str | None = None


class Withdrawn(_Mending):
    """The fact of version `of` did not happen."""

    TYPE = "match.withdrawn"
    of: Version


class Restored(_Mending):
    """A withdrawn fact did happen, and stands in its old place."""

    TYPE = "match.restored"
    of: Version


class Inserted(_Mending):
    """What was forgotten, before the fact of that version."""

    TYPE = "match.inserted"
    before: Version
    type: str
    data: dict[str, JsonValue]


def _decimal(value: object) -> object:
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        return Decimal(repr(value))
    if isinstance(value, str):
        try:
            number = Decimal(value)
        except ArithmeticError:
            number = Decimal("NaN")
        if not number.is_finite() or not value.isascii() or value != value.strip() or "_" in value:
            raise misfit("event_invalid", 'is no number: write 5, -3 or "2.5"')
        return number
    return Decimal(value) if isinstance(value, int) else value


def _plain(value: Decimal) -> int | str:
    whole = value.to_integral_value()
    return int(whole) if whole == value else format(value.normalize(), "f")


Points = Annotated[
    Decimal,
    BeforeValidator(_decimal, json_schema_input_type=int | str),
    Field(ge=-1_000_000, le=1_000_000, decimal_places=6),
    PlainSerializer(_plain, return_type=int | str),
]
"""Points that a director gives: a whole number, or a string of decimals to six places."""


class _OfUnit(Event):
    side: UnitName | None = None
    seat: UnitName | None = None
    pair: UnitName | None = None

    @model_validator(mode="after")
    def _one(self) -> "_OfUnit":
        if sum(unit is not None for unit in (self.side, self.seat, self.pair)) != 1:
            raise misfit("event_invalid", "names exactly one of side, seat and pair")
        return self

    @property
    def unit_named(self) -> str:
        """The side, seat or pair that is meant."""
        return self.side or self.seat or self.pair or ""


class Adjusted(_OfUnit):
    """A director's award (or penalty, below zero) to a side, seat or pair."""

    TYPE = "match.adjusted"
    points: Points
    unit: Literal["imps", "vp"] | None = None
    reason: Reason


class Confirmed(Event):
    """The other side's word on the fact of version `of`; `data` is what they say it should say."""

    TYPE = "match.confirmed"
    of: Version
    data: dict[str, JsonValue] | None = None


class Forfeited(_OfUnit):
    """A side, seat or pair gives the match up."""

    TYPE = "match.forfeited"
    reason: Reason | None = None


class Closed(Event):
    """The match is over for scorers; an unfinished one is paid its bonuses."""

    TYPE = "match.closed"
    reason: Reason | None = None


class Released(Event):
    """What a barometer held back is shown, up to that round."""

    TYPE = "match.released"
    round: Annotated[int, Field(ge=1, le=1000)] | None = None


class VisibilityChanged(Event):
    """Who may see the boards from here on."""

    TYPE = "match.visibility_changed"
    visibility: Visibility


class Unreadable(Event):
    """A fact in the log that this code cannot read: written by hand, or by a newer version. Never reported."""

    TYPE = "match.unreadable"
    name: str
    detail: str


Mending: TypeAlias = Corrected | Withdrawn | Restored | Inserted
"""What changes the meaning of earlier facts."""
Shared: TypeAlias = PlayersChanged | Adjusted | Forfeited | Closed
"""What every game folds beside its own events."""

SHARED: Final[tuple[type[Event], ...]] = (PlayersChanged, Adjusted, Forfeited, Closed)
_MATCH: Final[tuple[type[Event], ...]] = (
    Opened,
    Corrected,
    Withdrawn,
    Restored,
    Inserted,
    Confirmed,
    Released,
    VisibilityChanged,
)
COMMON: Final[dict[str, type[Event]]] = {model.TYPE: model for model in (*_MATCH, *SHARED)}
"""The types of every game, by name."""


def given(event: Event) -> dict[str, Any]:
    """An event as it stands on the wire: its type, and the fields that were given."""
    return {"type": event.TYPE, "data": event.model_dump(mode="json", exclude_unset=True)}

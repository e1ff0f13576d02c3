"""What is asked for in a body that tells no events: a JSON object, read strictly."""

from datetime import UTC, datetime
from typing import Annotated, Final, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

from domain import wire
from domain.errors import EventInvalid, Flaw, Malformed
from services import clock
from services.api.context import Context
from services.api.problems import TooLarge
from services.bearers import Role, Scope

_LATEST: Final = datetime(9999, 12, 31, tzinfo=UTC)
"""With a day left: not every zone could write the last one of all years."""


class Wish(BaseModel):
    """A body: frozen and closed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


W = TypeVar("W", bound=Wish)


class KeyWish(Wish):
    """A key: what it may do, in which matches, and until when."""

    scopes: Annotated[list[Scope], Field(min_length=1, max_length=10)]
    name: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    matches: Annotated[list[str], Field(max_length=1000)] | None = None
    expires_at: AwareDatetime | None = None


class RotationWish(Wish):
    """How long the old secret stays good."""

    overlap_seconds: Annotated[int, Field(ge=0, le=30 * 86_400)] = 0


class LinkWish(Wish):
    """A link: for whom, and until when."""

    role: Role
    expires_at: AwareDatetime | None = None


class LedgerWish(Wish):
    """A ledger."""

    name: Annotated[str, Field(min_length=1, max_length=57)]


def loads(here: Context, body: bytes) -> dict[str, JsonValue]:
    """A body as a JSON object; TooLarge over the limit of one event, Malformed if it is none."""
    limit = here.stores.settings.event_bytes
    if len(body) > limit:
        raise TooLarge(limit)
    said = wire.loads(body)
    if not isinstance(said, dict):
        raise Malformed("The body is not a JSON object.")
    return said


def read(here: Context, body: bytes, model: type[W]) -> W:
    """A body as what is asked for; EventInvalid where it does not fit; nothing is an empty object."""
    return wire.read(model, loads(here, body or b"{}"), "")


def future(time: datetime | None) -> datetime | None:
    """A time at which something ends, in UTC; EventInvalid if it is past, or no clock ever shows it."""
    if time is None:
        return None
    if not clock.now() < time < _LATEST:
        raise EventInvalid([Flaw("/expires_at", f"lies in the future, and before {_LATEST:%Y-%m-%d}")])
    return time.astimezone(UTC)

"""The one clock."""

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def microseconds(time: datetime) -> int:
    """Microseconds since 1970, as the log stores and hashes them."""
    return (time - _EPOCH) // _MICROSECOND


def from_microseconds(count: int) -> datetime:
    """The time of a stored count of microseconds."""
    return _EPOCH + timedelta(microseconds=count)


def maybe(count: int | None) -> datetime | None:
    """The time of a stored count, where there is one."""
    return None if count is None else from_microseconds(count)

"""Frozen records with some fields changed, fast: a match is folded one record an event."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

R = TypeVar("R")

_new = object.__new__
_set = object.__setattr__


def evolve(record: R, **changes: Any) -> R:
    """
    A copy of a frozen, slotted dataclass with some fields changed; several times as fast as `dataclasses.replace`.

    Args:
        record: Made by `@dataclass(frozen=True, slots=True)`, without `__post_init__`, with two fields
            or more, and none that begins anew in each copy (`init=False`).
        changes: Fields that it has.

    Errors:
        AttributeError: a field that it does not have.
    """
    kind: Any = type(record)
    values, setters = _access(kind)
    copy: R = _new(kind)
    for setter, value in zip(setters, values(record), strict=False):
        setter(copy, value)
    for name, value in changes.items():
        _set(copy, name, value)
    return copy


@cache
def _access(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Callable[[Any, Any], None], ...]]:
    """How all fields of a kind of record are read at once, and each is set."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), tuple(getattr(kind, name).__set__ for name in names)

"""Refusals: what the rules, the schema and the reader say no with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from pydantic_core import PydanticCustomError


class RuleViolation(Exception):  # noqa: N818  a violation is what the table calls it
    """
    A reported event that the rules do not allow where it was reported.

    Args:
        code: A stable word for programs, such as `match_over`.
        detail: A sentence for players and directors, with the values in it.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Flaw:
    """One place of an event that does not fit its schema: a JSON pointer and a sentence."""

    pointer: str
    detail: str


class EventInvalid(RuleViolation):
    """An event that does not fit its schema; `flaws` says where."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("event_invalid", "; ".join(f"{f.pointer or '/'}: {f.detail}" for f in flaws))
        self.flaws = tuple(flaws)


class Malformed(ValueError):  # noqa: N818  it says what the text is
    """Text that cannot be read as one JSON value of the kind that Scorepad takes."""


class Refused(Exception):  # noqa: N818  the answer that the reporter gets
    """
    A report that was not taken; nothing of it was kept.

    Args:
        index: Which event of the batch was refused, from 0.
        version: The version that the event would have got.
        violation: Why.
    """

    def __init__(self, index: int, version: int, violation: RuleViolation) -> None:
        super().__init__(violation.detail)
        self.index = index
        self.version = version
        self.violation = violation


def misfit(code: LiteralString, detail: str) -> PydanticCustomError:
    """Let a field of an event refuse a value with a rule's own code instead of `event_invalid`."""
    return PydanticCustomError(code, "{detail}", {"detail": detail, "rule": code})

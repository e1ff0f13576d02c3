"""Reports: bytes as they were sent, read strictly into events."""

import re
from datetime import datetime
from typing import Any, Final

from pydantic import JsonValue

from domain import games, wire
from domain.errors import EventInvalid, Flaw, Malformed, Refused, RuleViolation
from services.ids import as_uuid
from services.recording import Report, check_time

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:[0-5]\d)", re.ASCII)
_FIELDS: Final = {"id", "type", "data", "occurred_at"}
_UNNUMBERED: Final = 0
"""The version of a refusal whose match has not been looked at."""


def read_batch(raw: bytes, most: int) -> list[Report]:
    """
    Read one event, or `{"events": [...]}`.

    Args:
        raw: The body of a request.
        most: How many events may be in it.

    Errors:
        Malformed: no JSON object.
        Refused: an event that does not fit its schema, with its place in the batch.
    """
    body = wire.loads(raw)
    if not isinstance(body, dict):
        raise Malformed("The body is not a JSON object.")
    if "events" not in body:
        return [_numbered(0, body)]
    said = body["events"]
    if set(body) != {"events"} or not isinstance(said, list) or not 1 <= len(said) <= most:
        flaw = Flaw("/events", f'a batch is {{"events": [...]}} with 1 to {most} events and nothing else')
        raise Refused(0, _UNNUMBERED, EventInvalid([flaw]))
    return [_numbered(index, event) for index, event in enumerate(said)]


def read_one(event: JsonValue) -> Report:
    """Read one event; EventInvalid or a rule's refusal if it does not fit its schema."""
    if not isinstance(event, dict):
        raise EventInvalid([Flaw("", "an event is a JSON object")])
    flaws = [Flaw(f"/{name}", "is no field of an event") for name in sorted(set(event) - _FIELDS)]
    flaws += [Flaw(f"/{name}", "is missing") for name in ("type", "data") if name not in event]
    if flaws:
        raise EventInvalid(flaws)
    type_, data = event["type"], event["data"]
    if not isinstance(type_, str):
        raise EventInvalid([Flaw("/type", "is a string")])
    model = wire.find(games.event_types(), type_)
    if not isinstance(data, dict):
        raise EventInvalid([Flaw("/data", "is a JSON object")])
    return Report(wire.read(model, data), _id(event.get("id"), given="id" in event), _time(event.get("occurred_at")))


def as_time(text: Any) -> datetime | None:
    """A time with a zone and at most microseconds; None if it is none, or has no one meaning."""
    try:
        return datetime.fromisoformat(text.upper()) if isinstance(text, str) and _TIME.fullmatch(text) else None
    except ValueError:
        return None


def _numbered(index: int, event: JsonValue) -> Report:
    try:
        return read_one(event)
    except RuleViolation as violation:
        raise Refused(index, _UNNUMBERED, violation) from violation


def _id(value: JsonValue, *, given: bool) -> str | None:
    if not given:
        return None
    found = as_uuid(value)
    if found is None:
        raise EventInvalid([Flaw("/id", "is a UUID, such as 0190163d-8694-739b-aea5-966c26f8ad90")])
    return found


def _time(value: JsonValue) -> datetime | None:
    if value is None:
        return None
    time = as_time(value)
    if time is None:
        text = "is a time with a zone and at most microseconds, such as 2026-11-29T18:00:00Z"
        raise EventInvalid([Flaw("/occurred_at", text)])
    check_time(time)
    return time

"""JSON in and out, strictly: what can be read in two ways is not read at all."""

import json
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, NoReturn, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from domain.errors import EventInvalid, Flaw, Malformed, RuleViolation
from domain.event import Event

MAX_DEPTH: Final = 32
"""How deep JSON may be nested."""
_WORDS: Final = {"extra_forbidden": "is no field here", "missing": "is missing"}
MAX_INTEGER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""

M = TypeVar("M", bound=BaseModel)


def loads(raw: bytes | str) -> JsonValue:
    """
    Read one JSON value.

    Args:
        raw: UTF-8 bytes or text, without a byte order mark.

    Returns:
        The value, with every string in Unicode's composed form (NFC).

    Errors:
        Malformed: not UTF-8, not JSON, NaN or Infinity, a key twice in one object, NUL or half a
            surrogate pair in a string, a whole number beyond ±(2⁵³ - 1), or nested deeper than 32.
    """
    try:
        text = raw.decode() if isinstance(raw, bytes) else raw
        value = _DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise Malformed(f"The text is not UTF-8: byte {error.start + 1} cannot be read.") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Malformed(f"This is not JSON: {error.msg} ({where}).") from error
    except RecursionError as error:
        raise Malformed(f"The JSON is nested deeper than {MAX_DEPTH}.") from error
    return sound(value)


def sound(value: Any) -> JsonValue:
    """A JSON value with every string composed (NFC); Malformed as in `loads` for what no JSON text may hold."""
    found: JsonValue = _sound(value, MAX_DEPTH)
    return found


def canonical(value: Any) -> str:
    """Write a value in the one form that is hashed and stored: sorted keys, no spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def read(model: type[M], data: JsonValue, at: str = "/data") -> M:
    """
    Read an event's `data`, or what else was sent, into its model.

    Args:
        model: The event, or the like.
        data: What was given.
        at: Where it stands in what was sent, for the pointers of a refusal.

    Errors:
        RuleViolation: with a rule's code where a field says so (`contract_invalid`).
        EventInvalid: with JSON pointers for all else that does not fit.
    """
    return read_stored(model, json.dumps(data, ensure_ascii=False, allow_nan=False), at)


def read_stored(model: type[M], body: str, at: str = "/data") -> M:
    """Read an event's `data` from its JSON text, such as the log's bodies; errors as in `read`."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise refusal(error, at) from None


def find(types: Mapping[str, type[Event]], name: str, at: str = "/type") -> type[Event]:
    """The model of an event type; EventInvalid if there is none of that name."""
    model = types.get(name)
    if model is None:
        raise EventInvalid([Flaw(at, "there is no event type of this name")])
    return model


def body(event: Event) -> str:
    """An event's `data` as it is stored and hashed: the fields that were given, canonical."""
    return canonical(event.model_dump(mode="json", exclude_unset=True))


def refusal(error: ValidationError, base: str = "") -> RuleViolation:
    """Turn pydantic's findings into a refusal that names places, and never echoes the input."""
    flaws = []
    for found in error.errors(include_url=False, include_input=False):
        rule = found.get("ctx", {}).get("rule", "event_invalid")
        if rule != "event_invalid":
            return RuleViolation(rule, found["msg"])
        pointer = base + "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in found["loc"])
        flaws.append(Flaw(pointer, _WORDS.get(found["type"], found["msg"])))
    return EventInvalid(flaws)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return _single(dict(pairs), len(pairs))


def _single(table: dict[str, Any], keys: int) -> dict[str, Any]:
    if len(table) != keys:
        raise Malformed("A key stands twice in one JSON object.")
    return table


def _no_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not a JSON number.")


def _float(text: str) -> float:
    value = float(text)
    if value in {float("inf"), float("-inf")}:
        raise Malformed("A number is too large.")
    return value


def _int(text: str) -> int:
    if len(text) > 17 or abs(value := int(text)) > MAX_INTEGER:  # noqa: PLR2004  no longer number can be below 2⁵³
        raise Malformed("A whole number lies beyond ±(2⁵³ - 1).")
    return value


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_no_constant, parse_float=_float, parse_int=_int, strict=True
)


def _sound(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return _sound_text(value)
    if isinstance(value, dict | list):
        if depth == 0:
            raise Malformed(f"The JSON is nested deeper than {MAX_DEPTH}.")
        if isinstance(value, list):
            return [_sound(item, depth - 1) for item in value]
        # Two spellings of one key are one key only now that they are composed.
        return _single({_sound_text(key): _sound(item, depth - 1) for key, item in value.items()}, len(value))
    return value


def _sound_text(text: str) -> str:
    if text.isascii():
        if "\0" in text:
            raise Malformed("A string holds NUL.")
        return text
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise Malformed("A string holds NUL or half a surrogate pair.")
    return unicodedata.normalize("NFC", text)

"""JSON documents of one event, read strictly, and the lines on which their objects begin."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO, Final, TypeAlias

from pydantic import JsonValue

from domain import wire
from domain.errors import Malformed
from services.formats.decoding import decoded
from services.formats.found import Unreadable, clause

Object: TypeAlias = Mapping[str, JsonValue]
"""A JSON object."""

LARGEST: Final = 32 * 1024 * 1024
"""No event's results come near that; a larger file is another thing."""
_BOM: Final = b"\xef\xbb\xbf"
_TOKENS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[{\n]')


class Document:
    """A JSON value that was read from a file, and where its objects stand."""

    def __init__(self, value: JsonValue, text: str) -> None:
        self.value = value
        self.text = text
        self._lines = {id(each): line for each, line in zip(_objects(value), _openings(text), strict=True)}

    def line(self, of: object) -> int:
        """The line on which an object of the document begins, from 1."""
        return self._lines.get(id(of), 1)

    def objects(self, of: Object, name: str) -> list[dict[str, JsonValue]]:
        """The objects of a list of an object; Unreadable if there is something else."""
        found = of.get(name)
        values = [] if found is None else found
        if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
            raise Unreadable(self.line(of), f"{name} is no list of objects")
        return [each for each in values if isinstance(each, dict)]


def read(file: BinaryIO) -> Document:
    """Read a file as one JSON value, as strictly as reports are read; Unreadable if it is none."""
    raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise Unreadable(1, f"this is larger than {LARGEST // 1024 // 1024} MB: no file of one event")
    raw = raw.removeprefix(_BOM)
    if raw.lstrip()[:1] == b"<":
        raise Unreadable(1, "this is a page or an XML file, and no JSON: save the JSON object that it holds")
    text = decoded(raw)
    return Document(_loaded(text), text)


def inside(text: str, line: int) -> JsonValue:
    """One JSON value from a string that stands on that line of a document; Unreadable if it is none."""
    try:
        return wire.loads(text)
    except Malformed as error:
        raise Unreadable(line, f"in the string: {clause(error)}") from error


def _loaded(text: str) -> JsonValue:
    try:
        return wire.loads(text)
    except Malformed as error:
        cause = error.__cause__
        raise Unreadable(cause.lineno if isinstance(cause, json.JSONDecodeError) else 1, clause(error)) from error


def _objects(value: JsonValue) -> Iterator[JsonValue]:
    """Every object of a value, in the order in which they begin."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from _objects(part)


def _openings(text: str) -> Iterator[int]:
    """The line of every brace that opens an object."""
    line = 1
    for token in _TOKENS.finditer(text):
        if token[0] == "\n":
            line += 1
        elif token[0] == "{":
            yield line

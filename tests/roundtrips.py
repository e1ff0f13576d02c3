"""Matches written to a file, read again, and told to a new match."""

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from domain.match import Match
from domain.projection import project
from services.formats.found import Asked, Found, Item, Reader, Told
from tests.facts import Report, tell

PASSING = frozenset({"version", "why", "recorded_at", "changes", "versions", "players", "match"})
"""What a board says of the log, and not of the game."""


def read_again(reader: Reader, written: Iterable[str], encoding: str = "utf-8") -> Match:
    """The match that a file tells of, told event by event."""
    found, *items = list(reader(BytesIO("".join(written).encode(encoding)), Asked()))
    assert isinstance(found, Found)
    opening = {"game": found.game, "options": dict(found.options), "title": found.title}
    return tell(None, ("match.opened", opening), list(_reports(items)))


def _reports(items: Iterable[Item]) -> Iterator[Report]:
    for item in items:
        assert isinstance(item, Told), item
        yield from item.events


def shown(match: Match) -> Any:
    """All boards of a match, without what they say of the log."""
    return {name: _bare(json.loads(text)) for name, text in project(match).items()}


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _bare(each) for name, each in value.items() if name not in PASSING}
    if isinstance(value, list):
        return [_bare(each) for each in value]
    return value

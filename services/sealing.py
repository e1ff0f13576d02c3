"""Sealing: events as they are shown, without the cards that their reader may not see yet."""

import json
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from sqlalchemy import Connection

from domain import games
from domain.errors import RuleViolation
from domain.match import Match, sealed
from domain.text import moment
from services import event_log
from services.bearers import Bearer
from services.event_log import Entry
from services.folding import Folded, current

_NESTING: Final = {"match.corrected", "match.inserted", "match.confirmed"}


def on_the_wire(entry: Entry, *, seal: bool = False) -> dict[str, Any]:
    """
    An event as it is shown: as it was sent, with what the ledger added.

    Args:
        entry: As it is stored.
        seal: Whether its cards are left out. Its id is too: the hash covers both, and whoever knew the id could try
            which cards give that hash.
    """
    data = json.loads(entry.body)
    if seal:
        data = _sealed(entry.type, data)
    shown = {
        "id": None if seal else entry.id,
        "type": entry.type,
        "data": data,
        "occurred_at": moment(entry.occurred_at),
        "ledger": entry.ledger,
        "match": entry.match,
        "version": entry.version,
        "recorded_at": moment(entry.recorded_at),
        "actor": entry.actor,
        "hash": entry.hash.hex(),
    }
    if entry.position is not None:
        shown["position"] = entry.position
    return shown


def sealed_for(
    connection: Connection,
    kept: Folded,
    bearer: Bearer | None,
    ledger: int,
    entries: Iterable[Entry],
    also: Collection[int] = (),
) -> Iterator[dict[str, Any]]:
    """
    Events on the wire, sealed for who may not see the cards yet.

    Who is outside sees a match as it was, and so `also` is sealed what was sealed then.
    """
    insider = bearer if bearer is not None and bearer.sees_hidden and bearer.ledger == ledger else None
    hidden: dict[str, Collection[int] | None] = {}
    for entry in entries:
        if (insider and insider.reaches(entry.match)) or not _may_hide(entry):
            yield on_the_wire(entry)
            continue
        if entry.match not in hidden:
            state = _state(connection, kept, ledger, entry.match)
            hidden[entry.match] = None if state is None else sealed(state).union(also)
        yield on_the_wire(entry, seal=_is_sealed(hidden[entry.match], entry))


def _state(connection: Connection, kept: Folded, ledger: int, match: str) -> Match | None:
    head = event_log.head(connection, ledger, match)
    try:
        return current(connection, head, kept) if head else None
    except RuleViolation:
        return None


def _may_hide(entry: Entry) -> bool:
    model = games.event_types().get(entry.type)
    return model is None or bool(model.HIDDEN) or entry.type in _NESTING


def _is_sealed(hidden: Collection[int] | None, entry: Entry) -> bool:
    """Whether an event is sealed; of a match that cannot be folded nobody knows, and all of it is."""
    if hidden is None:
        return True
    of = json.loads(entry.body).get("of", entry.version) if entry.type in _NESTING else entry.version
    return entry.version in hidden or of in hidden


def _sealed(type_: str, data: dict[str, Any]) -> dict[str, Any]:
    if type_ in _NESTING:
        return {name: value for name, value in data.items() if name != "data"} | {"sealed": True}
    model = games.event_types().get(type_)
    hidden = model.HIDDEN if model else frozenset(data)
    return {name: value for name, value in data.items() if name not in hidden} | {"sealed": True}

"""The log: the only SQL that appends events and moves heads, or reads them by match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from domain import games, wire
from domain.errors import RuleViolation
from domain.event import Event, Fact, Unreadable
from services.chain import GENESIS, link
from services.clock import from_microseconds, microseconds
from services.tables import AnyRow, dirty, events, matches, requests


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as the log has it."""

    ledger: str
    match: str
    version: int
    id: str
    type: str
    body: str
    recorded_at: datetime
    occurred_at: datetime | None
    actor: str
    hash: bytes
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """Where a match, or the log of a ledger's administration, stands: its newest version and that event's hash."""

    match: str
    ledger: int
    kind: str
    version: int
    hash: bytes
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Request:
    """An answered request: which versions it appended, and a fingerprint of what it said."""

    match: str
    fingerprint: bytes
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Draft:
    """An event about to be appended; `body` is its data as it is stored."""

    version: int
    id: str
    event: Event
    body: str
    recorded_at: datetime
    occurred_at: datetime | None
    actor: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists tell of a match, as JSON text where it is no word."""

    kind: str
    game: str
    status: str
    title: str | None
    players: str
    options: str
    visibility: str


MATCH: Final = "match"
"""The kind of a match; nothing else has boards."""

_ENTER: Final = sa.insert(requests)
_ANSWERED: Final = sa.select(requests).where(
    requests.c.ledger == sa.bindparam("of_ledger"), requests.c.key == sa.bindparam("of_key")
)
_HEAD: Final = sa.select(
    matches.c.ledger, matches.c.kind, matches.c.version, matches.c.hash, matches.c.recorded_at
).where(matches.c.id == sa.bindparam("of"))
_HEAD_IN: Final = _HEAD.where(matches.c.ledger == sa.bindparam("of_ledger"))
_OPEN: Final = sa.insert(matches)
_MOVE: Final = sa.update(matches).where(
    matches.c.id == sa.bindparam("of"),
    matches.c.ledger == sa.bindparam("of_ledger"),
    matches.c.version == sa.bindparam("seen_version"),
    matches.c.hash == sa.bindparam("seen_hash"),
)
_APPEND: Final = sa.insert(events)
_MARK: Final = sa.insert(dirty)


def enter(connection: Connection, ledger: int, key: str, request: Request) -> None:
    """Enter a request's key; IntegrityError if the ledger has it already (see `answered`)."""
    values = {"match": request.match, "fingerprint": request.fingerprint, "first": request.first, "last": request.last}
    connection.execute(_ENTER, {"ledger": ledger, "key": key} | values)


def answered(connection: Connection, ledger: int, key: str) -> Request | None:
    """The request that was answered under that key."""
    row = connection.execute(_ANSWERED, {"of_ledger": ledger, "of_key": key}).one_or_none()
    return None if row is None else Request(row.match, bytes(row.fingerprint), row.first, row.last)


def head(connection: Connection, ledger: int | None, match: str) -> Head | None:
    """A match's head; None if the ledger has no such match. `ledger` None: of any ledger (workers)."""
    query, of = (_HEAD, {"of": match}) if ledger is None else (_HEAD_IN, {"of": match, "of_ledger": ledger})
    row = connection.execute(query, of).one_or_none()
    if row is None:
        return None
    return Head(match, row.ledger, row.kind, row.version, bytes(row.hash), from_microseconds(row.recorded_at))


def append(
    connection: Connection,
    ledger: tuple[int, str],
    seen: Head | None,
    match: str,
    drafts: Sequence[Draft],
    summary: Summary,
) -> tuple[bytes, bool]:
    """
    Move the head from what was seen to the next, and insert the events.

    Returns:
        The new head's hash, and whether it was done: False means that the head has moved meanwhile.

    Errors:
        IntegrityError: an event's id, or the id of the match to open, is taken.
    """
    number, name = ledger
    last = seen.hash if seen else GENESIS
    rows = []
    for draft in drafts:
        row = _row(match, draft)
        last = link(last, ledger=name, **row)
        rows.append(row | {"ledger": number, "hash": last})
    values = {
        "version": drafts[-1].version,
        "hash": last,
        "status": summary.status,
        "title": summary.title,
        "players": summary.players,
        "options": summary.options,
        "visibility": summary.visibility,
        "recorded_at": microseconds(drafts[-1].recorded_at),
    }
    if not _move_head(connection, number, seen, match, values, summary):
        return last, False
    connection.execute(_APPEND, rows)
    connection.execute(_MARK, {"match": match, "version": drafts[-1].version, "ledger": number})
    return last, True


def _move_head(
    connection: Connection, ledger: int, seen: Head | None, match: str, values: dict[str, Any], summary: Summary
) -> bool:
    if seen is None:
        opening = {"id": match, "ledger": ledger, "kind": summary.kind, "game": summary.game}
        connection.execute(_OPEN, opening | values | {"opened_at": values["recorded_at"]})
        return True
    seen_ = {"of": match, "of_ledger": ledger, "seen_version": seen.version, "seen_hash": seen.hash}
    return connection.execute(_MOVE, values | seen_).rowcount == 1


def _row(match: str, draft: Draft) -> dict[str, Any]:
    return {
        "match": match,
        "version": draft.version,
        "id": draft.id,
        "type": draft.event.TYPE,
        "body": draft.body,
        "recorded_at": microseconds(draft.recorded_at),
        "occurred_at": None if draft.occurred_at is None else microseconds(draft.occurred_at),
        "actor": draft.actor,
    }


def history(
    connection: Connection, ledger: int, match: str, *, after: int = 0, to: int | None = None
) -> Iterator[tuple[Fact[Event], bytes]]:
    """A match's facts in the order of their versions, each with its hash; some may be `Unreadable`."""
    query = sa.select(
        events.c.version, events.c.type, events.c.body, events.c.recorded_at, events.c.actor, events.c.hash
    ).where(events.c.match == match, events.c.ledger == ledger, events.c.version > after)
    if to is not None:
        query = query.where(events.c.version <= to)
    for version, name, body, recorded_at, actor, digest in connection.execute(query.order_by(events.c.version)):
        yield fact(version, name, body, recorded_at, actor), digest


def fact(version: int, name: str, body: str, recorded_at: int, actor: str) -> Fact[Event]:
    """A fact from what is stored of it; `Unreadable` where this code does not know what it says."""
    event: Event
    try:
        event = wire.read_stored(wire.find(games.event_types(), name), body)
    except RuleViolation as violation:
        event = Unreadable(name=name, detail=violation.detail)
    return Fact(version, event, from_microseconds(recorded_at), actor)


def ids(connection: Connection, ledger: int, match: str) -> set[str]:
    """The ids of all events of a match."""
    query = sa.select(events.c.id).where(events.c.match == match, events.c.ledger == ledger)
    return set(connection.execute(query).scalars())


def hash_at(connection: Connection, ledger: int, match: str, version: int) -> bytes | None:
    """The hash of one event; None if there is no such version."""
    query = sa.select(events.c.hash).where(
        events.c.match == match, events.c.ledger == ledger, events.c.version == version
    )
    found = connection.execute(query).scalar_one_or_none()
    return None if found is None else bytes(found)


def hashes(connection: Connection, ledger: int, match: str, span: tuple[int, int]) -> dict[int, bytes]:
    """The hashes of the events from one version to another."""
    query = sa.select(events.c.version, events.c.hash).where(
        events.c.match == match, events.c.ledger == ledger, events.c.version.between(*span)
    )
    return {row.version: bytes(row.hash) for row in connection.execute(query)}


def version_at(connection: Connection, ledger: int, match: str, time: datetime) -> int:
    """The newest version recorded at or before a time; 0 if there is none."""
    found = connection.execute(
        sa.select(sa.func.max(events.c.version)).where(
            events.c.match == match, events.c.ledger == ledger, events.c.recorded_at <= microseconds(time)
        )
    ).scalar_one()
    return found or 0


ENTRY: Final = (
    events.c.match,
    events.c.version,
    events.c.id,
    events.c.type,
    events.c.body,
    events.c.recorded_at,
    events.c.occurred_at,
    events.c.actor,
    events.c.hash,
)
"""The columns that `entry` reads."""


def entries(
    connection: Connection,
    ledger: tuple[int, str],
    match: str,
    *,
    after: int = 0,
    to: int | None = None,
    limit: int | None = None,
) -> Iterator[Entry]:
    """A match's log, as it is shown: versions after `after`, up to `to`, at most `limit`."""
    number, name = ledger
    query = sa.select(*ENTRY).where(events.c.match == match, events.c.ledger == number, events.c.version > after)
    if to is not None:
        query = query.where(events.c.version <= to)
    query = query.order_by(events.c.version).limit(limit)
    return (entry(name, row) for row in connection.execute(query))


def entry(ledger: str, row: AnyRow, position: int | None = None) -> Entry:
    """An entry from a row of `ENTRY`."""
    return Entry(
        ledger=ledger,
        match=row.match,
        version=row.version,
        id=row.id,
        type=row.type,
        body=row.body,
        recorded_at=from_microseconds(row.recorded_at),
        occurred_at=None if row.occurred_at is None else from_microseconds(row.occurred_at),
        actor=row.actor,
        hash=bytes(row.hash),
        position=position,
    )

"""What is in the database, read by SQL of the tests' own: the log, and how much of everything there is."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from domain.projection import project
from services import event_log, scoreboard, tables
from services import feed as sequencing
from services.chain import GENESIS, link
from services.folding import at_version
from services.scoreboard import Stored
from services.tables import AnyRow
from services.wiring import EVERY, Stores

KEPT = (tables.matches, tables.events, tables.requests, tables.dirty)
"""What an append adds to."""
ACTS = sa.select(tables.administrations.c.log)
"""The ledgers in which acts of administration stand."""


def log(stores: Stores, match: str) -> list[AnyRow]:
    """A match's events, in the order of their versions."""
    query = sa.select(tables.events).where(tables.events.c.match == match).order_by(tables.events.c.version)
    with stores.reading(EVERY) as connection:
        return list(connection.execute(query))


def feed(stores: Stores) -> list[tuple[int, str, int]]:
    """The ledger `main` as positions, matches and versions."""
    columns = (tables.feed.c.position, tables.feed.c.match, tables.feed.c.version)
    with stores.reading(EVERY) as connection:
        query = sa.select(*columns).where(tables.feed.c.ledger.not_in(ACTS)).order_by(tables.feed.c.position)
        return [tuple(row) for row in connection.execute(query)]


def kept(stores: Stores) -> dict[str, int]:
    """How many rows there are of all that an append adds to, acts of administration apart."""
    with stores.reading(EVERY) as connection:
        return {
            table.name: connection.execute(sa.select(sa.func.count()).where(~table.c.ledger.in_(ACTS))).scalar_one()
            for table in KEPT
        }


def settle(stores: Stores) -> None:
    """Give positions to acts of administration as a worker does, so that a test's next drain meets matches alone."""
    with stores.writing(EVERY) as connection:
        for ledger in connection.execute(ACTS).scalars().all():
            sequencing.sequence(connection, ledger)
        connection.execute(sa.delete(tables.dirty).where(tables.dirty.c.ledger.in_(ACTS)))


def acts(stores: Stores) -> int:
    """How many acts of administration there are."""
    with stores.reading(EVERY) as connection:
        query = sa.select(sa.func.count()).where(tables.events.c.ledger.in_(ACTS))
        return int(connection.execute(query).scalar_one())


def boards(stores: Stores, match: str) -> dict[str, Any]:
    """A match's boards, as they are shown now."""
    with stores.reading(EVERY) as connection:
        return {board.name: json.loads(board.body) for board in scoreboard.of_matches(connection, [match])}


def replayed(stores: Stores, match: str) -> dict[str, Any]:
    """A match's boards, folded from its whole log."""
    with stores.reading(EVERY) as connection:
        head = event_log.head(connection, None, match)
        assert head is not None, "the match is open"
        state = at_version(connection, head.ledger, match, head.version)
    return {name: json.loads(body) for name, body in project(state, match).items()}


def run(stores: Stores, statement: str, **values: Any) -> int:
    """Run a statement as somebody with SQL at hand would; returns how many rows it touched."""
    with stores.writing(EVERY) as connection:
        return connection.execute(sa.text(statement), values).rowcount


class CrashError(Exception):
    """What ends a transaction half way."""


@contextmanager
def abandoned(stores: Stores) -> Iterator[Connection]:
    """A writing transaction that a crash ends before its commit."""
    with suppress(CrashError), stores.writing(EVERY) as connection:
        yield connection
        raise CrashError


def forge(stores: Stores, match: str, type_: str, body: str) -> int:
    """Append an event that nobody checked, as a newer version of Scorepad or a hand would; returns its version."""
    events, matches = tables.events, tables.matches
    with stores.writing(EVERY) as connection:
        head = connection.execute(sa.select(matches).where(matches.c.id == match)).one()
        row = {
            "match": match,
            "version": head.version + 1,
            "id": str(uuid.uuid4()),
            "type": type_,
            "body": body,
            "recorded_at": head.recorded_at,
            "occurred_at": None,
            "actor": "hand",
        }
        digest = link(bytes(head.hash), ledger="main", **row)
        connection.execute(sa.update(matches).where(matches.c.id == match).values(version=row["version"], hash=digest))
        connection.execute(sa.insert(events).values(**row, ledger=head.ledger, hash=digest))
        connection.execute(sa.insert(tables.dirty).values(match=match, version=row["version"], ledger=head.ledger))
    return int(row["version"])


def forge_match(stores: Stores, *openings: str) -> str:
    """A match that nobody checked: each opening is the body of a `match.opened`; without one there is only a head."""
    match = str(uuid.uuid4())
    head = {"ledger": 1, "kind": "match", "game": "bridge.rubber", "version": 0, "hash": GENESIS, "status": "live"}
    head |= {"title": None, "players": "{}", "options": "{}", "visibility": '"public"'}
    with stores.writing(EVERY) as connection:
        connection.execute(sa.insert(tables.matches).values(id=match, opened_at=0, recorded_at=0, **head))
    for body in openings:
        forge(stores, match, "match.opened", body)
    return match


def stored(stores: Stores, match: str, name: str = "rubber") -> Stored:
    """A board as the workers stored it."""
    with stores.reading(EVERY) as connection:
        found = next((board for board in scoreboard.of_matches(connection, [match]) if board.name == name), None)
    assert found is not None, "no worker has come to this match"
    return found


def all_of(stores: Stores, ledger: str) -> dict[str, list[str]]:
    """All that is kept of a ledger and of its administration, but tickets, and when a key was used."""
    passing = {"tickets", "used_at"}
    of = sa.select(tables.ledgers.c.id).where(tables.ledgers.c.name.in_([ledger, f"{ledger}/admin"]))
    with stores.reading(EVERY) as connection:
        numbers = connection.execute(of).scalars().all()
        return {
            table.name: sorted(
                repr([value for name, value in row._mapping.items() if name not in passing])
                for row in connection.execute(sa.select(table).where(table.c.ledger.in_(numbers)))
            )
            for table in tables.metadata.sorted_tables
            if "ledger" in table.c and table.name not in passing
        }

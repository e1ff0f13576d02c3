"""Events and their positions stay as they are, for whoever has SQL at hand."""

import sqlite3
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from services.wiring import EVERY, Stores
from tests import books
from tests.people import PASSED, Table

COPY = """
INSERT INTO events (match, version, ledger, id, type, body, recorded_at, occurred_at, actor, hash)
SELECT match, version, ledger, id, type, body, recorded_at, occurred_at, actor, hash FROM events WHERE version = 2
"""
FORGE = """
INSERT INTO events (match, version, ledger, id, type, body, recorded_at, occurred_at, actor, hash)
SELECT match, :version, ledger, CASE WHEN :twice THEN id ELSE 'another' END, type, body, recorded_at, occurred_at,
actor, hash FROM events WHERE version = 2
"""
POSITION = """
INSERT INTO feed (ledger, position, match, version)
SELECT ledger, position, match, version FROM feed WHERE position = 2
"""

EVERYWHERE = [
    "UPDATE events SET body = '{}' WHERE version = 2",
    "UPDATE events SET body = body",
    "UPDATE events SET version = 9 WHERE version = 3",
    "DELETE FROM events WHERE version = 3",
    "DELETE FROM events",
    "UPDATE feed SET position = position + 100",
    "UPDATE feed SET version = 1 WHERE position = 2",
    "DELETE FROM feed WHERE position = 3",
    "DELETE FROM feed",
    COPY + "ON CONFLICT (match, version) DO UPDATE SET body = '{}'",
    POSITION + "ON CONFLICT (ledger, position) DO UPDATE SET version = 9",
    "DELETE FROM matches",
]
SQLITE = [
    COPY.replace("INSERT INTO", "INSERT OR REPLACE INTO"),
    COPY.replace("INSERT INTO", "REPLACE INTO"),
    COPY.replace("INSERT INTO", "INSERT OR IGNORE INTO"),
    "UPDATE OR REPLACE events SET version = 2 WHERE version = 3",
    "INSERT OR REPLACE INTO feed (ledger, position, match, version) VALUES (1, 2, 'x', 1)",
    "INSERT INTO feed (ledger, position, match, version) VALUES (1, 9, 'x', 1)",
]
POSTGRESQL = [
    "UPDATE events SET actor = 'nobody' WHERE version = 99",
    "TRUNCATE events",
    "TRUNCATE feed",
    "TRUNCATE matches CASCADE",
    "MERGE INTO events AS e USING (SELECT 1) AS one ON e.version = 2 WHEN MATCHED THEN UPDATE SET body = '{}'",
    "MERGE INTO events AS e USING (SELECT 1) AS one ON e.version = 2 WHEN MATCHED THEN DELETE",
    "WITH gone AS (DELETE FROM events RETURNING 1) SELECT count(*) FROM gone",
]


@pytest.fixture
def match(stores: Stores) -> str:
    """A match of three events, each with its position."""
    table = Table(stores)
    match = table.open()
    table.tell(match, *PASSED)
    table.tell(match, *PASSED)
    table.drain()
    return match


def everything(stores: Stores, match: str) -> tuple[Any, ...]:
    return books.log(stores, match), books.feed(stores)


@pytest.mark.parametrize("statement", EVERYWHERE)
def test_what_stands_is_not_changed(stores: Stores, match: str, statement: str) -> None:
    before = everything(stores, match)

    with pytest.raises(DBAPIError):
        books.run(stores, statement)

    assert everything(stores, match) == before


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("statement", SQLITE)
def test_sqlites_own_ways_change_nothing(stores: Stores, match: str, statement: str) -> None:
    before = everything(stores, match)

    with pytest.raises(DBAPIError):
        books.run(stores, statement)

    assert everything(stores, match) == before


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("role", ["origin", "replica"])
@pytest.mark.parametrize("statement", POSTGRESQL)
def test_postgresqls_own_ways_change_nothing(stores: Stores, match: str, statement: str, role: str) -> None:
    before = everything(stores, match)

    with stores.writing(EVERY) as connection:
        connection.execute(sa.text(f"SET LOCAL session_replication_role = {role}"))
        with pytest.raises(DBAPIError), connection.begin_nested():
            connection.execute(sa.text(statement))

    assert everything(stores, match) == before


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("version", [0, -1, 2, 5, 100])
def test_a_gap_is_refused_on_sqlite(stores: Stores, match: str, version: int) -> None:
    before = everything(stores, match)

    with pytest.raises(DBAPIError):
        books.run(stores, FORGE, version=version, twice=False)

    assert everything(stores, match) == before


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("verb", ["INSERT OR REPLACE", "INSERT OR IGNORE", "REPLACE", "INSERT"])
def test_a_stranger_with_the_file_does_not_replace_an_event_by_its_id(stores: Stores, match: str, verb: str) -> None:
    """A connection of the stranger's own has `recursive_triggers` off: REPLACE then deletes without a trigger."""
    before = everything(stores, match)
    stranger = sqlite3.connect(str(stores.engine.url.database))

    with pytest.raises(sqlite3.IntegrityError):
        stranger.execute(FORGE.replace("INSERT", verb), {"version": 4, "twice": True})
    stranger.close()

    assert everything(stores, match) == before


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_stranger_with_the_file_does_not_replace_a_position_by_its_event(stores: Stores, match: str) -> None:
    before = everything(stores, match)
    stranger = sqlite3.connect(str(stores.engine.url.database))

    with pytest.raises(sqlite3.IntegrityError):
        stranger.execute(
            POSITION.replace("INSERT", "INSERT OR REPLACE").replace("SELECT ledger, position", "SELECT ledger, 4")
        )
    stranger.close()

    assert everything(stores, match) == before

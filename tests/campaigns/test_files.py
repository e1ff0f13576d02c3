"""Bits flipped in SQLite's file, wherever they fall: what a reader would then read otherwise is found."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from services import tables, verifying, wiring
from services.config import Settings
from services.errors import ServiceError
from tests import forging
from tests.chance import dice
from tests.conftest import fresh_database

WANTED = int(os.environ.get("SCOREPAD_TEST_FLIPS", "300")) * 2 // 5
TABLES = (
    tables.events, tables.feed, tables.matches, tables.tree, tables.checkpoints, tables.boards, tables.signers,
    tables.sequencers, tables.sequenced,
)  # fmt: skip
figures = logging.getLogger(__name__).info


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path, redis_url: str) -> Iterator[Settings]:
    """Settings for a database with a signed ledger."""
    with fresh_database(request, "sqlite", tmp_path) as url:
        found = Settings(database_url=url, redis_url=redis_url, data=tmp_path, _env_file=None)
        stores = wiring.connect(found)
        forging.ledger(stores)
        stores.engine.dispose()
        stores.redis.close()
        yield found


@pytest.mark.slow
def test_no_bit_of_the_file_is_missed_that_a_reader_would_see(settings: Settings) -> None:
    path = Path(settings.database.removeprefix("sqlite:///"))
    whole, before = path.read_bytes(), read(path)
    chance = dice("2026-11-29")
    found, missed = 0, []

    for _ in range(WANTED):
        bit, flipped = chance.randrange(len(whole) * 8), bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()
        path.write_bytes(flipped)
        if noticed(settings):
            found += 1
        elif read(path) != before:
            missed.append(bit)

    figures("%d bits of a file, %d found, %d missed", WANTED, found, len(missed))
    assert not missed
    assert found > WANTED // 10


def noticed(settings: Settings) -> bool:
    stores = wiring.connect(settings)
    try:
        return bool(verifying.verify(stores).findings.count)
    except (*verifying.UNREADABLE, ServiceError):
        return True
    finally:
        stores.engine.dispose()
        stores.redis.close()


def read(path: Path) -> list[Any]:
    """All that stands in the tables, with the kind of every value; read past every index."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytearray
    try:
        queries = [sa.select(table).compile(dialect=sqlite.dialect()) for table in TABLES]
        found = [connection.execute(f"{query} NOT INDEXED").fetchall() for query in queries]
        return [[[(type(value), value) for value in row] for row in rows] for rows in found]
    finally:
        connection.close()

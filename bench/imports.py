"""A session's file on its way into the log, read, checked and appended; and its boards folded again."""

import resource
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import sqlalchemy as sa

from bench.append import bare_table, fresh, sqlite
from bench.figures import Figure, rate
from domain.match import fold
from domain.projection import project
from services import importing
from services.event_log import history
from services.importing import Order
from services.tables import events
from services.wiring import EVERY, Stores
from tests.people import Table
from tests.result_files import pbn_session

TABLES, BOARDS = 100, 100
"""10,000 results."""
SESSION = (13, 26)
WANTED = 5_000
MOST_SECONDS = 0.015


def measure() -> Iterator[Figure]:
    """Results a second, whole path; beside bare INSERTs of the same rows; memory; and a session folded again."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _imported(Path(folder))
        yield _refolded(Path(folder))


def _imported(folder: Path) -> Iterator[Figure]:
    path = pbn_session(folder, tables=TABLES, boards=BOARDS)
    ours = sorted(_import(path) for _ in range(3))[1]
    yield Figure(f"import, {TABLES * BOARDS:,} results of PBN", ours, "results/s", f"{WANTED:,}/s", ours / WANTED, 1.0)
    with sqlite() as stores:
        _take(stores, path)
        theirs = rate(lambda: _insert(stores), 3)
    yield Figure("import, the same", ours, "results/s", "bare INSERT", ours / theirs)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure("memory at its highest", peak, "MiB")


def _import(path: Path) -> float:
    with sqlite() as stores:
        begun = time.perf_counter()
        _take(stores, path)
        return TABLES * BOARDS / (time.perf_counter() - begun)


def _take(stores: Stores, path: Path) -> str:
    table = Table(stores)
    with importing.opened([path]) as source, importing.look(table.desk, table.bearer, source, Order()) as plan:
        importing.enter(table.desk, table.bearer, plan, Order())
        return next(iter(plan.accounts.values())).match


def _insert(stores: Stores) -> int:
    """The rows of the import, once more, into a table without anything."""
    bare = bare_table(stores)
    with stores.reading(EVERY) as connection:
        rows = [dict(row._mapping) for row in connection.execute(sa.select(events))]  # noqa: SLF001
    with stores.writing(EVERY) as connection:
        connection.execute(sa.delete(bare))
        connection.execute(sa.insert(bare), fresh(rows, count(1)))
    return len(rows)


def _refolded(folder: Path) -> Figure:
    tables, boards = SESSION
    path = pbn_session(folder, tables=tables, boards=boards, name="evening.pbn")
    with sqlite() as stores:
        match = _take(stores, path)
        with stores.reading(EVERY) as connection:
            facts = [fact for fact, _ in history(connection, match)]

    def refold() -> int:
        project(fold(facts))
        return 1

    ours = rate(refold, 15)
    what = f"all boards of {boards} × {tables} folded again"
    return Figure(what, ours, "a second", f"once in {MOST_SECONDS * 1000:g} ms", ours * MOST_SECONDS, 1.0)

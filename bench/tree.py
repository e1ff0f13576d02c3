"""What the tree costs a drain, and how fast proofs are found in a ledger."""

import random
import time
from collections.abc import Iterator
from typing import Any

from bench.append import postgresql, sqlite
from bench.figures import Figure, rate
from services import feed, ledgers, projecting, recording
from services.folding import Folded
from services.tree import Tree
from services.wiring import EVERY, Stores
from tests.people import PASSED, Table, report

ROUNDS = 5
EVENTS = 10_000
PROOFS = 100
CHEAP = 0.9
"""A drain may lose a tenth."""


def measure() -> Iterator[Figure]:
    """Drains with the tree and without it in turn, and proofs at random places, on SQLite and on PostgreSQL."""
    for kind in (sqlite, postgresql):
        with kind() as stores:
            yield from _on(stores)


def _on(stores: Stores) -> Iterator[Figure]:
    name, grow = stores.engine.dialect.name, feed._grow  # noqa: SLF001  without it for comparison
    found: dict[bool, list[float]] = {True: [], False: []}
    with stores.writing(EVERY) as connection:
        ledgers.add(connection, "bare")
    for turn in range(2 * ROUNDS + 2):
        whole = turn % 2 == 1
        feed._grow = grow if whole else _nothing  # noqa: SLF001
        # A ledger of its own, since the tree would catch up with what it was not let do.
        found[whole].append(_drained(stores, "main" if whole else "bare"))
    feed._grow = grow  # noqa: SLF001
    ours, theirs = (sorted(found[whole][1:])[ROUNDS // 2] for whole in (True, False))
    yield Figure(f"drain with the tree, {name}", ours, "events/s", "without", ours / theirs, CHEAP)
    proofs = rate(lambda: _proved(stores))
    yield Figure(f"inclusion and consistency proof, {name}", proofs, "pairs/s")


def _nothing(*_: Any) -> None:
    """The tree stays as it is."""


def _drained(stores: Stores, ledger: str) -> float:
    table = Table(stores, ledger=ledger)
    for _ in range(10):
        recording.record(table.desk, table.bearer, table.open(), [report(*PASSED)] * (EVENTS // 10))
    begun = time.perf_counter()
    projecting.drain(stores, Folded())
    return EVENTS / (time.perf_counter() - begun)


def _proved(stores: Stores) -> int:
    chance = random.Random(6962)
    for _ in range(PROOFS):
        with stores.reading(EVERY) as connection:
            size = feed.head(connection, 1)
            read = Tree(connection, 1)
            read.inclusion(chance.randint(1, size), size)
            read.consistency(chance.randint(1, size), size)
    return PROOFS

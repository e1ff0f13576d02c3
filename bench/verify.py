"""Verifying a whole log: chain and tree alone, and with every match folded again; seconds for a million events."""

import multiprocessing
import time
from collections.abc import Iterator

from bench.append import sqlite
from bench.figures import Figure
from services import recording, verifying
from services.wiring import Stores
from tests.people import PASSED, Table, deal, report

EVENTS = 100_000
PER_MATCH = 50
_MILLION = 1_000_000


def measure() -> Iterator[Figure]:
    """On SQLite, with as many processes as there are cores."""
    with sqlite() as stores:
        write(stores)
        for what, refold, wanted in (("chain and tree", False, 10), ("with boards folded again", True, 60)):
            seconds = _seconds(stores, refold=refold)
            goal = _MILLION / wanted
            rate = EVENTS / seconds
            name = f"verify, {what}, {seconds * _MILLION / EVENTS:.1f} s a million"
            yield Figure(name, rate, "events/s", f"the goal, {goal:,.0f}/s", rate / goal, 1.0)


def write(stores: Stores) -> None:
    """A log of so many events: rubbers with a few deals that score."""
    table = Table(stores)
    batch = [report(*(deal() if number % 12 == 0 else PASSED)) for number in range(PER_MATCH - 1)]
    for _ in range(EVENTS // PER_MATCH):
        recording.record(table.desk, table.bearer, table.open(), batch)
    table.drain()


def _seconds(stores: Stores, *, refold: bool) -> float:
    begun = time.perf_counter()
    done = verifying.verify(stores, refold=refold, processes=multiprocessing.cpu_count())
    assert (done.events, done.positions, done.findings.count) == (EVENTS, EVENTS, 0), done
    return time.perf_counter() - begun

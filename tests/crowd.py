"""Many at once: threads that are let go together, and what each of them brought."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds after which a crowd is taken to hang."""


def together(number: int, work: Callable[[int], T]) -> list[T]:
    """What each of so many threads gave, or the first failure; `work` gets the thread's number from 0."""
    barrier = Barrier(number)

    def run(which: int) -> T:
        barrier.wait(PATIENCE)
        return work(which)

    with ThreadPoolExecutor(number) as pool:
        return [done.result(PATIENCE) for done in [pool.submit(run, which) for which in range(number)]]


def eventually(holds: Callable[[], T], seconds: float = PATIENCE) -> T:
    """What a question gives as soon as it is true; fails if it is not within the limit."""
    give_up = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < give_up, "it did not come true in time"
        time.sleep(0.01)
    return found

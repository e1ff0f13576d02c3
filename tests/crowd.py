"""Many at once: threads that are let go together, and what each of them brought."""

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

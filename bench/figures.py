"""One figure of a bench, and the clock."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A rate, and what it is held against: another rate of the same run, and the least ratio that is wanted."""

    what: str
    rate: float
    unit: str
    against: str = ""
    ratio: float | None = None
    wanted: float | None = None


def rate(work: Callable[[], int], rounds: int = 5) -> float:
    """How many of what `work` returns are done a second: the median of some rounds after a warm-up."""
    work()
    rates = []
    for _ in range(rounds):
        begun = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - begun))
    return sorted(rates)[rounds // 2]

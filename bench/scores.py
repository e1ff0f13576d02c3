"""Duplicate scores by table."""

from collections.abc import Iterator

from bench.figures import Figure, rate
from domain.games.bridge.scoring import duplicate_score
from domain.games.bridge.terms import CONTRACTS

ROUNDS = 20


def measure() -> Iterator[Figure]:
    """Every contract, vulnerability and number of tricks, again and again."""
    cells = [(bid, tricks, vulnerable) for bid in CONTRACTS for tricks in range(14) for vulnerable in (False, True)]

    def score() -> int:
        for _ in range(ROUNDS):
            for bid, tricks, vulnerable in cells:
                duplicate_score(bid, tricks, vulnerable)
        return ROUNDS * len(cells)

    ours = rate(score)
    yield Figure("bridge contract scores", ours, "scores/s", "the goal, 2 M/s", ours / 2_000_000, 1.0)

"""
The count as it is spoken: "fifteen two, fifteen four, and a pair is six".

Source:
    docs/games/cribbage.md, "The count aloud".
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

_WORDS: Final = (  # noqa: SIM905  a line a word would hide the rest
    "nothing one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty"
).split()
_THIRTY: Final = 30
_ALIKE: Final = {2: "a pair", 3: "a pair royal", 4: "a double pair royal"}
_TIMES: Final = {1: "a", 2: "a double", 3: "a triple", 4: "a double double", 6: "a sixfold", 8: "an eightfold"}


@lru_cache(maxsize=65536)
def aloud(fifteens: int, ranks: tuple[int, ...], runs: tuple[int, ...], flush: int, nobs: int) -> str:
    """
    Say a count, each item with the total so far.

    Args:
        fifteens: How many.
        ranks: How many cards of each rank, ace to king.
        runs: What one run is worth, by its length.
        flush: Points for it.
        nobs: 1 for his nobs.

    >>> aloud(2, (0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 3), 0, 0)
    'fifteen two, fifteen four, and a pair is six'
    """
    said = [f"fifteen {_word(2 * number)}" for number in range(1, fifteens + 1)]
    total = 2 * fifteens
    for name, points in _items(ranks, runs, flush, nobs):
        total += points
        said.append(f"{name} is {_word(total)}")
    if len(said) > 1 and len(said) > fifteens:
        said[-1] = f"and {said[-1]}"
    return ", ".join(said) or _WORDS[0]


def _items(ranks: Sequence[int], runs: Sequence[int], flush: int, nobs: int) -> Iterator[tuple[str, int]]:
    in_runs = list(_runs(ranks, runs))
    joined = {rank for first, length, _ in in_runs for rank in range(first, first + length)}
    for rank, cards in enumerate(ranks):
        if cards > 1 and rank not in joined:
            yield _ALIKE.get(cards, f"{_word(cards)} of a kind"), cards * (cards - 1)
    for first, length, times in in_runs:
        pairs = sum(cards * (cards - 1) for cards in ranks[first : first + length])
        yield f"{_TIMES.get(times, f'{times} times a')} run of {_word(length)}", times * runs[length] + pairs
    if flush:
        yield f"a flush of {_word(flush)}", flush
    if nobs:
        yield "his nobs", nobs


def _runs(ranks: Sequence[int], runs: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Each run that pays: its lowest rank from 0, how long it is, in how many ways it is made."""
    first, times = 0, 1
    for rank, cards in enumerate((*ranks, 0)):
        if cards:
            times *= cards
            continue
        length = rank - first
        if length < len(runs) and runs[length]:
            yield first, length, times
        first, times = rank + 1, 1


def _word(number: int) -> str:
    if number < len(_WORDS):
        return _WORDS[number]
    return f"twenty-{_WORDS[number - 20]}" if number < _THIRTY else str(number)

"""Chance that can be had again."""

from random import Random


def dice(seed: int | str) -> Random:
    """Dice that fall the same way in every run."""
    return Random(seed)  # noqa: S311  no secret hangs on cards, results and places that are made up for a test

"""Who sits where: pair numbers, teams and rooms, and no names of people."""

import re
from collections.abc import Mapping
from typing import Final

from services.formats import spelling

_NUMBER: Final = re.compile(r"(?=.*\d)[A-Z0-9.-]{1,8}", re.IGNORECASE)
"""A pair's number, with a section's letter or a direction: no name of people."""
_NOTHING: Final = frozenset({"", "?", "-", "*"})


class Pairs:
    """The pairs of a session: by number where the file has them, else numbered as they appear."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], str] = {}

    def of(self, tags: Mapping[str, str]) -> tuple[str, str]:
        """North–South and East–West; ValueError if the record does not say who they are."""
        return self._one(tags, "PairNS", ("North", "South")), self._one(tags, "PairEW", ("East", "West"))

    def alone(self, tags: Mapping[str, str]) -> dict[str, str]:
        """The pair of a record that names one only: it sits out."""
        return {side: told(tags, name) for side, name in (("ns", "PairNS"), ("ew", "PairEW")) if told(tags, name)}

    @staticmethod
    def are_numbered(tags: Mapping[str, str]) -> bool:
        """Whether the record has numbers of its own."""
        numbers = [told(tags, name) for name in ("PairNS", "PairEW") if told(tags, name)]
        return bool(numbers) and all(map(_NUMBER.fullmatch, numbers))

    def _one(self, tags: Mapping[str, str], pair: str, seats: tuple[str, str]) -> str:
        number = told(tags, pair)
        if _NUMBER.fullmatch(number) and self.are_numbered(tags):
            return number
        names = (number,) if number else tuple(sorted(told(tags, seat) for seat in seats))
        if not all(names):
            raise ValueError(f"it does not say which pair sits {pair[4:]}")
        return self._numbers.setdefault(names, str(len(self._numbers) + 1))


def told(tags: Mapping[str, str], name: str) -> str:
    """What a tag, or a cell, says; empty if it says nothing."""
    return said(tags.get(name, ""))


def sitting(tags: Mapping[str, str]) -> tuple[int | None, str]:
    """Round and table; a round that is no number (`Final`) says nothing here."""
    turn = told(tags, "Round")
    return spelling.turn(turn) if turn.isdecimal() else None, told(tags, "Table")


def said(value: str) -> str:
    """A value that says something; empty if it does not."""
    plain = value.strip()
    return "" if plain in _NOTHING else plain

"""Who sits where: pair numbers, teams and rooms, and no names of people."""

import re
from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue

_NUMBER: Final = re.compile(r"(?=.*\d)[A-Z0-9.-]{1,8}", re.IGNORECASE)
"""A pair's number, with a section's letter or a direction: no name of people."""
_NOBODY: Final = frozenset({"", "?", "-"})


class Pairs:
    """The pairs of a session: by number where the file has them, else numbered as they appear."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], str] = {}

    def of(self, tags: Mapping[str, str]) -> tuple[str, str]:
        """North–South and East–West; ValueError if the record does not say who they are."""
        return self._one(tags, "PairNS", ("North", "South")), self._one(tags, "PairEW", ("East", "West"))

    def alone(self, tags: Mapping[str, str]) -> dict[str, JsonValue]:
        """The pair of a record that names one only: it sits out."""
        return {side: told(tags, name) for side, name in (("ns", "PairNS"), ("ew", "PairEW")) if told(tags, name)}

    @staticmethod
    def are_numbered(tags: Mapping[str, str]) -> bool:
        """Whether the record has numbers of its own."""
        said = [told(tags, name) for name in ("PairNS", "PairEW") if told(tags, name)]
        return bool(said) and all(_NUMBER.fullmatch(each) for each in said)

    def _one(self, tags: Mapping[str, str], pair: str, seats: tuple[str, str]) -> str:
        said = tags.get(pair, "").strip()
        if _NUMBER.fullmatch(said) and self.are_numbered(tags):
            return said
        names = (said,) if said not in _NOBODY else tuple(sorted(tags.get(seat, "").strip() for seat in seats))
        if any(name in _NOBODY for name in names):
            raise ValueError(f"it does not say which pair sits {pair[4:]}")
        return self._numbers.setdefault(names, str(len(self._numbers) + 1))


def told(tags: Mapping[str, str], name: str) -> str:
    """A value that says something; empty if it does not."""
    said = tags.get(name, "").strip()
    return "" if said in _NOBODY else said

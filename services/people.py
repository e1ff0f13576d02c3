"""Who plays, in words: ids as the log has them, and names where there are any."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.event import Players

_SIDES: Final[Mapping[str, tuple[str, ...]]] = {
    "NS": ("N", "S"),
    "EW": ("E", "W"),
    "home": ("open.N", "open.S", "closed.E", "closed.W"),
    "away": ("open.E", "open.W", "closed.N", "closed.S"),
    "A+C": ("A", "C"),
    "B+D": ("B", "D"),
}
"""Units that are made of seats."""


def ids(players: Players) -> list[str]:
    """
    The ids of all who play, each once.

    >>> ids({"N": "p-1", "S": ["p-2", "p-1"]})
    ['p-1', 'p-2']
    """
    return list(dict.fromkeys(id_ for unit in players for id_ in listed(players, unit)))


def listed(players: Players, unit: str) -> Sequence[str]:
    """
    The ids of those at a seat, in a pair, on a side or in a team; as named for it, else as they sit.

    >>> listed({"N": "p-1", "S": "p-2"}, "NS"), listed({"7": ["p-3", "p-4"]}, "8")
    (['p-1', 'p-2'], [])
    """
    if unit in players:
        found = players[unit]
        return [found] if isinstance(found, str) else found
    seats = (seat for seat in _SIDES.get(unit, ()) if seat in players)
    return list(dict.fromkeys(id_ for seat in seats for id_ in listed(players, seat)))


def called(found: Sequence[str], names: Mapping[str, str], between: str = " – ") -> str:
    """
    What players are called, those without a name by their id; empty if none of them has a name.

    >>> called(["p-1", "p-2"], {"p-1": "Anna", "p-2": "Ben"}), called(["p-1"], {})
    ('Anna – Ben', '')
    """
    return between.join(names.get(id_, id_) for id_ in found) if any(id_ in names for id_ in found) else ""


def units(players: Players, names: Mapping[str, str]) -> dict[str, str]:
    """What the players of each unit are called; units of whom nobody has a name are left out."""
    return dict(_units(players, names))


def _units(players: Players, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for unit in (*players, *(side for side in _SIDES if side not in players)):
        if words := called(listed(players, unit), names):
            yield unit, words

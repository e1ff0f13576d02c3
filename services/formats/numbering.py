"""Pairs by their numbers, where two pairs may have one."""

from dataclasses import dataclass, field
from typing import Final

from domain.games.bridge.terms import Side
from services.formats import spelling

MOST: Final = 20_000
"""No session has as many pairs."""


@dataclass(slots=True)
class Numbers:
    """
    Pair numbers as a file lists them, each with its direction, and what the pairs are called.

    Pairs that have the same number in both directions are two, `3NS` and `3EW`; then all of the list have their
    direction behind their number. So have those of a movement with two winners that lists no directions: nobody
    changes direction there, and 3 and 3 may be two.
    """

    are_twice: bool = False
    """Whether two pairs have one number."""
    _have_directions: bool = False
    _listed: dict[str, list[str]] = field(default_factory=dict)

    def within(self) -> "Numbers":
        """The numbers of a part, such as a section, in which the pairs of the whole sit."""
        listed = {number: list(found) for number, found in self._listed.items()}
        return Numbers(self.are_twice, self._have_directions, listed)

    def add(self, number: str, direction: str) -> None:
        """A pair of the list; a direction that is neither North–South nor East–West is not known."""
        found = self._listed.setdefault(number, [])
        if len(self._listed) > MOST:
            raise ValueError("more pairs are listed than a session could have")
        side = {"N": "NS", "E": "EW"}.get(direction.strip().upper()[:1], "")
        self._have_directions |= bool(side)
        self.are_twice |= {"NS", "EW"} <= {side, *found} or (not side and "" in found)
        if side not in found:
            found.append(side)

    def name(self, number: str, side: Side, two_winners: bool) -> str:
        """What a pair is called that sits there; its own direction is another where the arrow was switched."""
        own = self._listed.get(number, [])
        if self.are_twice:
            return spelling.pair(f"{number}{side if side in own or '' in own or not own else own[0]}")
        is_bare = two_winners and not self._have_directions and number.isdecimal()
        return spelling.pair(f"{number}{side}" if is_bare else number)

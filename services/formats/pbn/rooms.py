"""Which room a record of a team match is from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from services.formats.pbn.lexing import Record
from services.formats.pbn.naming import told
from services.formats.spelling import cited

Room = Literal["open", "closed"]
_ROOMS: Final[tuple[Room, Room]] = ("open", "closed")
_UNTOLD: Final = "it does not name its room; --rooms-in-order takes the first result of a board for the open room's"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A record whose room the next ones must tell; `place` is the first of its places in the file."""

    record: Record
    tags: Mapping[str, str]
    board: int | None
    place: int


@dataclass(slots=True)
class Rooms:
    """
    The rooms of a match: named; or told by the teams' order, where a file calls home whoever sits North–South.

    Args:
        home: The team that was named home first.
        turned: Whether the other room names the teams the other way round; None as long as that is not known.
        waiting: Records that cannot be placed yet.
        results: Results of each board that named no room.
    """

    home: str
    turned: bool | None = None
    waiting: list[Waiting] = field(default_factory=list)
    results: dict[int, int] = field(default_factory=dict)

    def are_told(self, tags: Mapping[str, str], board: int) -> bool:
        """Whether the room of a record can be told by now, or that it never will be."""
        if self.turned is None:
            self._look(tags, board)
        return self.turned is not None or bool(told(tags, "Room"))

    def of(self, tags: Mapping[str, str], board: int, *, in_order: bool) -> Room:
        """The room; ValueError if it cannot be told."""
        said = told(tags, "Room").lower()
        if said:
            return _named(said)
        if self.turned:
            return "open" if told(tags, "HomeTeam") == self.home else "closed"
        return self._next(board, in_order=in_order)

    def close(self) -> None:
        """No record comes any more: what was not told by now is not told."""
        self.turned = self.turned or False

    def _look(self, tags: Mapping[str, str], board: int) -> None:
        if told(tags, "Room"):
            return
        if told(tags, "HomeTeam") != self.home:
            self.turned = True
        elif any(record.board == board for record in self.waiting):
            self.turned = False

    def _next(self, board: int, *, in_order: bool) -> Room:
        if not in_order:
            raise ValueError(_UNTOLD)
        place = self.results.get(board, 0)
        self.results[board] = place + 1
        if place >= len(_ROOMS):
            raise ValueError(f"it is result {place + 1} of board {board}, and there are two rooms")
        return _ROOMS[place]


def _named(said: str) -> Room:
    for room in _ROOMS:
        if room == said:
            return room
    raise ValueError(f"{cited(said)} is no room: Open or Closed")

"""What is known of one match for those who watch it, and may see the same of it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Literal, TypeAlias

from services import live
from services.bearers import Bearer
from services.reading import Shown
from services.scoreboard import Stamp, Stored

Circle: TypeAlias = Literal["inside", "link", "outside"]
"""Who sees the same of a match: who holds a key, who has a link to look at it, and everybody else."""

_RING: Final = 64
"""Frames kept for viewers that are a little behind; who is further behind gets each newest board."""
_APART: Final = 0.1
"""Seconds between two drawings: no eye follows more than ten a second, and only the newest counts."""
_WHOLE: Final[dict[str, tuple[Circle, ...]]] = {"public": ("link", "outside"), "private": ("link",)}
"""To whom, besides those inside, a board is shown as it is stored, by the match's visibility."""


def circle(bearer: Bearer | None, ledger: int, match: str) -> Circle:
    """Whom a reader sees the match with."""
    if bearer is None or not bearer.knows(ledger, match):
        return "outside"
    return "inside" if bearer.is_inside(ledger, match) else "link"


@dataclass(slots=True, eq=False)
class Viewer:
    """
    One open stream.

    Args:
        bearer: Who opened it; None is who shows no key.
        news: Set when there is something to send.
        ended: Whether it is over: the process stops, or it is not theirs to see any more.
    """

    bearer: Bearer | None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    topics: list["Topic"] = field(default_factory=list)
    ended: bool = False

    def end(self) -> None:
        """Let the stream say goodbye."""
        self.ended = True
        self.news.set()


class Drawing:
    """A match as it was drawn last in one manner, for everybody who looks at it so."""

    def __init__(self) -> None:
        self.looking = 0
        self._count = -1
        self._at = -_APART
        self._frame = b""
        self._lock = asyncio.Lock()

    async def newest(self, changes: Callable[[], int], draw: Callable[[], Awaitable[bytes]]) -> tuple[int, bytes]:
        """How many changes are shown, and the frame that shows them, drawn anew if there were more since."""
        async with self._lock:
            if self._count != changes():
                await asyncio.sleep(max(0.0, self._at + _APART - monotonic()))
                count = changes()
                self._frame = await draw()
                self._count, self._at = count, monotonic()
            return self._count, self._frame


@dataclass(slots=True, eq=False)
class Topic:
    """
    What a circle knows of one match: each board's newest frame, the last frames, who waits for more.

    Args:
        match: The match's id.
        circle: Who sees it so.
        reader: One of them, to read for all.
        looked: At which version of the match it was looked up last for who sees a part of it.
        drawings: How pages show it, by their manner, for as long as somebody looks.
    """

    match: str
    circle: Circle
    reader: Bearer | None
    newest: dict[str, tuple[Stamp, bytes]] = field(default_factory=dict)
    ring: deque[tuple[int, str, bytes]] = field(default_factory=lambda: deque(maxlen=_RING))
    count: int = 0
    viewers: set[Viewer] = field(default_factory=set)
    filled: asyncio.Event = field(default_factory=asyncio.Event)
    due: bool = False
    looked: int = 0
    drawings: dict[Hashable, Drawing] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The newest version shown."""
        return max((stamp.version for stamp, _ in self.newest.values()), default=0)

    def shows(self, visibility: str) -> bool:
        """Whether a match of that visibility is shown to this circle as it is stored."""
        return self.circle == "inside" or self.circle in _WHOLE.get(visibility, ())

    def offer(self, board: Stored) -> None:
        """Take a board that is stored if it is newer than the one shown, and wake the viewers."""
        known = self.newest.get(board.name)
        if live.stamp(board).newer_than(known[0] if known else None):
            self._take(board.name, live.stamp(board), board.body)

    def look(self, boards: Iterable[Shown]) -> None:
        """Take boards as they were looked up just now, if they are others than those shown."""
        for board in boards:
            known = self.newest.get(board.name)
            if known is None or known[1] != _frame(board.body):
                self._take(board.name, Stamp(board.epoch, board.version), board.body)

    def is_ahead(self, head: Stamp) -> bool:
        """Whether a board is shown that cannot be: somebody else said it on Redis."""
        return any(stamp.newer_than(head) for stamp, _ in self.newest.values())

    def forget(self) -> None:
        """Take the next boards whatever was shown before."""
        self.newest.clear()

    def end(self) -> None:
        """Nobody of this circle may see the match any more."""
        for viewer in self.viewers:
            viewer.end()

    def since(self, cursor: int, names: frozenset[str] | None) -> bytes:
        """The frames after a cursor; each newest board where that lies too far back."""
        if cursor < self.count - len(self.ring):
            return b"".join(frame for name, (_, frame) in self.newest.items() if not names or name in names)
        return b"".join(frame for number, name, frame in self.ring if number > cursor and (not names or name in names))

    def _take(self, name: str, stamp: Stamp, body: str) -> None:
        frame = _frame(body)
        self.newest[name] = (stamp, frame)
        self.count += 1
        self.ring.append((self.count, name, frame))
        for viewer in self.viewers:
            viewer.news.set()


def _frame(body: str) -> bytes:
    return f"event: board\ndata: {body}\n\n".encode()

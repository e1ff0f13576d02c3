"""A USEBIO file, from its first line to its last: sessions with their travellers, and the hands."""

from collections.abc import Iterator
from typing import BinaryIO, Final

from services.formats.found import Asked, Item, Left, Unreadable
from services.formats.usebio.boards import Session
from services.formats.usebio.elements import Closed, Opened, Part, steps
from services.formats.usebio.events import Event

_VERSIONS: Final = {"1.2", "1.3"}
_NUMBERED: Final = ("SESSION", "SECTION")
_MOST: Final = 500
"""No event has as many sessions and sections."""


def read(file: BinaryIO, _asked: Asked) -> Iterator[Item]:
    """
    Tell a USEBIO file.

    Errors:
        Unreadable: another kind of event than pairs, or what stands in `elements.steps`.
    """
    reading = _Reading()
    for step in steps(file):
        if isinstance(step, Opened):
            reading.opened(step)
        elif isinstance(step, Closed):
            reading.closed(step)
        else:
            yield from reading.part(step)
    yield from reading.end()


class _Reading:
    """Where in the file the reader is."""

    def __init__(self) -> None:
        self._event: Event | None = None
        self._held: list[str] = []
        self._names: dict[str, str] = {}
        self._counts = dict.fromkeys(_NUMBERED, 0)
        self._open: list[Session] = []
        self._sessions: list[Session] = []
        self._place = 0

    def opened(self, step: Opened) -> None:
        """An element that holds others begins."""
        self._held.append(step.name)
        if step.name == "USEBIO":
            _known_version(step)
        elif step.name == "EVENT":
            if self._event is not None:
                raise Unreadable(step.line, "here a second EVENT begins: one event a file is read")
            self._event = Event(step)
            self._begin(self._event, step.line)
        elif step.name in _NUMBERED and self._event is not None:
            self._counts[step.name] += 1
            identity = step.attributes.get(f"{step.name}_ID", "").strip()
            self._names[step.name] = identity or str(self._counts[step.name])
            self._begin(self._event, step.line)

    def closed(self, step: Closed) -> None:
        """An element that holds others ends."""
        self._held.pop()
        if step.name == "EVENT" or (step.name in _NUMBERED and self._event is not None):
            self._names.pop(step.name, None)
            self._open.pop()

    def part(self, part: Part) -> Iterator[Item]:
        """Something that stands there whole: a board, a pair, a line of the heading."""
        if part.name == "BOARD" and "HANDSET" in self._held:
            yield from self._hands(part)
        elif part.name == "MATCH":
            raise Unreadable(part.line, "it has matches of a Swiss or a team event: pairs sessions are read")
        elif not self._open or self._event is None:
            return
        elif part.name == "BOARD":
            yield from self._open[-1].board(part, self._next)
        elif part.name == "PAIR":
            self._open[-1].pair(part)
        else:
            self._event.heading(part)

    def end(self) -> Iterator[Item]:
        """What is to be said at the end."""
        if not any(session.has_boards for session in self._sessions):
            yield Left(self._event.line if self._event else 1, "the event", "it holds no travellers")

    def _next(self) -> int:
        self._place += 1
        return self._place - 1

    def _begin(self, event: Event, line: int) -> None:
        key = " ".join(self._names[name] for name in _NUMBERED if name in self._names)
        if len(self._sessions) > _MOST:
            raise Unreadable(line, f"it has more than {_MOST} sessions and sections")
        if any(session.key == key for session in self._sessions):
            raise Unreadable(line, f"session or section {key[:40]} stands twice: they would be mixed up")
        session = Session(event, key, line, around=self._open[-1] if self._open else None)
        self._open.append(session)
        self._sessions.append(session)

    def _hands(self, board: Part) -> Iterator[Item]:
        """Hands at the end of the file belong to the sessions that played the board."""
        found = [session for session in self._sessions if session.has_boards]
        if self._counts["SESSION"] > 1:
            yield Left(board.line, "hands", "the file does not say of which of its sessions they are")
        elif not found:
            yield Left(board.line, "hands", "they stand before the travellers that they belong to")
        else:
            for session in found:
                yield from session.hands(board, self._next)


def _known_version(step: Opened) -> None:
    version = step.attributes.get("Version", step.attributes.get("VERSION", ""))
    if version.strip() not in _VERSIONS:
        raise Unreadable(step.line, f"USEBIO version {version[:20] or 'unknown'}: 1.2 and 1.3 are read")

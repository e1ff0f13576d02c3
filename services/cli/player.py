"""A match played again on the pad in a terminal: by itself, or as keys say."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from domain import wire
from services.cli import pads
from services.cli.terminal_keys import Keys, keys
from services.replaying import Step

_HINTS: Final = {
    True: "space → on   ← back   number Enter: jump   p play   q end",
    False: "space: pause   q end",
}


@dataclass(frozen=True, slots=True)
class Film:
    """
    What is played.

    Args:
        steps: Gives the steps from a version on.
        first: The version to begin at.
        last: The version to end at.
        note: What is other than it was shown; empty if nothing is.
        names: What players are called, by id.
    """

    steps: Callable[[int], Iterator[Step]]
    first: int
    last: int
    note: str
    names: Mapping[str, str]


def play(film: Film, seconds: float, *, paused: bool) -> Step | None:
    """
    Play a film to its end, or until somebody ends it.

    Args:
        film: The match.
        seconds: How long each event is looked at.
        paused: Whether keys are waited for from the beginning.

    Returns:
        The step that was looked at last.
    """
    seat = _Seat(film, paused)
    with keys() as pressed, Live(auto_refresh=False) as live:
        try:
            while seat.watching:
                live.update(seat.sight(), refresh=True)
                seat.look(pressed, seconds)
        except KeyboardInterrupt:
            pass
    return seat.step


def told(step: Step) -> Text:
    """An event in one line."""
    return Text(f"{step.event['type']}  {wire.canonical(step.event['data'])}")


class _Seat:
    """Who looks at a film: where it is, and whether it plays by itself."""

    def __init__(self, film: Film, paused: bool) -> None:
        self.film = film
        self.paused = paused
        self.watching = True
        self.step: Step | None = None
        self._typed = ""
        self._jump(film.first)

    def sight(self) -> RenderableType:
        """Where this is, the event, and the pad after it: the foot of a long one may not fit the terminal."""
        if self.step is None:
            return Text("There is nothing to play.")
        event = Text.assemble((f"{self.step.version:>5}  ", "bold"), told(self.step), no_wrap=True, overflow="ellipsis")
        where = f"{self.step.version} of {self.film.last}"
        goes = f"jump to {self._typed}" if self._typed else _HINTS[self.paused]
        line = Text("   ".join(part for part in (where, self.film.note, goes) if part), style="reverse")
        return Group(line, event, pads.shown(self.step.shown, self.film.names))

    def look(self, pressed: Keys, seconds: float) -> None:
        """Wait for a key, or until it is time for the next event."""
        key = pressed.wait(None if self.paused else seconds)
        if key is None:
            self.watching = self._next()
        elif key in {"q", "Q"}:
            self.watching = False
        elif key.isdecimal():
            self.paused, self._typed = True, (self._typed + key)[:15]
        else:
            self._press(key)

    def _press(self, key: str) -> None:
        typed, self._typed = self._typed, ""
        at = self.step.version if self.step else self.film.first
        jumps = {"left": at - 1, "home": self.film.first, "end": self.film.last, "enter": int(typed or at)}
        if key == "rubout":
            self._typed = typed[:-1]
        elif key == "p":
            self.paused = False
        elif key in jumps:
            self.paused = True
            self._jump(jumps[key])
        elif key in {"space", "right"}:
            if self.paused or key == "right":
                self._next()
            self.paused = True

    def _next(self) -> bool:
        """Go on by one event; False at the end."""
        step = next(self._steps, None)
        self.step = step or self.step
        return step is not None

    def _jump(self, version: int) -> None:
        self._steps = self.film.steps(min(max(version, self.film.first), self.film.last))
        self._next()

"""Keys pressed in a terminal, one by one, as they are pressed."""

import os
import re
import select
import sys
import termios
import tty
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_NAMED: Final = {
    " ": "space",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "rubout",
    "\x08": "rubout",
    "\x04": "q",
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    "\x1b[H": "home",
    "\x1bOH": "home",
    "\x1b[1~": "home",
    "\x1b[F": "end",
    "\x1bOF": "end",
    "\x1b[4~": "end",
}
_KEY: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|.", re.DOTALL)


class Keys:
    """What is pressed, in its order."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._pressed: deque[str] = deque()

    def wait(self, seconds: float | None) -> str | None:
        """The next key, by its name or itself; None if none is pressed in that time. A closed terminal presses q."""
        if not self._pressed and select.select([self._terminal], [], [], seconds)[0]:
            read = os.read(self._terminal, 1024).decode("ascii", errors="replace")
            self._pressed.extend([_NAMED.get(key, key) for key in map(str, _KEY.findall(read))] or ["q"])
        return self._pressed.popleft() if self._pressed else None


@contextmanager
def keys() -> Iterator[Keys]:
    """The keys of this terminal, unechoed; it is as it was after the block."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield Keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)

"""A command in a terminal of its own: a real one, with keys to press."""

import codecs
import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.commands import ALONE

LIMIT = 30.0
"""Seconds within which what is waited for must be on the screen."""


class Terminal:
    """What a command writes on a terminal, and its keys."""

    def __init__(self, process: "subprocess.Popen[bytes]", controller: int) -> None:
        self.process = process
        self.written = ""
        self._controller = controller
        self._read_to = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    @property
    def echoes(self) -> bool:
        """Whether what is typed is shown, as at a prompt."""
        return bool(termios.tcgetattr(self._controller)[3] & termios.ECHO)

    def press(self, keys: str) -> None:
        """Press keys; what is on the screen already is not waited for again."""
        self._read_to = len(self.written)
        os.write(self._controller, keys.encode())

    def until(self, text: str) -> str:
        """What was written since the last key until that text is there; fails if it does not come."""
        give_up = time.monotonic() + LIMIT
        while text not in self.written[self._read_to :]:
            assert self._more(give_up), f"{text!r} did not come: {self.written[self._read_to :]!r}"
        return self.written[self._read_to :]

    def ends(self, status: int) -> str:
        """All that was written until the end, which must be of that status."""
        give_up = time.monotonic() + LIMIT
        while self._more(give_up):
            pass
        assert self.process.wait(LIMIT) == status, self.written
        assert "Traceback" not in self.written, self.written
        return self.written

    def _more(self, give_up: float) -> bool:
        """Read what was written; False at the end."""
        ready = select.select([self._controller], [], [], max(give_up - time.monotonic(), 0))[0]
        assert ready, f"nothing more came: {self.written[self._read_to :]!r}"
        try:
            read = os.read(self._controller, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.written += self._decoder.decode(read)
        return bool(read)


@contextmanager
def terminal(*words: str, folder: Path, **settings: str) -> Iterator[Terminal]:
    """`scorepad` with these words in a terminal of 60 lines, for as long as the block lasts."""
    controller, own = pty.openpty()
    environment = ALONE | {"TERM": "xterm", "COLUMNS": "120", "LINES": "60", **settings}
    root = str(Path(__file__).parents[1])
    process = subprocess.Popen(
        [sys.executable, "-m", "services.cli", *words],
        stdin=own,
        stdout=own,
        stderr=own,
        env=environment | {"PYTHONPATH": root},
        cwd=folder,
        start_new_session=True,
    )
    os.close(own)
    try:
        yield Terminal(process, controller)
    finally:
        process.kill()
        process.wait()
        os.close(controller)

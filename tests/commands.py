"""
`scorepad`, run as often as tests like: each time in a process of its own, forked from one that has imported it.

So a command costs milliseconds and not the second of its imports, and still reads real standard input, writes real
standard output, and ends with a real status.
"""

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

LIMIT = 30
"""Seconds after which a command is taken to hang."""
ALONE = {name: value for name, value in os.environ.items() if not name.startswith("SCOREPAD_")}
"""The environment without settings."""


@dataclass(frozen=True)
class Said:
    """What a command said, and how it ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """Its standard output as JSON, a document a line."""
        return [json.loads(line) for line in self.out.split("\n") if line]

    def ends(self, status: int) -> "Said":
        """The same; fails if it ended otherwise, or with a traceback."""
        assert self.status == status, self
        assert "Traceback" not in self.err, self.err
        return self


class Commands:
    """Where commands are run: a folder of their own."""

    def __init__(self, server: "subprocess.Popen[str]", folder: Path) -> None:
        self._server = server
        self.folder = folder

    def run(self, *words: str, given: str | bytes = b"", **settings: Any) -> Said:
        """Run `scorepad` with these words, what is given on its standard input, and settings."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        (self.folder / "stdin").write_bytes(given.encode() if isinstance(given, str) else given)
        environment = {f"SCOREPAD_{name.upper()}": str(value) for name, value in settings.items()}
        self._server.stdin.write(json.dumps({"words": words, "environment": environment}) + "\n")
        self._server.stdin.flush()
        status = json.loads(self._server.stdout.readline())
        return Said(status, self._read("stdout"), self._read("stderr"))

    def write(self, name: str, *events: dict[str, Any]) -> str:
        """A file of events, a line each: its path."""
        path = self.folder / name
        path.write_text("".join(json.dumps(event) + "\n" for event in events))
        return str(path)

    def _read(self, name: str) -> str:
        return (self.folder / name).read_bytes().decode()


@contextmanager
def commands() -> Iterator[Commands]:
    """A folder, and a process to fork from."""
    with tempfile.TemporaryDirectory(prefix="scorepad-cli-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.commands", folder],
            env=ALONE | {"COLUMNS": "100", "PYTHONPATH": str(Path(__file__).parents[1])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with server:
            yield Commands(server, Path(folder))
        assert server.returncode == 0


def _serve(folder: Path) -> None:
    """Fork for every line that is asked, and answer with the status."""
    from services.cli import main  # noqa: PLC0415  only where commands are run

    main.application()
    gc.freeze()

    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(folder, asked)
            _end(main.main)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


def _become(folder: Path, asked: dict[str, Any]) -> None:
    for number, (name, mode) in enumerate(
        [("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY | os.O_CREAT), ("stderr", os.O_WRONLY | os.O_CREAT)]
    ):
        flags = mode if number == 0 else mode | os.O_TRUNC
        os.dup2(os.open(folder / name, flags, 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  as long as the process
    os.chdir(folder)
    os.environ.update(asked["environment"])
    sys.argv = ["scorepad", *asked["words"]]
    signal.alarm(LIMIT)


def _end(command: Callable[[], None]) -> NoReturn:
    """Run a command to its end, and leave without taking this large process apart piece by piece."""
    status = 0
    try:
        command()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except BaseException:  # noqa: BLE001  what a command does not catch, Python prints
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))

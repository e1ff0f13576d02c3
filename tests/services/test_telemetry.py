"""What a process says of itself says no secret and no name."""

import os
import subprocess
import sys

import pytest

FAILS = """
import structlog
from services import telemetry

telemetry.log_to_stderr("info")


def name_player(called: str, key: str) -> None:
    raise RuntimeError("the table is on fire")


try:
    name_player("Anna " + "Wachtel", "sp_" + "director_0")
except RuntimeError as error:
    structlog.get_logger().error("unexpected", exc_info=error)
"""


@pytest.mark.parametrize("terminal", [False, True], ids=["into a file", "to a terminal"])
def test_an_unexpected_error_is_logged_with_its_place_and_without_any_value(terminal: bool) -> None:
    ours, theirs = os.openpty() if terminal else os.pipe()
    process = subprocess.Popen([sys.executable, "-c", FAILS], stderr=theirs)
    os.close(theirs)
    said = b""
    while part := _read(ours):
        said += part
    os.close(ours)

    assert process.wait(20) == 0
    assert b"the table is on fire" in said
    assert b"name_player" in said
    assert b"Anna Wachtel" not in said
    assert b"sp_director_0" not in said


def _read(end: int) -> bytes:
    """What comes next; nothing once the other end is closed, which a terminal calls an error."""
    try:
        return os.read(end, 65_536)
    except OSError:
        return b""

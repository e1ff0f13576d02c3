"""What a process says of itself says no secret and no name."""

import json
import os
import subprocess
import sys
from datetime import datetime, timedelta

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


TELLS = """
import logging, structlog
from services import telemetry

telemetry.log_to_stderr("info")
sent = "sent\\r\\n2026-11-29T18:00:00Z [info] forged \\x1b[2J \\u2028 forged"
structlog.get_logger().warning("unexpected", path=sent)
logging.getLogger("uvicorn.error").warning("from a library: %s", sent)
"""
each_end = pytest.mark.parametrize("terminal", [False, True], ids=["into a file", "to a terminal"])


@each_end
def test_an_unexpected_error_is_logged_with_its_place_and_without_any_value(terminal: bool) -> None:
    said = _said(FAILS, terminal)

    assert b"the table is on fire" in said
    assert b"name_player" in said
    assert b"Anna Wachtel" not in said
    assert b"sp_director_0" not in said


@each_end
def test_what_was_sent_begins_no_line_and_moves_no_cursor(terminal: bool) -> None:
    lines = _said(TELLS, terminal).decode().splitlines()

    assert len(lines) == 2
    assert all("sent" in line and "forged" in line and "2026-11-29" in line for line in lines)
    assert not any("\x1b[2J" in line for line in lines)


def test_the_libraries_lines_are_of_the_same_form() -> None:
    ours, theirs = (json.loads(line) for line in _said(TELLS, terminal=False).splitlines())

    assert set(ours) - {"path"} == set(theirs) - {"logger"} == {"event", "level", "timestamp"}
    assert datetime.fromisoformat(theirs["timestamp"]).utcoffset() == timedelta(0)


def _said(program: str, terminal: bool) -> bytes:
    """What a program writes to its standard error."""
    ours, theirs = os.openpty() if terminal else os.pipe()
    process = subprocess.Popen([sys.executable, "-c", program], stderr=theirs)
    os.close(theirs)
    said = b""
    while part := _read(ours):
        said += part
    os.close(ours)
    assert process.wait(20) == 0
    return said


def _read(end: int) -> bytes:
    """What comes next; nothing once the other end is closed, which a terminal calls an error."""
    try:
        return os.read(end, 65_536)
    except OSError:
        return b""

"""The command `scorepad`."""

import errno
import os
import sys
from io import TextIOWrapper
from typing import NoReturn

import typer
from pydantic import ValidationError

from services.cli import (
    access,
    checking,
    keeping,
    looking,
    players,
    reading_in,
    replay,
    roles,
    running,
    scoring,
    signing,
    writing_out,
)
from services.config import Settings, flaws
from services.errors import ServiceError

app = typer.Typer(
    name="scorepad",
    help="Keeps score of card games from an immutable log.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
_MODULES = (
    running,
    scoring,
    looking,
    replay,
    reading_in,
    writing_out,
    checking,
    keeping,
    access,
    players,
    signing,
    roles,
)
for module in _MODULES:
    module.add_to(app)


def main() -> None:
    """Run a command. Status 0 done, 1 refused by the rules or a check failed, 2 wrong usage."""
    _speak_utf_8()
    try:
        app()
    except ServiceError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except ValidationError as error:
        if error.title != Settings.__name__:
            raise
        print(*(f"error: {flaw}" for flaw in flaws(error)), sep="\n", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        _hush()
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print(f"error: {error.strerror}", file=sys.stderr)
        _hush()


def _hush() -> NoReturn:
    """End where nobody takes what is left to print."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)


def _speak_utf_8() -> None:
    """Print UTF-8 into files and pipes, whatever the locale is; to a terminal, what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")

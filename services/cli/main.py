"""The command `scorepad`."""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Final, NoReturn

import typer
from pydantic import ValidationError

from services.config import Settings, flaws
from services.errors import ServiceError

_MODULES: Final = {
    "running": ("demo", "up", "serve", "work", "migrate"),
    "scoring": ("fold", "score"),
    "looking": ("watch", "doctor"),
    "replay": ("replay",),
    "reading_in": ("import",),
    "writing_out": ("export",),
    "checking": ("verify",),
    "keeping": ("rebuild",),
    "access": ("keys", "ledgers", "acts"),
    "players": ("players",),
    "signing": ("signing",),
    "roles": ("roles",),
}
"""Where each command is."""


def application(words: Sequence[str] = ()) -> typer.Typer:
    """The command `scorepad`; where words begin with one of its commands, with that one's module alone, and sooner."""
    app = typer.Typer(
        name="scorepad",
        help="Keeps score of card games from an immutable log.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
    )
    app.callback()(lambda: None)
    asked = [module for module, commands in _MODULES.items() if set(words[:1]) & set(commands)]
    for module in asked or _MODULES:
        import_module(f"services.cli.{module}").add_to(app)
    return app


def main() -> None:
    """Run a command. Status 0 done, 1 refused by the rules or a check failed, 2 wrong usage."""
    _speak_utf_8()
    try:
        application(sys.argv[1:])()
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

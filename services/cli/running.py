"""`demo`, `up`, `serve`, `work`, `migrate`: what runs Scorepad."""

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer

from domain.text import listed
from services import keys, migrating, telemetry, wiring
from services import roles as roles_
from services.cli.roles import passwords
from services.config import Settings
from services.roles import Wish
from services.supervising import house, leashed

Data = Annotated[Path | None, typer.Option(help="The folder of the embedded stores.", show_default=False)]
Host = Annotated[str | None, typer.Option(help="The address to bind.", show_default=False)]
Port = Annotated[int | None, typer.Option(help="The port to bind; 0 takes a free one.", show_default=False)]


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (demo, up, serve, work, migrate):
        app.command()(command)


def demo(
    once: Annotated[bool, typer.Option("--once", help="Play, print the final boards, and end.")] = False,
    data: Data = None,
    host: Host = None,
    port: Port = None,
    pace: Annotated[float, typer.Option(help="Seconds between two events.", min=0, max=10)] = 0.12,
) -> None:
    """
    Play a real evening on an embedded Scorepad, live here and on a page.

    Example: `scorepad demo --once`
    """
    from services.cli import evening  # noqa: PLC0415  workers start sooner without what only the demo shows

    settings = _settings(data=data or Path("scorepad-data") / "demo", host=host, port=port, log_level="warning")
    telemetry.log_to_stderr("warning")
    _say("Starting Scorepad …")
    stays = not once and sys.stdin.isatty() and sys.stdout.isatty()
    with _until_told() as told, house(settings) as running:
        key = keys.create(running.stores, ["director"], name="demo")
        _say(f"Serving on {running.url} with a director's key: {key.key}")
        evening.play(running.url, key.key, pace if stays else min(pace, 0.01))
        if stays:
            _say("Serving on; Ctrl-C ends it.")
            told.wait()


def up(
    data: Data = None,
    host: Host = None,
    port: Port = None,
    workers: Annotated[int | None, typer.Option(help="Worker processes.", min=1, show_default=False)] = None,
) -> None:
    """
    Run everything on one machine: API, page, workers, and the stores that no setting names.

    Example: `scorepad up --data ./club --port 8000`
    """
    settings = _settings(data=data, host=host, port=port, workers=workers)
    telemetry.log_to_stderr(settings.log_level)
    _say("Starting Scorepad …")
    with _until_told() as told, house(settings) as running:
        _say(f"Scorepad serves on {running.url} from {settings.data}")
        if not keys.any_exist(running.stores):
            key = keys.create(running.stores, ["director"], name="first")
            _say(f"A director's key, shown this once: {key.key}")
        _say(f"More keys: SCOREPAD_DATA={shlex.quote(str(settings.data))} scorepad keys create --scope scorer")
        told.wait()


def serve(
    host: Host = None,
    port: Port = None,
    fd: Annotated[int | None, typer.Option(help="A listening socket handed over by who started this.")] = None,
) -> None:
    """
    Serve the API and the pages, with the stores of the settings.

    Example: `SCOREPAD_DATABASE_URL=postgresql://… scorepad serve --port 8000`
    """
    from services.api.serve import serve as serve_api  # noqa: PLC0415  workers start sooner without the API

    leashed()
    settings = _settings(host=host, port=port)
    telemetry.log_to_stderr(settings.log_level)
    serve_api(wiring.connect(settings), fd)


def work() -> None:
    """
    Fold events into boards, until SIGTERM or Ctrl-C.

    Example: `SCOREPAD_DATABASE_URL=postgresql://… scorepad work`
    """
    from workers import run  # noqa: PLC0415  the one arrow upward: the command starts the worker process

    leashed()
    telemetry.log_to_stderr(Settings().log_level)
    run.work(wiring.stores())


def migrate(
    with_roles: Annotated[
        bool, typer.Option("--roles", help="Renew the roles, too; they get no new passwords.")
    ] = False,
) -> None:
    """
    Bring the database to the newest revision. It runs with the URL of who owns the tables.

    Example: `scorepad migrate`
    """
    stores = wiring.stores()
    print(f"The database is at revision {migrating.migrate(stores)}.")
    if with_roles:
        made = roles_.settle(stores, Wish(passwords=passwords(), generate=False))
        print(f"The roles are {listed([account.name for account in made], 'and')}.")


def _say(line: str) -> None:
    print(line, flush=True)


def _settings(**given: Any) -> Settings:
    return Settings(**{name: value for name, value in given.items() if value is not None})


@contextmanager
def _until_told() -> Iterator[Event]:
    """End the block in order on Ctrl-C, SIGTERM or a closed terminal; the event never comes of itself."""

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end)
    yield Event()

"""One machine's Scorepad: the bundled server, the API and the workers, started, watched and stopped together."""

import fcntl
import os
import signal
import socket
import subprocess  # nosec B404 # the processes of the house are started here
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import IO, Final

import httpx2
import structlog

from services import embedded, migrating, rebuilding, rules, wiring
from services.config import Settings
from services.errors import UnfitStore
from services.wiring import Stores

_START_SECONDS: Final = 30.0
_STOP_SECONDS: Final = 10.0
_WAITS: Final = (0.1, 0.5, 1.0, 2.0, 5.0)
_STEADY_SECONDS: Final = 30.0
_SERVER: Final = "valkey"
LEASH: Final = "SCOREPAD_LEASH"
"""A pipe that closes when whoever started a process is gone: the process then ends too."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Child:
    """A process that is started again whenever it dies."""

    name: str
    start: Callable[[], "subprocess.Popen[bytes]"]
    process: "subprocess.Popen[bytes]"
    since: float = field(default_factory=time.monotonic)
    failures: int = 0

    def mend(self) -> None:
        """Start it again if it died, later each time that it dies young."""
        if self.process.poll() is None:
            return
        lived = time.monotonic() - self.since
        if lived < _WAITS[min(self.failures, len(_WAITS) - 1)]:
            return
        self.failures = 0 if lived > _STEADY_SECONDS else self.failures + 1
        _log.warning("process_died", name=self.name, status=self.process.returncode)
        with suppress(UnfitStore):
            self.process = self.start()
        self.since = time.monotonic()


@dataclass(frozen=True, slots=True)
class House:
    """A running Scorepad."""

    stores: Stores
    url: str
    children: tuple[Child, ...]


@contextmanager
def house(settings: Settings) -> Iterator[House]:
    """
    A whole Scorepad for as long as the block lasts.

    Errors:
        UnfitStore: the data folder is in use, or something does not start.
    """
    wiring.make_folder(settings)
    with _folder_lock(settings), _listening(settings) as listener, _leash() as leash:
        children: list[Child] = []
        stop = Event()
        watch = Thread(target=_watch, args=(children, stop), name="supervisor")
        try:
            if settings.bundled_redis:
                embedded.clear_orphan(settings)
                children.append(_child(_SERVER, lambda: embedded.start(settings)))
            stores = wiring.connect(settings)
            _prepare(stores)
            environment = _environment(settings) | {LEASH: str(leash)}
            children.append(
                _child("api", lambda: _spawn(["serve", "--fd", str(listener.fileno())], environment, leash, listener))
            )
            children += [
                _child(f"worker {n}", lambda: _spawn(["work"], environment, leash)) for n in range(settings.workers)
            ]
            host, port = listener.getsockname()[:2]
            url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
            _wait_ready(url, children)
            watch.start()
            yield House(stores, url, tuple(children))
        finally:
            stop.set()
            if watch.is_alive():
                watch.join()
            _stop(children)


def leashed() -> None:
    """End this process with SIGTERM when whoever started it is gone."""
    end = os.environ.get(LEASH)
    if end is None:
        return

    def hold() -> None:
        os.read(int(end), 1)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=hold, name="leash", daemon=True).start()


def _prepare(stores: Stores) -> None:
    wiring.check_durable(stores)
    migrating.migrate(stores)
    rules.adopt(stores)
    if rules.stale(stores):
        _log.info("rebuilding", reason="the rules are of another version")
        rebuilding.rebuild(stores)


def _child(name: str, start: Callable[[], "subprocess.Popen[bytes]"]) -> Child:
    return Child(name, start, start())


def _spawn(
    words: list[str], environment: dict[str, str], leash: int, listener: socket.socket | None = None
) -> "subprocess.Popen[bytes]":
    kept = (leash,) if listener is None else (leash, listener.fileno())
    command = [sys.executable, "-m", "services.cli", *words]
    return subprocess.Popen(  # noqa: S603  # nosec B603 # our own command
        command, env=environment, pass_fds=kept, stdin=subprocess.DEVNULL, start_new_session=True
    )


def _environment(settings: Settings) -> dict[str, str]:
    given = os.environ | {
        "SCOREPAD_DATA": str(settings.data.resolve()),
        "SCOREPAD_HOST": settings.host,
        "SCOREPAD_PORT": str(settings.port),
        "SCOREPAD_LOG_LEVEL": settings.log_level,
    }
    if settings.signing_keys is not None:
        given["SCOREPAD_SIGNING_KEYS"] = str(settings.signing_folder)
    for name, url in (("SCOREPAD_DATABASE_URL", settings.database_url), ("SCOREPAD_REDIS_URL", settings.redis_url)):
        if url is not None:
            given[name] = url.get_secret_value()
    return given


def _wait_ready(url: str, children: list[Child]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    # One client for all questions: each reads every authority there is, which takes 20 ms from an API that starts.
    with httpx2.Client(timeout=2) as client:
        while not _is_ready(client, url):
            for child in children:
                if child.process.poll() is not None:
                    raise UnfitStore(f"The {child.name} process did not start: its words are above.")
            if time.monotonic() > deadline:
                raise UnfitStore("Scorepad did not become ready in time.")
            time.sleep(0.05)


def _is_ready(client: httpx2.Client, url: str) -> bool:
    with suppress(httpx2.HTTPError):
        return client.get(f"{url}/readyz").status_code == 200  # noqa: PLR2004
    return False


def _watch(children: list[Child], stop: Event) -> None:
    while not stop.wait(0.2):
        for child in children:
            child.mend()


def _stop(children: list[Child]) -> None:
    """Workers and API first, the server they talk to after them; only what was started here."""
    servers = [child for child in children if child.name == _SERVER]
    for group in ([child for child in children if child.name != _SERVER], servers):
        for child in group:
            if child.process.poll() is None:
                child.process.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for child in group:
            try:
                child.process.wait(timeout=max(deadline - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()


@contextmanager
def _folder_lock(settings: Settings) -> Iterator[IO[bytes]]:
    with (settings.data / "scorepad.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UnfitStore(f"Another Scorepad runs in {settings.data}.") from None
        yield file


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, settings.port))
        except OSError as error:
            what = f"Port {settings.port} on {settings.host} cannot be had: {error.strerror}."
            raise UnfitStore(f"{what} `--port 0` takes a free one.") from None
        listener.listen(2048)
        yield listener


@contextmanager
def _leash() -> Iterator[int]:
    """The reading end of a pipe whose writing end lives as long as this process."""
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)

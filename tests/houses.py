"""A whole running Scorepad, with real processes to kill, and a viewer on its stream."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx2

from services import keys
from services.config import Settings
from services.supervising import House, house
from tests.servers import NO_TLS

LIMIT = 10.0
"""Seconds within which everything must be right again."""


@contextmanager
def running(**settings: Any) -> Iterator["Inhabited"]:
    """A house on a free port, and a director's client."""
    given: dict[str, Any] = {"port": 0, "log_level": "warning"} | settings
    with house(Settings(_env_file=None, **given)) as found:
        key = keys.create(found.stores, ["director"]).key
        with httpx2.Client(
            base_url=found.url, headers={"Authorization": f"Bearer {key}"}, timeout=LIMIT, verify=NO_TLS
        ) as client:
            yield Inhabited(found, client)
        found.stores.engine.dispose()


class Inhabited:
    """A house with a director in it."""

    def __init__(self, found: House, client: httpx2.Client) -> None:
        self.house = found
        self.client = client

    def open(self, game: str = "bridge.rubber") -> str:
        match: str = self._sent("/v1/matches", {"game": game})["match"]
        return match

    def tell(self, match: str, type_: str, data: dict[str, Any]) -> int:
        version: int = self._sent(f"/v1/matches/{match}/events", {"type": type_, "data": data})["version"]
        return version

    def board(self, match: str, name: str = "rubber") -> dict[str, Any] | None:
        answer = self.client.get(f"/v1/matches/{match}/boards/{name}")
        return answer.json() if answer.status_code == 200 else None

    def pid(self, name: str) -> int:
        return next(child.process.pid for child in self.house.children if child.name == name)

    def kill(self, name: str, number: int = signal.SIGKILL) -> int:
        pid = self.pid(name)
        os.kill(pid, number)
        return pid

    def _sent(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()


class Viewer:
    """Somebody who watches a match's stream, and comes back when it breaks."""

    def __init__(self, url: str, match: str) -> None:
        self.boards: dict[str, dict[str, Any]] = {}
        self.frames: list[tuple[str, Any]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(f"{url}/v1/matches/{match}/live",), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def _watch(self, url: str) -> None:
        while not self._stop.is_set():
            with (
                suppress(httpx2.HTTPError),
                httpx2.stream("GET", url, timeout=httpx2.Timeout(5, read=20), verify=NO_TLS) as answer,
            ):
                event = ""
                for line in answer.iter_lines():
                    name, _, value = line.partition(": ")
                    if name == "event":
                        event = value
                    elif name == "data":
                        self._take(event, json.loads(value))
                    if self._stop.is_set():
                        return
            self._stop.wait(0.1)

    def _take(self, event: str, data: Any) -> None:
        self.frames.append((event, data))
        if event == "board":
            self.boards[data["board"]] = data


def until(what: Callable[[], Any], seconds: float = LIMIT) -> Any:
    """Wait for something to be so, and fail if it is not in time."""
    deadline = time.monotonic() + seconds
    while not (found := what()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s")
        time.sleep(0.02)
    return found


def alive(pid: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

"""An API that is served for real in this process, and clients with keys for it; boards are drained by hand."""

import os
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final

import httpx2
from fastapi import FastAPI
from pydantic import SecretStr

from services import keys, projecting, roles, wiring
from services.api.context import Context
from services.api.hub import Hub
from services.api.protocol import Listening
from services.api.serve import Server, make_server
from services.config import Settings
from services.folding import Folded
from services.wiring import Stores
from tests.crowd import eventually

PROBLEM = "application/problem+json"
NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of plain HTTP: without it each of them reads every authority there is, for 20 ms."""


class Api:
    """A served API: its stores, and clients that hold keys."""

    def __init__(
        self, url: str, stores: Stores, server: Server | None = None, projecting_stores: Stores | None = None
    ) -> None:
        self.url = url
        self.stores = stores
        self._projecting = projecting_stores or stores
        self._server = server
        self._kept = Folded()
        self._clients: dict[Any, httpx2.Client] = {}
        self._open = ExitStack()

    def as_(self, *scopes: str, ledger: str = "main", matches: tuple[str, ...] | None = None) -> httpx2.Client:
        """A client with a key of these scopes; without one if there are none."""
        wanted = (scopes, ledger, matches)
        if wanted not in self._clients:
            key = keys.create(self.stores, scopes, ledger=ledger, matches=matches).key if scopes else None
            self._clients[wanted] = self.holding(key)
        return self._clients[wanted]

    def holding(self, key: str | None, address: str | None = None) -> httpx2.Client:
        """A client that sends that key, from one of this machine's own addresses (all of 127.0.0.0/8)."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        way = httpx2.HTTPTransport(local_address=address, verify=NO_TLS)
        return self._open.enter_context(httpx2.Client(base_url=self.url, headers=headers, timeout=20, transport=way))

    def open(self, game: str = "bridge.rubber", **more: Any) -> str:
        """The id of a new match."""
        match: str = sent(self.as_("director").post("/v1/matches", json={"game": game, **more}))["match"]
        return match

    def tell(self, match: str, type_: str, data: dict[str, Any], **more: Any) -> httpx2.Response:
        """A director's report of one event, taken."""
        answer = self.as_("director").post(f"/v1/matches/{match}/events", json={"type": type_, "data": data, **more})
        sent(answer)
        return answer

    def drain(self) -> int:
        """Do what a worker does."""
        return projecting.drain(self._projecting, self._kept)

    @property
    def app(self) -> FastAPI:
        """The application, where this process serves it."""
        assert self._server is not None, "another process serves"
        found = self._server.config.app
        assert isinstance(found, FastAPI)
        return found

    @property
    def context(self) -> Context:
        """What the serving process holds, where that is this one."""
        found: Context = self.app.state.context
        return found

    @property
    def hub(self) -> Hub:
        """The hub of the serving process, where that is this one."""
        return self.context.hub

    @property
    def connections(self) -> int:
        """Open connections that the serving process counts, where that is this one."""
        assert self._server is not None, "another process serves"
        listening = self._server.config
        assert isinstance(listening, Listening)
        held = len(self._server.server_state.connections)
        assert held == listening.peers.total()
        return held

    def close(self) -> None:
        """Close the clients."""
        self._open.close()


@contextmanager
def serving(settings: Settings, writer: Settings | None = None, projector: Settings | None = None) -> Iterator[Api]:
    """
    The API on a free port, served by a thread of this process as `scorepad serve` does.

    Args:
        settings: Of who owns the database, and makes keys.
        writer: Of who serves, if that is another.
        projector: Of who drains, if that is another.
    """
    stores = wiring.connect(settings)
    serves = wiring.connect(writer) if writer else stores
    drains = wiring.connect(projector) if projector else stores
    assert all(roles.standing(each)[1] for each in (serves, drains) if each is not stores), "a wall holds them back"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = make_server(serves)
        thread = Thread(target=server.run, args=([listener],), name="api")
        thread.start()
        eventually(lambda: server.started, 20)
        api = Api(f"http://127.0.0.1:{listener.getsockname()[1]}", stores, server, drains)
        try:
            yield api
        finally:
            api.close()
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive(), "the API does not stop"
    for each in (stores, serves, drains):
        each.engine.dispose()
        each.redis.close()


@contextmanager
def serving_process(settings: Settings, errors: Path) -> Iterator[tuple[Api, "subprocess.Popen[bytes]"]]:
    """The API in a process of its own, `scorepad serve`, whose standard error goes into a file."""
    stores = wiring.connect(settings)
    with socket.create_server(("127.0.0.1", 0)) as listener, errors.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "services.cli", "serve", "--fd", str(listener.fileno())],
            env=os.environ | environment(settings),
            cwd=errors.parent,
            pass_fds=[listener.fileno()],
            stderr=stderr,
        )
        api = Api(f"http://127.0.0.1:{listener.getsockname()[1]}", stores)
        try:
            assert api.as_().get("/readyz").json()["status"] == "ready"
            yield api, process
        finally:
            api.close()
            process.kill()
            process.wait()
    stores.engine.dispose()
    stores.redis.close()


def environment(settings: Settings) -> dict[str, str]:
    """Settings as a process of its own takes them."""
    given = {name: getattr(settings, name) for name in settings.model_fields_set}
    plain = {name: v.get_secret_value() if isinstance(v, SecretStr) else str(v) for name, v in given.items()}
    return {f"SCOREPAD_{name.upper()}": value for name, value in plain.items()}


def sent(answer: httpx2.Response) -> Any:
    """What a report that was taken is answered."""
    assert answer.status_code == 201, answer.text
    return answer.json()


def problem(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    """The problem document that an answer must be, of that status and code."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM), answer.text
    document: dict[str, Any] = answer.json()
    assert document["code"] == code, document
    assert document["status"] == status
    assert {"type", "title", "detail"} <= set(document)
    assert document["detail"], "a refusal says why"
    return document

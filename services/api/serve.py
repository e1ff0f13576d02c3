"""The API process: uvicorn, which lets streams say `bye` before it goes."""

import asyncio
import resource
import signal
import socket
from types import FrameType
from typing import NoReturn

import uvicorn
from fastapi import FastAPI

from services import migrating, roles, wiring
from services.api.app import create_app
from services.api.protocol import Listening
from services.config import Settings
from services.errors import UnfitStore
from services.wiring import Stores

_GRACE_SECONDS = 5
_OTHER_FILES = 500
"""Files beside connections: of the database, Redis, libraries."""


class Server(uvicorn.Server):
    """Ends every stream when it is told to stop, so that open tabs do not hold it up."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Say goodbye, then stop."""
        context = getattr(self._app.state, "context", None)
        if context is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(context.hub.say_goodbye)
        super().handle_exit(sig, frame)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until stopped."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    """What uvicorn raises the signal again for, once it has stopped in order."""
    raise SystemExit(0)


def serve(stores: Stores, descriptor: int | None = None) -> None:
    """Serve the API until SIGTERM or Ctrl-C, on a listening socket that was handed over if there is one."""
    wiring.check_durable(stores)
    migrating.check_revision(stores)
    roles.warn(stores)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    _allow_files(stores.settings)
    make_server(stores).run(None if descriptor is None else [_handed_over(descriptor)])


def _allow_files(settings: Settings) -> None:
    """Let the process hold as many connections as it may, where the system's usual 1024 files are fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _handed_over(descriptor: int) -> socket.socket:
    try:
        return socket.socket(fileno=descriptor)
    except OSError as error:
        raise UnfitStore(f"Descriptor {descriptor} is no listening socket: {error.strerror}.") from error


def make_server(stores: Stores) -> Server:
    """The server of this process, by its settings; it runs where it is told to."""
    settings = stores.settings
    app = create_app(stores)
    config = Listening(
        app,
        settings,
        host=settings.host,
        port=settings.port,
        log_level=settings.log_level,
        access_log=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        log_config=None,
    )
    return Server(config, app)

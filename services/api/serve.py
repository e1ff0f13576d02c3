"""The API process: uvicorn, which lets streams say `bye` before it goes."""

import asyncio
import socket
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from services import migrating, wiring
from services.api.app import create_app
from services.wiring import Stores

_GRACE_SECONDS = 5


class Server(uvicorn.Server):
    """Ends every stream when it is told to stop, so that open tabs do not hold it up."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Say goodbye, then stop."""
        app: FastAPI = self.config.app  # type: ignore[assignment]
        context = getattr(app.state, "context", None)
        if context is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(context.hub.say_goodbye)
        super().handle_exit(sig, frame)

    _loop: asyncio.AbstractEventLoop | None = None

    async def serve(self, sockets: list[Any] | None = None) -> None:
        """Serve until stopped."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)


def serve(stores: Stores, descriptor: int | None = None) -> None:
    """Serve the API until SIGTERM or Ctrl-C, on a listening socket that was handed over if there is one."""
    wiring.check_durable(stores)
    migrating.check_revision(stores)
    settings = stores.settings
    config = uvicorn.Config(
        create_app(stores),
        host=settings.host,
        port=settings.port,
        log_level=settings.log_level.lower(),
        access_log=settings.log_level.lower() == "debug",
        timeout_graceful_shutdown=_GRACE_SECONDS,
        server_header=False,
        log_config=None,
    )
    Server(config).run(None if descriptor is None else [socket.socket(fileno=descriptor)])

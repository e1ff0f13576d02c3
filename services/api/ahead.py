"""Requests that are sent ahead of an answer: how many may wait, and that none goes on for a reader who has left."""

import asyncio
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

_REQUESTS: Final = 10
"""That may wait behind the one that is being answered: a single packet has room for thousands."""
_BYTES: Final = 65_536
"""Of them that are taken while they wait."""


class Ahead(HttpToolsProtocol):
    """uvicorn's protocol, which forgets the request that it answers as soon as another one comes."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._running: RequestResponseCycle | None = None
        self._bytes = 0

    @property
    def asks_too_much(self) -> bool:
        """Whether no further request may wait."""
        return len(self.pipeline) >= _REQUESTS

    @property
    def sends_too_much(self) -> bool:
        """Whether those that wait are larger than may be taken ahead."""
        return self._bytes > _BYTES

    def count_ahead(self, data: bytes) -> None:
        """Count what comes while requests wait."""
        self._bytes = self._bytes + len(data) if self.pipeline else 0

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the request that is answered; uvicorn tells the newest. Those that wait are not done."""
        if self._running is not None:
            give_up(self._running)
        self.pipeline.clear()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)


def give_up(cycle: RequestResponseCycle) -> None:
    """Let who answers know that nobody is there to read it."""
    cycle.disconnected = True
    cycle.message_event.set()

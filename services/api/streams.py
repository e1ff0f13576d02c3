"""Server-Sent Events: frames, and answers that a slow reader cannot hold up, nor read longer than they may."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final, TypeVar

from starlette.concurrency import iterate_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from services.api.context import Context
from services.api.limits import Streams
from services.api.metering import Caller
from services.bearers import Bearer
from services.errors import UnknownMatch

T = TypeVar("T")

_SLOW_SECONDS: Final = 20.0
"""How long one frame may take to be taken before the reader is let go."""

NDJSON: Final = "application/x-ndjson"
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}


class CutOff(Exception):  # noqa: N818  it goes no further than the stream
    """Whoever asks may have no more of an answer."""


async def granted(here: Context, bearer: Bearer | None, pieces: Iterator[T]) -> AsyncIterator[T]:
    """
    The pieces of a long answer, for as long as they are its reader's to have.

    Errors:
        CutOff: their key or link has ended, or the match is none of theirs any more.
    """
    async with here.hub.watching(bearer) as viewer:
        try:
            async for piece in iterate_in_threadpool(pieces):
                if viewer.ended and not here.hub.closing:
                    raise CutOff
                yield piece
        except UnknownMatch:
            raise CutOff from None


def frame(event: str, data: Any, id_: int | None = None) -> bytes:
    """One frame. JSON has no line ends, so nothing in it can begin a field of its own."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = "" if id_ is None else f"id: {id_}\n"
    return f"event: {event}\n{head}data: {text}\n\n".encode()


class Stream(StreamingResponse):
    """A stream of Server-Sent Events, or of lines, that ends when its reader no longer reads."""

    def __init__(self, content: AsyncIterator[bytes], media_type: str = "text/event-stream") -> None:
        super().__init__(content, headers=HEADERS, media_type=media_type)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, each chunk in its time; what ends early is not ended well. TooMany if there is no room for it."""
        asks: Caller = scope["state"]["caller"]
        streams: Streams = scope["app"].state.context.limits.streams
        with streams.held(asks.holder or asks.address, by_key=asks.holder is not None):
            await self._sent(scope, receive, send)

    async def _sent(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def send_soon(message: Any) -> None:
            await asyncio.wait_for(send(message), _SLOW_SECONDS)

        try:
            await super().__call__(scope, receive, send_soon)
        except (TimeoutError, CutOff):
            return

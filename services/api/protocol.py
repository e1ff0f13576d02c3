"""
HTTP as strangers speak it: heads within their size and time, and nobody who does not read or write holds a connection.

uvicorn's protocol has no limit for any of it: a head may be endless, and take for ever.
"""

import asyncio
from collections import Counter
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any, Final, NoReturn

import httptools
import uvicorn
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from services import telemetry
from services.api.ahead import Ahead, give_up
from services.api.headers import raw_problem
from services.api.limits import whose
from services.api.polite import Polite
from services.api.starting import at_start
from services.config import Settings

_MOST_HEADERS: Final = 100
_LONGEST_HOST: Final = 259
"""Bytes of a host's name, with a port: names in the DNS have 253 at most. Pages repeat it in their codes and links."""
_BODIES: Final = (b"content-length", b"transfer-encoding")
_FAR_AHEAD: Final = (429, "too_many_requests", "Wait for answers before you ask on.")
_LINGER_SECONDS: Final = 2.0
"""How long what still comes of a refused body is thrown away: cut off at once, its sender never reads why."""
_UNREAD_SECONDS: Final = 20.0
"""How long an answer may wait to be read."""


class Listening(uvicorn.Config):
    """The server's configuration, with the limits of connections and who holds how many."""

    def __init__(self, app: Any, settings: Settings, **more: Any) -> None:
        super().__init__(app, http=Protocol, ws="none", timeout_keep_alive=settings.idle_seconds, **more)
        self.settings = settings
        self.peers = Counter[str]()
        self._proxies = [ip_network(proxy) for proxy in settings.proxies]

    def is_proxy(self, peer: str) -> bool:
        """Whether a peer is a proxy that is believed, and so speaks for many."""
        try:
            return any(ip_address(peer) in network for network in self._proxies)
        except ValueError:
            return False


class _Enough(Exception):  # noqa: N818
    """Has the parser stop, which says so to who feeds it."""


class Protocol(Ahead):
    """One connection, with limits for what it sends and for how long that takes."""

    def __init__(self, config: uvicorn.Config, *more: Any, **named: Any) -> None:
        super().__init__(config, *more, **named)
        assert isinstance(config, Listening)
        self._listening = config
        self._settings = config.settings
        self._peer = "?"
        self._in_head = True
        self._head_bytes = 0
        self._headers_bytes = 0
        self._latest: RequestResponseCycle | None = None
        self._lingering = self._refused = False
        self._discarded = 0
        self._refusal: tuple[int, str, str] = (400, "malformed", "This is no HTTP request.")
        self._timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, if there is room for it."""
        super().connection_made(transport)
        peer, peers = self.client[0] if self.client else "", self._listening.peers
        self._peer, most = whose(peer), self._settings.connections_per_address
        peers[self._peer] += 1
        if peers[self._peer] > most and not self._listening.is_proxy(peer):
            self._turn_away(429, "too_many_connections", f"One address may hold {most} connections open.")
        elif len(self.connections) > self._settings.connections:
            self._turn_away(503, "too_many_connections", "This server holds as many connections as it can.")
        else:
            self._time_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        peers = self._listening.peers
        peers[self._peer] -= 1
        if not peers[self._peer]:
            del peers[self._peer]
        self._unset_keepalive_if_required()
        self._untime()
        if self._unread_timer is not None:
            self._unread_timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self._unset_keepalive_if_required()
        if self._lingering:
            self._discarded += len(data)
            if self._discarded > 2 * self._settings.batch_bytes:
                self.flow.pause_reading()
        if not self._refused:
            self.count_ahead(data)
            self._read(data)
        if self._timer is None and self._is_idle():
            self._time_head()

    def _read(self, data: bytes) -> None:
        try:
            if self._in_head:
                self._head_bytes += len(data)
            assert self.parser is not None
            self.parser.feed_data(data)
            if self._in_head and self._head_bytes > self._settings.head_bytes + self._settings.url_bytes:
                self._refuse(*self._too_large())
            elif self.sends_too_much:
                self._refuse(*_FAR_AHEAD)
            elif self.pipeline:
                self.flow.resume_reading()  # else nobody would notice that the other side has left
        except httptools.HttpParserUpgrade:
            # Answered as if it had not been asked for, and with nothing that comes after it.
            self._refused, self.cycle.keep_alive = True, False
        except httptools.HttpParserError:
            if self._lingering:  # answered already
                self._refused = True
                self._close()
            else:
                self._refuse(*self._refusal)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._headers_bytes = 0
        if self._timer is None:
            self._time_head()

    def on_url(self, url: bytes) -> None:
        """A part of the path and query."""
        super().on_url(url)
        if len(self.url) > self._settings.url_bytes:
            self._stop(414, "too_large", f"The path and query are longer than {self._settings.url_bytes} bytes.")

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; those that come after a body are dropped."""
        self._headers_bytes += len(name) + len(value)
        if self._headers_bytes > self._settings.head_bytes or len(self.headers) >= _MOST_HEADERS:
            self._stop(*self._too_large())
        if len(value) > _LONGEST_HOST and name.lower() == b"host":
            self._stop(400, "malformed", f"The Host is longer than {_LONGEST_HOST} bytes.")
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A request can be answered."""
        assert self.parser is not None
        if self.parser.should_upgrade() and any(name in _BODIES for name, _ in self.headers):
            # The parser takes such a body for the other protocol, and it would be lost without a word.
            self._stop(400, "malformed", "A request with a body asks for no other protocol: send it without `Upgrade`.")
        if self.asks_too_much:
            self._stop(*_FAR_AHEAD)
        self._untime()
        self._in_head, self._head_bytes = False, 0
        super().on_headers_complete()
        self._latest = self.cycle
        self.cycle.transport = Polite(self.transport, partial(self.leave, self.cycle))

    def on_message_complete(self) -> None:
        """A request is there whole."""
        super().on_message_complete()
        self._in_head = True
        if self._lingering:
            raise _Enough

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        async def closing(scope: Any, receive: Any, send: Any) -> None:
            def close_after(start: Any) -> None:
                # With a body unread, or when the server closes after a failure: whoever is told asks on elsewhere.
                if cycle.more_body or start["status"] == HTTPStatus.INTERNAL_SERVER_ERROR:
                    cycle.keep_alive = False

            await app(scope, receive, at_start(send, close_after))
            if cycle.response_started and not cycle.response_complete:
                give_up(cycle)  # nobody could take this for its end
                self.transport.abort()

        super()._start_asgi_task(cycle, closing)

    def on_response_complete(self) -> None:
        """A request is answered."""
        if not self._lingering:
            super().on_response_complete()

    def leave(self, cycle: RequestResponseCycle) -> None:
        """Close once an answer is out, and after what still comes of its request."""
        if cycle is self._latest and cycle.more_body:
            self._linger()
        else:
            self._close()

    def pause_writing(self) -> None:
        """The reader does not keep up."""
        super().pause_writing()
        self._time_reader()

    def resume_writing(self) -> None:
        """The reader goes on."""
        super().resume_writing()
        if self._unread_timer is not None:
            self._unread_timer.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came."""
        self._close()

    def _is_idle(self) -> bool:
        return self._in_head and not self._lingering and not self._is_answering() and not self.transport.is_closing()

    def _is_answering(self) -> bool:
        return self._latest is not None and not self._latest.response_complete

    def _time_head(self) -> None:
        self._timer = self.loop.call_later(self._settings.head_seconds, self._head_is_late)

    def _untime(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_reader(self) -> None:
        self._unread_timer = self.loop.call_later(_UNREAD_SECONDS, self.transport.abort)

    def _head_is_late(self) -> None:
        if self.flow.read_paused:  # it is we who do not read
            self._time_head()
        elif self._is_answering():
            self.cycle.keep_alive = False
        elif self._head_bytes:
            seconds = self._settings.head_seconds
            self._refuse(408, "too_slow", f"The request's head did not arrive within {seconds:g} seconds.")
        else:
            self._close()

    def _too_large(self) -> tuple[int, str, str]:
        most = f"{self._settings.head_bytes} bytes and {_MOST_HEADERS} headers"
        return 431, "too_large", f"The request's head is larger than {most}."

    def _stop(self, status: int, code: str, detail: str) -> NoReturn:
        self._refusal = (status, code, detail)
        raise _Enough

    def _refuse(self, status: int, code: str, detail: str) -> None:
        """Answer what never became a request whole, and be done; with an answer under way there is no more to say."""
        self._refused = True
        telemetry.TURNED_AWAY.labels(code).inc()
        if self._is_answering() and not self._abandon():
            self._close()
        elif not self.transport.is_closing():
            self.transport.write(raw_problem(status, code, detail))
            self._linger()

    def _abandon(self) -> bool:
        """Give up a request whose body cannot be read on, unless its answer has begun or another is before it."""
        cycle = self._latest
        if cycle is None or cycle.response_started or not cycle.more_body or self.pipeline:
            return False
        give_up(cycle)
        return True

    def _turn_away(self, status: int, code: str, detail: str) -> None:
        """Answer a connection that there is no room for, before it asks."""
        self._refused = True
        telemetry.TURNED_AWAY.labels(code).inc()
        self.transport.write(raw_problem(status, code, detail))
        self._close()

    def _linger(self) -> None:
        """Throw away for a moment what still comes, then close."""
        self._untime()
        self._lingering = True
        self.flow.resume_reading()
        self._timer = self.loop.call_later(_LINGER_SECONDS, self._close)

    def _close(self) -> None:
        """Close; by force if what was written is not read."""
        self._untime()
        if not self.transport.is_closing():
            unread = self.transport.get_write_buffer_size()
            self.transport.close()
            if unread:
                self._time_reader()

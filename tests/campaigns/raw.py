"""HTTP by hand: requests that no client would send, to the byte."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import TypeAlias
from urllib.parse import urlsplit

LIMIT = 20
"""Seconds after which an answer is taken never to come."""

Headers: TypeAlias = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a status, headers by lower-case name, and the body, but of a stream only that it began."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def media(self) -> str:
        """The kind of the body, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0]


def request(method: bytes, target: bytes, headers: Headers = (), body: bytes | None = None) -> bytes:
    """A request as it goes over the wire; its length is said only where there is a body."""
    said = [(b"Host", b"scorepad"), (b"Connection", b"close"), *headers]
    if body is not None:
        said.append((b"Content-Length", str(len(body)).encode()))
    lines = [method + b" " + target + b" HTTP/1.1", *(name + b": " + value for name, value in said)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")


def ask(url: str, sent: bytes) -> Answer | None:
    """What is answered to these bytes; None where the connection is closed without a word, or with half a one."""
    host = urlsplit(url)
    with socket.create_connection((host.hostname or "", host.port or 0), timeout=LIMIT) as connection:
        # A server that has read enough answers and closes, whatever is still on its way.
        with suppress(ConnectionError):
            connection.sendall(sent)
        try:
            with HTTPResponse(connection, method=sent.partition(b" ")[0].decode("latin-1")) as answer:
                answer.begin()
                streamed = answer.getheader("content-type", "").startswith("text/event-stream")
                body = b"" if streamed else answer.read()
                headers = {name.lower(): value for name, value in answer.getheaders()}
                return Answer(answer.status, headers, body)
        except (HTTPException, ConnectionError):
            return None

"""Bare connections, for what no client would send: byte by byte, half, never, or too much."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.servers import Api


@dataclass
class Wire:
    """A bare connection."""

    connection: socket.socket

    def say(self, text: str | bytes) -> None:
        """Send that."""
        self.connection.sendall(text.encode("latin-1") if isinstance(text, str) else text)

    def heard(self) -> bytes:
        """All that comes until the other side is done."""
        said = b""
        with suppress(ConnectionResetError):
            while chunk := self.connection.recv(65_536):
                said += chunk
        return said

    def refusal(self) -> tuple[int, str]:
        """Status and code of a refusal, after which the connection is closed."""
        head, _, body = self.heard().partition(b"\r\n\r\n")
        assert b"connection: close" in head.lower(), head
        assert b"content-type: application/problem+json" in head.lower(), head
        document: dict[str, Any] = json.loads(body)
        return int(head.split()[1]), document["code"]


@contextmanager
def wire(api: Api, said: str | bytes = b"", address: str | None = None) -> Iterator[Wire]:
    """A bare connection that has said that, from one of this machine's own addresses."""
    host = urlsplit(api.url)
    source = (address, 0) if address else None
    with socket.create_connection((host.hostname or "", host.port or 0), 20, source) as connection:
        found = Wire(connection)
        found.say(said)
        yield found

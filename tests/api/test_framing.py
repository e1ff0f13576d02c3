"""Where one HTTP request ends and the next begins: what could be read in two ways is not read at all."""

import re
import socket
from contextlib import ExitStack
from functools import partial
from urllib.parse import urlsplit

import pytest

from tests.servers import Api

POST = b"POST /v1/matches HTTP/1.1\r\nHost: here\r\n"
HIDDEN = b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
"""A request inside the body of another."""
ENDED = b"\r\n0\r\n\r\n"
SENT = {
    "a length and chunks": POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n" + ENDED + HIDDEN,
    "chunks and a length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n" + ENDED + HIDDEN,
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(HIDDEN) + HIDDEN,
    "a length below zero": POST + b"Content-Length: -1\r\n\r\n" + HIDDEN,
    "a length with a sign": POST + b"Content-Length: +0\r\n\r\n" + HIDDEN,
    "an encoding that is none": POST + b"Transfer-Encoding: xchunked\r\n" + ENDED + HIDDEN,
    "chunks that are not last": POST + b"Transfer-Encoding: chunked, identity\r\n" + ENDED + HIDDEN,
    "a blank before the colon": POST + b"Transfer-Encoding : chunked\r\n" + ENDED + HIDDEN,
    "a chunk of no length": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n" + HIDDEN,
    "a chunk whose line ends early": POST + b"Transfer-Encoding: chunked\r\n\r\n0;x\n\r\n\r\n" + HIDDEN,
    "lines without returns": POST.replace(b"\r", b"") + b"Content-Length: 0\n\n" + HIDDEN,
    "a header that goes on": POST + b"X-Said: a\r\n b\r\nContent-Length: 0\r\n\r\n" + HIDDEN,
}


@pytest.fixture(scope="module")
def answers(api: Api) -> dict[str, bytes]:
    """All that is answered to each, sent at once: the server keeps a line that it refused for two seconds."""
    url = urlsplit(api.url)
    with ExitStack() as stack:
        lines = {
            name: stack.enter_context(socket.create_connection((url.hostname or "", url.port or 0), timeout=10))
            for name in SENT
        }
        for name, line in lines.items():
            line.sendall(SENT[name])
        return {name: b"".join(iter(partial(line.recv, 65_536), b"")) for name, line in lines.items()}


@pytest.mark.parametrize("name", SENT)
def test_a_request_that_could_be_read_in_two_ways_is_refused_with_all_that_follows(
    answers: dict[str, bytes], name: str
) -> None:
    assert re.findall(rb"HTTP/1\.1 (\d+)", answers[name]) == [b"400"]
    assert b"alive" not in answers[name]

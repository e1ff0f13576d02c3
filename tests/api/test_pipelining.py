"""Requests that are sent before the answer to the one ahead: who leaves leaves nothing behind."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

import pytest

from tests.crowd import eventually
from tests.limited import limited
from tests.listeners import watching
from tests.servers import Api
from tests.wires import Wire, wire

STREAMS: Final = 3
AHEAD: Final = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API that has room for few streams."""
    with limited(request, redis_url, tmp_path_factory.mktemp("ahead"), streams=STREAMS, beat_seconds=0.2) as found:
        yield found


def live(match: str, path: str = "live") -> str:
    """The request for a stream of a match."""
    return f"GET /v1/matches/{match}/{path} HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n\r\n"


def begun(one: Wire) -> bool:
    """Whether an answer has begun."""
    return one.connection.recv(65_536).startswith(b"HTTP/1.1 200")


def streams(api: Api) -> int:
    """How many streams are open, as both who count them say."""
    return max(len(api.context.limits.streams), api.hub.viewers)


@pytest.mark.parametrize("ahead", [1, 2, 9])
@pytest.mark.parametrize("path", ["live", "events?follow=1"])
def test_a_stream_ends_with_its_connection_whatever_was_asked_ahead(api: Api, ahead: int, path: str) -> None:
    match = api.open()
    with ExitStack() as stack:
        for _ in range(STREAMS):
            assert begun(stack.enter_context(wire(api, live(match, path) + AHEAD * ahead)))
        assert streams(api) == STREAMS

    eventually(lambda: not streams(api), 10)
    with watching(api, match) as listener:
        listener.next()


@pytest.mark.parametrize("later", [AHEAD, AHEAD * 3, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n"])
def test_a_silent_stream_ends_whatever_is_sent_while_it_goes_on(api: Api, later: str) -> None:
    with wire(api, live(api.open(), "events?follow=1")) as one:
        assert begun(one)
        one.say(later)
        one.say(" " * (900_000 if "POST" in later else 0))

    eventually(lambda: not streams(api), 10)


def test_a_stream_that_was_asked_ahead_ends_too(api: Api) -> None:
    match = api.open()
    with wire(api, AHEAD + live(match) + live(match) + AHEAD) as one:
        eventually(lambda: streams(api), 10)
        assert begun(one)

    eventually(lambda: not streams(api), 10)


def test_what_was_asked_ahead_is_not_done_for_who_has_left(api: Api) -> None:
    match = api.open()
    report = '{"type": "bridge.deal_played", "data": {"contract": "Pass"}}'
    head = f"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: x\r\nContent-Length: {len(report)}\r\n"
    key = api.as_("director").headers["authorization"]

    with wire(api, live(match) + f"{head}Authorization: {key}\r\n\r\n{report}") as one:
        assert begun(one)

    eventually(lambda: not streams(api), 10)
    assert api.as_().get(f"/v1/matches/{match}").json()["version"] == 1

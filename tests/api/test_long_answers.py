"""Long answers: who may not have them any more gets no more of them, and can tell that they are not whole."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest

from services import keys
from services.api.protocol import Protocol
from tests.crowd import eventually
from tests.listeners import read_frames
from tests.servers import NO_TLS, Api, sent

EVENTS = 2001
PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
LINES = {"Accept": "application/x-ndjson"}
FRAMES = {"Accept": "text/event-stream"}
WHOLE = {
    "replay": ("/v1/matches/{match}/replay?to=150", LINES),
    "export": ("/v1/ledger/export", LINES),
    "log": ("/v1/matches/{match}/events", LINES),
    "steps": ("/matches/{match}/replay/steps?from=31&to=150", LINES),
}
"""Answers without an end of their own."""


@pytest.fixture(scope="module")
def match(api: Api) -> str:
    """A long private match."""
    found = api.open(visibility="private")
    for start in range(1, EVENTS, 1000):
        batch = {"events": [PASS] * min(1000, EVENTS - start)}
        sent(api.as_("director").post(f"/v1/matches/{found}/events", json=batch))
    api.drain()
    return found


@contextmanager
def begun(api: Api, key: str | None, path: str, headers: dict[str, str]) -> Iterator[Iterator[bytes]]:
    """An answer of which something has come, and little more is on its way."""
    little = [(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)]
    way = httpx2.HTTPTransport(socket_options=little, verify=NO_TLS)
    bearer = {"Authorization": f"Bearer {key}"} if key else {}
    with httpx2.Client(base_url=api.url, headers=headers | bearer, timeout=20, transport=way) as client:
        client.get("/healthz").raise_for_status()
        assert api._server is not None
        for connection in list(api._server.server_state.connections):
            assert isinstance(connection, Protocol)
            connection.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        with client.stream("GET", path) as answer:
            assert answer.status_code == 200
            chunks = answer.iter_raw(1000)
            assert next(chunks)
            yield chunks


def ended(api: Api) -> bool:
    """Whether the process knows of every stream's bearer that it has ended."""
    return all(viewer.ended for viewer in api.hub._everybody if viewer.bearer is not None)


@pytest.mark.parametrize("what", WHOLE)
def test_who_is_revoked_meanwhile_is_cut_off(api: Api, match: str, what: str) -> None:
    path, headers = WHOLE[what]
    made = keys.create(api.stores, ["director"])
    length = len(api.as_("director").get(path.format(match=match), headers=headers).content)

    with begun(api, made.key, path.format(match=match), headers) as chunks:
        keys.revoke(api.stores, made.id)
        eventually(lambda: ended(api), 3)
        more = list[bytes]()
        with pytest.raises(httpx2.RemoteProtocolError):
            more.extend(chunks)

    assert len(b"".join(more)) < length * 3 / 4
    eventually(lambda: not api.hub.viewers, 5)


def test_a_stream_of_a_replay_says_goodbye_to_who_is_revoked(api: Api, match: str) -> None:
    made = keys.create(api.stores, ["reader"])

    with begun(api, made.key, f"/v1/matches/{match}/replay?to=150", FRAMES) as chunks:
        keys.revoke(api.stores, made.id)
        eventually(lambda: ended(api), 3)
        *steps, last = read_frames(chunks)

    assert last.event == "bye"
    assert len(steps) < 149


@pytest.mark.parametrize("what", ["replay", "log"])
def test_who_looks_at_a_match_that_turns_private_is_cut_off(api: Api, what: str) -> None:
    path, headers = WHOLE[what]
    opened = api.open()
    sent(api.as_("director").post(f"/v1/matches/{opened}/events", json={"events": [PASS] * 1000}))

    with begun(api, None, path.format(match=opened), headers) as chunks:
        api.tell(opened, "match.visibility_changed", {"visibility": "private"})
        with pytest.raises(httpx2.RemoteProtocolError):
            list(chunks)


@pytest.mark.parametrize("what", WHOLE)
def test_who_may_have_it_gets_it_whole(api: Api, match: str, what: str) -> None:
    path, headers = WHOLE[what]

    answer = api.as_("director").get(path.format(match=match), headers=headers)

    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert len(lines) >= {"replay": 150, "export": EVENTS + 2, "log": EVENTS, "steps": 120}[what]

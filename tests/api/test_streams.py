"""Live streams: every board whole, then newer ones; events with ids, none skipped; beats, and a goodbye."""

import json
import signal
import socket
import struct
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from services import ledgers, live, projecting, wiring
from services.api.hub import Topic
from services.config import Settings
from services.folding import Folded
from services.scoreboard import Stored
from services.wiring import EVERY
from tests.conftest import fresh_database
from tests.crowd import eventually
from tests.listeners import Frame, Listener, listening, watching
from tests.servers import Api, problem, sent, serving, serving_process

PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
BOARDS = {"rubber", "hands"}


def test_each_connection_is_sent_every_board_whole_then_newer_ones(api: Api) -> None:
    match = drained(api)
    with watching(api, match) as first:
        assert versions(first.boards()) == dict.fromkeys(BOARDS, 1)

        pass_out(api, match)

        assert versions(first.boards()) == dict.fromkeys(BOARDS, 2)
        with watching(api, match) as second:
            assert versions(second.boards()) == dict.fromkeys(BOARDS, 2)
            assert second.beats()
        assert first.beats()


def test_a_board_comes_as_it_is_shown(api: Api) -> None:
    match = drained(api)

    with watching(api, match) as listener:
        found = listener.boards()

    for name in BOARDS:
        assert found[name] == api.as_().get(f"/v1/matches/{match}/boards/{name}").json()


def test_a_stream_tells_caches_and_proxies_to_keep_out(api: Api) -> None:
    with watching(api, drained(api)) as listener:
        headers = listener.answer.headers

    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-store"
    assert headers["x-accel-buffering"] == "no"


def test_a_stream_opened_before_any_drain_is_sent_the_boards_when_there_are_some(api: Api) -> None:
    match = api.open()

    with watching(api, match) as listener:
        assert listener.beats()
        api.drain()
        assert versions(listener.boards()) == dict.fromkeys(BOARDS, 1)


def test_boards_are_picked_by_name(api: Api) -> None:
    match = drained(api)

    with watching(api, match, boards="hands") as listener:
        assert listener.next("board").data["board"] == "hands"
        pass_out(api, match)
        assert listener.next("board").data["board"] == "hands"


def test_a_board_that_the_game_does_not_have_cannot_be_picked(api: Api) -> None:
    match = drained(api)

    for path in (f"/v1/matches/{match}/live?boards=ruber", f"/v1/live?match={match}&boards=rubber,nothing"):
        assert "rubber" in problem(refused(api, path), 404, "unknown")["detail"]


def test_beats_come_at_their_interval_with_the_version(api: Api) -> None:
    match, seconds = drained(api), api.stores.settings.beat_seconds
    with watching(api, match) as listener:
        listener.boards()
        beat = listener.next("beat")
        before = time.monotonic()
        for _ in range(4):
            assert listener.next("beat") == beat
        took = time.monotonic() - before

    assert beat == Frame("beat", {"match": match, "version": 1, "live": True})
    assert 3.5 * seconds < took < 4 * seconds + 3


def test_redis_is_a_hint_and_a_lost_message_costs_a_second(api: Api) -> None:
    match = drained(api)
    away = api.stores.settings.model_copy(update={"redis_url": Settings(redis_url="redis://127.0.0.1:1").redis_url})
    elsewhere = wiring.connect(away)

    with watching(api, match) as listener:
        listener.boards()
        api.tell(match, PASS["type"], PASS["data"])
        projecting.drain(elsewhere, Folded())
        assert versions(listener.boards()) == dict.fromkeys(BOARDS, 2)

    elsewhere.engine.dispose()


def test_br131_br133_a_stale_message_never_takes_the_score_back(api: Api) -> None:
    match = drained(api)
    pass_out(api, match)
    board = api.as_().get(f"/v1/matches/{match}/boards/rubber").json()

    with watching(api, match, boards="rubber") as listener:
        assert listener.next("board").data["version"] == 2
        for epoch, version in ((1, 1), (1, 2), (0, 9)):
            publish(api, Stored(match, "rubber", epoch, version, json.dumps(board | {"version": version})))
        pass_out(api, match)
        assert listener.next("board").data["version"] == 3
        publish(api, Stored(match, "rubber", 2, 1, json.dumps(board | {"version": 1})))
        assert listener.next("board").data["version"] == 1


def test_a_board_that_nobody_stored_is_shown_for_a_second_at_most(api: Api) -> None:
    """Whoever may write into Redis may say what no worker said, of a version that the match has not reached."""
    match = drained(api)
    board = api.as_().get(f"/v1/matches/{match}/boards/rubber").json()

    with watching(api, match, boards="rubber") as listener:
        listener.next("board")
        publish(api, Stored(match, "rubber", 1, 10**9, json.dumps(board | {"version": 10**9})))
        assert listener.next("board").data["version"] == 10**9
        assert listener.next("board").data == board
        pass_out(api, match)
        assert listener.next("board").data["version"] == 2


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"junk",
        b"\xff\xfe",
        b'{"epoch":x,"version":1,"board":{}}',
        b"{}",
        b"[" * 100_000 + b',"board":{}}',
        b'{"a":' * 100_000 + b',"board":{}}',
        *(
            f'{{"epoch":{epoch},"version":{version},"visibility":{visibility},"board":{{}}}}'.encode()
            for epoch, version, visibility in [
                ("1", "9", "[]"),
                ("1", "9", "{}"),
                ("1", "9", "null"),
                ("1", "9", "7"),
                ("1.0", "9", '"public"'),
                ("true", "9", '"public"'),
                ("1", '"9"', '"public"'),
                ("1", "[]", '"public"'),
                ("9" * 5000, "9", '"public"'),
            ]
        ),
    ],
    ids=range(16),
)
def test_a_message_that_is_none_of_ours_silences_nothing(api: Api, message: bytes) -> None:
    match = drained(api)

    with watching(api, match, boards="rubber") as listener:
        listener.next("board")
        for channel in (f"{live.BOARD}{match}:rubber", f"{live.BOARD}{match}:", f"{live.FEED}main"):
            api.stores.redis.publish(channel, message)
        api.stores.redis.publish(f"{live.BOARD}{match}:".encode() + b"\xff", message)
        pass_out(api, match)
        assert listener.next("board").data["version"] == 2
        assert listener.next("beat").data["live"] is True


def test_whatever_a_message_raises_ends_nothing(api: Api) -> None:
    for message in ({}, {"channel": None, "data": None}, {"channel": b"", "data": None}):
        api.hub._try_to_hear(message)

    assert api.hub.on_redis


def test_br157_a_return_in_a_string_begins_no_frame(api: Api) -> None:
    evil = "a\rid: 99\r\rdata: EVIL\n\nevent: bye\r\n\r\n\u2028\x85"
    match = api.open(title=evil)
    api.tell(match, "match.closed", {"reason": evil})
    api.drain()

    with watching(api, match, events=True) as listener:
        frames = [listener.next("board", "event") for _ in range(4)]

    assert sorted((frame.event, frame.id) for frame in frames if frame.event == "event") == [
        ("event", "1"),
        ("event", "2"),
    ]
    assert {frame.data["title"] for frame in frames if frame.event == "board"} == {evil}
    assert next(frame.data["data"] for frame in frames if frame.id == "2") == {"reason": evil}


def test_events_come_with_their_versions_as_ids_and_none_is_skipped(api: Api) -> None:
    match = drained(api)
    sent(api.as_("director").post(f"/v1/matches/{match}/events", json={"events": [PASS] * 450}))

    with watching(api, match, events=True, boards="rubber") as listener:
        before = events(listener, 451)
        for _ in range(20):
            pass_out(api, match)
        after = events(listener, 20)

    assert [frame.id for frame in before + after] == [str(version) for version in range(1, 472)]
    assert [frame.data["version"] for frame in before + after] == list(range(1, 472))
    logged = api.as_().get(f"/v1/matches/{match}/events", params={"limit": 500}).json()["items"]
    assert [frame.data for frame in before + after] == logged


def test_only_events_have_ids(api: Api) -> None:
    with watching(api, drained(api), events=True) as listener:
        frames = [listener.next() for _ in range(5)]

    assert {frame.event for frame in frames} == {"board", "event", "beat"}
    assert all((frame.id is not None) is (frame.event == "event") for frame in frames)


def test_br127_a_listener_that_comes_back_misses_and_doubles_nothing(api: Api) -> None:
    match, seen = drained(api), list[str | None]()

    last: dict[str, str] = {}
    for _ in range(4):
        pass_out(api, match)
        with watching(api, match, headers=last, events=True) as listener:
            assert set(listener.boards()) == BOARDS
            seen += [frame.id for frame in events(listener, 2 if not seen else 1)]
            last = {"Last-Event-ID": str(seen[-1])}

    assert seen == ["1", "2", "3", "4", "5"]


def test_a_stream_goes_on_after_the_version_asked_for_unless_it_has_seen_more(api: Api) -> None:
    match = drained(api)
    for _ in range(4):
        pass_out(api, match)

    with watching(api, match, events=True, after=3) as listener:
        assert [frame.id for frame in events(listener, 2)] == ["4", "5"]
    with watching(api, match, headers={"Last-Event-ID": "4"}, events=True, after=1) as listener:
        assert [frame.id for frame in events(listener, 1)] == ["5"]


@pytest.mark.parametrize("last", ["0", "-1", "99999999999999999999", "abc", "1;DROP TABLE", "", "5-7", "9", "٣"])
def test_br128_an_id_that_is_none_starts_anew(api: Api, last: str) -> None:
    match = drained(api)
    pass_out(api, match)

    with watching(api, match, headers={b"Last-Event-ID": last.encode()}, events=True) as listener:
        frames = [listener.next("board", "event") for _ in range(4)]

    assert {frame.data["board"] for frame in frames if frame.event == "board"} == BOARDS
    assert [frame.id for frame in frames if frame.event == "event"] == ["1", "2"]


@pytest.mark.parametrize("asked", [{"after": "-1"}, {"after": "x"}, {"after": "9" * 30}, {"events": "perhaps"}])
def test_a_stream_that_cannot_be_is_refused(api: Api, asked: dict[str, str]) -> None:
    problem(refused(api, f"/v1/matches/{api.open()}/live", **asked), 422, "event_invalid")


def test_hands_are_sealed_on_a_stream_too(api: Api) -> None:
    match, hand = api.open(), [rank + "S" for rank in "AKQJT98765432"]
    api.tell(match, "bridge.dealt", {"dealer": "N", "hands": {"N": hand}})
    api.drain()

    with watching(api, match, events=True) as listener:
        told = [listener.next("board", "event") for _ in range(4)]

    assert "KS" not in str(told)
    assert next(frame.data["data"] for frame in told if frame.id == "2") == {"dealer": "N", "sealed": True}


def test_several_matches_share_a_stream(api: Api) -> None:
    one, other = drained(api), drained(api)

    with listening(api.as_(), "/v1/live", match=[one, other, one], boards="rubber") as listener:
        assert {listener.next("board").data["match"] for _ in range(2)} == {one, other}
        pass_out(api, other)
        assert (listener.next("board").data["match"], listener.next().event) == (other, "beat")


def test_a_stream_of_no_match_too_many_or_one_unseen_is_refused(api: Api) -> None:
    seen, private = api.open(), api.open(visibility="private")

    problem(refused(api, "/v1/live"), 422, "event_invalid")
    problem(refused(api, "/v1/live", match=[str(uuid.uuid4()) for _ in range(51)]), 422, "event_invalid")
    problem(refused(api, "/v1/live", match=[seen, private]), 404, "unknown")


def test_a_ledger_streams_every_event_at_its_position(api: Api) -> None:
    ledger = f"club {uuid.uuid4()}"
    with api.stores.writing(EVERY) as connection:
        ledgers.add(connection, ledger)
    director, reader = api.as_("director", ledger=ledger), api.as_("reader", ledger=ledger)
    match = sent(director.post("/v1/matches", json={"game": "bridge.rubber"}))["match"]
    sent(director.post(f"/v1/matches/{match}/events", json={"events": [PASS] * 250}))
    api.drain()

    with listening(reader, "/v1/events/live") as listener:
        before = events(listener, 251)
        sent(director.post(f"/v1/matches/{match}/events", json=PASS))
        api.drain()
        last = listener.next("event")
        beat = listener.next("beat")

    assert [frame.id for frame in before] == [str(position) for position in range(1, 252)]
    assert (last.id, last.data["version"], last.data["match"]) == ("252", 252, match)
    assert beat.data == {"position": 252, "live": True}
    with listening(reader, "/v1/events/live", {"Last-Event-ID": "251"}) as listener:
        assert listener.next("event") == last
    with listening(reader, "/v1/events/live", after=250) as listener:
        assert [listener.next("event").id for _ in range(2)] == ["251", "252"]


def test_a_key_for_one_match_is_streamed_that_match(api: Api) -> None:
    own = drained(api)
    for _ in range(3):
        sent(api.as_("director").post(f"/v1/matches/{drained(api)}/events", json={"events": [PASS] * 100}))
    pass_out(api, own)

    with listening(api.as_("reader", matches=(own,)), "/v1/events/live") as listener:
        assert [(frame.data["match"], frame.data["version"]) for frame in events(listener, 2)] == [(own, 1), (own, 2)]


def test_br118_a_listener_that_is_cut_off_leaves_nothing_behind(api: Api) -> None:
    eventually(lambda: (api.hub.viewers, api.stores.redis.pubsub_numpat()) == (0, 1), 10)
    matches = [drained(api) for _ in range(4)]
    paths = [f"/v1/matches/{match}/live?events=true" for match in matches]
    paths += ["/v1/live?" + "&".join(f"match={match}" for match in matches)]
    with ExitStack() as stack:
        lines = [stack.enter_context(line(api, path)) for path in paths * 8]
        for one in lines:
            read_until(one, b"event: board")
        assert (api.hub.viewers, len(api.hub._topics)) == (40, 4)
        assert api.stores.redis.pubsub_numpat() == 5
        assert b"scorepad_viewers 40.0" in api.as_().get("/metrics").content

        for one in lines:
            cut(one)

        eventually(lambda: api.hub.viewers == 0, 10)
        eventually(lambda: not api.hub._topics, 10)
        eventually(lambda: api.stores.redis.pubsub_numpat() == 1, 10)
    with watching(api, matches[0], boards="rubber") as listener:
        assert listener.next("board").data["version"] == 1
        pass_out(api, matches[0])
        assert listener.next("board").data["version"] == 2


def test_br118_a_listener_that_is_gone_before_it_hears_anything_leaves_nothing_behind(api: Api) -> None:
    matches = [drained(api) for _ in range(4)]

    for _ in range(5):
        for match in matches:
            with line(api, f"/v1/matches/{match}/live") as one:
                cut(one)
        with line(api, "/v1/live?" + "&".join(f"match={match}" for match in matches)) as one:
            cut(one)

    eventually(lambda: (api.hub.viewers, len(api.hub._topics), api.stores.redis.pubsub_numpat()) == (0, 0, 1), 10)
    with watching(api, matches[0]) as listener:
        assert versions(listener.boards()) == dict.fromkeys(BOARDS, 1)


def test_br121_a_hundred_listeners_do_with_five_connections(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path
) -> None:
    with fresh_database(request, "postgresql", tmp_path) as url, ExitStack() as stack:
        few = Settings(database_url=url, redis_url=redis_url, data=tmp_path, pool=5, _env_file=None)
        api = stack.enter_context(serving(few))
        match = drained(api)
        lines = [stack.enter_context(line(api, f"/v1/matches/{match}/live?events=true")) for _ in range(100)]
        for one in lines:
            read_until(one, b"\nid: 1\n")

        for _ in range(3):
            pass_out(api, match)

        for one in lines:
            read_until(one, b"\nid: 4\n")
        assert api.as_().get("/readyz").status_code == 200


def test_br122_twenty_listeners_are_said_goodbye_and_hold_nothing_up(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path
) -> None:
    errors = tmp_path / "errors"
    with fresh_database(request, "sqlite", tmp_path) as url, ExitStack() as stack:
        here = Settings(database_url=url, redis_url=redis_url, data=tmp_path, log_level="debug", _env_file=None)
        api, process = stack.enter_context(serving_process(here, errors))
        match, reader = drained(api), api.as_("reader")
        listeners = [stack.enter_context(watching(api, match, events=True)) for _ in range(15)]
        listeners += [stack.enter_context(listening(reader, "/v1/events/live")) for _ in range(4)]
        listeners += [stack.enter_context(listening(reader, "/v1/live", match=match))]
        for listener in listeners:
            listener.next("board", "event")

        process.send_signal(signal.SIGTERM)

        assert process.wait(5) == 0
        assert [list(listener.frames)[-1] for listener in listeners] == [Frame("bye", {})] * 20
    said = errors.read_text()
    assert "/v1/events/live" in said, "the log says who asked for what"
    assert "sp_reader" not in said, "BR158: and never with which key"
    assert "events=true" not in said, "nor with which query"


def test_a_listener_far_behind_is_sent_the_newest_of_each_board_alone() -> None:
    topic = Topic("m", "outside", None)
    for version in range(1, 101):
        topic.offer(Stored("m", f"board {version % 2}", 1, version, f'{{"version":{version}}}'))

    assert topic.since(0, None).count(b"event: board") == 2
    assert topic.since(97, None) == b"".join(
        f'event: board\ndata: {{"version":{version}}}\n\n'.encode() for version in (98, 99, 100)
    )
    assert topic.since(0, frozenset({"board 1"})) == b'event: board\ndata: {"version":99}\n\n'
    assert topic.since(100, None) == b""


def drained(api: Api) -> str:
    """A new match with its boards."""
    match = api.open()
    api.drain()
    return match


def pass_out(api: Api, match: str) -> None:
    """A deal more, and its boards."""
    sent(api.as_("director").post(f"/v1/matches/{match}/events", json=PASS))
    api.drain()


def versions(boards: dict[str, dict[str, Any]]) -> dict[str, int]:
    """The version of each board."""
    return {name: board["version"] for name, board in boards.items()}


def events(listener: Listener, number: int) -> list[Frame]:
    """The next events, passing over boards and beats."""
    found: list[Frame] = []
    while len(found) < number:
        frame = listener.next()
        found += [frame] if frame.event == "event" else []
    return found


def refused(api: Api, path: str, **asked: Any) -> httpx2.Response:
    """The answer to who asks for a stream and gets none."""
    with api.as_().stream("GET", path, params=asked or None) as answer:
        assert answer.status_code != 200, "there is a stream"
        answer.read()
        return answer


def publish(api: Api, board: Stored) -> None:
    """Say on Redis what a worker would say."""
    assert live.publish(api.stores.redis, [replace(board, visibility="public")], {})


@contextmanager
def line(api: Api, path: str) -> Iterator[socket.socket]:
    """A bare connection that has asked for a stream."""
    host = urlsplit(api.url)
    with socket.create_connection((host.hostname or "", host.port or 0), timeout=20) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        yield connection


def cut(connection: socket.socket) -> None:
    """Cut a bare connection off, without a word."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def read_until(connection: socket.socket, wanted: bytes) -> None:
    """Read a bare connection until it has said that."""
    heard = b""
    while wanted not in heard:
        chunk = connection.recv(65_536)
        assert chunk, heard
        heard += chunk

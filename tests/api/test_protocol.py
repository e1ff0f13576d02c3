"""Connections: who sends slowly, too much or nothing is let go, and everybody else is answered."""

import json
import re
import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from services import keys, telemetry
from services.api import protocol
from services.api.serve import _allow_files
from services.config import Settings
from tests.crowd import eventually
from tests.limited import limited
from tests.servers import NO_TLS, Api, problem, sent
from tests.wires import Wire, wire

PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
HEAD_SECONDS = 0.4
BODY_SECONDS = 0.6
HEAD = "GET /healthz HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(scope="module")
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API that waits for nobody."""
    given: dict[str, Any] = {"head_seconds": HEAD_SECONDS, "body_seconds": BODY_SECONDS, "idle_seconds": 1}
    folder = tmp_path_factory.mktemp("hasty")
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        limited(request, redis_url, folder, connections_per_address=20, **given) as found,
    ):
        monkeypatch.setattr(protocol, "_LINGER_SECONDS", 0.3)
        yield found
        eventually(lambda: not found.connections, 10)


def report(api: Api, match: str, length: str = "Content-Length: 1000") -> str:
    """The head of a good report."""
    key = api.as_("director").headers["authorization"]
    return f"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: x\r\nAuthorization: {key}\r\n{length}\r\n\r\n"


@pytest.mark.parametrize("said", ["G", "GET /healthz HTTP/1.1\r\n", HEAD, HEAD + "Accept: ", "\r\n"])
def test_a_head_that_does_not_come_whole_is_too_slow(api: Api, said: str) -> None:
    with wire(api, said) as slow:
        assert slow.refusal() == (408, "too_slow")


def test_a_byte_now_and_then_gains_no_time(api: Api) -> None:
    started = time.monotonic()
    with wire(api) as slow:
        slow.connection.settimeout(HEAD_SECONDS / 4)
        for letter in HEAD + "X-Long: " + "x" * 100:
            slow.say(letter)
            if heard(slow):
                break
        assert time.monotonic() - started < 4 * HEAD_SECONDS


def test_a_connection_that_says_nothing_is_closed_without_a_word(api: Api) -> None:
    with wire(api) as silent:
        assert silent.heard() == b""


def test_a_connection_that_asks_nothing_more_is_closed(api: Api) -> None:
    with wire(api, HEAD + "\r\n") as idle:
        assert idle.heard().count(b"HTTP/1.1") == 1


def test_empty_lines_keep_no_connection_open(api: Api) -> None:
    with wire(api, HEAD + "\r\n") as idle:
        while b"alive" not in idle.connection.recv(65_536):
            pass
        idle.say("\r\n")
        assert idle.refusal() == (408, "too_slow")


def test_a_connection_is_kept_for_the_next_request(api: Api) -> None:
    with wire(api) as kept:
        for _ in range(3):
            kept.say(HEAD + "\r\n")
            heard = b""
            while b"alive" not in heard:
                heard += kept.connection.recv(65_536)
            assert heard.startswith(b"HTTP/1.1 200")


def test_requests_sent_at_once_are_answered_in_order(api: Api) -> None:
    with wire(
        api, "".join(f"GET /{path} HTTP/1.1\r\nHost: x\r\n\r\n" for path in ("healthz", "nowhere", "healthz"))
    ) as one:
        said = one.heard()

    assert re.findall(rb"HTTP/1.1 (\d+)", said) == [b"200", b"404", b"200"]


def test_thousands_of_requests_sent_at_once_are_cut_off(api: Api) -> None:
    with wire(api, f"{HEAD}\r\n" * 5000) as one:
        assert one.heard().count(b"HTTP/1.1") <= 12


@pytest.mark.parametrize("length", ["Content-Length: 1000", "Transfer-Encoding: chunked"])
def test_a_body_that_does_not_come_whole_is_too_slow(api: Api, length: str) -> None:
    match = api.open()
    with wire(api, report(api, match, length) + "1\r\n{") as slow:
        assert slow.refusal() == (408, "too_slow")
    assert api.as_().get(f"/v1/matches/{match}").json()["version"] == 1


def test_a_body_that_drips_gains_no_time(api: Api) -> None:
    started = time.monotonic()
    with wire(api, report(api, api.open())) as slow:
        slow.connection.settimeout(BODY_SECONDS / 4)
        while not heard(slow):
            slow.say(" ")
        assert time.monotonic() - started < 5 * BODY_SECONDS


def test_a_body_that_ends_early_is_no_fault(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        with wire(api, report(api, api.open()) + "{"):
            pass

    eventually(lambda: not api.connections, 10)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (f"GET /{'x' * 30_000} HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (f"GET /v1/games?{'x' * 30_000} HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (f"{HEAD}X: {'x' * 40_000}\r\n\r\n", 431),
        (f"{HEAD}{'x' * 40_000}: x\r\n\r\n", 431),
        (HEAD + "".join(f"X-{n}: x\r\n" for n in range(101)) + "\r\n", 431),
        (HEAD + "".join(f"X-{n}: {'x' * 1000}\r\n" for n in range(40)) + "\r\n", 431),
        (f"{HEAD}X: {'x' * 70_000}", 431),
        (f"{HEAD}{'x' * 70_000}", 431),
        (f"GET /{'x' * 70_000}", 414),
        ("\r\n" * 40_000, 431),
    ],
)
def test_a_head_that_is_too_large_is_refused_before_it_ends(api: Api, said: str, status: int) -> None:
    with wire(api, said) as large:
        assert large.refusal() == (status, "too_large")


@pytest.mark.parametrize("path", ["/tv", "/healthz"])
def test_a_host_that_no_name_can_have_is_malformed(api: Api, path: str) -> None:
    for length, status in ((259, 200), (260, 400), (3000, 400)):
        with wire(api, f"GET {path} HTTP/1.1\r\nHost: {'x' * length}\r\nConnection: close\r\n\r\n") as one:
            assert int(one.heard().split()[1]) == status


@pytest.mark.parametrize(
    "said", ["HELLO\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02", "GET nothing HTTP/1.1\r\n\r\n"]
)
def test_what_is_no_http_is_malformed(api: Api, said: str) -> None:
    with wire(api, said) as other:
        assert other.refusal() == (400, "malformed")


def test_as_much_as_the_limits_allow_is_taken(api: Api) -> None:
    settings = Settings(_env_file=None)
    with wire(
        api, f"GET /v1/games?{'x' * (settings.url_bytes - 10)} HTTP/1.1\r\nHost: x\r\nX: {'x' * 30_000}\r\n\r\n"
    ) as one:
        assert one.heard().startswith(b"HTTP/1.1 200")


def test_a_header_after_the_body_is_none(api: Api) -> None:
    match = api.open()
    body = json.dumps(PASS)
    trailed = f"{len(body):x}\r\n{body}\r\n0\r\nAuthorization: {api.as_('director').headers['authorization']}\r\n\r\n"
    head = f"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

    with wire(api, head + trailed) as one:
        assert one.heard().startswith(b"HTTP/1.1 401")
    with wire(api, report(api, match, "Transfer-Encoding: chunked") + f"1\r\n \r\n0\r\nX: {'x' * 40_000}\r\n") as one:
        assert not one.heard().startswith(b"HTTP/1.1 201")


def test_another_protocol_is_not_changed_to(api: Api) -> None:
    with wire(api, f"{HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n") as one:
        one.say("PRI * HTTP/2.0\r\n\r\n")
        said = one.heard()

    assert said.startswith(b"HTTP/1.1 200")
    assert b"connection: close" in said


@pytest.mark.parametrize("length", ["Content-Length: 55", "Transfer-Encoding: chunked"])
def test_a_report_that_asks_for_another_protocol_is_told_that_its_body_is_lost(api: Api, length: str) -> None:
    head = report(api, api.open(), f"{length}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c")

    with wire(api, head) as one:
        assert one.refusal() == (400, "malformed")


def test_what_follows_a_refused_body_is_not_done(api: Api) -> None:
    match, body = api.open(), json.dumps(PASS)
    refused = report(api, match, "Content-Length: 1500000") + " " * 1_500_000

    with wire(api) as one:
        one.say(refused + report(api, match, f"Content-Length: {len(body)}") + body)
        assert one.heard().count(b"HTTP/1.1") == 1

    assert api.as_().get(f"/v1/matches/{match}").json()["version"] == 1


@pytest.mark.parametrize(
    ("length", "body"),
    [
        (f"Content-Length: {len(json.dumps(PASS))}", json.dumps(PASS)),
        ("Transfer-Encoding: chunked", "0\r\n\r\n"),
        ("Transfer-Encoding: chunked", "no chunk\r\n"),
        ("Content-Length: 2", "{}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
    ],
    ids=["whole", "empty", "broken", "with another request"],
)
def test_a_body_that_comes_after_its_refusal_is_thrown_away(api: Api, length: str, body: str) -> None:
    malformed = telemetry.TURNED_AWAY.labels("malformed")._value

    with wire(api) as one:
        one.say(f"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{length}\r\n\r\n")
        begun, before = one.connection.recv(1), malformed.get()
        one.say(body)
        heard = begun + one.heard()

    assert heard.startswith(b"HTTP/1.1 401 ")
    assert heard.count(b"HTTP/1.1") == 1
    assert malformed.get() == before


def test_who_sends_a_large_body_that_is_refused_can_still_read_why(api: Api) -> None:
    match, limit = api.open(), Settings(_env_file=None).batch_bytes

    for client in (api.as_(), api.as_("director")):
        answer = client.post(f"/v1/matches/{match}/events", content=b" " * (limit + 1))
        assert answer.status_code in {401, 413}
        assert answer.headers["connection"] == "close"
        assert client.get("/healthz").status_code == 200


def test_a_failure_of_our_own_says_that_its_connection_ends(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the next report on it would be met by a reset, and nobody knew whether it was kept."""
    with monkeypatch.context() as broken:
        broken.setattr(api.context.hub, "_everybody", None)
        failed = api.as_().get("/metrics")

    assert (failed.status_code, failed.headers["connection"]) == (500, "close")
    assert api.as_().get("/healthz").status_code == 200


def test_who_goes_on_sending_a_refused_body_is_cut_off(api: Api) -> None:
    with wire(api, report(api, api.open(), "Content-Length: 9999999999")) as endless:
        assert goes_on_until_cut_off(endless, b" " * 65_536)


def test_who_does_not_read_is_let_go(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_UNREAD_SECONDS", 0.3)
    with wire(api) as deaf:
        assert goes_on_until_cut_off(deaf, b"GET /docs/assets/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n")


def test_one_address_holds_so_many_connections_and_no_more(api: Api) -> None:
    eventually(lambda: not api.connections, 10)
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(wire(api, HEAD, "127.0.7.7"))
        with wire(api, address="127.0.7.7") as late:
            assert late.refusal() == (429, "too_many_connections")
        assert api.holding(None, "127.0.7.8").get("/healthz").status_code == 200
    eventually(lambda: not api.connections, 10)


def test_a_process_holds_so_many_connections_and_no_more(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path
) -> None:
    with limited(request, redis_url, tmp_path, connections=5) as api, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(wire(api, HEAD))
        with wire(api) as late:
            assert late.refusal() == (503, "too_many_connections")


def test_a_process_may_open_as_many_files_as_it_holds_connections() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (600, before[1]))
        _allow_files(Settings(connections=300, _env_file=None))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (800, before[1])
        _allow_files(Settings(connections=10, _env_file=None))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (800, before[1]), "and never fewer than before"
        _allow_files(Settings(connections=2**40, _env_file=None))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1]), "nor more than the system allows"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_large_bodies_wait_their_turn_and_hold_up_no_event(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path
) -> None:
    with limited(request, redis_url, tmp_path) as api, ExitStack() as stack:
        match = api.open()
        slow = [stack.enter_context(wire(api, report(api, match, "Content-Length: 200000"))) for _ in range(9)]
        for one in slow[:8]:
            one.say(b" " * 100_000)
        eventually(api.context.limits.batches.locked, 10)
        slow[8].say(b" " * 100_000)

        sent(api.as_("director").post(f"/v1/matches/{match}/events", json=PASS))

        slow[0].connection.close()
        batch = json.dumps({"events": [PASS] * 2}).rjust(100_000)
        slow[8].say(batch)
        assert slow[8].connection.recv(65_536).startswith(b"HTTP/1.1 201")


def test_a_key_sent_with_a_slow_body_is_refused_before_it(api: Api) -> None:
    with httpx2.Client(base_url=api.url, headers={"Authorization": "Bearer sp_x"}, verify=NO_TLS) as client:
        problem(client.post(f"/v1/matches/{api.open()}/events", content=slowly()), 401, "key_needed")
    assert keys.any_exist(api.stores)


def slowly() -> Iterator[bytes]:
    """A body that goes on until nobody listens."""
    for _ in range(40):
        yield b" " * 65_536


def goes_on_until_cut_off(wire: Wire, said: bytes) -> bool:
    """Say that again and again without reading; whether the other side ends it within the connection's patience."""
    try:
        while True:
            wire.say(said)
    except (ConnectionResetError, BrokenPipeError):
        return True
    except TimeoutError:
        return False


def heard(wire: Wire) -> bytes:
    """What has come within the connection's patience, if anything has."""
    try:
        return wire.connection.recv(65_536)
    except TimeoutError:
        return b""

"""Limits: who asks too often is told so, and never instead of somebody else."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa

from services import keys, telemetry, tokens
from services.api import limits
from services.api.limits import Buckets, Limits, Streams, whose
from services.api.problems import TooMany
from services.config import Settings
from tests.crowd import eventually
from tests.limited import limited
from tests.listeners import listening
from tests.servers import Api, problem, sent
from tests.wires import wire

PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
REPORTS, READS, ADDRESS, GUESSES = 6, 5, 8, 3


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API that allows very little."""
    few = {
        "reports_per_minute": REPORTS,
        "reads_per_minute": READS,
        "address_per_minute": ADDRESS,
        "guesses_per_minute": GUESSES,
        "streams": 5,
        "streams_per_address": 2,
        "streams_per_key": 3,
    }
    with limited(request, redis_url, tmp_path_factory.mktemp("few"), **few) as found:
        yield found


@pytest.fixture
def address() -> str:
    """An address of this machine that nobody has asked from."""
    return next(_ADDRESSES)


_ADDRESSES = (f"127.{second}.{third}.1" for second in range(1, 255) for third in range(1, 255))


def scorer(api: Api, address: str, *scopes: str) -> httpx2.Client:
    """A client with a new key, at an address."""
    return api.holding(keys.create(api.stores, scopes or ("director",)).key, address)


def opened(client: httpx2.Client) -> str:
    """A new match."""
    match: str = sent(client.post("/v1/matches", json={"game": "bridge.rubber"}))["match"]
    return match


def left(answer: httpx2.Response) -> tuple[str, int]:
    """The bucket that an answer tells of, and what is left in it."""
    found = re.fullmatch(r'"(\w+)";r=(\d+);t=(\d+)', answer.headers["ratelimit"])
    assert found, answer.headers
    assert re.fullmatch(rf'"{found[1]}";q=\d+;w=60', answer.headers["ratelimit-policy"])
    assert int(found[3]) >= 1
    return found[1], int(found[2])


def test_a_bucket_is_full_at_first_and_refills_evenly() -> None:
    clock = Hands()
    buckets = Buckets("reads", 60, clock)

    assert all(buckets.take("a").enough for _ in range(60))
    empty = buckets.take("a")
    assert (empty.enough, empty.left, empty.wait) == (False, 0, 1)
    clock.now += 0.9
    assert not buckets.take("a").enough
    clock.now += 0.1
    assert buckets.take("a").enough
    clock.now += 3600
    assert buckets.take("a").left == 59


def test_who_waits_as_long_as_told_is_let_in() -> None:
    clock = Hands()
    buckets = Buckets("guesses", 7, clock)
    for _ in range(7):
        buckets.take("a")

    refusal = buckets.take("a").refusal
    wait = int((refusal.headers or {})["Retry-After"])

    assert (refusal.status_code, refusal.code, wait) == (429, "rate_limited", 9)
    clock.now += wait - 1
    assert not buckets.take("a").enough
    clock.now += 1
    assert buckets.take("a").enough


def test_looking_takes_nothing() -> None:
    buckets = Buckets("guesses", 1, Hands())

    assert all(buckets.look("a").enough for _ in range(10))
    assert buckets.take("a").enough
    assert not buckets.look("a").enough


def test_what_is_done_before_it_is_paid_is_owed() -> None:
    clock = Hands()
    buckets = Buckets("guesses", 60, clock)
    for _ in range(70):
        buckets.take("a", owing=True)

    assert (buckets.look("a").left, buckets.look("a").wait) == (0, 11)
    clock.now += 10
    assert not buckets.look("a").enough
    clock.now += 1
    assert buckets.look("a").enough
    for _ in range(1000):
        buckets.take("a", owing=True)
    clock.now += 61
    assert buckets.look("a").enough, "nobody owes more than a minute"


def test_one_who_asks_too_often_takes_nothing_from_another() -> None:
    buckets = Buckets("reads", 1, Hands())

    assert [buckets.take(who).enough for who in ("a", "a", "b")] == [True, False, True]


@pytest.mark.laborious
def test_a_million_addresses_do_not_grow_the_buckets() -> None:
    buckets = Buckets("address", 6000)

    for number in range(1_000_000):
        buckets.take(str(number))

    assert len(buckets) == limits._REMEMBERED
    assert buckets.take("999999").left == 5998, "the newest are those that are kept"


def test_credentials_that_are_known_are_bounded_too() -> None:
    known = Limits(Settings(_env_file=None))
    for number in range(limits._REMEMBERED + 10):
        known.remember(str(number).encode(), "holder")

    assert (known.holder(b"9"), known.holder(b"10")) == (None, "holder")
    known.forget(b"10")
    assert known.holder(b"10") is None


@pytest.mark.parametrize(
    ("address", "owner"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1", "192.0.2.1"),
        ("unknown", "?"),
        ("", "?"),
        ("x" * 10_000, "?"),
    ],
)
def test_an_ipv6_address_counts_by_its_network(address: str, owner: str) -> None:
    assert whose(address) == owner


def test_a_hall_behind_one_address_has_the_buckets_of_its_keys(api: Api, address: str) -> None:
    tablets = [scorer(api, address) for _ in range(20)]
    strangers = api.holding(None, address)
    while strangers.get("/v1/games").status_code == 200:
        pass

    matches = [opened(tablet) for tablet in tablets]

    for tablet, match in zip(tablets, matches, strict=True):
        sent(tablet.post(f"/v1/matches/{match}/events", json=PASS))
        assert left(tablet.get(f"/v1/matches/{match}")) == ("reads", READS - 1)


def test_a_key_that_asks_too_often_is_told_when_to_ask_again(api: Api, address: str) -> None:
    client = scorer(api, address)
    answers = [client.get("/v1/matches") for _ in range(READS + 1)]

    document = problem(answers[-1], 429, "rate_limited")

    assert [left(answer) for answer in answers] == [("reads", n) for n in (*range(READS - 1, -1, -1), 0)]
    assert str(READS) in document["detail"]
    assert int(answers[-1].headers["retry-after"]) == 60 // READS
    assert answers[-1].headers["cache-control"] == "no-store"


def test_reading_too_often_keeps_nobody_from_reporting(api: Api, address: str) -> None:
    client = scorer(api, address)
    match = opened(client)
    while client.get(f"/v1/matches/{match}").status_code == 200:
        pass

    reports = [client.post(f"/v1/matches/{match}/events", json=PASS) for _ in range(REPORTS)]

    assert [answer.status_code for answer in reports] == [201] * (REPORTS - 1) + [429]
    assert left(reports[0]) == ("reports", REPORTS - 2)
    problem(reports[-1], 429, "rate_limited")


def test_who_is_turned_away_is_counted(api: Api, address: str) -> None:
    def counted(code: str) -> float:
        return telemetry.TURNED_AWAY.labels(code)._value.get()

    before = {code: counted(code) for code in ("rate_limited", "too_large", "malformed")}
    client = scorer(api, address, "reader")
    for _ in range(READS + 2):
        client.get("/v1/events")
    for said in ("HELLO\r\n\r\n", "GET /" + "x" * 30_000):
        with wire(api, said, address) as one:
            one.heard()

    assert {code: counted(code) - before[code] for code in before} == {
        "rate_limited": 2,
        "too_large": 1,
        "malformed": 1,
    }


def test_a_report_over_the_limit_is_not_kept(api: Api, address: str) -> None:
    client = scorer(api, address)
    match = opened(client)

    taken = [client.post(f"/v1/matches/{match}/events", json=PASS).status_code for _ in range(REPORTS + 3)].count(201)

    assert client.get(f"/v1/matches/{match}").json()["version"] == 1 + taken == REPORTS


def test_a_key_is_known_by_its_bucket_at_every_address(api: Api) -> None:
    key = keys.create(api.stores, ("reader",)).key

    told = [left(api.holding(key, next(_ADDRESSES)).get("/v1/events"))[1] for _ in range(READS)]

    assert told == list(range(READS - 1, -1, -1))


def test_who_sends_no_key_takes_from_the_addresss_bucket(api: Api, address: str) -> None:
    client = api.holding(None, address)
    paths = [
        "/v1/matches",
        "/",
        "/docs",
        "/static/scorepad.css",
        "/v1/games",
        "/nowhere",
        "/openapi.json",
        "/v1/matches",
    ]

    answers = [client.get(path) for path in paths]

    assert [left(answer) for answer in answers] == [("address", n) for n in range(ADDRESS - 1, -1, -1)]
    for path in paths:
        problem(client.get(path), 429, "rate_limited")
    problem(client.post("/v1/matches", json={}), 429, "rate_limited")
    assert api.holding(None, next(_ADDRESSES)).get("/v1/matches").status_code == 200


def test_who_asks_before_they_ask_pays_like_anybody(api: Api, address: str) -> None:
    nobody, asked = api.holding(None, address), {"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}

    answers = [nobody.options("/v1/games", headers=asked) for _ in range(ADDRESS + 1)]

    assert [answer.status_code for answer in answers] == [204] * ADDRESS + [429]
    assert left(answers[0]) == ("address", ADDRESS - 1)
    problem(answers[-1], 429, "rate_limited")


def test_probes_have_a_bucket_of_their_own(api: Api, address: str) -> None:
    client = api.holding(None, address)
    while client.get("/v1/games").status_code == 200:
        pass

    assert "ratelimit" not in client.get("/healthz").headers
    assert [left(client.get(path)) for path in ("/readyz", "/metrics")] == [("probes", 599), ("probes", 598)]


def test_guessing_is_stopped_before_the_database_is_asked(api: Api, address: str) -> None:
    known, new = scorer(api, address), scorer(api, address)
    assert known.get("/v1/matches").status_code == 200
    answers = [api.holding(forged(), address).get("/v1/matches") for _ in range(GUESSES)]
    assert [left(answer) for answer in answers] == [("guesses", n) for n in range(GUESSES - 1, -1, -1)]
    assert {answer.status_code for answer in answers} == {401}

    with asked(api) as statements:
        for client in (api.holding(forged(), address), api.holding("junk", address), new):
            refused = client.get("/v1/matches")
            problem(refused, 429, "rate_limited")
            assert left(refused) == ("guesses", 0)

    assert statements == []
    assert known.get("/v1/matches").status_code == 200, "who was known as good goes on"
    assert api.holding(None, address).get("/v1/matches").status_code == 200, "and who sends no key"
    assert api.holding(forged(), next(_ADDRESSES)).get("/v1/matches").status_code == 401, "as other addresses do"


def test_a_forged_key_takes_nothing_from_the_key_it_names(api: Api, address: str) -> None:
    key = keys.create(api.stores, ("director",))
    good = api.holding(key.key, address)
    before = left(good.get("/v1/matches"))

    for _ in range(2 * GUESSES):
        assert api.holding(forged(key.id), address).get("/v1/matches").status_code in {401, 429}

    assert left(good.get("/v1/matches")) == ("reads", before[1] - 1)


def test_a_revoked_key_is_a_guess_from_then_on(api: Api, address: str) -> None:
    key = keys.create(api.stores, ("director",))
    client = api.holding(key.key, address)
    assert left(client.get("/v1/events"))[0] == "reads"

    keys.revoke(api.stores, key.id)
    api.context.keyring._known.clear()

    problem(client.get("/v1/events"), 401, "key_needed")
    assert left(client.get("/v1/events")) == ("guesses", GUESSES - 2)


def test_a_key_where_none_is_asked_for_is_paid_by_the_address(api: Api, address: str) -> None:
    client = api.holding(None, address)
    for path in ("/v1/games", "/static/scorepad.css", "/nowhere"):
        client.get(path, headers={"Authorization": "junk"})

    assert left(client.get("/v1/games")) == ("address", ADDRESS - 4)


def test_junk_keys_end_even_where_no_route_looks_at_them(api: Api, address: str) -> None:
    client = api.holding(None, address)
    client.headers["Authorization"] = "junk"

    answers = [client.get("/v1/games").status_code for _ in range(ADDRESS + GUESSES + 2)]

    assert answers == [200] * (ADDRESS + GUESSES) + [429] * 2


@pytest.mark.parametrize("query", ["link=x", "ticket=x", "l%69nk=x", "link="])
def test_what_stands_for_a_key_in_a_query_is_a_credential_too(api: Api, address: str, query: str) -> None:
    answer = api.holding(None, address).get(f"/v1/games?{query}")

    assert "ratelimit" not in answer.headers, "it is not paid before somebody looks"
    assert left(api.holding(None, address).get("/v1/games")) == ("address", ADDRESS - 2)


def test_streams_are_counted_by_address_and_by_key(api: Api, address: str) -> None:
    key, other = scorer(api, address, "reader"), scorer(api, address, "reader")
    match = api.open()
    path, nobody = f"/v1/matches/{match}/live", api.holding(None, address)

    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(listening(nobody, path))
        answer = problem(opening(nobody, path), 429, "too_many_streams")
        assert "address" in answer["detail"]
        for _ in range(3):
            stack.enter_context(listening(key, path))
        assert open_streams(api) == 5
        assert opening(other, path).headers["retry-after"] == "5"
        problem(opening(other, path), 503, "too_many_streams")
    eventually(lambda: open_streams(api) == 0, 10)

    with ExitStack() as stack:
        third = scorer(api, address, "reader")
        for _ in range(3):
            stack.enter_context(listening(third, path))
        problem(opening(third, path), 429, "too_many_streams")
    eventually(lambda: open_streams(api) == 0, 10)


@pytest.mark.parametrize("query", ["events?follow=1", "events", "replay", "live?events=true"])
def test_every_stream_is_counted_and_released_however_it_ends(api: Api, query: str) -> None:
    match = api.open()
    path = f"/v1/matches/{match}/{query}"
    for _ in range(4):
        with wire(api, f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n\r\n", next(_ADDRESSES)):
            pass
    client = api.holding(None, next(_ADDRESSES))
    with client.stream("GET", path, headers={"Accept": "application/x-ndjson"}) as answer:
        chunks = answer.iter_bytes()
        assert next(chunks)
        assert open_streams(api) >= ("live" in query or "follow" in query)

    eventually(lambda: open_streams(api) == 0, 10)


def test_a_stream_that_fails_is_released() -> None:
    streams = Streams(Settings(_env_file=None))

    with pytest.raises(ZeroDivisionError), streams.held("a", by_key=False):
        raise ZeroDivisionError

    assert (len(streams), streams._open) == (0, {})


def test_a_key_and_an_address_of_one_name_are_two() -> None:
    streams = Streams(Settings(streams_per_key=1, streams_per_address=1, _env_file=None))

    with (
        streams.held("a", by_key=False),
        streams.held("a", by_key=True),
        pytest.raises(TooMany),
        streams.held("a", by_key=True),
    ):
        pass

    assert len(streams) == 0


def test_a_forged_address_changes_nothing_unless_a_proxy_is_believed(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path
) -> None:
    forged = [{"X-Forwarded-For": f"203.0.113.{last}", "X-Forwarded-Proto": "https"} for last in range(3)]
    with limited(request, redis_url, tmp_path, address_per_minute=10) as plain:
        answers = [plain.as_().get("/v1/games", headers=headers) for headers in forged]
        assert [left(answer)[1] for answer in answers] == [9, 8, 7]
        assert not any("strict-transport-security" in answer.headers for answer in answers)


@pytest.mark.parametrize("proxies", ["127.0.0.1", "10.0.0.0/8, 127.0.0.0/24"])
def test_a_proxy_that_is_believed_says_who_asks(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path, proxies: str
) -> None:
    given: dict[str, Any] = {"address_per_minute": 10, "trusted_proxies": proxies, "connections_per_address": 1}
    with limited(request, redis_url, tmp_path, **given) as api, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(wire(api))  # a proxy holds many connections
        told = [
            api.as_().get("/v1/games", headers={"X-Forwarded-For": said, "X-Forwarded-Proto": "https"})
            for said in ("203.0.113.1", "203.0.113.2", "198.51.100.7, 203.0.113.1", "2001:db8::1", "2001:db8::2")
        ]
        assert [left(answer)[1] for answer in told] == [9, 9, 8, 9, 8], "only what the proxy itself added is believed"
        assert all("strict-transport-security" in answer.headers for answer in told)
        stranger = api.holding(None, "127.9.9.9").get("/v1/games", headers={"X-Forwarded-For": "203.0.113.1"})
        assert left(stranger) == ("address", 9)


@pytest.mark.parametrize("said", ["*", "proxy.example", "10.0.0.0/33", "10.0.0.1/8", "1.2.3.4,*"])
def test_a_proxy_is_an_address_or_a_network(said: str) -> None:
    with pytest.raises(ValueError, match="names addresses or networks"):
        Settings(trusted_proxies=said, _env_file=None)


def forged(id_: str = "0123456789") -> str:
    """A key that looks right, of that id, and that nobody was ever given."""
    return tokens.write("sp", "director", id_, tokens.new_secret())


def opening(client: httpx2.Client, path: str) -> httpx2.Response:
    """The answer to who asks for a stream, read whole."""
    with client.stream("GET", path) as answer:
        assert answer.status_code != 200, "there is a stream"
        answer.read()
        return answer


def open_streams(api: Api) -> int:
    """How many streams the process counts."""
    return len(api.context.limits.streams)


@contextmanager
def asked(api: Api) -> Iterator[list[str]]:
    """The statements that the database is sent while the block lasts."""
    statements: list[str] = []

    def note(*said: Any) -> None:
        statements.append(said[2])

    sa.event.listen(api.stores.engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        sa.event.remove(api.stores.engine, "before_cursor_execute", note)

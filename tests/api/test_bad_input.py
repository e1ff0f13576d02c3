"""Bad input over HTTP: the right refusal, never a 5xx, and nothing kept."""

import json
import socket
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services import keys
from services.tables import events, matches, requests
from services.wiring import EVERY
from tests import books
from tests.servers import PROBLEM, Api, problem, sent

OPENING = '{"game":"bridge.rubber"}'
DEAL = '{"type":"bridge.deal_played","data":{"contract":"4S","declarer":"N","tricks":10}}'
GOOD_TIME = "2026-10-25T02:30:00+02:00"

MALFORMED = {
    "nothing": b"",
    "no JSON": b"hello",
    "half": b'{"type":',
    "two values": DEAL.encode() * 2,
    "a comma too many": b'{"type":"x","data":{},}',
    "single quotes": b"{'type':'x','data':{}}",
    "a comment": b'/* x */ {"type":"x","data":{}}',
    "a byte order mark": b"\xef\xbb\xbf" + DEAL.encode(),
    "UTF-16": DEAL.encode("utf-16"),
    "no UTF-8": DEAL.replace("4S", "\xe9").encode("latin-1"),
    "an overlong byte": DEAL.encode().replace(b"4S", b"\xc0\x80"),
    "a raw surrogate": DEAL.encode().replace(b"4S", b"\xed\xa0\x80"),
    "BR148 half a surrogate pair": DEAL.replace("4S", "\\ud800").encode(),
    "BR148 in a key": DEAL.replace("tricks", "\\udfff").encode(),
    "BR149 NUL": DEAL.replace("4S", "4S\\u0000").encode(),
    "BR149 a raw NUL": DEAL.encode().replace(b"4S", b"4S\x00"),
    "BR149 NUL in a key": DEAL.replace("tricks", "\\u0000").encode(),
    "a key twice": DEAL.replace('"tricks":10', '"tricks":10,"tricks":9').encode(),
    "a key twice, spelled otherwise": DEAL.replace('"tricks":10', '"tricks":10,"tric\\u006bs":9').encode(),
    "BR145 NaN": DEAL.replace("10", "NaN").encode(),
    "BR145 Infinity": DEAL.replace("10", "Infinity").encode(),
    "BR145 -Infinity": DEAL.replace("10", "-Infinity").encode(),
    "BR145 1e999": DEAL.replace("10", "1e999").encode(),
    "BR145 NaN within": DEAL.replace("10", "[[[NaN]]]").encode(),
    "BR154 2^53": DEAL.replace("10", str(2**53)).encode(),
    "BR154 2^63": DEAL.replace("10", str(2**63)).encode(),
    "BR154 a thousand digits": DEAL.replace("10", "9" * 1000).encode(),
    "BR154 more digits than Python reads": DEAL.replace("10", "9" * 5000).encode(),
    "33 deep": DEAL.replace("10", "[" * 33 + "]" * 33).encode(),
    "bottomless": b"[" * 60_000,
    "an array": b"[]",
    "a string": b'"x"',
    "a number": b"7",
    "null": b"null",
    "form data": b"type=x&data=y",
}

UNFIT = {
    "BR151 true for a number": (DEAL.replace("10", "true"), "/data/tricks"),
    "BR151 1.0": (DEAL.replace("10", "10.0"), "/data/tricks"),
    "BR151 1e1": (DEAL.replace("10", "1e1"), "/data/tricks"),
    "BR151 a number as text": (DEAL.replace("10", '"4"'), "/data/tricks"),
    "BR151 with spaces": (DEAL.replace("10", '" 4 "'), "/data/tricks"),
    "BR151 with a low line": (DEAL.replace("10", '"1_0"'), "/data/tricks"),
    "BR152 true for text": ('{"type":"match.closed","data":{"reason":true}}', "/data/reason"),
    "BR152 a number for text": ('{"type":"match.closed","data":{"reason":7}}', "/data/reason"),
    "an unknown field": (DEAL[:-1] + ',"colour":"red"}', "/colour"),
    "an unknown field of the data": (DEAL.replace('"tricks"', '"colour":"red","tricks"'), "/data/colour"),
    "no data": ('{"type":"bridge.deal_played"}', "/data"),
    "no type": ('{"data":{}}', "/type"),
    "data that is no object": ('{"type":"match.closed","data":[]}', "/data"),
    "data that is null": ('{"type":"match.closed","data":null}', "/data"),
    "a type that is none": (DEAL.replace("deal_played", "deal_plaid"), "/type"),
    "a type that is no text": ('{"type":7,"data":{}}', "/type"),
    "a type of the inside": ('{"type":"match.unreadable","data":{"name":"x","detail":"y"}}', "/type"),
    "an id that is none": (DEAL[:-1] + ',"id":"17"}', "/id"),
    "an id that is null": (DEAL[:-1] + ',"id":null}', "/id"),
    "an id without hyphens": (DEAL[:-1] + f',"id":"{uuid.uuid4().hex}"}}', "/id"),
    "an id in braces": (DEAL[:-1] + f',"id":"{{{uuid.uuid4()}}}"}}', "/id"),
    "what the ledger adds": (DEAL[:-1] + ',"actor":"director:me"}', "/actor"),
    "BR146 NaN as text": (
        '{"type":"match.adjusted","data":{"side":"NS","points":"NaN","reason":"x"}}',
        "/data/points",
    ),
}

TIMES = [
    "2016-12-31T23:59:60Z",
    "2026-03-29T02:30:00",
    "2026-01-01T24:00:00Z",
    "0",
    "1774778445",
    "2026-03-29T02:30:00.123456789Z",
    "9999-12-31T23:59:59Z",
    "1899-12-31T23:59:59Z",
    "0001-01-01T00:00:00+14:00",
    "2026-03-29T02:30:00+25:00",
    "2026-03-29T02:30:00+02:60",
    "2026-02-29T02:30:00Z",
    "2026-03-29 02:30:00Z",
    "2026-03-29",
    "",
    1774778445,
    1774778445.5,
    True,
    {},
]


@pytest.fixture
def match(api: Api) -> Iterator[str]:
    """A match of which nothing is kept, by the end, but its opening."""
    found = api.open()
    before = kept(api)
    yield found
    assert kept(api) == before, "something was kept"


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_malformed(api: Api, match: str, name: str) -> None:
    for path in (f"/v1/matches/{match}/events", "/v1/matches"):
        problem(api.as_("director").post(path, content=MALFORMED[name]), 400, "malformed")


@pytest.mark.parametrize("name", UNFIT)
def test_what_does_not_fit_is_refused_at_its_place(api: Api, match: str, name: str) -> None:
    body, pointer = UNFIT[name]

    for content in (body, f'{{"events":[{body}]}}'):
        answer = api.as_("director").post(f"/v1/matches/{match}/events", content=content)
        document = problem(answer, 422, "event_invalid")
        assert [flaw["pointer"] for flaw in document["errors"]] == [pointer]
        assert (document["index"], document["version"]) == (0, 2)


@pytest.mark.parametrize("time", TIMES)
def test_br155_a_time_without_one_meaning_is_refused(api: Api, match: str, time: Any) -> None:
    event = json.loads(DEAL) | {"occurred_at": time}

    document = problem(api.as_("director").post(f"/v1/matches/{match}/events", json=event), 422, "event_invalid")

    assert document["errors"][0]["pointer"] == "/occurred_at"


@pytest.mark.parametrize("time", [GOOD_TIME, "1900-01-01T00:00:00Z", "2026-03-29t02:30:00.123456z", None])
def test_br155_a_time_with_one_meaning_is_taken(api: Api, time: str | None) -> None:
    event = json.loads(DEAL) | {"occurred_at": time}

    sent(api.as_("director").post(f"/v1/matches/{api.open()}/events", json=event))


@pytest.mark.parametrize(
    "headers",
    [
        {"If-Match": "x"},
        {"If-Match": ""},
        {"If-Match": '"1", "2"'},
        {"If-Match": '"-1"'},
        {"If-Match": '"1.0"'},
        {"If-Match": '"99999999999999999999"'},
        {"If-Match": b'"\xd9\xa1"'},
        {"Idempotency-Key": ""},
        {"Idempotency-Key": "k" * 201},
        {"Idempotency-Key": b"\xe9"},
        {"Idempotency-Key": "a\tb"},
    ],
)
def test_a_header_that_says_nothing_is_malformed(api: Api, match: str, headers: dict[str, Any]) -> None:
    answer = api.as_("director").post(f"/v1/matches/{match}/events", content=DEAL, headers=headers)

    problem(answer, 400, "malformed")


@pytest.mark.parametrize("key", ["sp_director_\xe9_x_y", "x" * 60_000, "sp_director_" + "0" * 10 + "_\u00b2"])
def test_a_key_of_odd_letters_is_none(api: Api, match: str, key: str) -> None:
    answer = api.as_().post(
        f"/v1/matches/{match}/events", content=DEAL, headers={"Authorization": b"Bearer " + key.encode("latin-1")}
    )

    assert answer.status_code in {400, 401, 431}


def test_br149_nul_in_paths_and_queries_finds_nothing(api: Api, match: str) -> None:
    client = api.as_("director")

    for path in ("/v1/matches/a%00b", "/v1/matches/%00", "/v1/games/%00"):
        problem(client.get(path), 404, "unknown")
    problem(client.post("/v1/matches/a%00b/events", content=DEAL), 404, "unknown")
    problem(client.get(f"/v1/matches/{match}/boards/rubber%00"), 404, "unknown")
    problem(client.get("/v1/matches?game=%00"), 422, "event_invalid")
    problem(client.get("/v1/matches?cursor=%00"), 400, "malformed")
    problem(client.get("/v1/live?match=%00"), 404, "unknown")


def test_br149_nul_in_a_header_is_refused(api: Api, match: str) -> None:
    for header in ("Idempotency-Key", "Authorization", "If-Match"):
        head = f"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: x\r\n{header}: a\0b\r\nContent-Length: 2\r\n\r\n{{}}"

        assert raw(api, head.encode()).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("query", ["%ff%fe", "%ed%a0%80", "%C0%80", "'; DROP TABLE events; --", "%", "%zz", "[]", "٣"])
def test_odd_queries_are_refused_and_never_a_fault(api: Api, match: str, query: str) -> None:
    for path in (
        f"/v1/matches?game={query}",
        f"/v1/matches?cursor={query}",
        f"/v1/matches?limit={query}",
        f"/v1/matches/{match}/events?after={query}",
        f"/v1/matches/{match}/boards/rubber?at={query}",
        f"/v1/matches/{match}/boards/rubber?at_version={query}",
        f"/v1/matches/{query}",
        f"/v1/games/{query}",
        f"/v1/events?after={query}",
        f"/v1/live?match={query}",
    ):
        answer = api.as_("director").get(path)
        allowed = {200, 400, 404, 422} if query == "٣" else {400, 404, 422}
        assert answer.status_code in allowed, (path, answer.text)


def test_a_body_over_the_limit_is_too_large_whether_it_says_so_or_not(api: Api, match: str) -> None:
    limit = api.stores.settings.batch_bytes
    path = f"/v1/matches/{match}/events"

    def chunks() -> Iterator[bytes]:
        for _ in range(limit // 65_536 + 2):
            yield b" " * 65_536

    problem(api.as_("director").post(path, content=b" " * (limit + 1)), 413, "too_large")
    problem(api.as_("director").post(path, content=chunks()), 413, "too_large")
    problem(api.as_("director").post("/v1/matches", content=chunks()), 413, "too_large")


def test_a_body_that_only_says_that_it_is_large_is_not_waited_for(api: Api, match: str) -> None:
    key = api.as_("director").headers["authorization"]
    head = f"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: x\r\nAuthorization: {key}\r\n"

    answer = raw(api, f"{head}Content-Length: 99999999999999\r\n\r\n".encode())

    assert answer.startswith(b"HTTP/1.1 413")


def test_one_event_over_its_own_limit_is_too_large_though_a_batch_may_be_larger(api: Api, match: str) -> None:
    padding = " " * api.stores.settings.event_bytes

    problem(api.as_("director").post(f"/v1/matches/{match}/events", content=DEAL + padding), 413, "too_large")


def test_more_events_than_a_batch_may_have_are_refused(api: Api, match: str) -> None:
    most = api.stores.settings.batch_events
    body = '{"events":[' + ",".join(['{"type":"x","data":{}}'] * (most + 1)) + "]}"

    document = problem(api.as_("director").post(f"/v1/matches/{match}/events", content=body), 422, "event_invalid")

    assert str(most) in document["detail"]


@pytest.mark.parametrize("media", ["application/json", "text/plain", "application/x-www-form-urlencoded", "x", ""])
def test_a_body_is_read_as_json_whatever_it_is_called(api: Api, media: str) -> None:
    answer = api.as_("director").post(f"/v1/matches/{api.open()}/events", content=DEAL, headers={"Content-Type": media})

    sent(answer)


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "'; DROP TABLE matches; --", "\u202e\ufeff\u2028", "\r\n\r\nHTTP/1.1 200", "😀" * 50],
)
def test_odd_text_is_kept_as_text(api: Api, text: str) -> None:
    match = api.open(title=text, players={"N": text[:100]})

    shown = api.as_().get(f"/v1/matches/{match}").json()

    assert (shown["title"], shown["players"]) == (text, {"N": text[:100]})


def test_a_refusal_never_echoes_the_input(api: Api, match: str) -> None:
    evil = "<img src=x onerror=alert(1)>"

    for body in (
        json.dumps({"type": evil, "data": {}}),
        json.dumps(json.loads(DEAL) | {"id": evil}),
        json.dumps({"type": "bridge.deal_played", "data": {"contract": evil}}),
        json.dumps({"type": "bridge.call_made", "data": {"seat": evil, "call": evil}}),
        f'{{"type": {evil}',
    ):
        answer = api.as_("director").post(f"/v1/matches/{match}/events", content=body)
        assert answer.headers["content-type"] == PROBLEM
        assert evil not in answer.text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["N", "4S", "bridge.rubber"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=8)
            | st.sampled_from(
                ["type", "data", "events", "id", "game", "contract", "declarer", "tricks", "of", "options"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)
TYPES = [
    "bridge.deal_played",
    "bridge.dealt",
    "bridge.call_made",
    "bridge.card_played",
    "bridge.trick_won",
    "bridge.honours_claimed",
    "match.opened",
    "match.corrected",
    "match.withdrawn",
    "match.restored",
    "match.inserted",
    "match.adjusted",
    "match.confirmed",
    "match.forfeited",
    "match.players_changed",
]
FIELDS = [
    "contract",
    "declarer",
    "tricks",
    "result",
    "seat",
    "card",
    "call",
    "hands",
    "dealer",
    "leader",
    "cards",
    "lead",
    "transferred",
    "points",
    "of",
    "before",
    "data",
    "type",
    "reason",
    "force",
    "side",
    "players",
    "game",
    "options",
]
EVENTS = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES), "data": st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5)}
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=JSON | EVENTS | st.fixed_dictionaries({"events": st.lists(EVENTS, max_size=3)}))
def test_no_json_gives_a_fault(fuzzed: tuple[str, httpx2.Client], body: Any) -> None:
    match, client = fuzzed
    content = json.dumps(body).encode()

    for path in (f"/v1/matches/{match}/events", "/v1/matches"):
        answer = client.post(path, content=content)
        assert answer.status_code in {201, 400, 422}, (answer.text, content)
        assert answer.status_code == 201 or answer.headers["content-type"] == PROBLEM


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200))
def test_no_bytes_give_a_fault(fuzzed: tuple[str, httpx2.Client], content: bytes) -> None:
    match, client = fuzzed

    answer = client.post(f"/v1/matches/{match}/events", content=content)

    assert answer.status_code in {400, 422}, (answer.text, content)


@pytest.fixture
def fuzzed(api: Api) -> tuple[str, httpx2.Client]:
    """A match to be told all kinds of things."""
    return api.open(), api.as_("director")


def kept(api: Api) -> tuple[int, ...]:
    """How many matches, events and requests are kept."""
    with api.stores.reading(EVERY) as connection:
        tables = (matches, events, requests)
        return tuple(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables)


def raw(api: Api, request: bytes) -> bytes:
    """What the server answers to bytes that no client would send, or to their first part."""
    host = urlsplit(api.url)
    with socket.create_connection((host.hostname or "", host.port or 0), timeout=20) as connection:
        connection.sendall(request)
        return connection.recv(65_536)


@pytest.mark.parametrize("what", ["key", "link", "misspelt key"])
def test_a_key_is_refused_where_it_would_be_kept(api: Api, what: str) -> None:
    match, director = api.open(), api.as_("director")
    token = keys.create(api.stores, ["reader"]).key
    if what == "link":
        token = sent(director.post(f"/v1/matches/{match}/links", json={"role": "director"}))["link"]
    if what == "misspelt key":
        token = token[:-1] + ("A" if token[-1] != "A" else "B")
    before = books.kept(api.stores)

    for answer in (
        director.post(f"/v1/matches/{match}/events", content=DEAL, headers={"Idempotency-Key": f"deal {token}"}),
        director.post("/v1/matches", json={"game": "cribbage", "title": f"see {token}"}),
        director.put("/v1/players/p1", json={"name": token}),
    ):
        assert token not in str(problem(answer, 400, "malformed"))
    assert token not in str(problem(director.put(f"/v1/players/{token}", json={"name": "Anna"}), 422, "event_invalid"))
    assert books.kept(api.stores) == before

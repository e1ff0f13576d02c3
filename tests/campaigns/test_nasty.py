"""
A fixed corpus of nasty bodies and requests: each is answered, refused in words, and leaves nothing behind.

What stands in `nasty.py` and `nasty_requests.py` is sent to the byte, to the API as it is served.
"""

import json
import logging
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests import books
from tests.campaigns import nasty, nasty_requests
from tests.campaigns.nasty import DEAL
from tests.campaigns.raw import Answer, Headers, ask, request
from tests.servers import PROBLEM, Api

figures = logging.getLogger(__name__).info
TOO_LARGE = 64 * 1024
"""Bytes of one event that are not read."""


class Ground:
    """A match to be told nasty things, and a director's key to tell them with."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.match = api.open()
        api.drain()
        self.key = (b"Authorization", api.as_("director").headers["authorization"].encode())
        self.faults: list[str] = []
        self.sent = 0

    def send(self, name: str, sent: bytes, *expected: int) -> Answer | None:
        """Send bytes, and note what is wrong with the answer, or with what it left behind."""
        sent = sent.replace(b"{match}", self.match.encode()).replace(b"{key}", self.key[1])
        reads = sent.startswith(b"GET ")
        before = {} if reads else books.kept(self.api.stores)
        answer = ask(self.api.url, sent)
        taken = not reads and books.kept(self.api.stores) != before
        wrong = _wrong(answer, expected, taken=taken)
        self.faults += [f"{name}: {wrong}: {answer}"[:300]] if wrong else []
        self.sent += 1
        if taken:
            self.match = self.api.open()
        return answer

    def post(self, name: str, body: bytes, *expected: int, headers: Headers = ()) -> Answer | None:
        """Report a body."""
        target = b"/v1/matches/{match}/events"
        return self.send(name, request(b"POST", target, [self.key, *headers], body), *expected)

    def get(self, targets: Iterable[bytes], *expected: int) -> None:
        """Get targets."""
        for target in targets:
            self.send(repr(target[:80]), request(b"GET", target, [self.key]), *expected)


def _wrong(answer: Answer | None, expected: tuple[int, ...], *, taken: bool) -> str | None:
    if answer is None:
        return None if 0 in expected else "no answer"
    if expected and answer.status not in expected:
        return "unexpected"
    if answer.status >= 500:
        return "a fault"
    if answer.status >= 400 and taken:
        return "something of it was kept"
    if answer.status < 400 or 0 in expected or not answer.body:
        return None
    problem = json.loads(answer.body) if answer.media == PROBLEM else {}
    return (
        None if problem.get("code") and problem.get("detail") and problem["status"] == answer.status else "no problem"
    )


@pytest.fixture
def ground(api: Api) -> Iterator[Ground]:
    """A match; by the end nothing was wrong, and the server still answers."""
    found = Ground(api)
    with capture_logs() as said:
        yield found
    figures("%s: %d requests", api.stores.engine.dialect.name, found.sent)
    assert not found.faults, "\n".join(found.faults)
    assert found.sent, "nothing was sent"
    assert not [line for line in said if line["log_level"] == "error"]
    assert api.as_().get("/healthz").json() == {"status": "alive"}


def test_what_cannot_be_read_is_malformed_wherever_it_is_sent(ground: Ground) -> None:
    for name, body in nasty.MALFORMED.items():
        large = (413,) if len(body) > TOO_LARGE else (400,)
        ground.post(name, body, 400)
        ground.send(name, request(b"POST", b"/v1/matches", [ground.key], body), *large)
        ground.send(name, request(b"PUT", b"/v1/players/p", [ground.key], body), *large)


def test_what_is_as_deep_as_any_may_be_is_read_and_does_not_fit(ground: Ground) -> None:
    for body in nasty.DEEPEST:
        answer = ground.post("deep", body, 422)
        assert answer is not None
        assert [flaw["pointer"] for flaw in json.loads(answer.body)["errors"]] == ["/data/tricks"]


def test_another_value_at_any_place_does_not_fit(ground: Ground) -> None:
    taken = set()

    for name, event in nasty.confused():
        answer = ground.post(name, json.dumps(event).encode(), 201, 422)
        if answer is not None and answer.status == 201:
            taken.add(name)

    assert {re.sub(r": \d+ ", " ", name) for name in taken} == nasty.TAKEN


def test_a_key_that_no_event_has_does_not_fit(ground: Ground) -> None:
    for name, event in nasty.unknown():
        ground.post(name, json.dumps(event).encode(), 422)


def test_keys_and_values_of_other_bodies_do_not_fit_either(ground: Ground) -> None:
    for key in nasty.KEYS:
        for body in ({"game": "bridge.rubber", key: 1}, {"game": "bridge.rubber", "options": {key: 1}}):
            ground.send(f"{body}", request(b"POST", b"/v1/matches", [ground.key], json.dumps(body).encode()), 422)
    for number, value in enumerate(nasty.VALUES):
        for body in _openings(value):
            ground.send(
                f"{number} {body}", request(b"POST", b"/v1/matches", [ground.key], json.dumps(body).encode()), 422, 201
            )


def _openings(value: Any) -> list[dict[str, Any]]:
    return [
        {"game": value},
        *({"game": "bridge.rubber", name: value} for name in ("id", "options", "players", "title", "visibility")),
        {"game": "bridge.rubber", "players": {"N": value}},
        {"game": "bridge.rubber", "visibility": {"delayed": value}},
        *({"game": "bridge.rubber", "options": {name: value}} for name in ("honours", "settle_to", "game_bonus")),
        {"game": "bridge.pairs", "options": {"datum": value}},
        {"game": "bridge.teams", "options": {"carry_over": {"home": value, "away": 0}}},
        {"game": "cribbage", "options": {"run_values": value}},
    ]


@pytest.mark.parametrize("place", ["title", "a player's name"])
def test_text_is_kept_composed_and_comes_back(api: Api, place: str) -> None:
    client = api.as_("director")
    for number, word in enumerate(nasty.WORDS):
        wanted = nasty.composed(word)
        if place == "title":
            body = json.dumps({"game": "bridge.rubber", "title": word})
            match = client.post("/v1/matches", content=body).json()["match"]
            api.drain()
            assert client.get(f"/v1/matches/{match}").json()["title"] == wanted
            assert client.get(f"/v1/matches/{match}/boards/rubber").json()["title"] == wanted
            assert client.get(f"/matches/{match}").status_code == 200
        else:
            answer = client.put(f"/v1/players/called-{number}", content=json.dumps({"name": word}))
            assert answer.status_code in {200, 422}, (word, answer.text)
            assert answer.status_code == 422 or answer.json()["name"] == wanted.strip()


def test_a_title_is_as_long_as_it_is_once_composed(ground: Ground) -> None:
    for title, status in (
        ("e\u0301" * 200, 201), ("e\u0301" * 201, 422), ("\u0958" * 100, 201), ("\u0958" * 101, 422),
        ("\U0001f600" * 200, 201), ("\u0301" * 201, 422), ("x" * 1_000, 422),
    ):  # fmt: skip
        body = json.dumps({"game": "bridge.rubber", "title": title}).encode()
        ground.send(ascii(title[:9]), request(b"POST", b"/v1/matches", [ground.key], body), status)


def test_paths_that_lead_nowhere_are_not_found(ground: Ground) -> None:
    ground.get(nasty_requests.PATHS)


def test_players_may_be_called_anything_that_is_text(ground: Ground) -> None:
    for odd in nasty_requests.ODD_IDS:
        for method, body in ((b"PUT", b'{"name":"Anna"}'), (b"DELETE", None)):
            target = b"/v1/players/" + odd
            ground.send(f"{method!r} {odd[:60]!r}", request(method, target, [ground.key], body))


def test_queries_that_say_no_number_are_refused(ground: Ground) -> None:
    ground.get(nasty_requests.NUMBERS)
    ground.get(nasty_requests.ODD_QUERIES)


def test_a_time_without_one_meaning_is_refused(ground: Ground) -> None:
    ground.get((b"/v1/matches/{match}/boards/rubber?at=" + time for time in nasty_requests.ODD_TIMES), 422)


def test_a_time_at_the_end_of_the_calendar_is_one(ground: Ground) -> None:
    ground.get((b"/v1/matches/{match}/boards/rubber?at=" + time for time in nasty_requests.EDGE_TIMES), 200, 404)


def test_methods_and_paths_that_do_not_fit_together_are_refused(ground: Ground) -> None:
    for method, target in nasty_requests.ODD_METHODS:
        ground.send(f"{method!r} {target!r}", request(method, target, [ground.key], DEAL.encode()), *range(300, 500))


def test_headers_that_say_nothing_are_malformed(ground: Ground) -> None:
    for name, headers in nasty_requests.MALFORMED_HEADERS.items():
        # 431 where the server itself refuses so large a head.
        ground.post(name, DEAL.encode(), 400, 431, headers=headers)


def test_keys_that_nobody_has_are_refused(ground: Ground) -> None:
    for key in nasty_requests.ODD_KEYS:
        for method, target in (
            (b"POST", b"/v1/matches/{match}/events"),
            (b"GET", b"/v1/events"),
            (b"GET", b"/v1/players"),
        ):
            sent = request(method, target, [(b"Authorization", key)], DEAL.encode() if method == b"POST" else None)
            ground.send(f"{key[:60]!r}", sent, *((401,) if len(key) < 30_000 else (401, 431)))


def test_headers_that_change_nothing_change_nothing(ground: Ground) -> None:
    for name, headers in nasty_requests.HARMLESS_HEADERS.items():
        ground.post(name, DEAL.encode(), 201, headers=headers)
        for target in (
            b"/v1/matches/{match}",
            b"/v1/matches/{match}/events",
            b"/v1/matches/{match}/boards/rubber",
            b"/v1/matches",
        ):
            ground.send(f"{target!r} {name}", request(b"GET", target, [ground.key, *headers]), 200, 304)
        ground.send(
            name,
            request(b"GET", b"/v1/matches/{match}/replay", [(b"Accept", b"text/event-stream"), *headers]),
            200,
            204,
        )


def test_headers_that_stand_there_twice_break_nothing(ground: Ground) -> None:
    for name, headers in nasty_requests.SEVERAL.items():
        ground.post(name, DEAL.encode(), headers=headers)


def test_what_is_no_http_is_refused_by_the_server_itself(ground: Ground) -> None:
    for name, sent in nasty_requests.NO_HTTP.items():
        ground.send(name, sent, 0, 400)


def test_odd_framing_with_one_meaning_is_read(ground: Ground) -> None:
    for name, (sent, status) in nasty_requests.FRAMED.items():
        ground.send(name, sent, status)

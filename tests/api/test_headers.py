"""What every answer says to browsers, caches and pages of other origins."""

import re

import httpx2
import pytest
from fastapi.routing import iter_route_contexts

from services import checkpointing, keys
from services.api import cors
from services.api.cors import READABLE
from services.wiring import EVERY
from tests.listeners import listening
from tests.servers import Api, problem
from tests.wires import wire

ORIGIN = {"Origin": "https://club.example"}
NO_PAGE = "default-src 'none'; frame-ancestors 'none'"
PAGES = (
    *("/", "/docs", "/matches/{match}", "/matches/{match}/replay", "/matches/{match}/share"),
    *("/score/{match}", "/direct/{match}", "/tv", "/tv/{match}", "/overlay/{match}"),
)
SCRIPTS = ("/static/match.js", "/static/replay.js", "/static/worker.js", "/static/docs.js")
"""A worker has the policy of its script."""
FILES = ("/static/scorepad.css", *SCRIPTS, "/docs/assets/swagger-ui-bundle.js")
SHOWN = (
    "/v1/matches",
    "/v1/matches/{match}",
    "/v1/matches/{match}/events",
    "/v1/matches/{match}/boards/rubber",
    "/v1/matches/{match}/boards/rubber?at_version=1",
    "/v1/matches/{match}/boards/rubber/difference?from=1",
    "/v1/matches/{match}/replay",
    "/v1/games",
    "/v1/games/schnapsen",
    "/v1/schemas/events/match.opened",
    "/v1/schemas/boards/bridge.rubber/rubber",
    "/v1/schemas/options/schnapsen",
)
"""What anybody may read, from any page."""
STREAMS = ("/v1/matches/{match}/live", "/v1/live?match={match}", "/v1/live?match={match}&drawn=board.en")
OWN = (
    "/healthz",
    "/readyz",
    "/metrics",
    "/v1/ledger/checkpoint",
    "/v1/ledger/proof/consistency?from=0",
    "/openapi.json",
    "/matches/{match}/drawn/board.en",
    "/score/{match}/entries",
    "/matches/{match}/replay/steps?from=1",
    "/matches/{match}/replay/log?version=1",
    "/matches/{match}/replay/track",
)
"""What is shown to anybody, but not to pages of other origins."""
REFUSED = {
    "/nowhere": 404,
    "/v1/games/whist": 404,
    "/v1/games/": 404,
    "/v1/matches/": 404,
    "/v1/matches/{match}/boards/nothing": 404,
    "/v1/matches/{private}": 404,
    "/v1/matches/{private}/boards/rubber": 404,
    "/v1/matches/{private}/live": 404,
    "/v1/live?match={match}&match={private}": 404,
    "/v1/matches?limit=0": 422,
    "/v1/matches?cursor=x": 400,
    "/v1/events": 401,
    "/v1/players": 401,
    "/static/nothing.css": 404,
    "/static/../pages.py": 404,
    "/docs/assets/": 404,
}


@pytest.fixture(scope="module")
def ids(api: Api) -> dict[str, str]:
    """A match that anybody may see, with its boards, and one that is private; the ledger is signed."""
    found = {"match": api.open(), "private": api.open(visibility="private")}
    api.drain()
    with api.stores.reading(EVERY) as connection:
        standing, _ = checkpointing.standings(connection)
    assert checkpointing.make(api.stores, standing)
    return found


def check(headers: httpx2.Headers) -> None:
    """What holds for each answer there is."""
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] in {"same-origin", "cross-origin"}
    assert "camera=()" in headers["permissions-policy"]
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in policy
    assert not re.search("unsafe|http|\\*", policy)
    assert "server" not in headers
    assert "access-control-allow-credentials" not in headers
    assert "strict-transport-security" not in headers, "nobody said that this is https"
    if "access-control-allow-origin" in headers:
        assert headers["access-control-allow-origin"] == "*"


def closed(headers: httpx2.Headers) -> bool:
    """Whether no page of another origin may read an answer."""
    return headers["cross-origin-resource-policy"] == "same-origin" and not {
        name for name in headers if name.startswith("access-control-")
    }


@pytest.mark.parametrize("path", [*SHOWN, *OWN, *PAGES, *FILES])
def test_every_answer_has_the_headers(api: Api, ids: dict[str, str], path: str) -> None:
    answer = api.as_().get(path.format(**ids))

    assert answer.status_code == 200
    check(answer.headers)
    assert (answer.headers["content-security-policy"] == NO_PAGE) is (path not in (*PAGES, *SCRIPTS))


@pytest.mark.parametrize("path", REFUSED)
def test_every_refusal_has_the_headers_is_kept_by_nobody_and_read_by_no_other_page(
    api: Api, ids: dict[str, str], path: str
) -> None:
    answer = api.as_().get(path.format(**ids), headers=ORIGIN)

    assert answer.status_code == REFUSED[path], answer.text
    check(answer.headers)
    assert answer.headers["content-security-policy"] == NO_PAGE
    assert answer.headers["cache-control"] == "no-store"
    assert closed(answer.headers)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "QUERY"])
@pytest.mark.parametrize("path", ["/v1/games", "/static/scorepad.css", "/docs", "/nowhere"])
def test_other_methods_are_answered_with_the_headers_too(api: Api, path: str, method: str) -> None:
    answer = api.as_().request(method, path)

    assert answer.status_code in {200, 404, 405}
    assert answer.status_code != 200 or (method, path) == ("HEAD", "/static/scorepad.css")
    check(answer.headers)
    assert closed(answer.headers)


def test_a_failure_of_our_own_has_the_headers_too(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.context.hub, "_everybody", None)

    answer = api.as_().get("/metrics")

    assert problem(answer, 500, "internal")
    check(answer.headers)
    assert answer.headers["cache-control"] == "no-store"


def test_what_is_refused_before_it_is_a_request_has_the_headers_too(api: Api) -> None:
    with wire(api, "HELLO\r\n\r\n") as one:
        head = one.heard().partition(b"\r\n\r\n")[0].decode()

    headers = httpx2.Headers([tuple(line.split(": ", 1)) for line in head.split("\r\n")[1:]])
    check(headers)
    assert headers["cache-control"] == "no-store"


def test_a_path_with_a_slash_too_many_leads_nowhere(api: Api, ids: dict[str, str]) -> None:
    answer = api.as_().get(f"/v1/matches/{ids['match']}/?ticket=secret", headers={"Host": "elsewhere.example"})

    problem(answer, 404, "unknown")
    assert "location" not in answer.headers


@pytest.mark.parametrize("path", SHOWN)
def test_what_anybody_may_see_may_be_read_by_every_page(api: Api, ids: dict[str, str], path: str) -> None:
    answer = api.as_().get(path.format(**ids), headers=ORIGIN)

    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "ETag" in answer.headers["access-control-expose-headers"]
    assert {"Accept", "Authorization"} <= {name.strip() for name in answer.headers["vary"].split(",")}


@pytest.mark.parametrize("path", SHOWN)
@pytest.mark.parametrize("sent", ["a key", "?link=x", "&ticket=x"])
def test_with_a_key_nothing_may(api: Api, ids: dict[str, str], path: str, sent: str) -> None:
    client, path = api.as_("director") if sent == "a key" else api.as_(), path.format(**ids)
    if sent != "a key":
        path += ("&" if "?" in path else "?") + sent[1:]

    answer = client.get(path, headers=ORIGIN)

    assert answer.status_code in {200, 401}
    assert closed(answer.headers)


@pytest.mark.parametrize("path", [*OWN, *PAGES, *FILES])
def test_what_is_our_own_may_be_read_by_no_other_page(api: Api, ids: dict[str, str], path: str) -> None:
    assert closed(api.as_().get(path.format(**ids), headers=ORIGIN).headers)


@pytest.mark.parametrize("path", STREAMS)
def test_a_stream_may_be_read_by_every_page_if_all_of_it_may(api: Api, ids: dict[str, str], path: str) -> None:
    with listening(api.as_(), path.format(**ids), ORIGIN) as listener:
        check(listener.answer.headers)
        assert listener.answer.headers["access-control-allow-origin"] == "*"
        assert listener.answer.headers["cache-control"] == "no-store"
    with listening(api.as_("director"), path.format(match=ids["private"]), ORIGIN) as listener:
        assert closed(listener.answer.headers)


def test_a_list_that_shows_a_private_match_may_be_read_by_no_other_page(api: Api, ids: dict[str, str]) -> None:
    answer = api.as_("director").get("/v1/matches?limit=500", headers=ORIGIN)

    assert ids["private"] in answer.text
    assert closed(answer.headers)


def test_an_unchanged_board_has_the_headers_of_a_changed_one(api: Api, ids: dict[str, str]) -> None:
    path = f"/v1/matches/{ids['match']}/boards/rubber"
    whole = api.as_().get(path)

    unchanged = api.as_().get(path, headers={"If-None-Match": whole.headers["etag"]})

    assert unchanged.status_code == 304
    check(unchanged.headers)
    same = ("etag", "cache-control", "vary", "access-control-allow-origin", "cross-origin-resource-policy")
    assert [unchanged.headers[name] for name in same] == [whole.headers[name] for name in same]


@pytest.mark.parametrize("path", READABLE)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_browsers_that_ask_before_they_ask_are_answered(api: Api, path: str, method: str) -> None:
    asked = ORIGIN | {
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,last-event-id",
    }

    answer = api.as_().options(re.sub(r"\{\w+\}", "x", path), headers=asked)

    assert (answer.status_code, answer.text) == (204, "")
    check(answer.headers)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-methods"] == "GET"
    assert answer.headers["access-control-allow-headers"] == "If-None-Match, Last-Event-ID", "and never Authorization"
    assert "Origin" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/v1/matches", {"Access-Control-Request-Method": "POST"}),
        ("/v1/matches/x/events", {"Access-Control-Request-Method": "POST"}),
        ("/v1/players", {"Access-Control-Request-Method": "GET"}),
        ("/v1/players/x", {"Access-Control-Request-Method": "PUT"}),
        ("/v1/events", {"Access-Control-Request-Method": "GET"}),
        ("/v1/events/live", {"Access-Control-Request-Method": "GET"}),
        ("/v1/ledger/export", {"Access-Control-Request-Method": "GET"}),
        ("/v1/matches", {}),
        ("/metrics", {"Access-Control-Request-Method": "GET"}),
        ("/", {"Access-Control-Request-Method": "GET"}),
        ("/static/match.js", {"Access-Control-Request-Method": "GET"}),
    ],
)
def test_for_all_else_they_are_told_no(api: Api, path: str, asked: dict[str, str]) -> None:
    answer = api.as_().options(path, headers=ORIGIN | asked)

    problem(answer, 405, "method_not_allowed")
    assert closed(answer.headers)


def test_the_routes_that_are_open_are_routes(api: Api) -> None:
    routes = {route.path for route in iter_route_contexts(api.app.routes) if "GET" in (route.methods or ())}

    assert set(READABLE) <= routes
    tried = {re.sub(r"\?.*", "", path.format(match="{match}")) for path in (*SHOWN, *STREAMS)}
    assert all(any(pattern.match(path) for path in tried) for pattern in cors._PATHS), "and each of them is tried here"


@pytest.mark.parametrize(
    "path", ["/v1/matches", "/v1/matches/{private}", "/v1/games", "/v1/events", "/", "/matches/{private}", "/metrics"]
)
def test_nobody_keeps_what_a_key_opened(api: Api, ids: dict[str, str], path: str) -> None:
    answer = api.as_("director").get(path.format(**ids))

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/v1/matches",
        "/v1/matches/{match}",
        "/v1/matches/{match}/events",
        "/v1/matches/{match}/boards/rubber/difference?from=1",
        "/v1/games",
        "/v1/games/cribbage",
        "/v1/schemas/events/match.opened",
        "/openapi.json",
        "/readyz",
    ],
)
def test_what_anybody_may_see_is_asked_for_again_each_time(api: Api, ids: dict[str, str], path: str) -> None:
    for accept in ("*/*", "application/cloudevents-batch+json", "application/json-patch+json"):
        answer = api.as_().get(path.format(**ids), headers={"Accept": accept})

        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"


def test_a_board_that_a_key_opened_is_kept_by_nobody_else(api: Api, ids: dict[str, str]) -> None:
    client = api.as_("director")

    assert client.get(f"/v1/matches/{ids['private']}/boards/rubber").headers["cache-control"] == "private, no-cache"
    assert api.as_().get(f"/v1/matches/{ids['match']}/boards/rubber").headers["cache-control"] == "no-cache"


def test_scripts_and_styles_are_files_of_our_own(api: Api, ids: dict[str, str]) -> None:
    for path in PAGES:
        text = api.as_().get(path.format(**ids)).text
        assert not re.search(r"<script(?![^>]*\bsrc=\"/)[^>]*>|<style|\son\w+=|\sstyle=|javascript:", text), path


def test_the_log_says_who_asked_for_what_and_never_with_what(api: Api, capfd: pytest.CaptureFixture[str]) -> None:
    key = keys.create(api.stores, ("reader",)).key
    canaries = {"query": "canary-in-a-query", "key": key}

    api.holding(key).get(f"/v1/matches?link={canaries['query']}&ticket={canaries['query']}")
    api.holding(key).get(f"/v1/nowhere/with/{'x' * 10}?ticket={canaries['query']}")

    said = "".join(capfd.readouterr())
    assert "answered" in said
    assert "xxxxxxxxxx" not in said
    assert not [name for name, canary in canaries.items() if canary in said]

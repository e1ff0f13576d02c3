"""
Who may do what: every route of the application, asked by everybody there is.

The routes come from the OpenAPI document and the application itself. A route that is not declared here fails.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, TypeAlias

import httpx2
import pytest
from fastapi.routing import APIRoute

from services import clock, keys, ledgers, links, tickets, tokens
from services.api.app import FACES
from services.keyring import Keyring
from services.wiring import EVERY
from tests.domain.games.bridge.telling import result
from tests.people import PASSED
from tests.servers import NO_TLS, PROBLEM, Api

Ask: TypeAlias = Callable[["Hall"], dict[str, Any]]
"""What is sent to a route: parameters of the path (`in_path`), of the query, a body, headers."""

BAD: Final = ("malformed", "bad checksum", "unknown", "expired", "revoked", "a ticket in the header")
SCOPES: Final = ("scorer", "director", "reader", "auditor", "admin")
LINKS: Final = ("viewer link", "scorer link", "director link")
CALLERS: Final = (
    "nobody",
    *BAD,
    *SCOPES,
    *(f"{scope} of another ledger" for scope in SCOPES),
    *(f"{scope} of another match" for scope in SCOPES if scope != "admin"),
    *LINKS,
    "link to another match",
)
"""Everybody who may ask."""


def rights(otherwise: int, bad: int = 401, nobody: int = 401, **more: int) -> dict[str, int]:
    """What each is answered: more narrowly named ones first; `otherwise` for who is not named."""
    found = {}
    for caller in CALLERS:
        words = caller.split()
        named = [caller.replace(" ", "_"), f"any_{'_'.join(words[1:])}", "any_link" if "link" in words else ""]
        status = bad if caller in BAD else nobody if caller == "nobody" else otherwise
        found[caller] = next((more[name] for name in named if name in more), status)
    return found


ANYBODY: Final = rights(200, bad=200, nobody=200)
"""No key is looked at."""
LISTS: Final = rights(200, nobody=200)
"""Each sees a list of their own."""
SEES: Final = rights(200, nobody=404, any_of_another_ledger=404, any_of_another_match=404, admin=404) | {
    "link to another match": 404
}
"""Reads a private match."""
HAS_NO_LINK: Final = rights(
    200, nobody=404, any_of_another_ledger=404, any_of_another_match=404, admin=404, any_link=404
)
"""Reads a private match that nobody has a link to."""
REPORTS: Final = rights(
    403,
    scorer=201,
    director=201,
    any_of_another_ledger=404,
    any_of_another_match=404,
    scorer_link=201,
    director_link=201,
) | {"link to another match": 404}
"""Reports to a match."""
OPENS: Final = rights(403, director=201, director_of_another_ledger=201)
"""Opens a match, in the own ledger."""
FOLLOWS: Final = {
    caller: 403 if "link" in caller or caller.split()[0] in {"scorer", "admin"} else status
    for caller, status in rights(200).items()
}
"""Reads what there is of the own ledger; a key for certain matches what there is of those."""
PROVES: Final = (
    FOLLOWS
    | {f"{scope} of another ledger": 409 for scope in ("director", "reader", "auditor")}
    | {f"{scope} of another match": 404 for scope in ("director", "reader", "auditor")}
)
"""Reads a proof of one event; another ledger has none yet."""
EXPORTS: Final = rights(403, director=200, auditor=200, director_of_another_ledger=200, auditor_of_another_ledger=200)
"""Reads a whole ledger unsealed."""
VOUCHED: Final = rights(404, nobody=404)
"""Reads hashes that tell nothing of any event: anybody those of `main`. No checkpoint is signed here yet."""
EXTENDS: Final = rights(200, nobody=200)
"""Reads a proof between two sizes, of no event."""
NAMES: Final = rights(200, any_of_another_match=403, any_link=403) | {"link to another match": 403}
"""Reads the names of the own ledger."""
NAMING: Final = rights(403, director=200, admin=200, director_of_another_ledger=200, admin_of_another_ledger=200)
"""Names and forgets players of the own ledger."""
FORGETS: Final = NAMING | {"director of another ledger": 404, "admin of another ledger": 404}
"""Forgets one that the other ledger does not have."""
ADMINISTERS: Final = rights(403, admin=200, admin_of_another_ledger=404)
"""Sees to a key of the own ledger."""
MAKES_KEYS: Final = rights(403, admin=201, admin_of_another_ledger=201)
LISTS_KEYS: Final = rights(403, admin=200, admin_of_another_ledger=200)
READS_ACTS: Final = LISTS_KEYS | {"auditor": 200, "auditor of another ledger": 200}
KEEPS_HOUSE: Final = rights(403, admin=201)
"""Makes ledgers: an administrator of `main` alone."""
SHARES: Final = rights(403, director=200, any_of_another_ledger=404, any_of_another_match=404) | {
    "link to another match": 404
}
"""Shares a match."""
DIRECTS: Final = rights(403, director=200, any_of_another_ledger=404, any_of_another_match=404, director_link=200) | {
    "link to another match": 404
}
"""Looks at a match as its director."""
ASKS_TO_DIRECT: Final = rights(200, nobody=200, director_of_another_ledger=404)
"""Reads what it takes to direct; a director's link the match too."""
DRAWS_LINKS: Final = rights(403, any_link=200) | {"link to another match": 404}
"""Has the QR code of the link that is sent."""
TAKES_TICKETS: Final = rights(201)


@dataclass(frozen=True)
class Hall:
    """
    What there is to ask for: a private match of `main` with a result, another match, keys and links of all kinds; and
    a private session of pairs.
    """

    api: Api
    match: str
    other: str
    session: str
    callers: Mapping[str, str | None]

    def a_key(self) -> str:
        return keys.create(self.api.stores, ["reader"]).id

    def a_link(self) -> str:
        return links.create(self.api.stores, self.director, self.match, "viewer").id

    def a_player(self) -> str:
        player = tokens.new_id()
        self.api.as_("director").put(f"/v1/players/{player}", json={"name": "Anna"}).raise_for_status()
        return player

    @property
    def director(self) -> Any:
        key = self.callers["director"]
        assert key is not None
        return Keyring(self.api.stores).bearer(key)


def of_match(hall: Hall) -> dict[str, Any]:
    return {"in_path": {"match": hall.match}}


def board(hall: Hall) -> dict[str, Any]:
    return {"in_path": {"match": hall.match, "board": "rubber"}}


DECLARED: Final[dict[str, tuple[dict[str, int], Ask]]] = {
    "POST /v1/matches": (OPENS, lambda _: {"json": {"game": "cribbage"}}),
    "GET /v1/matches": (LISTS, lambda _: {}),
    "GET /v1/matches/{match}": (SEES, of_match),
    "POST /v1/matches/{match}/events": (
        REPORTS,
        lambda hall: of_match(hall) | {"json": {"type": PASSED[0], "data": PASSED[1]}},
    ),
    "GET /v1/matches/{match}/events": (SEES, of_match),
    "GET /v1/matches/{match}/boards/{board}": (SEES, board),
    "GET /v1/matches/{match}/boards/{board}/difference": (SEES, lambda hall: board(hall) | {"params": {"from": 1}}),
    "GET /v1/matches/{match}/replay": (SEES, of_match),
    "GET /v1/matches/{match}/live": (SEES, of_match),
    "GET /v1/matches/{match}/links": (SHARES, of_match),
    "POST /v1/matches/{match}/links": (
        SHARES | {"director": 201},
        lambda hall: of_match(hall) | {"json": {"role": "viewer"}},
    ),
    "DELETE /v1/matches/{match}/links/{link}": (
        SHARES,
        lambda hall: {"in_path": {"match": hall.match, "link": hall.a_link()}},
    ),
    "POST /v1/tickets": (TAKES_TICKETS, lambda _: {}),
    "GET /v1/live": (SEES, lambda hall: {"params": {"match": hall.match}}),
    "GET /v1/events": (FOLLOWS, lambda _: {}),
    "GET /v1/events/live": (FOLLOWS, lambda _: {}),
    "GET /v1/ledger/checkpoint": (VOUCHED, lambda _: {}),
    "GET /v1/ledger/proof/inclusion": (PROVES, lambda _: {"params": {"position": 1, "size": 1}}),
    "GET /v1/ledger/proof/consistency": (EXTENDS, lambda _: {"params": {"from": 0, "to": 0}}),
    "GET /v1/ledger/export": (EXPORTS, lambda _: {}),
    "GET /v1/players": (NAMES, lambda _: {}),
    "PUT /v1/players/{player}": (NAMING, lambda _: {"in_path": {"player": "p-2"}, "json": {"name": "Ben"}}),
    "DELETE /v1/players/{player}": (FORGETS, lambda hall: {"in_path": {"player": hall.a_player()}}),
    "POST /v1/keys": (MAKES_KEYS, lambda _: {"json": {"scopes": ["reader"]}}),
    "GET /v1/keys": (LISTS_KEYS, lambda _: {}),
    "GET /v1/keys/{key}": (ADMINISTERS, lambda hall: {"in_path": {"key": hall.a_key()}}),
    "POST /v1/keys/{key}/rotate": (ADMINISTERS, lambda hall: {"in_path": {"key": hall.a_key()}, "json": {}}),
    "DELETE /v1/keys/{key}": (ADMINISTERS, lambda hall: {"in_path": {"key": hall.a_key()}}),
    "POST /v1/ledgers": (KEEPS_HOUSE, lambda _: {"json": {"name": f"club-{tokens.new_id().lower()}"}}),
    "GET /v1/admin/events": (READS_ACTS, lambda _: {}),
    "GET /v1/games": (ANYBODY, lambda _: {}),
    "GET /v1/games/{game}": (ANYBODY, lambda _: {"in_path": {"game": "cribbage"}}),
    "GET /v1/schemas/events/{type}": (ANYBODY, lambda _: {"in_path": {"type": "match.opened"}}),
    "GET /v1/schemas/boards/{game}/{board}": (ANYBODY, lambda _: {"in_path": {"game": "cribbage", "board": "game"}}),
    "GET /v1/schemas/options/{game}": (ANYBODY, lambda _: {"in_path": {"game": "cribbage"}}),
    "GET /healthz": (ANYBODY, lambda _: {}),
    "GET /readyz": (ANYBODY, lambda _: {}),
    "GET /metrics": (ANYBODY, lambda _: {}),
    "GET /": (LISTS, lambda _: {}),
    "GET /matches/{match}": (SEES, of_match),
    "GET /tv": (LISTS, lambda _: {}),
    "GET /tv/{match}": (SEES, of_match),
    "GET /overlay/{match}": (SEES, of_match),
    "GET /embed/{match}": (SEES, of_match),
    "GET /embed.js": (ANYBODY, lambda _: {}),
    "GET /matches/{match}/drawn/{manner}": (
        SEES,
        lambda hall: {"in_path": {"match": hall.match, "manner": "board.en"}},
    ),
    "GET /matches/{match}/travellers/{board}": (
        HAS_NO_LINK,
        lambda hall: {"in_path": {"match": hall.session, "board": "1"}},
    ),
    "GET /score/{match}": (LISTS, of_match),
    "GET /score/{match}/entries": (SEES, of_match),
    "GET /matches/{match}/replay": (SEES, of_match),
    "GET /matches/{match}/replay/steps": (SEES, lambda hall: of_match(hall) | {"params": {"from": 1}}),
    "GET /matches/{match}/replay/log": (SEES, lambda hall: of_match(hall) | {"params": {"version": 1}}),
    "GET /matches/{match}/replay/track": (SEES, of_match),
    "GET /matches/{match}/share": (SEES, of_match),
    "GET /matches/{match}/share/qr": (DRAWS_LINKS, of_match),
    "GET /direct/{match}": (ASKS_TO_DIRECT, of_match),
    "GET /direct/{match}/desk": (DIRECTS, of_match),
    "GET /direct/{match}/form": (DIRECTS, lambda hall: of_match(hall) | {"params": {"act": "correct", "of": 2}}),
    "POST /direct/{match}/preview": (
        DIRECTS,
        lambda hall: of_match(hall) | {"json": {"type": PASSED[0], "data": PASSED[1]}},
    ),
    "GET /docs": (ANYBODY, lambda _: {}),
}
"""Every route: what each caller is answered, and what is sent."""

STREAMS: Final = {name for name in DECLARED if name.endswith("/live")}


@pytest.fixture(scope="module")
def hall(api: Api) -> Hall:
    with api.stores.writing(EVERY) as connection:
        ledgers.add(connection, "other")
    match, other = api.open(visibility="private"), api.open(visibility="private")
    session = api.open("bridge.pairs", visibility="private")
    api.tell(match, *PASSED)
    api.tell(session, *result(1, "1", "2", "4S N 10").values())
    api.drain()
    return Hall(api, match, other, session, dict(_callers(api, match, other)))


def _callers(api: Api, match: str, other: str) -> Iterator[tuple[str, str | None]]:
    stores = api.stores
    good = keys.create(stores, ["director"]).key
    yield "nobody", None
    yield "malformed", "sp_director_nothing"
    yield "bad checksum", good[:-1] + ("A" if good[-1] != "A" else "B")
    yield "unknown", tokens.write("sp", "director", tokens.new_id(), tokens.new_secret())
    yield "expired", keys.create(stores, ["director"], expires_at=clock.now() - timedelta(seconds=1)).key
    revoked = keys.create(stores, ["director"])
    keys.revoke(stores, revoked.id)
    yield "revoked", revoked.key
    for scope in SCOPES:
        yield scope, keys.create(stores, [scope]).key
        yield f"{scope} of another ledger", keys.create(stores, [scope], ledger="other").key
        if scope != "admin":
            yield f"{scope} of another match", keys.create(stores, [scope], matches=[other]).key
    director = Keyring(stores).bearer(good)
    yield "a ticket in the header", tickets.create(stores, director).token
    for role in ("viewer", "scorer", "director"):
        yield f"{role} link", links.create(stores, director, match, role).token
    yield "link to another match", links.create(stores, director, other, "director").token


def routes(api: Api) -> set[str]:
    """Every method and path of the application, in and out of the document."""
    listed = {f"{method.upper()} {path}" for path, each in api.app.openapi()["paths"].items() for method in each}
    there = {
        f"{method} {route.path_format}"
        for face in FACES
        for route in face.router.routes
        if isinstance(route, APIRoute)
        for method in route.methods
    }
    assert listed <= there
    return there


def test_every_route_is_declared_and_every_caller_is_there(hall: Hall) -> None:
    assert routes(hall.api) == set(DECLARED)
    assert set(hall.callers) == set(CALLERS)
    assert all(set(expected) == set(CALLERS) for expected, _ in DECLARED.values())


@pytest.mark.parametrize("route", DECLARED)
def test_each_is_answered_as_declared(hall: Hall, route: str) -> None:
    expected, ask = DECLARED[route]
    answered = {}
    bodies: dict[int, set[bytes]] = {}
    for caller in CALLERS:
        status, body = _ask(hall, route, ask(hall), hall.callers[caller])
        answered[caller] = status
        bodies.setdefault(status, set()).add(body)

    assert answered == expected
    assert len(bodies.get(404, {b""})) == 1, "what is unknown and what is another's look the same"


def _ask(hall: Hall, route: str, asked: dict[str, Any], key: str | None) -> tuple[int, bytes]:
    method, _, path = route.partition(" ")
    path = path.format(**asked.pop("in_path", {}))
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    with httpx2.stream(method, hall.api.url + path, headers=headers, timeout=20, verify=NO_TLS, **asked) as answer:
        body = b"" if route in STREAMS and answer.status_code == 200 else answer.read()
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == PROBLEM
        return answer.status_code, body


def test_what_is_unknown_looks_like_what_is_anothers(hall: Hall) -> None:
    unknown = "0190163d-8694-739b-aea5-966c26f8ad90"
    for route, (expected, ask) in DECLARED.items():
        if expected is not SEES and expected is not REPORTS:
            continue
        asked = ask(hall)
        if "in_path" in asked:
            asked["in_path"]["match"] = unknown
        else:
            asked["params"]["match"] = unknown
        nothing = _ask(hall, route, asked, hall.callers["director"])
        theirs = _ask(hall, route, ask(hall), hall.callers["director of another ledger"])
        assert nothing == theirs, route


@pytest.mark.parametrize("how", ["key", "link", "secret"])
def test_a_stream_ends_within_two_seconds_when_what_opened_it_is_revoked(hall: Hall, how: str) -> None:
    stores = hall.api.stores
    made = keys.create(stores, ["reader"]) if how != "link" else None
    link = links.create(stores, hall.director, hall.match, "viewer") if made is None else None
    key = made.key if made else link.token if link else None
    with (
        httpx2.Client(
            base_url=hall.api.url, headers={"Authorization": f"Bearer {key}"}, timeout=20, verify=NO_TLS
        ) as client,
        client.stream("GET", f"/v1/matches/{hall.match}/live") as answer,
    ):
        lines = answer.iter_lines()
        assert next(lines) == "event: board"
        if made and how == "secret":
            keys.rotate(stores, made.id)
        elif made:
            keys.revoke(stores, made.id)
        elif link:
            links.revoke(stores, hall.director, hall.match, link.id)
        since = time.monotonic()
        assert any(line == "event: bye" for line in lines)
        assert time.monotonic() - since < 2.5

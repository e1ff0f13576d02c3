"""
Every operation of /openapi.json, asked by schemathesis with and without keys: what is answered is what is declared.

A few requests of each in every run; `SCOREPAD_TEST_REQUESTS=10000` for the campaign that docs/guarantees.md tells of.
"""

import itertools
import logging
import os
from collections import Counter
from typing import Any, Final

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from domain.games import all_games, event_types
from services import checkpointing, keys, links, wiring
from services.api.answers import ANSWERS
from services.api.app import create_app
from services.config import Settings
from services.keyring import Keyring
from services.wiring import EVERY
from tests.plays import PLAYS
from tests.servers import PROBLEM, Api

figures = logging.getLogger(__name__).info
REQUESTS: Final = int(os.environ.get("SCOREPAD_TEST_REQUESTS", "600"))
"""On each database."""
LIMIT: Final = 20
"""Seconds after which an answer is taken never to come."""
SCOPES: Final = ("director", "", "scorer", "reader", "auditor", "admin")
PLAYERS: Final = {play.game: play.players[0] for play in PLAYS}
CHECKS: Final = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
DOCUMENT: Final = create_app(
    wiring.connect(Settings(database_url="sqlite:///never-opened.db", redis_url="redis://127.0.0.1:1", _env_file=None))
).openapi()
SCHEMA: Final = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS: Final = {
    f"{method.upper()} {path}": operation
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}
STREAMS: Final = ("text/event-stream", "application/x-ndjson")
MODES: Final = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


@pytest.fixture(scope="module")
def known(api: Api) -> list[dict[str, str]]:
    """What is there to be asked for: of every game a match and its boards; types, players, a key and a link."""
    api.as_("director").put("/v1/players/p-1", json={"name": "Anna"})
    found = [
        {"match": api.open(name), "game": name, "board": board, "type": type_, "player": player}
        for (name, game), type_, player in zip(
            sorted(all_games().items()),
            itertools.cycle(sorted(event_types())),
            itertools.cycle(["p-1", "p-2"]),
            strict=False,
        )
        for board in game.boards
    ]
    director = Keyring(api.stores).bearer(keys.create(api.stores, ["director"]).key)
    for there in found:
        there["key"] = keys.create(api.stores, ["reader"]).id
        there["link"] = links.create(api.stores, director, there["match"], "viewer").id
        api.tell(there["match"], "match.players_changed", {"players": PLAYERS[there["game"]]})
    api.drain()
    with api.stores.reading(EVERY) as connection:
        standing = checkpointing.standings(connection)
    assert all(checkpointing.make(api.stores, each) for each in standing)
    return found


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_operation_answers_as_it_is_declared(api: Api, known: list[dict[str, str]], name: str) -> None:
    method, path = name.split(" ")
    operation = SCHEMA[path][method]
    statuses = Counter[int]()

    @settings(
        max_examples=max(REQUESTS // len(OPERATIONS), 10),
        phases=[Phase.generate],
        database=None,
        derandomize=REQUESTS < 1000,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data(), mode=st.sampled_from(MODES), scope=st.just(SCOPES[0]) | st.sampled_from(SCOPES))
    def ask(data: st.DataObject, mode: GenerationMode, scope: str) -> None:
        case, there = data.draw(operation.as_strategy(mode)), data.draw(st.sampled_from(known))
        case.path_parameters = {
            place: there[place] if data.draw(st.integers(0, 4), label="known") else found
            for place, found in (case.path_parameters or {}).items()
        }
        if path == "/v1/live" and data.draw(st.booleans()):
            case.query["match"] = [there["match"]]
        if name == "POST /v1/matches/{match}/events" and data.draw(st.booleans()):
            # What chance makes of a schema, the rules hardly ever take.
            report = {"type": "match.players_changed", "data": {"players": PLAYERS[there["game"]]}}
            case.body, case.media_type = report, "application/json"
        statuses[said(api, case, scope)] += 1

    ask()

    figures("%s: %s", name, dict(sorted(statuses.items())))
    assert statuses.total() >= len(SCOPES)


def said(api: Api, case: Case, scope: str) -> int:
    """Ask; hold the answer against the document, but of a stream only that it began."""
    given: dict[str, Any] = case.as_transport_kwargs(api.url)
    held = api.as_(scope).headers.get("authorization") if scope else None
    given["headers"] = {**given.get("headers", {}), **({"Authorization": held} if held else {})}
    with requests.Session() as session, session.request(**given, stream=True, timeout=LIMIT) as answer:
        if answer.headers.get("content-type", "").startswith(STREAMS):
            answer._content = b""
        case.validate_response(answer, checks=CHECKS)
        kind = answer.headers.get("content-type")
        assert answer.status_code < 400 or kind == PROBLEM or case.path == "/readyz", (answer.status_code, kind)
        return answer.status_code


def test_every_operation_says_what_it_answers_and_how_it_refuses() -> None:
    assert set(OPERATIONS) == set(ANSWERS), "what services/api/answers.py tells of is what there is"
    for name, operation in OPERATIONS.items():
        for status, answer in operation["responses"].items():
            problem = int(status) >= 400 and not (name == "GET /readyz" and status == "503")
            assert not problem or set(answer["content"]) == {PROBLEM}, name
            assert (int(status) in ANSWERS[name]) is not problem, name


def test_every_operation_that_takes_a_key_says_so() -> None:
    open_to_all = {name for name, operation in OPERATIONS.items() if {} in operation.get("security", [{}])}
    silent = {name for name, operation in OPERATIONS.items() if "security" not in operation}

    assert DOCUMENT["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert {"POST /v1/matches", "GET /v1/events", "GET /v1/players", "GET /v1/ledger/export"}.isdisjoint(open_to_all)
    assert {"GET /v1/matches", "GET /v1/matches/{match}/live"} <= open_to_all - silent
    assert silent >= {"GET /healthz", "GET /v1/games"}
    for name in OPERATIONS.keys() - open_to_all:
        assert {"401", "403"} <= set(OPERATIONS[name]["responses"]), name


def test_a_report_of_every_type_is_declared() -> None:
    schemas = DOCUMENT["components"]["schemas"]

    assert {each["properties"]["type"]["const"] for each in schemas["Report"]["oneOf"]} == set(event_types())
    assert set(event_types()) <= set(schemas)

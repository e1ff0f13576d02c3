"""The API's documentation: every route described by its own words, and nothing loaded from another host."""

import re
from typing import Any

from tests.servers import Api


def test_every_route_is_documented_by_the_first_sentence_of_its_docstring(api: Api) -> None:
    operations = _operations(api)

    assert operations["GET /v1/matches"]["summary"] == "Matches, newest first; `next` is the cursor of the page after"
    for name, operation in operations.items():
        assert operation["description"].startswith(operation["summary"]), name
        assert not operation["summary"].endswith("."), name


def test_every_parameter_of_a_path_is_declared(api: Api) -> None:
    for name, operation in _operations(api).items():
        declared = {one["name"] for one in operation.get("parameters", []) if one["in"] == "path"}

        assert declared == set(re.findall(r"\{(\w+)\}", name)), name


def test_every_route_of_the_contract_that_is_there_is_documented(api: Api) -> None:
    assert set(_operations(api)) == {
        "DELETE /v1/keys/{key}",
        "DELETE /v1/matches/{match}/links/{link}",
        "GET /healthz",
        "GET /metrics",
        "GET /readyz",
        "GET /v1/admin/events",
        "GET /v1/events",
        "GET /v1/events/live",
        "GET /v1/games",
        "GET /v1/games/{game}",
        "GET /v1/keys",
        "GET /v1/keys/{key}",
        "GET /v1/matches/{match}/links",
        "POST /v1/keys",
        "POST /v1/keys/{key}/rotate",
        "POST /v1/ledgers",
        "POST /v1/matches/{match}/links",
        "POST /v1/tickets",
        "GET /v1/ledger/checkpoint",
        "GET /v1/ledger/export",
        "GET /v1/ledger/proof/consistency",
        "GET /v1/ledger/proof/inclusion",
        "GET /v1/live",
        "GET /v1/matches",
        "GET /v1/matches/{match}",
        "GET /v1/matches/{match}/boards/{board}",
        "GET /v1/matches/{match}/boards/{board}/difference",
        "GET /v1/matches/{match}/events",
        "GET /v1/matches/{match}/live",
        "GET /v1/matches/{match}/replay",
        "GET /v1/players",
        "PUT /v1/players/{player}",
        "DELETE /v1/players/{player}",
        "GET /v1/schemas/boards/{game}/{board}",
        "GET /v1/schemas/events/{type}",
        "GET /v1/schemas/options/{game}",
        "POST /v1/matches",
        "POST /v1/matches/{match}/events",
    }


def test_reports_declare_their_bodies_and_headers(api: Api) -> None:
    operations = _operations(api)

    for name, headers in (
        ("POST /v1/matches", {"idempotency-key"}),
        ("POST /v1/matches/{match}/events", {"idempotency-key", "if-match"}),
    ):
        declared = {one["name"] for one in operations[name]["parameters"] if one["in"] == "header"}
        assert declared == headers, name
        assert operations[name]["requestBody"]["required"] is True
        assert operations[name]["security"] == [{"key": []}]


def test_br154_the_largest_numbers_that_are_documented_are_those_that_are_taken(api: Api) -> None:
    match = api.open()
    paths = {"/v1/matches": "/v1/matches", "/v1/matches/{match}/events": f"/v1/matches/{match}/events"}
    tried = 0

    for template, path in paths.items():
        for parameter in _operations(api)[f"GET {template}"]["parameters"]:
            most = parameter["schema"].get("maximum")
            if most is None:
                continue
            tried += 1
            assert api.as_().get(path, params={parameter["name"]: most}).status_code == 200
            for beyond in (most + 1, 2**63, 10**400):
                assert api.as_().get(path, params={parameter["name"]: beyond}).status_code == 422
    assert tried >= 3


def test_the_documentation_loads_nothing_from_another_host(api: Api) -> None:
    page = api.as_().get("/docs")

    assets = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(assets) >= 3
    for path in assets:
        assert path.startswith("/"), path
        assert api.as_().get(path).status_code == 200, path


def _operations(api: Api) -> dict[str, dict[str, Any]]:
    """Every documented operation by its method and path."""
    document = api.as_().get("/openapi.json").json()
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }

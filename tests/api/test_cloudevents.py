"""CloudEvents and their schemas over HTTP."""

import re
from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator

from domain.games import all_games
from services.formats.cloudevents import cloud_event
from tests.facts import DEAL
from tests.servers import Api, problem

GAME = ("bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
BATCH = "application/cloudevents-batch+json"


def asked(client: httpx2.Client, path: str, **query: Any) -> httpx2.Response:
    answer = client.get(path, params=query or None, headers={"Accept": BATCH})
    assert (answer.status_code, answer.headers["content-type"]) == (200, BATCH), answer.text
    return answer


def pages(client: httpx2.Client, path: str, **query: Any) -> list[list[Any]]:
    """The pages, each found by the link of the one before it."""
    found: list[list[Any]] = []
    answer = asked(client, path, **query)
    while True:
        found.append(answer.json())
        link = re.fullmatch(r'<([^>]+)>; rel="next"', answer.headers.get("link", ""))
        if link is None:
            return found
        answer = asked(client, link[1])


def test_a_log_is_read_as_cloud_events_page_by_page(api: Api) -> None:
    match = api.open()
    for _ in range(2):
        api.tell(match, *GAME)
    path = f"/v1/matches/{match}/events"

    told = pages(api.as_(), path, limit=2)

    log = api.as_().get(path).json()["items"]
    assert [len(page) for page in told] == [2, 1]
    assert [event for page in told for event in page] == [cloud_event(item, api.url) for item in log]


def test_a_ledger_is_read_as_cloud_events_page_by_page(api: Api) -> None:
    for _ in range(2):
        api.tell(api.open(), *GAME)
    api.drain()

    told = [event for page in pages(api.as_("reader"), "/v1/events", limit=3) for event in page]

    fed = api.as_("reader").get("/v1/events?limit=500").json()["items"]
    assert told == [cloud_event(item, api.url) for item in fed]
    assert [event["position"] for event in told] == [str(number) for number in range(1, len(told) + 1)]


def test_the_schema_that_an_event_names_is_there_and_its_data_fits(api: Api) -> None:
    match = api.open(players={"N": "anna"})
    api.tell(match, *GAME)
    api.tell(match, "match.corrected", {"of": 2, "data": GAME[1], "reason": "no"})

    (told,) = pages(api.as_(), f"/v1/matches/{match}/events")

    assert len(told) == 3
    for event in told:
        answer = api.as_().get(event["dataschema"])
        assert answer.headers["content-type"] == "application/schema+json"
        assert event["dataschema"].endswith(answer.json()["$id"])
        Draft202012Validator(answer.json()).validate(event["data"])


def test_sealed_hands_are_sealed_and_name_no_schema(api: Api) -> None:
    match = api.open()
    api.tell(match, "bridge.dealt", {"hands": DEAL})
    path = f"/v1/matches/{match}/events"

    assert asked(api.as_(), path).json()[1]["data"] == {"sealed": True}
    assert "dataschema" not in asked(api.as_(), path).json()[1]
    assert asked(api.as_("auditor"), path).json()[1]["data"]["hands"] == DEAL


def test_who_may_not_read_gets_the_same_refusals(api: Api) -> None:
    accept = {"Accept": BATCH}

    problem(api.as_().get("/v1/events", headers=accept), 401, "key_needed")
    problem(api.as_("reader").get("/v1/events?after=99999", headers=accept), 409, "cursor_ahead")
    private = api.open(visibility="private")
    problem(api.as_().get(f"/v1/matches/{private}/events", headers=accept), 404, "unknown")


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_schema_of_a_game_is_at_its_own_address_too(api: Api, game: str) -> None:
    described = api.as_().get(f"/v1/games/{game}").json()

    for schema in (described["options"], *described["events"].values(), *described["schemas"].values()):
        assert api.as_().get(schema["$id"]).json() == schema


@pytest.mark.parametrize(
    "path", ["events/bridge.deal_plaid", "boards/bridge.rubber/match", "boards/whist/rubber", "options/whist"]
)
def test_a_schema_that_is_not_there_is_unknown(api: Api, path: str) -> None:
    problem(api.as_().get(f"/v1/schemas/{path}"), 404, "unknown")

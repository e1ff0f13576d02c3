"""What can be scored; whether a process lives, is ready, and what it counts."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from domain.event import COMMON
from domain.games import all_games
from services.checkpointing import Notary
from services.config import Settings
from tests import books
from tests.conftest import fresh_database
from tests.crowd import eventually
from tests.servers import Api, problem, sent, serving

PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}


def test_every_game_is_listed_with_its_boards(api: Api) -> None:
    found = api.as_().get("/v1/games").json()

    assert found["next"] is None
    assert [item["game"] for item in found["items"]] == sorted(all_games())
    for item in found["items"]:
        assert item["title"]
        assert item["boards"] == list(all_games()[item["game"]].boards)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_game_has_schemas_of_its_events_options_and_boards(api: Api, game: str) -> None:
    found = api.as_().get(f"/v1/games/{game}").json()

    assert found["game"] == game
    assert set(found["events"]) == set(COMMON) | {model.TYPE for model in all_games()[game].events}
    assert set(found["schemas"]) == set(found["boards"])
    for schema in [found["options"], *found["events"].values()]:
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)


def test_a_board_has_the_keys_of_its_schema(api: Api) -> None:
    schemas = api.as_().get("/v1/games/bridge.rubber").json()["schemas"]
    match = api.open()

    for name, schema in schemas.items():
        board = api.as_().get(f"/v1/matches/{match}/boards/{name}").json()
        assert set(board) == set(schema["properties"]) == set(schema["required"]), name


def test_a_match_has_the_options_of_its_schema(api: Api) -> None:
    schema = api.as_().get("/v1/games/bridge.rubber").json()["options"]

    assert set(api.as_().get(f"/v1/matches/{api.open()}").json()["options"]) == set(schema["properties"])


@pytest.mark.parametrize("name", ["bridge", "BRIDGE.RUBBER", "bridge.poker", "a%00b", "x" * 1000])
def test_a_game_that_is_not_there_is_unknown(api: Api, name: str) -> None:
    problem(api.as_().get(f"/v1/games/{name}"), 404, "unknown")


def test_a_process_that_lives_says_so(api: Api) -> None:
    assert api.as_().get("/healthz").json() == {"status": "alive"}


def test_a_process_is_ready_with_its_stores_and_says_how_far_boards_lag(api: Api) -> None:
    api.drain()
    eventually(lambda: api.hub.on_redis)
    at_rest = {
        "status": "ready",
        "redis": "reachable",
        "live": True,
        "database": "reachable",
        "matches_behind": 0,
        "matches_stuck": 0,
        "signing": "keeps up",
        "checkpoint_made_at": None,
        "events_unsigned": (unsigned := ready(api)[1]["events_unsigned"]),
    }
    assert ready(api) == (200, at_rest)

    api.open()

    assert ready(api) == (200, at_rest | {"matches_behind": 1})
    api.drain()
    assert ready(api) == (200, at_rest | {"events_unsigned": unsigned + 1})


def test_a_process_says_when_the_newest_checkpoint_was_made_and_that_signing_stands_still(
    request: pytest.FixtureRequest, tmp_path: Path, redis_url: str
) -> None:
    with (
        fresh_database(request, "sqlite", tmp_path) as url,
        serving(Settings(database_url=url, redis_url=redis_url, data=tmp_path, _env_file=None)) as api,
    ):
        eventually(lambda: api.hub.on_redis)
        books.forge_match(api.stores, '{"game":"bridge.rubber"}')
        api.drain()

        _, still = ready(api)
        assert (still["status"], still["signing"], still["events_unsigned"]) == ("degraded", "stands still", 2)
        assert figures(api)["scorepad_ledgers_not_signing"] == 1
        assert figures(api)["scorepad_events_unsigned"] == 2, "the act that made the ledger waits too"
        assert figures(api)["scorepad_checkpoint_timestamp_seconds"] == 0

        assert Notary(api.stores).sign_due() == 1

        _, found = ready(api)
        assert (found["signing"], found["events_unsigned"]) == ("keeps up", 1)
        made = datetime.fromisoformat(found["checkpoint_made_at"])
        assert abs(figures(api)["scorepad_checkpoint_timestamp_seconds"] - made.timestamp()) < 0.01
        assert figures(api)["scorepad_ledgers_not_signing"] == 0
        assert figures(api)["scorepad_events_unsigned"] == 1


def test_figures_are_counted(api: Api) -> None:
    match = api.open()
    api.drain()
    before = figures(api)

    sent(api.as_("director").post(f"/v1/matches/{match}/events", json={"events": [PASS, PASS]}))
    refused = {"type": "bridge.deal_played", "data": {"contract": "8S", "declarer": "N", "tricks": 9}}
    problem(api.as_("director").post(f"/v1/matches/{match}/events", json=refused), 422, "contract_invalid")

    after, code = figures(api), 'scorepad_reports_refused_total{code="contract_invalid"}'
    assert after["scorepad_events_appended_total"] - before["scorepad_events_appended_total"] == 2
    assert after[code] - before.get(code, 0) == 1
    assert after["scorepad_matches_behind"] == 1
    assert after["scorepad_matches_stuck"] == after["scorepad_viewers"] == 0


def test_a_retry_is_counted_once(api: Api) -> None:
    match, headers = api.open(), {"Idempotency-Key": "once"}
    before = figures(api)["scorepad_events_appended_total"]

    for _ in range(3):
        sent(api.as_("director").post(f"/v1/matches/{match}/events", json=PASS, headers=headers))

    assert figures(api)["scorepad_events_appended_total"] == before + 1


def test_figures_are_of_the_prometheus_kind(api: Api) -> None:
    assert api.as_().get("/metrics").headers["content-type"].startswith("text/plain; version=")


@pytest.mark.parametrize("url", ["sqlite:////nowhere/scorepad.db", "postgresql://nobody@127.0.0.1:1/none"])
def test_without_a_database_a_process_lives_and_is_not_ready(tmp_path: Path, redis_url: str, url: str) -> None:
    with serving(Settings(database_url=url, redis_url=redis_url, data=tmp_path, _env_file=None)) as api:
        assert api.as_().get("/healthz").status_code == 200
        status, found = ready(api)
        assert (status, found["status"], found["redis"]) == (503, "not ready", "reachable")
        for path in ("/v1/matches", "/v1/matches/0190163d-8694-739b-aea5-966c26f8ad90/live", "/metrics"):
            answer = api.as_().get(path)
            problem(answer, 503, "store_away")
            assert answer.headers["retry-after"] == "1"


def test_a_database_without_tables_is_not_ready_and_says_what_to_do(tmp_path: Path, redis_url: str) -> None:
    url = f"sqlite:///{tmp_path / 'empty.db'}"

    with serving(Settings(database_url=url, redis_url=redis_url, data=tmp_path, _env_file=None)) as api:
        status, found = ready(api)

    assert (status, found["status"]) == (503, "not ready")
    assert "scorepad migrate" in found["database"]


def test_without_redis_reports_are_taken_and_the_process_says_that_it_is_degraded(alone: Api) -> None:
    status, found = ready(alone)

    assert (status, found["status"], found["live"]) == (200, "degraded", False)
    assert found["redis"].startswith("away")
    assert alone.as_().get(f"/v1/matches/{alone.open()}/boards/rubber").status_code == 200


@pytest.fixture
def alone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    """An API whose Redis is away."""
    with fresh_database(request, "sqlite", tmp_path) as url:
        away = Settings(database_url=url, redis_url="redis://127.0.0.1:1/0", data=tmp_path, _env_file=None)
        with serving(away) as api:
            yield api


def ready(api: Api) -> tuple[int, dict[str, Any]]:
    """The status and the document of /readyz."""
    answer = api.as_().get("/readyz")
    return answer.status_code, answer.json()


def figures(api: Api) -> dict[str, float]:
    """The figures of /metrics by name."""
    text = api.as_().get("/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(scorepad_\S+) (\S+)$", text, re.MULTILINE)}

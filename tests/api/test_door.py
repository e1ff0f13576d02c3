"""The door: who was let in and who was turned away stands in the process's log, without a word that they sent."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.responses import Response
from starlette.types import Message
from structlog.testing import capture_logs

from services import keys, migrating, wiring
from services.api.door import NOTICED, Door, Thinned
from services.config import Settings
from tests.crowd import eventually
from tests.servers import NO_TLS, Api, serving_process

NOBODY = "0190163d-8694-739b-aea5-966c26f8ad90"


class Logged:
    """An API in a process of its own, and the lines that it writes."""

    def __init__(self, api: Api, errors: Path) -> None:
        self.api = api
        self._errors = errors

    def lines(self) -> list[dict[str, Any]]:
        """All that was said, each line of it JSON."""
        return [json.loads(line) for line in self._errors.read_text().splitlines()]

    def line(self, event: str, **holds: Any) -> dict[str, Any]:
        """The line of that event that holds these values, once it is there."""

        def found() -> dict[str, Any] | None:
            said = [line for line in self.lines() if line["event"] == event]
            return next((line for line in said if holds.items() <= line.items()), None)

        eventually(lambda: found() is not None, 10)
        line = found()
        assert line is not None
        return line


@pytest.fixture(scope="module", params=["info", "debug"])
def here(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logged]:
    folder = tmp_path_factory.mktemp("door")
    settings = Settings(data=folder, redis_url=redis_url, log_level=request.param, _env_file=None)
    migrating.migrate(stores := wiring.connect(settings))
    stores.engine.dispose()
    with serving_process(settings, folder / "stderr") as (api, _):
        yield Logged(api, folder / "stderr")


def test_every_line_is_json_with_its_time_and_level(here: Logged) -> None:
    here.api.as_().get(f"/v1/matches/{NOBODY}")
    here.line("not_found", route="/v1/matches/{match}")

    for line in here.lines():
        assert line["level"] in {"debug", "info", "warning", "error"}
        assert line["timestamp"].endswith("Z")


def test_a_key_that_is_no_good_is_told_by_the_id_that_it_claims(here: Logged) -> None:
    made = keys.create(here.api.stores, ["director"])
    wrong = made.key[:-1] + ("0" if made.key[-1] != "0" else "1")

    assert here.api.holding(wrong).get("/v1/matches").status_code == 401

    line = here.line("key_refused", claimed=made.id)
    assert line["level"] == "warning"
    assert (line["status"], line["address"], line["method"], line["route"]) == (401, "127.0.0.1", "GET", "/v1/matches")
    assert "actor" not in line


def test_no_key_where_one_is_needed_is_told(here: Logged) -> None:
    assert here.api.as_().post("/v1/matches", json={}).status_code == 401

    line = here.line("key_refused", method="POST")
    assert not {"actor", "claimed"} & set(line)


def test_a_key_that_is_taken_is_told_once_an_hour(here: Logged) -> None:
    made = keys.create(here.api.stores, ["reader"])
    for _ in range(3):
        assert here.api.holding(made.key).get("/v1/events").status_code == 200

    line = here.line("key_accepted", actor=f"reader:{made.id}")
    assert (line["ledger"], line["address"]) == ("main", "127.0.0.1")
    assert len([each for each in here.lines() if each.get("actor") == f"reader:{made.id}"]) == 1


def test_what_a_key_may_not_do_is_told_with_its_actor(here: Logged) -> None:
    made = keys.create(here.api.stores, ["scorer"])

    assert here.api.holding(made.key).post("/v1/matches", json={"game": "bridge.rubber"}).status_code == 403

    line = here.line("forbidden", actor=f"scorer:{made.id}")
    assert (line["level"], line["method"], line["route"]) == ("warning", "POST", "/v1/matches")


def test_what_is_not_there_or_not_theirs_is_told_with_the_match(here: Logged) -> None:
    match = here.api.open(visibility="private")

    assert here.api.as_().get(f"/v1/matches/{match}/boards/rubber").status_code == 404

    assert here.line("not_found", match=match)["route"] == "/v1/matches/{match}/boards/{board}"


def test_what_cannot_be_read_is_too_large_or_breaks_the_rules_is_told(here: Logged) -> None:
    match, client = here.api.open(), here.api.as_("director")
    for content, status, word in (
        (b"{", 400, "malformed"),
        (b" " * (2 << 20), 413, "too_large"),
        (b'{"type":"bridge.deal_plaid","data":{}}', 422, "refused"),
    ):
        assert client.post(f"/v1/matches/{match}/events", content=content).status_code == status

        assert here.line(word, match=match)["actor"].startswith("director:")


def test_nothing_that_was_sent_stands_in_a_line(here: Logged) -> None:
    made = keys.create(here.api.stores, ["director"])
    secret = made.key.split("_")[-1]
    told = 'forged%0A%1B[2J{"event":"forged"}'
    client = here.api.holding(made.key)
    client.get(f"/v1/matches/{NOBODY}/boards/{told}", params={"at": told})
    client.get(f"/v1/matches/{told}")
    client.get("/v1/matches", params={"ticket": told, "limit": 1})
    client.get(f"/{told}")
    client.post("/v1/matches", content=told, headers={"Idempotency-Key": "forged", "User-Agent": "forged"})
    here.api.holding("sp_director_forged").get("/v1/matches")
    client.request("FORGED", "/v1/matches")
    httpx2.get(f"{here.api.url}/v1/players", headers={"Authorization": f"Basic {made.key}"}, verify=NO_TLS)
    here.line("malformed", actor=f"director:{made.id}")

    said = json.dumps(here.lines())
    assert "forged" not in said.lower()
    assert "[2J" not in said
    assert secret not in said


def test_refusals_are_counted_though_lines_are_thinned(here: Logged) -> None:
    def refused() -> float:
        found = [line for line in here.api.as_().get("/metrics").text.splitlines() if "scorepad_noticed_total" in line]
        return sum(float(line.split()[-1]) for line in found if 'what="key_refused"' in line)

    client, before = here.api.holding("sp_reader_AAAAAAAAAA_x"), refused()
    for _ in range(20):
        assert client.get("/v1/live").status_code == 401

    assert refused() == before + 20
    assert len([line for line in here.lines() if line.get("claimed") == "AAAAAAAAAA"]) == 1


@pytest.mark.parametrize("status", NOTICED)
def test_every_kind_of_refusal_is_told_whoever_answers_it(status: int) -> None:
    scope = {"type": "http", "method": "GET", "headers": [], "client": ("203.0.113.7", 4711)}

    with capture_logs() as said:
        asyncio.run(Door(Response(status_code=status))(scope, _nothing, _nobody))

    word, level = NOTICED[status]
    told = [line for line in said if line["event"] != "answered"]
    assert [(line["event"], line["status"], line["address"]) for line in told] == [(word, status, "203.0.113.7")]
    assert told[0]["log_level"] == logging.getLevelName(level).lower()


def test_what_went_well_without_a_key_is_told_to_who_looks_for_faults_alone() -> None:
    scope = {"type": "http", "method": "GET", "headers": [], "client": ("203.0.113.7", 4711)}

    with capture_logs() as said:
        for status in (200, 201, 204, 304, 409):
            asyncio.run(Door(Response(status_code=status))(scope, _nothing, _nobody))

    assert {(line["event"], line["log_level"]) for line in said} == {("answered", "debug")}
    assert len(said) == 5


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _nobody(_message: Message) -> None:
    return


def test_a_line_is_said_again_after_its_time_with_how_often_it_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("services.api.door.monotonic", lambda: now[0])
    lines = Thinned(60)

    assert lines.due("forbidden", "a") == {}
    assert [lines.due("forbidden", "a") for _ in range(5)] == [None] * 5
    assert lines.due("forbidden", "b") == {}
    now[0] = 60
    assert lines.due("forbidden", "a") == {"repeated": 5}
    now[0] = 120
    assert lines.due("forbidden", "a") == {}


def test_a_flood_of_different_lines_is_cut_off_and_told_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("services.api.door.monotonic", lambda: now[0])
    lines = Thinned(60, most=10)

    assert len([each for each in range(100) if lines.due(each) is not None]) == 10
    now[0] = 61
    assert lines.due("another") == {"left_out": 90}
    assert lines.due("yet another") == {}

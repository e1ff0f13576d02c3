"""One result travels the whole house: from POST to a viewer's stream, with real processes, whatever dies."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import redis

from tests.conftest import DATABASES, fresh_database
from tests.houses import Inhabited, Viewer, alive, running, until

GAME = {"contract": "4S", "declarer": "N", "tricks": 10}


@pytest.fixture(scope="module", params=DATABASES)
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    """One house a database, in which everything is killed in turn."""
    folder = tmp_path_factory.mktemp("house")
    with fresh_database(request, request.param, folder) as url, running(database_url=url, data=folder) as found:
        yield found


def test_a_result_travels_from_post_to_the_stream(here: Inhabited) -> None:
    match = here.open()
    viewer = Viewer(here.house.url, match)
    until(lambda: viewer.boards)

    here.tell(match, "bridge.deal_played", GAME)

    until(lambda: _shows(viewer.boards, 2, below=120))
    assert here.board(match) == viewer.boards["rubber"]
    viewer.stop()


def test_a_worker_killed_between_append_and_fold_costs_seconds(here: Inhabited) -> None:
    match = here.open()
    viewer = Viewer(here.house.url, match)
    until(lambda: viewer.boards)
    here.kill("worker 0", signal.SIGSTOP)
    here.tell(match, "bridge.deal_played", GAME)

    dead = here.kill("worker 0", signal.SIGKILL)

    until(lambda: _shows(viewer.boards, 2, below=120))
    assert here.pid("worker 0") != dead
    viewer.stop()


def test_a_flushed_redis_costs_seconds(here: Inhabited) -> None:
    match = here.open()
    viewer = Viewer(here.house.url, match)
    until(lambda: viewer.boards)
    client = redis.Redis.from_url(here.house.stores.settings.redis)
    here.kill("worker 0", signal.SIGSTOP)
    here.tell(match, "bridge.deal_played", GAME)
    client.flushall()
    client.close()
    here.kill("worker 0", signal.SIGCONT)

    until(lambda: _shows(viewer.boards, 2, below=120))
    viewer.stop()


def test_reports_are_taken_and_shown_while_redis_is_away(here: Inhabited) -> None:
    match = here.open()
    viewer = Viewer(here.house.url, match)
    until(lambda: viewer.boards)
    here.kill("valkey", signal.SIGSTOP)

    here.tell(match, "bridge.deal_played", GAME)

    until(lambda: _shows(viewer.boards, 2, below=120))
    here.kill("valkey", signal.SIGKILL)
    here.tell(match, "bridge.deal_played", GAME)
    until(lambda: _shows(viewer.boards, 3, below=240))
    until(lambda: here.client.get("/readyz").json()["live"], 20)
    here.tell(match, "bridge.honours_claimed", {"seat": "N", "points": 100})
    until(lambda: _shows(viewer.boards, 4, below=240))
    viewer.stop()


def test_an_api_killed_comes_back_to_its_viewers(here: Inhabited) -> None:
    match = here.open()
    viewer = Viewer(here.house.url, match)
    until(lambda: viewer.boards)

    here.kill("api", signal.SIGKILL)
    until(lambda: _posted(here, match))

    until(lambda: _shows(viewer.boards, 2, below=120))
    viewer.stop()


def test_everything_left_behind_is_folded_at_the_next_start(database_url: str, tmp_path: Path) -> None:
    with running(database_url=database_url, data=tmp_path / "house") as here:
        match = here.open()
        here.kill("worker 0", signal.SIGSTOP)
        for _ in range(100):
            here.tell(match, "bridge.deal_played", {"contract": "Pass"})
        here.kill("worker 0", signal.SIGKILL)

    with running(database_url=database_url, data=tmp_path / "house") as here:
        assert until(lambda: (here.board(match) or {}).get("version") == 101)


def test_a_house_leaves_nothing_running(database_url: str, tmp_path: Path) -> None:
    with running(database_url=database_url, data=tmp_path / "house") as here:
        pids = [child.process.pid for child in here.house.children]

    assert not [pid for pid in pids if alive(pid)]


def _shows(boards: dict[str, Any], version: int, *, below: int) -> bool:
    board = boards.get("rubber", {"version": 0})
    return board["version"] == version and board["sides"]["NS"]["below"] == below


def _posted(here: Inhabited, match: str) -> bool:
    event = {"id": "0190163d-8694-739b-aea5-966c26f8ad90", "type": "bridge.deal_played", "data": GAME}
    try:
        return here.client.post(f"/v1/matches/{match}/events", json=event, timeout=2).status_code == 201
    except httpx2.HTTPError:
        return False

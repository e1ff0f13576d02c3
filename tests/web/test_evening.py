"""The demo's evening, match by match: its page and its pad in a terminal at the end of each, from a running house."""

import io
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from rich.console import Console

from domain.games import all_games
from services.cli import pads
from services.demo import evening
from services.web.language import say
from services.web.signs import signed
from tests.houses import Inhabited, running, until
from tests.sheets import Page

MATCHES = list(evening())


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(scope="module", params=MATCHES, ids=[match.opening["title"] for match in MATCHES])
def boards(here: Inhabited, request: pytest.FixtureRequest) -> dict[str, Any]:
    reported = request.param
    match = here.client.post("/v1/matches", json=reported.opening).json()["match"]
    for events in reported.batches:
        answer = here.client.post(f"/v1/matches/{match}/events", json={"events": events})
        assert answer.status_code == 201, answer.text
    found = {}
    for name in all_games()[reported.opening["game"]].boards:
        until(lambda name=name: (here.board(match, name) or {}).get("version") == reported.events)
        found[name] = here.board(match, name)
    return found


def test_every_match_of_the_evening_comes_to_its_end(boards: dict[str, Any]) -> None:
    assert {board["status"] for board in boards.values()} <= {"complete", "closed"}


def test_the_page_says_why(here: Inhabited, boards: dict[str, Any]) -> None:
    board = pads.first(boards)
    page = Page(httpx2.get(f"{here.house.url}/matches/{board['match']}").text)

    assert board["title"] in page.text
    assert all(signed(say("en", sentence)) in page.text for sentence in board["why"])
    assert "<pre>" not in page.source


def test_the_terminal_says_why(boards: dict[str, Any]) -> None:
    console = Console(file=io.StringIO(), width=300)
    console.print(pads.shown(boards))

    written = console.file.getvalue()
    assert " ".join(pads.first(boards)["why"]) in written

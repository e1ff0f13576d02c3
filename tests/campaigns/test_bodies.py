"""
Bodies by chance, to real matches of every game as they stand in all kinds of states: none is a fault.

A few hundred in every run; `SCOREPAD_TEST_BODIES=10000` for the campaign that docs/guarantees.md gives the figures of.
"""

import json
import logging
import os
from collections import Counter
from functools import cache
from typing import Any, Final

import httpx2
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from domain.games import all_games
from services.api.schemas import board_schema
from tests import books
from tests.campaigns.bodies import EVENINGS, bodies, openings
from tests.servers import PROBLEM, Api

figures = logging.getLogger(__name__).info
BODIES: Final = int(os.environ.get("SCOREPAD_TEST_BODIES", "420"))
"""On both databases and of all games together."""
EACH: Final = 6
"""Bodies that a match is told, at most."""
EXAMPLES: Final = max(BODIES // (EACH * len(EVENINGS) * 2), 5)


@pytest.mark.parametrize("game", sorted(EVENINGS))
def test_no_body_is_a_fault_and_what_is_taken_is_shown(api: Api, game: str) -> None:
    client, said = api.as_("director"), Counter[str]()

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate, Phase.shrink],
        database=None,
        derandomize=BODIES < 1000,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def tell(data: st.DataObject) -> None:
        evening = data.draw(st.sampled_from(EVENINGS[game]))
        said[told(api, "/v1/matches", data.draw(openings(game)))] += 1
        match = client.post("/v1/matches", json=evening[0]["data"]).json()["match"]
        before = evening[1 : data.draw(st.integers(1, len(evening)))]
        if before:
            answer = client.post(f"/v1/matches/{match}/events", json={"events": before})
            assert answer.status_code == 201, answer.text
        for body in data.draw(st.lists(bodies(game), min_size=EACH - 1, max_size=EACH - 1)):
            said[told(api, f"/v1/matches/{match}/events", body)] += 1
        shows(api, match, game)

    tell()

    figures("%s, %s: %d bodies: %s", api.stores.engine.dialect.name, game, said.total(), dict(said.most_common()))
    assert said["201"] > 0
    assert said.total() >= EXAMPLES * EACH
    assert len(said) > 2


def told(api: Api, path: str, body: Any) -> str:
    """Tell a body: what it was answered, as a status or a code. A refused one keeps nothing; a new match is shown."""
    before = books.kept(api.stores)
    answer = api.as_("director").post(path, content=json.dumps(body).encode())
    after = books.kept(api.stores)
    assert answer.status_code in {201, 400, 409, 413, 422}, (answer.status_code, answer.text)
    if answer.status_code == 201:
        assert after["events"] > before["events"]
        if path == "/v1/matches":
            shows(api, answer.json()["match"], body["game"])
        return "201"
    assert after == before, "something of it was kept"
    assert answer.headers["content-type"] == PROBLEM
    problem = answer.json()
    assert problem["detail"]
    return str(problem["code"])


def shows(api: Api, match: str, game: str) -> None:
    """Every board of a match is shown, fits its schema, and is what its log folds to; so are its page and its log."""
    client = api.as_("director")
    replayed = books.replayed(api.stores, match)
    for name in all_games()[game].boards:
        board = got(client, f"/v1/matches/{match}/boards/{name}").json()
        assert board == replayed[name]
        validator(game, name).validate(board)
    for path in (
        f"/v1/matches/{match}",
        f"/v1/matches/{match}/events",
        f"/v1/matches/{match}/replay",
        f"/matches/{match}",
    ):
        got(client, path)


def got(client: httpx2.Client, path: str) -> httpx2.Response:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.text)
    return answer


@cache
def validator(game: str, board: str) -> Draft202012Validator:
    """What holds a board of a game against its published schema."""
    return Draft202012Validator(board_schema(game, board))

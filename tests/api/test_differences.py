"""Differences between two versions of a board over HTTP."""

from itertools import product
from typing import Any

import pytest

from tests.domain.test_difference import patched
from tests.servers import Api, problem

GAME = ("bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
PART = ("bridge.deal_played", {"contract": "2H", "declarer": "E", "tricks": 8})


def mended(api: Api) -> str:
    match = api.open()
    for report in (GAME, PART, ("match.corrected", {"of": 2, "data": PART[1], "reason": "misread"})):
        api.tell(match, *report)
    return match


def asked(api: Api, match: str, headers: dict[str, str] | None = None, **asked_: Any) -> Any:
    return api.as_().get(f"/v1/matches/{match}/boards/rubber/difference", params=asked_, headers=headers)


@pytest.mark.parametrize("as_", ["then", "now"])
def test_the_difference_makes_the_one_board_of_the_other_either_way(api: Api, as_: str) -> None:
    match = mended(api)
    path = f"/v1/matches/{match}/boards/rubber"
    boards = {n: api.as_().get(path, params={"at_version": n, "as": as_}).json() for n in (1, 2, 3, 4)}

    for first, last in product(boards, boards):
        told = asked(api, match, **{"from": first, "to": last, "as": as_}).json()
        assert (told["match"], told["board"], told["from"], told["to"]) == (match, "rubber", first, last)
        assert patched(boards[first], told["patch"]) == boards[last]


def test_without_an_end_it_is_what_happened_since(api: Api) -> None:
    match = mended(api)

    told = asked(api, match, **{"from": 3}).json()

    assert told["to"] == 4
    lost = {"op": "replace", "path": "/sides/NS/below", "value": 0, "before": 120}
    assert lost in told["patch"]


def test_the_patch_alone_is_a_json_patch(api: Api) -> None:
    match, query = mended(api), {"from": 2, "to": 4}

    answer = asked(api, match, {"Accept": "application/json-patch+json"}, **query)

    assert answer.headers["content-type"] == "application/json-patch+json"
    assert answer.json() == asked(api, match, **query).json()["patch"]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({}, 422, "event_invalid"),
        ({"from": 0}, 422, "event_invalid"),
        ({"from": 1, "to": "x"}, 422, "event_invalid"),
        ({"from": 5}, 404, "unknown"),
        ({"from": 1, "to": 5}, 404, "unknown"),
    ],
)
def test_versions_that_there_are_not_do_not_differ(api: Api, query: dict[str, Any], status: int, code: str) -> None:
    problem(asked(api, mended(api), **query), status, code)


def test_the_difference_is_shown_to_whom_the_board_is(api: Api) -> None:
    match = api.open(visibility="private")
    path = f"/v1/matches/{match}/boards/rubber/difference"

    problem(api.as_().get(path, params={"from": 1}), 404, "unknown")
    assert api.as_("reader").get(path, params={"from": 1}).json()["patch"] == []
    problem(api.as_().get(f"/v1/matches/{api.open()}/boards/nothing/difference", params={"from": 1}), 404, "unknown")

"""The scorer's page as the server draws it: who may score, what is told to whom, and the log in words."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from domain import games
from services.bearers import Bearer
from services.web.entries import entries
from tests.houses import Inhabited, running

MATCH = "0190163d-8694-739b-aea5-966c26f8ad90"
SCORER = Bearer("abcdefghij", 1, "main", frozenset({"scorer"}), frozenset({MATCH}), link=True)
DEAL = {"contract": "4S", "declarer": "N", "tricks": 10}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


def shared(here: Inhabited, match: str, role: str = "scorer") -> dict[str, Any]:
    answer: dict[str, Any] = here.client.post(f"/v1/matches/{match}/links", json={"role": role}).json()
    return answer


def opened(here: Inhabited, path: str, **asked: str) -> httpx2.Response:
    return httpx2.get(here.house.url + path, params=asked)


def situation(here: Inhabited, match: str, link: str) -> dict[str, Any]:
    answer = opened(here, f"/score/{match}/entries", link=link)
    found: dict[str, Any] = answer.json()["situation"]
    return found


def test_without_a_scorers_link_the_page_says_what_is_needed(here: Inhabited) -> None:
    match, other = here.open(), here.open()
    gone = shared(here, match)
    here.client.delete(f"/v1/matches/{match}/links/{gone['id']}").raise_for_status()
    told = {
        "Keeping score takes a scorer’s link.": None,
        "This link is for looking on.": shared(here, match, "viewer")["link"],
        "This link is for another match.": shared(here, other)["link"],
        "This link is no good any more": gone["link"],
    }

    for words, link in told.items():
        answer = opened(here, f"/score/{match}", **({"link": link} if link else {}))
        assert answer.status_code == 200
        assert words in answer.text
        assert 'id="panel"' not in answer.text
        assert 'class="board rubber"' in answer.text, "the board is there for who may see the match"


@pytest.mark.parametrize("role", ["scorer", "director"])
def test_with_a_link_that_may_score_the_page_takes_entries(here: Inhabited, role: str) -> None:
    match = here.open()
    made = shared(here, match, role)

    page = opened(here, f"/score/{match}", link=made["link"]).text

    assert 'data-entry="bridge.deal_played"' in page
    assert f'data-key="{made["id"]}"' in page
    assert (">Close the match<" in page) is (role == "director")


def test_a_private_match_and_none_at_all_look_the_same(here: Inhabited) -> None:
    private = here._sent("/v1/matches", {"game": "cribbage", "visibility": "private"})["match"]

    pages = [opened(here, f"/score/{match}").text.replace(match, "") for match in (private, MATCH)]

    assert pages[0] == pages[1]
    assert "Without such a link nothing is shown here." in pages[0]
    assert opened(here, f"/score/{private}/entries").status_code == 404


@pytest.mark.parametrize("game", list(games.all_games()))
def test_every_game_has_its_panel(here: Inhabited, game: str) -> None:
    match = here.open(game)

    page = opened(here, f"/score/{match}", link=shared(here, match)["link"], lang="de").text

    assert "data-record=" in page
    assert 'lang="de"' in page


def test_who_may_take_back_what(here: Inhabited) -> None:
    match = here.open()
    mine, theirs = shared(here, match)["link"], shared(here, match)["link"]
    for link in (mine, theirs):
        headers = {"Authorization": f"Bearer {link}"}
        here.client.post(
            f"/v1/matches/{match}/events", json={"type": "bridge.deal_played", "data": DEAL}, headers=headers
        ).raise_for_status()

    listed = {
        who: opened(here, f"/score/{match}/entries", **({"link": link} if link else {})).json()["html"]
        for who, link in (("me", mine), ("director", shared(here, match, "director")["link"]), ("nobody", None))
    }

    assert re.findall(r'data-undo="(\d+)"', listed["me"]) == ["2"]
    assert re.findall(r'data-undo="(\d+)"', listed["director"]) == ["3", "2"]
    assert re.findall(r'data-undo="(\d+)"', listed["nobody"]) == []
    assert re.findall(r"· (this link|another scorer|a director) ·", listed["me"]) == [
        "another scorer",
        "this link",
        "a director",
    ]


def test_what_was_taken_back_can_be_put_back_until_the_match_is_closed() -> None:
    events = [
        {"match": MATCH, "version": number, "type": type_, "data": data, "actor": actor, "recorded_at": "2026-11-29"}
        for number, (type_, data, actor) in enumerate(
            [
                ("match.opened", {}, "director:x"),
                ("bridge.deal_played", DEAL, SCORER.actor),
                ("match.withdrawn", {"of": 2, "reason": "slip"}, SCORER.actor),
            ],
            start=1,
        )
    ]

    assert [each.may for each in entries(events, SCORER, closed=False)] == [None, "restore", None]
    assert [each.may for each in entries(events, SCORER, closed=True)] == [None, None, None]
    restored = {**events[2], "version": 4, "type": "match.restored"}
    assert entries([*events, restored], SCORER, closed=False)[2].may == "withdraw"


def test_a_refusal_comes_back_in_the_pages_language(here: Inhabited) -> None:
    match = here.open()

    answer = opened(here, f"/score/{match}/entries", lang="de", refusal="The match is closed.").json()

    assert answer["refused"] == "Das Match ist abgeschlossen."


def test_pairs_are_told_the_next_boards_of_each_table(here: Inhabited) -> None:
    match, link = here.open("bridge.pairs"), None
    tables = [{"table": 1, "ns": "1", "ew": "2", "boards": [1, 2]}, {"table": 2, "ns": "3", "ew": "4", "boards": [3]}]
    here.tell(match, "bridge.movement_set", {"rounds": [tables]})
    link = shared(here, match)["link"]
    headers = {"Authorization": f"Bearer {link}"}
    played = {"type": "bridge.deal_played", "data": DEAL | {"board": 1, "ns": "1", "ew": "2"}}
    here.client.post(f"/v1/matches/{match}/events", json=played, headers=headers).raise_for_status()

    found = situation(here, match, link)

    assert found["tables"] == {
        "1": [{"round": 1, "table": "1", "board": 2, "ns": "1", "ew": "2"}],
        "2": [{"round": 1, "table": "2", "board": 3, "ns": "3", "ew": "4"}],
    }
    assert found["last"] == {"board": 1, "ns": "1", "ew": "2", "table": "1", "version": 3}


def test_teams_are_told_the_next_boards_of_each_room(here: Inhabited) -> None:
    match = here.open("bridge.teams")
    here.tell(match, "bridge.deal_played", DEAL | {"board": 4, "room": "open"})

    found = situation(here, match, shared(here, match)["link"])

    assert (found["rooms"]["open"][:2], found["rooms"]["closed"][:2]) == ([5, 6], [1, 2])


def test_what_a_page_is_told_in_an_attribute_is_escaped(here: Inhabited) -> None:
    here.client.put("/v1/players/p-1", json={"name": 'A"><u>'}).raise_for_status()
    match = here._sent("/v1/matches", {"game": "cribbage", "players": {"A": "p-1"}, "title": '"><s>'})["match"]

    page = opened(here, f"/score/{match}", link=shared(here, match)["link"]).text

    assert not re.search('"><[us]>', page)
    assert json.loads(html.unescape(re.findall(r'data-situation="([^"]*)"', page)[0]))["playing"] is False

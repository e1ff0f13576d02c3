"""The director's page: what it shows, the forms that it draws, and previews that write nothing."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from domain.games import all_games
from services.web import figures
from services.web.called import TITLES
from tests.houses import Inhabited, running

MADE = {"contract": "4S", "declarer": "N", "tricks": 10}
DOWN = {"contract": "4S", "declarer": "N", "tricks": 9}
TABLES = [
    [{"table": 1, "ns": "1", "ew": "3", "boards": [1]}, {"table": 2, "ns": "2", "ew": "4", "boards": [1]}],
    [{"table": 1, "ns": "1", "ew": "4", "boards": [2]}, {"table": 2, "ns": "2", "ew": "3", "boards": [2]}],
]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


def desk(here: Inhabited, match: str, **asked: Any) -> dict[str, Any]:
    answer = here.client.get(f"/direct/{match}/desk", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def form(here: Inhabited, match: str, **asked: Any) -> str:
    answer = here.client.get(f"/direct/{match}/form", params=asked)
    assert answer.status_code == 200, answer.text
    html: str = answer.json()["html"]
    return html


def previewed(here: Inhabited, match: str, type_: str, data: dict[str, Any], **asked: Any) -> httpx2.Response:
    return here.client.post(f"/direct/{match}/preview", json={"type": type_, "data": data}, params=asked)


def session(here: Inhabited, visibility: str = "barometer") -> str:
    opening = {"game": "bridge.pairs", "title": "Tuesday", "visibility": visibility}
    match: str = here.client.post("/v1/matches", json=opening).json()["match"]
    here.tell(match, "bridge.movement_set", {"rounds": TABLES})
    return match


def link(here: Inhabited, match: str, role: str = "director") -> str:
    made: str = here.client.post(f"/v1/matches/{match}/links", json={"role": role}).json()["link"]
    return made


def test_without_a_directors_link_the_page_says_what_it_takes_and_nothing_of_the_match(here: Inhabited) -> None:
    match = session(here, "private")
    url = f"{here.house.url}/direct/"

    told = httpx2.get(url + match)
    nowhere = httpx2.get(url + str(uuid4()))

    assert told.status_code == nowhere.status_code == 200
    assert "a director’s link to this match, or a director’s key" in told.text
    assert "Tuesday" not in told.text
    assert told.text.replace(match, "") == nowhere.text.replace(nowhere.url.path.rpartition("/")[2], "")


def test_a_scorers_link_is_told_that_it_does_not_direct(here: Inhabited) -> None:
    match = session(here)

    page = httpx2.get(f"{here.house.url}/direct/{match}?link={link(here, match, 'scorer')}").text

    assert "The link that you came by is not for directing this match." in page
    assert "What counts" not in page


def test_a_directors_link_shows_the_desk_without_javascript(here: Inhabited) -> None:
    match = session(here)
    here.tell(match, "bridge.deal_played", {"board": 1, "ns": "1", "ew": "3", **MADE})

    page = httpx2.get(f"{here.house.url}/direct/{match}?link={link(here, match)}").text

    assert 'id="fact-3"' in page
    assert "1 against 3" in page
    assert "Leaderboard" in page


def test_a_key_in_the_address_is_refused(here: Inhabited) -> None:
    key = here.client.headers["authorization"].split()[1]

    assert httpx2.get(f"{here.house.url}/direct/{session(here)}?link={key}").status_code == 401


def test_what_is_mended_is_shown_before_and_after(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    here.tell(match, "match.corrected", {"of": 2, "data": DOWN, "reason": "miscounted <b>"})
    here.tell(match, "match.withdrawn", {"of": 2, "reason": "never played"})

    html = desk(here, match)["html"]

    mendings = html[html.index("Corrections") :]
    assert mendings.index("withdrawn") < mendings.index("made 4"), "the newest first"
    assert "miscounted &lt;b&gt;" in mendings
    assert "Restore<span" in html
    assert "<s>" in html


def test_what_waits_is_told_by_round_and_table(here: Inhabited) -> None:
    match = session(here)
    here.tell(match, "bridge.deal_played", {"board": 1, "ns": "1", "ew": "3", **MADE})
    here.tell(match, "bridge.deal_played", {"board": 2, "ns": "1", "ew": "4", **MADE})

    html = desk(here, match)["html"]

    waiting = html[html.index("Not yet in") : html.index("What counts")]
    assert waiting.count("<tr data-key") == 2
    assert waiting.index("round 1") < waiting.index("<b>overdue</b>") < waiting.index("round 2")
    assert "data-since" not in waiting, "nothing came from there yet"


def test_a_room_that_the_other_room_waits_for_is_overdue(here: Inhabited) -> None:
    match = here.open("bridge.teams")
    here.tell(match, "bridge.deal_played", {"board": 1, "room": "open", **MADE})

    html = desk(here, match)["html"]

    assert "closed room" in html[html.index("Not yet in") :]
    assert "overdue" in html


def test_a_team_match_with_a_movement_waits_by_round_and_room(here: Inhabited) -> None:
    match = here.open("bridge.teams")
    seated = [{"table": "open", "ns": "home", "ew": "away"}, {"table": "closed", "ns": "away", "ew": "home"}]
    rounds = [[table | {"boards": boards} for table in seated] for boards in ([1, 2], [3])]
    here.tell(match, "bridge.movement_set", {"rounds": rounds})
    here.tell(match, "bridge.deal_played", {"board": 1, "room": "open", **MADE})

    html = desk(here, match)["html"]

    waiting = re.findall(r'<tr data-key="waiting-(\w+)-(\w+ room)".*?<td>([\d,]+)', html)
    assert waiting == [
        ("None", "closed room", "1"),
        ("1", "open room", "2"),
        ("1", "closed room", "2"),
        ("2", "open room", "3"),
        ("2", "closed room", "3"),
    ]


def test_a_word_of_the_other_side_that_differs_leads_to_the_fact(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    here.tell(match, "match.confirmed", {"of": 2, "data": DOWN})

    html = desk(here, match)["html"]

    assert "The other side says otherwise" in html
    assert '<a href="#fact-2">' in html


def test_facts_are_found_by_words_and_the_newest_are_listed(here: Inhabited) -> None:
    match = here.client.post("/v1/matches", json={"game": "bridge.pairs"}).json()["match"]
    results = [
        {"type": "bridge.deal_played", "data": {"board": board, "ns": "1", "ew": "2", **MADE}} for board in range(1, 71)
    ]
    here.client.post(f"/v1/matches/{match}/events", json={"events": results}).raise_for_status()

    assert desk(here, match)["html"].count('<tr role="row" id="fact-') == 60
    assert desk(here, match, every=True)["html"].count('<tr role="row" id="fact-') == 71
    assert desk(here, match, find="Board 7 res")["html"].count('<tr role="row" id="fact-') == 1, "and not 70"
    assert desk(here, match, find="pair 1 4s")["html"].count('<tr role="row" id="fact-') == 60
    assert desk(here, match, find="pair 12")["html"].count('<tr role="row" id="fact-') == 0


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_type_of_every_game_has_a_form_and_a_name(here: Inhabited, game: str) -> None:
    match = here.open(game)
    for model in all_games()[game].events:
        html = form(here, match, act="fact", type=model.TYPE)
        assert "data-preview" in html
        assert model.TYPE in TITLES


def test_the_form_of_a_fact_has_what_it_says_now(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE | {"lead": "TH"})

    html = form(here, match, act="correct", of=2)

    assert 'data-field="contract" data-kind="text" value="4S"' in html
    assert 'data-field="tricks" data-kind="number" value="10"' in html
    assert '<option value="N" selected>' in html
    assert 'data-field="board"' not in html, "a rubber has no boards"
    assert "data-reason required" in html


def test_an_adjustment_begins_with_the_board_that_it_is_of(here: Inhabited) -> None:
    match = session(here)
    here.tell(match, "bridge.deal_played", {"board": 1, "ns": "1", "ew": "3", **MADE})

    html = form(here, match, act="report", type="bridge.board_adjusted", of=3)

    assert 'data-field="ns" data-kind="text" value="1"' in html
    assert 'data-act="report"' in html


def test_a_preview_tells_what_the_boards_will_say_and_writes_nothing(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)

    answer = previewed(here, match, "match.corrected", {"of": 2, "data": DOWN, "reason": "miscounted"})

    assert answer.json() | {"html": ""} == {"version": 2, "taken": True, "forced": False, "news": False, "html": ""}
    assert "<del>120</del></td><td><ins>0</ins>" in answer.json()["html"]
    assert here.client.get(f"/v1/matches/{match}").json()["version"] == 2


def test_a_preview_that_breaks_a_later_fact_names_it_and_offers_force(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    here.tell(match, "bridge.honours_claimed", {"seat": "N", "points": 100})
    wrong = {"of": 2, "data": {"contract": "Pass"}, "reason": "it was passed"}

    answer = previewed(here, match, "match.corrected", wrong).json()
    forced = previewed(here, match, "match.corrected", wrong | {"force": True}).json()

    assert (answer["taken"], forced["taken"], forced["forced"]) == (False, True, True)
    assert "With this, version 3 breaks the rules:" in answer["html"]
    assert "Honours" in answer["html"]
    assert "data-force" in answer["html"]


def test_a_preview_that_nothing_could_make_possible_is_refused_as_the_report_would_be(here: Inhabited) -> None:
    match = here.open()
    said = {"type": "bridge.deal_played", "data": MADE | {"contract": "8S"}}

    seen = here.client.post(f"/direct/{match}/preview", json=said)
    sent = here.client.post(f"/v1/matches/{match}/events", json=said)

    assert seen.status_code == 422
    assert seen.json() == sent.json()


def test_a_preview_tells_what_came_meanwhile(here: Inhabited) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    here.tell(match, "bridge.deal_played", {"contract": "Pass"})
    here.tell(match, "match.corrected", {"of": 2, "data": DOWN, "reason": "one fewer"})

    html = previewed(here, match, "match.withdrawn", {"of": 2, "reason": "x"}, since=2).json()["html"]

    assert "This came meanwhile" in html
    assert "Version 3" in html
    assert "one fewer" in html


def test_a_release_tells_who_will_see_what(here: Inhabited) -> None:
    match = session(here)
    here.tell(match, "bridge.deal_played", {"board": 1, "ns": "1", "ew": "3", **MADE})

    answer = previewed(here, match, "match.released", {"round": 1}).json()["html"]

    assert "<del>Everybody else sees who plays, and no results yet.</del>" in answer
    assert "<ins>Everybody else sees the results of round 1 to 1.</ins>" in answer
    hidden = previewed(here, match, "match.visibility_changed", {"visibility": "hidden"}).json()["html"]
    assert "nothing of it" in hidden or "what was released" in hidden
    late = previewed(here, match, "match.visibility_changed", {"visibility": {"delayed": 600}}).json()["html"]
    assert "Everybody else sees everything 600 s late." in late


def test_points_given_to_a_pair_move_the_ranking(here: Inhabited) -> None:
    match = session(here, "public")
    for ns, ew, tricks in (("1", "3", 10), ("2", "4", 9)):
        here.tell(match, "bridge.deal_played", {"board": 1, "ns": ns, "ew": ew, **MADE, "tricks": tricks})

    html = previewed(here, match, "match.adjusted", {"pair": "1", "points": "-0.5", "reason": "late"}).json()["html"]

    assert "<del>2.00</del></td><td><ins>1.50</ins>" in html


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_figures_of_every_game_can_be_compared(here: Inhabited, game: str) -> None:
    match = here.open(game)

    assert game in figures._OF_GAMES
    assert "The boards stay as they are." in previewed(here, match, "match.released", {}).json()["html"]

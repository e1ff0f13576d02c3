"""Streams of what pages show: as each reader's page has it, newest alone, and no more than may be seen."""

from typing import Any

import pytest

from services.web.drawing import MANNERS
from tests.crowd import eventually
from tests.listeners import Frame, Listener, listening
from tests.people import PASSED
from tests.servers import Api, problem

GAME = {"type": "bridge.deal_played", "data": {"contract": "4S", "declarer": "N", "tricks": 10}}


def tell(api: Api, match: str, event: dict[str, Any] = GAME) -> None:
    api.tell(match, event["type"], event["data"])
    api.drain()


def drawn(listener: Listener) -> Frame:
    return listener.next("drawn")


@pytest.mark.parametrize("manner", MANNERS)
def test_a_match_comes_as_its_page_has_it_and_again_when_it_changed(api: Api, manner: str) -> None:
    match = api.open(title="Final")
    tell(api, match)
    with listening(api.as_(), "/v1/live", match=match, drawn=manner) as listener:
        first = drawn(listener)
        tell(api, match)
        second = drawn(listener)

        assert second.data == api.as_().get(f"/matches/{match}/drawn/{manner}").json()
        assert listener.beats(), "nothing is drawn twice"
    assert (first.data["version"], second.data["version"]) == (2, 3)
    assert first.data["html"] != second.data["html"]
    assert "940" in second.data["html"]


def test_several_matches_come_each_in_its_manner(api: Api) -> None:
    one, other = api.open(), api.open("cribbage")
    api.drain()
    asked = {"match": [one, other, one], "drawn": ["board.en", "row.de", "row.en"]}

    with listening(api.as_(), "/v1/live", **asked) as listener:
        found = {(frame.data["match"], frame.data["drawn"]) for frame in (drawn(listener) for _ in range(3))}

    assert found == {(one, "board.en"), (other, "row.de"), (one, "row.en")}


@pytest.mark.parametrize(
    ("matches", "manners"), [(1, ["board"]), (1, ["board.fr"]), (1, ["page.en"]), (2, ["board.en"] * 3), (1, [""])]
)
def test_what_cannot_be_drawn_is_refused(api: Api, matches: int, manners: list[str]) -> None:
    asked = {"match": [api.open() for _ in range(matches)], "drawn": manners}

    problem(api.as_().get("/v1/live", params=asked), 422, "event_invalid")


def test_a_manner_that_is_none_has_no_part_of_a_page(api: Api) -> None:
    assert api.as_().get(f"/matches/{api.open()}/drawn/board.fr").status_code == 404


def test_who_looks_alike_is_sent_the_same(api: Api) -> None:
    match = api.open()
    tell(api, match)
    asked = {"match": match, "drawn": "board.en"}
    with listening(api.as_(), "/v1/live", **asked) as one, listening(api.as_(), "/v1/live", **asked) as other:
        assert drawn(one) == drawn(other)
        tell(api, match)
        assert drawn(one) == drawn(other)


def test_what_is_held_back_is_not_drawn_for_those_outside(api: Api) -> None:
    match = api.open(visibility="hidden")
    tell(api, match)
    asked = {"match": match, "drawn": "board.en"}
    with listening(api.as_(), "/v1/live", **asked) as outside, listening(api.as_("reader"), "/v1/live", **asked) as in_:
        assert drawn(in_).data["version"] == 2
        held = drawn(outside)
        assert "120" not in held.data["html"]

        tell(api, match, {"type": "match.released", "data": {}})

        assert "120" in drawn(outside).data["html"]
        tell(api, match, {"type": "match.visibility_changed", "data": {"visibility": "private"}})
        assert outside.next("bye")


def test_a_link_draws_its_private_match(api: Api) -> None:
    match = api.open(visibility="private")
    api.tell(match, *PASSED)
    api.drain()
    director = api.as_("director")
    link = director.post(f"/v1/matches/{match}/links", json={"role": "viewer"}).json()["link"]

    problem(api.as_().get("/v1/live", params={"match": match, "drawn": "row.en"}), 404, "unknown")
    with listening(api.as_(), "/v1/live", match=match, drawn="row.en", link=link) as listener:
        assert drawn(listener).data["version"] == 2


def test_names_stand_on_what_is_drawn(api: Api) -> None:
    match = api.open(players={"N": "drawn-1", "S": "drawn-2"})
    api.as_("director").put("/v1/players/drawn-1", json={"name": "Ada <b>"}).raise_for_status()
    api.drain()

    with listening(api.as_(), "/v1/live", match=match, drawn="row.en") as listener:
        html = drawn(listener).data["html"]

    assert "Ada &lt;b&gt; – drawn-2" in html


def test_a_drawing_is_kept_for_as_long_as_somebody_looks(api: Api) -> None:
    match = api.open("bridge.pairs")
    api.drain()
    with listening(api.as_(), "/v1/live", match=match, drawn="board.en") as listener:
        drawn(listener)
        (topic,) = api.hub._topics[match].values()
        for board in range(1, 20):
            with listening(api.as_(), "/v1/live", match=match, drawn=f"traveller-{board}.en"):
                pass
        assert eventually(lambda: len(topic.drawings) == 1)

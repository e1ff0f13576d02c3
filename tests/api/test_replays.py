"""Replays over HTTP: each event with the boards after it, as lines and as a stream."""

import json
from typing import Any

import pytest

from domain.cards import PACK
from tests.listeners import listening
from tests.servers import Api, problem

GAME = ("bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
PART = ("bridge.deal_played", {"contract": "2H", "declarer": "E", "tricks": 8})
SSE = {"Accept": "text/event-stream"}


def mended(api: Api) -> str:
    """A game, a part-score, and the game corrected into a part-score of the others: version 4."""
    match = api.open()
    for report in (GAME, PART, ("match.corrected", {"of": 2, "data": PART[1], "reason": "misread"})):
        api.tell(match, *report)
    return match


def replayed(api: Api, match: str, **asked: Any) -> list[Any]:
    answer = api.as_().get(f"/v1/matches/{match}/replay", params=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson"), answer.text
    return [json.loads(line) for line in answer.text.split("\n") if line]


def boards(api: Api, match: str, version: int, **asked: Any) -> dict[str, Any]:
    shown = {}
    for name in ("rubber", "hands"):
        answer = api.as_().get(f"/v1/matches/{match}/boards/{name}", params={"at_version": version, **asked})
        shown[name] = answer.json()
    return shown


@pytest.mark.parametrize("as_", ["then", "now"])
def test_each_event_comes_with_the_boards_after_it(api: Api, as_: str) -> None:
    match = mended(api)

    lines = replayed(api, match, **{"as": as_})

    log = api.as_().get(f"/v1/matches/{match}/events").json()["items"]
    assert [line["event"] for line in lines] == log
    assert [line["boards"] for line in lines] == [boards(api, match, n, **{"as": as_}) for n in (1, 2, 3, 4)]


def test_a_replay_is_as_it_was_shown_unless_asked_as_we_know_now(api: Api) -> None:
    match = mended(api)

    then, now = replayed(api, match), replayed(api, match, **{"as": "now"})

    assert [line["boards"]["rubber"]["sides"]["NS"]["below"] for line in then] == [0, 120, 120, 0]
    assert [line["boards"]["rubber"]["sides"]["NS"]["below"] for line in now] == [0, 0, 0, 0]
    assert then[3] == now[3]


@pytest.mark.parametrize("as_", ["then", "now"])
def test_a_replay_begins_and_ends_where_it_is_told(api: Api, as_: str) -> None:
    match = mended(api)
    whole = replayed(api, match, **{"as": as_})

    for first, last in ((1, 1), (2, 3), (4, 4), (1, 4)):
        assert replayed(api, match, **{"from": first, "to": last, "as": as_}) == whole[first - 1 : last]
    assert replayed(api, match, **{"from": 3, "as": as_}) == whole[2:]


def test_a_long_match_is_replayed_whole_with_nothing_skipped_or_doubled(api: Api) -> None:
    match = api.open()
    passed = [{"type": "bridge.deal_played", "data": {"contract": "Pass"}}] * 249
    api.as_("director").post(f"/v1/matches/{match}/events", json={"events": passed})

    for as_ in ("then", "now"):
        lines = replayed(api, match, **{"as": as_})
        assert [line["event"]["version"] for line in lines] == list(range(1, 251))
        assert [line["boards"]["rubber"]["version"] for line in lines] == list(range(1, 251))


def test_a_replay_streams_and_resumes_after_the_last_step_seen(api: Api) -> None:
    match = mended(api)
    path = f"/v1/matches/{match}/replay"

    with listening(api.as_(), path, SSE) as stream:
        frames = list(stream.frames)
    with listening(api.as_(), path, SSE | {"Last-Event-ID": "2"}) as stream:
        rest = list(stream.frames)

    assert [(frame.event, frame.id) for frame in frames] == [*(("step", str(n)) for n in (1, 2, 3, 4)), ("bye", None)]
    assert [frame.data for frame in frames[:-1]] == replayed(api, match)
    assert rest == frames[2:]
    with listening(api.as_(), path, SSE | {"Last-Event-ID": "three"}) as stream:
        assert stream.next().id == "1", "what is no version is not one"


def test_br130_an_event_source_that_has_seen_the_end_is_told_to_stay_away(api: Api) -> None:
    path = f"/v1/matches/{mended(api)}/replay"

    for seen in ("4", "5"):
        answer = api.as_().get(path, headers=SSE | {"Last-Event-ID": seen})
        assert (answer.status_code, answer.content) == (204, b"")
    assert api.as_().get(path, headers={"Last-Event-ID": "4"}).status_code == 200, "lines have no such thing"


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"from": 0}, 422, "event_invalid"),
        ({"from": "x"}, 422, "event_invalid"),
        ({"from": 2**53}, 422, "event_invalid"),
        ({"from": 3, "to": 2}, 422, "event_invalid"),
        ({"from": 5}, 422, "event_invalid"),
        ({"to": 5}, 404, "unknown"),
        ({"as": "later"}, 422, "event_invalid"),
    ],
)
def test_versions_that_there_are_not_cannot_be_replayed(
    api: Api, asked: dict[str, Any], status: int, code: str
) -> None:
    problem(api.as_().get(f"/v1/matches/{mended(api)}/replay", params=asked), status, code)


def test_a_private_match_is_replayed_for_its_own_ledger(api: Api) -> None:
    match = api.open(visibility="private")

    problem(api.as_().get(f"/v1/matches/{match}/replay"), 404, "unknown")
    assert api.as_("reader").get(f"/v1/matches/{match}/replay").status_code == 200


@pytest.mark.parametrize("as_", ["then", "now"])
def test_a_replay_shows_cards_to_nobody_who_may_not_see_them_yet(api: Api, as_: str) -> None:
    hands = {seat: list(PACK[start : start + 13]) for seat, start in zip("NESW", (0, 13, 26, 39), strict=True)}
    match = api.open()
    api.tell(match, "bridge.dealt", {"dealer": "N", "hands": hands})
    api.tell(match, "match.corrected", {"of": 2, "data": {"hands": hands}, "reason": "no dealer"})
    path, asked = f"/v1/matches/{match}/replay", {"as": as_}

    for client in (api.as_(), api.as_("reader")):
        text = client.get(path, params=asked).text
        assert not any(f'"{card}"' in text for card in PACK)
        assert '"sealed":true' in text
    assert all(f'"{card}"' in api.as_("auditor").get(path, params=asked).text for card in PACK)


def test_a_match_that_got_stuck_and_was_mended_is_replayed_through_it(api: Api) -> None:
    match = api.open()
    for _ in range(2):
        api.tell(match, *PART)
    api.tell(match, "bridge.honours_claimed", {"seat": "N", "points": 100})
    forced = {"of": 3, "reason": "not played", "force": True}
    api.tell(match, "match.withdrawn", forced)
    api.tell(match, "match.withdrawn", {"of": 2, "reason": "not played either", "force": True})
    api.tell(match, "match.restored", {"of": 2, "reason": "it was"})

    then, now = replayed(api, match), replayed(api, match, **{"as": "now"})

    assert [line["boards"]["rubber"]["status"] for line in then] == ["live"] * 5 + ["stuck", "live"]
    assert [line["boards"]["rubber"]["status"] for line in now] == ["live"] * 7

"""Boards over HTTP: as they are shown now, as they were, and unchanged ones not sent again."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from services import rebuilding
from services.tables import ledgers
from services.wiring import EVERY
from tests.servers import Api, problem, sent

GAME = ("bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
PART = ("bridge.deal_played", {"contract": "2H", "declarer": "E", "tricks": 8})


def test_a_board_is_shown_whole_with_the_stamp_of_its_version(api: Api) -> None:
    match = played(api)

    answer = show(api, match)

    board = answer.json()
    assert answer.headers["etag"] == stamp(api, 3)
    assert answer.headers["content-type"] == "application/json"
    assert (board["match"], board["board"], board["version"], board["status"]) == (match, "rubber", 3, "live")
    assert board["sides"]["NS"]["below"] == 120
    assert board["sides"]["EW"]["leg"] == 60


def test_a_board_that_no_worker_has_come_to_yet_is_shown_all_the_same(api: Api) -> None:
    match = api.open()
    api.tell(match, *GAME)

    fresh = show(api, match)
    api.drain()

    assert fresh.headers["etag"] == stamp(api, 2)
    assert show(api, match).json() == fresh.json()


def test_a_board_shows_what_was_reported_before_any_drain_and_the_same_after_it(api: Api) -> None:
    match = played(api)
    api.tell(match, *PART)

    before = show(api, match)
    api.drain()

    assert before.json()["version"] == 4
    assert show(api, match).json() == before.json()


@pytest.mark.parametrize("known", ["{}", "W/{}", '"0-2", {}', '"x",W/{}', "*"])
def test_a_board_that_is_known_is_not_sent_again(api: Api, known: str) -> None:
    answer = show(api, played(api), headers={"If-None-Match": known.format(stamp(api, 3))})

    assert answer.status_code == 304
    assert answer.content == b""
    assert answer.headers["etag"] == stamp(api, 3)


@pytest.mark.parametrize("known", ['"0-3"', '"1-2"', '"1-33"', "1-3", "3", "", '"'])
def test_a_board_that_is_not_known_is_sent(api: Api, known: str) -> None:
    answer = show(api, played(api), headers={"If-None-Match": known})

    assert (answer.status_code, answer.json()["version"]) == (200, 3)


def test_a_rebuilt_board_has_another_stamp(api: Api) -> None:
    match = played(api)
    before = show(api, match)

    rebuilding.rebuild(api.stores)

    after = show(api, match, headers={"If-None-Match": before.headers["etag"]})
    assert after.json() == before.json()
    assert after.headers["etag"] == stamp(api, 3) != before.headers["etag"]


def test_a_board_is_shown_as_it_was_at_a_version(api: Api) -> None:
    match = played(api)
    api.tell(match, "match.corrected", {"of": 2, "data": PART[1], "reason": "misread"})
    api.drain()

    then = [show(api, match, at_version=version) for version in (1, 2, 3, 4)]

    assert [answer.headers["etag"] for answer in then] == [stamp(api, n) for n in (1, 2, 3, 4)]
    assert [answer.json()["sides"]["NS"]["below"] for answer in then] == [0, 120, 120, 0]
    assert then[3].json() == show(api, match).json()


def test_br016_a_board_is_shown_as_it_was_at_a_time(api: Api) -> None:
    match = played(api)
    times = [item["recorded_at"] for item in api.as_().get(f"/v1/matches/{match}/events").json()["items"]]

    shown = [show(api, match, at=time).json()["version"] for time in times]

    assert shown == [1, 2, 3]
    assert show(api, match, at=_moved(times[1], -1)).json()["version"] == 1
    assert show(api, match, at="2999-01-01T00:00:00Z").json()["version"] == 3
    problem(show(api, match, at=_moved(times[0], -1)), 404, "unknown")


def test_a_board_is_shown_as_we_know_it_now_with_the_mendings_that_came_later(api: Api) -> None:
    match = played(api)
    api.tell(match, "match.corrected", {"of": 2, "data": PART[1], "reason": "misread"})
    recorded = api.as_().get(f"/v1/matches/{match}/events").json()["items"][1]["recorded_at"]

    now = [show(api, match, at_version=version, **{"as": "now"}).json() for version in (1, 2, 3, 4)]

    assert [board["version"] for board in now] == [1, 2, 3, 4]
    assert [board["sides"]["NS"]["below"] for board in now] == [0, 0, 0, 0]
    assert [board["sides"]["EW"]["below"] for board in now] == [0, 60, 120, 120]
    assert [len(board["changes"]) for board in now] == [0, 1, 1, 1]
    assert show(api, match, at=recorded, **{"as": "now"}).json() == now[1]
    assert show(api, match, **{"as": "now"}).json() == show(api, match).json() == now[3]
    assert show(api, match, at_version=2, **{"as": "then"}).json()["sides"]["NS"]["below"] == 120


def test_what_we_know_now_is_sent_again_once_a_mending_changed_it(api: Api) -> None:
    match = played(api)
    asked = {"at_version": 2, "as": "now"}
    tag = show(api, match, **asked).headers["etag"]
    api.tell(match, *PART)

    assert show(api, match, headers={"If-None-Match": tag}, **asked).status_code == 304
    api.tell(match, "match.corrected", {"of": 2, "data": PART[1], "reason": "misread"})
    assert show(api, match, headers={"If-None-Match": tag}, **asked).status_code == 200
    assert show(api, match, at_version=2).headers["etag"] == stamp(api, 2), "what was shown then stays as it is"


@pytest.mark.parametrize("as_", ["", "NOW", "later", "é"])
def test_a_board_is_shown_as_then_or_as_now_and_no_otherwise(api: Api, as_: str) -> None:
    problem(show(api, played(api), at_version=2, **{"as": as_}), 422, "event_invalid")


def test_a_time_may_be_of_any_zone_and_its_plus_need_not_be_escaped(api: Api) -> None:
    match = played(api)

    for at in ("2999-01-01T00:00:00+02:00", "2999-01-01T00:00:00-11:30", "2999-01-01t00:00:00.123456z"):
        assert show(api, match, at=at).json()["version"] == 3
        assert api.as_().get(f"/v1/matches/{match}/boards/rubber?at={at}").json()["version"] == 3


@pytest.mark.parametrize(
    "at",
    [
        "",
        "now",
        "0",
        "1774778445",
        "2026-03-29",
        "2026-03-29T02:30:00",
        "2026-03-29T24:00:00Z",
        "2016-12-31T23:59:60Z",
        "2026-03-29T02:30:00.123456789Z",
        "2026-03-29T02:30:00+25:00",
        "2026-02-30T00:00:00Z",
        "99999-01-01T00:00:00Z",
        "2026-03-29T02:30:00\x00Z",
        "é",
    ],
)
def test_br155_a_time_without_one_meaning_is_refused(api: Api, at: str) -> None:
    document = problem(show(api, played(api), at=at), 422, "event_invalid")

    assert document["errors"][0]["pointer"] == "/query/at"


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "1900-01-01T00:00:00Z"])
def test_before_the_match_there_was_no_board(api: Api, at: str) -> None:
    problem(show(api, played(api), at=at), 404, "unknown")


@pytest.mark.parametrize("version", [4, 2**53 - 1])
def test_a_version_that_is_not_reached_has_no_board(api: Api, version: int) -> None:
    assert "1 to 3" in problem(show(api, played(api), at_version=version), 404, "unknown")["detail"]


@pytest.mark.parametrize("version", ["0", "-1", "x", "1.5", "9007199254740992", "9" * 400])
def test_a_version_that_is_none_is_refused(api: Api, version: str) -> None:
    problem(show(api, played(api), at_version=version), 422, "event_invalid")


@pytest.mark.parametrize("name", ["traveller", "RUBBER", "x" * 300, "a%00b", "%F0%9F%82%A1"])
def test_a_board_that_the_game_does_not_have_is_unknown_and_those_that_it_has_are_named(api: Api, name: str) -> None:
    answer = api.as_().get(f"/v1/matches/{api.open()}/boards/{name}")

    assert "rubber" in problem(answer, 404, "unknown")["detail"]


def test_every_board_that_a_game_names_is_there(api: Api) -> None:
    match = played(api)
    names = api.as_().get("/v1/games/bridge.rubber").json()["boards"]

    assert {"rubber", "hands"} <= set(names)
    for name in names:
        assert show(api, match, name).json()["board"] == name


def test_a_board_of_a_private_match_is_for_its_own_ledger(api: Api) -> None:
    match = api.open(visibility="private")
    api.drain()

    problem(show(api, match), 404, "unknown")
    assert api.as_("reader").get(f"/v1/matches/{match}/boards/rubber").status_code == 200


def played(api: Api) -> str:
    """A match with two deals, drained: version 3."""
    match = api.open()
    sent(api.tell(match, *GAME))
    sent(api.tell(match, *PART))
    api.drain()
    return match


def show(api: Api, match: str, name: str = "rubber", headers: dict[str, str] | None = None, **asked: Any) -> Any:
    """What anybody is answered who asks for a board."""
    return api.as_().get(f"/v1/matches/{match}/boards/{name}", params=asked, headers=headers)


def stamp(api: Api, version: int) -> str:
    """The entity tag of a board of the ledger at that version."""
    with api.stores.reading(EVERY) as connection:
        epoch = connection.execute(sa.select(ledgers.c.epoch).where(ledgers.c.name == "main")).scalar_one()
    return f'"{epoch}-{version}"'


def _moved(time: str, microseconds: int) -> str:
    return (datetime.fromisoformat(time) + timedelta(microseconds=microseconds)).isoformat()

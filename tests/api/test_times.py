"""Times that somebody sends: each lies where UTC has it, or is refused, and nothing of it is kept."""

import pytest

from tests.servers import Api, problem, sent

PAST_ALL = ("9999-12-31T23:59:59-12:00", "9999-12-31T23:59:59Z", "9999-12-31T00:00:00Z")
BEFORE_ALL = ("0001-01-01T00:00:00+12:00", "0001-01-01T00:00:00Z")


@pytest.mark.parametrize("time", [*PAST_ALL, *BEFORE_ALL])
def test_a_key_or_a_link_ends_at_a_time_that_there_is(api: Api, time: str) -> None:
    admin, director, match = api.as_("admin"), api.as_("director"), api.open()
    before = len(admin.get("/v1/keys", params={"limit": 500}).json()["items"])

    for client, path, wish in (
        (admin, "/v1/keys", {"scopes": ["reader"]}),
        (director, f"/v1/matches/{match}/links", {"role": "viewer"}),
    ):
        told = problem(client.post(path, json=wish | {"expires_at": time}), 422, "event_invalid")
        assert [flaw["pointer"] for flaw in told["errors"]] == ["/expires_at"]
    assert len(admin.get("/v1/keys", params={"limit": 500}).json()["items"]) == before
    assert director.get(f"/v1/matches/{match}/links").json()["items"] == []


def test_an_end_is_told_in_utc_however_it_was_sent(api: Api) -> None:
    admin, director, match = api.as_("admin"), api.as_("director"), api.open()
    time, told = "9999-12-30T23:00:00-00:30", "9999-12-30T23:30:00.000000Z"

    key = sent(admin.post("/v1/keys", json={"scopes": ["reader"], "expires_at": time}))
    link = sent(director.post(f"/v1/matches/{match}/links", json={"role": "viewer", "expires_at": time}))

    assert key["expires_at"] == link["expires_at"] == told
    assert admin.get(f"/v1/keys/{key['id']}").json()["expires_at"] == told
    acts = {each["data"].get("key", each["data"].get("link")): each for each in acts_of(api)}
    assert {acts[one["id"]]["data"]["expires_at"] for one in (key, link)} == {told}


def acts_of(api: Api) -> list[dict[str, dict[str, str]]]:
    """The newest acts."""
    api.drain()
    found, after = list[dict[str, dict[str, str]]](), 0
    while page := api.as_("admin").get("/v1/admin/events", params={"after": after, "limit": 500}).json()["items"]:
        found, after = found + page, page[-1]["position"]
    return found


@pytest.mark.parametrize("time", [*PAST_ALL, *BEFORE_ALL])
@pytest.mark.parametrize("visibility", ["public", {"delayed": 1}])
def test_a_board_at_any_time_is_there_or_is_not(api: Api, time: str, visibility: object) -> None:
    match = api.open(visibility=visibility)
    api.drain()

    for path in (f"/v1/matches/{match}/boards/rubber", f"/matches/{match}/replay"):
        assert api.as_("director").get(path, params={"at": time}).status_code == (200 if time in PAST_ALL else 404)
        assert api.as_().get(path, params={"at": time}).status_code in {200, 404}


@pytest.mark.parametrize("time", [*PAST_ALL, *BEFORE_ALL])
def test_nothing_happened_at_such_a_time(api: Api, time: str) -> None:
    match = api.open()
    report = {"type": "bridge.deal_played", "data": {"contract": "Pass"}, "occurred_at": time}

    problem(api.as_("director").post(f"/v1/matches/{match}/events", json=report), 422, "event_invalid")

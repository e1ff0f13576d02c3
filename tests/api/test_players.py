"""Players' names over HTTP: who may say them, who is shown them, and that they are gone."""

from typing import Any

import pytest

from tests.people import deal
from tests.servers import Api, problem

GAMES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("bridge.rubber", {"N": "{0}", "S": "{1}"}, ["Anna &lt;b&gt; – Ben"]),
    ("bridge.chicago", {"EW": ["{0}", "{1}"]}, ["Anna &lt;b&gt; – Ben"]),
    ("bridge.teams", {"open.N": "{0}", "closed.E": "{1}"}, ["Anna &lt;b&gt; – Ben"]),
    ("bridge.pairs", {"7": ["{0}", "{1}"]}, ["Anna &lt;b&gt; – Ben"]),
    ("schnapsen", {"A": "{0}", "B": "{1}"}, ["Anna &lt;b&gt;", "Ben"]),
    ("sixtysix", {"A": "{0}", "B": "{1}"}, ["Anna &lt;b&gt;", "Ben"]),
    ("cribbage", {"A": "{0}", "B": "{1}"}, ["Anna &lt;b&gt;", "Ben"]),
]


def name(api: Api, id_: str, called: str) -> None:
    answer = api.as_("director").put(f"/v1/players/{id_}", json={"name": called})
    assert answer.status_code == 200, answer.text


def filled(players: dict[str, Any], ids: list[str]) -> dict[str, Any]:
    return {
        unit: who.format(*ids) if isinstance(who, str) else [each.format(*ids) for each in who]
        for unit, who in players.items()
    }


def test_a_player_is_named_listed_and_forgotten(api: Api) -> None:
    director = api.as_("director")
    named = director.put("/v1/players/one%2Ftwo", json={"name": "Anna"})
    assert (named.status_code, named.json()["id"], named.json()["name"]) == (200, "one/two", "Anna")

    listed = api.as_("reader").get("/v1/players", params={"id": ["one/two", "nobody"]}).json()
    assert [(each["id"], each["name"]) for each in listed["items"]] == [("one/two", "Anna")]

    gone = director.delete("/v1/players/one%2Ftwo")
    assert (gone.status_code, gone.json()["id"], gone.json()["matches"]) == (200, "one/two", 0)
    assert isinstance(gone.json()["left"], list)
    (left,) = director.get("/v1/players", params={"id": "one/two"}).json()["items"]
    assert left["name"] is None
    assert left["forgotten_at"]
    problem(director.put("/v1/players/one%2Ftwo", json={"name": "Anna"}), 409, "player_forgotten")
    problem(director.delete("/v1/players/never"), 404, "unknown")


def test_a_long_list_comes_in_pages(api: Api) -> None:
    for n in range(5):
        name(api, f"page-{n}", "Anna")

    first = api.as_("director").get("/v1/players", params={"limit": 3, "cursor": "page"}).json()
    rest = api.as_("director").get("/v1/players", params={"limit": 3, "cursor": first["next"]}).json()

    ids = [each["id"] for each in (*first["items"], *rest["items"])]
    assert ids[:5] == [f"page-{n}" for n in range(5)]


@pytest.mark.parametrize("cursor", ["%00", "a%00b", "%C2%85", "x" * 5000])
def test_a_cursor_that_is_no_id_is_refused(api: Api, cursor: str) -> None:
    answer = api.as_("director").get(f"/v1/players?cursor={cursor}")

    assert answer.status_code in {400, 414, 422}
    assert answer.headers["content-type"] == "application/problem+json"


def test_who_may_name_and_read(api: Api) -> None:
    kept = api.as_("director", matches=("0190163d-8694-739b-aea5-966c26f8ad90",))
    for client, status, code in ((api.as_(), 401, "key_needed"), (kept, 403, "forbidden")):
        problem(client.get("/v1/players"), status, code)
        problem(client.put("/v1/players/p-1", json={"name": "Anna"}), status, code)
        problem(client.delete("/v1/players/p-1"), status, code)
    for scope in ("scorer", "reader", "auditor"):
        problem(api.as_(scope).put("/v1/players/p-1", json={"name": "Anna"}), 403, "forbidden")
        problem(api.as_(scope).delete("/v1/players/p-1"), 403, "forbidden")
        assert api.as_(scope).get("/v1/players").status_code == 200
    assert api.as_("admin").put("/v1/players/p-1", json={"name": "Anna"}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b'{"name": ""}',
        b'{"name": 7}',
        b'{"name": null}',
        b'{"name": ["Wachtel"]}',
        b'{"name": "Wachtel", "x": 1}',
        b'{"nome": "Wachtel"}',
        b'{"name": "Wachtel\\nkoenig"}',
        b'{"name": "Wachtel' + b"x" * 100 + b'"}',
    ],
)
def test_what_is_no_name_is_refused_and_not_said_again(api: Api, body: bytes) -> None:
    refused = api.as_("director").put("/v1/players/p-9", content=body)

    problem(refused, 422, "event_invalid")
    assert "Wachtel" not in refused.text


@pytest.mark.parametrize("body", [b"[]", b'"Wachtel"', b'{"name": "Wach\\u0000tel"}', b"\xff", b'{"name"'])
def test_what_cannot_be_read_is_malformed(api: Api, body: bytes) -> None:
    refused = api.as_("director").put("/v1/players/p-9", content=body)

    problem(refused, 400, "malformed")
    assert "Wach" not in refused.text
    problem(api.as_("director").put("/v1/players/a%00b", json={"name": "Anna"}), 400, "malformed")
    problem(api.as_("director").get("/v1/players", params={"id": "a\0b"}), 400, "malformed")


@pytest.mark.parametrize(("game", "players", "words"), GAMES, ids=[game for game, _, _ in GAMES])
def test_names_stand_beside_seats_pairs_and_teams_until_they_are_forgotten(
    api: Api, game: str, players: dict[str, Any], words: list[str]
) -> None:
    ids = [f"{game}-1", f"{game}-2"]
    name(api, ids[0], "Anna <b>")
    name(api, ids[1], "Ben")
    match = api.open(game, players=filled(players, ids))
    if game == "bridge.pairs":
        type_, data = deal("4S", "N", 10)
        api.tell(match, type_, {**data, "board": 1, "ns": "7", "ew": "8"})
    board = next(iter(api.as_().get(f"/v1/games/{game}").json()["boards"]))

    told = api.as_().get(f"/v1/matches/{match}").json()
    page = api.as_().get(f"/matches/{match}").text
    shown = api.as_().get(f"/v1/matches/{match}/boards/{board}").text

    assert told["names"] == dict(zip(ids, ("Anna <b>", "Ben"), strict=True))
    assert all(each in page for each in words)
    assert "Anna" not in shown
    api.as_("director").delete(f"/v1/players/{ids[0]}")
    assert api.as_().get(f"/v1/matches/{match}").json()["names"] == {ids[1]: "Ben"}
    assert "Anna" not in api.as_().get(f"/matches/{match}").text
    assert api.as_().get(f"/v1/matches/{match}/boards/{board}").text == shown


def test_names_are_shown_to_whom_the_boards_are(api: Api) -> None:
    name(api, "hidden-1", "Anna")
    match = api.open(players={"N": "hidden-1"}, visibility="private")

    problem(api.as_().get(f"/v1/matches/{match}"), 404, "unknown")
    problem(api.as_().get(f"/matches/{match}"), 404, "unknown")
    assert api.as_("reader").get(f"/v1/matches/{match}").json()["names"] == {"hidden-1": "Anna"}


def test_who_has_no_name_is_told_by_id_beside_who_has(api: Api) -> None:
    name(api, "mixed-1", "Anna")
    match = api.open(players={"NS": ["mixed-1", "mixed-2"], "EW": ["mixed-3"]})

    page = api.as_().get(f"/matches/{match}").text

    assert "Anna – mixed-2" in page
    assert "mixed-3" not in page


def test_what_a_route_takes_is_said(api: Api) -> None:
    refused = api.as_("director").post("/v1/players/p-1", json={})

    problem(refused, 405, "method_not_allowed")
    assert refused.headers["allow"] == "DELETE, PUT"

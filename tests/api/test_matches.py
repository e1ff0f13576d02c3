"""Matches over HTTP: opened once, listed to who may see them, and to nobody else."""

import uuid
from datetime import timedelta

import pytest

from services import clock, keys, ledgers
from services.wiring import EVERY
from tests.servers import Api, problem, sent

RUBBER = {"game": "bridge.rubber"}


def test_a_match_is_opened_at_version_1_and_found_where_the_answer_says(api: Api) -> None:
    answer = api.as_("director").post("/v1/matches", json=RUBBER)

    opened = sent(answer)
    assert opened == {"match": str(uuid.UUID(opened["match"])), "version": 1}
    assert answer.headers["location"] == f"/v1/matches/{opened['match']}"
    assert answer.headers["etag"] == '"1"'
    assert "idempotent-replayed" not in answer.headers
    assert api.as_().get(answer.headers["location"]).json()["match"] == opened["match"]


def test_a_match_is_shown_with_its_options_whole(api: Api) -> None:
    said = {"title": "Tuesday", "players": {"N": "ann", "S": ["sam", "sue"]}, "options": {"settle_to": 10}}
    match = api.open(**said)

    answer = api.as_().get(f"/v1/matches/{match}")

    found = answer.json()
    assert answer.headers["etag"] == '"1"'
    assert found["options"]["settle_to"] == 10
    assert {"honours", "part_score_bonus", "game_bonus", "settle_half"} <= set(found["options"])
    assert (found["title"], found["players"]) == (said["title"], said["players"])
    assert (found["game"], found["kind"], found["version"]) == ("bridge.rubber", "match", 1)
    assert (found["status"], found["visibility"]) == ("live", "public")
    assert found["opened_at"] == found["recorded_at"]
    assert found["opened_at"].endswith("Z")


def test_a_match_tells_its_newest_version(api: Api) -> None:
    match = api.open()
    api.tell(match, "match.closed", {})

    answer = api.as_().get(f"/v1/matches/{match}")

    assert answer.headers["etag"] == '"2"'
    assert (answer.json()["version"], answer.json()["status"]) == (2, "closed")
    assert answer.json()["recorded_at"] > answer.json()["opened_at"]


def test_the_client_may_choose_the_id_and_send_it_again(api: Api) -> None:
    said = RUBBER | {"id": str(uuid.uuid4())}
    first = api.as_("director").post("/v1/matches", json=said)

    again = api.as_("director").post("/v1/matches", json=said)

    assert sent(first)["match"] == said["id"]
    assert sent(again) == sent(first)
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["location"] == first.headers["location"]


def test_an_id_is_written_in_its_usual_form(api: Api) -> None:
    id_ = str(uuid.uuid4())

    opened = sent(api.as_("director").post("/v1/matches", json=RUBBER | {"id": id_.upper()}))

    assert opened["match"] == id_
    assert api.as_().get(f"/v1/matches/{id_.upper()}").json()["match"] == id_


def test_an_id_that_is_taken_is_a_conflict(api: Api) -> None:
    said = RUBBER | {"id": str(uuid.uuid4())}
    sent(api.as_("director").post("/v1/matches", json=said))

    problem(api.as_("director").post("/v1/matches", json=said | {"title": "another"}), 409, "id_conflict")


def test_an_id_of_another_ledger_is_a_conflict_that_tells_nothing_of_it(api: Api) -> None:
    said = RUBBER | {"id": str(uuid.uuid4()), "title": "Secret pairs", "visibility": "private"}
    sent(api.as_("director").post("/v1/matches", json=said))

    answer = api.as_("director", ledger=_another(api)).post("/v1/matches", json=said)

    assert "Secret" not in str(problem(answer, 409, "id_conflict"))


def test_a_key_of_the_request_makes_a_retry_safe(api: Api) -> None:
    headers = {"Idempotency-Key": f"evening {uuid.uuid4()}"}
    first = api.as_("director").post("/v1/matches", json=RUBBER, headers=headers)

    again = api.as_("director").post("/v1/matches", json=RUBBER | {"title": None}, headers=headers)
    same = api.as_("director").post("/v1/matches", content=b' {"game" : "bridge.rubber"} ', headers=headers)

    problem(again, 409, "id_conflict")
    assert sent(same) == sent(first)
    assert same.headers["idempotent-replayed"] == "true"


def test_br140_the_same_request_key_serves_every_ledger(api: Api) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4())}

    here = api.as_("director").post("/v1/matches", json=RUBBER, headers=headers)
    there = api.as_("director", ledger=_another(api)).post("/v1/matches", json=RUBBER, headers=headers)

    assert sent(here)["match"] != sent(there)["match"]


@pytest.mark.parametrize("scope", ["scorer", "reader", "auditor", "admin"])
def test_only_directors_open_matches(api: Api, scope: str) -> None:
    problem(api.as_(scope).post("/v1/matches", json=RUBBER), 403, "forbidden")


def test_a_key_of_two_scopes_may_do_what_either_may(api: Api) -> None:
    sent(api.as_("reader", "director").post("/v1/matches", json=RUBBER))


@pytest.mark.parametrize(
    "sent_as", [None, "sp_director_x", "Bearer", "Bearer sp_director_a_b", "Basic YTpi", "Bearer a_b_c_d"]
)
def test_without_a_good_key_nothing_is_opened(api: Api, sent_as: str | None) -> None:
    headers = {} if sent_as is None else {"Authorization": sent_as}

    answer = api.as_().post("/v1/matches", json=RUBBER, headers=headers)

    problem(answer, 401, "key_needed")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_bad_key_is_told_even_where_none_is_needed(api: Api) -> None:
    match = api.open()

    answer = api.as_().get(f"/v1/matches/{match}", headers={"Authorization": "Bearer sp_reader_x"})

    problem(answer, 401, "key_needed")


def test_a_key_works_until_it_expires_or_is_revoked(api: Api) -> None:
    soon = clock.now() - timedelta(seconds=1)
    expired = keys.create(api.stores, ["director"], expires_at=soon)
    revoked = keys.create(api.stores, ["director"])
    keys.revoke(api.stores, revoked.id)

    for made in (expired, revoked):
        problem(api.holding(made.key).post("/v1/matches", json=RUBBER), 401, "key_needed")


def test_a_key_with_a_letter_changed_is_none(api: Api) -> None:
    key = keys.create(api.stores, ["director"]).key
    other = key[:-10] + ("a" if key[-10] != "a" else "b") + key[-9:]

    problem(api.holding(other).get("/v1/matches"), 401, "key_needed")


@pytest.mark.parametrize(
    ("said", "pointer"),
    [
        ({}, "/data/game"),
        ({"game": 7}, "/data/game"),
        (RUBBER | {"options": {"honours": 1}}, "/data/options/honours"),
        (RUBBER | {"options": {"settle_to": 7}}, "/data/options/settle_to"),
        (RUBBER | {"options": {"colour": "red"}}, "/data/options/colour"),
        (RUBBER | {"colour": "red"}, "/data/colour"),
        (RUBBER | {"id": "17"}, "/id"),
        (RUBBER | {"id": None}, "/id"),
        (RUBBER | {"visibility": "secret"}, "/data/visibility"),
        (RUBBER | {"visibility": {"delayed": 0}}, "/data/visibility"),
        (RUBBER | {"title": "t" * 201}, "/data/title"),
        (RUBBER | {"players": {"Q": "ann"}}, "/data/players"),
    ],
)
def test_an_opening_that_does_not_fit_names_the_place(api: Api, said: dict[str, object], pointer: str) -> None:
    document = problem(api.as_("director").post("/v1/matches", json=said), 422, "event_invalid")

    assert [flaw["pointer"] for flaw in document["errors"] if flaw["pointer"].startswith(pointer)], document


def test_a_game_that_nobody_scores_is_refused_with_those_that_are(api: Api) -> None:
    document = problem(api.as_("director").post("/v1/matches", json={"game": "bridge.poker"}), 422, "game_unknown")

    assert "bridge.rubber" in document["detail"]
    assert (document["index"], document["version"]) == (0, 1)


def test_a_private_match_is_there_for_its_own_ledger_alone(api: Api) -> None:
    match = api.open(visibility="private", title="Secret pairs")
    other = api.as_("reader", "director", "auditor", "admin", ledger=_another(api))

    assert api.as_("reader").get(f"/v1/matches/{match}").status_code == 200
    for client in (api.as_(), other):
        for path in ("", "/events", "/boards/rubber", "/live"):
            document = problem(client.get(f"/v1/matches/{match}{path}"), 404, "unknown")
            assert match not in str(document)
        assert match not in client.get("/v1/matches", params={"limit": 500}).text


def test_a_public_match_of_another_ledger_may_be_read_and_not_reported_to(api: Api) -> None:
    match = api.open()
    other = api.as_("director", ledger=_another(api))

    assert other.get(f"/v1/matches/{match}").status_code == 200
    problem(other.post(f"/v1/matches/{match}/events", json={"type": "match.closed", "data": {}}), 404, "unknown")


def test_a_key_for_one_match_sees_no_other_private_one(api: Api) -> None:
    own, other = api.open(visibility="private"), api.open(visibility="private")
    kept = api.as_("scorer", matches=(own,))

    assert kept.get(f"/v1/matches/{own}").status_code == 200
    problem(kept.get(f"/v1/matches/{other}"), 404, "unknown")
    assert [item["match"] for item in kept.get("/v1/matches").json()["items"]] == [own]


@pytest.mark.parametrize(
    "id_", ["x", "0190163d-8694-739b-aea5-966c26f8ad90", "0190163d8694739baea5966c26f8ad90", "%2e"]
)
def test_an_id_of_nothing_is_unknown(api: Api, id_: str) -> None:
    for path in ("", "/events", "/boards/rubber", "/live"):
        problem(api.as_().get(f"/v1/matches/{id_}{path}"), 404, "unknown")


def test_matches_are_listed_newest_first_page_by_page_and_each_once(api: Api) -> None:
    ledger = _another(api)
    director = api.as_("director", ledger=ledger)
    opened = [sent(director.post("/v1/matches", json=RUBBER))["match"] for _ in range(5)]

    found, cursor, pages = [], None, 0
    while pages == 0 or cursor:
        params = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = director.get("/v1/matches", params=params).json()
        found += [item["match"] for item in page["items"]]
        cursor, pages = page["next"], pages + 1

    assert found == opened[::-1]
    assert pages == 3


def test_a_last_page_that_is_full_has_no_next(api: Api) -> None:
    director = api.as_("director", ledger=_another(api))
    for _ in range(2):
        sent(director.post("/v1/matches", json=RUBBER))

    assert director.get("/v1/matches", params={"limit": 2}).json()["next"] is None


def test_a_listed_match_reads_as_when_it_is_asked_for(api: Api) -> None:
    match = api.open(title="Friday")

    listed = api.as_().get("/v1/matches", params={"limit": 1}).json()["items"]

    asked = api.as_().get(f"/v1/matches/{match}").json()
    assert asked == listed[0] | {"names": {}}
    assert len(listed) == 1


def test_lists_are_narrowed_by_game_and_status(api: Api) -> None:
    director = api.as_("director", ledger=_another(api))
    live = sent(director.post("/v1/matches", json=RUBBER))["match"]
    closed = sent(director.post("/v1/matches", json=RUBBER))["match"]
    sent(director.post(f"/v1/matches/{closed}/events", json={"type": "match.closed", "data": {}}))

    def listed(**asked: str) -> list[str]:
        return [item["match"] for item in director.get("/v1/matches", params=asked).json()["items"]]

    assert listed(status="live") == [live]
    assert listed(status="closed", game="bridge.rubber") == [closed]
    assert listed(status="stuck") == []
    assert listed(game="bridge.rubber") == [closed, live]


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"status": "lively"}, "/query/status"),
        ({"game": "bridge.poker"}, "/query/game"),
        ({"limit": "0"}, "/query/limit"),
        ({"limit": "501"}, "/query/limit"),
        ({"limit": "many"}, "/query/limit"),
    ],
)
def test_a_list_that_cannot_be_is_refused(api: Api, asked: dict[str, str], pointer: str) -> None:
    document = problem(api.as_().get("/v1/matches", params=asked), 422, "event_invalid")

    assert document["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize("cursor", ["x", "MTcvMTc=", "é", "a" * 5000, "%00", "OTk5OTk5OTk5OTk5OTk5OS94"])
def test_a_cursor_that_is_none_of_ours_is_refused(api: Api, cursor: str) -> None:
    problem(api.as_().get("/v1/matches", params={"cursor": cursor}), 400, "malformed")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/matches", "GET, POST"),
        ("DELETE", "/v1/matches/x", "GET"),
        ("PATCH", "/v1/matches/x/events", "GET, POST"),
        ("DELETE", "/v1/events", "GET"),
        ("POST", "/v1/matches/x/boards/rubber", "GET"),
    ],
)
def test_what_is_recorded_is_neither_replaced_nor_deleted(api: Api, method: str, path: str, allowed: str) -> None:
    answer = api.as_("director", "admin").request(method, path)

    problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == allowed


def test_a_path_of_nothing_is_unknown(api: Api) -> None:
    problem(api.as_().get("/v1/nothing"), 404, "unknown")


def _another(api: Api) -> str:
    """A fresh ledger."""
    name = f"club {uuid.uuid4()}"
    with api.stores.writing(EVERY) as connection:
        ledgers.add(connection, name)
    return name

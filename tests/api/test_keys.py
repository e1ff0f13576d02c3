"""Keys and ledgers over HTTP: made, listed, rotated, revoked, and every act in a log that is chained."""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa

from services import administration, clock, ledgers, tokens, verifying
from services.tables import events
from services.wiring import EVERY
from tests.crowd import eventually
from tests.people import PASSED
from tests.servers import Api, problem, sent
from tests.tampering import tampering

REPORT = {"type": PASSED[0], "data": PASSED[1]}
TIMES = {"created_at", "expires_at", "revoked_at", "former_until", "used_at"}


def house(api: Api) -> tuple[str, httpx2.Client, str]:
    """A ledger of its own, its administrator, and that one's key."""
    name = f"club-{tokens.new_id().lower()}"
    made = sent(api.as_("admin").post("/v1/ledgers", json={"name": name}))
    assert made["ledger"] == name
    return name, api.holding(made["key"]), made["key"]


def make(admin: httpx2.Client, *scopes: str, **more: Any) -> dict[str, Any]:
    """A new key, as its administrator is told it."""
    made: dict[str, Any] = sent(admin.post("/v1/keys", json={"scopes": list(scopes), **more}))
    return made


def acts(admin: httpx2.Client) -> list[dict[str, Any]]:
    """The whole log of administration."""
    found: list[dict[str, Any]] = admin.get("/v1/admin/events", params={"limit": 500}).json()["items"]
    return found


def names(api: Api) -> list[str]:
    """Of all ledgers that there are."""
    with api.stores.reading(EVERY) as connection:
        return ledgers.names(connection)


def is_good(api: Api, key: str) -> bool:
    """Whether a key is taken."""
    return api.holding(key).get("/v1/matches").status_code == 200


def test_a_key_is_told_once(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "scorer", "reader", name="table 3", expires_at="2100-01-01T00:00:00Z")

    key = made.pop("key")
    assert key.startswith(f"sp_scorer_{made['id']}_")
    assert set(made) == {"id", "name", "scopes", "matches"} | TIMES
    assert (made["name"], made["scopes"], made["matches"]) == ("table 3", ["reader", "scorer"], None)
    listed = admin.get("/v1/keys")
    assert made in listed.json()["items"]
    assert admin.get(f"/v1/keys/{made['id']}").json() == made
    for answer in (listed, admin.get(f"/v1/keys/{made['id']}"), admin.get("/v1/admin/events")):
        for never in (key.rpartition("_")[2], hashlib.sha256(key.encode()).hexdigest(), "digest"):
            assert never not in answer.text


def test_keys_are_listed_page_by_page(api: Api) -> None:
    _, admin, _ = house(api)
    made = {make(admin, "reader")["id"] for _ in range(4)}

    found, cursor = list[str](), ""
    while cursor is not None:
        page = admin.get("/v1/keys", params={"limit": 2, "cursor": cursor}).json()
        found += [each["id"] for each in page["items"]]
        cursor = page["next"]
    assert made < set(found)
    assert len(found) == len(set(found)) == 5


@pytest.mark.parametrize(
    ("wish", "at"),
    [
        ({}, "/scopes"),
        ({"scopes": []}, "/scopes"),
        ({"scopes": "reader"}, "/scopes"),
        ({"scopes": ["owner"]}, "/scopes"),
        ({"scopes": ["viewer"]}, "/scopes"),
        ({"scopes": ["reader"], "expires_at": "2020-01-01T00:00:00Z"}, "/expires_at"),
        ({"scopes": ["reader"], "expires_at": "2100-01-01T00:00:00"}, "/expires_at"),
        ({"scopes": ["reader"], "expires_at": 4_102_444_800}, "/expires_at"),
        ({"scopes": ["scorer"], "matches": ["all"]}, "/matches"),
        ({"scopes": ["admin"], "matches": ["0190163d-8694-739b-aea5-966c26f8ad90"]}, "/matches"),
        ({"scopes": ["reader"], "name": "n" * 101}, "/name"),
        ({"scopes": ["reader"], "name": ""}, "/name"),
        ({"scopes": ["reader"], "ledger": "main"}, "/ledger"),
        ({"scopes": ["reader"], "id": "0123456789"}, "/id"),
    ],
)
def test_a_key_that_cannot_be_is_refused_and_nothing_is_kept(api: Api, wish: dict[str, Any], at: str) -> None:
    _, admin, _ = house(api)
    before = kept(admin)

    told = problem(admin.post("/v1/keys", json=wish), 422, "event_invalid")

    assert any(flaw["pointer"].startswith(at) for flaw in told["errors"]), told
    assert kept(admin) == before


def kept(admin: httpx2.Client) -> tuple[list[str], list[dict[str, Any]]]:
    """The ids of all keys, and all acts."""
    return [each["id"] for each in admin.get("/v1/keys").json()["items"]], acts(admin)


def test_after_a_rotation_both_secrets_are_good_until_the_old_one_ends(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "reader")
    new = admin.post(f"/v1/keys/{made['id']}/rotate", json={"overlap_seconds": 2}).json()

    assert new["id"] == made["id"]
    assert new["key"] != made["key"]
    assert new["former_until"]
    assert is_good(api, made["key"])
    assert is_good(api, new["key"])
    eventually(lambda: not is_good(api, made["key"]), 5)
    assert clock.now() >= datetime.fromisoformat(new["former_until"])
    assert is_good(api, new["key"])


def test_without_an_overlap_the_old_secret_ends_within_two_seconds(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "reader")
    assert is_good(api, made["key"])
    new = admin.post(f"/v1/keys/{made['id']}/rotate", json={}).json()

    eventually(lambda: not is_good(api, made["key"]), 2)
    assert is_good(api, new["key"])


def test_a_second_rotation_ends_the_first_secret(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "reader")
    second, third = (
        admin.post(f"/v1/keys/{made['id']}/rotate", json={"overlap_seconds": 3600}).json()["key"] for _ in range(2)
    )

    assert [is_good(api, key) for key in (made["key"], second, third)] == [False, True, True]


def test_a_rotated_scorer_mends_what_it_reported_before(api: Api) -> None:
    match = api.open()
    made = make(api.as_("admin"), "scorer", matches=[match])
    sent(api.holding(made["key"]).post(f"/v1/matches/{match}/events", json=REPORT))
    new = api.as_("admin").post(f"/v1/keys/{made['id']}/rotate", json={}).json()["key"]

    mending = {"type": "match.withdrawn", "data": {"of": 2, "reason": "never played"}}
    sent(api.holding(new).post(f"/v1/matches/{match}/events", json=mending))
    problem(api.holding(new).get(f"/v1/matches/{api.open(visibility='private')}"), 404, "unknown")
    events = api.as_("director").get(f"/v1/matches/{match}/events").json()["items"]
    assert [each["actor"] for each in events[1:]] == [f"scorer:{made['id']}"] * 2


@pytest.mark.parametrize("seconds", [-1, 30 * 86_400 + 1, "60", 1.0, True])
def test_an_overlap_that_cannot_be_is_refused(api: Api, seconds: Any) -> None:
    _, admin, _ = house(api)
    made = make(admin, "reader")

    problem(admin.post(f"/v1/keys/{made['id']}/rotate", json={"overlap_seconds": seconds}), 422, "event_invalid")
    assert is_good(api, made["key"])


def test_a_revoked_key_ends_with_its_former_secret(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "reader")
    new = admin.post(f"/v1/keys/{made['id']}/rotate", json={"overlap_seconds": 3600}).json()["key"]
    assert is_good(api, made["key"])
    assert is_good(api, new)

    assert admin.delete(f"/v1/keys/{made['id']}").json()["revoked_at"]

    eventually(lambda: not is_good(api, made["key"]) and not is_good(api, new), 2)
    problem(admin.delete(f"/v1/keys/{made['id']}"), 404, "unknown")
    problem(admin.post(f"/v1/keys/{made['id']}/rotate", json={}), 404, "unknown")


def test_a_key_ends_when_it_expires(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "reader", expires_at=(datetime.now(UTC) + timedelta(seconds=1)).isoformat())
    assert is_good(api, made["key"])

    eventually(lambda: not is_good(api, made["key"]), 4)
    problem(admin.post(f"/v1/keys/{made['id']}/rotate", json={}), 404, "unknown")


def test_it_is_written_down_when_a_key_was_last_used(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "reader")
    assert admin.get(f"/v1/keys/{made['id']}").json()["used_at"] is None
    assert is_good(api, made["key"])

    api.context.keyring._written = 0.0

    used = eventually(lambda: admin.get(f"/v1/keys/{made['id']}").json()["used_at"], 5)
    assert timedelta() <= clock.now() - datetime.fromisoformat(used) < timedelta(minutes=1)


def test_keys_of_another_ledger_are_unknown(api: Api) -> None:
    _, admin, _ = house(api)
    theirs = make(house(api)[1], "reader")

    for id_ in (theirs["id"], "0123456789", "%00", "%F0%9F%83%8F", "x" * 300):
        for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/rotate")):
            problem(admin.request(method, f"/v1/keys/{id_}{path}"), 404, "unknown")
    assert theirs["id"] not in admin.get("/v1/keys").text
    assert is_good(api, theirs["key"])
    for cursor in ("\0", "nothing", "🃏"):
        problem(admin.get("/v1/keys", params={"cursor": cursor}), 400, "malformed")


def test_an_administrator_appends_no_score(api: Api) -> None:
    match = api.open()

    problem(api.as_("admin").post(f"/v1/matches/{match}/events", json=REPORT), 403, "forbidden")
    problem(api.as_("admin").post("/v1/matches", json={"game": "cribbage"}), 403, "forbidden")


@pytest.mark.parametrize("name", ["", "main", "main/admin", "Club", "a b", "a" * 58, "é", 5, None])
def test_a_ledger_that_cannot_be_is_refused_and_not_made(api: Api, name: Any) -> None:
    before = names(api)

    problem(api.as_("admin").post("/v1/ledgers", json={"name": name}), 422, "event_invalid")

    assert names(api) == before
    _, other, _ = house(api)
    problem(other.post("/v1/ledgers", json={"name": "club-of-a-club"}), 403, "forbidden")


def test_every_act_is_in_the_log_in_order_with_who_did_it(api: Api) -> None:
    name, admin, key = house(api)
    me = f"admin:{key.split('_')[2]}"
    made = make(admin, "director", name="Kiebitz")
    director = api.holding(made["key"])
    match = sent(director.post("/v1/matches", json={"game": "cribbage"}))["match"]
    new = admin.post(f"/v1/keys/{made['id']}/rotate", json={"overlap_seconds": 60}).json()
    link = sent(director.post(f"/v1/matches/{match}/links", json={"role": "viewer"}))
    director.delete(f"/v1/matches/{match}/links/{link['id']}").raise_for_status()
    director.put("/v1/players/p-1", json={"name": "Annegret"}).raise_for_status()
    director.delete("/v1/players/p-1").raise_for_status()
    admin.delete(f"/v1/keys/{made['id']}").raise_for_status()
    api.drain()

    answer = admin.get("/v1/admin/events")
    told = answer.json()["items"]
    said = [(each["type"], each["actor"]) for each in told]
    by = f"director:{made['id']}"
    house_keeper = said[0][1]
    assert house_keeper.startswith("admin:")
    assert said == [
        ("ledger.created", house_keeper),
        ("key.created", house_keeper),
        ("key.created", me),
        ("key.rotated", me),
        ("link.created", by),
        ("link.revoked", by),
        ("player.named", by),
        ("player.forgotten", by),
        ("key.revoked", me),
    ]
    assert [each["position"] for each in told] == list(range(1, 10))
    for never in (made["key"], new["key"], link["link"], key):
        assert never.rpartition("_")[2] not in answer.text
        assert hashlib.sha256(never.encode()).hexdigest() not in answer.text
    assert "Kiebitz" not in answer.text
    assert "Annegret" not in answer.text
    chained(told, name + administration.SUFFIX)
    assert verifying.verify(api.stores, ledger=name).findings.count == 0


def chained(told: list[dict[str, Any]], ledger: str) -> None:
    """Whether each act has the hash that docs/guarantees.md says."""
    previous = bytes(32)
    for each in told:
        body = json.dumps(each["data"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        recorded = datetime.fromisoformat(each["recorded_at"]) - datetime(1970, 1, 1, tzinfo=UTC)
        texts = [each["ledger"], each["match"], str(each["version"]), each["id"], each["type"]]
        texts += [str(recorded // timedelta(microseconds=1)), None, each["actor"], body]
        parts = [previous, *(text and text.encode() for text in texts)]
        lengths = [b"\xff" * 8 if part is None else len(part).to_bytes(8, "big") + part for part in parts]
        previous = hashlib.sha256(b"".join(lengths)).digest()
        assert (each["ledger"], each["hash"]) == (ledger, previous.hex())


CHANGED: dict[str, Any] = {
    "body": sa.func.replace(events.c.body, "reader", "readex"),
    "actor": "admin:nobody",
    "type": "key.revoked",
}


@pytest.mark.parametrize("column", CHANGED)
def test_an_act_that_was_changed_is_found(api: Api, column: str) -> None:
    name, admin, _ = house(api)
    made = make(admin, "reader")
    api.drain()
    act = next(each for each in acts(admin) if made["id"] in json.dumps(each["data"]))
    assert verifying.verify(api.stores, ledger=name).findings.count == 0

    tampering(api.stores, sa.update(events).where(events.c.id == act["id"]).values({column: CHANGED[column]}))

    assert verifying.verify(api.stores, ledger=name).findings.count > 0


def test_the_log_of_acts_is_for_administrators_and_auditors_of_the_whole_ledger(api: Api) -> None:
    match = api.open()

    for client in (api.as_("admin"), api.as_("auditor")):
        assert client.get("/v1/admin/events").status_code == 200
    for client in (api.as_("director"), api.as_("reader"), api.as_("auditor", matches=(match,))):
        problem(client.get("/v1/admin/events"), 403, "forbidden")
    problem(api.as_("admin").get("/v1/admin/events", params={"after": 10**9}), 409, "cursor_ahead")


def test_no_act_is_in_the_ledgers_own_feed_or_among_its_matches(api: Api) -> None:
    _, admin, _ = house(api)
    made = make(admin, "director", "reader")
    api.drain()
    reader = api.holding(made["key"])
    log = acts(admin)[0]["match"]

    assert reader.get("/v1/events").json()["items"] == []
    assert reader.get("/v1/matches").json()["items"] == []
    for path in ("", "/events", "/replay", "/links"):
        problem(reader.get(f"/v1/matches/{log}{path}"), 404, "unknown")
    problem(reader.post(f"/v1/matches/{log}/events", json=REPORT), 404, "unknown")
    assert len(acts(admin)) == 3

"""Links to a match, by role, and tickets to streams: what may stand in an address, and how little it is good for."""

import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa

from services import clock, links, tokens
from services.config import Settings
from services.errors import KeyNeeded, NoLinks
from services.keyring import Keyring
from services.tables import links as rows
from services.wiring import Stores
from tests import books
from tests.crowd import eventually, together
from tests.listeners import listening
from tests.people import PASSED
from tests.servers import NO_TLS, Api, problem, sent
from tests.tampering import tampering

REPORT = {"type": PASSED[0], "data": PASSED[1]}
CLOSING = {"type": "match.closed", "data": {}}
PATHS = ("", "/events", "/replay", "/boards/rubber", "/boards/rubber?at_version=1", "/boards/rubber/difference?from=1")


def share(api: Api, match: str, role: str = "viewer", **more: Any) -> dict[str, Any]:
    """A new link, as its director is told it."""
    made: dict[str, Any] = sent(api.as_("director").post(f"/v1/matches/{match}/links", json={"role": role, **more}))
    return made


def test_a_link_is_told_once_and_listed_without_what_it_is_made_of(api: Api) -> None:
    match = api.open(visibility="private")
    made = share(api, match, "scorer")

    assert made["path"] == f"/matches/{match}?link={made['link']}"
    answer = api.as_("director").get(f"/v1/matches/{match}/links")
    assert answer.json()["items"] == [{name: made[name] for name in made if name not in {"link", "path"}}]
    assert made["link"].rpartition("_")[2] not in answer.text


def test_a_viewers_link_shows_its_match_and_nothing_else(api: Api) -> None:
    match, other = api.open(visibility="private"), api.open(visibility="private")
    link = share(api, match)["link"]

    for client, asked in ((api.holding(link), {}), (api.as_(), {"link": link})):
        for path in PATHS:
            at = httpx2.URL(f"/v1/matches/{match}{path}")
            assert client.get(at.path, params=at.params.merge(asked)).status_code == 200, path
            beside = httpx2.URL(f"/v1/matches/{other}{path}")
            problem(client.get(beside.path, params=beside.params.merge(asked)), 404, "unknown")
        for page in ("", "/drawn/board.en"):
            assert client.get(f"/matches/{match}{page}", params=asked).status_code == 200
        assert [each["match"] for each in client.get("/v1/matches", params=asked).json()["items"]] == [match]
        with listening(client, f"/v1/matches/{match}/live", **asked) as listener:
            assert listener.next().event in {"board", "beat"}
    client = api.holding(link)
    for report in (REPORT, CLOSING):
        problem(client.post(f"/v1/matches/{match}/events", json=report), 403, "forbidden")


@pytest.mark.parametrize(
    ("role", "report", "closing"), [("viewer", 403, 403), ("scorer", 201, 403), ("director", 201, 201)]
)
def test_a_link_may_what_its_role_may_in_its_match(api: Api, role: str, report: int, closing: int) -> None:
    match, other = api.open(visibility="private"), api.open()
    made = share(api, match, role)
    client = api.holding(made["link"])

    assert client.post(f"/v1/matches/{match}/events", json=REPORT).status_code == report
    assert client.post(f"/v1/matches/{match}/events", json=CLOSING).status_code == closing
    problem(client.post(f"/v1/matches/{other}/events", json=REPORT), 404, "unknown")
    actors = {row.actor for row in books.log(api.stores, match)[1:]}
    assert actors == ({f"{role}:{made['id']}"} if report == 201 else set())


@pytest.mark.parametrize("role", ["viewer", "scorer", "director"])
def test_no_link_opens_shares_or_administers(api: Api, role: str) -> None:
    match = api.open(visibility="private")
    client = api.holding(share(api, match, role)["link"])

    for method, path, body in (
        ("POST", "/v1/matches", {"game": "cribbage"}),
        ("POST", f"/v1/matches/{match}/links", {"role": "viewer"}),
        ("GET", f"/v1/matches/{match}/links", None),
        ("POST", "/v1/keys", {"scopes": ["reader"]}),
        ("GET", "/v1/keys", None),
        ("POST", "/v1/ledgers", {"name": "club"}),
        ("GET", "/v1/admin/events", None),
        ("GET", "/v1/events", None),
        ("GET", "/v1/ledger/export", None),
        ("PUT", "/v1/players/p-1", {"name": "Anna"}),
    ):
        problem(client.request(method, path, json=body), 403, "forbidden")


def test_in_an_address_a_link_reads_and_changes_nothing(api: Api) -> None:
    match = api.open(visibility="private")
    link = share(api, match, "director")["link"]

    asked = {"link": link}
    problem(api.as_().post(f"/v1/matches/{match}/events", params=asked, json=REPORT), 401, "key_needed")
    problem(api.as_().post(f"/v1/matches/{match}/links", params=asked, json={"role": "viewer"}), 401, "key_needed")
    problem(api.as_().post("/v1/tickets", params=asked), 401, "key_needed")
    problem(api.as_().get("/v1/events", params=asked), 401, "key_needed")
    assert api.as_("director").get(f"/v1/matches/{match}").json()["version"] == 1


def test_a_key_is_no_link(api: Api) -> None:
    match = api.open(visibility="private")
    key = api.as_("director").headers["authorization"].split()[1]

    problem(api.as_().get(f"/v1/matches/{match}", params={"link": key}), 401, "key_needed")


def test_a_link_with_any_letter_changed_is_refused(api: Api) -> None:
    match = api.open(visibility="private")
    link = share(api, match, "scorer")["link"]

    for at in range(len(link)):
        wrong = f"{link[:at]}{'x' if link[at] != 'x' else 'y'}{link[at + 1 :]}"
        problem(api.as_().get(f"/v1/matches/{match}", params={"link": wrong}), 401, "key_needed")
        body = wrong[:-6]
        forged = body + tokens._check(body)
        if at < len(body):
            problem(api.as_().get(f"/v1/matches/{match}", params={"link": forged}), 401, "key_needed")


@pytest.mark.parametrize("id_", ["\0" * 10, "", "../../../.", "\x7f" * 10, "'" * 10])
def test_a_link_or_ticket_whose_id_can_be_none_is_refused(api: Api, id_: str) -> None:
    match = api.open(visibility="private")

    for brand, name in (("sl", "link"), ("st", "ticket")):
        wrong = {name: tokens.write(brand, "viewer", id_, tokens.new_secret())}
        problem(api.as_().get(f"/v1/matches/{match}/live", params=wrong), 401, "key_needed")


def test_a_link_is_revoked_within_two_seconds_and_its_streams_end(api: Api) -> None:
    match = api.open(visibility="private")
    made = share(api, match)
    reader = api.holding(made["link"])
    with listening(reader, f"/v1/matches/{match}/live") as listener:
        listener.next()
        gone = api.as_("director").delete(f"/v1/matches/{match}/links/{made['id']}")
        assert gone.json()["revoked_at"]
        eventually(lambda: reader.get(f"/v1/matches/{match}").status_code == 401, 2)
        assert list(listener.frames)[-1].event == "bye"
    problem(api.as_("director").delete(f"/v1/matches/{match}/links/{made['id']}"), 404, "unknown")
    problem(api.as_("director").delete(f"/v1/matches/{api.open()}/links/{share(api, match)['id']}"), 404, "unknown")
    for id_ in ("0123456789", "%00", "%F0%9F%83%8F"):
        problem(api.as_("director").delete(f"/v1/matches/{match}/links/{id_}"), 404, "unknown")


def test_a_link_ends_when_it_expires(api: Api) -> None:
    match = api.open(visibility="private")
    ends = clock.now() + timedelta(seconds=1)
    reader = api.holding(share(api, match, expires_at=ends.isoformat())["link"])
    assert reader.get(f"/v1/matches/{match}").status_code == 200

    eventually(lambda: reader.get(f"/v1/matches/{match}").status_code == 401, 4)


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"role": "admin"},
        {"role": "viewer", "expires_at": "2020-01-01T00:00:00Z"},
        {"role": "viewer", "expires_at": "2100-01-01T00:00:00"},
        {"role": "viewer", "match": "another"},
    ],
)
def test_a_link_that_cannot_be_is_refused_and_not_kept(api: Api, wish: dict[str, Any]) -> None:
    match = api.open()

    problem(api.as_("director").post(f"/v1/matches/{match}/links", json=wish), 422, "event_invalid")
    assert api.as_("director").get(f"/v1/matches/{match}/links").json()["items"] == []


@pytest.mark.parametrize(
    ("column", "changed"),
    [
        ("role", "director"),
        ("match", None),
        ("expires_at", None),
        ("expires_at", rows.c.expires_at + 1),
        ("created_at", rows.c.created_at - 1),
    ],
    ids=["a role", "another match", "no end", "a later end", "an earlier beginning"],
)
def test_a_row_that_was_tampered_with_makes_its_link_no_good(api: Api, column: str, changed: Any) -> None:
    match, other = api.open(visibility="private"), api.open(visibility="private")
    made = share(api, match, expires_at="2100-01-01T00:00:00Z")
    assert Keyring(api.stores).bearer(made["link"]).matches == {match}

    given = other if column == "match" else changed
    tampering(api.stores, sa.update(rows).where(rows.c.id == made["id"]).values({column: given}))

    with pytest.raises(KeyNeeded):
        Keyring(api.stores).bearer(made["link"])


def test_another_secret_makes_every_link_no_good(api: Api) -> None:
    match = api.open(visibility="private")
    link = share(api, match)["link"]
    changed = api.stores.settings.model_validate({"link_secret": "s" * 32})
    here = api.stores.settings.model_copy(update={"link_secret": changed.link_secret})

    with pytest.raises(KeyNeeded):
        Keyring(with_settings(api, here)).bearer(link)


def test_the_secret_is_made_once_by_many_at_once_and_is_nobody_elses_to_read(api: Api, tmp_path: Path) -> None:
    match = api.open(visibility="private")
    director = Keyring(api.stores).bearer(api.as_("director").headers["authorization"].split()[1])
    stores = with_settings(api, api.stores.settings.model_copy(update={"data": tmp_path / "new", "link_secret": None}))

    made = together(20, lambda _: links.create(stores, director, match, "viewer").token)

    assert {Keyring(stores).bearer(str(link)).matches for link in made} == {frozenset({match})}
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["link.key"]
    assert stat.S_IMODE((tmp_path / "new" / "link.key").stat().st_mode) == 0o600


def test_without_a_secret_or_a_place_for_one_nothing_is_shared(api: Api, tmp_path: Path) -> None:
    match = api.open(visibility="private")
    director = Keyring(api.stores).bearer(api.as_("director").headers["authorization"].split()[1])
    (tmp_path / "file").write_text("no folder")
    nowhere = api.stores.settings.model_copy(update={"data": tmp_path / "file" / "data", "link_secret": None})

    with pytest.raises(NoLinks):
        links.create(with_settings(api, nowhere), director, match, "viewer")
    assert api.as_("director").get(f"/v1/matches/{match}/links").json()["items"] == []


def ticket(client: httpx2.Client) -> str:
    """A ticket for whoever that is."""
    found: str = sent(client.post("/v1/tickets"))["ticket"]
    return found


def test_a_ticket_opens_one_stream_however_many_try(api: Api) -> None:
    match = api.open(visibility="private")
    got = ticket(api.as_("reader"))

    def follow(_: int) -> int:
        with httpx2.stream(
            "GET", f"{api.url}/v1/matches/{match}/live", params={"ticket": got}, timeout=20, verify=NO_TLS
        ) as answer:
            return answer.status_code

    assert sorted(together(20, follow)) == [200] + [401] * 19


def test_a_ticket_is_good_for_half_a_minute(api: Api) -> None:
    match = api.open(visibility="private")
    got = ticket(api.as_("reader"))
    back = 30_000_000
    books.run(api.stores, "UPDATE tickets SET expires_at = expires_at - :back", back=back)

    problem(api.as_().get(f"/v1/matches/{match}/live", params={"ticket": got}), 401, "key_needed")


def test_a_ticket_opens_streams_alone(api: Api) -> None:
    match = api.open(visibility="private")
    got = ticket(api.as_("director"))

    for path in (*PATHS, "/events?follow=1"):
        at = httpx2.URL(f"/v1/matches/{match}{path}")
        problem(api.as_().get(at.path, params=at.params.merge({"ticket": got})), 404, "unknown")
    problem(api.as_().get(f"/v1/matches/{match}", params={"link": got}), 401, "key_needed")
    problem(api.holding(got).get(f"/v1/matches/{match}"), 401, "key_needed")
    problem(api.as_().post(f"/v1/matches/{match}/events", params={"ticket": got}, json=REPORT), 401, "key_needed")
    with listening(api.as_(), "/v1/events/live", ticket=got) as listener:
        assert listener.next().event in {"event", "beat"}


def revocable(api: Api, match: str, how: str) -> Iterator[Any]:
    """A client, and what takes its key or link away."""
    if how == "key":
        made = sent(api.as_("admin").post("/v1/keys", json={"scopes": ["reader"]}))
        yield api.holding(made["key"])
        yield api.as_("admin").delete(f"/v1/keys/{made['id']}")
    else:
        made = share(api, match)
        yield api.holding(made["link"])
        yield api.as_("director").delete(f"/v1/matches/{match}/links/{made['id']}")


@pytest.mark.parametrize("how", ["key", "link"])
def test_a_ticket_and_its_stream_end_with_what_it_was_got_with(api: Api, how: str) -> None:
    match = api.open(visibility="private")
    steps = revocable(api, match, how)
    client = next(steps)
    used, left = ticket(client), ticket(client)
    with listening(api.as_(), f"/v1/matches/{match}/live", ticket=used) as listener:
        listener.next()
        assert next(steps).status_code == 200
        problem(api.as_().get(f"/v1/matches/{match}/live", params={"ticket": left}), 401, "key_needed")
        assert list(listener.frames)[-1].event == "bye"


def with_settings(api: Api, settings: Settings) -> Stores:
    """The same stores under other settings."""
    return replace(api.stores, settings=settings)

"""A whole ledger over HTTP: every event at its position, nothing skipped or doubled, to who may read it."""

import json
import uuid
from typing import Any

import httpx2
import pytest

from services import ledgers
from services.wiring import EVERY
from tests.servers import Api, problem, sent

PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}


def test_the_feed_numbers_every_event_without_gaps_page_by_page(api: Api) -> None:
    club = Club(api)
    matches = [club.open() for _ in range(3)]
    for match in matches:
        club.tell(match, 3)
    api.drain()

    pages = club.pages(limit=5)

    assert [item["position"] for page in pages for item in page] == list(range(1, 13))
    assert [len(page) for page in pages] == [5, 5, 2]
    for match in matches:
        assert [item["version"] for page in pages for item in page if item["match"] == match] == [1, 2, 3, 4]


def test_an_event_of_the_feed_reads_as_in_its_match(api: Api) -> None:
    club = Club(api)
    match = club.open()
    club.tell(match, 1)
    api.drain()

    (page,) = club.pages()

    logged = club.reader.get(f"/v1/matches/{match}/events").json()["items"]
    assert [item | {"position": None} for item in page] == [item | {"position": None} for item in logged]
    assert {item["ledger"] for item in page} == {club.ledger}


def test_what_is_not_drained_has_no_position_yet(api: Api) -> None:
    club = Club(api)
    match = club.open()

    assert club.pages() == [[]]
    api.drain()
    club.tell(match, 1)
    assert [item["version"] for item in club.pages()[0]] == [1]


def test_the_last_page_has_no_next_and_is_gone_on_from_later(api: Api) -> None:
    club = Club(api)
    match = club.open()
    club.tell(match, 1)
    api.drain()

    page = club.reader.get("/v1/events", params={"limit": 2}).json()
    club.tell(match, 1)
    api.drain()
    later = club.reader.get("/v1/events", params={"after": page["items"][-1]["position"]}).json()

    assert page["next"] is None
    assert [item["position"] for item in later["items"]] == [3]


@pytest.mark.parametrize("beyond", [1, 1000, 2**53 - 4])
def test_br071_a_cursor_beyond_the_head_is_a_conflict_that_names_the_head(api: Api, beyond: int) -> None:
    club = Club(api)
    club.tell(club.open(), 2)
    api.drain()

    for path in ("/v1/events", "/v1/events/live"):
        document = problem(club.reader.get(path, params={"after": 3 + beyond}), 409, "cursor_ahead")
        assert document["head"] == 3
    assert club.reader.get("/v1/events", params={"after": 3}).json() == {"items": [], "next": None}


@pytest.mark.parametrize(
    "asked",
    [
        {"after": "-1"},
        {"after": "x"},
        {"after": "1.5"},
        {"after": "9007199254740992"},
        {"limit": "0"},
        {"limit": "501"},
    ],
)
def test_a_page_that_cannot_be_is_refused(api: Api, asked: dict[str, str]) -> None:
    problem(api.as_("reader").get("/v1/events", params=asked), 422, "event_invalid")


@pytest.mark.parametrize("path", ["/v1/events", "/v1/events/live"])
def test_a_ledger_is_for_its_readers(api: Api, path: str) -> None:
    answer = api.as_().get(path)

    problem(answer, 401, "key_needed")
    assert answer.headers["www-authenticate"] == "Bearer"
    problem(api.as_("scorer").get(path), 403, "forbidden")


@pytest.mark.parametrize("scope", ["reader", "auditor", "director"])
def test_readers_are_of_three_scopes(api: Api, scope: str) -> None:
    assert api.as_(scope).get("/v1/events").status_code == 200


def test_br160_a_ledger_shows_nothing_of_another(api: Api) -> None:
    ours, theirs = Club(api), Club(api)
    match = theirs.open()
    api.drain()

    assert match not in ours.reader.get("/v1/events").text
    assert [item["match"] for item in theirs.pages()[0]] == [match]


def test_a_key_for_one_match_is_shown_all_of_it_and_nothing_else(api: Api) -> None:
    club = Club(api)
    other, own = club.open(), club.open()
    for _ in range(3):
        club.tell(other, 7)
        club.tell(own, 1)
        api.drain()
    kept = api.as_("reader", ledger=club.ledger, matches=(own,))

    pages = club.pages(limit=3, reader=kept)

    assert [(item["match"], item["version"]) for page in pages for item in page] == [(own, n) for n in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [3, 1]


def test_hands_are_sealed_in_the_feed_too(api: Api) -> None:
    club = Club(api)
    hand = [rank + "S" for rank in "AKQJT98765432"]
    dealt = {"type": "bridge.dealt", "data": {"dealer": "N", "hands": {"N": hand}}}
    sent(club.director.post(f"/v1/matches/{club.open()}/events", json=dealt))
    api.drain()

    def data(scope: str) -> dict[str, Any]:
        shown: dict[str, Any] = api.as_(scope, ledger=club.ledger).get("/v1/events").json()["items"][1]["data"]
        return shown

    assert data("reader") == {"dealer": "N", "sealed": True}
    assert data("auditor") == data("director") == dealt["data"]


def test_the_export_of_a_ledger_is_streamed_whole_to_its_auditors(api: Api) -> None:
    club = Club(api)
    hand = [rank + "S" for rank in "AKQJT98765432"]
    dealt = {"type": "bridge.dealt", "data": {"dealer": "N", "hands": {"N": hand}}}
    match = club.open()
    sent(club.director.post(f"/v1/matches/{match}/events", json=dealt))
    club.tell(match, 600)
    api.drain()

    for scope in ("auditor", "director"):
        answer = api.as_(scope, ledger=club.ledger).get("/v1/ledger/export")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson"
        heading, *events, end = (json.loads(line) for line in answer.text.splitlines())
        assert (heading["scorepad_export"], heading["ledger"], heading["size"]) == (1, club.ledger, 602)
        assert [event["position"] for event in events] == list(range(1, 603))
        assert events[1]["data"] == dealt["data"]
        assert end["size"] == 602


def test_an_export_is_for_auditors_of_the_whole_ledger(api: Api) -> None:
    club = Club(api)
    match = club.open()

    problem(api.as_().get("/v1/ledger/export"), 401, "key_needed")
    for scope in ("reader", "scorer", "admin"):
        problem(api.as_(scope, ledger=club.ledger).get("/v1/ledger/export"), 403, "forbidden")
    kept = api.as_("auditor", ledger=club.ledger, matches=(match,))
    problem(kept.get("/v1/ledger/export"), 403, "forbidden")


class Club:
    """A ledger of its own."""

    def __init__(self, api: Api) -> None:
        self.ledger = f"club {uuid.uuid4()}"
        with api.stores.writing(EVERY) as connection:
            ledgers.add(connection, self.ledger)
        self.director = api.as_("director", ledger=self.ledger)
        self.reader = api.as_("reader", ledger=self.ledger)

    def open(self) -> str:
        match: str = sent(self.director.post("/v1/matches", json={"game": "bridge.rubber"}))["match"]
        return match

    def tell(self, match: str, times: int) -> None:
        sent(self.director.post(f"/v1/matches/{match}/events", json={"events": [PASS] * times}))

    def pages(self, limit: int = 100, reader: httpx2.Client | None = None) -> list[list[dict[str, Any]]]:
        """The pages of the feed, as far as `next` leads."""
        found, after = [], "0"
        while after is not None:
            page = (reader or self.reader).get("/v1/events", params={"after": after, "limit": limit}).json()
            found.append(page["items"])
            after = page["next"]
        return found

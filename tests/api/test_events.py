"""Reports over HTTP, and the log that they make: versions, retries, `If-Match`, batches, refusals, pages."""

import json
import uuid
from typing import Any

import httpx2
import pytest

from tests.servers import Api, problem, sent

PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
GAME = {"type": "bridge.deal_played", "data": {"contract": "4S", "declarer": "N", "tricks": 10}}
BAD = {"type": "bridge.deal_played", "data": {"contract": "4S", "declarer": "N", "tricks": 14}}
NDJSON = {"Accept": "application/x-ndjson"}
HAND = [rank + "S" for rank in "AKQJT98765432"]


def test_a_report_is_answered_with_its_id_and_version(api: Api) -> None:
    match = api.open()

    answer = report(api, match, PASS)

    told = sent(answer)
    (event,) = told["events"]
    assert told == {"match": match, "version": 2, "events": [{"id": str(uuid.UUID(event["id"])), "version": 2}]}
    assert answer.headers["etag"] == '"2"'
    assert "idempotent-replayed" not in answer.headers


def test_an_event_is_logged_as_it_was_sent_with_what_the_ledger_adds(api: Api) -> None:
    match, id_ = api.open(), str(uuid.uuid4())
    report(api, match, GAME | {"id": id_.upper(), "occurred_at": "2026-10-25T02:30:00+02:00"})

    opened, event = log(api, match)

    assert opened["type"] == "match.opened"
    assert event | {"hash": None, "recorded_at": None, "actor": None} == {
        "id": id_,
        "type": "bridge.deal_played",
        "data": GAME["data"],
        "occurred_at": "2026-10-25T00:30:00.000000Z",
        "ledger": "main",
        "match": match,
        "version": 2,
        "recorded_at": None,
        "actor": None,
        "hash": None,
    }
    assert event["actor"].startswith("director:")
    assert len(bytes.fromhex(event["hash"])) == 32
    assert event["hash"] != opened["hash"]
    assert event["recorded_at"] >= opened["recorded_at"]


def test_cards_and_contracts_are_logged_in_their_usual_spelling(api: Api) -> None:
    match = api.open()
    sent(report(api, match, {"type": "bridge.contract_reached", "data": {"contract": "3NTX", "declarer": "we"}}))
    sent(report(api, match, {"type": "bridge.card_played", "data": {"seat": "W", "card": "10h"}}))

    said = [event["data"] for event in log(api, match)[1:]]

    assert said == [{"contract": "3NX", "declarer": "NS"}, {"seat": "W", "card": "TH"}]


@pytest.mark.parametrize("how", ["key", "id"])
def test_a_retry_is_answered_as_the_first_time(api: Api, how: str) -> None:
    match = api.open()
    headers = {"Idempotency-Key": str(uuid.uuid4())} if how == "key" else {}
    event = PASS | ({"id": str(uuid.uuid4())} if how == "id" else {})
    first = report(api, match, event, headers)
    report(api, match, PASS)

    again = report(api, match, event, headers)

    assert sent(again) == sent(first)
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["etag"] == first.headers["etag"] == '"2"'
    assert len(log(api, match)) == 3


def test_a_key_or_id_with_other_content_is_a_conflict(api: Api) -> None:
    match, id_, headers = api.open(), str(uuid.uuid4()), {"Idempotency-Key": str(uuid.uuid4())}
    sent(report(api, match, PASS | {"id": id_}))
    sent(report(api, match, PASS, headers))

    problem(report(api, match, GAME | {"id": id_}), 409, "id_conflict")
    problem(report(api, match, GAME, headers), 409, "id_conflict")
    problem(report(api, api.open(), PASS | {"id": id_}), 409, "id_conflict")
    assert len(log(api, match)) == 3


@pytest.mark.parametrize("wanted", ['"1"', "1", 'W/"1"', '"3-1"', "*"])
def test_a_report_is_taken_at_the_version_that_if_match_names(api: Api, wanted: str) -> None:
    assert sent(report(api, api.open(), PASS, {"If-Match": wanted}))["version"] == 2


@pytest.mark.parametrize("wanted", ['"0"', '"2"', '"9"', '"9007199254740991"', '"9999999999999999"'])
def test_br056_a_report_for_another_version_is_refused_with_the_current_one(api: Api, wanted: str) -> None:
    match = api.open()

    document = problem(report(api, match, PASS, {"If-Match": wanted}), 412, "version_conflict")

    assert document["version"] == 1
    assert len(log(api, match)) == 1


def test_a_batch_is_taken_whole(api: Api) -> None:
    match = api.open()
    batch = {"events": [GAME, PASS, PASS | {"id": str(uuid.uuid4())}]}

    answer = report(api, match, batch)

    assert [event["version"] for event in sent(answer)["events"]] == [2, 3, 4]
    assert answer.headers["etag"] == '"4"'


def test_a_batch_goes_by_its_first_id_when_it_is_sent_again(api: Api) -> None:
    match = api.open()
    batch = {"events": [PASS | {"id": str(uuid.uuid4())}, PASS]}
    first = report(api, match, batch)

    again = report(api, match, batch)

    assert sent(again) == sent(first)
    assert again.headers["idempotent-replayed"] == "true"


@pytest.mark.parametrize("index", [0, 1, 2])
@pytest.mark.parametrize(("bad", "code"), [(BAD, "tricks_out_of_range"), (GAME | {"data": {}}, "contract_invalid")])
def test_a_batch_with_one_bad_event_is_refused_with_its_place(
    api: Api, index: int, bad: dict[str, Any], code: str
) -> None:
    match = api.open()
    events = [PASS, PASS]
    events.insert(index, bad)

    document = problem(report(api, match, {"events": events}), 422, code)

    assert (document["index"], document["version"]) == (index, index + 2)
    assert len(log(api, match)) == 1


@pytest.mark.parametrize(
    "batch", [{"events": []}, {"events": {}}, {"events": None}, {"events": [PASS], "type": "x"}, {"events": [PASS, 7]}]
)
def test_what_is_no_batch_is_refused(api: Api, batch: dict[str, Any]) -> None:
    match = api.open()

    document = problem(report(api, match, batch), 422, "event_invalid")

    assert document["version"] == document["index"] + 2
    assert len(log(api, match)) == 1


def test_a_refusal_by_the_rules_has_a_code_a_sentence_and_the_version_it_would_have_got(api: Api) -> None:
    match = api.open()
    for _ in range(2):
        sent(report(api, match, GAME))

    document = problem(report(api, match, PASS), 422, "match_over")

    assert (document["index"], document["version"]) == (0, 4)
    assert document["title"] == "Unprocessable Entity"
    assert document["detail"].endswith(".")


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        ({"contract": "4S", "declarer": "N", "tricks": "10"}, "/data/tricks"),
        ({"contract": "4S", "declarer": "N", "tricks": 10, "colour": "red"}, "/data/colour"),
        ({"contract": "4S", "tricks": 10}, "/data/declarer"),
        ({"contract": "Pass", "board": 0}, "/data/board"),
        ({"contract": "4S", "declarer": "N", "tricks": 10, "a/b~c": 1}, "/data/a~1b~0c"),
    ],
)
def test_a_report_that_does_not_fit_names_every_place(api: Api, data: dict[str, Any], pointer: str) -> None:
    document = problem(report(api, api.open(), GAME | {"data": data}), 422, "event_invalid")

    assert [flaw["pointer"] for flaw in document["errors"]] == [pointer]
    assert (document["index"], document["version"]) == (0, 2)


@pytest.mark.parametrize(
    ("contract", "code"), [("7NNX", "contract_invalid"), ("8S", "contract_invalid"), ("4SXXX", "contract_invalid")]
)
def test_a_contract_that_is_none_is_never_guessed(api: Api, contract: str, code: str) -> None:
    match = api.open()

    problem(report(api, match, GAME | {"data": GAME["data"] | {"contract": contract}}), 422, code)
    problem(report(api, match, GAME | {"data": GAME["data"] | {"declarer": "Q"}}), 422, "event_invalid")
    assert len(log(api, match)) == 1


def test_only_scorers_and_directors_report(api: Api) -> None:
    match = api.open()

    sent(api.as_("scorer").post(f"/v1/matches/{match}/events", json=PASS))
    for scope in ("reader", "auditor", "admin"):
        problem(api.as_(scope).post(f"/v1/matches/{match}/events", json=PASS), 403, "forbidden")
    answer = api.as_().post(f"/v1/matches/{match}/events", json=PASS)
    problem(answer, 401, "key_needed")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("match.closed", {}),
        ("match.adjusted", {"side": "NS", "points": 100, "reason": "late"}),
        ("match.forfeited", {"side": "NS"}),
        ("match.visibility_changed", {"visibility": "private"}),
        ("match.withdrawn", {"of": 2, "reason": "not mine"}),
        ("match.corrected", {"of": 3, "data": PASS["data"], "reason": "mine", "force": True}),
    ],
)
def test_what_is_a_directors_is_refused_to_a_scorer(api: Api, type_: str, data: dict[str, Any]) -> None:
    match, event = api.open(), {"type": type_, "data": data}
    sent(report(api, match, GAME))
    sent(api.as_("scorer").post(f"/v1/matches/{match}/events", json=GAME | {"data": GAME["data"] | {"declarer": "E"}}))

    problem(api.as_("scorer").post(f"/v1/matches/{match}/events", json=event), 403, "forbidden")
    assert len(log(api, match)) == 3
    sent(report(api, match, event))


def test_a_scorer_mends_what_the_same_key_reported(api: Api) -> None:
    match, path = api.open(), "/v1/matches/{}/events"
    sent(api.as_("scorer").post(path.format(match), json=GAME))
    mending = {"type": "match.corrected", "data": {"of": 2, "data": PASS["data"], "reason": "thrown in"}}

    sent(api.as_("scorer").post(path.format(match), json=mending))


def test_a_scorers_key_for_one_match_reports_to_no_other(api: Api) -> None:
    own, other = api.open(), api.open()
    kept = api.as_("scorer", matches=(own,))

    sent(kept.post(f"/v1/matches/{own}/events", json=PASS))
    problem(kept.post(f"/v1/matches/{other}/events", json=PASS), 404, "unknown")


def test_a_report_to_no_match_is_unknown(api: Api) -> None:
    for match in ("x", str(uuid.uuid4())):
        problem(report(api, match, PASS), 404, "unknown")
        problem(report(api, match, BAD), 404, "unknown")


def test_the_log_comes_page_by_page_each_event_once(api: Api) -> None:
    match = api.open()
    sent(report(api, match, {"events": [PASS] * 6}))

    found: list[int] = []
    after: str | None = "0"
    while after is not None:
        page = api.as_().get(f"/v1/matches/{match}/events", params={"after": after, "limit": 3}).json()
        found += [item["version"] for item in page["items"]]
        after = page["next"]

    assert found == [1, 2, 3, 4, 5, 6, 7]


def test_a_page_that_ends_with_the_log_has_no_next(api: Api) -> None:
    match = api.open()
    sent(report(api, match, PASS))

    def page(**asked: int) -> tuple[int, str | None]:
        found = api.as_().get(f"/v1/matches/{match}/events", params=asked).json()
        return len(found["items"]), found["next"]

    assert page(limit=2) == (2, None)
    assert page(limit=1) == (1, "1")
    assert page(after=2) == (0, None)
    assert page(after=2**53 - 1) == (0, None)


@pytest.mark.parametrize(
    "asked",
    [{"after": "-1"}, {"after": "x"}, {"after": "9007199254740992"}, {"limit": "0"}, {"limit": "501"}, {"follow": "2"}],
)
def test_a_page_that_cannot_be_is_refused(api: Api, asked: dict[str, str]) -> None:
    problem(api.as_().get(f"/v1/matches/{api.open()}/events", params=asked), 422, "event_invalid")


def test_the_log_streams_whole_as_lines(api: Api) -> None:
    match = api.open()
    sent(report(api, match, {"events": [PASS] * 700}))

    answer = api.as_().get(f"/v1/matches/{match}/events", headers=NDJSON)

    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert [line["version"] for line in lines] == list(range(1, 702))
    assert lines[:3] == log(api, match)[:3]


def test_lines_that_follow_go_on_with_what_is_reported(api: Api) -> None:
    match = api.open()

    asked = {"after": 1, "follow": 1}
    with api.as_().stream("GET", f"/v1/matches/{match}/events", params=asked, headers=NDJSON) as answer:
        lines = answer.iter_lines()
        for version in (2, 3, 4):
            sent(report(api, match, PASS))
            api.drain()
            assert json.loads(next(lines))["version"] == version


def test_hands_are_sealed_for_who_may_not_see_them_yet(api: Api) -> None:
    match = api.open()
    sent(report(api, match, {"type": "bridge.dealt", "data": {"dealer": "N", "hands": {"N": HAND}}}))

    for client in (api.as_(), api.as_("reader"), api.as_("admin")):
        for headers in ({}, NDJSON):
            text = client.get(f"/v1/matches/{match}/events", headers=headers).text
            assert "KS" not in text
            assert '"sealed":true' in text
    for scope in ("scorer", "director", "auditor"):
        assert "KS" in api.as_(scope).get(f"/v1/matches/{match}/events").text


def test_hands_are_shown_to_all_when_the_deal_is_over(api: Api) -> None:
    match = api.open()
    sent(report(api, match, {"type": "bridge.dealt", "data": {"dealer": "N", "hands": {"N": HAND}}}))
    sent(report(api, match, PASS))

    dealt = api.as_().get(f"/v1/matches/{match}/events").json()["items"][1]

    assert dealt["data"] == {"dealer": "N", "hands": {"N": HAND}}


def report(api: Api, match: str, body: Any, headers: dict[str, str] | None = None) -> httpx2.Response:
    """A director's report of an event or a batch."""
    return api.as_("director").post(f"/v1/matches/{match}/events", json=body, headers=headers)


def log(api: Api, match: str) -> list[dict[str, Any]]:
    """A match's log, as a director sees it."""
    found: list[dict[str, Any]] = api.as_("director").get(f"/v1/matches/{match}/events").json()["items"]
    return found

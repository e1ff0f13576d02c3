"""The page of a replay: each state by its address, then and now, the log, the proof, and who sees how much."""

import hashlib
import json
import re
from html import unescape
from typing import Any

import httpx2
import pytest

from services import checkpointing
from services.wiring import EVERY
from tests.servers import Api, problem
from tests.sheets import Page
from tests.watchers import another_ledger, shared

DEALS = [("2H", "S", 10), ("4SX", "W", 8), ("3N", "E", 10), ("4S", "N", 10)]
HANDS = {"N": [rank + "S" for rank in "AKQJT98765432"]}
REASON = "claim was withdrawn, law <71>"


@pytest.fixture(scope="module")
def mended(api: Api) -> str:
    """A rubber of four deals; the second is corrected after the last, at version 6."""
    match = rubber(api)
    right = {"contract": "4SX", "declarer": "W", "tricks": 9}
    api.tell(match, "match.corrected", {"of": 3, "data": right, "reason": REASON})
    api.drain()
    return match


def rubber(api: Api, **how: Any) -> str:
    match = api.open(**how)
    for contract, declarer, tricks in DEALS:
        api.tell(match, "bridge.deal_played", {"contract": contract, "declarer": declarer, "tricks": tricks})
    return match


def seen(api: Api, match: str, asked: str = "", client: httpx2.Client | None = None) -> str:
    answer = (client or api.as_()).get(f"/matches/{match}/replay{asked}")
    assert answer.status_code == 200, answer.text
    return answer.text


def steps(api: Api, match: str, asked: str) -> list[dict[str, Any]]:
    answer = api.as_().get(f"/matches/{match}/replay/steps?{asked}")
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def hashes(text: str) -> list[tuple[str, str]]:
    """Each board's address and hash, as the proof has them."""
    return re.findall(r'<a href="(/v1/matches/[^"]+)"><code class="hash">([0-9a-f]{64})</code>', unescape(text))


def drawn(text: str) -> str:
    return text.partition('id="still"')[2].partition("</article>")[0].partition("\n")[2].strip()


@pytest.mark.parametrize("view", ["then", "now", "difference"])
def test_each_state_has_the_hashes_of_the_boards_that_the_api_gives(api: Api, mended: str, view: str) -> None:
    for version in range(1, 7):
        found = hashes(seen(api, mended, f"?version={version}&as={view}"))

        assert len(found) == (4 if view == "difference" else 2)
        for path, digest in found:
            assert hashlib.sha256(api.as_().get(path).content).hexdigest() == digest, path


def test_the_newest_state_is_what_the_matchs_own_page_shows(api: Api, mended: str) -> None:
    whole = api.as_().get(f"/matches/{mended}/drawn/board.en").json()

    assert drawn(seen(api, mended)) == whole["html"].strip()
    assert 'data-version="6" data-last="6"' in seen(api, mended)


def test_the_states_of_a_stream_are_those_of_the_addresses(api: Api, mended: str) -> None:
    for view in ("then", "now", "difference"):
        found = steps(api, mended, f"from=1&to=6&as={view}")

        assert [each["version"] for each in found] == [1, 2, 3, 4, 5, 6]
        for each in found:
            text = seen(api, mended, f"?version={each['version']}&as={view}")
            assert drawn(text) == each["html"].strip()
            assert each["proof"].strip() in text


def test_then_is_what_was_shown_and_now_is_what_we_know(api: Api, mended: str) -> None:
    totals = {
        (version, view): re.findall(
            r"<tfoot>.*?</tfoot>", seen(api, mended, f"?version={version}&as={view}"), re.DOTALL
        )
        for version in (3, 6)
        for view in ("then", "now")
    }

    assert totals[3, "then"] != totals[3, "now"]
    assert totals[6, "then"] == totals[6, "now"]


def test_the_difference_is_told_in_words(api: Api, mended: str) -> None:
    page = Page(seen(api, mended, "?version=4&as=difference"))

    assert ["We: total", "420", "220"] in page.table("On the boards")
    assert ["Deal 2", "4♠ doubled by West, down 2", "4♠ doubled by West, down 1"] in page.table("On the boards")
    assert "Event 6 mends event 3, by director:" in page.text
    assert REASON in page.text


def test_where_no_correction_touches_it_nothing_differs(api: Api, mended: str) -> None:
    for version in (2, 6):
        assert "Nothing: no correction touches this." in seen(api, mended, f"?version={version}&as=difference")


def test_a_time_leads_to_the_state_that_was_shown_then(api: Api, mended: str) -> None:
    at = api.as_().get(f"/v1/matches/{mended}/events").json()["items"][2]["recorded_at"]

    assert 'data-version="3"' in seen(api, mended, f"?at={at}")
    problem(api.as_().get(f"/matches/{mended}/replay?at=1999-01-01T00:00:00Z"), 404, "unknown")
    problem(api.as_().get(f"/matches/{mended}/replay?at=yesterday"), 422, "event_invalid")


def test_the_log_says_what_happened_by_whom_and_what_it_mends(api: Api, mended: str) -> None:
    text = seen(api, mended, "?version=3")
    page = Page(text)

    assert "Result" in page.text
    assert "4♠ X · by West · down 2" in page.text
    assert re.search(r"✎ Correction Version 3 · 4♠ X · by West · down 1 .* by director", page.text)
    assert f"<q>{REASON}</q>" in unescape(text)
    assert REASON not in text
    assert re.findall(r'data-version="(\d+)" aria-current="step"', text) == ["3"]


def test_without_javascript_links_lead_everywhere(api: Api, mended: str) -> None:
    text = unescape(seen(api, mended, "?version=3&as=now&lang=de"))

    to = dict(re.findall(r'data-go="([a-z-]+)"[^>]*href="[^"]*version=(\d+)&as=now"', text))
    assert to == {"first": "1", "hand-back": "2", "back": "2", "on": "4", "hand-on": "4", "last": "6"}
    assert text.count("lang=de") > 10
    assert "data-go" in seen(api, mended, "?version=6")
    assert not re.findall(r'data-go="last"[^>]*href', seen(api, mended, "?version=6"))
    assert f"/matches/{mended}/replay?version=3&as=now&lang=en" in text or "lang=en&version=3&as=now" in text


@pytest.mark.parametrize("version", ["0", "-1", "x", "7", "9007199254740991", "99999999999999999999", "1.5"])
def test_a_version_that_is_none_is_refused(api: Api, mended: str, version: str) -> None:
    for path in (f"replay?version={version}", f"replay/log?version={version}", f"replay/steps?from={version}"):
        answer = api.as_().get(f"/matches/{mended}/{path}")

        assert answer.status_code in {404, 422}, path
        assert answer.headers["content-type"] == "application/problem+json"
        assert "versions 1 to 6" in answer.text or answer.status_code == 422


@pytest.mark.parametrize("asked", ["from=3&to=2", "from=1&to=7", "from=1&as=never", "to=2"])
def test_a_span_that_is_none_is_refused(api: Api, mended: str, asked: str) -> None:
    assert api.as_().get(f"/matches/{mended}/replay/steps?{asked}").status_code in {404, 422}


def test_nobody_is_shown_sealed_cards(api: Api) -> None:
    match = api.open()
    api.tell(match, "bridge.dealt", {"dealer": "N", "hands": HANDS})
    api.tell(match, "match.corrected", {"of": 2, "data": {"dealer": "E", "hands": HANDS}, "reason": "East dealt"})

    for asked in ("", "?version=2", "?version=2&as=now", "?version=2&as=difference"):
        text = seen(api, match, asked)
        assert "cards sealed until they are shown" in text
        assert "all four" not in text
        assert not re.search(r"AS\b|A♠", text.replace("SHA", ""))
    assert "AS" not in re.sub("SHA", "", json.dumps(steps(api, match, "from=1&to=3")))


@pytest.mark.parametrize("visibility", ["hidden", "barometer", {"delayed": 3600}], ids=str)
def test_who_sees_a_part_replays_that_part(api: Api, visibility: Any) -> None:
    match = rubber(api, visibility=visibility)
    link = shared(api, match)

    for client in (api.as_(), api.holding(link)):
        text = seen(api, match, client=client)
        assert 'data-version="1" data-last="1"' in text
        assert "2♥" not in Page(text).text
        assert "is told to those who see it whole" in text
        assert hashlib.sha256(client.get(hashes(text)[0][0]).content).hexdigest() == hashes(text)[0][1]
        problem(client.get(f"/matches/{match}/replay?version=2"), 404, "unknown")
        assert client.get(f"/matches/{match}/replay/track").json()["last"] == 1
    assert 'data-last="5"' in seen(api, match, client=api.as_("director"))


def test_a_barometer_is_replayed_as_far_as_nothing_is_left_out(api: Api) -> None:
    match = api.open("bridge.pairs", visibility="barometer")
    for number, (contract, declarer, tricks) in enumerate(DEALS, start=1):
        said = {"contract": contract, "declarer": declarer, "tricks": tricks}
        api.tell(
            match, "bridge.deal_played", said | {"board": 1, "ns": str(number), "ew": "9", "round": 1 + number // 3}
        )
    api.tell(match, "match.released", {"round": 1})

    text = seen(api, match)
    assert 'data-last="3"' in text
    assert all(each["proof"] in text for each in steps(api, match, "from=3"))


def test_a_private_match_is_replayed_by_its_link_which_every_address_carries(api: Api) -> None:
    match = rubber(api, visibility="private")
    link = shared(api, match)

    problem(api.as_().get(f"/matches/{match}/replay"), 404, "unknown")
    text = unescape(seen(api, match, f"?link={link}"))
    addresses = re.findall(rf'href="(/(?:v1/)?matches/{match}[^"]*)"', text)
    assert len(addresses) > 10
    assert all(f"link={link}" in each for each in addresses)
    path, digest = hashes(text)[0]
    assert hashlib.sha256(api.as_().get(path).content).hexdigest() == digest


def test_the_proof_names_the_place_in_the_ledger_and_the_checkpoint_over_it(api: Api) -> None:
    match = rubber(api)
    before = Page(seen(api, match, "?version=2")).text
    api.drain()
    with api.stores.reading(EVERY) as connection:
        standing = next(each for each in checkpointing.standings(connection) if each.name == "main")
    assert checkpointing.make(api.stores, standing)

    text = seen(api, match, "?version=2")
    found = api.as_("auditor").get("/v1/ledger/checkpoint").json()
    position = int(re.findall(r"inclusion\?position=(\d+)", text)[0])
    proof = api.as_("auditor").get(f"/v1/ledger/proof/inclusion?position={position}").json()
    assert "This event has no position yet" in before
    assert (proof["leaf"]["match"], proof["leaf"]["version"]) == (match, 2)
    assert proof["leaf"]["hash"] in text
    assert found["root"] in unescape(text)
    assert f"{found['size']} events, root" in text
    assert "It covers this event." in text


def test_of_another_ledger_only_its_own_people_hear_its_positions(api: Api) -> None:
    another_ledger(api)
    director = api.as_("director", ledger="another-club")
    match = director.post("/v1/matches", json={"game": "bridge.rubber"}).json()["match"]
    api.drain()

    assert "The proofs of this ledger take a key of it." in seen(api, match)
    assert "inclusion?position=" not in seen(api, match)
    assert "inclusion?position=1" in seen(api, match, client=director)


def test_a_long_match_shows_the_log_around_the_event_in_hand(api: Api) -> None:
    match = api.open("cribbage")
    pegs = [
        {"type": "cribbage.points_pegged", "data": {"seat": "AB"[n % 2], "points": 0, "for": "play"}}
        for n in range(299)
    ]
    answer = api.as_("director").post(f"/v1/matches/{match}/events", json={"events": pegs})
    assert answer.status_code == 201, answer.text

    shown = [int(each) for each in re.findall(r'<li id="event-(\d+)"', seen(api, match, "?version=150"))]
    assert shown == list(range(100, 201))
    ends = [int(each) for each in re.findall(r'<li id="event-(\d+)"', seen(api, match))]
    assert ends == list(range(200, 301))
    one = api.as_().get(f"/matches/{match}/replay/log?version=2").json()
    assert (one["first"], one["last"]) == (1, 101)
    assert [each["version"] for each in steps(api, match, "from=181&to=300")] == list(range(181, 301))


def test_the_chart_says_the_score_in_a_sentence(api: Api, mended: str) -> None:
    text = seen(api, mended)

    board = api.as_().get(f"/v1/matches/{mended}/boards/rubber").json()
    assert f"We: {board['sides']['NS']['total']}. They: {board['sides']['EW']['total']}." in text
    assert "Hands that end: 4. Corrections: 1." in text

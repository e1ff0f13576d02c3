"""Who sees what of a match that is public, private, hidden, delayed or a barometer, in every view that there is."""

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from services import live
from tests.listeners import Listener, listening
from tests.servers import Api, problem, sent
from tests.watchers import (
    LISTS,
    NDJSON,
    SSE,
    View,
    insiders,
    look,
    plant,
    shared,
    strangers,
    ways,
)

pytestmark = pytest.mark.laborious

LATE = {"delayed": 86_400}
HELD = pytest.mark.parametrize("visibility", ["hidden", "barometer", LATE], ids=str)
HELD_BACK = 4
"""The version to which a match comes by `plant`, from 1 on."""
HAND = [rank + "S" for rank in "AKQJT98765432"]
PASS = {"contract": "Pass"}


def test_a_public_match_is_shown_whole_to_everybody(api: Api) -> None:
    match = api.open()
    canary = plant(api, match)

    for who, client in {**strangers(api), "a link": api.holding(shared(api, match))}.items():
        seen = {view.way: view for view in look(client, match, HELD_BACK)}
        assert all(view.status == 200 for view in seen.values()), who
        for way in (f"/v1/matches/{match}", f"/v1/matches/{match}/events?limit=500", f"/matches/{match}"):
            assert canary.told(seen[way]), (who, way)


def test_a_private_match_does_not_exist_for_strangers(api: Api) -> None:
    match = api.open(visibility="private", title="Am Abend")
    canary = plant(api, match)
    nothing = {view.text for view in looked(api.as_(), "0190163d-8694-739b-aea5-966c26f8ad90")}

    for who, client in strangers(api).items():
        for view in looked(client, match):
            assert view.status == 404, (who, view)
            assert view.text in nothing
        for path in LISTS:
            answer = client.get(path)
            assert match not in answer.text
            assert not canary.told(answer.text), (who, path)


def test_a_private_match_is_shown_whole_to_who_has_a_link(api: Api) -> None:
    match = api.open(visibility="private")
    canary = plant(api, match)
    link = shared(api, match)

    for client, asked in ((api.holding(link), {}), (api.as_(), {"link": link})):
        seen = {view.way: view for view in look(client, match, HELD_BACK, **asked)}
        assert {view.status for view in seen.values()} == {200}
        assert canary.told(seen[f"/v1/matches/{match}/live?events=true"])
        assert canary.told(seen["/v1/matches"])
    other = api.open(visibility="private")
    problem(api.holding(link).get(f"/v1/matches/{other}"), 404, "unknown")


@HELD
def test_what_is_held_back_is_in_no_answer_to_a_stranger(api: Api, visibility: Any) -> None:
    match = api.open(visibility=visibility, title="Am Abend")
    canary = plant(api, match, titled=visibility != "barometer")
    everybody = {**strangers(api), "a link": api.holding(shared(api, match))}

    for who, client in everybody.items():
        for view in look(client, match, HELD_BACK):
            assert not canary.told(view), (who, view)
            assert view.status in {200, 404, 422}, (who, view)
        board = client.get(f"/v1/matches/{match}/boards/rubber").json()
        assert (board["version"], board["title"]) == (1, "Am Abend"), who
        assert "held_back" in json.dumps(board["flags"])
        assert client.get(f"/v1/matches/{match}").json()["version"] == 1
        assert [each["version"] for each in client.get(f"/v1/matches/{match}/events").json()["items"]] == [1]
        problem(client.get(f"/v1/matches/{match}/boards/rubber?at_version=2"), 404, "unknown")
        problem(client.get(f"/v1/matches/{match}/replay?from=1&to=2"), 404, "unknown")


@HELD
def test_what_is_held_back_is_shown_inside(api: Api, visibility: Any) -> None:
    match = api.open(visibility=visibility)
    canary = plant(api, match)

    for who, client in insiders(api).items():
        seen = look(client, match, HELD_BACK)
        assert all(view.status == 200 for view in seen), who
        telling = {view.way for view in seen if canary.told(view)}
        at = f"/v1/matches/{match}"
        assert {at, f"{at}/events?limit=500", f"{at}/replay", f"{at}/boards/rubber", f"/matches/{match}"} <= telling
        assert {"/", "/v1/matches", f"{at}/live?events=true", f"/v1/live?match={match}"} <= telling


def test_a_list_by_status_tells_nothing_of_what_is_held_back(api: Api) -> None:
    match = api.open(visibility="hidden")
    api.tell(match, "match.closed", {"reason": "genug"})
    api.drain()

    for client in (api.as_(), api.holding(shared(api, match))):
        assert match in listed(client, "live")
        assert match not in listed(client, "closed")
    assert match in listed(api.as_("director"), "closed")
    assert match not in listed(api.as_("director"), "live")


def test_a_list_goes_on_over_pages_of_what_is_held_back(api: Api) -> None:
    wanted = [api.open(game="cribbage", visibility="hidden") for _ in range(5)]
    for match in wanted[1:4]:
        api.tell(match, "match.closed", {})
    api.drain()
    director, found, cursor = api.as_("director"), list[str](), ""

    while True:
        page = api.as_().get("/v1/matches", params={"game": "cribbage", "status": "live", "limit": 1, "cursor": cursor})
        found += [each["match"] for each in page.json()["items"]]
        cursor = page.json()["next"]
        if not cursor:
            break

    assert [match for match in reversed(found) if match in wanted] == wanted
    assert {wanted[1], wanted[2], wanted[3]} <= set(listed(director, "closed"))


CHANGES = [
    ("public", "hidden", True, False),
    ("public", "barometer", True, False),
    ("public", LATE, True, False),
    ("public", "private", None, None),
    ("private", "public", True, True),
    ("private", "hidden", False, False),
    ("private", "barometer", False, False),
    ("private", LATE, False, False),
    ("hidden", "public", True, True),
    ("hidden", "private", None, None),
    ("hidden", LATE, False, False),
    ("barometer", "public", True, True),
    ("barometer", "hidden", False, False),
    (LATE, "public", True, True),
    (LATE, "hidden", False, False),
    (LATE, "private", None, None),
]
"""From one visibility to another: whether what came before and what comes after is seen; None: not even the match."""


@pytest.mark.parametrize(("before", "after", "early", "late"), CHANGES, ids=str)
def test_a_change_binds_every_view_at_once(api: Api, before: Any, after: Any, early: bool | None, late: Any) -> None:
    match = api.open(visibility=before)
    remark(api, match, "Fruehes", 10)
    api.tell(match, "match.visibility_changed", {"visibility": after})
    remark(api, match, "Spaetes", 200)
    points = 10 * bool(early) + 200 * bool(late)

    outside = strangers(api)
    for drained in (False, True):
        for who, client in outside.items():
            if early is None:
                problem(client.get(f"/v1/matches/{match}/boards/rubber"), 404, "unknown")
            else:
                assert ahead(client, match) == points, (who, drained)
        # Every view takes long: half of the strangers ask for all of them before the workers know, half afterwards.
        for who in list(outside)[drained::2]:
            seen = looked(outside[who], match, 3)
            if early is None:
                assert {view.status for view in seen} == {404}
                continue
            shown = "".join(view.text for view in seen)
            assert ("Fruehes" in shown, "Spaetes" in shown) == (early, late), (who, drained)
        api.drain()
    assert ahead(api.as_("reader"), match) == 210


@HELD
def test_a_release_shows_what_came_before_it_and_nothing_after(api: Api, visibility: Any) -> None:
    match = api.open(visibility=visibility)
    remark(api, match, "Fruehes", 10)
    api.tell(match, "match.released", {})
    canary = plant(api, match, titled=visibility != "barometer")

    for who, client in strangers(api).items():
        seen = looked(client, match, 6)
        assert not [view for view in seen if canary.told(view)], who
        assert ahead(client, match) == 10
        assert "Fruehes" in client.get(f"/v1/matches/{match}/replay").text


def test_a_barometer_shows_a_round_when_it_is_released(api: Api) -> None:
    match = session(api)
    api.tell(match, "match.released", {"round": 1})
    api.drain()

    for client in (*strangers(api).values(), api.holding(shared(api, match))):
        assert tricks(client, match) == [7, 8]
        for path in ("boards/ranking", "boards/traveller", "boards/traveller?at=2100-01-01T00:00:00Z"):
            assert client.get(f"/v1/matches/{match}/{path}").status_code == 200
        assert "7N" not in shown_of_session(client, match)
    assert tricks(api.as_("reader"), match) == [7, 8, 13]

    api.tell(match, "match.released", {"round": 2})
    assert tricks(api.as_(), match) == [7, 8, 13]


@pytest.mark.parametrize("accept", [NDJSON, SSE], ids=["lines", "sse"])
def test_a_barometer_is_replayed_as_far_as_nothing_is_left_out(api: Api, accept: dict[str, str]) -> None:
    match = session(api)
    whole = api.as_().get(f"/v1/matches/{match}/events").json()["items"][-1]["version"]
    api.tell(match, "match.released", {"round": 1})
    told = api.as_().get(f"/v1/matches/{match}/events").json()["items"]
    assert [each["version"] for each in told] == [1, 2]
    assert whole == 1

    for how in ({}, {"as": "now"}):
        answer = api.as_().get(f"/v1/matches/{match}/replay", headers=accept, params=how)
        assert answer.status_code == 200, answer.text
        assert answer.text.count('"event":{') == 2
        assert "7N" not in answer.text


def test_only_a_director_changes_who_sees_a_match(api: Api) -> None:
    match = api.open(visibility="hidden")
    path = f"/v1/matches/{match}/events"
    for type_, data in (("match.released", {}), ("match.visibility_changed", {"visibility": "public"})):
        for client in (api.as_("scorer"), api.as_("reader"), api.as_("auditor"), api.as_("admin")):
            problem(client.post(path, json={"type": type_, "data": data}), 403, "forbidden")
        problem(api.as_().post(path, json={"type": type_, "data": data}), 401, "key_needed")
    assert api.as_().get(path).json()["items"][-1]["version"] == 1


@HELD
def test_cards_are_sealed_while_the_deal_is_on_for_who_watches(api: Api, visibility: Any) -> None:
    match = api.open(visibility=visibility)
    api.tell(match, "bridge.dealt", {"dealer": "N", "hands": {"N": HAND}})
    wrong = {"of": 2, "data": {"dealer": "N", "hands": {"N": [*HAND[:-1], "2H"]}}, "reason": "miscounted"}
    api.tell(match, "match.corrected", wrong)
    api.tell(match, "match.released", {})
    api.tell(match, "bridge.deal_played", PASS)
    api.drain()

    for who, client in {**strangers(api), "a link": api.holding(shared(api, match))}.items():
        shown = "".join(view.text for view in look(client, match, 5))
        assert not [card for card in [*HAND, "2H", "K♠"] if f'"{card}"' in shown or "K♠" in shown], who
        log = client.get(f"/v1/matches/{match}/events").json()["items"]
        assert log[1]["data"] == {"dealer": "N", "sealed": True}
        assert log[2]["data"]["sealed"] is True
    for client in insiders(api).values():
        assert "KS" in client.get(f"/v1/matches/{match}/events").text
    api.tell(match, "match.visibility_changed", {"visibility": "public"})
    assert "KS" in api.as_().get(f"/v1/matches/{match}/events").text


def test_an_etag_stands_for_one_content_whoever_asks(api: Api) -> None:
    match, contents = api.open(), dict[str, set[str]]()
    everybody = {**strangers(api), **insiders(api), "a link": api.holding(shared(api, match))}
    hands = {"dealer": "N", "hands": {"N": HAND}}
    mended = {"of": 2, "data": {"dealer": "N", "hands": {"N": [*HAND[:-1], "2H"]}}, "reason": "miscounted"}
    for type_, data in (
        ("bridge.dealt", hands),
        ("match.corrected", mended),
        ("match.visibility_changed", {"visibility": "hidden"}),
        ("bridge.deal_played", PASS),
        ("match.released", {}),
        ("match.visibility_changed", {"visibility": LATE}),
        ("bridge.deal_played", PASS),
        ("match.visibility_changed", {"visibility": "barometer"}),
        ("match.visibility_changed", {"visibility": "private"}),
        ("match.visibility_changed", {"visibility": "public"}),
    ):
        version = sent(api.tell(match, type_, data))["version"]
        for drained in (False, True):
            if drained:
                api.drain()
            for client in everybody.values():
                note(contents, client, board_ways(match, version, max(1, version - 1)))
    for client in everybody.values():
        note(contents, client, board_ways(match, version))

    assert len(contents) > 20
    assert {each: len(found) for each, found in contents.items() if len(found) != 1} == {}


@HELD
def test_an_insiders_etag_says_nothing_to_a_stranger_and_the_other_way_round(api: Api, visibility: Any) -> None:
    match = api.open(visibility=visibility)
    path = f"/v1/matches/{match}/boards/rubber"
    opening = api.as_().get(path)
    canary = plant(api, match, titled=visibility != "barometer")
    inside, outside = api.as_("director").get(path), api.as_().get(path)

    assert asked_again(api.as_(), path, inside).text == outside.text
    assert asked_again(api.as_("director"), path, outside).text == inside.text
    assert asked_again(api.as_(), path, outside).status_code == 304
    assert asked_again(api.as_(), path, opening).status_code == 304
    assert asked_again(api.as_("director"), path, inside).status_code == 304
    for guess in (f'"1-{HELD_BACK}"', f'W/"1-{HELD_BACK}"', '"1-1"'):
        assert api.as_().get(path, headers={"If-None-Match": guess}).status_code == 200
    api.tell(match, "match.released", {})
    assert canary.told(asked_again(api.as_(), path, outside).text)


def test_an_etag_of_when_it_was_public_opens_nothing_once_it_is_private(api: Api) -> None:
    match = api.open()
    path = f"/v1/matches/{match}/boards/rubber"
    public = api.as_().get(path)
    api.tell(match, "match.visibility_changed", {"visibility": "private"})

    for tag in (public.headers["etag"], "*", '"1-2"'):
        problem(api.as_().get(path, headers={"If-None-Match": tag}), 404, "unknown")


def test_a_match_that_turns_private_ends_the_streams_of_strangers_alone(api: Api) -> None:
    match, other = api.open(), api.open()
    link = api.holding(shared(api, match))
    api.drain()
    with ExitStack() as stack:
        one, many = f"/v1/matches/{match}/live", "/v1/live"
        outside = [stack.enter_context(listening(client, one, events=True)) for client in strangers(api).values()]
        outside += [stack.enter_context(listening(api.as_(), many, match=[other, match]))]
        inside = [stack.enter_context(listening(client, one, boards="rubber")) for client in insiders(api).values()]
        inside += [stack.enter_context(listening(link, one, boards="rubber"))]
        lines = stack.enter_context(api.as_().stream("GET", f"{one[:-5]}/events?follow=1", headers=NDJSON)).iter_lines()
        assert json.loads(next(lines))["version"] == 1
        for listener in (*outside, *inside):
            listener.next("board")

        api.tell(match, "match.visibility_changed", {"visibility": "private"})
        canary = plant(api, match)

        for listener in outside:
            said = list(listener.frames)
            assert said[-1].event == "bye"
            assert not canary.told(said)
        assert not canary.told(list(lines))
        for listener in inside:
            until(listener, HELD_BACK + 1)
    problem(api.as_().get(one), 404, "unknown")


@pytest.mark.parametrize("visibility", ["hidden", "barometer", LATE, "private"], ids=str)
def test_results_that_are_held_back_are_on_no_strangers_stream(api: Api, visibility: Any) -> None:
    match, other = api.open(), api.open()
    api.tell(match, "match.visibility_changed", {"visibility": "hidden" if visibility == "private" else visibility})
    api.drain()
    with ExitStack() as stack:
        one = f"/v1/matches/{match}/live"
        outside = [stack.enter_context(listening(client, one, events=True)) for client in strangers(api).values()]
        outside += [stack.enter_context(listening(api.holding(shared(api, match)), one, events=True))]
        outside += [stack.enter_context(listening(api.as_(), "/v1/live", match=[other, match]))]
        inside = stack.enter_context(listening(api.as_("reader"), one, boards="rubber"))
        if visibility == "private":
            api.tell(match, "match.visibility_changed", {"visibility": visibility})
        canary = plant(api, match, titled=visibility != "barometer")
        until(inside, HELD_BACK + 1 + (visibility == "private"))
        for listener in outside[: -2 if visibility == "private" else None]:
            said = beats(listener, 5) if visibility != "private" else list(listener.frames)
            assert not canary.told(said)


def test_a_delayed_result_is_on_a_strangers_stream_when_it_is_old_enough_by_the_server(api: Api) -> None:
    late = 2
    match = api.open(visibility={"delayed": late})
    api.drain()
    path, following = f"/v1/matches/{match}/live", {**strangers(api), "a link": api.holding(shared(api, match))}
    with ExitStack() as stack:
        inside = stack.enter_context(listening(api.as_("reader"), path, boards="rubber"))
        outside = [stack.enter_context(listening(client, path, events=True)) for client in following.values()]
        many = stack.enter_context(listening(api.as_(), "/v1/live", match=match))
        remark(api, match, "Fruehes")
        api.drain()
        recorded = api.as_("reader").get(f"/v1/matches/{match}").json()["recorded_at"]
        until(inside, 2)
        early = datetime.now(UTC) - datetime.fromisoformat(recorded)
        for listener in outside:
            until(listener, 2)
            assert datetime.now(UTC) >= datetime.fromisoformat(recorded) + timedelta(seconds=late)
        until(many, 2)

    assert early < timedelta(seconds=late)
    assert ahead(api.as_(), match) == 10


def test_a_follower_of_lines_is_told_what_is_delayed_later(api: Api) -> None:
    match = api.open(visibility={"delayed": 1})
    with api.as_().stream("GET", f"/v1/matches/{match}/events?follow=1", headers=NDJSON) as answer:
        remark(api, match, "Fruehes")
        lines = answer.iter_lines()
        told = [json.loads(next(lines)) for _ in range(2)]
        heard_at = datetime.now(UTC)

    assert [each["version"] for each in told] == [1, 2]
    assert heard_at >= datetime.fromisoformat(told[1]["recorded_at"]) + timedelta(seconds=1)


def test_a_release_shows_the_round_on_open_streams(api: Api) -> None:
    match = session(api)
    with ExitStack() as stack:
        path = f"/v1/matches/{match}/live"
        outside = [
            stack.enter_context(listening(client, path, boards="traveller"))
            for client in (*strangers(api).values(), api.holding(shared(api, match)))
        ]
        for listener in outside:
            assert lines_of(listener.next("board").data) == []
        api.tell(match, "match.released", {"round": 1})
        api.drain()
        for listener in outside:
            board = listener.next("board").data
            assert lines_of(board) == [7, 8]
            assert "7N" not in json.dumps(board)


def test_what_is_published_says_who_may_see_it(api: Api) -> None:
    match = api.open(visibility="hidden")
    with api.stores.redis.pubsub(ignore_subscribe_messages=True) as heard:
        heard.psubscribe(f"{live.BOARD}{match}:*")
        heard.get_message(timeout=5)
        plant(api, match)
        said = published(heard)
        assert {(each["visibility"], each["version"]) for each in said} == {("hidden", HELD_BACK)}
        assert {each["board"]["board"] for each in said} == {"rubber", "hands"}
        for visibility, word in ((LATE, "delayed"), ("private", "private"), ("barometer", "barometer")):
            api.tell(match, "match.visibility_changed", {"visibility": visibility})
            api.drain()
            assert {each["visibility"] for each in published(heard)} == {word}


def test_a_message_that_does_not_say_who_may_see_it_is_shown_to_no_stranger(api: Api) -> None:
    match = api.open(visibility="hidden")
    canary = plant(api, match)
    board = api.as_("reader").get(f"/v1/matches/{match}/boards/rubber").text
    with listening(api.as_(), f"/v1/matches/{match}/live", boards="rubber") as listener:
        assert listener.next("board").data["version"] == 1
        for envelope in (
            f'{{"epoch":1,"version":99,"board":{board}}}',
            f'{{"epoch":1,"version":99,"visibility":"hidden","board":{board}}}',
            f'{{"epoch":1,"version":99,"visibility":"outside","board":{board}}}',
            f'{{"epoch":1,"version":99,"visibility":null,"board":{board}}}',
        ):
            api.stores.redis.publish(f"{live.BOARD}{match}:rubber", envelope)
        assert not canary.told(beats(listener, 3))


def remark(api: Api, match: str, words: str, points: int = 10) -> None:
    """A director's award with a reason in those words."""
    api.tell(match, "match.adjusted", {"side": "NS", "points": points, "reason": words})


def ahead(client: httpx2.Client, match: str) -> int:
    """By how much North and South are ahead, as somebody is shown it."""
    points: int = client.get(f"/v1/matches/{match}/boards/rubber").json()["margin"]
    return points


def looked(client: httpx2.Client, match: str, to: int = HELD_BACK) -> list[View]:
    """What somebody is shown of one match, at rest."""
    found = ((way, client.get(way, headers=headers)) for way, headers in ways(match, to))
    return [View(way, answer.status_code, answer.text) for way, answer in found]


def listed(client: httpx2.Client, status: str) -> list[str]:
    """The matches of a status."""
    return [
        each["match"] for each in client.get("/v1/matches", params={"status": status, "limit": 500}).json()["items"]
    ]


def board_ways(match: str, to: int, since: int = 1) -> Iterator[str]:
    """The addresses of a board, now and at each version since one."""
    then = [f"at_version={version}{how}" for version in range(since, to + 1) for how in ("", "&as=now")]
    for query in ("", "as=now", "at=2100-01-01T00:00:00Z", "at=2100-01-01T00:00:00Z&as=now", *then):
        yield f"/v1/matches/{match}/boards/rubber?{query}"


def note(contents: dict[str, set[str]], client: httpx2.Client, addresses: Iterable[str]) -> None:
    """What stands under each ETag, as somebody is shown it."""
    for address in addresses:
        answer = client.get(address)
        if answer.status_code == 200:
            contents.setdefault(answer.headers["etag"], set()).add(answer.text)


def asked_again(client: httpx2.Client, path: str, answer: httpx2.Response) -> httpx2.Response:
    """What is answered to who has had that answer."""
    return client.get(path, headers={"If-None-Match": answer.headers["etag"]})


def session(api: Api) -> str:
    """A pairs' barometer of two rounds; the second has a result that nobody forgets."""
    match = api.open(game="bridge.pairs", visibility="barometer")
    where = {"board": 1, "ns": "1", "ew": "2", "round": 1}
    api.tell(match, "bridge.deal_played", {"contract": "1N", "declarer": "N", "tricks": 7} | where)
    second = where | {"board": 2, "round": 2}
    api.tell(match, "bridge.deal_played", {"contract": "7NXX", "declarer": "N", "tricks": 13} | second)
    other = where | {"ns": "3", "ew": "4"}
    api.tell(match, "bridge.deal_played", {"contract": "1N", "declarer": "N", "tricks": 8} | other)
    api.drain()
    return match


def lines_of(board: dict[str, Any]) -> list[int]:
    """Tricks of each line of a traveller."""
    return sorted(line["tricks"] for each in board["boards"] for line in each["lines"])


def tricks(client: httpx2.Client, match: str) -> list[int]:
    """Tricks of each line that somebody is shown."""
    return lines_of(client.get(f"/v1/matches/{match}/boards/traveller").json())


def shown_of_session(client: httpx2.Client, match: str) -> str:
    """All that somebody is shown of a pairs' session."""
    at = f"/v1/matches/{match}"
    paths = [at, f"{at}/events", f"{at}/replay", f"/matches/{match}", f"/matches/{match}/drawn/board.en"]
    for board in ("ranking", "traveller", "hands"):
        name = f"{at}/boards/{board}"
        paths += [name, f"{name}?at_version=3", f"{name}?at_version=4&as=now", f"{name}/difference?from=1"]
    return "".join(client.get(path).text for path in paths)


def until(listener: Listener, version: int) -> None:
    """Listen until a board of that version comes, for a while."""
    heard, patience = list[Any](), 50
    while patience:
        heard.append(listener.next())
        patience -= heard[-1].event == "beat"
        if heard[-1].event == "board" and heard[-1].data["version"] == version:
            return
    pytest.fail(f"no board of version {version}: {heard}")


def beats(listener: Listener, number: int) -> list[Any]:
    """What is said until so many beats were heard."""
    said = list[Any]()
    while sum(frame.event == "beat" for frame in said) < number:
        said.append(listener.next())
    return said


def published(heard: Any) -> list[dict[str, Any]]:
    """The next messages, of two boards."""
    found = list[dict[str, Any]]()
    while len(found) < 2:
        message = heard.get_message(timeout=10)
        assert message is not None, "nothing was published"
        found.append(json.loads(message["data"]))
    return found

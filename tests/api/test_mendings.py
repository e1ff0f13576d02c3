"""Mendings through HTTP, for every game: what they do to the boards, who may, and what the boards say of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import httpx2
import pytest

from domain.games import all_games
from tests.facts import Report, corrected, inserted, restored, withdrawn
from tests.listeners import watching
from tests.plays import PLAYS, Play, deal
from tests.servers import Api, problem, sent

NUMBERS = {"version", "versions", "recorded_at", "why", "changes"}
"""What differs between a mended match and one that was told right from the start."""

each_game = pytest.mark.parametrize("play", PLAYS, ids=str)


@dataclass
class Told:
    """A match that a scorer's key told."""

    api: Api
    play: Play
    id: str
    client: httpx2.Client
    reordered: tuple[str, int, int] | None = None

    def report(self, *reports: Report, by: httpx2.Client | None = None) -> httpx2.Response:
        events = [{"type": type_, "data": data} for type_, data in reports]
        body = events[0] if len(events) == 1 else {"events": events}
        return (by or self.client).post(f"/v1/matches/{self.id}/events", json=body)

    def tell(self, *reports: Report, by: httpx2.Client | None = None) -> int:
        version: int = sent(self.report(*reports, by=by))["version"]
        return version

    @property
    def director(self) -> httpx2.Client:
        return self.api.as_("director")

    @property
    def boards(self) -> dict[str, Any]:
        names = all_games()[self.play.game].boards
        found = {name: self.api.as_().get(f"/v1/matches/{self.id}/boards/{name}").json() for name in names}
        if self.reordered:
            name, old, new = self.reordered
            found[name][name].insert(new, found[name][name].pop(old))
        return found

    @property
    def first(self) -> dict[str, Any]:
        found: dict[str, Any] = next(iter(self.boards.values()))
        return found


def told(api: Api, play: Play, facts: list[Report] | None = None, **opening: Any) -> Told:
    given = {"options": play.options, "players": play.players[0], "title": "Thursday"} | opening
    match = Told(api, play, api.open(play.game, **given), api.as_("scorer"))
    for report in play.facts if facts is None else facts:
        match.tell(report)
    return match


def figures(boards: Any) -> Any:
    """Boards without what tells a mended match from one that was told right."""
    if isinstance(boards, dict):
        kept = {name: value for name, value in boards.items() if name not in NUMBERS}
        return {name: figures(value) for name, value in kept.items() if name != "match" or isinstance(value, dict)}
    return [figures(value) for value in boards] if isinstance(boards, list) else boards


def who(client: httpx2.Client) -> str:
    """How the log names the holder of a client's key."""
    _, kind, id_, _ = client.headers["authorization"].split("_")
    return f"{kind}:{id_}"


@each_game
def test_a_correction_counts_as_if_it_had_been_said_at_once(api: Api, play: Play) -> None:
    match = told(api, play)
    right = told(api, play, [(play.facts[0][0], play.better), *play.facts[1:]])
    before = figures(match.boards)

    assert match.tell(corrected(2, play.better)) == 5

    assert figures(match.boards) == figures(right.boards) != before
    for board in match.boards.values():
        (change,) = board["changes"]
        assert (change["of"], change["version"], change["reason"]) == (2, 5, "misheard")
        assert change["before"] == {"type": play.facts[0][0], "data": play.facts[0][1]}
        assert change["after"] == {"type": play.facts[0][0], "data": play.better}
        assert change["who"] == who(match.client)
        assert change["when"] == board["recorded_at"]


@each_game
def test_as_it_was_shown_then_stays_what_it_was(api: Api, play: Play) -> None:
    match = told(api, play)
    name = next(iter(match.boards))
    before = match.first
    match.tell(corrected(2, play.better))

    then = api.as_().get(f"/v1/matches/{match.id}/boards/{name}", params={"at_version": 4}).json()

    assert then == before
    assert then["changes"] == []


@each_game
def test_a_withdrawn_fact_counts_for_nothing_until_it_is_restored(api: Api, play: Play) -> None:
    match = told(api, play)
    before = figures(match.boards)

    match.tell(withdrawn(4))
    assert figures(match.boards) == figures(told(api, play, play.facts[:2]).boards) != before
    match.tell(restored(4))

    assert figures(match.boards) == before
    gone, back = match.first["changes"]
    said = {"type": play.facts[2][0], "data": play.facts[2][1]}
    assert (gone["of"], gone["before"], gone["after"], gone["reason"]) == (4, said, None, "never played")
    assert (back["of"], back["before"], back["after"], back["reason"]) == (4, None, said, "it was played")
    assert problem(match.report(restored(4)), 422, "nothing_to_correct")["version"] == 7


@each_game
def test_what_was_forgotten_counts_in_its_place(api: Api, play: Play) -> None:
    match = told(api, play)

    match.tell(inserted(3, play.forgotten))

    right = told(api, play, [play.facts[0], play.forgotten, *play.facts[1:]])
    if play.game in {"bridge.teams", "bridge.pairs"}:
        # Their running sheet tells results as they came in, and what was forgotten came last.
        right = replace(right, reordered=("hands", 1, 3))
    assert figures(match.boards) == figures(right.boards)
    (change,) = match.first["changes"]
    assert (change["of"], change["before"]) == (5, None)
    assert change["after"] == {"type": play.forgotten[0], "data": play.forgotten[1]}
    match.tell(corrected(5, play.forgotten[1], "again"))
    assert [each["of"] for each in match.first["changes"]] == [5, 5]


@each_game
def test_the_opening_may_be_mended_in_options_players_and_title_and_not_in_its_game(api: Api, play: Play) -> None:
    match = told(api, play)
    names = {"game": play.game, "options": play.other_options, "players": play.players[1], "title": "Friday"}

    match.tell(corrected(1, names), by=match.director)

    right = told(api, play, options=play.other_options, players=play.players[1], title="Friday")
    assert figures(match.boards) == figures(right.boards)
    (change,) = match.first["changes"]
    assert (change["of"], change["who"]) == (1, who(match.director))
    assert (change["before"]["data"]["title"], change["after"]["data"]["title"]) == ("Thursday", "Friday")
    shown = api.as_().get(f"/v1/matches/{match.id}").json()
    assert (shown["title"], shown["players"]) == ("Friday", play.players[1])
    assert shown["options"].items() >= play.other_options.items()
    other = "cribbage" if play.game != "cribbage" else "schnapsen"
    problem(match.report(corrected(1, {"game": other}), by=match.director), 422, "event_invalid")
    problem(match.report(withdrawn(1), by=match.director), 422, "nothing_to_correct")
    problem(match.report(corrected(1, names)), 403, "forbidden")


@each_game
def test_what_leaves_a_later_fact_impossible_is_refused_or_forced_and_mended(api: Api, play: Play) -> None:
    facts, mending, at, code = play.breaks
    match = told(api, play, facts)
    before = match.boards
    version = len(facts) + 2
    force = (mending[0], {**mending[1], "force": True})

    refused = problem(match.report(mending), 422, code)
    assert refused["version"] == version
    assert f"version {at} " in refused["detail"]
    problem(match.report(force), 403, "forbidden")
    assert match.boards == before

    match.tell(force, by=match.director)
    for board in match.boards.values():
        assert (board["status"], board["version"]) == ("stuck", version)
        assert (board["stuck"]["version"], board["stuck"]["code"]) == (at, code)
    assert api.as_().get(f"/v1/matches/{match.id}").json()["status"] == "stuck"
    problem(match.report(("match.players_changed", {"players": play.players[1]})), 422, "match_stuck")

    undo = 2 if mending[0] == "match.corrected" else version
    if mending[0] == "match.corrected":
        of = mending[1]["of"]
        match.tell(corrected(of, facts[of - 2][1], "as it was"), by=match.director)
    else:
        match.tell(withdrawn(undo), by=match.director)
    assert figures(match.boards) == figures(before)
    assert len(match.first["changes"]) == 2


@each_game
def test_mendings_of_one_batch_are_checked_after_the_last(api: Api, play: Play) -> None:
    facts, mending, _, code = play.breaks
    match = told(api, play, facts)

    problem(match.report(mending), 422, code)
    version = match.tell(mending, *(withdrawn(of) for of in range(len(facts) + 1, 1, -1)))

    assert version == len(facts) + 2 + len(facts)
    assert match.first["status"] == "live"


@each_game
def test_a_scorer_mends_what_the_own_key_said_until_the_match_is_closed(api: Api, play: Play) -> None:
    match = told(api, play)
    other = api.as_("scorer", "reader")
    for mending in (corrected(2, play.better), withdrawn(4), inserted(3, play.forgotten)):
        problem(match.report(mending, by=other), 403, "forbidden")
    match.tell(corrected(2, play.better))
    problem(match.report(("match.closed", {})), 403, "forbidden")

    closed = match.tell(("match.closed", {"reason": "time"}), by=match.director)
    assert match.first["status"] == "closed"
    problem(match.report(corrected(2, play.facts[0][1])), 403, "forbidden")
    match.tell(corrected(2, play.facts[0][1]), by=match.director)
    match.tell(withdrawn(closed, "play on"), by=match.director)

    assert match.first["status"] != "closed"
    problem(match.report(corrected(2, play.better)), 403, "forbidden")
    match.tell(withdrawn(4))
    people = [change["who"] for change in match.first["changes"]]
    assert people == [who(match.client), who(match.director), who(match.director), who(match.client)]


@each_game
def test_a_director_adjusts_and_a_withdrawn_adjustment_counts_no_more(api: Api, play: Play) -> None:
    match = told(api, play)
    before = figures(match.boards)
    award = ("match.adjusted", {**play.unit, "points": 1, "reason": "slow play"})
    problem(match.report(award), 403, "forbidden")

    version = match.tell(award, by=match.director)

    assert figures(match.boards) != before
    assert "slow play" in " ".join(match.first["why"])
    problem(match.report(withdrawn(version)), 403, "forbidden")
    match.tell(corrected(version, {**award[1], "points": 2}), by=match.director)
    match.tell(withdrawn(version), by=match.director)
    assert figures(match.boards) == before
    assert match.first["changes"][0]["before"]["data"]["points"] == 1


@each_game
def test_substitutes_sit_from_there_on_and_may_be_corrected(api: Api, play: Play) -> None:
    match = told(api, play, play.facts[:2])

    version = match.tell(("match.players_changed", {"players": play.players[1]}))
    match.tell(play.facts[2])

    assert match.first["players"] == play.players[0] | play.players[1]
    unit = next(iter(play.players[1]))
    match.tell(corrected(version, {"players": {unit: "p-9"}}))
    assert match.first["players"][unit] == "p-9"
    match.tell(withdrawn(version))
    assert match.first["players"] == play.players[0]


@each_game
def test_the_other_sides_word_is_flagged_where_it_differs_until_it_agrees(api: Api, play: Play) -> None:
    match = told(api, play)
    other = api.as_("scorer", "reader")

    match.tell(("match.confirmed", {"of": 2}), by=other)
    match.tell(("match.confirmed", {"of": 3, "data": play.facts[1][1]}), by=other)
    assert "confirmation_differs" not in codes(match)
    match.tell(("match.confirmed", {"of": 2, "data": play.better}), by=other)

    for board in match.boards.values():
        (flag,) = [flag for flag in board["flags"] if flag["code"] == "confirmation_differs"]
        assert flag["versions"] == [2]
        assert "version 2" in flag["text"]
    match.tell(corrected(2, play.better))
    assert "confirmation_differs" not in codes(match)
    problem(match.report(("match.confirmed", {"of": 99}), by=other), 422, "nothing_to_correct")


@each_game
def test_who_gives_up_loses_and_a_withdrawn_word_takes_it_back(api: Api, play: Play) -> None:
    match = told(api, play)
    before = figures(match.boards)
    given_up = ("match.forfeited", {**play.unit, "reason": "ill"})
    problem(match.report(given_up), 403, "forbidden")

    version = match.tell(given_up, by=match.director)

    assert figures(match.boards) != before
    assert any(word in " ".join(match.first["why"]) for word in ("gives", "up", "forfeit", "withdr"))
    match.tell(withdrawn(version), by=match.director)
    assert figures(match.boards) == before


def test_a_corrected_early_deal_scores_a_whole_rubber_again_before_the_viewers_eyes(api: Api) -> None:
    """Deal two made a game for the others: vulnerability, legs, penalties and the end of the rubber change."""
    play = PLAYS[0]
    deals = [deal("4S", "N", 10), deal("3N", "E", 9), deal("2HX", "N", 6), deal("4H", "W", 10)]
    match = told(api, play, deals)
    api.drain()
    right = told(api, play, [deals[0], deal("3N", "E", 8), *deals[2:]])

    with watching(api, match.id) as listener:
        shown = listener.boards()["rubber"]
        assert (shown["version"], shown["complete"], shown["winner"]) == (5, True, "EW")
        assert shown["sides"]["EW"]["games"] == 2
        match.tell(corrected(3, deal("3N", "E", 8)[1], "one down"))
        api.drain()
        seen = listener.boards()["rubber"]

    assert seen["version"] == 6
    assert (seen["complete"], seen["winner"], seen["status"]) == (False, None, "live")
    assert (seen["sides"]["EW"]["games"], seen["sides"]["EW"]["vulnerable"]) == (1, True)
    assert [line["vulnerable"] for line in shown["deals"]] != [line["vulnerable"] for line in seen["deals"]]
    assert figures(seen) == figures(right.boards["rubber"])
    (change,) = seen["changes"]
    assert (change["of"], change["before"]["data"]["tricks"], change["after"]["data"]["tricks"]) == (3, 9, 8)
    assert (change["who"], change["reason"]) == (who(match.client), "one down")
    assert "one down" in " ".join(seen["why"])
    page = api.as_().get(f"/matches/{match.id}").text
    assert "Corrections" in page
    assert who(match.client).removeprefix("scorer:") in page


def codes(match: Told) -> list[str]:
    return list(_codes(match))


def _codes(match: Told) -> Iterator[str]:
    for board in match.boards.values():
        yield from (flag["code"] for flag in board["flags"])


def test_br017_the_log_keeps_all_four_reports_of_a_result_under_the_wrong_board(api: Api) -> None:
    match = api.open("bridge.pairs")
    played = {"contract": "4S", "declarer": "N", "tricks": 10, "ns": "1", "ew": "3", "table": 4}
    plan = [[{"table": 4, "ns": "1", "ew": "3", "boards": [board]}] for board in (10, 9)]
    api.tell(match, "bridge.movement_set", {"rounds": plan})
    api.tell(match, "bridge.deal_played", {**played, "board": 9, "round": 1})
    flagged = api.as_().get(f"/v1/matches/{match}/boards/traveller").json()["flags"]
    api.tell(match, "match.withdrawn", {"of": 3, "reason": "wrong board number"})
    api.tell(match, "bridge.deal_played", {**played, "board": 10, "round": 1})
    api.tell(match, "bridge.deal_played", {**played, "board": 9, "round": 2, "tricks": 9})

    board = api.as_().get(f"/v1/matches/{match}/boards/traveller").json()
    log = api.as_().get(f"/v1/matches/{match}/events").json()["items"]

    assert [flag["code"] for flag in flagged] == ["unscheduled"]
    assert {sheet["board"]: sheet["lines"][0]["score"] for sheet in board["boards"]} == {9: -50, 10: 620}
    assert [event["type"].partition(".")[2] for event in log[2:]] == [
        "deal_played",
        "withdrawn",
        "deal_played",
        "deal_played",
    ]
    assert [(change["of"], change["after"], change["reason"]) for change in board["changes"]] == [
        (3, None, "wrong board number")
    ]
    assert board["flags"] == []


def test_br016_who_knew_what_and_when_is_told_from_the_log(api: Api) -> None:
    scorer, director = api.as_("scorer"), api.as_("director")
    match = api.open("bridge.teams")
    told = {"contract": "4S", "declarer": "E", "tricks": 10, "board": 1, "room": "open"}
    url = f"/v1/matches/{match}/events"
    sent(scorer.post(url, json={"type": "bridge.deal_played", "data": told}))
    sent(
        director.post(
            url,
            json={
                "type": "match.corrected",
                "data": {"of": 2, "data": {**told, "declarer": "N"}, "reason": "score slip"},
            },
        )
    )

    boards = [
        api.as_().get(f"/v1/matches/{match}/boards/match", params={"at_version": version}).json() for version in (2, 3)
    ]
    log = api.as_().get(url).json()["items"]

    assert [board["boards"][0]["open"]["score"] for board in boards] == [-420, 420]
    assert [event["actor"] for event in log[1:]] == [who(scorer), who(director)]
    assert [len(board["changes"]) for board in boards] == [0, 1]
    assert boards[1]["changes"][0]["when"] == log[2]["recorded_at"]

"""Any version as we know it now: the facts up to there, with every mending that came later."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from domain.event import Event, Fact, Mending, Unreadable
from domain.hindsight import in_hindsight
from domain.match import Match, fold
from domain.projection import project
from tests.cases import SHARED, cases, tell
from tests.facts import (
    CLOSED,
    OURS,
    PART,
    PASSED,
    THEIRS,
    Report,
    bid,
    confirmed,
    corrected,
    deal,
    facts,
    inserted,
    opened,
    restored,
    withdrawn,
)

pytestmark = pytest.mark.laborious

DOWN = deal("2SX", "N", 6)
"""500 to the others where we are vulnerable, else 300."""

each_file = pytest.mark.parametrize(
    "name",
    [str(path.relative_to(SHARED / "vectors")) for path in sorted((SHARED / "vectors").glob("*/*.jsonl"))] or ["none"],
)


@cache
def told(name: str) -> list[Sequence[Fact[Event]]]:
    """The logs of a file of vectors."""
    found = [parameter.values[0] for parameter in cases(name)]
    if found == [None]:
        pytest.skip(f"{name} is not on this machine")
    logs = [tell(case["events"], at=set()).facts for case in found if isinstance(case, dict) and "events" in case]
    return [log for log in logs if log]


def log(*reports: Report) -> list[Fact[Event]]:
    return facts([opened(), *reports])


def seen(history: Sequence[Fact[Event]], version: int) -> Match:
    """A version as we know it now."""
    (match,) = in_hindsight(fold(history), [history[version - 1]])
    return match


def board(match: Match) -> Any:
    return json.loads(next(iter(project(match).values())))


def totals(match: Match) -> tuple[int, int]:
    sides = board(match)["sides"]
    return sides["NS"]["total"], sides["EW"]["total"]


@each_file
def test_at_the_head_it_is_the_match_as_it_is(name: str) -> None:
    for history in told(name):
        now = fold(history)

        (match,) = in_hindsight(now, history[-1:])

        assert match == now
        assert project(match) == project(now)


@each_file
def test_what_nobody_mended_is_as_it_was_shown_then(name: str) -> None:
    for history in told(name):
        if any(isinstance(fact.event, Mending) for fact in history):
            continue
        some = history[:: 1 + len(history) // 10]
        for fact, match in zip(some, in_hindsight(fold(history), some), strict=True):
            assert project(match) == project(fold(history[: fact.version]))


@each_file
def test_whatever_was_mended_the_facts_that_stand_give_that_state(name: str) -> None:
    for history in told(name):
        if not any(isinstance(fact.event, Mending) for fact in history):
            continue
        now = fold(history)
        some = history[:: 1 + len(history) // 10]
        for fact, match in zip(some, in_hindsight(now, some), strict=True):
            assert fold(place.fact for place in match.places if place.stands).state == match.state
            assert all(place.fact.version <= fact.version for place in match.places) or match.changes


def test_after_one_fact_it_is_the_same_as_on_the_way_through_all() -> None:
    history = log(OURS, DOWN, PASSED, inserted(3, PASSED), corrected(2, PART[1]), withdrawn(4), PASSED)

    for fact, match in zip(history, in_hindsight(fold(history), history), strict=True):
        assert match == seen(history, fact.version)


def test_a_fact_corrected_later_stands_corrected() -> None:
    history = log(OURS, DOWN, corrected(2, PART[1]))

    assert totals(fold(history[:3])) == (100, 500), "as it was shown"
    assert totals(seen(history, 3)) == (30, 300)
    assert totals(seen(history, 2)) == (30, 0)
    assert board(seen(history, 2))["why"][0].startswith("1♠ by North")


def test_a_fact_withdrawn_later_is_gone_and_why_says_so() -> None:
    history = log(OURS, DOWN, withdrawn(2))

    match = seen(history, 2)

    assert totals(match) == (0, 0)
    assert match.why == ("Version 2 was withdrawn: never played",)
    assert totals(seen(history, 3)) == (0, 300)


def test_a_fact_withdrawn_and_restored_is_there() -> None:
    history = log(OURS, withdrawn(2), PASSED, restored(2))

    assert [totals(seen(history, version)) for version in (1, 2, 3, 4)] == [(0, 0), *[(100, 0)] * 3]


def test_what_was_forgotten_is_there_from_the_fact_on_before_which_it_was_put_in() -> None:
    history = log(PASSED, DOWN, inserted(3, OURS))

    assert totals(seen(history, 2)) == (0, 0)
    assert totals(seen(history, 3)) == (100, 500)
    assert [line["version"] for line in board(seen(history, 3))["deals"]] == [2, 4, 3]


def test_what_was_put_in_before_what_was_put_in_comes_with_the_same_fact() -> None:
    history = log(PASSED, DOWN, inserted(3, PASSED), inserted(4, OURS))

    assert totals(seen(history, 2)) == (0, 0)
    assert [line["version"] for line in board(seen(history, 3))["deals"]] == [2, 5, 4, 3]


def test_what_was_put_in_and_mended_counts_as_it_reads_now() -> None:
    history = log(PASSED, inserted(2, THEIRS), corrected(3, OURS[1]), inserted(2, PASSED), withdrawn(5))

    assert totals(seen(history, 2)) == (100, 0)
    assert [change["of"] for change in board(seen(history, 2))["changes"]] == [3, 3, 5, 5]


def test_of_two_corrections_of_a_fact_the_last_counts_also_before_the_first() -> None:
    history = log(OURS, corrected(2, THEIRS[1]), PASSED, corrected(2, PART[1]))

    assert [totals(seen(history, version)) for version in (2, 3, 4)] == [(30, 0)] * 3
    assert totals(fold(history[:3])) == (0, 100), "as it was shown"


def test_after_a_mending_stand_the_facts_before_it_and_it_says_what_it_did() -> None:
    history = log(OURS, corrected(2, THEIRS[1]), PASSED, corrected(2, PART[1]))

    match = seen(history, 3)

    assert (match.version, match.recorded_at) == (3, history[2].recorded_at)
    assert match.why == ("Version 2 was corrected (declarer N → E): misheard",)


def test_every_mending_of_a_fact_is_told_at_it_and_none_of_later_facts() -> None:
    history = log(OURS, DOWN, corrected(3, PASSED[1]), corrected(2, PART[1]))

    assert [change["version"] for change in board(seen(history, 2))["changes"]] == [5]
    assert [change["version"] for change in board(seen(history, 3))["changes"]] == [4, 5]
    assert board(fold(history[:3]))["changes"] == [], "as it was shown"


def test_options_that_were_corrected_hold_from_the_beginning() -> None:
    honours = ("bridge.honours_claimed", {"seat": "N", "points": 100})
    history = log(OURS, honours, corrected(1, {"game": "bridge.rubber", "options": {"game_bonus": 500}, "title": "T"}))

    match = seen(history, 1)

    assert match.opened.options["game_bonus"] == 500
    assert board(match)["title"] == "T"


def test_players_changed_and_corrected_later_sat_there_from_then_on() -> None:
    changed = ("match.players_changed", {"players": {"N": "cuckoo"}})
    history = facts([opened(players={"N": "anna"}), changed, corrected(2, {"players": {"N": "berta"}})])

    assert [seen(history, version).players["N"] for version in (1, 2, 3)] == ["anna", "berta", "berta"]


def test_where_the_match_is_stuck_now_it_is_stuck_and_not_before() -> None:
    history = log(OURS, PART, bid("1N", "N"), corrected(3, OURS[1], force=True))

    now = fold(history)

    assert now.stuck is not None
    assert now.stuck.version == 4
    assert [seen(history, version).status for version in (2, 3, 4, 5)] == ["live", "complete", "stuck", "stuck"]
    assert seen(history, 4).why == (now.stuck.sentence,)


def test_where_it_was_stuck_then_it_is_not_once_that_was_mended() -> None:
    history = log(OURS, PART, bid("1N", "N"), corrected(3, OURS[1], force=True), withdrawn(4))

    assert fold(history[:5]).status == "stuck"
    assert seen(history, 5).status == "complete"
    assert seen(history, 3).status == "complete"


def test_a_match_stuck_at_a_mending_is_stuck_from_there_on() -> None:
    history = log(OURS, PASSED, withdrawn(9), PASSED, PASSED)

    now = fold(history)

    assert now.stuck is not None
    assert now.stuck.version == 4
    assert [seen(history, version).status for version in range(1, 7)] == ["live"] * 3 + ["stuck"] * 3
    assert [len(board(seen(history, version))["deals"]) for version in range(1, 7)] == [0, 1, 2, 2, 2, 2]
    assert seen(history, 6) == now


def test_a_mending_that_could_not_be_taken_changes_nothing_once_a_later_one_was() -> None:
    history = log(OURS, withdrawn(9), PASSED, corrected(2, PART[1]))

    assert fold(history[:4]).status == "stuck"
    assert [totals(seen(history, version)) for version in (2, 3, 4, 5)] == [(30, 0)] * 4


def test_what_cannot_be_read_is_where_the_match_is_stuck() -> None:
    history = log(OURS, PART, PASSED)
    history[2] = replace(history[2], event=Unreadable(name="bridge.deal_plaid", detail="no such type"))

    assert [seen(history, version).status for version in (2, 3, 4)] == ["live", "stuck", "stuck"]


def test_a_match_closed_by_mistake_was_never_closed() -> None:
    history = log(OURS, CLOSED, withdrawn(3))

    assert fold(history[:3]).status == "closed"
    assert seen(history, 3).status == "live"


def test_a_word_on_a_fact_that_was_corrected_is_held_against_the_correction() -> None:
    history = log(OURS, confirmed(2, THEIRS[1]), corrected(2, THEIRS[1]))

    assert board(fold(history[:3]))["flags"]
    assert board(seen(history, 3))["flags"] == []


def test_hands_that_are_sealed_today_are_sealed_in_both_views() -> None:
    hands = {"N": [f"{rank}S" for rank in "AKQJT98765432"]}
    dealt = ("bridge.dealt", {"hands": hands})
    mended = corrected(2, {"hands": {"E": hands["N"]}})
    history = log(dealt, PART, mended, withdrawn(3))
    now = fold(history)

    for version in range(1, len(history) + 1):
        for match in (fold(history[:version]), seen(history, version)):
            assert "AS" not in "".join(project(match, hidden={2}).values()), version
    assert "AS" in "".join(project(fold(history[:4])).values()), "as it was shown, while nobody doubted"
    assert "AS" not in "".join(project(now).values())

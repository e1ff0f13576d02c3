"""What a replay shows besides boards: the log in words, hand ends, the chart, and what differs."""

import json
from typing import Any

import pytest

from domain import games, wire
from domain.event import Fact
from domain.match import fold
from services.demo import Reported, evening
from services.rewinding import Film
from services.web import chart

MATCHES = list(evening())
ENDS = {
    "bridge.rubber": 9,
    "schnapsen": 7,
    "cribbage": 8,
}
"""Hands of the evening's matches, where they are told one by one."""


def film(events: list[dict[str, Any]]) -> Film:
    facts = tuple(
        Fact(version, wire.read(wire.find(games.event_types(), each["type"]), each["data"]))
        for version, each in enumerate(events, start=1)
    )
    stills = tuple(fold(facts[:end]) for end in range(100, len(facts) + 1, 100))
    return Film("", fold(facts), facts, (), b"", stills)


def logged(reported: Reported) -> list[dict[str, Any]]:
    opening = {"type": "match.opened", "data": reported.opening}
    return [opening, *(event for batch in reported.batches for event in batch)]


evenings = pytest.mark.parametrize("reported", MATCHES, ids=[match.opening["title"] for match in MATCHES])


@evenings
def test_any_version_is_what_folding_up_to_it_gives(reported: Reported) -> None:
    found = film(logged(reported))

    for version in {1, 2, min(99, found.last), min(100, found.last), min(101, found.last), found.last}:
        whole = found.bodies(fold(found.facts[:version]))
        for as_now in (False, True):
            (state,) = found.states(version, version, as_now=as_now)
            assert found.bodies(state) == whole
    versions = [each.version for each in found.states(2, found.last, as_now=False)]
    assert versions == list(range(2, found.last + 1))


@evenings
def test_the_lines_of_the_chart_end_where_the_board_stands(reported: Reported) -> None:
    found = film(logged(reported))
    drawn = chart.chart(found)

    assert drawn is not None
    text = json.dumps(found.boards(found.now), ensure_ascii=False)
    assert all(each.end.replace("\u2009", "").replace("−", "-") in text for each in drawn.lines)
    assert all(each.now.startswith("M") and each.now.endswith("H1000") for each in drawn.lines)
    assert drawn.differs is bool(found.mendings)


@evenings
def test_hands_end_where_they_do(reported: Reported) -> None:
    ends = chart.hand_ends(film(logged(reported)))

    assert ends == sorted(set(ends))
    assert len(ends) == ENDS.get(reported.opening["game"], len(ends)) > 0


def test_of_very_many_marks_some_are_shown() -> None:
    assert len(chart.marked(range(1000))) <= 60
    assert chart.marked([3, 4]) == [3, 4]


def test_a_match_that_has_just_begun_has_no_chart() -> None:
    assert chart.chart(film([{"type": "match.opened", "data": {"game": "bridge.rubber"}}])) is None

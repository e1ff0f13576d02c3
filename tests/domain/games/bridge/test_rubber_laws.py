import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import Refused
from domain.match import Match, admit, fold
from domain.projection import project
from tests.evenings import deals, evenings, pieces, sequences
from tests.facts import (
    CLOSED,
    PASSED,
    Report,
    adjusted,
    board,
    confirmed,
    corrected,
    facts,
    honours,
    inserted,
    opened,
    restored,
    tell,
    withdrawn,
    won,
)

pytestmark = pytest.mark.laborious

TABLE = Path(__file__).parents[3] / "tables" / "rubber.csv"
CHANGING = {"changes", "version", "recorded_at", "why"}
"""What a mending may always change on a board."""


def sift(reports: list[Report]) -> tuple[Match, list[Report]]:
    """The match after those reports that are taken, and those."""
    match, taken = tell(None, opened()), [opened()]
    for report in reports:
        try:
            match = tell(match, report)
        except Refused:
            continue
        taken.append(report)
    return match, taken


def shown(match: Match) -> dict[str, Any]:
    """Every board, without what any mending changes."""
    return {
        name: {key: value for key, value in json.loads(text).items() if key not in CHANGING}
        for name, text in project(match).items()
    }


@given(evenings)
def test_folding_never_fails_whatever_is_in_the_log(reports: list[Report]) -> None:
    match = fold(facts([opened(), *reports]))

    assert match.version == len(reports) + 1
    for text in project(match).values():
        assert json.loads(text)["version"] == match.version
    if match.stuck is not None:
        assert match.status == "stuck"
        assert match.stuck.version <= match.version


@given(evenings)
def test_a_refused_event_leaves_every_board_as_it_was_byte_for_byte(reports: list[Report]) -> None:
    match = tell(None, opened())
    for report in reports:
        before, version = project(match), match.version
        try:
            after = tell(match, report)
        except Refused as refused:
            assert (refused.index, refused.version) == (0, version + 1)  # noqa: PT017  every refusal says where
            assert refused.violation.code  # noqa: PT017
            assert refused.violation.detail  # noqa: PT017
        else:
            assert (match.version, after.version) == (version, version + 1)
            assert project(match) == before
            match = after
            continue
        assert project(match) == before


@given(evenings, st.integers(1, 26))
def test_replaying_the_log_gives_what_was_shown_when_it_grew(reports: list[Report], cut: int) -> None:
    match, taken = sift(reports)
    history = facts(taken)

    assert project(fold(history)) == project(match)
    assert project(fold(history[cut:], fold(history[:cut]))) == project(match)


@given(evenings)
def test_totals_are_the_published_points_and_what_a_director_gave(reports: list[Report]) -> None:
    match, _ = sift(reports)
    pad, sheet = board(match), board(match, "hands")["hands"]

    for name, column in pad["sides"].items():
        points = [p for line in pad["deals"] for p in line["points"] if p["side"] == name]
        points += [p for p in pad["bonuses"] if p["side"] == name]
        assert column["above"] == sum(p["points"] for p in points if p["line"] == "above")
        assert column["below"] == sum(p["points"] for p in points if p["line"] == "below")
        assert column["total"] == column["above"] + column["below"] + column["adjusted"]
        assert sum(line[name] for line in sheet) == sum(
            p["points"] for line in pad["deals"] for p in line["points"] if p["side"] == name
        )
        assert 0 <= column["leg"] < 100
        assert column["vulnerable"] is (column["games"] > 0)
    games = [column["games"] for column in pad["sides"].values()]
    assert max(games) <= 2
    assert sum(games) <= 3
    assert pad["margin"] == abs(pad["sides"]["NS"]["total"] - pad["sides"]["EW"]["total"])
    assert [line["version"] for line in pad["deals"]] == [line["version"] for line in sheet]


@given(evenings)
def test_withdrawing_a_fact_and_restoring_it_changes_nothing_but_the_changes(reports: list[Report]) -> None:
    match, _ = sift(reports)
    for place in match.places[1:]:
        if not place.stands:
            continue
        try:
            without = tell(match, withdrawn(place.fact.version))
            again = tell(without, restored(place.fact.version))
        except Refused:
            continue
        assert shown(again) == shown(match)
        assert [change["of"] for change in board(again)["changes"][-2:]] == [place.fact.version] * 2


@given(evenings)
def test_correcting_a_fact_to_itself_changes_nothing_but_the_changes(reports: list[Report]) -> None:
    match, _ = sift(reports)
    for place in match.places:
        if not place.stands or match.stuck is not None:
            continue
        event = place.fact.event
        data = json.loads(event.model_dump_json(exclude_unset=True))

        again = tell(match, corrected(place.fact.version, data))

        assert shown(again) == shown(match)
        (*_, change) = board(again)["changes"]
        assert change["before"] == change["after"]


@given(sequences)
def test_a_match_told_in_one_batch_is_the_match_told_event_by_event(reports: list[Report]) -> None:
    match, taken = sift(reports)

    assert project(admit(None, facts(taken))) == project(match)


@given(evenings, st.integers(0, 26))
def test_a_batch_that_is_refused_is_refused_where_its_first_wrong_event_stands(reports: list[Report], cut: int) -> None:
    _, taken = sift([report for report in reports if not report[0].startswith("match.")])
    wrong = ("bridge.honours_claimed", {"seat": "N", "points": 100, "board": 3})
    batch = [*taken[1:][:cut], wrong, *taken[1:][cut:]]

    with pytest.raises(Refused) as refused:
        admit(tell(None, opened()), facts(batch, after=1))

    at = batch.index(wrong)
    assert (refused.value.index, refused.value.version) == (at, at + 2)


@given(evenings, deals | pieces)
def test_no_deal_is_ever_taken_once_the_rubber_is_over(reports: list[Report], late: Report) -> None:
    match, _ = sift(reports)
    if match.stuck is not None or not (match.closed or match.state.complete):
        return

    with pytest.raises(Refused) as refused:
        tell(match, late)

    assert refused.value.violation.code == "match_over"


def cells() -> dict[tuple[str, str, int], str]:
    with TABLE.open() as file:
        return {(row["contract"], row["vulnerable"], n): row[str(n)] for row in csv.DictReader(file) for n in range(14)}


CELLS = cells()


def by_hand(played: list[dict[str, Any]]) -> tuple[dict[str, int], dict[str, int], bool]:
    """Totals, games and whether it is over, as one would keep the pad by hand beside the printed table."""
    totals, games, legs = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    for line in played:
        if line["declarer"] is None:
            continue
        us = "NS" if line["declarer"] in {"N", "S", "NS"} else "EW"
        them = "EW" if us == "NS" else "NS"
        cell = CELLS[line["contract"], "yes" if games[us] else "no", line["tricks"]]
        if cell.startswith("-"):
            totals[them] += int(cell[1:])
            continue
        above, below = map(int, cell.split("/"))
        totals[us] += above + below
        legs[us] += below
        if legs[us] >= 100:
            games[us] += 1
            legs = {"NS": 0, "EW": 0}
        if games[us] == 2:
            totals[us] += 500 if games[them] else 700
            return totals, games, True
    return totals, games, False


@given(st.lists(deals | st.just(PASSED), max_size=20))
def test_the_pad_is_what_a_scorer_keeps_by_hand(reports: list[Report]) -> None:
    match, _ = sift(reports)
    pad = board(match)

    totals, games, over = by_hand(pad["deals"])

    assert {name: column["total"] for name, column in pad["sides"].items()} == totals
    assert {name: column["games"] for name, column in pad["sides"].items()} == games
    assert pad["complete"] is over


@given(st.lists(deals, min_size=1, max_size=8), st.data())
def test_a_deal_put_in_where_it_belongs_is_as_if_it_had_been_told_in_time(
    reports: list[Report], data: st.DataObject
) -> None:
    match, taken = sift(reports)
    if len(taken) < 3:
        return
    missing = data.draw(st.integers(1, len(taken) - 2))
    without, kept = sift(taken[1:missing] + taken[missing + 1 :])
    if len(kept) != len(taken) - 1:
        return

    mended = tell(without, inserted(missing + 1, taken[missing]))

    assert board(mended)["sides"] == board(match)["sides"]
    assert [line["contract"] for line in board(mended)["deals"]] == [line["contract"] for line in board(match)["deals"]]


def test_the_laws_are_tried_on_what_they_speak_of() -> None:
    reports = [
        *[("bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})] * 2,
        honours("N", 100),
        CLOSED,
    ]
    match, taken = sift([*reports, adjusted(5, side="NS"), confirmed(2), won("N")])

    assert len(taken) == 7
    assert match.status == "closed"

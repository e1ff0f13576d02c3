"""The slate of a Bummerl and the deal below it, as the page and the terminal have them."""

from typing import Any

import pytest

from services.demo import evening
from services.web import drawing, slate
from services.web.drawing import Manner
from tests.cases import tell
from tests.schnapsen_table import Table


def boards(table: Table) -> dict[str, Any]:
    return {name: table.board(name) for name in ("deal", "match", "hands")}


def scored(table: Table, *deals: str) -> Table:
    for deal in deals:
        table.tell("schnapsen.deal_scored", winner=deal[0], game_points=int(deal[1]))
    return table


def columns(table: Table) -> list[list[int]]:
    return [slate.remainders(boards(table), seat) for seat in ("A", "B")]


def drawn(found: dict[str, Any]) -> str:
    heading = {"match": "m", "players": {}, "title": None, "stuck": None, "changes": [], "flags": [], "findings": []}
    return str(drawing.draw({name: heading | board for name, board in found.items()}, {}, Manner("board", "en")).html)


def test_schnapsen_counts_down_from_seven_and_keeps_what_is_struck() -> None:
    assert columns(scored(Table(), "A2", "A1", "B3", "A3")) == [[7, 5, 4, 1], [7, 4]]


def test_sixtysix_counts_up_from_nought() -> None:
    assert columns(scored(Table("sixtysix"), "A2", "A1", "B3")) == [[0, 2, 3], [0, 3]]


def test_what_a_director_gave_stands_on_the_slate() -> None:
    table = scored(Table(), "A2")
    table.tell("match.adjusted", side="B", points=2, reason="late")

    assert columns(table) == [[7, 5], [7, 5]]
    assert columns(scored(table, "B1")) == [[7, 5], [7, 4]]


def test_a_new_bummerl_begins_a_new_slate() -> None:
    table = scored(Table(options={"bummerls": 2}), "A3", "B1", "A3", "A3", "B2")

    assert columns(table) == [[7], [7, 5]]


def test_a_schneider_that_counts_double_is_two_dots() -> None:
    table = scored(Table(options={"bummerls": 4, "schneider_double": True}), "A3", "A3", "A3")

    html = drawn(boards(table))
    assert 'aria-label="2 Bummerl won"' in html
    assert html.count("●") == 2
    assert "counts double" in html


def test_tricks_marriages_and_the_close_stand_in_their_order() -> None:
    found = _demo(116)

    steps = slate.course(found["deal"])

    assert [(step.kind, step.number, step.seat) for step in steps] == [
        ("trick", 1, "B"),
        ("marriage", 2, "A"),
        ("trick", 2, "A"),
        ("trick", 3, "A"),
        ("close", 4, "B"),
        ("trick", 4, "B"),
        ("lead", 5, "B"),
    ]
    assert steps[4].had == (60, 13)
    assert steps[-1].lead == "TS"
    assert "closed by B at trick 4: 60 to 13" in drawn(found)


def test_points_that_wait_for_a_trick_are_told_in_words() -> None:
    found = _demo(18)

    assert slate.bar(found["deal"]["seats"]["A"]) == slate.Bar(counted=0, waiting=40 // 2, missing=66)
    assert "20 waiting for a trick" in drawn(found)


@pytest.mark.parametrize(
    ("version", "rule"),
    [
        (16, "B made fewer than 33 card points: 2 game points for A."),
        (27, "A had no trick when the talon was closed: 3 game points for B."),
        (118, "B closed, and was beaten: 2 game points for A."),
    ],
)
def test_the_end_of_a_deal_states_the_rule(version: int, rule: str) -> None:
    assert rule in " ".join(drawn(_demo(version)).split())


def test_a_deal_that_the_loser_took_no_trick_of_says_so() -> None:
    result = {
        "winner": "A",
        "game_points": 3,
        "breakdown": [{"for": "no trick taken", "game_points": 3}, {"for": "1 drawn deal before", "game_points": 1}],
        "reading": None,
    }

    rule = slate.rule(result)

    assert rule is not None
    assert (rule.text, rule.seat, rule.game_points, rule.carried) == ("{seat} made no trick", "B", 3, 1)


def test_what_has_no_rule_to_be_said_of_the_loser_is_told_as_the_board_has_it() -> None:
    found = boards(scored(Table(), "A2"))

    assert slate.rule(found["deal"]["result"]) is None
    assert found["deal"]["result"]["text"] in drawn(found)


def test_every_deal_of_the_demo_is_drawn_at_every_event() -> None:
    for version in range(1, 119):
        assert "<table" in drawn(_demo(version))


_TOLD: dict[int, dict[str, Any]] = {}


def _demo(version: int) -> dict[str, Any]:
    """The boards of the demo's Bummerl after so many events."""
    if not _TOLD:
        reported = next(match for match in evening() if match.opening["game"] == "schnapsen")
        events = [event for batch in reported.batches for event in batch]
        _TOLD.update(tell([{"type": "match.opened", "data": reported.opening}, *events]).boards)
    return _TOLD[version]

from typing import Any

import pytest

from domain.errors import EventInvalid
from domain.match import counted, fold
from domain.projection import project
from tests.facts import (
    CLOSED,
    OURS,
    PART,
    PASSED,
    THEIRS,
    Report,
    adjusted,
    board,
    code,
    confirmed,
    corrected,
    deal,
    facts,
    honours,
    inserted,
    opened,
    refusal,
    restored,
    rubber,
    side,
    tell,
    withdrawn,
)


def totals(*reports: Report | list[Report]) -> tuple[int, int]:
    shown = board(rubber(*reports))["sides"]
    return shown["NS"]["total"], shown["EW"]["total"]


def test_a_corrected_deal_counts_as_it_should_have_been_told() -> None:
    match = rubber(OURS, corrected(2, THEIRS[1]))

    assert (side(match, "NS")["total"], side(match, "EW")["total"]) == (0, 100)
    assert [line["version"] for line in board(match)["deals"]] == [2], "it stands in its old place"


def test_what_follows_a_corrected_deal_is_scored_anew() -> None:
    down = deal("2SX", "N", 6)
    assert totals(OURS, down) == (100, 500)

    assert totals(OURS, down, corrected(2, PART[1])) == (30, 300), "no longer vulnerable"


def test_the_second_correction_is_of_the_same_fact_and_counts() -> None:
    match = rubber(OURS, corrected(2, THEIRS[1]), corrected(2, PART[1]))

    assert (side(match, "NS")["total"], side(match, "EW")["total"]) == (30, 0)
    assert [change["of"] for change in board(match)["changes"]] == [2, 2]


def test_a_correction_is_whole_and_keeps_nothing_of_what_was_said() -> None:
    assert code(rubber(OURS), corrected(2, {"tricks": 8})) == "contract_invalid"


def test_a_correction_may_say_that_something_else_happened() -> None:
    match = rubber(PART, honours("N", 100))

    match = tell(match, corrected(3, THEIRS[1], type="bridge.deal_played"))

    assert (side(match, "NS")["above"], side(match, "EW")["total"]) == (0, 100)


def test_a_correction_is_checked_like_any_event() -> None:
    match = rubber(OURS)

    assert code(match, corrected(2, deal("8S", "N", 10)[1])) == "contract_invalid"
    assert code(match, corrected(2, deal("4S", "N", 14)[1])) == "tricks_out_of_range"
    assert code(match, corrected(2, deal("7N", "N", result="+1")[1])) == "tricks_out_of_range"
    assert code(match, corrected(2, deal("4S", "N", 10, trcks=1)[1])) == "event_invalid"
    assert code(match, corrected(2, {}, type="bridge.deal_plaid")) == "event_invalid"
    assert code(match, corrected(2, {"reason": "x", "of": 1}, type="match.withdrawn")) == "event_invalid"
    assert code(match, corrected(2, {"game": "bridge.rubber"}, type="match.opened")) == "event_invalid"


@pytest.mark.parametrize(
    ("mending", "pointer"),
    [
        (corrected(2, deal("3N", "N", 9, trcks=1)[1]), "/data/data/trcks"),
        (inserted(2, deal("3N", "N", 9, trcks=1)), "/data/data/trcks"),
        (corrected(1, {"game": "bridge.rubber", "options": {"honors": True}}), "/data/data/options/honors"),
        (confirmed(2, {"tricks": "nine"}), "/data/data/tricks"),
        (corrected(2, {}, type="bridge.deal_plaid"), "/data/type"),
        (inserted(2, ("bridge.deal_plaid", {})), "/data/type"),
    ],
)
def test_a_flaw_is_pointed_at_where_it_stands_in_the_mending(mending: Report, pointer: str) -> None:
    violation = refusal(rubber(OURS), mending).violation

    assert isinstance(violation, EventInvalid)
    assert [flaw.pointer for flaw in violation.flaws] == [pointer]


def test_awards_and_closings_are_corrected_like_deals() -> None:
    match = rubber(OURS, adjusted(-300, side="NS"), CLOSED)

    match = tell(match, corrected(3, {"side": "EW", "points": 50, "reason": "late"}), corrected(4, {"reason": "fire"}))

    assert (side(match, "NS")["total"], side(match, "EW")["total"], match.status) == (100 + 300, 50, "closed")


def test_a_word_of_the_other_side_can_be_withdrawn() -> None:
    match = rubber(OURS, confirmed(2, THEIRS[1]))
    assert board(match)["flags"]

    assert not board(tell(match, withdrawn(3)))["flags"]


def test_boards_at_earlier_versions_stay_as_they_were() -> None:
    history = facts([opened(), OURS, PART, corrected(2, THEIRS[1])])

    assert project(fold(history[:3])) == project(rubber(OURS, PART))


def test_every_board_says_what_was_mended_by_whom_when_and_why() -> None:
    match = rubber(OURS, corrected(2, THEIRS[1]), withdrawn(2), restored(2), inserted(2, PASSED))

    for name in project(match):
        first, second, third, fourth = board(match, name)["changes"]
        assert first == {
            "of": 2,
            "version": 3,
            "before": {"type": OURS[0], "data": OURS[1]},
            "after": {"type": THEIRS[0], "data": THEIRS[1]},
            "who": "scorer",
            "when": "2026-11-29T18:03:00.000000Z",
            "reason": "misheard",
        }
        assert (second["before"], second["after"], second["reason"]) == (first["after"], None, "never played")
        assert (third["of"], third["before"], third["after"]) == (2, None, first["after"])
        assert (fourth["of"], fourth["before"]) == (6, None)
        assert fourth["after"] == {"type": PASSED[0], "data": PASSED[1]}


@pytest.mark.parametrize(
    ("mending", "words"),
    [
        (corrected(2, THEIRS[1]), ["declarer N → E", "misheard"]),
        (corrected(2, OURS[1]), ["to the same", "misheard"]),
        (corrected(2, {"contract": "Pass"}), ["contract 3N → Pass", "declarer N → nothing", "tricks 9 → nothing"]),
        (withdrawn(2), ["withdrawn", "never played"]),
        (inserted(2, PASSED), ["before version 2", "forgotten"]),
    ],
)
def test_a_mending_says_what_it_did(mending: Report, words: list[str]) -> None:
    said = " ".join(rubber(OURS, mending).why)

    assert all(word in said for word in words), said


def test_a_restored_fact_says_so() -> None:
    assert "Version 2 was restored: it was played" in rubber(OURS, withdrawn(2), restored(2)).why


def test_the_openings_options_can_be_mended_and_hold_for_the_whole_match() -> None:
    match = rubber(OURS, PART, CLOSED)
    assert side(match, "NS")["above"] == 300 + 100

    match = tell(match, corrected(1, {"game": "bridge.rubber", "options": {"game_bonus": 200, "part_score_bonus": 50}}))

    assert side(match, "NS")["above"] == 200 + 50
    assert match.opened.options["settle_to"] == 100, "those not given are resolved again"


def test_a_mended_opening_says_what_changed_and_nothing_else() -> None:
    match = tell(None, opened(title="Fryday", visibility="hidden", options={"settle_to": 10}))

    match = tell(match, corrected(1, {"game": "bridge.rubber", "title": "Friday", "options": {"settle_to": 10}}))

    assert match.why == ("Version 1 was corrected (title Fryday → Friday): misheard",)
    (change,) = board(match)["changes"]
    assert change["after"]["data"] == change["before"]["data"] | {"title": "Friday"}


def test_the_openings_players_and_title_can_be_mended() -> None:
    match = tell(None, opened(title="Fryday", players={"N": "p1"}, visibility="hidden"), OURS)
    match = tell(match, ("match.players_changed", {"players": {"S": "p9"}}))

    match = tell(match, corrected(1, {"game": "bridge.rubber", "title": "Friday", "players": {"N": "p2", "E": "p3"}}))

    assert (match.opened.title, match.players) == ("Friday", {"N": "p2", "E": "p3", "S": "p9"})
    assert match.visibility == "hidden", "a mending that says nothing of it shows nothing more"
    assert match.opened_at == facts([opened()])[0].recorded_at
    assert board(match)["title"] == "Friday"


@pytest.mark.parametrize(
    "data",
    [
        {"game": "schnapsen"},
        {"game": "bridge.minibridge"},
        {"game": "bridge.rubber", "options": {"honors": True}},
        {"game": "bridge.rubber", "players": {"Q": "p1"}},
        {"title": "Friday"},
    ],
)
def test_a_mended_opening_keeps_its_game_and_is_checked_like_any(data: dict[str, Any]) -> None:
    assert refusal(rubber(OURS), corrected(1, data)).version == 3


def test_options_that_later_facts_need_cannot_be_mended_away() -> None:
    match = rubber(PART, honours("N", 100))

    assert code(match, corrected(1, {"game": "bridge.rubber", "options": {"honours": False}})) == "honours_impossible"


def test_a_withdrawn_deal_never_was() -> None:
    assert totals(OURS, OURS, withdrawn(2)) == totals(OURS) == (100, 0)
    assert board(rubber(OURS, OURS, withdrawn(3)))["complete"] is False


def test_a_restored_deal_stands_in_its_old_place() -> None:
    deals = [OURS, THEIRS, PART]

    match = rubber(*deals, withdrawn(2), restored(2))

    assert [fact.version for fact in counted(match)] == [1, 2, 3, 4]
    assert board(match)["sides"] == board(rubber(*deals))["sides"]


def test_a_restored_fact_is_what_it_was_corrected_to() -> None:
    assert totals(OURS, corrected(2, THEIRS[1]), withdrawn(2), restored(2)) == (0, 100)


def test_a_fact_may_be_withdrawn_again_once_it_was_restored() -> None:
    assert totals(OURS, withdrawn(2), restored(2), withdrawn(2)) == (0, 0)


def test_restoring_is_refused_where_the_fact_no_longer_fits() -> None:
    match = rubber(OURS, PART, THEIRS, withdrawn(2), OURS, OURS)

    assert code(match, restored(2)) == "match_over"


def test_what_was_forgotten_takes_its_place() -> None:
    down = deal("2SX", "N", 6)

    match = rubber(PART, down, inserted(3, OURS))

    assert [line["version"] for line in board(match)["deals"]] == [2, 4, 3]
    assert (side(match, "NS")["total"], side(match, "EW")["total"]) == (130, 500), "vulnerable now"
    assert [fact.version for fact in counted(match)] == [1, 2, 4, 3]


def test_forgotten_honours_are_put_in_before_the_next_deal() -> None:
    match = rubber(PART, THEIRS)
    assert code(match, inserted(2, honours("N", 100))) == "honours_impossible"

    assert side(tell(match, inserted(3, honours("N", 100))), "NS")["above"] == 100


def test_what_was_put_in_is_mended_by_its_own_version() -> None:
    match = rubber(PART, inserted(2, OURS))

    assert side(tell(match, corrected(3, THEIRS[1])), "EW")["total"] == 100
    assert side(tell(match, withdrawn(3)), "NS")["total"] == 30
    assert side(tell(match, withdrawn(3), restored(3)), "NS")["total"] == 130
    assert [line["version"] for line in board(tell(match, inserted(3, PASSED)))["deals"]] == [4, 3, 2]


@pytest.mark.parametrize(
    ("report", "refused"),
    [
        (("match.opened", {"game": "bridge.rubber"}), "event_invalid"),
        (withdrawn(2), "event_invalid"),
        (("bridge.deal_plaid", {}), "event_invalid"),
        (deal("8N", "N", 9), "contract_invalid"),
        (deal("4S", "N", 14), "tricks_out_of_range"),
        (CLOSED, "match_over"),
    ],
)
def test_what_is_put_in_is_checked_like_any_event(report: Report, refused: str) -> None:
    assert code(rubber(OURS), inserted(2, report)) == refused


@pytest.mark.parametrize(
    "mending",
    [
        pytest.param(corrected(9, PASSED[1]), id="correct what is to come"),
        pytest.param(withdrawn(9), id="withdraw what is to come"),
        pytest.param(restored(9), id="restore what is to come"),
        pytest.param(inserted(9, PASSED), id="insert before what is to come"),
        pytest.param(corrected(7, PASSED[1]), id="correct itself"),
        pytest.param(withdrawn(7), id="withdraw itself"),
        pytest.param(inserted(7, PASSED), id="insert before itself"),
        pytest.param(corrected(5, PASSED[1]), id="correct a correction"),
        pytest.param(withdrawn(5), id="withdraw a correction"),
        pytest.param(withdrawn(6), id="withdraw a withdrawal"),
        pytest.param(restored(6), id="restore a withdrawal"),
        pytest.param(inserted(5, PASSED), id="insert before a mending"),
        pytest.param(corrected(3, PASSED[1]), id="correct what was withdrawn"),
        pytest.param(withdrawn(3), id="withdraw what was withdrawn"),
        pytest.param(restored(2), id="restore what stands"),
        pytest.param(restored(4), id="restore what never was withdrawn"),
        pytest.param(withdrawn(1), id="withdraw the opening"),
        pytest.param(restored(1), id="restore the opening"),
        pytest.param(inserted(1, PASSED), id="insert before the opening"),
    ],
)
def test_there_is_nothing_to_correct(mending: Report) -> None:
    match = rubber(PART, PART, PART, corrected(2, PASSED[1]), withdrawn(3))

    refused = refusal(match, mending)

    assert (refused.violation.code, refused.version, refused.index) == ("nothing_to_correct", 7, 0)

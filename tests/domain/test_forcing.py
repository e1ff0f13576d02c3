from dataclasses import replace

import pytest

from domain.event import Unreadable
from domain.match import fold
from domain.projection import project
from tests.facts import (
    CLOSED,
    NINE_DEALS,
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
    replayed,
    restored,
    rubber,
    side,
    tell,
    tell_at_once,
    withdrawn,
)

IN_THE_WAY = (deal("4S", "N", 10), deal("2N", "N", 8), deal("1C", "E", 7))
"""Were the second deal a game too, the rubber would be over before the third."""


@pytest.mark.parametrize(
    "mending",
    [
        corrected(3, OURS[1]),
        inserted(4, OURS),
        corrected(3, {"contract": "3N", "declarer": "N", "result": "="}),
    ],
)
def test_a_mending_that_ends_the_rubber_before_a_later_deal_is_refused_with_that_deals_code(mending: Report) -> None:
    refused = refusal(rubber(*IN_THE_WAY), mending)

    assert (refused.violation.code, refused.version) == ("match_over", 5)
    assert "version 4" in refused.violation.detail


def test_a_mending_of_the_auction_that_breaks_the_hand_is_refused() -> None:
    match = rubber(("bridge.contract_reached", {"contract": "4S", "declarer": "S"}), deal("4S", "S", 10))

    assert code(match, corrected(2, {"contract": "4H", "declarer": "S"})) == "contradicts_report"
    assert code(match, corrected(2, PASSED[1])) == "contradicts_report"


def test_two_swapped_results_are_set_right_in_one_batch() -> None:
    told = [OURS, THEIRS, OURS]
    match = rubber(*told)
    assert code(match, corrected(2, THEIRS[1])) == "match_over"

    match = tell_at_once(match, corrected(2, THEIRS[1]), corrected(3, OURS[1]))

    assert [line["declarer"] for line in board(match)["deals"]] == ["E", "N", "N"]
    assert board(match)["sides"] == board(rubber(THEIRS, OURS, OURS))["sides"]
    assert match.version == 6


def test_two_swapped_cards_are_set_right_in_one_batch() -> None:
    match = rubber(("bridge.contract_reached", {"contract": "1N", "declarer": "S"}))
    match = tell(
        match, *[("bridge.card_played", {"seat": s, "card": c}) for s, c in zip("WN", ["AS", "KS"], strict=True)]
    )
    assert code(match, corrected(3, {"seat": "W", "card": "KS"})) == "card_seen_twice"

    match = tell_at_once(match, corrected(3, {"seat": "W", "card": "KS"}), corrected(4, {"seat": "N", "card": "AS"}))

    assert [card["card"] for card in board(match)["current"]["trick"]] == ["KS", "AS"]


def test_mendings_and_deals_go_in_one_batch_and_are_checked_where_the_mendings_end() -> None:
    match = rubber(OURS, OURS)

    match = tell_at_once(match, corrected(2, PART[1]), corrected(3, PART[1]), OURS, THEIRS)

    assert (match.version, match.status) == (7, "live")
    refused = refusal(rubber(*IN_THE_WAY), corrected(3, OURS[1]), PASSED)
    assert (refused.index, refused.version, refused.violation.code) == (0, 5, "match_over")


def test_a_batch_of_mendings_that_still_breaks_a_rule_is_refused_at_its_last() -> None:
    refused = refusal(rubber(*IN_THE_WAY), corrected(3, OURS[1]), corrected(2, OURS[1]))

    assert (refused.index, refused.version, refused.violation.code) == (1, 6, "match_over")


def test_a_mending_that_is_wrong_in_itself_is_refused_in_its_own_place() -> None:
    refused = refusal(rubber(*IN_THE_WAY), corrected(2, PASSED[1]), withdrawn(9), corrected(3, PASSED[1]))

    assert (refused.index, refused.version, refused.violation.code) == (1, 6, "nothing_to_correct")


def test_by_force_a_mending_is_taken_and_the_match_is_stuck_where_it_breaks() -> None:
    match = tell(rubber(*IN_THE_WAY), corrected(3, OURS[1], force=True))

    assert (match.status, match.version) == ("stuck", 5)
    shown = board(match)
    assert (shown["status"], shown["stuck"]["version"], shown["stuck"]["code"]) == ("stuck", 4, "match_over")
    assert shown["stuck"]["detail"] in shown["why"][-1]
    assert shown["sides"] == board(rubber(IN_THE_WAY[0], OURS))["sides"], "as it was just before"


@pytest.mark.parametrize(
    "report", [PART, PASSED, CLOSED, adjusted(5, side="NS"), confirmed(2), honours("N", 100), ("match.released", {})]
)
def test_a_stuck_match_takes_nothing_but_mendings(report: Report) -> None:
    match = tell(rubber(*IN_THE_WAY), corrected(3, OURS[1], force=True))

    refused = refusal(match, report)

    assert "version 4" in refused.violation.detail
    assert refused.version == 6


def test_a_stuck_match_goes_on_once_what_broke_is_mended() -> None:
    match = tell(rubber(*IN_THE_WAY), corrected(3, OURS[1], force=True))

    assert board(tell(match, withdrawn(4)))["sides"] == board(rubber(IN_THE_WAY[0], OURS))["sides"]
    assert tell(match, withdrawn(4)).status == "complete"
    assert board(tell(match, corrected(3, IN_THE_WAY[1][1])))["sides"] == board(rubber(*IN_THE_WAY))["sides"]
    assert tell(match, withdrawn(3), OURS).status == "complete"


def test_a_stuck_match_may_be_mended_step_by_step() -> None:
    match = tell(rubber(*IN_THE_WAY, PART), corrected(3, OURS[1], force=True))
    assert match.stuck is not None
    assert match.stuck.version == 4

    match = tell(match, withdrawn(4))

    assert match.stuck is not None
    assert match.stuck.version == 5, "further on, and taken without force"
    assert tell(match, withdrawn(5)).status == "complete"


def test_a_mending_that_leaves_a_stuck_match_where_it_was_is_refused_without_force() -> None:
    match = tell(rubber(*IN_THE_WAY), corrected(3, OURS[1], force=True))

    assert code(match, corrected(2, OURS[1])) == "match_over"
    assert tell(match, corrected(2, OURS[1], force=True)).status == "stuck"


def test_force_cannot_mend_what_is_not_there_nor_what_is_no_fact() -> None:
    match = rubber(OURS)

    assert code(match, corrected(9, OURS[1], force=True)) == "nothing_to_correct"
    assert code(match, corrected(2, deal("8N", "N", 9)[1], force=True)) == "contract_invalid"


def test_force_of_one_mending_holds_for_those_that_are_checked_with_it_and_no_others() -> None:
    match = rubber(*IN_THE_WAY)

    assert tell_at_once(match, withdrawn(2, force=True), restored(2), corrected(3, OURS[1])).status == "stuck"
    refused = refusal(
        match, adjusted(5, side="NS"), withdrawn(2, force=True), restored(2), PASSED, corrected(3, OURS[1])
    )
    assert (refused.index, refused.violation.code) == (4, "match_over")


def test_after_force_in_a_batch_nothing_but_mendings_follows() -> None:
    refused = refusal(rubber(*IN_THE_WAY), corrected(3, OURS[1], force=True), PASSED)

    assert (refused.index, refused.version) == (1, 6)


def test_what_is_forced_is_replayed_as_it_was_taken() -> None:
    told = [*IN_THE_WAY, corrected(3, OURS[1], force=True), withdrawn(4)]

    assert project(replayed(opened(), *told)) == project(rubber(*told))
    assert project(replayed(opened(), *told[:-1])) == project(rubber(*told[:-1]))


def test_a_mending_in_the_log_that_mends_nothing_sticks_the_match() -> None:
    match = replayed(opened(), OURS, withdrawn(9), PART)

    assert (match.status, match.version) == ("stuck", 4)
    assert match.stuck is not None
    assert (match.stuck.version, match.stuck.code) == (3, "nothing_to_correct")
    assert side(match, "NS")["total"] == 100


def test_a_match_stuck_at_a_mending_can_be_mended_and_refuses_what_breaks_it_elsewhere() -> None:
    match = replayed(opened(), *IN_THE_WAY, withdrawn(9))
    assert match.status == "stuck"

    assert code(match, corrected(3, OURS[1])) == "match_over"
    assert tell(match, corrected(3, PASSED[1])).status == "live"


def test_what_cannot_be_read_can_be_mended() -> None:
    history = facts([opened(), OURS, PART])
    history[1] = replace(history[1], event=Unreadable(name="bridge.deal_plaid", detail="no such type"))
    match = fold(history)
    assert match.status == "stuck"

    match = tell(match, corrected(2, THEIRS[1], type="bridge.deal_played"))

    assert (match.status, side(match, "EW")["total"]) == ("live", 100)


def test_the_nine_deals_are_mended_back_and_forth() -> None:
    match = rubber(*NINE_DEALS)

    for version, (_, data) in enumerate(NINE_DEALS, start=2):
        match = tell_at_once(match, corrected(version, PASSED[1]), corrected(version, data))

    assert (side(match, "NS")["total"], side(match, "EW")["total"]) == (1690, 880)

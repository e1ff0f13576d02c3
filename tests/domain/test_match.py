from typing import Any

import pytest

from domain.errors import RuleViolation
from domain.match import admit, fold
from domain.projection import project
from tests.facts import (
    CLOSED,
    NINE_DEALS,
    PASSED,
    Report,
    adjusted,
    bid,
    board,
    code,
    corrected,
    deal,
    facts,
    honours,
    opened,
    refusal,
    rubber,
    side,
    tell,
    tell_at_once,
    withdrawn,
)

GAME_TO_US = deal("3N", "N", 9)

GAME_TO_THEM = deal("3N", "E", 9)

DEFAULTS = {"honours": True, "part_score_bonus": 100, "game_bonus": 300, "settle_to": 100, "settle_half": "up"}


def forfeited(side_: str, **more: Any) -> Report:
    return "match.forfeited", {"side": side_, **more}


def test_a_match_opens_at_version_1_live_and_even() -> None:
    match = rubber()

    assert match.version == 1
    assert (match.status, match.closed, match.stuck) == ("live", False, None)
    assert match.opened_at == match.recorded_at == facts([opened()])[0].recorded_at
    assert side(match, "NS") == side(match, "EW")


def test_every_board_stands_under_the_heading_that_all_share() -> None:
    match = tell(None, opened(title="Friday", players={"N": "p1", "S": ["p2", "p3"]}), GAME_TO_US)

    for name in project(match):
        shown = board(match, name)
        assert (shown["game"], shown["board"], shown["version"], shown["status"]) == ("bridge.rubber", name, 2, "live")
        assert (shown["title"], shown["players"]) == ("Friday", {"N": "p1", "S": ["p2", "p3"]})
        assert shown["recorded_at"] == "2026-11-29T18:02:00.000000Z"
        assert shown["why"]
        assert all(isinstance(sentence, str) and sentence for sentence in shown["why"])
        assert (shown["flags"], shown["findings"], shown["changes"], shown["stuck"]) == ([], [], [], None)
        assert shown["match"] is None


def test_a_board_says_whose_it_is_where_the_match_has_an_id() -> None:
    assert '"match":"0190aaaa"' in project(rubber(), "0190aaaa")["rubber"]


def test_options_not_given_are_pinned_as_they_are_by_default() -> None:
    assert rubber().opened.options == DEFAULTS
    assert rubber(options={"settle_to": 10}).opened.options == DEFAULTS | {"settle_to": 10}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"honors": True}, id="a misspelt one"),
        pytest.param({"law": "2014"}, id="an unknown one"),
        pytest.param({"part_score_bonus": 75}, id="no such bonus"),
        pytest.param({"settle_to": 50}, id="no such step"),
        pytest.param({"settle_to": 0}, id="no step"),
        pytest.param({"settle_half": "even"}, id="no such half"),
        pytest.param({"honours": 1}, id="1 for true"),
        pytest.param({"settle_to": True}, id="true for 1"),
        pytest.param({"settle_to": 1.0}, id="1.0 for 1"),
        pytest.param({"game_bonus": "300"}, id="text for 300"),
        pytest.param({"game_bonus": -1}, id="below 0"),
        pytest.param({"part_score_bonus": None}, id="null"),
        pytest.param({"carry": True}, id="another form's"),
    ],
)
def test_options_unknown_or_misspelt_are_refused(options: dict[str, Any]) -> None:
    refused = refusal(None, opened(options=options))

    assert (refused.index, refused.version, refused.violation.code) == (0, 1, "event_invalid")
    assert f"/data/options/{next(iter(options))}" in refused.violation.detail


def test_a_game_that_nobody_scores_is_refused() -> None:
    assert code(None, opened("bridge.minibridge")) == "game_unknown"


@pytest.mark.parametrize("seat", ["Q", "A", "3NS", "home", "n", "north", "open.N"])
def test_players_sit_at_a_bridge_table(seat: str) -> None:
    assert code(None, opened(players={seat: "p1"})) == "event_invalid"


@pytest.mark.parametrize("players", [{}, {"N": "p1", "E": "p2", "S": "p3", "W": "p4"}, {"NS": ["p1", "p2"]}])
def test_players_may_be_named_by_seat_or_side_or_not_at_all(players: dict[str, Any]) -> None:
    assert tell(None, opened(players=players)).players == players


def test_nothing_comes_before_the_opening_and_there_is_but_one() -> None:
    assert refusal(None, GAME_TO_US).version == 1
    assert refusal(None, CLOSED).version == 1
    assert refusal(rubber(), opened()).version == 2
    assert refusal(tell(rubber(), CLOSED), opened()).version == 3
    assert refusal(None, opened(), opened()).index == 1


def test_a_log_whose_opening_cannot_be_folded_is_no_match() -> None:
    with pytest.raises(RuleViolation):
        fold(facts([opened("bridge.minibridge")]))
    with pytest.raises(RuleViolation):
        fold(facts([GAME_TO_US]))


def test_a_batch_is_taken_whole() -> None:
    match = tell_at_once(None, opened(), *NINE_DEALS)

    assert match.version == 10
    assert (side(match, "NS")["total"], side(match, "EW")["total"]) == (1690, 880)
    assert project(match) == project(tell(None, opened(), *NINE_DEALS))


@pytest.mark.parametrize("place", range(4))
def test_a_refusal_names_the_place_in_the_batch_and_the_version_it_would_have_got(place: int) -> None:
    match = rubber(GAME_TO_US)
    batch = [PASSED] * 4
    batch[place] = deal("7N", "N", result="+1")

    refused = refusal(match, batch)

    assert (refused.index, refused.version) == (place, 3 + place)


def test_a_refused_batch_leaves_nothing_behind() -> None:
    match = rubber()

    refused = refusal(match, GAME_TO_US, GAME_TO_US, PASSED)

    assert (refused.index, refused.version, refused.violation.code) == (2, 4, "match_over")
    assert match.version == 1
    assert tell(match, GAME_TO_US).version == 2


def test_an_empty_batch_changes_nothing() -> None:
    match = rubber(GAME_TO_US)

    assert project(admit(match, [])) == project(match)


def test_admitting_leaves_what_stood_as_it_was() -> None:
    match = rubber(GAME_TO_US)
    before = project(match)

    tell(match, GAME_TO_THEM, corrected(2, PASSED[1]), adjusted(5, side="NS"), CLOSED)

    assert project(match) == before


def test_closing_ends_the_match() -> None:
    match = rubber(GAME_TO_US, ("match.closed", {"reason": "dinner"}))

    assert (match.status, match.closed) == ("closed", True)
    assert board(match)["status"] == "closed"
    assert board(match)["complete"] is False


@pytest.mark.parametrize(
    "late",
    [
        GAME_TO_THEM,
        PASSED,
        bid("1N", "N"),
        ("bridge.dealt", {"dealer": "N"}),
        ("bridge.call_made", {"seat": "N", "call": "1C"}),
        ("bridge.card_played", {"seat": "N", "card": "AS"}),
        ("bridge.trick_won", {"seat": "N"}),
        honours("N", 100),
        CLOSED,
        ("match.players_changed", {"players": {"N": "p9"}}),
        forfeited("NS"),
    ],
)
def test_nothing_but_mendings_awards_and_words_is_taken_after_the_closing(late: Report) -> None:
    assert code(rubber(deal("1S", "N", 7), CLOSED), late) == "match_over"
    assert code(rubber(GAME_TO_US, GAME_TO_US, CLOSED), late) == "match_over"


@pytest.mark.parametrize(
    "late",
    [
        GAME_TO_THEM,
        PASSED,
        bid("1N", "N"),
        ("bridge.dealt", {"dealer": "N"}),
        ("bridge.call_made", {"seat": "N", "call": "1C"}),
        ("bridge.card_played", {"seat": "N", "card": "AS"}),
        ("bridge.trick_won", {"seat": "N"}),
        ("match.players_changed", {"players": {"N": "p9"}}),
        forfeited("NS"),
    ],
)
def test_no_deal_is_taken_after_the_second_game(late: Report) -> None:
    assert code(rubber(GAME_TO_US, GAME_TO_US), late) == "match_over"


def test_a_complete_match_closes_and_is_paid_nothing_more() -> None:
    complete = rubber(GAME_TO_US, GAME_TO_US)

    closed = tell(complete, CLOSED)

    assert (complete.status, closed.status) == ("complete", "closed")
    assert board(closed)["sides"] == board(complete)["sides"]
    assert board(closed)["complete"] is True


def test_a_withdrawn_closing_reopens_the_match() -> None:
    match = tell(rubber(GAME_TO_US, CLOSED), withdrawn(3))

    assert (match.status, side(match, "NS")["total"]) == ("live", 100)
    assert tell(match, GAME_TO_THEM).version == 5


def test_mendings_are_taken_after_the_closing() -> None:
    match = tell(rubber(GAME_TO_US, CLOSED), corrected(2, GAME_TO_THEM[1]))

    assert (match.status, side(match, "EW")["total"]) == ("closed", 100 + 300)


def test_the_order_of_checks_is_match_over_then_deal_in_progress_then_turn_then_the_rule() -> None:
    over = rubber(GAME_TO_US, GAME_TO_US)
    bidding = rubber(bid("4S", "S"))
    wrong_in_itself = deal("7N", "N", result="+1")

    assert code(over, wrong_in_itself) == "match_over"
    assert code(over, bid("1N", "N")) == "match_over"
    assert code(bidding, ("bridge.dealt", {"dealer": "N"})) == "deal_in_progress"
    assert code(bidding, ("bridge.trick_won", {"leader": "N", "cards": ["AS", "AS", "2S", "3S"]})) == "not_your_turn"

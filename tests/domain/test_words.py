from typing import Any

import pytest

from domain.errors import RuleViolation
from tests.facts import (
    CLOSED,
    Report,
    adjusted,
    board,
    code,
    confirmed,
    corrected,
    deal,
    facts,
    opened,
    refusal,
    restored,
    rubber,
    side,
    tell,
    withdrawn,
)

GAME_TO_US = deal("3N", "N", 9)
GAME_TO_THEM = deal("3N", "E", 9)


def forfeited(side_: str, **more: Any) -> Report:
    return "match.forfeited", {"side": side_, **more}


def test_who_changes_seats_changes_them_and_the_rest_stay() -> None:
    match = tell(None, opened(players={"N": "p1", "E": "p2"}))

    match = tell(match, ("match.players_changed", {"players": {"E": "p5", "W": "p6"}}))

    assert match.players == {"N": "p1", "E": "p5", "W": "p6"}
    assert board(match)["players"] == match.players


def test_nobody_takes_a_seat_that_a_bridge_table_has_not() -> None:
    assert code(rubber(), ("match.players_changed", {"players": {"A": "p5"}})) == "event_invalid"


def test_visibility_is_public_until_it_is_changed() -> None:
    assert rubber().visibility == "public"
    hidden = tell(None, opened(visibility="hidden"))
    assert hidden.visibility == "hidden"
    assert tell(hidden, ("match.visibility_changed", {"visibility": "private"})).visibility == "private"


def test_a_match_may_be_shown_late_by_so_many_seconds() -> None:
    match = tell(None, opened(visibility={"delayed": 600}))

    assert match.visibility != "public"
    assert match.opened.model_dump()["visibility"] == {"delayed": 600}


def test_visibility_may_change_after_the_end() -> None:
    match = tell(rubber(), CLOSED, ("match.visibility_changed", {"visibility": "private"}), ("match.released", {}))

    assert (match.visibility, match.version) == ("private", 4)


def test_a_word_that_agrees_raises_no_flag() -> None:
    match = tell(rubber(GAME_TO_US), confirmed(2), confirmed(2, {"contract": "3NT", "declarer": "N", "tricks": 9}))

    assert board(match)["flags"] == []


@pytest.mark.parametrize("result", [{"result": "="}, {"tricks": 9}])
def test_a_word_that_says_the_same_otherwise_raises_no_flag(result: dict[str, Any]) -> None:
    said = {"contract": "3N", "declarer": "N"} | result
    match = tell(rubber(GAME_TO_US), confirmed(2, said))

    assert board(match)["flags"] == []


@pytest.mark.parametrize(
    "said",
    [
        {"contract": "3N", "declarer": "N", "tricks": 8},
        {"contract": "3NX", "declarer": "N", "tricks": 9},
        {"contract": "3N", "declarer": "S", "tricks": 9},
        {"contract": "Pass"},
    ],
)
def test_a_difference_is_flagged_until_it_is_mended(said: dict[str, Any]) -> None:
    match = tell(rubber(GAME_TO_US), confirmed(2, said))

    (flag,) = board(match)["flags"]
    assert flag["code"] == "confirmation_differs"
    assert flag["versions"] == [2]
    assert side(match, "NS") == side(rubber(GAME_TO_US), "NS"), "a word scores nothing"
    assert board(tell(match, corrected(2, said)))["flags"] == []


def test_a_confirmed_fact_that_is_corrected_is_flagged() -> None:
    match = tell(rubber(GAME_TO_US), confirmed(2, GAME_TO_US[1]))

    match = tell(match, corrected(2, deal("3N", "N", 8)[1]))

    assert [flag["versions"] for flag in board(match)["flags"]] == [[2]]


def test_the_word_on_a_fact_that_no_longer_stands_differs_from_nothing() -> None:
    match = tell(rubber(GAME_TO_US), confirmed(2, GAME_TO_THEM[1]), withdrawn(2))

    assert board(match)["flags"] == []
    assert [flag["versions"] for flag in board(tell(match, restored(2)))["flags"]] == [[2]]


@pytest.mark.parametrize("of", [2, 3, 9])
def test_nobody_confirms_what_was_never_said(of: int) -> None:
    assert code(rubber(), confirmed(of)) == "nothing_to_correct"


def test_a_word_on_what_turned_out_to_be_something_else_is_flagged() -> None:
    match = tell(rubber(GAME_TO_US), confirmed(2, GAME_TO_US[1]))
    match = tell(match, corrected(2, {"contract": "3N", "declarer": "N"}, type="bridge.contract_reached"))

    (flag,) = board(match)["flags"]
    assert flag["code"] == "confirmation_differs"
    assert "/data/tricks" in flag["text"]


def test_a_word_must_be_readable() -> None:
    match = rubber(GAME_TO_US)

    assert code(match, confirmed(2, {"contract": "8N", "declarer": "N", "tricks": 9})) == "contract_invalid"
    assert code(match, confirmed(2, {"seat": "N"})) == "event_invalid"


def test_a_word_is_taken_after_the_rubber_and_after_the_match() -> None:
    match = tell(rubber(GAME_TO_US, GAME_TO_US), confirmed(3), CLOSED, confirmed(2))

    assert match.version == 6


@pytest.mark.parametrize("unit", [{"side": "NS"}, {"seat": "N"}, {"seat": "S"}, {"side": "we"}])
def test_a_directors_points_move_the_total_of_that_side(unit: dict[str, str]) -> None:
    match = tell(rubber(GAME_TO_US), adjusted(-300, **unit), adjusted("50", side="EW"))

    assert (side(match, "NS")["total"], side(match, "EW")["total"]) == (100 - 300, 50)
    assert (side(match, "NS")["below"], side(match, "NS")["games"]) == (100, 1)
    assert board(match)["margin"] == 250


@pytest.mark.parametrize("unit", [{"pair": "7"}, {"side": "home"}, {"side": "A"}, {"seat": "Q"}, {"side": "3NS"}])
def test_points_go_to_a_side_of_the_table(unit: dict[str, str]) -> None:
    assert refusal(rubber(), adjusted(100, **unit)).version == 2


@pytest.mark.parametrize("unit", [{}, {"side": "NS", "seat": "N"}, {"side": "NS", "pair": "1"}])
def test_points_go_to_exactly_one(unit: dict[str, str]) -> None:
    with pytest.raises(RuleViolation):
        facts([adjusted(100, **unit)])


def test_points_of_a_rubber_are_whole_and_of_no_other_unit() -> None:
    assert refusal(rubber(), adjusted("2.5", side="NS")).version == 2
    assert refusal(rubber(), adjusted(2, side="NS", unit="imps")).version == 2


def test_points_are_given_after_the_end_too() -> None:
    match = tell(rubber(GAME_TO_US, GAME_TO_US), adjusted(-1000, side="NS"), CLOSED, adjusted(10, side="EW"))

    assert side(match, "NS")["total"] == 200 + 700 - 1000
    assert board(match)["winner"] == "EW"


@pytest.mark.parametrize(("who", "winner"), [("NS", "EW"), ("EW", "NS")])
def test_who_gives_the_match_up_loses_it(who: str, winner: str) -> None:
    match = tell(rubber(deal("4S", who[0], 12)), forfeited(who, reason="had to leave"))

    assert match.status == "complete"
    assert (board(match)["winner"], board(match)["complete"]) == (winner, True)
    assert side(match, who)["total"] == 120 + 60, "points already won stay"


def test_a_seat_gives_up_for_its_side() -> None:
    assert board(tell(rubber(), ("match.forfeited", {"seat": "W"})))["winner"] == "NS"


def test_nothing_is_played_after_a_match_was_given_up() -> None:
    match = tell(rubber(), forfeited("NS"))

    assert code(match, GAME_TO_US) == "match_over"
    assert code(match, forfeited("EW")) == "match_over"
    assert tell(match, CLOSED).status == "closed"
    assert tell(match, withdrawn(2), GAME_TO_US).status == "live"


def test_a_match_over_is_not_given_up() -> None:
    assert code(rubber(GAME_TO_US, GAME_TO_US), forfeited("EW")) == "match_over"
    assert code(rubber(CLOSED), forfeited("EW")) == "match_over"


def test_only_who_plays_gives_up() -> None:
    assert refusal(rubber(), ("match.forfeited", {"pair": "7"})).version == 2

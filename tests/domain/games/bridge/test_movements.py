"""Movements, what is missing, and what is flagged: docs/games/bridge.md, "Movements" and "What is flagged"."""

from typing import Any

import pytest

from tests.domain.games.bridge.telling import award, code, flags, in_room, last, line, of, pair, pairs, result, teams


def at(table: str | int, ns: str | None, ew: str | None, *boards: int) -> dict[str, Any]:
    return {"table": table, "ns": ns, "ew": ew, "boards": list(boards)}


def movement(*rounds: list[dict[str, Any]]) -> Any:
    return of("bridge.movement_set", rounds=list(rounds))


TWO_TABLES = movement(
    [at(1, "1", "3", 1, 2), at(2, "2", "4", 1, 2)],
    [at(1, "1", "4", 3, 4), at(2, "2", "3", 3, 4)],
)
SITTING_OUT = movement([at(1, "1", "2", 1), at(2, "3", None, 2)], [at(1, "1", "3", 2), at(2, None, "2", 1)])


def test_a_session_is_complete_when_all_of_the_movement_is_in() -> None:
    first = [result(board, ns, ew, "Pass") for board in (1, 2) for ns, ew in ("13", "24")]
    second = [result(board, ns, ew, "Pass") for board in (3, 4) for ns, ew in ("14", "23")]
    half = pairs(TWO_TABLES, *first)
    whole = pairs(TWO_TABLES, *first, *second)

    assert (last(half, "ranking")["status"], last(half, "ranking")["to_come"]) == ("live", 4)
    assert (last(whole, "ranking")["status"], last(whole, "ranking")["to_come"]) == ("complete", 0)
    assert last(pairs(*first, *second), "ranking")["to_come"] is None


def test_boards_not_played_and_adjusted_are_in() -> None:
    told = pairs(
        SITTING_OUT, of("bridge.board_not_played", board=1, ns="1", ew="2"), award(2, "1", "3", NS="A+", EW="A-")
    )

    assert last(told, "ranking")["status"] == "complete"


def test_overdue_is_what_misses_of_the_rounds_before_the_latest() -> None:
    told = pairs(TWO_TABLES, result(1, "1", "3", "Pass"), result(3, "1", "4", "Pass"))
    missing = last(told, "ranking")["missing"]

    assert [(row["round"], row["table"], row["board"]) for row in missing] == [(1, "1", 2), (1, "2", 1), (1, "2", 2)]


def test_all_that_misses_is_overdue_once_the_session_is_closed() -> None:
    told = pairs(SITTING_OUT, of("match.closed"))

    assert [(row["board"], row["ns"], row["ew"]) for row in last(told, "ranking")["missing"]] == [
        (1, "1", "2"),
        (2, "1", "3"),
    ]


def test_n_is_the_largest_number_of_tables_of_the_movement() -> None:
    told = pairs(TWO_TABLES, result(1, "1", "3", "4S N 10"))

    assert last(told, "traveller")["boards"][0]["top"] == "2"
    assert line(told, 1, "1", "3")["ns_points"] == "1"


def test_what_is_not_in_the_movement_raises_nobodys_n_and_is_flagged() -> None:
    told = pairs(
        TWO_TABLES,
        result(1, "1", "3", "4S N 10"),
        result(1, "2", "4", "4S N 9"),
        result(1, "7", "8", "4S N 8"),
    )

    assert last(told, "traveller")["boards"][0]["top"] == "2"
    assert flags(told, "traveller") == ["unscheduled"]
    assert last(told, "traveller")["flags"][0] == {
        "code": "unscheduled",
        "text": "Board 1, 7 against 8: not in the movement.",
        "versions": [5],
    }


def test_more_results_than_planned_are_scaled_down_to_the_common_top() -> None:
    told = pairs(
        TWO_TABLES,
        result(1, "1", "3", "4S N 10"),
        result(1, "2", "4", "4S N 9"),
        result(1, "7", "8", "4S N 9"),
    )
    lines = last(told, "traveller")["boards"][0]["lines"]

    assert [(row["ns_points"], row["ew_points"]) for row in lines] == [("2", "0"), ("0.5", "1.5"), ("0.5", "1.5")]
    alone = pairs(movement([at(1, "1", None, 1)]), result(1, "1", "3", "4S N 10"))
    assert line(alone, 1, "1", "3") | {"ns_points": "0", "ew_points": "0"} == line(alone, 1, "1", "3")


def test_br017_a_result_under_the_wrong_board_is_flagged_until_it_is_withdrawn() -> None:
    played = movement([at(4, "1", "3", 10)], [at(4, "1", "5", 9)])
    wrong = result(9, "1", "3", "4S N 10", table=4, round=1)
    told = pairs(
        played,
        wrong,
        of("match.withdrawn", of=3, reason="wrong board number"),
        result(10, "1", "3", "4S N 10", table=4, round=1),
        result(9, "1", "5", "4S N 9", table=4, round=2),
        at=[3],
    )

    assert [flag["code"] for flag in told.boards[3]["traveller"]["flags"]] == ["unscheduled"]
    assert flags(told, "traveller") == []
    scores = {sheet["board"]: sheet["lines"][0]["score"] for sheet in last(told, "traveller")["boards"]}
    assert scores == {9: -50, 10: 620}


def test_pairs_that_sit_the_other_way_round_are_flagged() -> None:
    told = pairs(TWO_TABLES, result(1, "3", "1", "Pass"))

    assert "the other way round" in last(told, "traveller")["flags"][0]["text"]


def test_another_round_or_table_than_planned_is_flagged() -> None:
    told = pairs(TWO_TABLES, result(1, "1", "3", "Pass", round=2, table=1))

    assert last(told, "traveller")["flags"][0]["text"] == (
        "Board 1, 1 against 3: in the movement at table 1 in round 1."
    )
    assert flags(pairs(TWO_TABLES, result(1, "1", "3", "Pass", round=1, table="1")), "traveller") == []


def test_a_round_reported_after_a_later_one_is_flagged() -> None:
    planned = pairs(TWO_TABLES, result(3, "1", "4", "Pass"), result(1, "1", "3", "Pass"))
    told = pairs(result(3, "1", "4", "Pass", table=1, round=2), result(1, "1", "3", "Pass", table=1, round=1))

    for each in (planned, told):
        assert flags(each, "ranking") == ["out_of_sequence"]
        assert last(each, "ranking")["flags"][0]["text"] == "Table 1: board 1 of round 1 came after a later round."


def test_a_pair_that_plays_a_board_twice_is_flagged() -> None:
    told = pairs(result(1, "1", "2", "Pass"), result(1, "3", "1", "Pass"))

    assert flags(told, "ranking") == ["board_met_twice"]
    assert last(told, "ranking")["flags"][0]["versions"] == [2, 3]


def test_a_score_that_looks_like_the_other_vulnerability_is_flagged() -> None:
    told = pairs(
        result(1, "1", "2", "1NXX W 5"),
        award(1, "3", "4", NS={"score": 600}, EW={"score": 600}),
        result(5, "1", "2", "3N N 9"),
    )

    assert flags(told, "ranking") == ["looks_wrong", "looks_wrong"]


def test_where_a_pair_first_sits_is_told_by_the_movement() -> None:
    told = pairs(SITTING_OUT, result(2, "1", "3", "Pass"))

    assert {number: pair(told, number)["direction"] for number in "123"} == {"1": "NS", "2": "EW", "3": "NS"}


def test_a_full_session_for_the_acbl_is_what_the_movement_gives() -> None:
    told = pairs(
        TWO_TABLES,
        result(1, "1", "3", "4S N 10"),
        of("match.adjusted", pair="1", points="0.25", reason="r"),
        totals="acbl",
    )

    # One board of four: 1.25 is 5 over the session.
    assert pair(told, "1")["total"] == "5"


@pytest.mark.parametrize(
    "rounds",
    [
        [[at(1, "1", "2", 1), at("1", "3", "4", 1)]],
        [[at(1, "1", "2", 1), at(2, "2", "3", 2)]],
        [[at(1, "1", "2", 1)], [at(1, "1", "3", 1)]],
    ],
)
def test_a_movement_that_cannot_be_played_is_refused(rounds: Any) -> None:
    assert code(pairs(movement(*rounds))) == "movement_invalid"


def test_a_movement_says_what_it_brings() -> None:
    assert last(pairs(TWO_TABLES), "ranking")["why"] == [
        "The movement is set: 2 rounds, 8 results to come, 2 to a board."
    ]


HALVES = movement(
    [at("open", "home", "away", 1, 2), at("closed", "away", "home", 1, 2)],
    [at("open", "away", "home", 3), at("closed", "home", "away", 3)],
)


def test_a_team_match_is_complete_when_all_of_the_movement_is_in() -> None:
    first = [in_room(board, room, "4S N 10") for board in (1, 2) for room in ("open", "closed")]
    told = teams(HALVES, *first)
    whole = teams(HALVES, *first, in_room(3, "open", "4S N 10"), in_room(3, "closed", "4S N 9"))

    assert last(told, "match")["status"] == "live"
    assert last(whole, "match")["status"] == "complete"
    # In the second half home sits East–West in the open room: 420 is away's.
    assert last(whole, "match")["boards"][2]["imps"] == -10
    assert flags(whole, "match") == []


def test_what_a_team_movement_may_not_say() -> None:
    assert code(teams(movement([at(1, "home", "away", 1)]))) == "movement_invalid"
    assert code(teams(movement([at("open", "home", None, 1)]))) == "movement_invalid"
    assert code(teams(movement([at("open", "home", "away", 1)], [at("open", "home", "away", 1)]))) == "movement_invalid"


def test_a_board_that_the_team_movement_does_not_have_is_flagged() -> None:
    told = teams(HALVES, in_room(7, "open", "Pass"))

    assert flags(told, "match") == ["unscheduled"]


def test_team_rounds_out_of_sequence_are_flagged() -> None:
    told = teams(HALVES, in_room(3, "open", "Pass"), in_room(2, "open", "Pass"), in_room(1, "open", "Pass"))

    assert flags(told, "match") == ["out_of_sequence"]
    assert last(told, "match")["flags"][0]["text"] == "The open room reported board 2 after board 3."

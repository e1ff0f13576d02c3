"""Pairs by its rules: docs/games/bridge.md, "Pairs" to "Movements"."""

from typing import Any

import pytest

from tests.cases import Told
from tests.domain.games.bridge.telling import award, code, flags, last, line, of, pair, pairs, points, result


def field(board: int, *scores: str) -> list[Any]:
    """One board at several tables: pairs 1, 2, 3 … sit North–South, 101, 102 … East–West."""
    return [result(board, str(n), str(100 + n), score) for n, score in enumerate(scores, start=1)]


FIVE = ("4S N 10", "3S N 10", "4S N 9", "4S N 10", "Pass")
"""On board 1: 420, 170, -50, 420, 0."""


def test_two_points_for_each_result_beaten_and_one_for_an_equal_one() -> None:
    assert points(pairs(*field(1, *FIVE)), 1) == ["7", "4", "0", "7", "2"]
    assert points(pairs(*field(1, *FIVE)), 1, "ew") == ["1", "4", "8", "1", "6"]


def test_scale_of_one_and_a_half() -> None:
    told = pairs(*field(1, *FIVE), scale=1)

    assert points(told, 1) == ["3.5", "2", "0", "3.5", "1"]
    assert last(told, "traveller")["boards"][0]["top"] == "4"
    assert pair(told, "1")["available"] == "4"
    assert line(told, 1, "1", "101")["text"].endswith("3.50 of 4 against 4 others.")


def test_br025_a_passed_out_deal_is_a_score_of_zero() -> None:
    told = pairs(*field(1, "Pass", "2S N 8", "4S N 9"), of("bridge.board_not_played", board=1, ns="4", ew="104"))
    rows = last(told, "traveller")["boards"][0]["lines"]

    assert [row["status"] for row in rows] == ["played", "played", "played", "not_played"]
    assert [row["ns_points"] for row in rows] == ["3", "5.666667", "0.333333", None]
    assert pair(told, "4") | {"rank": None, "boards": 0} == pair(told, "4")


def test_br020_ten_results_of_eleven_are_each_worth_eleven_tenths() -> None:
    # 520, 500, 490, 480, 460, 450, 430, 420, 400 and -50.
    made = ["3N N 13", "4SX E 7", "3N N 12", "4S N 12", "3N N 11", "4S N 11", "3N N 10", "4S N 10", "3N N 9"]
    told = pairs(*field(1, *made, "4S N 9"), of("bridge.board_not_played", board=1, ns="11", ew="111"))

    assert points(told, 1) == ["19.9", "17.7", "15.5", "13.3", "11.1", "8.9", "6.7", "4.5", "2.3", "0.1", None]


def test_published_neuberg_example_of_five_results_for_six() -> None:
    other = field(2, *["1S N 7"] * 6)
    # 2, 4, 8, 0 and 6 matchpoints, as the rules print them.
    told = pairs(*field(1, "2S N 8", "3S N 10", "4S N 11", "1S N 6", "4S N 10"), *other)

    assert points(told, 1) == ["2.6", "5", "9.8", "0.2", "7.4"]


def test_without_neuberg_a_board_is_compared_with_its_own_results() -> None:
    told = pairs(*field(1, "1S N 7", "2S N 6"), *field(2, *FIVE), neuberg=False)

    assert points(told, 1) == ["2", "0"]
    assert [sheet["top"] for sheet in last(told, "traveller")["boards"]] == ["2", "8"]
    assert pair(told, "1")["available"] == "10"


def test_percentage_is_of_the_boards_that_count() -> None:
    told = pairs(*field(1, *FIVE), *field(2, *FIVE[:4]))

    assert pair(told, "5")["available"] == "8"
    assert pair(told, "5")["percentage"] == "25"
    assert pair(told, "5")["shown"] == {"points": "2.00", "available": "8.00", "percentage": "25.00"}


def test_br028_ranks_follow_exact_percentages_not_those_shown() -> None:
    told = pairs(
        *field(1, "4S N 10", "4S N 10", "4S N 10"), of("match.adjusted", pair="1", points="0.0001", reason="redress")
    )

    assert pair(told, "1")["shown"]["percentage"] == pair(told, "2")["shown"]["percentage"] == "50.00"
    assert (pair(told, "1")["rank"], pair(told, "2")["rank"]) == (1, 2)


def test_equal_pairs_share_the_rank_and_the_next_is_left_out() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 10", "4S N 9"))
    ranks = {row["pair"]: row["rank"] for row in last(told, "ranking")["pairs"]}

    assert ranks == {"103": 1, "1": 2, "2": 2, "101": 4, "102": 4, "3": 6}
    assert [row["pair"] for row in last(told, "ranking")["pairs"]] == ["103", "1", "2", "101", "102", "3"]


def test_two_winners_are_ranked_by_where_they_first_sat() -> None:
    told = pairs(
        result(1, "1", "2", "4S N 10", round=1),
        result(1, "3", "4", "4S N 9", round=1),
        result(2, "2", "1", "4S N 10", round=2),
        result(2, "4", "3", "4S N 9", round=2),
        winners=2,
    )
    rows = {row["pair"]: (row["direction"], row["rank"]) for row in last(told, "ranking")["pairs"]}

    assert rows == {"1": ("NS", 1), "3": ("NS", 1), "2": ("EW", 1), "4": ("EW", 1)}


def test_the_ranking_says_by_what_agreement_it_ranks() -> None:
    assert last(pairs(), "ranking") | {"scoring": "matchpoints", "winners": 1} == last(pairs(), "ranking")

    other = last(pairs(scoring="butler", winners=2), "ranking")
    assert (other["scoring"], other["winners"]) == ("butler", 2)


def test_where_a_pair_first_sat_goes_by_the_round_not_by_the_report() -> None:
    told = pairs(result(2, "2", "1", "4S N 10", round=2), result(1, "1", "2", "4S N 10", round=1))

    assert pair(told, "1")["direction"] == "NS"


def test_a_single_result_has_nothing_to_be_compared_with() -> None:
    told = pairs(*field(1, "4S N 10"))

    assert line(told, 1, "1", "101")["ns_percentage"] is None
    assert pair(told, "1") | {"percentage": None, "rank": 1, "available": "0"} == pair(told, "1")


def test_a_directors_points_are_added_and_not_available() -> None:
    told = pairs(*field(1, *FIVE), of("match.adjusted", pair="3", points="1.5", reason="redress"))

    assert pair(told, "3") | {"points": "1.5", "available": "8", "adjusted": "1.5"} == pair(told, "3")


def test_acbl_percentage_is_of_the_total_scaled_up_and_rounded() -> None:
    thirds = [*field(1, "4S N 10", "4S N 9", "4S N 8"), *field(2, "4S N 10", "4S N 9"), result(2, "9", "8", "4S N 8")]
    adjusted = of("match.adjusted", pair="3", points="0.333333", reason="redress")
    printed = pair(pairs(*thirds, adjusted, totals="acbl"), "3")
    exact = pair(pairs(*thirds, adjusted), "3")

    # One board of two: 0.333333 is 0.666666 over the session, printed 0.67, of 8.
    assert (printed["points"], printed["total"], printed["percentage"]) == ("0.333333", "0.67", "8.375")
    assert (exact["total"], exact["percentage"]) == (None, "8.333325")


def test_acbl_total_rounds_half_a_cent_up() -> None:
    adjusted = of("match.adjusted", pair="2", points="0.005", reason="redress")

    assert pair(pairs(*field(1, *FIVE), adjusted, totals="acbl"), "2")["total"] == "4.01"


@pytest.mark.parametrize(
    ("own", "plus", "minus"),
    [("better", "65", "40"), ("level", "60", "40"), ("worse", "60", "35")],
)
def test_br019_average_plus_and_minus_go_by_the_pairs_other_boards(own: str, plus: str, minus: str) -> None:
    # Twenty boards at two tables, of which pair 1 wins 65, 50 or 35 %.
    wins = {"better": 13, "level": 10, "worse": 7}[own]
    boards = [
        event for number in range(1, 21) for event in field(number, "4S N 10" if number <= wins else "4S N 8", "4S N 9")
    ]
    for given, expected in (("A+", plus), ("A-", minus), ("A=", "50"), ("60%", "60"), ("40%", "40")):
        told = pairs(*boards, award(21, "1", "102", NS=given, EW="50%"), award(21, "2", "101", NS="50%", EW="50%"))
        assert line(told, 21, "1", "102")["ns_percentage"] == expected, given


def test_average_plus_without_other_boards_is_sixty() -> None:
    told = pairs(award(1, "1", "2", NS="A+", EW="A-"), *field(1, "4S N 10", "4S N 9")[1:])

    assert line(told, 1, "1", "2")["ns_percentage"] == "60"
    assert line(told, 1, "1", "2")["ew_percentage"] == "40"


def test_an_artificial_score_is_no_result() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 9"), award(1, "3", "103", NS="60%", EW="40%"))

    assert points(told, 1) == ["3.5", "0.5", "2.4"]
    assert line(told, 1, "3", "103")["score"] is None


def test_an_assigned_score_takes_the_place_of_the_result_and_is_compared() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 9"), award(1, "1", "101", NS={"score": -50}, EW={"score": -50}))

    assert points(told, 1) == ["1", "1"]
    row = line(told, 1, "1", "101")
    assert (row["status"], row["score"], row["contract"], row["tricks"]) == ("adjusted", -50, "4S", 10)
    assert row["award"] == {"NS": {"score": -50}, "EW": {"score": -50}}


def test_an_award_stands_over_a_late_result_and_its_withdrawal_uncovers_it() -> None:
    late = [award(1, "1", "101", NS="60%", EW="40%"), *field(1, "4S N 10", "4S N 9")]
    told = pairs(*late)
    uncovered = pairs(*late, of("match.withdrawn", of=2, reason="appeal"))

    assert line(told, 1, "1", "101")["ns_points"] == "1.2"
    assert line(uncovered, 1, "1", "101")["ns_points"] == "2"
    assert line(uncovered, 1, "1", "101")["status"] == "played"


def test_a_second_award_for_a_table_is_a_correction() -> None:
    twice = [award(1, "1", "2", NS="60%", EW="40%")] * 2

    assert code(pairs(*twice)) == "already_reported"


def test_weighted_scores_win_by_their_weights_and_are_won_from_by_them() -> None:
    weighted = {"score": [{"score": 420, "weight": "0.6"}, {"score": -50, "weight": "0.4"}]}
    told = pairs(*field(1, "4S N 10", "3S N 9", "4S N 9"), award(1, "4", "104", NS=weighted, EW=weighted))

    # The fourth: 420 earns 5, -50 earns 1: 0.6 × 5 + 0.4 × 1.
    assert points(told, 1) == ["5.4", "2.8", "0.4", "3.4"]
    assert line(told, 1, "4", "104")["score"] is None


def test_weights_of_thirds_are_made_to_add_up() -> None:
    thirds = {"score": [{"score": score, "weight": "0.333"} for score in (420, 170, -50)]}
    told = pairs(*field(1, "3S N 10"), award(1, "2", "102", NS=thirds, EW=thirds))

    assert points(told, 1) == ["1", "1"]


SPLIT = award(1, "3", "103", NS={"score": -50}, EW={"score": 420})


@pytest.mark.parametrize(
    ("split", "ns", "ew"),
    [
        ("by-side", ["4", "2", "0"], ["1", "4", "1"]),
        ("ns", ["4", "2", "0"], ["0", "2", "1"]),
        ("ew", ["3", "0", "0"], ["1", "4", "1"]),
    ],
)
def test_what_others_are_compared_with_where_the_score_is_split(split: str, ns: list[str], ew: list[str]) -> None:
    told = pairs(*field(1, "4S N 10", "3S N 10"), SPLIT, split=split)

    assert points(told, 1, "ns") == ns
    assert points(told, 1, "ew") == ew
    assert line(told, 1, "3", "103")["score"] is None


def test_a_side_may_have_a_score_and_the_other_an_artificial_one() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 9"), award(1, "3", "103", NS={"score": 170}, EW="A-"))

    assert points(told, 1) == ["4", "0", "2"]
    assert points(told, 1, "ew") == ["0.5", "3.5", "1.6"]


def test_br023_sitting_out_is_no_board_and_an_average_is() -> None:
    told = pairs(
        *field(1, "4S N 10", "4S N 9", "4S N 9", "3S N 8", "2S N 6", "4S N 7"),
        award(3, "1", "102", NS="A=", EW="A="),
    )
    first = pair(told, "1")

    assert (first["points"], first["available"], first["boards"]) == ("15", "20", 2)


def test_an_award_for_sitting_out_is_no_line_and_raises_nobodys_n() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 9"), award(1, "3", None, NS="60%"), award(1, None, "9", EW="A+"))
    sheet = last(told, "traveller")["boards"][0]

    assert (sheet["top"], len(sheet["lines"])) == ("2", 2)
    assert [(row["pair"], row["direction"], row["award"], row["points"]) for row in sheet["sit_outs"]] == [
        ("3", "NS", "60%", "1.2"),
        ("9", "EW", "A+", "1.2"),
    ]
    assert pair(told, "3") | {"points": "1.2", "available": "2", "boards": 1, "percentage": "60"} == pair(told, "3")


def test_a_sit_out_is_awarded_once_and_has_no_score() -> None:
    assert code(pairs(award(1, "3", None, NS="60%"), award(1, "3", None, NS="60%"))) == "already_reported"
    assert code(pairs(award(1, "3", None, NS={"score": 420}))) == "event_invalid"
    assert code(pairs(award(1, "3", None, EW="60%"))) == "event_invalid"
    assert code(pairs(of("bridge.board_adjusted", ns="3", award={"NS": "60%"}, reason="r"))) == "event_invalid"


@pytest.mark.parametrize("score", [425, 420, 36000])
def test_br014_an_assigned_score_that_cannot_be_is_refused(score: int) -> None:
    given = award(2, "1", "2", NS={"score": score}, EW={"score": score})

    assert code(pairs(given)) == ("event_invalid" if score > 7600 else "result_invalid")


def test_percentages_are_for_matchpoints_and_imps_for_imps() -> None:
    imps = award(1, "1", "2", NS={"imps": "2"}, EW={"imps": "-2"})
    percent = award(1, "1", "2", NS="60%", EW="40%")

    assert code(pairs(imps)) == "event_invalid"
    assert code(pairs(percent, scoring="butler")) == "event_invalid"
    assert code(pairs(imps, scoring="butler")) is None


def test_an_award_says_what_both_sides_get() -> None:
    assert code(pairs(award(1, "1", "2", NS="60%"))) == "event_invalid"
    assert code(pairs(award(1, "1", "2", home="A+", away="A-"))) == "event_invalid"
    assert code(pairs(of("bridge.board_adjusted", board=1, ns="1", ew="2", award={}, reason="r"))) == "event_invalid"


def fouled(board: int, *groups: list[tuple[str, str]]) -> Any:
    named = [[{"ns": ns, "ew": ew} for ns, ew in group] for group in groups]
    return of("bridge.board_fouled", board=board, groups=named, reason="cards exchanged")


def test_br022_a_fouled_board_is_scored_in_groups_each_factored_to_the_field() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 9", "3S N 9", "2S E 8", "4S N 6"), fouled(1, [("4", "104"), ("5", "105")]))

    # East–West +110 and +200 in the second form: 1.5 and 6.5 of 8.
    assert points(told, 1, "ew")[3:] == ["1.5", "6.5"]
    assert points(told, 1)[3:] == ["6.5", "1.5"]
    assert [row["group"] for row in last(told, "traveller")["boards"][0]["lines"]] == [0, 0, 0, 1, 1]
    assert [group["results"] for group in last(told, "traveller")["boards"][0]["groups"]] == [3, 2]


def test_small_groups_may_be_scored_artificially() -> None:
    six = ["4S N 10", "4S N 9", "3S N 9", "2S N 8"]
    told = pairs(
        *field(1, *six, "2S E 8", "4S N 6"), fouled(1, [("5", "105"), ("6", "106")]), small_groups="artificial"
    )

    # 65 % to the better, 55 % to the worse of two.
    assert points(told, 1)[4:] == ["6.5", "5.5"]
    assert points(told, 1, "ew")[4:] == ["5.5", "6.5"]


def test_a_group_of_one_gets_sixty_for_both() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 9", "3S N 9"), fouled(1, [("3", "103")]), small_groups="artificial")

    assert (points(told, 1)[2], points(told, 1, "ew")[2]) == ("2.4", "2.4")


def test_a_group_of_more_than_a_third_of_the_field_is_not_small() -> None:
    five = field(1, "4S N 10", "4S N 9", "3S N 9", "2S E 8", "4S N 6")
    told = pairs(*five, fouled(1, [("4", "104"), ("5", "105")]), small_groups="artificial")

    assert points(told, 1, "ew")[3:] == ["1.5", "6.5"]


def test_what_a_fouled_board_may_not_say() -> None:
    once = fouled(1, [("1", "101")])

    assert code(pairs(once)) == "board_unknown"
    assert code(pairs(*field(1, "4S N 10"), once, once)) == "already_reported"
    assert code(pairs(*field(1, "4S N 10"), fouled(1, [("1", "101")], [("1", "101")]))) == "event_invalid"


def test_butler_compares_with_the_mean_of_all_but_the_extremes() -> None:
    told = pairs(*field(1, "4S N 10", "3S N 10", "4S N 11", "4S N 9"), scoring="butler")

    assert last(told, "traveller")["boards"][0]["datum"] == 300
    assert points(told, 1) == ["3", "-4", "4", "-8"]
    assert line(told, 1, "1", "101")["text"] == "4♠ by North, made 4: 420. Against the datum 300: 3.00 IMPs."
    assert pair(told, "1") | {"available": None, "percentage": None, "points": "3"} == pair(told, "1")


@pytest.mark.parametrize(
    ("datum", "expected"),
    [
        ({"kind": "mean"}, 250),
        ({"kind": "mean", "round": 1}, 248),
        ({"kind": "median"}, 300),
        ({"kind": "median", "round": 1}, 295),
        ({"trim": 0}, 250),
        ({"trim": 2}, 300),
        ({"round": 100}, 300),
    ],
)
def test_every_kind_of_datum(datum: dict[str, Any], expected: int) -> None:
    told = pairs(*field(1, "4S N 10", "3S N 10", "4S N 11", "4S N 9"), scoring="butler", datum=datum)

    assert last(told, "traveller")["boards"][0]["datum"] == expected


def test_a_datum_is_rounded_half_away_from_zero() -> None:
    told = pairs(*field(1, "2S E 8", "4S N 8"), scoring="butler")

    assert last(told, "traveller")["boards"][0]["datum"] == -110


def test_an_artificial_score_is_no_part_of_the_datum() -> None:
    told = pairs(*field(1, "4S N 10", "4S N 10"), award(1, "3", "103", NS="A-", EW="A+"), scoring="butler")

    assert last(told, "traveller")["boards"][0]["datum"] == 420
    assert points(told, 1) == ["0", "0", "-3"]
    assert points(told, 1, "ew") == ["0", "0", "3"]


def test_fixed_imps() -> None:
    given = award(1, "3", "103", NS={"imps": "1.5"}, EW={"imps": 0})
    told = pairs(*field(1, "4S N 10"), given, scoring="cross-imps")

    assert (points(told, 1)[1], points(told, 1, "ew")[1]) == ("1.5", "0")


def test_a_weighted_score_at_imps_is_the_mean_of_its_imps() -> None:
    weighted = {"score": [{"score": 420, "weight": "0.5"}, {"score": -50, "weight": "0.5"}]}
    told = pairs(*field(1, "3S N 10"), award(1, "2", "102", NS=weighted, EW=weighted), scoring="cross-imps")

    # 6 IMPs for 250 and -6 for 220.
    assert points(told, 1) == ["0", "0"]


@pytest.mark.parametrize(("divisor", "expected"), [("n-1", "6"), ("n", "4"), ("sum", "12")])
def test_cross_imps_are_divided_as_agreed(divisor: str, expected: str) -> None:
    told = pairs(*field(1, "4S N 10", "3S N 10", "3S N 10"), scoring="cross-imps", cross_imps_divisor=divisor)

    assert points(told, 1)[0] == expected


def test_nothing_is_factored_at_imps() -> None:
    told = pairs(*field(1, "4S N 10", "3S N 10"), *field(2, *FIVE), scoring="cross-imps")

    assert points(told, 1) == ["6", "-6"]


def test_the_same_table_reports_a_board_once() -> None:
    once = result(1, "1", "2", "4S N 10")
    skip = of("bridge.board_not_played", board=1, ns="1", ew="2", reason="no time")

    assert code(pairs(once, once)) == "already_reported"
    assert code(pairs(once, skip)) == "already_reported"
    assert code(pairs(skip, once)) == "already_reported"
    assert code(pairs(skip, skip)) == "already_reported"


@pytest.mark.parametrize("missing", ["board", "ns", "ew"])
def test_a_result_says_board_and_pairs(missing: str) -> None:
    whole = result(1, "1", "2", "4S N 10")
    told = pairs(of("bridge.deal_played", **{k: v for k, v in whole["data"].items() if k != missing}))

    assert code(told) == "event_invalid"
    assert told.refused is not None
    assert f"/data/{missing}" in told.refused[1].detail


def test_what_else_a_result_of_a_session_may_not_say() -> None:
    assert code(pairs(result(1, "1", "1", "4S N 10"))) == "event_invalid"
    assert code(pairs(result(1, "1", "2", "4S N 10", room="open"))) == "event_invalid"
    assert code(pairs(result(1, "1", "2", "4S NS 10"))) == "event_invalid"
    assert code(pairs(result(0, "1", "2", "4S N 10"))) == "event_invalid"
    assert code(pairs(of("bridge.honours_claimed", seat="N", points=100))) == "event_invalid"


def test_adjustments_name_a_pair_and_no_strange_unit() -> None:
    assert code(pairs(of("match.adjusted", side="NS", points=1, reason="r"))) == "event_invalid"
    assert code(pairs(of("match.adjusted", pair="1", points=1, unit="imps", reason="r"))) == "event_invalid"
    assert (
        code(pairs(of("match.adjusted", pair="1", points=1, unit="vp", reason="r"), scoring="butler"))
        == "event_invalid"
    )
    assert code(pairs(of("match.adjusted", pair="1", points=1, unit="imps", reason="r"), scoring="butler")) is None


def test_a_pair_that_gives_up_keeps_its_results_and_is_not_ranked() -> None:
    told = pairs(*field(1, *FIVE), of("match.forfeited", pair="1"))

    assert pair(told, "1") | {"rank": None, "points": "7"} == pair(told, "1")
    assert pair(told, "4")["rank"] == 2
    assert (
        code(pairs(*field(1, "4S N 10"), of("match.forfeited", pair="1"), result(2, "1", "5", "Pass"))) == "match_over"
    )
    assert code(pairs(of("match.forfeited", pair="1"), of("match.forfeited", pair="1"))) == "match_over"
    assert code(pairs(of("match.forfeited", side="NS"))) == "event_invalid"


def test_players_are_named_by_pair() -> None:
    told = pairs(of("match.players_changed", players={"7": ["a", "b"]}))

    assert pair(told, "7") | {"rank": None, "boards": 0, "direction": None} == pair(told, "7")
    assert code(pairs(of("match.players_changed", players={"x" * 21: "a"}))) == "event_invalid"


def test_the_running_sheet_has_a_line_for_every_report_in_order() -> None:
    told = pairs(result(2, "1", "2", "4S N 9"), result(1, "3", "4", "Pass"), award(1, "1", "2", NS="A+", EW="A-"))
    sheet = last(told, "hands")["hands"]

    assert [(row["version"], row["board"], row["score"]) for row in sheet] == [(2, 2, -100), (3, 1, 0), (4, 1, None)]
    assert sheet[1]["text"] == "Passed out: 0."
    assert sheet[2]["text"] == "The director awards A+ to NS and A- to EW: ruling"


def test_sentences_say_what_each_report_did() -> None:
    def why(*events: Any) -> str:
        return str(last(pairs(*events), "ranking")["why"][0])

    board = field(1, "4S N 10")
    assert why(*board) == "Board 1, 1 against 101: 4♠ by North, made 4, +420 to North–South."
    assert why(of("bridge.board_not_played", board=1, ns="1", ew="2")) == "Board 1, 1 against 2: Not played."
    assert why(award(1, "1", None, NS="60%")) == "Board 1: 1 sits out and is awarded 60% to NS: ruling"
    assert why(award(1, "1", "2", NS="60%", EW="A=")) == (
        "Board 1, 1 against 2: the director awards 60% to NS and A= to EW: ruling"
    )
    assert why(*board, fouled(1, [("1", "101")])) == (
        "Board 1 was fouled and is scored in groups of its own: cards exchanged"
    )
    assert why(of("match.adjusted", pair="1", points="-0.5", reason="late")) == (
        "The director takes from 1 0.5 matchpoints: late"
    )
    assert why(of("match.closed")) == "The session is closed."
    assert why(of("match.forfeited", pair="1")) == "1 give the session up and are not ranked."


def test_br016_a_correction_shows_what_was_known_then_and_who_changed_what() -> None:
    told: Told = pairs(
        result(1, "1", "101", "4S E 11"),
        result(1, "2", "102", "4S N 10"),
        of("match.corrected", of=2, data=result(1, "1", "101", "4S N 11")["data"], reason="wrong side"),
        at=[3],
    )

    before = told.boards[3]["traveller"]["boards"][0]["lines"][0]
    after = told.boards[4]["traveller"]["boards"][0]["lines"][0]
    assert (before["score"], before["ns_points"]) == (-450, "0")
    assert (after["score"], after["ns_points"]) == (450, "2")
    assert told.boards[4]["ranking"]["changes"][0]["reason"] == "wrong side"


def test_flags_do_not_stop_a_report() -> None:
    told = pairs(*field(1, "4S N 10", "4S E 10"))

    assert told.refused is None
    assert flags(told, "ranking") == ["both_sides"]
    assert last(told, "ranking")["flags"][0]["text"] == (
        "Board 1: 4♠ was declared by North–South 1 time and by East–West 1 time."
    )

from itertools import pairwise
from typing import Any

import pytest

from domain.match import Match
from tests.facts import (
    CLOSED,
    NINE_DEALS,
    PASSED,
    Report,
    adjusted,
    bid,
    board,
    code,
    deal,
    honours,
    refusal,
    rubber,
    side,
    tell,
    withdrawn,
)

OUR_GAME = deal("3N", "N", 9)
THEIR_GAME = deal("3N", "E", 9)


def figures(match: Match, name: str) -> tuple[int, int, int, int]:
    """A side's figures: above, below, leg, games."""
    column = side(match, name)
    return column["above"], column["below"], column["leg"], column["games"]


def lines(match: Match, number: int = -1) -> list[tuple[str, str, str, int]]:
    """A deal's figures, each with what it is for."""
    return [(p["side"], p["line"], p["for"], p["points"]) for p in board(match)["deals"][number]["points"]]


def test_trick_points_go_below_and_all_else_above() -> None:
    match = rubber(deal("4SX", "S", 11))

    assert figures(match, "NS") == (150, 240, 0, 1)
    assert figures(match, "EW") == (0, 0, 0, 0)
    assert lines(match) == [
        ("NS", "below", "tricks", 240),
        ("NS", "above", "overtricks", 100),
        ("NS", "above", "insult", 50),
    ]


def test_undertricks_go_above_to_the_defenders() -> None:
    match = rubber(deal("4SX", "S", 8))

    assert figures(match, "EW") == (300, 0, 0, 0)
    assert figures(match, "NS") == (0, 0, 0, 0)
    assert lines(match) == [("EW", "above", "undertricks", 300)]


@pytest.mark.parametrize("declarer", ["N", "S", "NS", "we"])
def test_partners_and_their_side_score_alike(declarer: str) -> None:
    assert figures(rubber(deal("2H", declarer, 9)), "NS") == (30, 60, 60, 0)


@pytest.mark.parametrize("declarer", ["E", "W", "EW", "they"])
def test_so_do_they(declarer: str) -> None:
    assert figures(rubber(deal("2H", declarer, 9)), "EW") == (30, 60, 60, 0)


@pytest.mark.parametrize(
    ("contract", "game"), [("2SX", True), ("1NX", False), ("1NXX", True), ("3C", False), ("5C", True)]
)
def test_a_hundred_trick_points_make_game(contract: str, game: bool) -> None:
    match = rubber(deal(contract, "N", result="="))

    assert side(match, "NS")["games"] == int(game)
    assert side(match, "NS")["vulnerable"] is game
    assert (side(match, "NS")["leg"] == 0) is game


def test_part_scores_add_up_to_game() -> None:
    match = rubber(deal("2C", "N", 8), deal("1N", "S", 7))
    assert figures(match, "NS") == (0, 80, 80, 0)

    match = tell(match, deal("1C", "N", 7))

    assert figures(match, "NS") == (0, 100, 0, 1)


def test_no_part_score_of_either_side_is_carried_into_the_next_game() -> None:
    match = rubber(deal("2S", "E", 8), deal("3H", "N", 9))
    assert (side(match, "EW")["leg"], side(match, "NS")["leg"]) == (60, 90)

    match = tell(match, deal("4S", "N", 10))

    assert (side(match, "EW")["leg"], side(match, "NS")["leg"]) == (0, 0)
    assert (side(match, "EW")["total"], side(match, "NS")["total"]) == (60, 210), "the dead points stay in the totals"
    match = tell(match, deal("1H", "E", 7))
    assert (side(match, "EW")["leg"], side(match, "EW")["games"]) == (30, 0)


def test_overtricks_and_bonuses_count_towards_no_game() -> None:
    assert side(rubber(deal("3S", "N", 13)), "NS")["games"] == 0
    assert side(rubber(deal("1SX", "N", 13)), "NS") | {"leg": 60, "games": 0} == side(
        rubber(deal("1SX", "N", 13)), "NS"
    )


def test_a_deal_that_fails_leaves_every_leg_standing() -> None:
    match = rubber(deal("2S", "E", 8), deal("3H", "N", 9), deal("4S", "E", 9))

    assert (side(match, "EW")["leg"], side(match, "NS")["leg"]) == (60, 90)


def test_a_side_is_vulnerable_once_it_has_a_game() -> None:
    down = deal("1N", "N", 6)
    match = rubber(down, THEIR_GAME, down, OUR_GAME, down)

    assert [line["vulnerable"] for line in board(match)["deals"]] == [False, False, False, False, True]
    assert side(match, "EW")["above"] == 50 + 50 + 100


def test_what_counts_is_the_declaring_sides_vulnerability() -> None:
    match = rubber(OUR_GAME, deal("1NX", "E", 5), deal("1NX", "N", 5))

    assert side(match, "NS")["above"] == 300
    assert side(match, "EW")["above"] == 500


@pytest.mark.parametrize(("deals", "bonus"), [((), 500), ((OUR_GAME,), 750)])
def test_slams_are_paid_by_vulnerability(deals: tuple[Report, ...], bonus: int) -> None:
    assert ("NS", "above", "small slam", bonus) in lines(rubber(*deals, deal("6C", "N", 12)))


def test_the_game_a_deal_wins_makes_it_no_more_worth() -> None:
    match = rubber(deal("2SX", "N", 10))

    assert ("NS", "above", "overtricks", 200) in lines(match), "not vulnerable when it was played"


@pytest.mark.parametrize(
    ("deals", "bonus"),
    [
        ((OUR_GAME, OUR_GAME), 700),
        ((THEIR_GAME, OUR_GAME, OUR_GAME), 500),
        ((OUR_GAME, THEIR_GAME, OUR_GAME), 500),
        ((deal("2S", "E", 8), OUR_GAME, OUR_GAME), 700),
    ],
)
def test_the_second_game_ends_the_rubber_and_pays_for_it(deals: tuple[Report, ...], bonus: int) -> None:
    match = rubber(*deals)

    assert (match.status, board(match)["complete"], board(match)["winner"]) == ("complete", True, "NS")
    assert figures(match, "NS") == (bonus, 200, 0, 2)
    assert lines(match)[-1] == ("NS", "above", "rubber", bonus)


def test_one_game_each_is_no_rubber_yet() -> None:
    match = rubber(OUR_GAME, THEIR_GAME)

    assert (match.status, board(match)["complete"], board(match)["winner"]) == ("live", False, None)


@pytest.mark.parametrize("report", [OUR_GAME, THEIR_GAME, PASSED, bid("1C", "N"), deal("1C", "N", 6)])
def test_after_the_second_game_no_deal_is_taken(report: Report) -> None:
    match = rubber(THEIR_GAME, THEIR_GAME)

    assert code(match, report) == "match_over"
    assert board(match)["sides"] == board(rubber(THEIR_GAME, THEIR_GAME))["sides"], "and nothing is paid again"


def test_the_larger_total_wins_and_not_two_games() -> None:
    match = rubber(OUR_GAME, deal("7NXX", "N", 9), OUR_GAME)

    assert side(match, "NS")["games"] == 2
    assert (side(match, "NS")["total"], side(match, "EW")["total"]) == (900, 2200)
    assert (board(match)["winner"], board(match)["margin"]) == ("EW", 1300)


def test_level_totals_have_no_winner() -> None:
    match = tell(rubber(OUR_GAME, OUR_GAME), adjusted(900, side="EW"))

    assert (board(match)["winner"], board(match)["margin"], board(match)["settlement"]) == (None, 0, 0)


def test_the_nine_deals_of_the_synopsis() -> None:
    states = [
        ((60, 60, 60, 0), (0, 0, 0, 0)),
        ((360, 60, 60, 0), (0, 0, 0, 0)),
        ((360, 60, 0, 0), (30, 100, 0, 1)),
        ((360, 60, 0, 0), (30, 190, 90, 1)),
        ((560, 60, 0, 0), (30, 190, 90, 1)),
        ((1210, 420, 0, 1), (30, 190, 0, 1)),
        ((1210, 420, 0, 1), (60, 230, 40, 1)),
        ((1210, 480, 60, 1), (60, 230, 40, 1)),
        ((1210, 480, 0, 1), (560, 320, 0, 2)),
    ]
    match = rubber()

    for report, (we, they) in zip(NINE_DEALS, states, strict=True):
        match = tell(match, report)
        assert (figures(match, "NS"), figures(match, "EW")) == (we, they)

    pad = board(match)
    assert (pad["sides"]["NS"]["total"], pad["sides"]["EW"]["total"]) == (1690, 880)
    assert (pad["complete"], pad["winner"], pad["margin"], pad["settlement"]) == (True, "NS", 810, 800)
    assert [line["game"] for line in pad["deals"]] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert code(match, THEIR_GAME) == "match_over", "the module of 2006 takes it and pays again"


def test_twice_four_spades_make_940() -> None:
    assert side(rubber(deal("4S", "N", 10), deal("4S", "S", 10)), "NS")["total"] == 940, "700 and 500 not swapped"


def test_no_50_for_a_part_score_in_rubber_bridge() -> None:
    assert figures(rubber(deal("1H", "N", 8)), "NS") == (30, 30, 30, 0)


@pytest.mark.parametrize(
    ("deals", "ours", "theirs"),
    [
        pytest.param((), 0, 0, id="nothing played"),
        pytest.param((PASSED,), 0, 0, id="passed out"),
        pytest.param((OUR_GAME,), 300, 0, id="the only game"),
        pytest.param((OUR_GAME, THEIR_GAME), 0, 0, id="one game each"),
        pytest.param((deal("1S", "N", 7),), 100, 0, id="the only part-score"),
        pytest.param((deal("1S", "N", 7), deal("2S", "N", 8)), 100, 0, id="two part-scores of one side"),
        pytest.param((deal("1S", "N", 7), deal("1S", "E", 7)), 0, 0, id="both on score"),
        pytest.param((OUR_GAME, deal("1S", "E", 7)), 300, 100, id="a game to one and a part-score to the other"),
        pytest.param((OUR_GAME, deal("1S", "N", 7)), 400, 0, id="both to one"),
        pytest.param((OUR_GAME, THEIR_GAME, deal("1S", "E", 7)), 0, 100, id="a part-score at one game each"),
        pytest.param((deal("1S", "E", 7), OUR_GAME), 300, 0, id="a part-score of a game that is over"),
    ],
)
def test_an_unfinished_rubber_is_paid_its_bonuses(deals: tuple[Report, ...], ours: int, theirs: int) -> None:
    match = rubber(*deals)
    closed = tell(match, CLOSED)

    assert side(closed, "NS")["above"] - side(match, "NS")["above"] == ours
    assert side(closed, "EW")["above"] - side(match, "EW")["above"] == theirs
    assert (closed.status, board(closed)["complete"]) == ("closed", False)
    assert sum(bonus["points"] for bonus in board(closed)["bonuses"]) == ours + theirs


def test_the_bonuses_of_an_unfinished_rubber_are_an_agreement() -> None:
    match = rubber(OUR_GAME, deal("1S", "E", 7), CLOSED, options={"part_score_bonus": 50, "game_bonus": 200})

    assert (side(match, "NS")["above"], side(match, "EW")["above"]) == (200, 50)


def test_an_unfinished_rubber_is_won_by_the_larger_total() -> None:
    match = rubber(OUR_GAME, deal("7NXX", "N", 9))
    assert (board(match)["winner"], board(match)["settlement"]) == (None, None)

    match = tell(match, CLOSED)

    assert (board(match)["winner"], board(match)["margin"], board(match)["settlement"]) == ("EW", 1800, 1800)


def test_a_deal_in_progress_is_dropped_when_the_rubber_is_closed() -> None:
    match = rubber(OUR_GAME, bid("4S", "N"), CLOSED)

    assert board(match)["current"] is None
    assert side(match, "NS")["total"] == 400


@pytest.mark.parametrize(
    ("margin", "options", "settled"),
    [
        (810, {}, 800),
        (849, {}, 800),
        (850, {}, 900),
        (851, {}, 900),
        (850, {"settle_half": "down"}, 800),
        (851, {"settle_half": "down"}, 900),
        (849, {"settle_half": "down"}, 800),
        (50, {}, 100),
        (50, {"settle_half": "down"}, 0),
        (49, {}, 0),
        (844, {"settle_to": 10}, 840),
        (845, {"settle_to": 10}, 850),
        (845, {"settle_to": 10, "settle_half": "down"}, 840),
        (846, {"settle_to": 10, "settle_half": "down"}, 850),
        (847, {"settle_to": 1}, 847),
        (847, {"settle_to": 1, "settle_half": "down"}, 847),
        (0, {}, 0),
    ],
)
@pytest.mark.parametrize("winner", ["NS", "EW"])
def test_the_difference_is_settled_as_agreed(margin: int, options: dict[str, Any], settled: int, winner: str) -> None:
    match = tell(rubber(CLOSED, options=options), adjusted(margin, side=winner))

    assert (board(match)["margin"], board(match)["settlement"]) == (margin, settled)


def test_the_deal_goes_round_clockwise_from_north() -> None:
    match = rubber()
    dealers = [board(match)["dealer"]]
    for report in (deal("1N", "N", 7), PASSED, deal("1N", "E", 6), deal("4S", "E", 9), PASSED):
        match = tell(match, report)
        dealers.append(board(match)["dealer"])

    assert dealers == ["N", "E", "S", "W", "N", "E"]


def test_the_first_dealer_is_who_was_named() -> None:
    match = rubber(("bridge.dealt", {"dealer": "W"}))
    assert board(match)["dealer"] == board(match)["current"]["dealer"] == "W"

    match = tell(match, deal("1N", "N", 7))

    assert board(match)["dealer"] == "N"
    assert board(match)["deals"][0]["dealer"] == "W"
    assert board(tell(match, ("bridge.dealt", {})))["current"]["dealer"] == "N"


def test_who_calls_first_in_the_first_deal_dealt_it() -> None:
    match = rubber(("bridge.call_made", {"seat": "S", "call": "P"}))

    assert board(match)["dealer"] == "S"
    assert board(match)["flags"] == []


def test_a_passed_out_deal_scores_nothing_and_stands_on_the_sheet() -> None:
    match = rubber(PASSED)

    assert (figures(match, "NS"), figures(match, "EW")) == ((0, 0, 0, 0), (0, 0, 0, 0))
    (line,) = board(match)["deals"]
    assert (line["contract"], line["declarer"], line["tricks"], line["vulnerable"]) == ("Pass", None, None, False)
    assert line["points"] == []


def test_a_withdrawn_deal_gives_the_deal_back() -> None:
    assert board(rubber(PASSED, PASSED, withdrawn(2)))["dealer"] == "E"


def test_the_running_sheet_has_a_line_for_every_deal() -> None:
    match = rubber(
        ("bridge.dealt", {"dealer": "N"}),
        deal("4SX", "S", 11, lead="2C"),
        PASSED,
        deal("2D", "E", 6),
        deal("1N", "W", 7),
    )

    sheet = board(match, "hands")["hands"]

    assert [line["number"] for line in sheet] == [1, 2, 3, 4]
    assert [line["version"] for line in sheet] == [3, 4, 5, 6]
    assert [line["contract"] for line in sheet] == ["4SX", "Pass", "2D", "1N"]
    assert [line["result"] for line in sheet] == ["+1", None, "-2", "="]
    assert [(line["NS"], line["EW"]) for line in sheet] == [(390, 0), (0, 0), (100, 0), (0, 40)]
    assert [line["dealer"] for line in sheet] == ["N", "E", "S", "W"]


def test_every_scored_line_says_why() -> None:
    match = rubber(deal("4SX", "S", 11))

    assert board(match)["deals"][0]["text"] == "4♠ doubled by South, made 5"
    assert match.why[0] == "4♠ doubled by South, made 5: 240 below, 100 over, 50 insult."
    assert "are vulnerable" in match.why[1]
    assert rubber(deal("3N", "we", 7)).why == ("3NT by North–South, down 2: 100 above to the defenders.",)
    assert rubber(PASSED).why == ("Passed out: no score, and the deal passes on.",)


def test_the_end_says_who_won_what() -> None:
    assert " ".join(rubber(OUR_GAME, OUR_GAME).why[1:]) == (
        "North–South win the rubber by two games to 0: 700 above the line. North–South are ahead by 900: 900 to 0."
    )
    unfinished = rubber(OUR_GAME, deal("1S", "E", 7), CLOSED)
    assert unfinished.why[0] == (
        "The rubber is closed unfinished: 300 to North–South for the only game and "
        "100 to East–West for the only part-score."
    )
    assert rubber(CLOSED).why == ("The rubber is closed unfinished: no bonus is due.", "The totals are level at 0.")
    assert rubber(OUR_GAME, OUR_GAME, CLOSED).why == ("The rubber is closed.",)
    assert rubber(adjusted(-1, side="EW")).why == ("The director takes from East–West 1 point: slow play",)
    assert rubber(adjusted(20, side="EW")).why == ("The director awards East–West 20 points: slow play",)


@pytest.mark.parametrize("field", ["board", "ns", "ew", "room", "round", "table"])
@pytest.mark.parametrize("report", [deal("1N", "N", 7), bid("1N", "N"), ("bridge.dealt", {}), honours("N", 100)])
def test_a_rubber_has_no_boards_pairs_rooms_rounds_or_tables(report: Report, field: str) -> None:
    where: Any = {"board": 1, "ns": "1", "ew": "2", "room": "open", "round": 1, "table": 1}[field]

    refused = refusal(rubber(deal("1S", "N", 7)), (report[0], report[1] | {field: where}))

    assert refused.violation.code == "event_invalid"
    assert f"/data/{field}" in refused.violation.detail


def test_totals_are_what_stands_above_and_below_and_what_a_director_gave() -> None:
    match = rubber(*NINE_DEALS, adjusted(-35, side="NS"))

    for name in ("NS", "EW"):
        column = side(match, name)
        assert column["total"] == column["above"] + column["below"] + column["adjusted"]
    assert side(match, "NS")["adjusted"] == -35


def test_the_game_of_a_deal_never_goes_back() -> None:
    numbers = [line["game"] for line in board(rubber(*NINE_DEALS))["deals"]]

    assert all(later - earlier in {0, 1} for earlier, later in pairwise(numbers))

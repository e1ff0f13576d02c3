"""Team matches by their rules: docs/games/bridge.md, "Teams" and "Victory points"."""

import json
from importlib.resources import files
from typing import Any

import pytest

from tests.cases import tell
from tests.domain.games.bridge.telling import code, flags, in_room, last, of, teams

TEAMS_MATCH = files("services.demo") / "4_teams.jsonl"
SWING = (in_room(1, "open", "4S N 10"), in_room(1, "closed", "4S N 9"))
"""Board 1: 420 in the open room, -50 in the closed one: 10 IMPs to home."""


def ruled(board: int, home: Any, away: Any, **more: Any) -> Any:
    return of("bridge.board_adjusted", board=board, award={"home": home, "away": away}, reason="ruling", **more)


def match(told: Any) -> Any:
    return last(told, "match")


def board(told: Any, number: int) -> Any:
    return next(row for row in match(told)["boards"] if row["board"] == number)


def imps(told: Any) -> tuple[str, str]:
    return match(told)["sides"]["home"]["imps"], match(told)["sides"]["away"]["imps"]


def vps(told: Any) -> tuple[Any, Any]:
    return match(told)["sides"]["home"]["vp"], match(told)["sides"]["away"]["vp"]


def test_imps_of_the_two_rooms_go_to_the_team_that_is_ahead() -> None:
    told = teams(*SWING, in_room(2, "open", "4S E 10"), in_room(2, "closed", "4S E 9"))

    assert board(told, 1) | {"imps": 10, "home_imps": "10", "away_imps": "-10"} == board(told, 1)
    assert board(told, 2) | {"imps": -10, "dealer": "E", "vulnerable": "NS"} == board(told, 2)
    assert imps(told) == ("10", "10")
    assert match(told)["why"] == [
        "Board 2, closed room: 4♠ by East, down 1, +50 to North–South.",
        "10 IMPs to away.",
    ]


def test_a_board_with_one_result_waits_for_the_other_room() -> None:
    told = teams(SWING[0])

    assert board(told, 1) | {"imps": None, "home_imps": None, "text": "One room is still to come."} == board(told, 1)
    assert board(told, 1)["open"]["status"] == "played"
    assert (
        board(told, 1)["closed"] | {"status": "waiting", "score": None, "text": "Waiting."} == board(told, 1)["closed"]
    )


def test_a_carry_over_may_be_fractional() -> None:
    told = teams(*SWING, carry_over={"home": "0", "away": "10.5"}, boards=8)

    assert imps(told) == ("10", "10.5")
    assert match(told)["sides"]["home"] | {"margin": "-0.5"} == match(told)["sides"]["home"]
    home, away = map(float, vps(told))
    assert 9.5 < home < 10 < away < 10.5
    assert home + away == 20


def test_victory_points_are_for_the_boards_agreed_else_for_those_scored() -> None:
    eight = teams(*SWING, boards=8)
    one = teams(*SWING)

    assert vps(eight) == ("13.78", "6.22")
    assert vps(one) == ("18.09", "1.91")
    assert vps(teams(SWING[0])) == (None, None)


@pytest.mark.parametrize(("scale", "home"), [("wbf-discrete", "14"), ("acbl20", "14"), ("acbl30", "24"), (None, None)])
def test_every_scale(scale: str | None, home: str | None) -> None:
    assert vps(teams(*SWING, boards=8, victory_points=scale))[0] == home


def test_board_a_match_counts_boards_won_and_halves() -> None:
    flat = [in_room(2, room, "1N S 7") for room in ("open", "closed")]
    told = teams(*SWING, *flat, victory_points="bam")

    assert vps(told) == ("1.5", "0.5")
    assert (board(told, 2)["home_won"], board(told, 2)["away_won"]) == ("0.5", "0.5")
    assert match(teams(*SWING, *flat, of("match.closed"), victory_points="bam"))["winner"] == "home"


def test_awards_at_board_a_match_are_shares_of_a_board() -> None:
    told = teams(*SWING, ruled(2, "A+", "A-"), ruled(3, "75%", "25%"), victory_points="bam")

    assert vps(told) == ("2.35", "0.65")
    assert code(teams(ruled(2, {"imps": 3}, {"imps": -3}), victory_points="bam")) == "event_invalid"


def test_an_award_for_the_board_takes_the_place_of_its_imps() -> None:
    told = teams(*SWING, ruled(1, "A+", "A-"))

    assert board(told, 1) | {"imps": 3, "award": {"home": "A+", "away": "A-"}} == board(told, 1)
    assert imps(told) == ("3", "0")
    assert match(told)["why"] == [
        "Board 1: the director awards A+ to home and A- to away: ruling",
        "3 IMPs to home.",
    ]


def test_average_plus_to_both_teams_is_counted_by_each() -> None:
    told = teams(ruled(1, "A+", "A+"), boards=8)

    assert board(told, 1) | {"imps": None, "home_imps": "3", "away_imps": "3"} == board(told, 1)
    assert imps(told) == ("3", "3")
    assert vps(told) == ("11.27", "11.27")
    assert match(told)["why"][1] == "The teams count it apart: 3 IMPs for home, 3 IMPs for away."


def test_average_minus_to_both_teams_is_lost_by_each() -> None:
    told = teams(ruled(1, "A-", "A-"))

    assert imps(told) == ("-3", "-3")


def test_fixed_imps_are_no_whole_number_of_one_board() -> None:
    told = teams(ruled(1, {"imps": "4.5"}, {"imps": "-4.5"}))

    assert board(told, 1) | {"imps": None, "home_imps": "4.5", "away_imps": "-4.5"} == board(told, 1)
    assert imps(told) == ("4.5", "0")
    assert board(told, 1)["text"].startswith("The director awards +4.5 IMPs to home")


def test_an_assigned_score_in_one_room_is_compared_with_the_other() -> None:
    told = teams(*SWING, ruled(1, {"score": 420}, {"score": 420}, room="closed"))

    assert board(told, 1)["imps"] == 0
    closed = board(told, 1)["closed"]
    assert (closed["score"], closed["contract"], closed["status"]) == (420, "4S", "adjusted")


def test_a_split_score_in_one_room_is_counted_apart() -> None:
    told = teams(*SWING, ruled(1, {"score": 420}, {"score": -50}, room="closed"))

    assert board(told, 1) | {"imps": None, "home_imps": "0", "away_imps": "-10"} == board(told, 1)
    assert board(told, 1)["closed"]["score"] is None
    assert imps(told) == ("0", "-10")


def test_a_weighted_score_is_the_mean_of_its_imps() -> None:
    weighted = {"score": [{"score": 420, "weight": "0.6"}, {"score": -50, "weight": "0.4"}]}
    told = teams(SWING[0], ruled(1, weighted, weighted, room="closed"))

    assert (board(told, 1)["imps"], board(told, 1)["home_imps"]) == (4, "4")


def test_an_average_in_one_room_is_the_boards() -> None:
    told = teams(SWING[0], ruled(1, "A-", "A+", room="closed"))

    assert board(told, 1)["imps"] == -3
    assert code(teams(ruled(1, "A-", "A+", room="closed"), ruled(1, "A+", "A-", room="open"))) == "already_reported"


def test_what_an_award_may_not_say() -> None:
    assert code(teams(ruled(1, {"score": 420}, {"score": 420}))) == "event_invalid"
    assert code(teams(ruled(1, "60%", "40%"))) == "event_invalid"
    assert (
        code(teams(of("bridge.board_adjusted", board=1, award={"NS": "A+", "EW": "A-"}, reason="r"))) == "event_invalid"
    )
    assert code(teams(ruled(1, {"score": 425}, {"score": 425}, room="open"))) == "result_invalid"
    assert code(teams(ruled(1, "A+", "A-"), ruled(1, "A+", "A-"))) == "already_reported"
    assert code(teams(ruled(1, "A+", "A-", room="open"), ruled(1, "A+", "A-", room="open"))) == "already_reported"


def test_points_for_a_side_of_the_match() -> None:
    given = of("match.adjusted", side="home", points=-3, reason="slow play")
    vp = of("match.adjusted", side="away", points="0.5", unit="vp", reason="redress")
    told = teams(*SWING, given, vp, boards=8)

    assert imps(told) == ("7", "0")
    assert vps(told) == ("12.77", "7.73")
    assert match(told)["why"] == ["The director awards away 0.5 victory points: redress"]


def test_what_an_adjustment_may_not_say() -> None:
    assert code(teams(of("match.adjusted", side="NS", points=1, reason="r"))) == "event_invalid"
    assert code(teams(of("match.adjusted", pair="home", points=1, reason="r"))) == "event_invalid"
    assert (
        code(teams(of("match.adjusted", side="home", points=1, unit="vp", reason="r"), victory_points=None))
        == "event_invalid"
    )


def test_teams_that_sit_alike_in_both_rooms_cannot_be_compared() -> None:
    told = teams(in_room(1, "open", "4S N 10", ns="home"), in_room(1, "closed", "4S N 9", ns="home", ew="away"))

    assert board(told, 1) | {"imps": None, "home_imps": None, "text": "There is nothing to compare."} == board(told, 1)
    assert flags(told, "match") == ["wrong_seating"]
    assert match(told)["flags"][0]["text"] == (
        "Board 1: home sat North–South in both rooms, so nothing can be compared."
    )


def test_teams_that_change_rooms_are_compared_the_other_way_round() -> None:
    told = teams(in_room(1, "open", "4S N 10", ns="away"), in_room(1, "closed", "4S N 9", ew="away"))

    assert board(told, 1)["imps"] == -10
    assert (board(told, 1)["open"]["ns"], board(told, 1)["closed"]["ns"]) == ("away", "home")
    assert flags(told, "match") == ["seats_exchanged"]


def test_a_board_not_played_at_one_table_has_no_imps() -> None:
    told = teams(SWING[0], of("bridge.board_not_played", board=1, room="closed", reason="no time"))

    assert board(told, 1) | {"imps": None, "text": "There is nothing to compare."} == board(told, 1)
    assert (
        board(told, 1)["closed"] | {"status": "not_played", "text": "Not played: no time"} == board(told, 1)["closed"]
    )


def test_a_substituted_board_keeps_the_match_going_until_it_is_in() -> None:
    skipped = of("bridge.board_not_played", board=2, reason="fouled")
    one = teams(*SWING, skipped, boards=2)
    two = teams(*SWING, skipped, in_room(27, "open", "Pass"), boards=2)
    three = teams(*SWING, skipped, in_room(27, "open", "Pass"), in_room(27, "closed", "Pass"), boards=2)

    assert [match(told)["status"] for told in (one, two, three)] == ["complete", "live", "complete"]
    assert board(one, 2) | {"text": "Not played: fouled", "imps": None} == board(one, 2)
    assert flags(three, "match") == []


def test_a_match_of_agreed_boards_is_complete_and_has_a_winner() -> None:
    told = teams(*SWING, boards=1)

    assert match(told) | {"status": "complete", "complete": True, "winner": "home"} == match(told)
    assert match(teams(*SWING))["winner"] is None
    assert match(teams(*SWING, of("match.closed")))["winner"] == "home"
    flat = [in_room(1, room, "Pass") for room in ("open", "closed")]
    assert match(teams(*flat, of("match.closed")))["winner"] is None


def test_a_match_says_how_many_boards_and_which_scale_are_agreed() -> None:
    assert match(teams()) | {"agreed": None, "scale": "wbf"} == match(teams())

    other = match(teams(boards=24, victory_points="bam"))
    assert (other["agreed"], other["scale"]) == (24, "bam")


def test_more_boards_than_agreed_are_taken_and_flagged() -> None:
    told = teams(*SWING, in_room(2, "open", "Pass"), in_room(2, "closed", "Pass"), boards=1)

    assert flags(told, "match") == ["more_boards"]


def test_a_board_out_of_sequence_is_flagged() -> None:
    told = teams(in_room(1, "open", "Pass"), in_room(3, "open", "Pass"), in_room(2, "open", "Pass"))

    assert flags(told, "match") == ["out_of_sequence"]
    assert match(told)["flags"][0] == {
        "code": "out_of_sequence",
        "text": "The open room reported board 2 after board 3.",
        "versions": [4],
    }


def test_the_same_contract_by_both_sides_is_flagged() -> None:
    assert flags(teams(in_room(1, "open", "4S N 10"), in_room(1, "closed", "4SX E 9")), "match") == ["both_sides"]
    assert flags(teams(in_room(1, "open", "4S N 10"), in_room(1, "closed", "4H E 9")), "match") == []
    assert flags(teams(in_room(1, "open", "4S N 10"), in_room(1, "closed", "Pass")), "match") == []


def test_victory_points_that_are_not_settled_are_flagged() -> None:
    unsettled = teams(boards=32, carry_over={"home": 34})
    assert flags(unsettled, "match") == ["scale_unsettled"]
    assert vps(unsettled) == ("15.76", "4.24")


def test_a_scale_that_does_not_reach_is_flagged() -> None:
    told = teams(*SWING, boards=24, victory_points="acbl30")

    assert (vps(told), flags(told, "match")) == ((None, None), ["no_victory_points"])


def test_the_same_room_reports_a_board_once() -> None:
    skip = of("bridge.board_not_played", board=1)

    assert code(teams(SWING[0], SWING[0])) == "already_reported"
    assert code(teams(SWING[0], skip)) == "already_reported"
    assert code(teams(skip, SWING[0])) == "already_reported"
    assert code(teams(skip, skip)) == "already_reported"
    assert code(teams(of("bridge.board_not_played", board=1, room="open"), skip)) == "already_reported"


def test_what_a_result_of_a_team_match_may_not_say() -> None:
    assert code(teams(of("bridge.deal_played", room="open", contract="Pass"))) == "event_invalid"
    assert code(teams(of("bridge.deal_played", board=1, contract="Pass"))) == "event_invalid"
    assert code(teams(in_room(1, "open", "Pass", ns="7"))) == "event_invalid"
    assert code(teams(in_room(1, "open", "Pass", ns="home", ew="home"))) == "event_invalid"
    assert code(teams(in_room(1, "open", "4S EW 9"))) == "event_invalid"
    assert code(teams(of("bridge.honours_claimed", seat="N", points=100))) == "event_invalid"
    assert (
        code(teams(of("bridge.board_fouled", board=1, groups=[[{"ns": "1", "ew": "2"}]], reason="r")))
        == "event_invalid"
    )


def test_a_team_that_gives_up_loses_and_nothing_more_is_played() -> None:
    told = teams(*SWING, of("match.forfeited", side="home"))

    assert match(told) | {"status": "complete", "winner": "away"} == match(told)
    assert match(told)["why"] == ["Home give the match up; away win it."]
    assert code(teams(of("match.forfeited", side="home"), SWING[0])) == "match_over"
    assert code(teams(of("match.forfeited", side="home"), of("match.forfeited", side="away"))) == "match_over"
    assert code(teams(of("match.forfeited", side="home"), ruled(1, "A+", "A-"))) is None


def test_players_are_named_by_room_and_seat() -> None:
    assert (
        code(teams(of("match.players_changed", players={"open.N": "a", "closed.W": ["b", "c"], "home": "t"}))) is None
    )
    assert code(teams(of("match.players_changed", players={"N": "a"}))) == "event_invalid"


def test_the_running_sheet_has_a_line_for_every_room() -> None:
    told = teams(SWING[1], SWING[0], ruled(2, "A+", "A-", room="open"))
    sheet = last(told, "hands")["hands"]

    assert [(row["version"], row["room"], row["score"]) for row in sheet] == [
        (2, "closed", -50),
        (3, "open", 420),
        (4, "open", None),
    ]


def test_sentences_say_what_each_report_did() -> None:
    assert match(teams(of("bridge.board_not_played", board=1, room="open", reason="late")))["why"] == [
        "Board 1, open room: not played: late"
    ]
    assert match(teams(*SWING, of("match.closed")))["why"] == ["The match is closed: home 10, away 0."]
    flat = [in_room(1, room, "Pass") for room in ("open", "closed")]
    assert match(teams(*flat))["why"][1] == "No swing."


def test_a_whole_match_from_the_table_of_events() -> None:
    events = [json.loads(text) for text in TEAMS_MATCH.read_text().splitlines()]
    told = tell(events, at=set())

    assert told.refused is None
    assert [row["imps"] for row in match(told)["boards"]] == [1, 10, 6, -13, 6, 3, 0, 1]
    # 27 won; 13 won, 2.5 carried over and 1 taken.
    assert imps(told) == ("27", "14.5")
    assert match(told) | {"status": "closed", "winner": "home"} == match(told)


def test_options_that_nobody_knows_are_refused() -> None:
    assert code(teams(victory_points="ebu")) == "event_invalid"
    assert code(teams(boards=True)) == "event_invalid"
    assert code(teams(carry_over={"home": "1e999999"})) == "event_invalid"

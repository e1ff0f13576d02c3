from typing import Any

import pytest

from domain.match import fold
from tests.domain.games.cribbage.table import Table, opened

A = "KS QS JS TS 2C 3C"
B = "KD QD JD TD 2D 3D"


def _at(a: int, b: int, **options: Any) -> Table:
    """A game with so many points pegged, about to be dealt."""
    table = opened(**options)
    for seat, points in (("A", a), ("B", b)):
        if points:
            table.pegs(seat, points, "other")
    return table


def _cut(table: Table, starter: str = "9H") -> Table:
    return table.dealt("B", A=A, B=B).away(A="2C 3C", B="2D 3D").cut(starter)


def _game(table: Table) -> dict[str, Any]:
    return table.boards()["game"]


def test_points_move_the_front_peg_and_leave_the_back_one() -> None:
    table = opened().pegs("A", 4).pegs("A", 3)
    assert _game(table)["seats"] == {"A": {"score": 7, "front": 7, "back": 4}, "B": {"score": 0, "front": 0, "back": 0}}
    assert _game(table.pegs("A", 0))["seats"]["A"] == {"score": 7, "front": 7, "back": 4}


def test_one_card_is_one_leap() -> None:
    table = _cut(_at(10, 20)).play("A KS, B KD")
    assert _game(table)["seats"]["B"] == {"score": 22, "front": 22, "back": 20}


def test_the_game_is_over_at_the_target_and_not_before() -> None:
    assert not _game(_at(120, 120))["complete"]

    board = _game(_at(120, 100).pegs("A", 1))
    assert (board["complete"], board["winner"], board["kind"], board["status"]) == (True, "A", "normal", "complete")


def test_the_peg_stops_in_the_game_hole() -> None:
    table = _at(0, 118).pegs("B", 8, "hand")

    assert table.awards()[-1] == (table.last, "B", "hand", 8, 3)
    assert _game(table)["seats"]["B"] == {"score": 121, "front": 121, "back": 118}
    assert table.boards()["match"]["seats"]["B"]["spread"] == 121


def test_the_dealer_wins_by_his_heels_before_a_card_is_laid() -> None:
    table = _cut(_at(100, 119), "JH")

    assert _game(table)["winner"] == "B"
    assert table.boards()["deal"]["street"] == "over"
    assert table.play("A KS").refused() == "match_over"


def test_the_game_stops_in_the_play_whatever_the_hands_hold() -> None:
    table = _cut(_at(120, 119)).play("A KS, B KD")

    assert (_game(table)["winner"], table.scores()) == ("B", {"A": 120, "B": 121})
    assert table.play("A QS").refused() == "match_over"


def test_the_point_for_go_wins() -> None:
    table = _cut(_at(120, 100)).play("A KS, B KD, A QS, B go")

    assert _game(table)["winner"] == "A"
    assert table.play("B QD").refused() == "match_over"


def test_points_of_one_card_are_all_told_but_pegged_to_the_hole() -> None:
    table = opened().dealt("B").cut("9H").pegs("A", 120, "other").play("A 4C, B 5C, A 6C")

    assert table.awards()[-2:] == [(table.last, "A", "fifteen", 2, 1), (table.last, "A", "run3", 3, 0)]


def test_the_last_card_is_not_paid_after_the_game_was_won_with_it() -> None:
    played = "A KS, B KD, A QS, B go, B QD, A JS, B JD, A go, A TS, B TD"
    table = _cut(_at(100, 114)).play(played)

    assert table.awards()[-1] == (table.last, "B", "pair", 2, 2)
    assert _game(table)["winner"] == "B"


def test_pone_counts_out_before_the_dealer() -> None:
    played = "A KS, B KD, A QS, B go, B QD, A JS, B JD, A go, A TS, B TD"
    table = _cut(_at(112, 112)).play(played).show("A", "KS QS JS TS")

    assert (_game(table)["winner"], table.scores()) == ("A", {"A": 121, "B": 120})
    assert table.show("B", "KD QD JD TD").refused() == "match_over"


def test_the_dealers_hand_wins_before_the_crib() -> None:
    played = "A KS, B KD, A QS, B go, B QD, A JS, B JD, A go, A TS, B TD"
    table = _cut(_at(0, 112)).play(played).show("A", "KS QS JS TS").show("B", "KD QD JD TD")

    assert _game(table)["winner"] == "B"
    assert table.show("B", "2C 3C 2D 3D", crib=True).refused() == "match_over"


@pytest.mark.parametrize(
    ("loser", "kind"),
    [(120, "normal"), (91, "normal"), (90, "skunk"), (61, "skunk"), (60, "double_skunk"), (0, "double_skunk")],
)
def test_skunk_at_90_or_less_and_double_at_60_or_less(loser: int, kind: str) -> None:
    assert _game(_at(loser, 120).pegs("B", 1))["kind"] == kind


@pytest.mark.parametrize(
    ("table", "normal", "skunk", "double"),
    [("acc", 2, 3, 3), ("long", 3, 4, 4), ("free", 1, 2, 3), ("four", 1, 2, 4), ("234", 2, 3, 4)],
)
def test_match_points_by_their_tables(table: str, normal: int, skunk: int, double: int) -> None:
    for loser, points in ((100, normal), (80, skunk), (40, double)):
        seats = _at(loser, 120, match_points=table).pegs("B", 1).boards()["match"]["seats"]
        assert (seats["A"]["match_points"], seats["B"]["match_points"]) == (0, points)


def test_skunk_lines_can_be_drawn_elsewhere_and_left_out() -> None:
    assert _game(_at(80, 120, skunk_below=80).pegs("B", 1))["kind"] == "normal"
    assert _game(_at(10, 120, double_skunk_below=0).pegs("B", 1))["kind"] == "skunk"


@pytest.mark.parametrize(("loser", "kind"), [(30, "skunk"), (31, "normal"), (0, "skunk")])
def test_in_a_game_of_61_the_lurch_is_below_31(loser: int, kind: str) -> None:
    assert _game(_at(loser, 60, target=61).pegs("B", 1))["kind"] == kind


def test_skunk_lines_follow_the_target_unless_they_are_said() -> None:
    assert opened(target=181).tell().match.opened.options["skunk_below"] == 151
    assert opened(target=181).tell().match.opened.options["double_skunk_below"] == 121
    assert opened(target=61).tell().match.opened.options["double_skunk_below"] == 0
    assert opened(target=20).tell().match.opened.options["skunk_below"] == 0
    assert opened(target=61, skunk_below=40).tell().match.opened.options["skunk_below"] == 40
    assert opened().tell().match.opened.options == {
        "target": 121,
        "players": 2,
        "rules": "acc",
        "run_values": None,
        "muggins": False,
        "skunk_below": 91,
        "double_skunk_below": 61,
        "match_points": "acc",
        "games": 1,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"target": 1},
        {"target": True},
        {"target": "121"},
        {"players": 5},
        {"players": 1},
        {"rules": "house"},
        {"run_values": {"2": 2}},
        {"run_values": {"14": 2}},
        {"run_values": {"3": -1}},
        {"match_points": "five"},
        {"games": 0},
        {"muggins": 1},
        {"skunk": 91},
    ],
)
def test_options_that_nobody_plays_are_refused(options: dict[str, Any]) -> None:
    assert opened(**options).refused() == "event_invalid"


def test_the_show_is_counted_by_the_agreed_rules() -> None:
    table = opened(rules="seed-house").dealt("B").cut("8H").show("A", "3S 4S 5S 6S")
    assert table.scores()["A"] == 4 + 6
    table = opened(run_values={"4": 10}).dealt("B").cut("8H").show("A", "3S 4S 5S 6S")
    assert table.scores()["A"] == 4 + 10 + 4


def test_a_series_goes_on_to_the_next_game() -> None:
    table = _at(100, 120, games=2).pegs("B", 1)
    assert table.boards()["game"]["complete"]
    assert table.boards()["match"]["status"] == "live"
    assert table.boards()["match"]["seats"]["B"] == {"games": 1, "match_points": 2, "spread": 21}

    table.pegs("A", 4)
    assert table.scores() == {"A": 4, "B": 0}
    assert _game(table)["number"] == 2

    table.pegs("B", 121, "other")
    assert table.boards()["match"]["complete"]
    assert table.boards()["match"]["winner"] == "B"
    assert [game["winner"] for game in table.boards()["match"]["games"]] == ["B", "B"]
    assert table.pegs("A", 2).refused() == "match_over"


def test_no_card_follows_a_won_game_of_a_series_but_the_next_deal() -> None:
    assert _cut(_at(100, 119, games=2), "JH").play("A KS").refused() == "deal_over"
    assert _cut(_at(100, 119, games=2), "JH").dealt().boards()["deal"]["dealer"] == "A"
    assert _cut(_at(100, 119, games=2), "JH").dealt("B").boards()["deal"]["dealer"] == "B"


def test_first_deals_go_round_from_game_to_game() -> None:
    table = opened(games=3).dealt("B").pegs("A", 121, "other")
    assert table.boards()["match"]["dealer"] == "A"
    table.dealt().pegs("B", 121, "other").dealt()
    assert table.boards()["deal"]["dealer"] == "B"


def test_the_sheet_keeps_the_deals_of_earlier_games() -> None:
    table = _cut(_at(100, 119, games=2), "JH").dealt().pegs("A", 5, "other")
    first, second = table.boards()["hands"]["hands"]

    assert (first["game"], first["seats"]["B"]["beside"], first["seats"]["B"]["score"]) == (1, 2, 121)
    assert (second["game"], second["seats"]["A"]["beside"], second["seats"]["A"]["score"]) == (2, 5, 5)


def test_a_card_that_reports_games_only() -> None:
    table = opened(games=2).add("game_scored", winner="A", loser_score=85)
    assert _game(table)["kind"] == "skunk"
    assert table.scores() == {"A": 121, "B": 85}
    assert table.boards()["match"]["seats"] == {
        "A": {"games": 1, "match_points": 3, "spread": 36},
        "B": {"games": 0, "match_points": 0, "spread": -36},
    }

    table.add("game_scored", winner="B", loser_score=120).add("game_scored", winner="B", loser_score=60)
    assert table.boards()["match"]["winner"] == "B"
    assert [game["kind"] for game in table.boards()["match"]["games"]] == ["skunk", "normal", "double_skunk"]
    assert table.add("game_scored", winner="B", loser_score=60).refused() == "match_over"


def test_a_game_is_reported_whole_or_in_points() -> None:
    assert opened().add("game_scored", winner="A", loser_score=121).refused() == "event_invalid"
    assert opened().pegs("A", 2).add("game_scored", winner="A", loser_score=85).refused() == "already_reported"
    assert opened().dealt().add("game_scored", winner="A", loser_score=85).refused() == "deal_in_progress"
    assert opened(players=3).add("game_scored", winner="A", loser_score=85).refused() == "event_invalid"
    assert opened().add("game_scored", winner="C", loser_score=85).refused() == "event_invalid"
    assert opened(players=4).add("game_scored", winner="D", loser_score=85).scores() == {
        "A": 85,
        "B": 121,
        "C": 85,
        "D": 121,
    }


def test_four_play_as_partners_with_one_score() -> None:
    table = opened(players=4).pegs("A", 5).pegs("C", 3).pegs("D", 2)
    assert table.scores() == {"A": 8, "B": 2, "C": 8, "D": 2}

    table.pegs("C", 120, "other")
    assert _game(table)["winner"] == "A+C"
    assert table.boards()["match"]["seats"]["A"] == table.boards()["match"]["seats"]["C"]
    assert table.boards()["match"]["seats"]["B"]["spread"] == -119


def test_of_three_nobody_is_skunked_and_spreads_sum_to_nothing() -> None:
    table = opened(players=3).pegs("A", 40, "other").pegs("B", 100, "other").pegs("C", 121, "other")
    seats = table.boards()["match"]["seats"]

    assert _game(table)["kind"] == "normal"
    assert {seat: column["spread"] for seat, column in seats.items()} == {"A": -81, "B": -21, "C": 102}
    assert {seat: column["match_points"] for seat, column in seats.items()} == {"A": 0, "B": 0, "C": 2}


def test_a_penalty_takes_points_back() -> None:
    table = _at(51, 20).add("match.adjusted", seat="A", points=-15, reason="false claim of game")

    assert _game(table)["seats"]["A"] == {"score": 36, "front": 36, "back": 36}
    assert table.boards()["game"]["why"] == ["The director takes from A 15 points: false claim of game"]
    assert table.pegs("A", 2).scores()["A"] == 38


def test_no_peg_goes_back_behind_the_start() -> None:
    table = _at(10, 20).add("match.adjusted", seat="A", points=-15, reason="false claim of game")

    assert table.awards()[-1] == (table.last, "A", "adjusted", -15, -10)
    assert "10 pegged" in table.boards()["game"]["why"][0]


def test_an_award_can_win_the_game() -> None:
    table = _at(51, 118).add("match.adjusted", seat="B", points=3, reason="overclaim")

    assert _game(table)["winner"] == "B"
    assert "B wins game 1, 121 to 51, a double skunk: 3 match points." in _game(table)["why"]


def test_a_penalty_after_the_end_takes_the_game_back() -> None:
    table = _at(51, 121).add("match.adjusted", seat="B", points=-15, reason="false claim of game")

    assert not _game(table)["complete"]
    assert table.boards()["match"]["seats"]["B"]["games"] == 0
    assert table.pegs("A", 2).scores() == {"A": 53, "B": 106}


def test_an_award_after_the_end_does_not_win_a_game_that_was_won() -> None:
    table = _at(119, 121).add("match.adjusted", seat="A", points=5, reason="award")

    assert table.scores() == {"A": 120, "B": 121}
    assert _game(table)["winner"] == "B"
    assert table.boards()["match"]["games"][0]["version"] == table.last - 1


@pytest.mark.parametrize(
    "adjusted",
    [
        {"side": "NS", "points": 2},
        {"pair": "A", "points": 2},
        {"seat": "A", "points": "2.5"},
        {"seat": "A", "points": 2, "unit": "imps"},
        {"seat": "C", "points": 2},
    ],
)
def test_adjustments_that_fit_no_cribbage_table_are_refused(adjusted: dict[str, Any]) -> None:
    assert opened().add("match.adjusted", **adjusted, reason="so").refused() == "event_invalid"


def test_partners_are_adjusted_by_their_side_or_a_seat() -> None:
    for unit in ({"side": "B+D"}, {"side": "BD"}, {"seat": "D"}):
        table = opened(players=4).add("match.adjusted", **unit, points=4, reason="award")
        assert table.scores() == {"A": 0, "B": 4, "C": 0, "D": 4}


def test_who_gives_up_loses_the_match() -> None:
    table = _at(50, 60).add("match.forfeited", seat="B")
    assert table.boards()["match"]["winner"] == "A"
    assert table.boards()["match"]["status"] == "complete"
    assert table.boards()["game"]["winner"] == "A"
    assert table.pegs("A", 1).refused() == "match_over"

    assert _at(1, 2).add("match.forfeited", seat="B").add("match.forfeited", seat="A").refused() == "match_over"
    assert opened(players=3).add("match.forfeited", seat="B").boards()["match"]["winner"] is None


def test_a_closed_match_takes_no_more_points() -> None:
    table = _at(50, 60).add("match.closed")
    assert table.boards()["game"]["status"] == "closed"
    assert table.boards()["game"]["winner"] is None
    assert table.pegs("A", 1).refused() == "match_over"


def test_players_sit_at_the_seats_of_the_table() -> None:
    def at(seated: dict[str, Any], number: int = 2) -> Table:
        return Table().add("match.opened", game="cribbage", options={"players": number}, players=seated)

    assert at({"A": "p1", "B": "p2"}).boards()["game"]["players"] == {"A": "p1", "B": "p2"}
    assert at({"C": "p1"}).refused() == "event_invalid"
    assert at({"A+C": ["p1", "p3"]}, 4).boards()["game"]["players"] == {"A+C": ["p1", "p3"]}
    assert opened().add("match.players_changed", players={"B": "p9"}).boards()["game"]["players"] == {"B": "p9"}
    assert opened().add("match.players_changed", players={"N": "p9"}).refused() == "event_invalid"


def test_a_board_is_the_same_after_a_replay() -> None:
    told = _cut(_at(100, 119, games=2), "JH").dealt().tell()

    assert fold(told.facts).state == told.match.state

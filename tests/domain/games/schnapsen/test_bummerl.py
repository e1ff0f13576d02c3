import json
from pathlib import Path
from typing import Any

import pytest

from domain.match import Match
from tests.schnapsen_table import Table, cards


def scored(table: Table, *deals: str) -> Table:
    """Bare results: `A3` for three game points to A, `-` for a drawn deal."""
    for deal in deals:
        winner, worth = (None, 0) if deal == "-" else (deal[0], int(deal[1]))
        table.tell("schnapsen.deal_scored", winner=winner, game_points=worth)
    return table


def slate(table: Table) -> dict[str, tuple[int, int, int]]:
    seats = table.board("match")["seats"]
    return {seat: (told["score"], told["to_win"], told["bummerls"]) for seat, told in seats.items()}


def match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def test_schnapsen_runs_from_seven_down() -> None:
    assert slate(scored(Table(), "A3", "B2")) == {"A": (4, 4, 0), "B": (5, 5, 0)}


def test_sixtysix_runs_from_nought_up() -> None:
    assert slate(scored(Table("sixtysix"), "A3", "B2")) == {"A": (3, 4, 0), "B": (2, 5, 0)}


def test_passing_the_target_wins_and_to_win_stops_at_nought() -> None:
    table = scored(Table(), "A3", "B1", "A3", "A3")
    up = scored(Table("sixtysix"), "A3", "B1", "A3", "A3")

    assert slate(table)["A"] == (-2, 0, 1)
    assert slate(up)["A"] == (9, 0, 1)
    assert table.board("match")["winner"] == "A"
    assert match(table).status == "complete"


def test_six_is_not_seven() -> None:
    table = scored(Table(), "A3", "A3")

    assert table.board("match")["winner"] is None
    assert scored(table, "A1").board("match")["winner"] == "A"


def test_nothing_is_played_after_the_bummerl() -> None:
    table = scored(Table(), "A3", "A3", "A3")

    assert table.code("schnapsen.deal_scored", winner="B", game_points=1) == "match_over"
    assert table.code("schnapsen.dealt") == "match_over"
    assert table.code("schnapsen.sixty_six_claimed", seat="A") == "match_over"
    assert table.code("schnapsen.card_played", seat="A", card="AS") == "match_over"
    assert table.code("match.forfeited", seat="A") == "match_over"
    assert table.code("match.players_changed", players={"A": "x"}) == "match_over"
    assert table.code("match.closed") is None
    assert table.code("schnapsen.dealt") == "match_over"


def test_dealer_alternates_in_schnapsen() -> None:
    table = Table()
    dealers = [scored(table, deal).board("match")["dealer"] for deal in ("A1", "A1", "B1")]

    assert dealers == ["B", "A", "B"]


def test_winner_deals_in_sixtysix_and_a_drawn_deal_leaves_the_dealer() -> None:
    table = Table("sixtysix")
    dealers = [scored(table, deal).board("match")["dealer"] for deal in ("A1", "B2", "-", "B1", "A1")]

    assert dealers == ["A", "B", "B", "B", "A"]


def test_first_dealer_is_free_and_a_unless_told() -> None:
    assert Table().board("match")["dealer"] == "A"
    assert Table().tell("schnapsen.dealt").board("deal")["dealer"] == "A"
    table = Table().tell("schnapsen.deal_scored", winner="A", game_points=1, dealer="B")
    assert table.board("match")["dealer"] == "A"
    assert Table().tell("schnapsen.dealt", dealer="B").board("deal")["leader"] == "A"


def test_dealer_that_does_not_follow_is_refused() -> None:
    table = scored(Table(), "A1")

    assert table.code("schnapsen.dealt", dealer="A") == "deal_invalid"
    assert table.code("schnapsen.deal_scored", winner="A", game_points=1, dealer="A") == "deal_invalid"
    assert table.code("schnapsen.dealt", dealer="B") is None


def test_drawn_deals_carry_a_point_to_the_next_winner_where_agreed() -> None:
    table = scored(Table("sixtysix", {"tie_carry": True}), "-", "-")
    assert table.board("match")["drawn_waiting"] == 2
    assert [(deal["number"], deal["carried"]) for deal in table.board("match")["deals"]] == [(1, 0), (2, 0)]

    scored(table, "B1")

    assert slate(table)["B"] == (3, 4, 0)
    line = table.board("match")["deals"][-1]
    assert (line["game_points"], line["carried"]) == (1, 2)
    assert line["breakdown"][-1] == {"for": "2 drawn deals before", "game_points": 2}
    assert table.board("hands")["hands"][-1]["game_points"] == 3
    assert table.board("hands")["hands"][-1]["text"] == (
        "B wins 3 game points (result only): as reported, and 2 for 2 drawn deals before."
    )
    assert "2 drawn deals before add 2." in match(table).why[1]
    assert slate(scored(table, "B1"))["B"] == (4, 3, 0)


def test_drawn_deals_carry_nothing_by_default() -> None:
    table = scored(Table("sixtysix"), "-", "B1")

    assert slate(table)["B"] == (1, 6, 0)
    assert table.board("match")["drawn_waiting"] == 0


def test_misdeal_is_no_drawn_deal() -> None:
    table = Table("sixtysix", {"tie_carry": True}).tell("schnapsen.dealt")
    table.tell("schnapsen.deal_awarded", how="misdeal")

    assert table.board("match")["drawn_waiting"] == 0
    assert slate(scored(table, "B1"))["B"] == (1, 6, 0)


def test_series_begins_the_next_bummerl_with_its_first_deal() -> None:
    table = scored(Table(options={"bummerls": 2}), "A3", "B1", "A3", "A1")
    assert slate(table) == {"A": (0, 0, 1), "B": (6, 6, 0)}
    assert table.board("match")["complete"] is False
    assert table.board("match")["bummerl_winner"] == "A"

    table.tell("schnapsen.dealt")
    assert slate(table) == {"A": (7, 7, 1), "B": (7, 7, 0)}
    table.tell("schnapsen.deal_awarded", how="conceded", winner="B", game_points=3)
    assert slate(scored(table, "A3", "A3", "A1")) == {"A": (0, 0, 2), "B": (4, 4, 0)}
    assert table.board("match")["winner"] == "A"
    assert [deal["bummerl"] for deal in table.board("match")["deals"]] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert match(table).why[-1] == "A wins the Bummerl by 7 to 3. The match is over."


def test_bummerl_of_seven_to_nothing_counts_double_where_agreed() -> None:
    double = scored(Table(options={"bummerls": 2, "schneider_double": True}), "A3", "A3", "A1")
    single = scored(Table(options={"bummerls": 2}), "A3", "A3", "A1")
    saved = scored(Table(options={"bummerls": 2, "schneider_double": True}), "A3", "A3", "B1", "A1")

    assert (double.board("match")["bummerl_value"], double.board("match")["winner"]) == (2, "A")
    assert "counts double" in match(double).why[-1]
    assert (single.board("match")["bummerl_value"], single.board("match")["winner"]) == (1, None)
    assert (saved.board("match")["bummerl_value"], saved.board("match")["winner"]) == (1, None)


def test_match_may_mix_results_and_deals_played() -> None:
    table = scored(Table(), "A2").tell("schnapsen.dealt", turn_up="KH", hands={"A": cards("AS TS AC TC AD")})
    table.play("A#", "AS JS", "TS QS", "AC JC", "TC KC", "AD JD", "A!")

    assert [(deal["winner"], deal["how"]) for deal in table.board("match")["deals"]] == [
        ("A", None),
        ("A", "closed_out"),
    ]
    assert slate(table) == {"A": (2, 2, 0), "B": (7, 7, 0)}
    assert [line["trump"] for line in table.board("hands")["hands"]] == [None, "H"]
    assert [line["A"] for line in table.board("hands")["hands"]] == [5, 2]


def test_result_board_follows_a_bare_result() -> None:
    table = Table()
    assert table.board("deal")["result"] is None

    table.tell("schnapsen.deal_scored", winner="A", game_points=2, how="claim")

    result = table.board("deal")["result"]
    assert (result["how"], result["winner"], result["game_points"], result["points"]) == ("claim", "A", 2, None)
    assert result["text"] == "A wins 2 game points (claim): as reported."


@pytest.mark.parametrize(
    ("game", "data", "code"),
    [
        ("schnapsen", {"winner": None, "game_points": 0}, "result_invalid"),
        ("sixtysix", {"winner": None, "game_points": 0}, None),
        ("sixtysix", {"winner": None, "game_points": 0, "how": "drawn"}, None),
        ("sixtysix", {"winner": None, "game_points": 1}, "result_invalid"),
        ("sixtysix", {"winner": "A", "game_points": 1, "how": "drawn"}, "result_invalid"),
        ("sixtysix", {"winner": None, "game_points": 0, "how": "claim"}, "result_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 0}, "result_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 4}, "result_invalid"),
        ("schnapsen", {"winner": "A", "game_points": True}, "event_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 1.0}, "event_invalid"),
        ("schnapsen", {"winner": "C", "game_points": 1}, "event_invalid"),
        ("schnapsen", {"game_points": 1}, "event_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 1, "how": "misdeal"}, "result_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 1, "how": "failed_close"}, "result_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 2, "how": "last_trick"}, "result_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 1, "how": "higher_total"}, "result_invalid"),
        ("schnapsen", {"winner": "A", "game_points": 3, "how": "beat_closer"}, None),
        ("sixtysix", {"winner": "A", "game_points": 3, "how": "beat_closer"}, "result_invalid"),
        ("sixtysix", {"winner": "A", "game_points": 1, "how": "conceded"}, None),
    ],
)
def test_bare_result_must_be_possible(game: str, data: dict[str, Any], code: str | None) -> None:
    assert Table(game).code("schnapsen.deal_scored", **data) == code


def test_director_moves_the_slate_in_game_points_won() -> None:
    table = scored(Table(), "A3").tell("match.adjusted", seat="B", points=2, reason="late start")
    assert slate(table) == {"A": (4, 4, 0), "B": (5, 5, 0)}
    assert match(table).why[0] == "The director awards B 2 game points: late start"

    table.tell("match.adjusted", side="A", points=-1, reason="marker")
    assert slate(table)["A"] == (5, 5, 0)
    assert match(table).why[0] == "The director takes 1 game point from A: marker"
    up = Table("sixtysix").tell("match.adjusted", seat="A", points=2, reason="late start")
    assert slate(up)["A"] == (2, 5, 0)


def test_director_s_points_may_win_the_bummerl_and_take_it_back() -> None:
    table = scored(Table(), "A3", "B3", "A3").tell("match.adjusted", seat="A", points=1, reason="appeal")
    assert table.board("match")["winner"] == "A"

    table.tell("match.adjusted", seat="B", points=4, reason="appeal")
    assert table.board("match")["winner"] == "A"

    table.tell("match.adjusted", seat="A", points=-1, reason="appeal")
    assert table.board("match")["winner"] == "B"

    table.tell("match.adjusted", seat="A", points=1, reason="appeal")
    assert table.board("match")["winner"] == "B"


@pytest.mark.parametrize(
    "data",
    [
        {"seat": "C", "points": 1},
        {"pair": "A", "points": 1},
        {"seat": "A", "points": "0.5"},
        {"seat": "A", "points": 1, "unit": "vp"},
        {"points": 1},
    ],
)
def test_adjustment_that_makes_no_sense_is_refused(data: dict[str, Any]) -> None:
    assert Table().code("match.adjusted", reason="no", **data) == "event_invalid"


def test_match_given_up_is_the_other_s() -> None:
    table = scored(Table(), "A3").tell("schnapsen.dealt").tell("match.forfeited", seat="A")

    assert (table.board("match")["winner"], table.board("match")["complete"]) == ("B", True)
    assert match(table).why == ("A gives the match up: B wins it.",)
    assert match(table).game.sealed(table.state) == frozenset()
    assert Table().code("match.forfeited", pair="A") == "event_invalid"


def test_closed_match_says_how_it_stands() -> None:
    unfinished = scored(Table(), "A3").tell("schnapsen.dealt").tell("match.closed")
    finished = scored(Table(), "A3", "A3", "A3").tell("match.closed")

    assert match(unfinished).why == ("The match is closed unfinished. A needs 4, B needs 7.",)
    assert unfinished.board("match")["winner"] is None
    assert match(unfinished).game.sealed(unfinished.state) == frozenset()
    assert match(finished).why == ("The match is closed.",)


def test_players_sit_at_a_and_b() -> None:
    table = Table().tell("match.players_changed", players={"A": "p1"})

    assert match(table).players == {"A": "p1"}
    assert table.code("match.players_changed", players={"N": "p1"}) == "event_invalid"
    fresh = Table.__new__(Table)
    fresh.match, fresh.facts, fresh.events = None, [], []
    assert fresh.code("match.opened", game="schnapsen", players={"N": "p1"}) == "event_invalid"


@pytest.mark.parametrize(
    "options",
    [
        {"min_talon_to_close": 1},
        {"min_talon_to_close": 13},
        {"bummerls": 0},
        {"bummerls": True},
        {"tie_carry": 1},
        {"false_claim": "none"},
        {"target": 9},
    ],
)
def test_option_that_makes_no_sense_is_refused(options: dict[str, Any]) -> None:
    fresh = Table.__new__(Table)
    fresh.match, fresh.facts, fresh.events = None, [], []

    assert fresh.code("match.opened", game="schnapsen", options=options) == "event_invalid"


def test_options_are_pinned_whole() -> None:
    assert match(Table()).opened.options == {
        "min_talon_to_close": 2,
        "min_talon_to_exchange": 2,
        "exchange_needs_trick": None,
        "closer_false_claim": "failed_close",
        "false_claim": "pagat",
        "tie_carry": False,
        "schneider_double": False,
        "bummerls": 1,
    }


def test_bummerl_of_the_table_ends_as_it_was_played() -> None:
    lines = (Path(__file__).parents[3] / "tables" / "bummerl.jsonl").read_text().splitlines()
    table = Table.__new__(Table)
    table.match, table.facts, table.events = None, [], []

    for line in lines:
        event = json.loads(line)
        table.tell(event["type"], **event["data"])

    assert match(table).status == "complete"
    assert slate(table) == {"A": (0, 0, 1), "B": (1, 1, 0)}
    assert [deal["how"] for deal in table.board("match")["deals"]] == [
        "claim",
        "closed_out",
        "claim",
        "false_claim",
        "failed_close",
        "claim",
        "beat_closer",
    ]

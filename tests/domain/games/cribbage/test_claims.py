from typing import Any

import pytest

from tests.domain.games.cribbage.table import Table, opened

A = "KS QS JS TS 2C 3C"
B = "KD QD JD TD 2D 3D"
PLAY = "A KS, B KD, A QS, B go, B QD, A JS, B JD, A go, A TS, B TD"
PLAYED = {"A": 1, "B": 8}


def _played(**options: Any) -> Table:
    return opened(**options).dealt("B", A=A, B=B).away(A="2C 3C", B="2D 3D").cut("9H").play(PLAY)


def _claimed(points: int, **options: Any) -> Table:
    """A's hand of nine, counted as so many."""
    return _played(**options).show("A", "KS QS JS TS", points)


def test_a_right_claim_is_pegged() -> None:
    table = _claimed(9)
    assert table.scores()["A"] == 10
    assert table.boards()["game"]["flags"] == []


def test_underpegging_stands() -> None:
    table = _claimed(6)

    assert table.scores()["A"] == 7
    assert table.awards()[-2:] == [(table.last, "A", "runs", 5, 5), (table.last, "A", "flush", 4, 1)]
    assert table.boards()["game"]["flags"][0]["code"] == "underpegged"
    assert table.boards()["game"]["flags"][0]["text"] == "A claimed 6 for the hand, which counts 9: 6 are pegged."
    assert table.boards()["deal"]["shows"][0]["claimed"] == 6


def test_a_claim_of_nothing_pegs_nothing() -> None:
    assert _claimed(0).scores()["A"] == 1


def test_nineteen_is_said_for_nothing() -> None:
    assert _claimed(19).scores()["A"] == 1
    assert _claimed(19).boards()["game"]["findings"] == []


def test_overpegging_is_set_right_and_found() -> None:
    table = _claimed(12)

    assert table.scores()["A"] == 10
    finding = table.boards()["game"]["findings"][0]
    assert (finding["code"], finding["versions"]) == ("overclaimed", [table.last])
    assert finding["text"] == "A claimed 12 for the hand, which counts 9: 9 are pegged."


def test_a_crib_is_claimed_like_a_hand() -> None:
    table = _claimed(9).show("B", "KD QD JD TD").show("B", "2C 3C 2D 3D", 4, crib=True)
    assert table.scores()["B"] == 8 + 9 + 4


def test_muggins_takes_what_was_overlooked() -> None:
    table = _claimed(6, muggins=True).add("muggins_called", seat="B", points=3)

    assert table.scores() == {"A": 7, "B": 11}
    assert table.awards()[-1] == (table.last, "B", "muggins", 3, 3)
    assert table.show("B", "KD QD JD TD").scores() == {"A": 7, "B": 20}


def test_muggins_for_less_takes_less() -> None:
    assert _claimed(6, muggins=True).add("muggins_called", seat="B", points=1).scores() == {"A": 7, "B": 9}


def test_a_wrong_call_pays_the_other_side() -> None:
    assert _claimed(9, muggins=True).add("muggins_called", seat="B", points=2).scores() == {"A": 12, "B": 8}

    table = _claimed(6, muggins=True).add("muggins_called", seat="B", points=5)
    assert table.scores() == {"A": 9, "B": 11}
    assert [award[1:] for award in table.awards()[-2:]] == [("B", "muggins", 3, 3), ("A", "wrong_muggins", 2, 2)]


def test_in_the_play_a_call_says_that_the_points_were_overlooked() -> None:
    table = opened(muggins=True).dealt("B").cut("9H").pegs("B", 10, "other").play("A KS, B KD")
    assert table.scores() == {"A": 0, "B": 12}

    table.add("muggins_called", seat="A", points=2)
    assert table.scores() == {"A": 2, "B": 10}
    assert [award[1:] for award in table.awards()[-2:]] == [("B", "overlooked", -2, -2), ("A", "muggins", 2, 2)]


def test_muggins_is_called_once_and_of_the_latest_count() -> None:
    table = _claimed(6, muggins=True).add("muggins_called", seat="B", points=1)
    assert table.add("muggins_called", seat="B", points=1).refused() == "no_muggins"

    table = _claimed(6, muggins=True).show("B", "KD QD JD TD")
    assert table.add("muggins_called", seat="B", points=3).refused() == "cannot_claim"
    assert opened(muggins=True).add("muggins_called", seat="B", points=3).refused() == "no_muggins"


def test_muggins_is_not_called_of_heels_nor_of_ones_own_side() -> None:
    heels = opened(muggins=True).dealt("B").cut("JH")
    assert heels.add("muggins_called", seat="A", points=2).refused() == "no_muggins"

    own = opened(muggins=True, players=4).dealt("D").cut("9H").play("A KS, B KD")
    assert own.add("muggins_called", seat="D", points=2).refused() == "cannot_claim"


def test_without_the_option_there_is_no_muggins() -> None:
    assert _claimed(6).add("muggins_called", seat="B", points=3).refused() == "no_muggins"
    assert _claimed(6, muggins=True).add("muggins_called", seat="C", points=3).refused() == "event_invalid"


def test_muggins_can_win_and_the_game_stops_there() -> None:
    table = opened(muggins=True).pegs("B", 110, "other").dealt("B", A=A, B=B).away(A="2C 3C", B="2D 3D").cut("9H")
    table.play(PLAY).show("A", "KS QS JS TS", 6).add("muggins_called", seat="B", points=5)

    assert table.scores() == {"A": 7, "B": 121}
    assert table.boards()["game"]["complete"]


@pytest.mark.parametrize("points", [19, 25, 26, 27, 30])
def test_a_told_count_that_cannot_be_is_flagged(points: int) -> None:
    assert opened().pegs("A", points, "hand").boards()["game"]["flags"][0]["code"] == "impossible_count"
    assert opened().pegs("A", points, "play").boards()["game"]["flags"] == []
    assert opened(rules="seed-house").pegs("A", points, "crib").boards()["game"]["flags"] == []


@pytest.mark.parametrize("points", [18, 20, 24, 28, 29])
def test_a_told_count_that_can_be_is_not(points: int) -> None:
    assert opened().pegs("A", points, "crib").boards()["game"]["flags"] == []


def test_his_heels_are_always_two() -> None:
    assert opened().pegs("A", 3, "heels").refused() == "event_invalid"
    assert opened().pegs("A", 2, "heels").scores()["A"] == 2


def test_points_that_the_cards_give_are_not_pegged_again() -> None:
    assert _played().pegs("B", 2, "heels").refused() == "already_reported"
    assert _played().pegs("B", 2, "play").refused() == "already_reported"
    assert _claimed(9).pegs("A", 9, "hand").refused() == "already_reported"
    assert _played().pegs("B", 9, "hand").refused() == "out_of_turn"
    assert _played().pegs("A", 9, "crib").refused() == "out_of_turn"
    assert opened().dealt("B", A=A, B=B).pegs("B", 2, "heels").refused() == "already_reported"
    assert opened().dealt("B", A=A, B=B).pegs("A", 9, "hand").refused() == "out_of_turn"
    assert _played().pegs("A", 2, "penalty").scores()["A"] == 3
    assert _played().pegs("A", 2, "other").scores()["A"] == 3


def test_a_hand_may_be_told_by_its_points() -> None:
    table = _played().pegs("A", 9, "hand").show("B", "KD QD JD TD").pegs("B", 6, "crib")

    assert table.scores() == {"A": 10, "B": 23}
    assert table.boards()["deal"]["street"] == "over"
    assert table.boards()["deal"]["shows"][0]["cards"] is None
    assert table.dealt().boards()["deal"]["dealer"] == "A"


def test_a_table_may_tell_points_between_deals_by_their_dealer() -> None:
    table = opened().dealt("B").cut("9H").pegs("A", 3, "play").pegs("A", 9, "hand").pegs("B", 9, "hand")
    table.pegs("B", 6, "crib").dealt()

    assert table.boards()["deal"]["dealer"] == "A"
    assert table.boards()["hands"]["hands"][0]["seats"]["B"] == {
        "play": 0,
        "hand": 9,
        "crib": 6,
        "beside": 0,
        "total": 15,
        "score": 15,
    }


def test_after_deals_that_were_not_reported_anybody_may_deal() -> None:
    table = opened().dealt("B").cut("9H").pegs("A", 9, "hand").pegs("B", 9, "hand").pegs("B", 6, "crib")
    assert table.pegs("B", 4, "crib").dealt("B").boards()["deal"]["dealer"] == "B"
    assert opened().pegs("A", 2, "penalty").dealt("B").boards()["deal"]["dealer"] == "B"

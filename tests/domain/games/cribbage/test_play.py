from typing import Any

import pytest

from tests.domain.games.cribbage.table import Table, opened, unknown


def _known(a: str, b: str) -> Table:
    """A's and B's four cards, B having dealt; what they laid away is of no account."""
    spare = [rank + suit for suit in "CD" for rank in "KQJT98765432A"]
    free = iter([card for card in spare if card not in f"{a} {b} 2H"])
    crib = {seat: f"{next(free)} {next(free)}" for seat in "AB"}
    return opened().dealt("B", A=f"{a} {crib['A']}", B=f"{b} {crib['B']}").away(A=crib["A"], B=crib["B"]).cut("2H")


def _deal(table: Table) -> dict[str, Any]:
    return table.boards()["deal"]


def test_pone_leads_and_turns_alternate() -> None:
    table = unknown()
    assert _deal(table)["turn"] == "A"
    assert _deal(table.play("A KS"))["turn"] == "B"
    assert _deal(table.play("B 9D"))["turn"] == "A"


def test_dealer_may_not_lead() -> None:
    assert unknown().play("B KD").refused() == "out_of_turn"


def test_nobody_plays_twice_where_the_other_must_hold_a_card_that_fits() -> None:
    assert unknown().play("A KS, A QS").refused() == "out_of_turn"
    assert unknown().play("A KS, B AS, B QS").refused() == "out_of_turn"


def test_br034_a_known_hand_never_passes_31() -> None:
    assert _known("TS 8S 2C 2D", "TH 5S 6S 7S").play("A TS, B TH, A 8S, B 5S").refused() == "count_over_31"


def test_a_go_must_be_said_before_a_card_that_does_not_fit() -> None:
    table = _known("KS QS 4D 5D", "KD QD 7C 6C").play("A KS, B KD, A QS")
    assert table.play("B QD").refused() == "count_over_31"


def test_whoever_can_play_must() -> None:
    table = _known("KS 5S 4D QS", "KD QD 7C 6C").play("A KS, B KD, A 5S")
    assert table.play("B go").refused() == "go_but_can_play"


def test_after_a_go_the_other_plays_on_and_then_takes_the_point() -> None:
    table = _known("KS 9S 2D AS", "QD KD 9C 8C").play("A KS, B QD, A 9S, B go")
    assert _deal(table)["turn"] == "A"
    assert table.scores() == {"A": 0, "B": 0}

    table.play("A AS")
    assert table.awards() == [(table.last, "A", "go", 1, 1)]
    assert _deal(table)["turn"] == "B"


def test_who_plays_on_to_31_takes_two() -> None:
    table = _known("KS 9S 2D AS", "QD KD 9C 8C").play("A KS, B QD, A 9S, B go, A 2D")

    assert table.awards() == [(table.last, "A", "thirtyone", 2, 2)]


def test_after_a_go_who_can_play_on_may_not_say_go_nor_let_the_other_lead() -> None:
    said = "A KS, B KD, A 9S, B go"
    assert _known("KS 9S 2D QS", "KD QD 9C 8C").play(said).play("A go").refused() == "go_but_can_play"
    assert _known("KS 9S 2D QS", "KD QD 9C 8C").play(said).play("B 9C").refused() == "out_of_turn"


def test_a_count_closes_with_the_go_where_nobody_can_add() -> None:
    table = _known("KS 9S QS JS", "QD KD 9C 8C").play("A KS, B QD, A 9S, B go")

    assert table.awards() == [(table.last, "A", "go", 1, 1)]
    assert (_deal(table)["count"], _deal(table)["series"], _deal(table)["pile"]) == (0, 2, [])
    assert _deal(table)["turn"] == "B"


def test_who_laid_the_last_card_says_no_go() -> None:
    assert unknown().play("A KS, B KD, A 9S, B go, A go").refused() == "out_of_turn"


def test_exactly_31_is_two_and_no_go_besides() -> None:
    table = _known("KS 9S QS JS", "QD 2D 9C 8C").play("A KS, B QD, A 9S, B 2D")

    assert table.awards() == [(table.last, "B", "thirtyone", 2, 2)]
    assert _deal(table)["turn"] == "A"


def test_the_last_card_of_the_deal_is_one() -> None:
    table = _known("KS QS JS TS", "KD QD JD TD").play("A KS, B KD, A QS, B go, B QD, A JS, B JD, A go, A TS, B TD")

    assert table.awards()[-2:] == [(table.last, "B", "pair", 2, 2), (table.last, "B", "last", 1, 1)]
    assert _deal(table)["turn"] == "A"


def test_31_on_the_last_card_is_two() -> None:
    table = _known("KS QS JS AS", "KD QD JD AH").play("A KS, B KD, A QS, B AH, A JS, B QD, A AS, B JD")
    assert table.awards()[-1] == (table.last, "B", "thirtyone", 2, 2)
    assert _deal(table)["street"] == "show"


def test_a_player_without_cards_is_passed_over_in_silence() -> None:
    table = _known("AS AH AD AC", "TS TD TC TH").play("A AS, B TS, A AD, B TD, A AC, B go, A AH")
    assert _deal(table)["turn"] == "B"

    table.play("B TC")
    assert _deal(table)["turn"] == "B"
    table.play("B TH")
    assert table.awards()[-2:] == [(table.last, "B", "pair", 2, 2), (table.last, "B", "last", 1, 1)]


def test_a_go_to_a_player_without_cards_is_a_point_to_who_laid_last() -> None:
    table = _known("AS 9S 9H TC", "JS JD KC KH").play("A 9S, B JS, A AS, B JD, A go")

    assert table.awards()[-1] == (table.last, "B", "go", 1, 1)


def test_no_run_reaches_across_a_go() -> None:
    table = _known("KS QS JS 9S", "KD TD 9C 8C").play("A KS, B KD, A QS, B go, B TD, A JS")

    assert [reason for _, _, reason, _, _ in table.awards()] == ["pair", "go"]


def test_a_card_is_laid_once_and_by_who_holds_it() -> None:
    table = "A KS, B KD, A 9S"
    assert _known("KS 9S QS JS", "KD 2D 9C 8C").play(table).play("B 9S").refused() == "card_seen_twice"
    assert _known("KS 9S QS JS", "KD 2D 9C 8C").play(table).play("B QS").refused() == "card_not_held"
    assert _known("KS 9S QS JS", "KD 2D 9C 8C").play(table).play("B 5S").refused() == "card_not_held"
    assert unknown(starter="2H").play("A 2H").refused() == "card_seen_twice"


def test_no_card_and_no_go_after_the_last() -> None:
    played = "A KS, B KD, A QS, B go, B QD, A JS, B JD, A go, A TS, B TD"
    assert _known("KS QS JS TS", "KD QD JD TD").play(played).play("A go").refused() == "play_over"
    assert _known("KS QS JS TS", "KD QD JD TD").play(played).play("A 2S").refused() == "play_over"


def test_a_leader_says_no_go() -> None:
    assert unknown().play("A go").refused() == "go_but_can_play"
    assert unknown().play("B go").refused() == "out_of_turn"


def test_an_unknown_hand_can_always_add_to_21() -> None:
    assert unknown().play("A KS, B AD, A JS, B go").refused() == "go_but_can_play"
    assert unknown().play("A KS, B 2D, A JS, B go").boards()["deal"]["gone"] == ["B"]


def test_of_unknown_hands_the_count_closes_with_the_next_lead() -> None:
    table = unknown().play("A KS, B 9D, A JS, B go")
    assert table.awards() == []
    assert _deal(table)["turn"] == "A"

    table.play("B 9S")
    assert table.awards() == [(table.last, "A", "go", 1, 1)]
    assert _deal(table)["count"] == 9
    assert _deal(table)["series"] == 2


def test_of_unknown_hands_a_go_may_be_left_out() -> None:
    table = unknown().play("A KS, B 9D, A JS, B QD")
    assert table.awards() == [(table.last, "A", "go", 1, 1)]
    assert "B lays Q♦: 10." in table.boards()["deal"]["why"]

    table = unknown().play("A KS, B 9D, A JS, A 2S")
    assert table.awards() == [(table.last, "A", "thirtyone", 2, 2)]


def test_of_unknown_hands_only_the_next_to_lead_may_pass_31() -> None:
    assert unknown().play("A KS, B 9D, A JS, A QS").refused() == "count_over_31"
    assert unknown("C", players=3).play("A KS, B KD, C 9S, B QD").refused() == "count_over_31"


def test_a_card_that_would_have_fitted_after_a_go_is_a_finding() -> None:
    table = unknown().play("A KS, B 9D, A JS, B go, B 2D")
    finding = table.boards()["deal"]["findings"][0]

    assert (finding["code"], finding["versions"]) == ("renege", [7, 8])
    assert "B laid no card at 29, but held 2♦" in finding["text"]
    assert table.awards() == [(8, "A", "go", 1, 1)]


def test_a_card_that_would_have_fitted_later_in_the_deal_is_a_finding_too() -> None:
    table = unknown().play("A KS, B 9D, A JS, B go, B QD, A AS")
    assert [note["versions"] for note in table.boards()["deal"]["findings"]] == [[8, 9]]

    honest = unknown().play("A KS, B 9D, A JS, B go, B QD, A 3S")
    assert honest.boards()["deal"]["findings"] == []


def test_of_one_known_hand_what_can_be_known_is_enforced() -> None:
    def half() -> Table:
        return opened().dealt("B", A="KS 9S 2D QS 4C 4D").away(A="4C 4D").cut("2H")

    assert half().play("A KS, B QS").refused() == "card_not_held"
    assert half().play("A KS, B 4C").refused() == "card_seen_twice"
    assert half().play("A KS, B KD, A 9S, B go, B 3D").refused() == "out_of_turn"
    assert half().play("A KS, B KD, A 9S, B go, A 2D").scores() == {"A": 2, "B": 2}


def test_of_a_hand_whose_discards_are_not_told_it_is_known_what_four_of_six_must_be() -> None:
    def half(b: str) -> Table:
        return (
            opened().dealt("B", A="KS 9S 2D QS 4C 4D", B=b).away(A="4C 4D").add("discarded", seat="B").cut("2H")
            .play("A KS, B KD, A 9S")
        )  # fmt: skip

    assert half("KD QD JD TD AC AD").play("B go").boards()["deal"]["gone"] == ["B"]
    assert half("KD QD JD AH AC AD").play("B go").refused() == "go_but_can_play"
    assert half("KD QD JD AH AC AD").play("B TD").refused() == "card_not_held"
    assert half("KD QD JD TD AC AD").play("B QD").refused() == "count_over_31"


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_the_last_to_lay_takes_the_go_and_his_left_leads(players: int) -> None:
    last = "ABCD"[players - 1]
    table = unknown(last, players=players).play("A KS, B KD, C 8C" if players == 3 else "A KS, B 5D, C 4C, D 8C")
    table.play(", ".join(f"{seat} go" for seat in "ABC"[: players - 1]))
    table.play("A QS")

    assert table.awards()[-1][1:4] == (last, "go", 1)
    assert table.boards()["deal"]["turn"] == "B"


def test_three_players_go_in_turn() -> None:
    table = unknown("C", players=3).play("A KS, B KD, C 8C")
    assert table.play("B go").refused() == "out_of_turn"

    table = unknown("C", players=3).play("A KS, B KD, C 8C, B 2D")
    assert table.boards()["deal"]["gone"] == ["A"]
    assert table.boards()["deal"]["turn"] == "C"


def test_three_players_who_said_go_leads_when_he_is_next() -> None:
    table = unknown("C", players=3).play("A KS, B KD, C 8C, A go, B 2D, C go, A QS")
    assert table.refused() == "out_of_turn"

    table = unknown("C", players=3).play("A KS, B KD, C 8C, A go, B 2D, C go, C QS")
    assert table.awards()[-1] == (table.last, "B", "go", 1, 1)


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    assert unknown().play("C KS").refused() == "event_invalid"

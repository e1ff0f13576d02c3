import pytest

from domain import games
from domain.match import sealed
from tests.domain.games.cribbage.table import Table, opened, unknown

A = "KS QS JS TS 2C 3C"
B = "KD QD JD TD 2D 3D"
PLAY = "A KS, B KD, A QS, B go, B QD, A JS, B JD, A go, A TS, B TD"


def _dealt(a: str = A, b: str = B) -> Table:
    return opened().dealt("B", A=a, B=b)


def _cut(starter: str = "9H") -> Table:
    return _dealt().away(A="2C 3C", B="2D 3D").cut(starter)


def _played() -> Table:
    return _cut().play(PLAY)


def _shown() -> Table:
    return _played().show("A", "KS QS JS TS").show("B", "KD QD JD TD").show("B", "2C 3C 2D 3D", crib=True)


def test_a_deal_goes_street_by_street() -> None:
    assert opened().boards()["deal"]["street"] == "deal"
    assert _dealt().boards()["deal"]["street"] == "deal"
    assert _cut().boards()["deal"]["street"] == "play"
    assert _played().boards()["deal"]["street"] == "show"
    assert _shown().boards()["deal"]["street"] == "over"


def test_the_board_says_who_is_to_act() -> None:
    assert _dealt().boards()["deal"]["turn"] == "A"
    assert _dealt().away(A="2C 3C").boards()["deal"]["turn"] == "B"
    assert _cut().boards()["deal"]["turn"] == "A"
    assert _played().boards()["deal"]["turn"] == "A"
    assert _played().show("A", "KS QS JS TS").boards()["deal"]["turn"] == "B"
    assert _shown().boards()["deal"]["turn"] is None


def test_the_first_dealer_is_free_and_else_a() -> None:
    assert opened().dealt().boards()["deal"]["dealer"] == "A"
    assert opened().dealt("B").boards()["deal"]["dealer"] == "B"


def test_the_deal_passes_to_the_left() -> None:
    assert _shown().boards()["match"]["dealer"] == "A"
    assert _shown().dealt().boards()["deal"]["dealer"] == "A"
    assert _shown().dealt("A").boards()["deal"]["dealer"] == "A"
    assert _shown().dealt("B").refused() == "out_of_turn"


def test_six_cards_are_dealt_to_each_of_two_and_five_to_more() -> None:
    assert opened().dealt("B", A="KS QS JS TS 2C").refused() == "event_invalid"
    assert opened(players=3).dealt("B", A="KS QS JS TS 2C 3C").refused() == "event_invalid"
    assert opened(players=3).dealt("B", A="KS QS JS TS 2C").boards()["deal"]["dealer"] == "B"
    assert opened().dealt("B", C=A).refused() == "event_invalid"
    assert opened().dealt("C").refused() == "event_invalid"


def test_a_card_is_dealt_once() -> None:
    assert _dealt(b="KS QD JD TD 2D 3D").refused() == "card_seen_twice"
    assert _dealt(a="KS KS JS TS 2C 3C").refused() == "card_seen_twice"


def test_two_are_laid_away_of_the_cards_dealt_and_once() -> None:
    assert _dealt().away(A="2C 2D").refused() == "card_not_held"
    assert _dealt().away(A="2C 2C").refused() == "card_seen_twice"
    assert _dealt().away(A="2C").refused() == "event_invalid"
    assert _dealt().away(A="2C 3C").away(A="KS QS").refused() == "already_reported"
    assert opened().dealt("B").away(A="2C 3C", B="2C 4D").refused() == "card_seen_twice"
    assert opened().dealt("B", A=A).away(B="2C 4D").refused() == "card_not_held"


def test_nothing_happens_before_the_deal() -> None:
    assert opened().away(A="2C 3C").refused() == "deal_over"
    assert opened().cut("9H").refused() == "deal_over"
    assert opened().play("A KS").refused() == "deal_over"
    assert opened().play("A go").refused() == "deal_over"
    assert opened().show("A", "KS QS JS TS").refused() == "deal_over"


def test_nothing_but_a_new_deal_follows_the_crib() -> None:
    assert _shown().show("A", "KS QS JS TS").refused() == "deal_over"
    assert _shown().play("A KS").refused() == "deal_over"


def test_known_hands_lay_away_before_the_cut() -> None:
    assert _dealt().cut("9H").refused() == "out_of_turn"
    assert _dealt().away(A="2C 3C").cut("9H").refused() == "out_of_turn"


def test_the_starter_is_cut_once_before_the_play_and_from_the_pack() -> None:
    assert _dealt().away(A="2C 3C", B="2D 3D").play("A KS").refused() == "out_of_turn"
    assert _cut().cut("9S").refused() == "already_reported"
    assert _cut().away(A="2C 3C").refused() == "already_reported"
    assert _cut("KS").refused() == "card_seen_twice"
    assert _cut("2C").refused() == "card_seen_twice"
    assert opened().dealt("B").away(A="2C 3C").cut("2C").refused() == "card_seen_twice"


def test_his_heels_are_two_to_the_dealer_at_once() -> None:
    table = _cut("JH")

    assert table.awards() == [(table.last, "B", "heels", 2, 2)]
    assert table.boards()["deal"]["why"] == ["The starter is J♥.", "B pegs 2 for his heels."]


def test_hands_are_shown_in_turn_and_the_crib_last() -> None:
    assert _played().show("B", "KD QD JD TD").refused() == "out_of_turn"
    assert _played().show("B", "2C 3C 2D 3D", crib=True).refused() == "out_of_turn"
    assert _played().show("A", "KS QS JS TS").show("B", "2C 3C 2D 3D", crib=True).refused() == "out_of_turn"
    table = _played().show("A", "KS QS JS TS").show("B", "KD QD JD TD")
    assert table.show("A", "2C 3C 2D 3D", crib=True).refused() == "out_of_turn"


def test_no_hand_is_shown_before_all_cards_are_laid() -> None:
    assert _cut().show("A", "KS QS JS TS").refused() == "out_of_turn"
    assert _dealt().show("A", "KS QS JS TS").refused() == "out_of_turn"
    assert unknown().play("A KS").show("A", "KS QS JS TS").refused() == "out_of_turn"


def test_the_cards_shown_are_the_cards_laid() -> None:
    assert _played().show("A", "KS QS JS 2C").refused() == "card_not_held"
    assert _played().show("A", "KS QS JS JS").refused() == "card_seen_twice"
    assert _played().show("A", "KS QS JS").refused() == "event_invalid"
    table = unknown("B", "9H").play(PLAY)
    assert table.show("A", "KS QS JS 2C").refused() == "card_not_held"


def test_the_crib_holds_what_was_laid_away() -> None:
    table = _played().show("A", "KS QS JS TS").show("B", "KD QD JD TD")
    assert table.show("B", "2C 3C 2D 4D", crib=True).refused() == "card_not_held"


def test_what_is_known_of_an_untold_crib_is_enforced() -> None:
    def before_the_crib() -> Table:
        table = opened().dealt("B", A=A).away(A="2C 3C").cut("9H").play(PLAY)
        return table.show("A", "KS QS JS TS").show("B", "KD QD JD TD")

    assert before_the_crib().show("B", "2C 3C 2D 3D", crib=True).boards()["deal"]["street"] == "over"
    assert before_the_crib().show("B", "2C 4C 2D 3D", crib=True).refused() == "card_not_held"
    assert before_the_crib().show("B", "2C 3C KS 3D", crib=True).refused() == "card_seen_twice"
    assert before_the_crib().show("B", "2C 3C 9H 3D", crib=True).refused() == "card_seen_twice"


def test_the_discards_of_a_known_hand_follow_from_its_play() -> None:
    table = opened().dealt("B", A=A, B=B).add("discarded", seat="A").add("discarded", seat="B").cut("9H").play(PLAY)
    table.show("A", "KS QS JS TS").show("B", "KD QD JD TD")
    assert table.show("B", "2C 3C 2D 4D", crib=True).refused() == "card_not_held"


def test_three_players_crib_has_a_card_of_the_pack() -> None:
    table = opened(players=3).dealt("C", A="KS QS JS TS 2C", B="KD QD JD TD 2D", C="KH QH JH TH 2H")
    table.away(A="2C", B="2D", C="2H").cut("9H")
    table.play("A KS, B KD, C KH, A go, B go, A QS, B QD, C QH, A go, B go, A JS, B JD, C JH, A go, B go")
    table.play("A TS, B TD, C TH").show("A", "KS QS JS TS").show("B", "KD QD JD TD").show("C", "KH QH JH TH")
    assert table.show("C", "2C 2D 2H 8H", crib=True).boards()["deal"]["street"] == "over"
    table.events.pop()
    assert table.show("C", "2C 2D 8S 8H", crib=True).refused() == "card_not_held"


def test_no_deal_begins_before_the_last_is_counted_to_its_end() -> None:
    assert _dealt().dealt().refused() == "deal_in_progress"
    assert _cut().dealt().refused() == "deal_in_progress"
    assert _played().show("A", "KS QS JS TS").dealt().refused() == "deal_in_progress"
    assert unknown().play("A KS").dealt().refused() == "deal_in_progress"


def test_a_deal_of_which_no_hand_is_told_may_be_followed_by_the_next() -> None:
    assert opened().dealt("B").dealt().boards()["deal"]["dealer"] == "A"
    assert unknown().dealt("A").boards()["deal"]["dealer"] == "A"
    assert unknown().dealt("B").refused() == "out_of_turn"


def test_a_table_may_show_hands_without_telling_the_play() -> None:
    table = unknown("B", "9H").show("A", "KS QS JS TS")
    assert table.scores() == {"A": 9, "B": 0}
    assert table.play("A KS").refused() == "play_over"

    table = unknown("B", "9H").show("A", "KS QS JS TS")
    assert table.show("B", "KS QD JD TD").refused() == "card_seen_twice"
    table = unknown("B", "9H").show("A", "KS QS JS TS")
    assert table.show("B", "KD QD JD TD").show("B", "2C 3C 2D 3D", crib=True).boards()["deal"]["street"] == "over"


def test_hidden_cards_stay_sealed_until_the_deal_is_over() -> None:
    def kept(table: Table) -> frozenset[int]:
        match = table.tell().match
        assert match is not None
        return sealed(match)

    assert kept(opened()) == frozenset()
    assert kept(_dealt()) == {2}
    assert kept(_cut()) == {2, 3, 4}
    assert kept(_played()) == {2, 3, 4}
    assert kept(_shown()) == frozenset()
    assert kept(_cut().add("match.closed")) == frozenset()


def test_boards_and_refusals_do_not_tell_hidden_cards() -> None:
    told = _dealt().away(A="2C 3C", B="2D 3D").tell()
    assert not any(card in str(told.boards) for card in ("2C", "KD", "2♣", "K♦"))

    refused = _cut().play("A KS, B KD, A QS, B go, B QD, A KD").tell().refused
    assert refused is not None
    assert "TS" not in refused[1].detail


def test_the_deal_board_has_what_was_counted_and_why() -> None:
    shows = _played().show("A", "KS QS JS TS").boards()["deal"]["shows"]

    assert shows[0]["total"] == 9
    assert shows[0]["runs"] == [["9H", "TS", "JS", "QS", "KS"]]
    assert shows[0]["aloud"] == "a run of five is five, and a flush of four is nine"
    assert _played().show("A", "KS QS JS TS").boards()["deal"]["why"] == [
        "A's hand, K♠, Q♠, J♠ and 10♠ with 9♥: a run of five is five, and a flush of four is nine.",
        "A pegs 9 for runs and flush.",
    ]


def test_the_deal_board_shows_hands_as_they_are_laid() -> None:
    board = _cut().play("A KS, B KD").boards()["deal"]

    assert board["hands"] == {"A": {"left": 3, "laid": ["KS"]}, "B": {"left": 3, "laid": ["KD"]}}
    assert board["pile"] == [{"seat": "A", "card": "KS"}, {"seat": "B", "card": "KD"}]
    assert board["count"] == 20
    assert board["last_award"] == {"version": 7, "seat": "B", "reason": "pair", "points": 2, "pegged": 2}


def test_the_running_sheet_has_a_line_a_deal() -> None:
    table = _shown().dealt()
    first, second = table.boards()["hands"]["hands"]

    assert first["seats"]["A"] == {"play": 1, "hand": 9, "crib": 0, "beside": 0, "total": 10, "score": 10}
    assert first["seats"]["B"] == {"play": 8, "hand": 9, "crib": 6, "beside": 0, "total": 23, "score": 23}
    assert (first["number"], first["dealer"], first["starter"], first["game"]) == (1, "B", "9H", 1)
    assert (second["number"], second["dealer"], second["starter"]) == (2, "A", None)


def test_a_misread_starter_mends_the_whole_show() -> None:
    table = _shown().add("match.corrected", of=5, data={"card": "JH"}, reason="misread")

    assert table.scores() == {"A": 15, "B": 36}
    assert table.boards()["game"]["awards"][0]["reason"] == "heels"


@pytest.mark.parametrize("name", ["deal", "game", "match", "hands"])
def test_every_board_has_a_schema(name: str) -> None:
    assert games.find("cribbage").board_model(name).model_json_schema(mode="serialization")["properties"]

"""What is enforced, and what is found, where the hands were not told."""

import random
from typing import Any

import pytest

from tests.schnapsen_table import Table, cards


def untold(game: str = "schnapsen", **known: Any) -> Table:
    """A deals, hearts are trumps, and no hand is known; B leads."""
    return Table(game).tell("schnapsen.dealt", dealer="A", **({"turn_up": "KH"} | known))


def findings(table: Table) -> list[tuple[str, list[int]]]:
    return [(note["code"], note["versions"]) for note in table.board("deal")["findings"]]


def test_pack_and_turn_order_are_enforced() -> None:
    table = untold()

    assert table.refusal("9C JC").startswith("not_held")
    assert table.refusal("A:JC").startswith("not_your_turn")
    assert table.refusal("KH JC") == "not_held: B does not hold K♥."
    table.play("AC JC")
    assert table.refusal("AC TC").startswith("card_seen_twice")


def test_hands_are_full_again_after_each_draw() -> None:
    table = untold().play("AC JC", "TC QC")

    assert [seat["cards"] for seat in table.board("deal")["seats"].values()] == [5, 5]
    assert (table.deal.layout.a.hidden, table.board("deal")["talon_left"]) == (5, 6)


def test_card_of_a_marriage_stays_in_the_hand_that_showed_it() -> None:
    table = untold().play("AC JC", "B+D", "KD TD")

    assert table.refusal("QD JD") == "not_held: A does not hold Q♦."


def test_card_exchanged_stays_in_the_hand_that_took_it() -> None:
    table = untold().play("AC JC", "B*", "TC KC")

    assert table.refusal("AS KH") == "not_held: A does not hold K♥."
    assert table.refusal("KH QS") == "taken"


def test_turn_up_is_in_the_hand_of_who_lost_the_last_draw() -> None:
    table = untold().play("AC JC", "TC QC", "AS JS", "TS QS", "AD JD")

    assert table.board("deal")["phase"] == 2
    assert table.refusal("KH TH") == "not_held: B does not hold K♥."
    assert table.refusal("KC TD").startswith("must_follow: A must trump K♣ (band trump) with K♥")
    assert table.refusal("KC KH") == "taken"


def test_hand_cannot_hold_more_than_its_cards() -> None:
    table = untold("schnapsen").play("B+D", "KD TD", "A+S", "KS JC", "A+C", "KC JD")

    assert table.refusal("A+H") == "no_marriage: A does not hold both king and queen of hearts."


def test_marriage_needs_room_for_what_is_not_known_of_it() -> None:
    """A's hand is told but for the one card that it drew."""
    table = untold(hands={"A": cards("AS TS JS QS AC")}).play("KC QS")

    assert table.refusal("QC AC") == "taken"
    one_hidden = untold(hands={"A": cards("AS TS JS QS AC")}).play("KC AC")
    assert one_hidden.refusal("A+D") == "no_marriage: A does not hold both king and queen of diamonds."
    half_known = untold(hands={"A": cards("KD TS JS QS AC")}).play("KC AC")
    assert half_known.refusal("A+D") == "taken"
    assert half_known.deal.layout.a.hidden == 0


def test_hand_keeps_its_size_when_cards_of_it_are_shown() -> None:
    table = untold().play("B+D")

    assert table.board("deal")["seats"]["B"]["cards"] == 5
    assert table.deal.layout.b.hidden == 3


def test_other_hand_is_known_by_what_is_left_as_well() -> None:
    table = untold(hands={"A": cards("AC TC AS TS AD")}, talon=cards("KD QD JD TD KS QS JS KC QC"))

    assert table.deal.layout.b.known == set(cards("AH TH QH JH JC"))


def test_hand_is_known_once_nothing_else_can_hide_its_cards() -> None:
    """The talon was told, and A has played all five cards that were not: what is left of those is B's."""
    table = untold(talon=cards("KD QD JD TD KS QS JS KC QC")).play("JC AC", "TC QD", "AS TD", "TS QS", "AD KC")

    assert table.deal.layout.b.known == set(cards("AH TH QH JH KH"))
    assert table.refusal("KD QC").startswith("not_held")


def test_hand_is_known_by_what_is_left_after_the_talon_is_out_too() -> None:
    table = untold(talon=cards("KD QD JD TD KS QS JS KC QC")).play("JC AC", "TC QD", "AS TD", "TS QS", "KD KC")
    assert table.deal.layout.b.known == {"KH"}

    table.play("AD KH")

    assert table.deal.layout.b.known == set(cards("AH TH QH JH"))


def test_last_trump_may_be_played_once_the_talon_is_out() -> None:
    table = untold().play("TH AH", "QH JS", "AC JC", "TC QC", "AS QS")

    assert table.deal.layout.talon_left == 0
    assert table.deal.layout.loose & set(cards("AH TH QH JH KH")) == {"JH"}
    assert table.refusal("JH KH").startswith("taken")


def test_hand_that_is_all_that_is_left_is_known() -> None:
    table = untold(hands={"B": cards("AC TC AS TS AD")}, talon=cards("KD QD JD TD KS QS JS KC QC"))

    assert table.deal.layout.a.known == set(cards("AH TH QH JH JC"))
    assert table.refusal("AC KH").startswith("not_held")
    assert table.refusal("AC JC") == "taken"


def test_turn_up_is_the_last_trump_that_lies_nowhere_else() -> None:
    table = Table().tell("schnapsen.dealt", dealer="A", trump="H")
    assert table.board("deal")["turn_up"] is None

    table.play("AH TH", "JH KH")

    assert table.board("deal")["turn_up"] == "QH"
    assert table.refusal("QH AC") == "not_held: A does not hold Q♥."


def test_talon_that_was_told_is_drawn_in_its_order() -> None:
    table = untold(talon=cards("KD QD JD TD KS QS JS KC QC"))

    assert table.refusal("KD JC").startswith("not_held")
    table.play("AC JC")
    assert table.refusal("QD TC").startswith("not_held")
    assert table.refusal("KD QD") == "taken"
    assert table.refusal("JD TC") == "taken"


def test_counting_shows_a_revoke_at_once() -> None:
    """Ten cards lie in the hands; after the lead only three of them would allow this answer, and A held five."""
    table = untold(talon=cards("KD QD JD TD KS QS JS KC QC")).play("B#")

    assert table.refusal("AC AS") == "must_follow: A cannot answer A♣ with A♠: the cards left show that A holds better."
    assert table.refusal("AC TH") == "taken"


def test_counting_leaves_room_for_as_many_other_cards_as_are_held() -> None:
    """After the lead five cards would allow this answer, and A held five; of six, A would hold one better."""
    table = untold(talon=cards("KC QC AH TH QS JS KD QD JD")).play("B#")

    assert table.deal.layout.loose == set(cards("AC TC JC QH JH AS TS KS AD TD"))
    assert table.refusal("JC AS") == "taken"
    assert findings(table) == []


def test_revoke_is_found_when_the_better_card_is_played() -> None:
    table = untold().play("B#", "KC QS", "AS JS")
    assert findings(table) == []

    table.play("KD AC")

    assert findings(table) == [("revoke", [4, 6])]
    assert table.board("deal")["findings"][0]["text"] == (
        "A revoke: A answered K♣ with Q♠ in version 4, but held A♣, as version 6 shows, and had to beat it (band beat)."
    )


def test_lower_card_of_the_suit_and_a_trump_prove_a_revoke_too() -> None:
    lower = untold().play("B#", "KC QS", "AS JC")
    trump = untold().play("B#", "KC QS", "AS JH")

    assert findings(lower) == [("revoke", [4, 5])]
    assert "had to follow suit to it (band follow)" in lower.board("deal")["findings"][0]["text"]
    assert findings(trump) == [("revoke", [4, 5])]
    assert "had to trump it (band trump)" in trump.board("deal")["findings"][0]["text"]


def test_trump_played_while_holding_the_suit_is_found() -> None:
    table = untold().play("B#", "KC JH", "TC QS")

    assert findings(table) == [("revoke", [4, 5])]


def test_card_held_low_while_holding_a_higher_is_found() -> None:
    table = untold().play("B#", "KC QC", "AS JS", "KD AC")

    assert findings(table) == [("revoke", [4, 6])]


def test_marriage_shows_a_revoke() -> None:
    table = untold().play("B#", "AC JS", "JC TC", "A+C")

    assert ("revoke", [4, 5]) in findings(table)
    late = untold().play("B#", "AC JS", "JD TD", "A+C")
    assert findings(late) == [("revoke", [4, 6])]
    assert "held K♣ or Q♣" in late.board("deal")["findings"][0]["text"]


def test_better_card_in_the_other_hand_is_no_revoke() -> None:
    table = untold().play("B#", "KC QS", "AC JS")

    assert findings(table) == []


def test_lead_out_of_turn_stays_a_finding_beside_the_revoke_of_its_trick() -> None:
    table = untold().play("B#").tell("schnapsen.trick_played", leader="A", lead="KC", follow="QS", irregular=True)
    assert findings(table) == [("out_of_turn", [4])]

    table.play("AS AC")

    assert findings(table) == [("out_of_turn", [4]), ("revoke", [4, 5])]


def test_each_revoke_is_found_once() -> None:
    table = untold().play("B#", "KC QS", "AS AC", "TC JC", "TS JS")

    assert [finding for finding in findings(table) if finding[1][0] == 4] == [("revoke", [4, 5])]


def test_lawful_answers_are_no_finding() -> None:
    table = untold().play("B#", "KC AC", "QS AS", "JD TD", "JH JS", "QC TS", ".")

    assert findings(table) == []
    assert table.result[0] == "failed_close"


def test_nothing_is_denied_while_the_talon_is_open() -> None:
    table = untold().play("KC QS", "TC AC")

    assert findings(table) == []


def test_end_of_the_deal_shows_what_hands_were_told() -> None:
    hands = {"A": cards("AC JS QS JD QD"), "B": cards("KC TC AS TS AD")}
    table = Table().tell("schnapsen.dealt", dealer="A", turn_up="KH", hands=hands)
    table.play("KC JS", "B#").tell("schnapsen.trick_played", lead="TC", follow="QS", irregular=True)
    assert findings(table) == [("revoke", [5])]
    assert "A♣" not in table.board("deal")["findings"][0]["text"]

    table.play("B!")

    assert findings(table) == [("revoke", [5, 6])]
    assert "held A♣" in table.board("deal")["findings"][0]["text"]


def test_end_of_the_deal_shows_a_revoke_by_counting() -> None:
    """A threw a spade on a trump; of the four cards left, three are trumps, and A holds two."""
    table = untold(talon=cards("KD QD JD KS QS JS TS KC QC")).play("B#", "JH AS", "AC TC", "AD TD")
    assert findings(table) == []

    table.play("B!")

    assert findings(table) == [("revoke", [4, 7])]
    assert table.board("deal")["findings"][0]["text"] == (
        "A revoke: A answered J♥ with A♠ in version 4, but held better, as version 7 shows."
    )


def test_irregular_answer_is_taken_as_it_fell() -> None:
    hands = {"A": cards("AC JS QS JD QD"), "B": cards("KC TC AS TS AD")}
    table = Table().tell("schnapsen.dealt", dealer="A", turn_up="KH", hands=hands).play("B#")
    assert table.refusal("KC JS").startswith("must_follow")

    table.tell("schnapsen.trick_played", lead="KC", follow="JS", irregular=True)

    assert table.board("deal")["last_trick"]["winner"] == "B"
    assert findings(table) == [("revoke", [4])]
    table.tell("schnapsen.trick_played", lead="TC", follow="AC")
    assert findings(table) == [("revoke", [4, 5])]


def test_irregular_answer_card_by_card() -> None:
    hands = {"A": cards("AC JS QS JD QD"), "B": cards("KC TC AS TS AD")}
    table = Table().tell("schnapsen.dealt", dealer="A", turn_up="KH", hands=hands).play("B#", "B:KC")

    table.tell("schnapsen.card_played", seat="A", card="JS", irregular=True)

    assert findings(table) == [("revoke", [5])]


def test_irregular_lead_is_taken_out_of_turn_and_after_a_marriage() -> None:
    table = untold().play("B+D")

    table.tell("schnapsen.card_played", seat="B", card="AC", irregular=True)
    assert findings(table) == [("wrong_lead", [4])]

    other = untold().play("B+D").tell("schnapsen.card_played", seat="A", card="AC", irregular=True)
    assert findings(other) == [("out_of_turn", [4])]

    table.play("A:JC").tell("schnapsen.trick_played", leader="A", lead="TC", follow="QC", irregular=True)
    assert findings(table) == [("wrong_lead", [4]), ("out_of_turn", [6])]
    assert table.board("deal")["leader"] == "A"


def test_irregular_is_noted_though_nothing_shows_why() -> None:
    table = untold().play("B#").tell("schnapsen.trick_played", lead="KC", follow="QS", irregular=True)
    assert findings(table) == [("irregular", [4])]

    table.play("AS AC")
    assert findings(table) == [("revoke", [4, 5])]

    table = untold().tell("schnapsen.trick_played", lead="KC", follow="QS", irregular=True)
    assert findings(table) == [("irregular", [3])]


def test_irregular_does_not_make_a_card_appear() -> None:
    table = untold()
    irregular = {"irregular": True}

    assert table.code("schnapsen.trick_played", lead="KH", follow="QS", **irregular) == "not_held"
    assert table.code("schnapsen.trick_played", lead="QS", follow="QS", **irregular) == "card_seen_twice"
    table.play("B:AC")
    assert table.code("schnapsen.card_played", seat="B", card="TC", **irregular) == "not_your_turn"


def test_findings_of_earlier_deals_stay() -> None:
    table = untold().play("B#", "KC QS", "AS AC", "B!")
    table.tell("schnapsen.dealt", turn_up="KH")

    assert findings(table) == [("revoke", [4, 5])]
    table.tell("schnapsen.deal_awarded", how="misdeal").tell("schnapsen.deal_scored", winner="A", game_points=1)
    assert findings(table) == [("revoke", [4, 5])]


def test_trump_suit_may_be_told_by_play() -> None:
    table = Table().tell("schnapsen.dealt", dealer="A")
    assert table.board("deal")["trump"] is None
    assert table.refusal("AC JS").startswith("trump_unknown")
    assert table.refusal("B*").startswith("trump_unknown")
    assert table.refusal("B+D").startswith("trump_unknown")
    assert table.refusal("JC AC") == "taken"

    assert table.code("schnapsen.trump_exchanged", seat="A", gives="JH", takes="AS") == "no_exchange"
    assert table.code("schnapsen.trump_exchanged", seat="A", gives="JH", takes="KH") is None
    assert table.board("deal")["trump"] == "H"
    assert table.refusal("TC JS") == "taken"


def test_marriage_told_with_its_value_tells_the_trump_suit() -> None:
    trumps = Table().tell("schnapsen.dealt", dealer="A")
    trumps.tell("schnapsen.marriage_declared", seat="B", suit="H", value=40)
    assert trumps.board("deal")["trump"] == "H"
    assert trumps.board("deal")["seats"]["B"]["pending"] == 40

    plain = Table().tell("schnapsen.dealt", dealer="A")
    plain.tell("schnapsen.marriage_declared", seat="B", suit="H", value=20)
    assert plain.board("deal")["trump"] is None
    assert plain.code("schnapsen.trump_exchanged", seat="B", gives="JH") == "no_exchange"


def test_suit_is_followed_though_trumps_are_not_known() -> None:
    table = Table().tell("schnapsen.dealt", dealer="A", hands={"A": cards("AC JS QS JD QD")}).play("B#")

    assert table.refusal("KC JS").startswith("must_follow")
    assert table.refusal("TC AC") == "taken"


def test_unknown_turn_up_is_a_trump_that_nobody_has_shown() -> None:
    table = Table().tell("schnapsen.dealt", dealer="A", trump="H").play("AH QH", "TC JC")
    exchanged = "schnapsen.trump_exchanged"

    assert table.code(exchanged, seat="B", takes="AH") == "no_exchange"
    assert table.code(exchanged, seat="B", takes="KD") == "no_exchange"
    assert table.code(exchanged, seat="B", takes="JH") == "no_exchange"
    assert table.code(exchanged, seat="B", takes="KH") is None
    assert "KH" in table.deal.layout.b.known
    assert table.board("deal")["seats"]["B"]["cards"] == 5


@pytest.mark.parametrize("game", ["schnapsen", "sixtysix"])
def test_exchange_of_an_unknown_turn_up(game: str) -> None:
    table = Table(game).tell("schnapsen.dealt", dealer="A", trump="H").play("AC JC")

    table.play("B*")

    lowest = "JH" if game == "schnapsen" else "9H"
    assert table.board("deal")["turn_up"] == lowest
    assert table.match is not None
    assert table.match.why == (f"B exchanges {'J' if game == 'schnapsen' else '9'}♥ for the turn-up.",)


def test_random_is_not_used_by_the_rules() -> None:
    state = random.getstate()

    untold().play("AC JC")

    assert random.getstate() == state

from typing import Any

import pytest

from domain.errors import RuleViolation
from tests.schnapsen_table import Table, cards

TALON = "AS TS JS QH TD JD TC KC QC"
"""The talon of `schnapsen`, first drawn first."""
FIVE_TRICKS = ("JC KS", "AC QS", "AS TS", "TD JD", "TC KC")
"""Tricks of `schnapsen`, all B's, that exhaust the talon."""


def schnapsen(talon: str | None = TALON, **options: Any) -> Table:
    """A deals; hearts are trumps; B, with the ace of trumps and a marriage in diamonds, leads."""
    return Table("schnapsen", options).tell(
        "schnapsen.dealt",
        dealer="A",
        turn_up="KH",
        hands={"A": cards("JH TH QS KS AD"), "B": cards("AH QD KD JC AC")},
        **({} if talon is None else {"talon": cards(talon)}),
    )


def sixtysix(**options: Any) -> Table:
    """A deals; hearts are trumps; B, with a marriage in diamonds, leads; the nine of trumps is with A."""
    return Table("sixtysix", options).tell(
        "schnapsen.dealt",
        dealer="A",
        turn_up="KH",
        hands={"A": cards("9H TH QS KS AD 9D"), "B": cards("AH QD KD JC AC 9C")},
    )


def points(table: Table) -> dict[str, tuple[int, int, int]]:
    seats = table.board("deal")["seats"]
    return {seat: (told["points"], told["pending"], told["tricks"]) for seat, told in seats.items()}


def test_non_dealer_leads_first_and_then_who_takes_the_trick() -> None:
    table = schnapsen()
    assert table.board("deal")["leader"] == "B"
    assert table.refusal("A:AD").startswith("not_your_turn")

    table.play("JC KS")
    assert table.board("deal")["leader"] == "B"
    assert table.code("schnapsen.trick_played", leader="A", lead="AD", follow="AC") == "not_your_turn"

    table.play("AC TH")
    assert table.board("deal")["leader"] == "A"
    assert points(table) == {"A": (21, 0, 1), "B": (6, 0, 1)}


def test_winner_of_a_trick_draws_first() -> None:
    table = schnapsen().play("JC KS")

    layout = table.deal.layout
    assert "AS" in layout.b.known
    assert "TS" in layout.a.known
    assert layout.talon_left == 8


def test_loser_of_the_fifth_trick_gets_the_turn_up() -> None:
    table = schnapsen().play(*FIVE_TRICKS)

    assert table.deal.layout.talon_left == 0
    assert "QC" in table.deal.layout.b.known
    assert "KH" in table.deal.layout.a.known
    assert table.board("deal")["phase"] == 2
    assert table.board("deal")["turn_up"] is None


def test_any_card_may_answer_while_the_talon_is_open() -> None:
    table = schnapsen().play("AC AD")

    assert points(table)["B"] == (22, 0, 1)


def test_answers_are_bound_once_the_talon_is_closed() -> None:
    table = schnapsen().play("B#")

    assert table.board("deal")["phase"] == 2
    assert table.refusal("KD QS") == "must_follow: A must beat K♦ (band beat) with A♦, not Q♠."
    assert table.refusal("AC AD") == "must_follow: A must trump A♣ (band trump) with 10♥ or J♥, not A♦."
    assert table.refusal("AH AD") == "must_follow: A must follow suit to A♥ (band follow) with 10♥ or J♥, not A♦."
    assert table.refusal("AH JH") == "taken"


def test_answers_are_bound_once_the_talon_is_exhausted() -> None:
    table = schnapsen().play(*FIVE_TRICKS)

    assert table.refusal("QD JH") == "must_follow: A must beat Q♦ (band beat) with A♦, not J♥."


def test_card_by_card_is_the_same_as_trick_by_trick() -> None:
    by_card = schnapsen().play("B:JC", "A:KS", "B:AC", "A:TH")
    by_trick = schnapsen().play("JC KS", "AC TH")

    assert points(by_card) == points(by_trick)
    assert by_card.deal.layout == by_trick.deal.layout


def test_card_on_the_table_waits_for_its_answer() -> None:
    table = schnapsen().play("B:JC")

    board = table.board("deal")
    assert (board["table"], board["turn"], board["leader"]) == ("JC", "A", "B")
    assert table.refusal("B:AC").startswith("not_your_turn")
    assert table.refusal("AC TH").startswith("deal_in_progress")
    assert table.refusal("B+D").startswith("not_your_turn")
    assert table.refusal("A+S").startswith("no_marriage")
    assert table.refusal("A*").startswith("no_exchange")
    assert table.refusal("A#").startswith("cannot_close")
    assert table.refusal("A!") == "cannot_claim: 66 is claimed before leading: a card is on the table."
    assert table.refusal("B!").startswith("not_your_turn")
    assert table.refusal(".").startswith("deal_in_progress")


def test_card_must_be_held_and_is_played_once() -> None:
    table = schnapsen().play("JC KS")

    assert table.refusal("TD QS") == "not_held: B does not hold 10♦."
    assert table.refusal("AC KD").startswith("not_held")
    assert table.refusal("JC QS").startswith("card_seen_twice")
    assert table.refusal("AC AC").startswith("card_seen_twice")
    assert table.refusal("KH QS").startswith("not_held")
    assert table.refusal("9C QS") == "not_held: 9♣ is not in the pack of 20."
    assert table.refusal("2C QS").startswith("not_held")


def test_marriage_counts_at_once_with_a_trick() -> None:
    table = schnapsen().play("AC AD", "B+D")

    assert points(table)["B"] == (42, 0, 1)
    assert table.board("deal")["marriages"] == [{"version": 4, "seat": "B", "suit": "D", "value": 20, "counted": True}]


def test_marriage_waits_for_the_first_trick() -> None:
    table = schnapsen().play("B+D")
    assert points(table)["B"] == (0, 20, 0)
    assert table.board("deal")["marriages"][0]["counted"] is False

    table.play("QD AD")
    assert points(table) == {"A": (14, 0, 1), "B": (0, 20, 0)}

    table.play("QS AH")
    assert points(table)["B"] == (34, 0, 1)


def test_marriage_in_trumps_is_worth_40_and_others_20() -> None:
    table = schnapsen().play("B+D", "QD AD", "A*", "KS AH")

    assert table.code("schnapsen.marriage_declared", seat="B", suit="H") == "no_marriage"
    other = Table().tell("schnapsen.dealt", dealer="A", turn_up="AH", hands={"B": cards("KH QH KS QS JC")})
    assert other.code("schnapsen.marriage_declared", seat="B", suit="H", value=20) == "no_marriage"
    assert other.code("schnapsen.marriage_declared", seat="B", suit="S", value=40) == "no_marriage"
    assert other.code("schnapsen.marriage_declared", seat="B", suit="H", value=30) == "event_invalid"
    assert other.code("schnapsen.marriage_declared", seat="B", suit="H", value=40) is None
    assert points(other)["B"] == (0, 40, 0)


def test_king_or_queen_is_led_after_a_marriage() -> None:
    table = schnapsen().play("B+D")

    assert table.refusal("AC AD") == "must_lead: B has declared the marriage in diamonds and must lead K♦ or Q♦."
    assert table.refusal("B+D").startswith("must_lead")
    assert table.refusal("KD AD") == "taken"


def test_marriage_needs_king_and_queen() -> None:
    table = schnapsen()

    assert table.refusal("B+S") == "no_marriage: B does not hold both king and queen of spades."
    assert table.refusal("A+S").startswith("not_your_turn")


def test_marriage_is_not_declared_twice() -> None:
    table = schnapsen().play("B+D", "KD QS")

    assert table.refusal("B+D").startswith("no_marriage")


def test_schnapsen_takes_a_marriage_after_the_close_and_the_exhaustion() -> None:
    closed = schnapsen().play("AC AD", "B#", "B+D")
    exhausted = schnapsen().play(*FIVE_TRICKS)

    assert points(closed)["B"] == (42, 0, 1)
    assert exhausted.board("deal")["phase"] == 2
    assert exhausted.refusal("B+D") == "taken"


def test_sixtysix_takes_no_marriage_once_the_talon_is_closed() -> None:
    table = sixtysix().play("B#")

    assert table.refusal("B+D") == "no_marriage: No marriage is declared once the talon is closed or exhausted."


def test_exchange_names_both_cards() -> None:
    table = schnapsen().play("JC KS", "AC TH", "A*")

    assert table.match is not None
    assert table.match.why == ("A exchanges J♥ for K♥.",)
    assert table.board("deal")["turn_up"] == "JH"
    assert "KH" in table.deal.layout.a.known


def test_exchange_is_for_the_seat_on_lead_and_the_lowest_trump() -> None:
    table = schnapsen().play("JC KS")

    assert table.refusal("A*").startswith("not_your_turn")
    assert table.refusal("B*") == "no_exchange: B does not hold J♥."
    table.play("AC TH")
    exchanged = "schnapsen.trump_exchanged"
    assert table.code(exchanged, seat="A", gives="JC") == "no_exchange"
    assert table.code(exchanged, seat="A", gives="9H") == "no_exchange"
    assert table.code(exchanged, seat="A", takes="QH") == "no_exchange"
    assert table.code(exchanged, seat="A", takes="JH") == "no_exchange"
    assert table.code(exchanged, seat="A", gives="JH", takes="KH") is None
    assert table.refusal("A*").startswith("no_exchange")


def test_sixtysix_exchanges_the_nine() -> None:
    table = sixtysix().play("JC TH")

    assert table.code("schnapsen.trump_exchanged", seat="A", gives="JH") == "no_exchange"
    assert table.code("schnapsen.trump_exchanged", seat="A", gives="9H", takes="KH") is None


def jack_with_the_leader(game: str = "schnapsen", **options: Any) -> Table:
    hand = "JH AH KD QD JC" if game == "schnapsen" else "9H AH KD QD JC AC"
    return Table(game, options).tell("schnapsen.dealt", dealer="A", turn_up="KH", hands={"B": cards(hand)})


def test_only_the_lowest_card_of_the_trump_suit_is_exchanged() -> None:
    table = jack_with_the_leader()

    assert table.code("schnapsen.trump_exchanged", seat="B", gives="JC") == "no_exchange"
    assert table.code("schnapsen.trump_exchanged", seat="B", gives="AH") == "no_exchange"
    assert table.code("schnapsen.trump_exchanged", seat="B", gives="JH") is None


def test_exchange_may_follow_a_marriage_in_trumps() -> None:
    table = Table().tell("schnapsen.dealt", dealer="A", turn_up="AH", hands={"B": cards("KH QH JH AS AC")})
    table.play("B+H", "B*")

    assert table.refusal("AH TH").startswith("must_lead")
    assert table.refusal("KH TH") == "taken"
    assert table.board("deal")["turn_up"] == "JH"


def test_exchange_before_the_first_trick_goes_by_the_ruleset_or_the_option() -> None:
    assert jack_with_the_leader().refusal("B*") == "taken"
    assert jack_with_the_leader("sixtysix").refusal("B*").startswith("no_exchange")
    assert jack_with_the_leader(exchange_needs_trick=True).refusal("B*").startswith("no_exchange")
    assert jack_with_the_leader("sixtysix", exchange_needs_trick=False).refusal("B*") == "taken"
    assert jack_with_the_leader(exchange_needs_trick=False).refusal("B*") == "taken"


def four_tricks(**options: Any) -> Table:
    """B has taken four tricks and drawn; two cards are left in the talon, and B holds the jack of trumps."""
    return (
        Table("schnapsen", options)
        .tell(
            "schnapsen.dealt",
            dealer="A",
            turn_up="KH",
            hands={"B": cards("JH AH AS AC AD"), "A": cards("KS KC KD QS QC")},
        )
        .play("AS KS", "AC KC", "AD KD", "AH QS")
    )


def test_two_cards_in_the_talon_are_enough_to_exchange_and_to_close() -> None:
    assert four_tricks().board("deal")["talon_left"] == 2
    assert four_tricks().refusal("B*") == "taken"
    assert four_tricks().refusal("B#") == "taken"


def test_house_may_ask_for_three_cards_in_the_talon() -> None:
    assert four_tricks(min_talon_to_exchange=3).refusal("B*").startswith("no_exchange: The talon has 2 cards left")
    assert four_tricks(min_talon_to_close=3).refusal("B#").startswith("cannot_close: The talon has 2 cards left")
    assert four_tricks(min_talon_to_close=3).refusal("B*") == "taken"
    assert four_tricks(min_talon_to_exchange=3).refusal("B#") == "taken"


def test_exchange_and_close_may_come_on_the_same_lead() -> None:
    assert four_tricks().play("B*", "B#").board("deal")["closed"] == "B"
    assert four_tricks().play("B#").refusal("B*").startswith("no_exchange: Nobody exchanges")


def test_nothing_is_exchanged_or_closed_once_the_talon_is_out() -> None:
    table = four_tricks().play("JH QC")

    assert table.refusal("B*").startswith("no_exchange")
    assert table.refusal("B#").startswith("cannot_close")


def test_opponent_exchanges_at_the_close_in_sixtysix_even_without_a_trick() -> None:
    table = sixtysix().play("B#", "A/*")

    assert table.board("deal")["turn_up"] == "9H"
    assert "KH" in table.deal.layout.a.known
    assert table.refusal("A/*").startswith("no_exchange")


def test_exchange_at_the_close_is_the_opponent_s_and_at_once() -> None:
    assert sixtysix().refusal("A/*").startswith("no_exchange: The talon has not been closed")
    assert sixtysix().play("B#").refusal("B/*").startswith("no_exchange: At the close A may exchange")
    assert sixtysix().play("B#").refusal("A*").startswith("not_your_turn")
    assert sixtysix().play("B#", "B:9C").refusal("A/*").startswith("no_exchange")
    assert sixtysix().play("B#", "9C TH").refusal("A/*").startswith("no_exchange")
    assert schnapsen().play("B#").refusal("A/*").startswith("no_exchange: In this game")


def test_close_is_for_the_seat_on_lead_and_once() -> None:
    table = schnapsen()

    assert table.refusal("A#").startswith("not_your_turn")
    table.play("B#")
    assert table.refusal("B#") == "cannot_close: B has closed the talon already."


def test_close_keeps_points_and_tricks_of_both_seats() -> None:
    table = schnapsen().play("JC KS", "AC TH", "A#")

    assert table.board("deal")["close"] == {
        "version": 5,
        "seat": "A",
        "before_draw": False,
        "seats": {"A": {"points": 21, "tricks": 1}, "B": {"points": 6, "tricks": 1}},
    }
    assert table.board("deal")["closed"] == "A"


def test_nobody_draws_from_a_closed_talon() -> None:
    table = schnapsen().play("JC KS", "B#", "AC TH")

    assert table.board("deal")["talon_left"] == 8
    assert {seat["cards"] for seat in table.board("deal")["seats"].values()} == {4}


def test_sixtysix_closes_before_the_draw_with_hands_one_card_short() -> None:
    table = sixtysix().play("JC TH", "A/#")

    board = table.board("deal")
    assert (board["talon_left"], board["close"]["before_draw"]) == (12, True)
    assert {seat["cards"] for seat in board["seats"].values()} == {5}


def test_close_before_the_draw_comes_before_the_draw() -> None:
    drawn = sixtysix().play("JC TH", "A*")
    assert drawn.refusal("A/#").startswith("cannot_close: The draw after the last trick was made")
    assert drawn.refusal("A#") == "taken"
    assert sixtysix().play("B/#").board("deal")["talon_left"] == 12
    assert schnapsen().play("JC KS").refusal("B/#").startswith("cannot_close: The talon is closed after drawing")


def test_last_two_cards_may_be_closed_before_the_draw() -> None:
    table = Table("sixtysix").tell(
        "schnapsen.dealt",
        dealer="A",
        turn_up="KH",
        hands={"B": cards("AH AS AC AD TS TC"), "A": cards("KS KC KD QS QC QD")},
    )
    table.play("AS KS", "AC KC", "AD KD", "AH QS", "TS QC", "TC QD")
    assert table.board("deal")["talon_left"] == 0

    table.play("B/#")

    assert table.board("deal")["talon_left"] == 2
    assert table.board("deal")["close"]["seats"]["B"]["tricks"] == 6


def test_claim_is_for_the_seat_on_lead_with_a_trick_or_a_marriage() -> None:
    table = schnapsen()
    assert table.refusal("B!") == "cannot_claim: B has neither taken a trick nor declared a marriage."
    assert table.refusal("A!").startswith("not_your_turn")

    table.play("JC KS")
    assert table.refusal("A!").startswith("not_your_turn")
    assert table.refusal("B!") == "taken"
    assert table.result == ("false_claim", "A", 3)


def test_claim_on_a_pending_marriage_is_false() -> None:
    table = schnapsen().play("B+D", "B!")

    assert table.result == ("false_claim", "A", 3)


def test_marriage_that_completes_66_is_claimed_without_leading() -> None:
    table = schnapsen().play("AC AD", "AH TH", "B+D")
    assert points(table)["B"] == (63, 0, 2)

    table = schnapsen("TD TS JS QH TC JD AS KC QC").play("AC AD", "AH TH", "JC TS", "B+D", "B!")
    assert table.result == ("claim", "B", 3)
    assert table.board("deal")["result"]["points"] == {"A": 0, "B": 75}
    assert table.board("deal")["result"]["breakdown"] == [{"for": "no trick taken", "game_points": 3}]


def test_claim_comes_before_the_draw() -> None:
    table = schnapsen().play("JC KS", "B!")

    assert table.board("deal")["talon_left"] == 10


def test_nothing_ends_by_arithmetic() -> None:
    table = schnapsen("TD TS JS QH TC JD AS KC QC").play("AC AD", "AH TH", "JC TS", "B+D", "KD QS")

    assert points(table)["B"][0] >= 66
    assert table.board("deal")["result"] is None


def played_out() -> Table:
    """All cards are played, B has 100 and never claimed, and A has the last trick."""
    return schnapsen().play(*FIVE_TRICKS, "B+D", "QD AD", "JH AH", "KD TH", "KH JS", "QH QC")


def test_winner_of_the_very_last_trick_may_still_claim() -> None:
    table = played_out()
    assert table.refusal("B!").startswith("not_your_turn")
    assert table.refusal("JH QC").startswith("deal_over: All cards have been played")
    assert table.refusal("A:JH").startswith("deal_over")

    table.play("A!")

    assert table.result == ("false_claim", "B", 2)


def test_last_trick_wins_one_whatever_the_points() -> None:
    table = played_out().play(".")

    assert table.result == ("last_trick", "A", 1)
    assert points(table)["B"][0] == 100
    assert [flag["code"] for flag in table.board("deal")["flags"]] == ["unclaimed_66"]


def test_deal_is_over_after_its_result() -> None:
    table = schnapsen().play("JC KS", "B!")

    for word in ("AC TH", "B:AC", "B+D", "A*", "B#", "B!", "."):
        assert table.refusal(word) == "deal_over: No deal is being played: the next one must be dealt first."
    assert table.code("schnapsen.deal_awarded", how="misdeal") == "deal_over"


def test_nothing_is_played_before_a_deal() -> None:
    table = Table()

    for word in ("AC TH", "B:AC", "B+D", "A*", "B#", "B!", "."):
        assert table.refusal(word).startswith("deal_over")


def test_next_deal_waits_for_the_end_of_this_one() -> None:
    table = schnapsen()

    assert table.code("schnapsen.dealt", turn_up="KH") == "deal_in_progress"
    assert table.code("schnapsen.deal_scored", winner="A", game_points=1) == "deal_in_progress"
    assert table.refusal(".").startswith("deal_in_progress: Cards are still held")


@pytest.mark.parametrize(("how", "winner", "worth"), [("conceded", "A", 2), ("foul", "B", 3), ("misdeal", None, 0)])
def test_deal_may_end_by_an_award(how: str, winner: str | None, worth: int) -> None:
    table = schnapsen().play("JC KS", "B:AC")

    assert table.code("schnapsen.deal_awarded", how=how, winner=winner, game_points=worth) is None
    assert table.result == (how, winner, worth)
    assert table.board("match")["deals"][-1]["how"] == how
    assert table.refusal("A:TH").startswith("deal_over")


def test_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    table = schnapsen().tell("schnapsen.deal_awarded", how="misdeal")

    assert table.board("match")["dealer"] == "A"
    assert table.match is not None
    assert table.match.why[0] == "A misdeal: it is dealt again."


@pytest.mark.parametrize(
    "award",
    [
        {"how": "misdeal", "winner": "A", "game_points": 1},
        {"how": "misdeal", "game_points": 1},
        {"how": "conceded"},
        {"how": "conceded", "winner": "A"},
        {"how": "foul", "winner": "A", "game_points": 0},
        {"how": "foul", "winner": "A", "game_points": 4},
        {"how": "foul", "winner": "A", "game_points": -1},
    ],
)
def test_award_that_makes_no_sense_is_refused(award: dict[str, Any]) -> None:
    assert schnapsen().code("schnapsen.deal_awarded", **award) == "result_invalid"


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        ({"turn_up": "9H"}, "deal_invalid"),
        ({"turn_up": "KH", "trump": "S"}, "deal_invalid"),
        ({"hands": {"A": cards("JH TH QS KS")}}, "deal_invalid"),
        ({"hands": {"A": cards("JH TH QS KS AS AD")}}, "deal_invalid"),
        ({"talon": cards("AS TS JS QH TD JD TC KC")}, "deal_invalid"),
        ({"talon": cards("AS TS JS QH TD JD TC KC QC AC")}, "deal_invalid"),
        ({"hands": {"A": cards("JH TH QS KS KS")}}, "card_seen_twice"),
        ({"turn_up": "KH", "hands": {"A": cards("JH KH QS KS AD")}}, "card_seen_twice"),
        ({"turn_up": "KH", "talon": cards("KH TS JS QH TD JD TC KC QC")}, "card_seen_twice"),
        ({"trump": "H", "hands": {"A": cards("AH TH KH QH JH")}}, "deal_invalid"),
        ({"trump": "X"}, "event_invalid"),
        ({"hands": {"C": cards("JH TH QS KS AD")}}, "event_invalid"),
    ],
)
def test_deal_that_cannot_be_is_refused(deal: dict[str, Any], code: str) -> None:
    assert Table().code("schnapsen.dealt", **deal) == code


def test_deal_that_cannot_be_is_refused_in_a_sentence() -> None:
    def detail(**deal: Any) -> str:
        with pytest.raises(RuleViolation) as refused:
            Table().tell("schnapsen.dealt", **deal)
        return refused.value.detail

    assert detail(turn_up="9H") == "9♥ is not in the pack of 20."
    assert detail(hands={"A": cards("JH TH QS KS KS")}) == "K♠ was dealt twice."
    assert detail(hands={"A": cards("JH TH QS KS")}) == "A hand has 5 cards: A has 4."
    assert detail(talon=cards("AS TS")) == "The talon has 9 cards without the turn-up, not 2."
    assert detail(turn_up="KH", trump="S") == "With spades as trumps, the turn-up is one of them."


def test_trump_suit_that_contradicts_the_only_card_left_is_refused() -> None:
    told = {"hands": {"A": cards("JH TH QS KS AD"), "B": cards("AH QD KD JC AC")}, "talon": cards(TALON)}

    assert Table().code("schnapsen.dealt", **told, trump="S") == "deal_invalid"
    assert Table().code("schnapsen.dealt", **told, trump="H") is None
    table = Table().tell("schnapsen.dealt", **told)
    assert (table.board("deal")["turn_up"], table.board("deal")["trump"]) == ("KH", "H")


def test_only_the_hands_and_the_talon_of_the_deal_in_play_are_sealed() -> None:
    table = schnapsen()
    assert table.match is not None
    game = table.match.game

    assert game.sealed(table.state) == {2}
    table.play("JC KS", "B!")
    assert game.sealed(table.state) == frozenset()

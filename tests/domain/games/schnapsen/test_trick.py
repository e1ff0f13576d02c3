from itertools import combinations, permutations
from typing import Any

import pytest

from domain.cards import Card
from domain.errors import RuleViolation
from domain.games.schnapsen.question import answer
from domain.games.schnapsen.terms import CARDS, SUITS, Suit, suit_named
from domain.games.schnapsen.trick import Band, denied_by, follow_band, judge, legal_follows, value_of, winner_of
from tests.cases import cases

HIGH_TO_LOW = ["A", "T", "K", "Q", "J", "9"]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}


def hand(text: str) -> list[Card]:
    return [Card(card) for card in text.split()]


def higher(one: Card, two: Card) -> bool:
    return HIGH_TO_LOW.index(one[0]) < HIGH_TO_LOW.index(two[0])


def band_by_the_book(lead: Card, card: Card, trump: str) -> Band:
    if card[1] == lead[1]:
        return "beat" if higher(card, lead) else "follow"
    return "trump" if card[1] == trump else "free"


@pytest.mark.parametrize("trump", SUITS)
def test_winner_of_every_trick(trump: Suit) -> None:
    for lead, follow in permutations(CARDS, 2):
        wins = higher(follow, lead) if follow[1] == lead[1] else follow[1] == trump

        assert winner_of(lead, follow, trump) == (follow if wins else lead)


def test_pack_is_worth_120_and_a_trick_its_two_cards() -> None:
    assert len(set(CARDS)) == 24
    assert sum(POINTS[card[0]] for card in CARDS) == 120
    for lead, follow in permutations(CARDS, 2):
        assert value_of(lead, follow) == POINTS[lead[0]] + POINTS[follow[0]]


def test_ten_beats_the_king() -> None:
    assert winner_of(Card("KS"), Card("TS"), "H") == "TS"
    assert winner_of(Card("TS"), Card("KS"), "H") == "TS"


def test_no_card_counts_as_a_trump_while_trumps_are_not_known() -> None:
    assert winner_of(Card("KS"), Card("TS"), None) == "TS"
    assert winner_of(Card("KS"), Card("AD"), None) == "KS"


def test_higher_card_of_another_suit_does_not_win() -> None:
    assert winner_of(Card("JS"), Card("AD"), "H") == "JS"


@pytest.mark.parametrize("trump", SUITS)
def test_one_band_rules_in_phase_2_and_never_a_union(trump: Suit) -> None:
    order: list[Band] = ["beat", "follow", "trump", "free"]
    for lead in CARDS:
        rest = [card for card in CARDS if card != lead]
        bands = {card: band_by_the_book(lead, card, trump) for card in rest}
        for held in combinations(rest, 2):
            ruling = next(band for band in order if any(bands[card] == band for card in held))

            assert follow_band(held, lead, trump, 2) == ruling
            assert legal_follows(held, lead, trump, 2) == [card for card in held if bands[card] == ruling]


def test_any_card_answers_in_phase_1() -> None:
    held = hand("9S AD AS JH")

    assert follow_band(held, Card("KS"), "H", 1) == "free"
    assert legal_follows(held, Card("KS"), "H", 1) == held


def test_legal_answers_keep_the_order_of_the_hand() -> None:
    assert legal_follows(hand("TS QH AS JD"), Card("KS"), "D", 2) == ["TS", "AS"]
    assert legal_follows(hand("AS QH TS JD"), Card("KS"), "D", 2) == ["AS", "TS"]


def test_no_duty_to_overtrump() -> None:
    assert legal_follows(hand("JH AH TH AD"), Card("KS"), "H", 2) == ["JH", "AH", "TH"]


def test_trump_lead_leaves_the_trump_band_out_of_reach() -> None:
    for lead in CARDS:
        trump = suit_named(lead)
        for card in CARDS:
            if card != lead:
                assert follow_band([card], lead, trump, 2) != "trump"


def test_empty_hand_has_nothing_to_answer_with() -> None:
    assert follow_band([], Card("KS"), "H", 2) == "free"
    assert legal_follows([], Card("KS"), "H", 2) == []


def test_legal_answers_are_a_list_of_their_own() -> None:
    held = hand("9S AD")

    legal_follows(held, Card("KS"), "H", 1).clear()

    assert held == ["9S", "AD"]


def test_answer_denies_all_stricter_bands() -> None:
    assert denied_by(Card("KS"), Card("TS"), "H") == frozenset()
    assert denied_by(Card("KS"), Card("QS"), "H") == {"AS", "TS"}
    assert denied_by(Card("KS"), Card("JH"), "H") == {"AS", "TS", "QS", "JS", "9S"}
    assert denied_by(Card("KS"), Card("AD"), "H") == {"AS", "TS", "QS", "JS", "9S"} | set(hand("AH TH KH QH JH 9H"))
    assert denied_by(Card("KH"), Card("AD"), "H") == set(hand("AH TH QH JH 9H"))


def test_answer_denies_no_trumps_while_they_are_not_known() -> None:
    assert denied_by(Card("KS"), Card("AD"), None) == set(hand("AS TS QS JS 9S"))


@pytest.mark.parametrize("case", cases("schnapsen/tricks.jsonl"))
def test_trick_case_holds(case: dict[str, Any]) -> None:
    held, lead, trump, phase = case["hand"], case["lead"], case["trump"], case["phase"]

    assert follow_band(held, lead, trump, phase) == case["band"]
    assert legal_follows(held, lead, trump, phase) == case["legal"]
    for follow, winner in case["winner"].items():
        judgement = answer({"lead": lead, "follow": follow, "trump": trump, "phase": phase, "hand": held})
        assert judgement.winner == winner
        assert judgement.card == (lead if winner == "lead" else follow) == winner_of(lead, follow, trump)
        assert judgement.value == case["value"][follow] == value_of(lead, follow)
        assert (judgement.band, judgement.legal) == (case["band"], case["legal"])


def test_judgement_of_a_trick_without_a_hand() -> None:
    judgement = judge(Card("KS"), Card("QS"), "H", 2)

    assert (judgement.winner, judgement.card, judgement.value) == ("lead", "KS", 7)
    assert (judgement.band, judgement.legal) == ("follow", None)


def test_judgement_says_whether_lead_or_answer_wins() -> None:
    assert judge(Card("KS"), Card("TS"), "H").winner == "follow"
    assert judge(Card("TS"), Card("KS"), "H").winner == "lead"


def test_judgement_of_a_bare_lead() -> None:
    assert (judge(Card("KS"), None, "H", 2).band, judge(Card("KS"), None, "H", 2).legal) == ("free", None)


def test_judgement_of_a_lead_without_an_answer() -> None:
    judgement = judge(Card("KS"), None, "H", 2, hand("QS AS"))

    assert (judgement.winner, judgement.card, judgement.value) == (None, None, None)
    assert (judgement.band, judgement.legal) == ("beat", ["AS"])


def test_judgement_takes_phase_1_where_none_is_told() -> None:
    assert judge(Card("KS"), Card("AS"), "H").band == "free"
    assert answer({"lead": "KS", "hand": ["QS", "AS"], "trump": "h"}).legal == ["QS", "AS"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"lead": "KS", "trump": "H"}, "event_invalid"),
        ({"lead": "KS", "trump": "N", "follow": "AS"}, "event_invalid"),
        ({"lead": "1S", "trump": "H", "follow": "AS"}, "event_invalid"),
        ({"lead": "KS", "trump": "H", "follow": "AS", "phase": 3}, "event_invalid"),
        ({"lead": "KS", "trump": "H", "follow": "AS", "phase": True}, "event_invalid"),
        ({"lead": "KS", "trump": "H", "follow": "AS", "phase": 1.0}, "event_invalid"),
        ({"lead": "KS", "trump": "H", "follow": "AS", "hands": []}, "event_invalid"),
        ({"lead": "KS", "trump": "H", "follow": "AS", "hand": []}, "event_invalid"),
        ({"lead": "KS", "trump": "H", "hand": ["AS", "AD", "AC", "AH", "TS", "TD", "TC"]}, "event_invalid"),
        ([], "event_invalid"),
        ({"lead": "KS", "trump": "H", "follow": "8S"}, "not_held"),
        ({"lead": "KS", "trump": "H", "follow": "AS", "hand": ["AD"]}, "not_held"),
        ({"lead": "KS", "trump": "H", "follow": "KS"}, "card_seen_twice"),
        ({"lead": "KS", "trump": "H", "hand": ["KS", "AD"]}, "card_seen_twice"),
        ({"lead": "KS", "trump": "H", "hand": ["AD", "AD"]}, "card_seen_twice"),
    ],
)
def test_question_that_makes_no_sense_is_refused(data: Any, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        answer(data)

    assert refused.value.code == code
    assert refused.value.detail

import csv
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards import PACK, Card
from domain.errors import RuleViolation
from domain.games.cribbage.judging import answer, judge, judge_ranks, told
from domain.games.cribbage.scoring import ACC, Count, Groups, count, count_ranks, scale, total
from tests.domain.games.cribbage.random_play import shown

TABLES = Path(__file__).parents[3] / "tables"
five_cards = st.permutations(PACK).map(lambda pack: pack[:5])
rank_sets = st.lists(st.integers(0, 12), max_size=8).filter(lambda ranks: max(Counter(ranks).values(), default=0) < 5)


def _counted(hand: str, starter: str, *, crib: bool = False) -> Count:
    return judge(hand.split(), starter, crib=crib)


def _parts(hand: str, starter: str, *, crib: bool = False) -> dict[str, int]:
    return dict(_counted(hand, starter, crib=crib).parts)


def test_the_best_hand_counts_twenty_nine() -> None:
    assert _parts("5H 5S 5C JD", "5D") == {"fifteens": 16, "pairs": 12, "nobs": 1}
    assert _counted("5H 5S 5C JD", "5D").total == 29


def test_br031_a_starter_jack_is_never_nobs() -> None:
    assert _parts("JC 2D 4D 6D", "JD") == {"pairs": 2}


def test_nobs_is_the_jack_of_the_starters_suit_in_hand_or_crib() -> None:
    assert _parts("JC 2D 4H 8S", "9C")["nobs"] == 1
    assert _parts("JC 2D 4H 8S", "9C", crib=True)["nobs"] == 1
    assert "nobs" not in _parts("JC 2D 4H 8S", "9D")


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "flush"),
    [
        ("2H 4H 6H 9S", "KH", False, 0),
        ("2H 4H 6H 8H", "KS", False, 4),
        ("2H 4H 6H 8H", "KH", False, 5),
        ("2H 4H 6H 8H", "KS", True, 0),
        ("2H 4H 6H 8H", "KH", True, 5),
    ],
)
def test_br032_only_the_four_make_a_flush_and_in_the_crib_only_all_five(
    hand: str, starter: str, crib: bool, flush: int
) -> None:
    assert _counted(hand, starter, crib=crib).flush == flush


def test_four_cards_are_a_hand_unless_they_are_said_to_be_the_crib() -> None:
    flush = [Card(card) for card in ("2H", "4H", "6H", "8H")]

    assert (total(flush, Card("KS")), total(flush, Card("KS"), crib=True)) == (4, 0)
    assert (count(flush, Card("KS")).total, count(flush, Card("KS"), crib=True).total) == (4, 0)


def test_br037_pairs_inside_a_run_multiply_it() -> None:
    assert _parts("3C 3D 4H 4S", "5D") == {"fifteens": 4, "pairs": 4, "runs": 12}
    assert _parts("3C 3D 3H 4S", "5D") == {"fifteens": 6, "pairs": 6, "runs": 9}


def test_br038_two_cards_are_no_run() -> None:
    assert _parts("3C 4D 9H 9S", "KD") == {"pairs": 2}


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "points"),
    [
        ("8S 7S 3H 3C", "KS", False, 4),
        ("TH JH 2D 7H", "KS", False, 0),
        ("QD QH KH 4H", "KS", True, 4),
        ("3C 3D 3H 6S", "6D", False, 18),
        ("AC AD AH TS", "TD", False, 8),
        ("TC JD QH KS", "QC", False, 10),
        ("5C 5D TH JS", "QC", False, 17),
    ],
)
def test_br041_br043_hands_that_other_programs_got_wrong(hand: str, starter: str, crib: bool, points: int) -> None:
    assert _counted(hand, starter, crib=crib).total == points


def test_ace_is_low_and_runs_do_not_wrap() -> None:
    assert _parts("AC 2D 3H 8S", "9C") == {"fifteens": 2, "runs": 3}
    assert "runs" not in _parts("KC AD 2H 7S", "9C")


def test_only_the_longest_run_counts() -> None:
    assert _parts("2C 3D 4H 5S", "6C")["runs"] == 5
    assert _parts("9C TD JH QS", "KC")["runs"] == 5


def test_sets_of_cards_that_score_are_shown() -> None:
    groups = _counted("4H 5D 6C 6S", "KS").groups

    assert groups == Groups(
        fifteens=(("5D", "KS"), ("4H", "5D", "6C"), ("4H", "5D", "6S")),
        pairs=(("6C", "6S"),),
        runs=(("4H", "5D", "6C"), ("4H", "5D", "6S")),
    )


def test_all_five_cards_can_be_one_fifteen() -> None:
    assert _counted("AC 2D 3H 4S", "5C").groups == Groups(
        fifteens=(("AC", "2D", "3H", "4S", "5C"),), runs=(("AC", "2D", "3H", "4S", "5C"),)
    )


def test_all_thirteen_ranks_are_one_run() -> None:
    judged = judge_ranks(range(1, 14))

    assert judged.runs == 13
    assert "a run of thirteen" in judged.cadence


@pytest.mark.parametrize(
    ("hand", "starter", "said"),
    [
        ("7H TC 5C 5S", "AD", "fifteen two, fifteen four, and a pair is six"),
        ("AC 9C KC JH", "4C", "fifteen two, fifteen four"),
        ("TH JH 2D 7H", "KS", "nothing"),
        ("7C 4C JC 2S", "TC", "his nobs is one"),
        ("3H 3C JH KH", "3D", "a pair royal is six"),
        ("9S TD JC JH", "2S", "a double run of three is eight"),
        ("2H 4S 4H 4C", "3H", "fifteen two, and a triple run of three is seventeen"),
        ("3C 3D 4H 4S", "5D", "fifteen two, fifteen four, and a double double run of three is twenty"),
        ("9S TD JC QH", "QS", "a double run of four is ten"),
        ("AS 3S 7S 9S", "KD", "a flush of four is four"),
        ("AS 2S 3S 9S", "KS", "fifteen two, fifteen four, a run of three is seven, and a flush of five is twelve"),
        ("4C 5D 6H KS", "KC", "fifteen two, fifteen four, fifteen six, a pair is eight, and a run of three is eleven"),
    ],
)
def test_the_count_is_said_in_cadence(hand: str, starter: str, said: str) -> None:
    assert _counted(hand, starter).cadence == said


def test_the_cadence_of_the_best_hand_ends_with_its_total() -> None:
    assert _counted("5H 5S 5C JD", "5D").cadence.endswith(
        "a double pair royal is twenty-eight, and his nobs is twenty-nine"
    )


def test_five_alike_and_totals_beyond_thirty_are_still_said() -> None:
    assert judge_ranks([5, 5, 5, 5, 5]).cadence.endswith("five of a kind is 40")


@settings(deadline=None)
@given(five_cards, st.booleans())
def test_a_second_way_of_counting_agrees(cards: list[Card], crib: bool) -> None:
    *hand, starter = cards
    counted = count(hand, starter, crib=crib)

    assert list(counted.parts) == shown([*hand], starter, crib=crib)
    assert counted.total == total(hand, starter, crib=crib)
    assert len(counted.groups.fifteens) * 2 == counted.fifteens
    assert len(counted.groups.pairs) * 2 == counted.pairs
    assert sum(map(len, counted.groups.runs)) == counted.runs


@settings(deadline=None)
@given(five_cards, st.permutations("CDHS"))
def test_order_and_names_of_suits_change_nothing(cards: list[Card], suits: list[str]) -> None:
    *hand, starter = cards
    other = dict(zip("CDHS", suits, strict=True))
    renamed = [Card(card[0] + other[card[1]]) for card in cards]

    assert total(hand[::-1], starter) == total(hand, starter) == total(renamed[:4], renamed[4])


@settings(deadline=None)
@given(five_cards, st.booleans())
def test_nineteen_and_twenty_five_to_twenty_seven_never_occur(cards: list[Card], crib: bool) -> None:
    assert total(cards[:4], cards[4], crib=crib) not in {19, 25, 26, 27}


def _five_card_ranks() -> list[tuple[int, ...]]:
    sets = combinations_with_replacement(range(13), 5)
    return [ranks for ranks in sets if ranks[0] != ranks[4]]


def test_the_house_differs_in_three_classes_of_five_cards_only() -> None:
    house = scale("seed-house")
    differing: Counter[tuple[int, int]] = Counter()
    for ranks in _five_card_ranks():
        ours, standard = count_ranks(ranks, house), count_ranks(ranks)
        assert (ours.fifteens, ours.pairs) == (standard.fifteens, standard.pairs)
        if ours.runs != standard.runs:
            differing[ours.runs, standard.runs] += 1

    assert len(_five_card_ranks()) == 6175
    assert differing == {(6, 4): 72, (12, 8): 40, (12, 5): 9}


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ([], 0),
        ([3, 4, 5], 3),
        ([3, 4, 5, 6], 8),
        ([1, 2, 3, 4, 5], 14),
        ([4, 5, 6, 6], 12),
        ([10, 11, 12, 13], 6),
        ([1, 1, 2, 2, 3], 16),
    ],
)
def test_house_points_of_ranks(ranks: list[int], points: int) -> None:
    assert judge_ranks(ranks, rules="seed-house").total == points


def test_house_pays_no_flush_and_no_nobs_and_knows_no_crib() -> None:
    for crib in (False, True):
        judged = judge(["2H", "4H", "6H", "JH"], "9H", crib=crib, rules="seed-house")

        assert (judged.flush, judged.nobs, judged.total) == (0, 0, judged.fifteens)
        assert total(judged.cards[:4], judged.cards[4], crib=crib, by=scale("seed-house")) == judged.total


def test_runs_beyond_the_house_table_pay_a_point_a_card() -> None:
    assert judge_ranks([1, 2, 3, 4, 5, 6], rules="seed-house").runs == 6
    assert judge_ranks([1, 2, 2, 3, 3, 3], rules="seed-house").runs == 18


def test_a_table_may_pay_its_own_run_values() -> None:
    own = scale("acc", frozenset({(3, 0), (4, 6)}))

    assert count_ranks([2, 3, 4], own).runs == 0
    assert count_ranks([2, 3, 4, 4], own).cadence == "a pair is two"
    assert count_ranks([2, 3, 4, 5], own).runs == 6
    assert count(("3H", "4D", "5C", "KS"), "KC", by=own).groups.runs == ()
    assert own.suits


@settings(deadline=None)
@given(rank_sets)
def test_ranks_alone_in_any_order_and_number(ranks: list[int]) -> None:
    forwards, backwards = count_ranks(ranks), count_ranks(ranks[::-1])

    assert forwards.total == backwards.total == forwards.fifteens + forwards.pairs + forwards.runs
    assert forwards.groups == Groups()


def test_all_rows_of_ranks_are_6175() -> None:
    rows = {sum(5**rank for rank in ranks): ACC.totals[sum(5**rank for rank in ranks)] for ranks in _five_card_ranks()}

    assert len(rows) == 6175
    assert max(rows.values()) == 28


def test_the_published_table_has_all_hands() -> None:
    with (TABLES / "cribbage_hand_counts.csv").open() as file:
        rows = [{name: int(said) for name, said in row.items()} for row in csv.DictReader(file)]

    for name, points in (("hand", 61_974_180), ("crib", 61_528_020)):
        assert sum(row[name] for row in rows) == 12_994_800
        assert sum(row[name] * row["points"] for row in rows) == points


def test_judging_takes_json_and_answers_in_json() -> None:
    judged = told(answer({"hand": ["5H", "5s", "5C", "10D"], "starter": "5D", "crib": False, "rules": "acc"}))

    assert judged["total"] == 28
    assert set(judged) == {"total", "fifteens", "pairs", "runs", "flush", "nobs", "groups", "cadence"}
    assert told(answer({"ranks": ["A", "2", 3, "k", "T", "10"], "rules": "acc"}))["runs"] == 3


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"hand": ["5H", "5S", "5C", "5H"], "starter": "5D"}, "card_seen_twice"),
        ({"hand": ["5H", "5S", "5C", "JD"], "starter": "JD"}, "card_seen_twice"),
        ({"hand": ["5H", "5S", "5C"], "starter": "5D"}, "event_invalid"),
        ({"hand": ["5H", "5S", "5C", "1D"], "starter": "5D"}, "event_invalid"),
        ({"hand": ["5H", "5S", "5C", "JD"]}, "event_invalid"),
        ({"hand": ["5H", "5S", "5C", "JD"], "starter": "5D", "rules": "house"}, "event_invalid"),
        ({"hand": ["5H", "5S", "5C", "JD"], "starter": "5D", "crib": 1}, "event_invalid"),
        ({"ranks": [0]}, "event_invalid"),
        ({"ranks": [14]}, "event_invalid"),
        ({"ranks": [True]}, "event_invalid"),
        ({"ranks": [1.0]}, "event_invalid"),
        ({"ranks": [1], "hand": []}, "event_invalid"),
        ([], "event_invalid"),
    ],
)
def test_judging_refuses_what_is_no_hand(asked: Any, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        answer(asked)

    assert refused.value.code == code

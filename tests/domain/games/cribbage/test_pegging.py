import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards import PACK, Card
from domain.games.cribbage.pegging import pegged
from domain.games.cribbage.terms import value_of
from tests.domain.games.cribbage import random_play


def _pile(cards: str) -> list[Card]:
    return [Card(card) for card in cards.split()]


def _each(cards: str) -> list[int]:
    """What each card of a pile scores when it is laid."""
    pile = _pile(cards)
    return [sum(points for _, points in pegged(pile[: end + 1])) for end in range(len(pile))]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("7H 8D", [0, 2]),
        ("4C 6D 5H", [0, 0, 5]),
        ("TH QD JS AC", [0, 0, 3, 2]),
        ("7H 7D 7S 7C", [0, 2, 6, 12]),
        ("KH KD QC", [0, 2, 0]),
        ("QH KD", [0, 0]),
        ("4H 2D 4S 3C", [0, 0, 0, 3]),
        ("4H 2D 3S AC 5H 2C 4D", [0, 0, 3, 4, 7, 0, 5]),
        ("3H 5D 4C 2S 3D", [0, 0, 3, 4, 4]),
        ("6H 5D 6S 5C", [0, 0, 0, 0]),
        ("KH 5D TS AC AD AH", [0, 2, 0, 0, 2, 6]),
        ("9H 9D TS 3C", [0, 2, 0, 2]),
        ("AH 2D 3S 4C 5H 6D 7S", [0, 0, 3, 4, 7, 6, 7]),
        ("KH AD 2C", [0, 0, 0]),
        ("6H 4D 3S 3C", [0, 0, 0, 2]),
        ("5H 5D 5S", [0, 2, 8]),
        ("TH 9D 8C 4S", [0, 0, 3, 2]),
    ],
)
def test_br035_each_card_scores_for_all_that_it_completes(cards: str, points: list[int]) -> None:
    assert _each(cards) == points


def test_points_of_one_card_are_named_one_by_one() -> None:
    assert pegged(_pile("4C 6D 5H")) == (("fifteen", 2), ("run3", 3))
    assert pegged(_pile("TC 6D 8H 7S")) == (("thirtyone", 2), ("run3", 3))
    assert pegged(_pile("KC 3D 3H 3S")) == (("pair_royal", 6),)
    assert pegged(_pile("KC 3D 3H")) == (("pair", 2),)
    assert pegged(_pile("3C 3D 3H 3S")) == (("double_pair_royal", 12),)
    assert pegged(_pile("AS")) == ()


@settings(deadline=None)
@given(st.permutations(PACK), st.integers(1, 13))
def test_a_second_way_of_pegging_agrees(pack: list[Card], cards: int) -> None:
    pile = [card for card in pack if value_of(card) < 7 or value_of(card) == 10][:cards]
    while sum(map(value_of, pile)) > 31:
        pile.pop(0)

    assert [*pegged(pile)] == random_play.pegged([*pile])

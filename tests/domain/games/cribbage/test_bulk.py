import csv
from pathlib import Path

import pytest

from domain.cards import PACK
from domain.games.cribbage.scoring import scale, total
from tests.chance import dice

bulk = pytest.importorskip("domain.games.cribbage.bulk", reason="numpy is an extra", exc_type=ImportError)
pytestmark = pytest.mark.bulk
TABLES = Path(__file__).parents[3] / "tables"


@pytest.mark.parametrize("crib", [False, True])
def test_all_hands_are_distributed_as_published(crib: bool) -> None:
    with (TABLES / "cribbage_hand_counts.csv").open() as file:
        published = [int(row["crib" if crib else "hand"]) for row in csv.DictReader(file)]

    assert bulk.distribution(crib=crib) == published


def test_the_house_differs_from_the_standard_in_1517808_hands() -> None:
    house = scale("seed-house")
    differing = 0
    for hands, starters in bulk.every_hand():
        differing += int((bulk.totals(hands, starters) != bulk.totals(hands, starters, by=house)).sum())

    assert differing == 1_517_808


@pytest.mark.parametrize("rules", ["acc", "seed-house"])
def test_bulk_counts_as_the_scorer_does(rules: str) -> None:
    chance = dice(1)
    by = scale(rules)
    deals = [chance.sample(PACK, 5) for _ in range(3000)]
    hands = bulk.numbers([card for cards in deals for card in cards[:4]]).reshape(-1, 4)
    starters = bulk.numbers([cards[4] for cards in deals])
    for crib in (False, True):
        counted = bulk.totals(hands, starters, crib=crib, by=by).tolist()
        assert counted == [total(cards[:4], cards[4], crib=crib, by=by) for cards in deals]

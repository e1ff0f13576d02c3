import csv
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from domain.errors import EventInvalid
from domain.games.bridge.scoring import (
    Award,
    deal_awards,
    duplicate_awards,
    duplicate_score,
    trick_points,
    undertrick_points,
)
from domain.games.bridge.terms import CONTRACTS
from tests.facts import board, code, deal, event, honours, rubber, side

TABLES = Path(__file__).parents[3] / "tables"
NOT_VULNERABLE, VULNERABLE = False, True


def table(name: str) -> dict[tuple[str, bool, int], str]:
    """A table of 2,940 cells: contract, vulnerable and tricks to what is printed there."""
    with (TABLES / name).open() as file:
        return {
            (row["contract"], row["vulnerable"] == "yes", tricks): row[str(tricks)]
            for row in csv.DictReader(file)
            for tricks in range(14)
        }


def figures(awards: tuple[Award, ...]) -> dict[str, int]:
    return {award.reason: award.points for award in awards}


def earned(awards: tuple[Award, ...], to: str, line: str) -> int:
    return sum(award.points for award in awards if (award.to, award.line) == (to, line))


def test_every_cell_of_the_duplicate_table() -> None:
    cells = table("duplicate.csv")

    assert len(cells) == 2_940
    wrong = {cell: score for cell, score in cells.items() if duplicate_score(cell[0], cell[2], cell[1]) != int(score)}
    assert not wrong


def test_every_cell_of_the_rubber_table() -> None:
    cells = table("rubber.csv")

    assert len(cells) == 2_940
    for (contract, vulnerable, tricks), cell in cells.items():
        awards = deal_awards(contract, tricks, vulnerable=vulnerable)
        above, below = (0, 0) if cell.startswith("-") else map(int, cell.split("/"))
        against = int(cell[1:]) if cell.startswith("-") else 0
        assert earned(awards, "declarer", "above") == above, (contract, vulnerable, tricks)
        assert earned(awards, "declarer", "below") == below, (contract, vulnerable, tricks)
        assert earned(awards, "defenders", "above") == against, (contract, vulnerable, tricks)
        assert earned(awards, "defenders", "below") == 0
        assert all(award.points > 0 and award.reason for award in awards)


def test_the_breakdown_of_every_cell_adds_up_to_its_score() -> None:
    for (contract, vulnerable, tricks), score in table("duplicate.csv").items():
        awards = duplicate_awards(contract, tricks, vulnerable=vulnerable)
        assert sum(award.points if award.to == "declarer" else -award.points for award in awards) == int(score)


def test_the_tables_are_those_of_every_contract() -> None:
    assert len(CONTRACTS) == 105
    assert {cell[0] for cell in table("duplicate.csv")} == {cell[0] for cell in table("rubber.csv")} == set(CONTRACTS)


@pytest.mark.parametrize(
    ("strain", "points"),
    [
        ("C", [20, 40, 60, 80, 100, 120, 140]),
        ("D", [20, 40, 60, 80, 100, 120, 140]),
        ("H", [30, 60, 90, 120, 150, 180, 210]),
        ("S", [30, 60, 90, 120, 150, 180, 210]),
        ("N", [40, 70, 100, 130, 160, 190, 220]),
    ],
)
def test_trick_points_by_strain_doubled_twice_redoubled_four_times(strain: str, points: list[int]) -> None:
    for level, single in enumerate(points, start=1):
        assert trick_points(CONTRACTS[f"{level}{strain}"]) == single
        assert trick_points(CONTRACTS[f"{level}{strain}X"]) == 2 * single
        assert trick_points(CONTRACTS[f"{level}{strain}XX"]) == 4 * single


def test_trick_points_alone_go_below_the_line() -> None:
    for vulnerable in (False, True):
        assert deal_awards("1C", 7, vulnerable=vulnerable) == (Award("declarer", "below", "tricks", 20),)


@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize(("contract", "each"), [("1C", 20), ("1D", 20), ("1H", 30), ("1S", 30), ("1N", 30)])
def test_undoubled_overtricks_count_as_tricks_above_the_line(contract: str, each: int, vulnerable: bool) -> None:
    for over in range(1, 7):
        awards = deal_awards(contract, 7 + over, vulnerable=vulnerable)
        assert figures(awards)["overtricks"] == over * each
        assert earned(awards, "declarer", "below") == trick_points(CONTRACTS[contract])


@pytest.mark.parametrize(
    ("contract", "vulnerable", "each"),
    [
        ("2SX", False, 100),
        ("2SX", True, 200),
        ("2SXX", False, 200),
        ("2SXX", True, 400),
        ("1CX", False, 100),
        ("1NXX", True, 400),
    ],
)
def test_redoubled_overtricks_count_double_and_double_again_when_vulnerable(
    contract: str, vulnerable: bool, each: int
) -> None:
    needs = CONTRACTS[contract].needs
    for tricks in range(needs + 1, 14):
        assert figures(deal_awards(contract, tricks, vulnerable=vulnerable))["overtricks"] == (tricks - needs) * each


def test_no_overtrick_is_no_line() -> None:
    assert "overtricks" not in figures(deal_awards("4S", 10, vulnerable=True))


@pytest.mark.parametrize(("contract", "insult"), [("1CX", 50), ("1CXX", 100), ("7NX", 50), ("7NXX", 100)])
@pytest.mark.parametrize("vulnerable", [False, True])
def test_making_a_doubled_contract_is_paid_for_the_insult(contract: str, insult: int, vulnerable: bool) -> None:
    made = deal_awards(contract, CONTRACTS[contract].needs, vulnerable=vulnerable)
    assert figures(made)["insult"] == insult
    assert earned(made, "declarer", "above") >= insult


def test_no_insult_undoubled_or_down() -> None:
    assert "insult" not in figures(deal_awards("4S", 10, vulnerable=True))
    assert "insult" not in figures(deal_awards("4SX", 9, vulnerable=True))


@pytest.mark.parametrize(
    ("level", "vulnerable", "reason", "points"),
    [
        (6, False, "small slam", 500),
        (6, True, "small slam", 750),
        (7, False, "grand slam", 1000),
        (7, True, "grand slam", 1500),
    ],
)
def test_slams_bid_and_made(level: int, vulnerable: bool, reason: str, points: int) -> None:
    for strain, doubled in product("CDHSN", ("", "X", "XX")):
        contract = f"{level}{strain}{doubled}"
        awards = deal_awards(contract, level + 6, vulnerable=vulnerable)
        assert figures(awards)[reason] == points
        assert Award("declarer", "above", reason, points) in awards
        assert figures(duplicate_awards(contract, level + 6, vulnerable=vulnerable))[reason] == points


def test_a_small_slam_with_an_overtrick_is_no_grand_slam() -> None:
    assert figures(deal_awards("6S", 13, vulnerable=False)) == {"tricks": 180, "overtricks": 30, "small slam": 500}


@pytest.mark.parametrize(("contract", "tricks"), [("5S", 12), ("5S", 13), ("6S", 11), ("7S", 12), ("1N", 13)])
def test_slams_not_bid_or_not_made_are_none(contract: str, tricks: int) -> None:
    assert not {"small slam", "grand slam"} & set(figures(deal_awards(contract, tricks, vulnerable=True)))


ROWS = {
    (0, NOT_VULNERABLE): [50 * down for down in range(1, 14)],
    (0, VULNERABLE): [100 * down for down in range(1, 14)],
    (1, NOT_VULNERABLE): [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
    (1, VULNERABLE): [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
    (2, NOT_VULNERABLE): [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000],
    (2, VULNERABLE): [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600],
}


@pytest.mark.parametrize(("doubled", "vulnerable"), ROWS)
def test_undertricks_row_by_row(doubled: int, vulnerable: bool) -> None:
    row = ROWS[doubled, vulnerable]

    assert [undertrick_points(down, doubled, vulnerable=vulnerable) for down in range(1, 14)] == row
    for down, points in enumerate(row, start=1):
        contract = "7N" + "X" * doubled
        awards = deal_awards(contract, 13 - down, vulnerable=vulnerable)
        assert awards == (Award("defenders", "above", "undertricks", points),)
        assert duplicate_score(contract, 13 - down, vulnerable) == -points


def test_undertricks_depend_on_nothing_but_how_many_and_how_doubled() -> None:
    for strain, doubled, vulnerable in product("CDHSN", range(3), (False, True)):
        for level, tricks in ((1, 4), (4, 7), (7, 10)):
            awards = deal_awards(f"{level}{strain}{'X' * doubled}", tricks, vulnerable=vulnerable)
            assert [award.points for award in awards] == [ROWS[doubled, vulnerable][2]]


@pytest.mark.parametrize("contract", ["1C", "4C", "2H", "3H", "2N", "1NX", "1CXX", "2CX", "4D", "1SX"])
def test_duplicate_pays_50_for_a_part_score(contract: str) -> None:
    assert trick_points(CONTRACTS[contract]) < 100
    for vulnerable in (False, True):
        assert _bonuses(contract, vulnerable) == [Award("declarer", "above", "part-score", 50)]


@pytest.mark.parametrize("contract", ["5C", "5D", "4H", "4S", "3N", "2SX", "1NXX", "3CX", "2CXX", "7N", "1SXX"])
def test_duplicate_pays_300_or_500_for_a_game(contract: str) -> None:
    assert trick_points(CONTRACTS[contract]) >= 100
    assert _bonuses(contract, vulnerable=False) == [Award("declarer", "above", "game", 300)]
    assert _bonuses(contract, vulnerable=True) == [Award("declarer", "above", "game", 500)]


def _bonuses(contract: str, vulnerable: bool) -> list[Award]:
    """What duplicate pays for a contract just made, and rubber bridge does not."""
    tricks = CONTRACTS[contract].needs
    rubber_ = deal_awards(contract, tricks, vulnerable=vulnerable)
    return [award for award in duplicate_awards(contract, tricks, vulnerable=vulnerable) if award not in rubber_]


def test_overtricks_never_make_a_game() -> None:
    assert duplicate_score("3S", 13, False) == 90 + 4 * 30 + 50
    assert duplicate_score("1CX", 13, True) == 40 + 6 * 200 + 50 + 50


def test_duplicate_pays_nothing_more_for_a_contract_that_failed() -> None:
    assert duplicate_awards("4S", 9, vulnerable=True) == deal_awards("4S", 9, vulnerable=True)


@pytest.mark.parametrize("tricks", range(14))
@pytest.mark.parametrize("vulnerable", [False, True])
def test_a_passed_out_deal_scores_nothing(tricks: int, vulnerable: bool) -> None:
    assert duplicate_score("Pass", tricks, vulnerable) == 0


@pytest.mark.parametrize("contract", ["1C", "7NXX", "Pass"])
def test_there_is_no_score_for_a_fourteenth_trick(contract: str) -> None:
    for vulnerable in (False, True):
        with pytest.raises(IndexError):
            duplicate_score(contract, 14, vulnerable)


def test_duplicate_scores_end_in_zero_and_lie_where_they_can() -> None:
    scores = {
        duplicate_score(contract, tricks, vulnerable)
        for contract, tricks, vulnerable in product(CONTRACTS, range(14), (False, True))
    }

    assert all(score % 10 == 0 for score in scores)
    assert (min(scores), max(scores)) == (-7600, 3160)


def test_br001_grand_slams_not_vulnerable() -> None:
    cases = [("7N", False), ("7S", False), ("7C", False), ("7N", True), ("7NXX", True)]

    assert [duplicate_score(contract, 13, vulnerable) for contract, vulnerable in cases] == [
        1520,
        1510,
        1440,
        2220,
        2980,
    ]


def test_br005_tricks_and_result_are_two_fields() -> None:
    assert [duplicate_score("4S", tricks, False) for tricks in (11, 10)] == [450, 420]
    for told in ({"tricks": 11}, {"result": "+1"}):
        assert board(rubber(deal("4S", "N", **told)))["deals"][0]["tricks"] == 11
    for told in ({"tricks": 10}, {"result": "="}):
        assert board(rubber(deal("4S", "N", **told)))["deals"][0]["tricks"] == 10
    with pytest.raises(EventInvalid):
        event(deal("4S", "N", 11, result="="))
    with pytest.raises(EventInvalid):
        event(deal("4S", "N", 10, result="="))


def test_br010_on_60_two_hearts_are_game_and_overtricks_go_above() -> None:
    match = rubber(deal("2S", "N", 8), deal("2H", "S", 10))

    assert side(match, "NS") | {"games": 1, "below": 120, "above": 60, "total": 180} == side(match, "NS")
    assert [line["points"][0]["points"] for line in board(match)["deals"]] == [60, 60]


def test_br011_six_deals_of_a_teaching_sheet() -> None:
    match = rubber(
        deal("2H", "we", 10),
        deal("4SX", "they", 8),
        deal("3N", "they", 10),
        deal("3S", "they", 9),
        deal("2D", "they", 6),
        deal("6HX", "we", 13),
    )

    ours, theirs = side(match, "NS"), side(match, "EW")
    assert (ours["total"], ours["games"], ours["leg"], ours["vulnerable"]) == (1630, 1, 0, True)
    assert (theirs["total"], theirs["games"], theirs["leg"], theirs["vulnerable"]) == (220, 1, 0, True)


@pytest.mark.parametrize(("trumps", "points"), [("S", 100), ("S", 150), ("N", 150)])
def test_br013_honours_are_paid_above_the_line_in_rubber_bridge(trumps: str, points: int) -> None:
    match = rubber(deal(f"1{trumps}", "N", 7), honours("E", points))

    assert (side(match, "EW")["above"], side(match, "EW")["total"]) == (points, points)


def test_br013_three_honours_are_none_and_duplicate_knows_no_honours() -> None:
    spades = ["AS", "KS", "QS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "2H", "3H"]
    match = rubber(("bridge.dealt", {"hands": {"N": spades}}), deal("1S", "N", 7))

    assert code(match, honours("N", 100)) == "honours_impossible"
    assert not any("honours" in figures(duplicate_awards(c, t, vulnerable=True)) for c in CONTRACTS for t in range(14))


@pytest.mark.parametrize(
    ("vulnerable", "score", "reachable"),
    [
        (True, 420, False),
        (True, -50, False),
        (False, 425, False),
        (False, 36_000, False),
        (False, 420, True),
        (True, 620, True),
        (False, -50, True),
        (True, 450, False),
        (False, 620, False),
    ],
)
def test_br014_a_score_is_derived_and_only_some_can_be(vulnerable: bool, score: int, reachable: bool) -> None:
    cells = product(CONTRACTS, range(14))

    assert any(duplicate_score(contract, tricks, vulnerable) == score for contract, tricks in cells) is reachable


@pytest.mark.parametrize("typed", [{"score": 420}, {"vulnerable": True}, {"points": 420}])
def test_br014_nobody_types_a_score_or_vulnerability(typed: dict[str, Any]) -> None:
    with pytest.raises(EventInvalid):
        event(deal("4S", "N", 10, **typed))

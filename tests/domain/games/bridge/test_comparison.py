"""Results compared: IMPs and victory points by the published tables, and what a board's number tells."""

import csv
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from domain.games.bridge.comparison import can_be, dealer_of, imps, looks_wrong, vulnerability_of
from domain.games.bridge.scoring import duplicate_score
from domain.games.bridge.terms import CONTRACTS
from domain.games.bridge.victory_points import ImpScale, is_settled, victory_points

TABLES = Path(__file__).parents[3] / "tables"
SCALES: tuple[ImpScale, ...] = ("wbf", "wbf-discrete", "acbl20", "acbl30")


def test_br002_imps_of_the_largest_swings() -> None:
    differences = [0, 10, 20, -20, 2990, 3000, 3490, 3500, 3990, 4000, -4000, 7600]

    assert [imps(each) for each in differences] == [0, 0, 1, -1, 21, 22, 22, 23, 23, 24, -24, 24]


def test_imps_begin_at_the_bounds_of_law_78b() -> None:
    bounds = [
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
        *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    ]

    for number, bound in enumerate(bounds, start=1):
        assert (imps(bound - 10), imps(bound)) == (number - 1, number)


@given(st.fractions(min_value=-9000, max_value=9000))
def test_imps_of_the_other_side_are_the_negative(difference: Fraction) -> None:
    assert imps(-difference) == -imps(difference)


def test_vulnerability_is_a_cycle_of_sixteen_boards() -> None:
    cycle = "None NS EW All NS EW All None EW All None NS All None NS EW"

    assert " ".join(vulnerability_of(board) for board in range(1, 17)) == cycle
    assert " ".join(vulnerability_of(board) for board in range(17, 33)) == cycle


def test_dealers_go_round_from_north() -> None:
    assert "".join(dealer_of(board) for board in range(1, 9)) == "NESWNESW"


def test_br014_scores_that_cannot_be() -> None:
    none, ns, ew, all_ = 1, 2, 3, 4

    assert not can_be(420, ns)
    assert not can_be(50, ew)
    assert not can_be(425, none)
    assert not can_be(36000, none)
    assert can_be(420, none)
    assert can_be(620, all_)


@given(st.sampled_from(sorted(CONTRACTS)), st.sampled_from("NESW"), st.integers(0, 13), st.integers(1, 32))
def test_every_result_is_a_score_that_can_be(contract: str, declarer: str, tricks: int, board: int) -> None:
    vulnerable = vulnerability_of(board) in {"All", "NS" if declarer in "NS" else "EW"}
    score = duplicate_score(contract, tricks, vulnerable) * (1 if declarer in "NS" else -1)

    assert can_be(score, board)


def test_a_score_that_looks_like_the_other_vulnerability() -> None:
    assert looks_wrong(600, board=1)
    assert looks_wrong(-400, board=3)
    assert not looks_wrong(600, board=2)
    assert not looks_wrong(-110, board=1)


def test_every_cell_of_the_wbf_scale() -> None:
    with (TABLES / "bridge_vp_wbf.csv").open(newline="") as file:
        rows = list(csv.reader(file))[1:]

    cells = 0
    for boards, values in ((int(row[0]), row[1].split()) for row in rows):
        for margin, value in enumerate(values):
            winner = Fraction(value.rstrip("?"))
            assert victory_points("wbf", margin, boards) == winner, (boards, margin)
            assert victory_points("wbf", -margin, boards) == 20 - winner
            assert is_settled("wbf", margin, boards) is not value.endswith("?")
            cells += 1
    assert cells == 3375


def test_wbf_example_that_the_concavity_correction_lifts() -> None:
    assert victory_points("wbf", 14, 16) == Fraction("13.75")


def test_acbl_twenty_up_to_eleven_boards() -> None:
    bounds = {8: [1, 3, 5, 8, 11, 14, 17, 20, 24, 28], 10: [1, 3, 6, 10, 14, 18, 22, 26, 31, 36]}

    for boards, margins in bounds.items():
        for won, margin in enumerate(margins, start=11):
            assert victory_points("acbl20", margin, boards) == won
            assert victory_points("acbl20", margin - 1, boards) == won - 1
            assert victory_points("acbl20", -margin, boards) == 20 - won


def test_acbl_thirty_of_six_to_eight_boards() -> None:
    assert [victory_points("acbl30", margin, 7) for margin in (0, 1, 27, 28, -1, -28)] == [15, 18, 29, 30, 12, 0]


def test_a_scale_says_nothing_of_boards_that_it_does_not_have() -> None:
    assert victory_points("acbl30", 5, 24) is None
    assert victory_points("wbf-discrete", 5, 60) is None
    assert victory_points("acbl20", 5, 40) is None
    assert victory_points("wbf", 5, 0) is None


def test_a_fractional_margin_lies_between_the_whole_ones() -> None:
    below, half, above = (victory_points("wbf", margin, 10) for margin in (10, Fraction(21, 2), 11))

    assert below is not None
    assert half is not None
    assert above is not None
    assert below < half < above
    assert victory_points("acbl20", Fraction(5, 2), 8) == victory_points("acbl20", 2, 8)


@given(st.sampled_from(SCALES), st.fractions(-200, 200), st.integers(1, 60))
def test_victory_points_of_both_sides_add_up(scale: ImpScale, margin: Fraction, boards: int) -> None:
    won, lost = victory_points(scale, margin, boards), victory_points(scale, -margin, boards)

    assert (won is None) == (lost is None)
    if won is not None and lost is not None:
        assert won + lost == (30 if scale == "acbl30" else 20)


@given(st.integers(0, 120), st.integers(1, 60))
def test_the_wbf_scale_never_falls_and_has_two_decimals(margin: int, boards: int) -> None:
    here, above = victory_points("wbf", margin, boards), victory_points("wbf", margin + 1, boards)

    assert here is not None
    assert above is not None
    assert here <= above <= 20
    assert Decimal(str(float(here))).quantize(Decimal("0.01")) == Decimal(str(float(here)))

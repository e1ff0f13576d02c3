import pytest

from domain.errors import RuleViolation
from domain.match import Match
from tests.facts import (
    CLOSED,
    PASSED,
    Report,
    bid,
    board,
    code,
    deal,
    event,
    honours,
    rubber,
    side,
    tell,
)

OUR_GAME = deal("3N", "N", 9)


SPADES = ["AS", "KS", "QS", "JS", "9S", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H"]
ACES = ["AS", "AH", "AD", "AC", "TS", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"]


def figures(match: Match, name: str) -> tuple[int, int, int, int]:
    """A side's figures: above, below, leg, games."""
    column = side(match, name)
    return column["above"], column["below"], column["leg"], column["games"]


def lines(match: Match, number: int = -1) -> list[tuple[str, str, str, int]]:
    """A deal's figures, each with what it is for."""
    return [(p["side"], p["line"], p["for"], p["points"]) for p in board(match)["deals"][number]["points"]]


@pytest.mark.parametrize("seat", ["N", "E", "S", "W", "NS", "EW", "we", "they"])
@pytest.mark.parametrize("tricks", [10, 7])
def test_honours_are_paid_above_to_any_hand_made_or_not(seat: str, tricks: int) -> None:
    match = rubber(deal("4S", "N", tricks))
    who, other = ("NS", "EW") if seat in {"N", "S", "NS", "we"} else ("EW", "NS")

    claimed = tell(match, honours(seat, 100))

    assert side(claimed, who)["above"] - side(match, who)["above"] == 100
    assert side(claimed, other) == side(match, other)
    assert lines(claimed)[-1] == (who, "above", "honours", 100)


@pytest.mark.parametrize("contract", ["4S", "4SX", "4SXX", "1C"])
@pytest.mark.parametrize("points", [100, 150])
def test_honours_are_never_doubled_nor_more_when_vulnerable(contract: str, points: int) -> None:
    for before in ((), (OUR_GAME,)):
        match = rubber(*before, deal(contract, "N", 6), honours("N", points))
        assert side(match, "NS")["above"] == points


def test_honours_count_towards_no_game() -> None:
    assert figures(rubber(deal("1S", "N", 7), honours("N", 150)), "NS") == (150, 30, 30, 0)


@pytest.mark.parametrize("points", [0, 50, 75, 99, 101, 149, 200, -100, 300])
def test_honours_are_100_or_150(points: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        event(honours("N", points))
    assert refused.value.code == "honours_impossible"


def test_four_aces_at_notrump_are_150_and_nothing_is_100() -> None:
    match = rubber(deal("3N", "N", 9))

    assert code(match, honours("W", 100)) == "honours_impossible"
    assert side(tell(match, honours("W", 150)), "EW")["above"] == 150


@pytest.mark.parametrize("contract", ["4S", "3N"])
def test_only_one_hand_can_hold_honours(contract: str) -> None:
    match = rubber(deal(contract, "N", 9), honours("N", 150))

    for seat in "NESW":
        assert code(match, honours(seat, 150)) == "honours_impossible"
    again = tell(match, deal("1N", "E", 6), honours("E", 150))
    assert lines(again)[-1] == ("EW", "above", "honours", 150), "but in the next deal once more"


def test_a_passed_out_deal_has_no_honours_nor_has_none_at_all() -> None:
    assert code(rubber(), honours("N", 100)) == "honours_impossible"
    assert code(rubber(deal("4S", "N", 10), PASSED), honours("N", 100)) == "honours_impossible"


@pytest.mark.parametrize(
    "report", [bid("1C", "N"), ("bridge.dealt", {}), ("bridge.call_made", {"seat": "N", "call": "P"})]
)
def test_honours_are_claimed_before_the_next_deal_starts(report: Report) -> None:
    assert code(rubber(deal("4S", "N", 10), report), honours("N", 100)) == "deal_in_progress"


def test_honours_belong_to_the_latest_deal() -> None:
    match = rubber(deal("4S", "N", 10), deal("1N", "E", 7))

    assert code(match, honours("N", 100)) == "honours_impossible", "that was a notrump contract"


def test_honours_of_the_last_deal_are_taken_after_the_rubber() -> None:
    match = rubber(OUR_GAME, deal("4S", "N", 10))

    match = tell(match, honours("E", 100))

    assert side(match, "EW")["total"] == 100
    assert match.status == "complete"
    assert code(tell(match, CLOSED), honours("E", 100)) == "match_over"


def test_a_rubber_without_honours_pays_none() -> None:
    assert code(rubber(deal("4S", "N", 10), options={"honours": False}), honours("N", 100)) == "honours_impossible"


@pytest.mark.parametrize(
    ("hands", "contract", "seat", "points", "taken"),
    [
        pytest.param({"N": SPADES}, "1S", "N", 100, True, id="four of five"),
        pytest.param({"N": SPADES}, "1S", "N", 150, False, id="not all five"),
        pytest.param({"N": SPADES}, "1S", "NS", 100, True, id="the side of who holds them"),
        pytest.param({"N": SPADES}, "1S", "S", 100, False, id="partner cannot hold them too"),
        pytest.param({"N": SPADES}, "1S", "EW", 100, False, id="nor can they"),
        pytest.param({"N": SPADES}, "1H", "N", 100, False, id="of another suit"),
        pytest.param({"N": SPADES}, "1H", "E", 100, True, id="a hand nobody knows"),
        pytest.param({"N": SPADES}, "1H", "E", 150, True, id="all five in a hand nobody knows"),
        pytest.param({"N": SPADES}, "1H", "NS", 150, True, id="known to be not his and maybe partner's"),
        pytest.param({"N": SPADES}, "1N", "N", 150, False, id="no four aces"),
        pytest.param({"N": SPADES}, "1N", "NS", 150, False, id="partner has not all aces either"),
        pytest.param({"N": ACES}, "1N", "N", 150, True, id="four aces"),
        pytest.param({"N": ACES}, "1S", "S", 100, False, id="two of five lie with partner"),
        pytest.param({"N": ACES}, "1H", "S", 100, True, id="one of five lies with partner"),
        pytest.param({"N": ACES}, "1H", "S", 150, False, id="so that the other has not all five"),
    ],
)  # fmt: skip
def test_honours_are_checked_as_far_as_hands_are_known(
    hands: dict[str, list[str]], contract: str, seat: str, points: int, taken: bool
) -> None:
    match = rubber(("bridge.dealt", {"hands": hands}), deal(contract, "N", 7))

    if taken:
        assert tell(match, honours(seat, points)).version == 4
    else:
        assert code(match, honours(seat, points)) == "honours_impossible"

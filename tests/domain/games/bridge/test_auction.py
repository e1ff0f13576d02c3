from collections.abc import Iterator
from itertools import cycle, islice, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import RuleViolation
from domain.games.bridge.auction import Auction
from domain.games.bridge.terms import CONTRACTS, Seat
from tests.facts import PASSED, bid, board, calls, code, deal, rubber, side, tell

SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
ALL_CALLS = [*BIDS, "P", "X", "XX"]


def auction(first: Seat, said: str) -> Auction:
    """An auction, checked call by call."""
    so_far = Auction()
    for seat, call in zip(_from(first), said.split(), strict=False):
        so_far.check(seat, call)
        so_far = so_far.with_call(seat, call)
    return so_far


def refused(first: Seat, said: str, seat: Seat | None = None) -> bool:
    """Whether the last call is refused, as `call_invalid` and with a reason; by whose turn it is, or another seat."""
    *before, last = said.split()
    so_far = auction(first, " ".join(before))
    try:
        so_far.check(seat or so_far.turn or first, last)
    except RuleViolation as violation:
        assert violation.code == "call_invalid"  # noqa: PT017  it is the answer
        assert violation.detail  # noqa: PT017
        return True
    return False


def _from(first: Seat) -> Iterator[Seat]:
    start = SEATS.index(first)
    return cycle(SEATS[start:] + SEATS[:start])


def test_calls_go_round_clockwise() -> None:
    assert [auction("S", said).turn for said in ("", "1C", "1C P", "1C P 1D", "1C P 1D P")] == [
        None,
        "W",
        "N",
        "E",
        "S",
    ]


@pytest.mark.parametrize("seat", ["N", "E", "W"])
def test_nobody_calls_out_of_turn(seat: Seat) -> None:
    assert refused("N", "1C P P", seat)
    assert refused("N", "1C P 7N", seat)
    assert not refused("N", "1C P P", "S")


def test_four_passes_at_the_start_pass_the_deal_out() -> None:
    passed = auction("E", "P P P P")

    assert (passed.over, passed.contract, passed.declarer) == (True, "Pass", None)
    assert not auction("E", "P P P").over


def test_three_passes_after_a_bid_end_it() -> None:
    assert not auction("N", "1C P P").over
    assert auction("N", "1C P P P").over
    assert auction("N", "P P P 1C P P P").over
    assert not auction("N", "P P P 1C P P").over


@pytest.mark.parametrize("doubles", ["X", "X P P XX"])
def test_three_passes_after_a_double_end_it(doubles: str) -> None:
    assert not auction("N", f"1C {doubles} P P").over
    assert auction("N", f"1C {doubles} P P P").over


def test_passes_that_are_broken_end_nothing() -> None:
    assert not auction("N", "1C P P 1D P P 1H P P").over


def test_an_auction_that_goes_on_has_no_contract_yet() -> None:
    going = auction("N", "1C P P")

    assert (going.contract, going.declarer) == (None, None)
    assert (Auction().contract, Auction().declarer, Auction().over) == (None, None, False)


@pytest.mark.parametrize("call", ["P", "7N", "X", "XX"])
@pytest.mark.parametrize("said", ["P P P P", "1C P P P", "1C X P P P", "1C X XX P P P"])
def test_nobody_calls_once_it_has_ended(said: str, call: str) -> None:
    for seat in SEATS:
        assert refused("N", f"{said} {call}", seat)


def test_each_bid_is_higher_than_the_one_before() -> None:
    for rank, low in enumerate(BIDS):
        for other, high in enumerate(BIDS):
            assert refused("N", f"{low} {high}") is (other <= rank), (low, high)
            assert refused("N", f"{low} P P {high}") is (other <= rank), (low, high)


def test_an_insufficient_bid_is_so_against_ones_own_side_too() -> None:
    assert refused("N", "2S P 2S")
    assert refused("N", "2S P 1N")
    assert not refused("N", "2S P 2N")


def test_only_the_opponents_undoubled_bid_is_doubled() -> None:
    assert not refused("N", "1S X")
    assert not refused("N", "1S P P X")
    assert refused("N", "1S P X"), "partner's"
    assert refused("N", "1S P P P X"), "nobody's: it has ended"
    assert refused("N", "X"), "nothing"
    assert refused("N", "P P X"), "nothing"
    assert refused("N", "1S X X"), "doubled, and our own"
    assert refused("N", "1S X P X"), "doubled already"
    assert refused("N", "1S X XX X"), "redoubled"
    assert not refused("N", "1S X 2C X"), "a new bid"


def test_only_ones_own_doubled_bid_is_redoubled() -> None:
    assert not refused("N", "1S X XX")
    assert not refused("N", "1S X P P XX")
    assert not refused("N", "1S P P X XX")
    assert refused("N", "1S XX"), "the opponents' and undoubled"
    assert refused("N", "1S P XX"), "undoubled"
    assert refused("N", "XX"), "nothing"
    assert refused("N", "1S X P XX"), "the opponents' doubled by our side"
    assert refused("N", "1S X XX P XX"), "redoubled already"
    assert refused("N", "1S X XX P P XX"), "redoubled already"
    assert refused("N", "1S X 2C XX"), "a new bid, undoubled"


@pytest.mark.parametrize(
    ("first", "said", "contract", "declarer"),
    [
        ("N", "1S X P P P", "1SX", "N"),
        ("N", "1S X XX P P P", "1SXX", "N"),
        ("N", "1S X XX P 2C P P P", "2C", "N"),
        ("N", "P P P P", "Pass", None),
        ("N", "1S P P X P P P", "1SX", "N"),
    ],
)
def test_br004_doubles_hold_through_passes_and_a_new_bid_cancels_them(
    first: Seat, said: str, contract: str, declarer: Seat | None
) -> None:
    ended = auction(first, said)

    assert (ended.over, ended.contract, ended.declarer) == (True, contract, declarer)


def test_declarer_is_who_of_the_side_first_named_the_strain() -> None:
    assert auction("N", "1C P 1H P 2H P 4H P P P").declarer == "S"
    assert auction("N", "1H P 2H P 4H P P P").declarer == "N"
    assert auction("E", "1N P 2C P 2H P 3N P P P").declarer == "E"
    assert auction("W", "1D P 1N P 2D P 2N P 3N P P P").declarer == "E"


def test_what_the_opponents_named_makes_nobody_declarer() -> None:
    assert auction("N", "1H 2C 2H 3C P 3H 4H P P P").declarer == "N"
    assert auction("N", "1H P 1S 2H P 3H P P P").declarer == "W"


def test_a_strain_named_and_left_counts_when_it_is_reached_again() -> None:
    assert auction("N", "1S P 2C P 2D P 3C P 3S P 4S P P P").declarer == "N"
    assert auction("N", "1C P 1S P 2C P 2S P 3N P 4S P P P").declarer == "S"


def _last_bid(said: list[str]) -> int:
    return max((n for n, call in enumerate(said) if call in BIDS), default=-1)


def _legal(said: list[str]) -> list[str]:
    """Every call that may be made next, by whoever is to call."""
    last = _last_bid(said)
    after = [call for call in said[last + 1 :] if call != "P"]
    may = ["P", *(BIDS if last < 0 else BIDS[BIDS.index(said[last]) + 1 :])]
    if last >= 0:
        opponents = (len(said) - last) % 2 == 1
        if opponents and not after:
            may.append("X")
        if not opponents and after == ["X"]:
            may.append("XX")
    return may


def _result(first: Seat, said: list[str]) -> tuple[str, Seat | None]:
    last = _last_bid(said)
    if last < 0:
        return "Pass", None
    order = list(islice(_from(first), len(said)))
    side_ = {order[last], order[last - 2] if last >= 2 else SEATS[(SEATS.index(order[last]) + 2) % 4]}
    named = next(seat for seat, call in zip(order, said, strict=True) if seat in side_ and call[1:] == said[last][1:])
    return said[last] + max(said[last + 1 :], key=lambda call: call.count("X")).replace("P", ""), named


@st.composite
def auctions(draw: st.DrawFn) -> tuple[Seat, list[str]]:
    """A whole auction, each call drawn from those that are legal; passes come often, so that it ends anywhere."""
    first, said = draw(st.sampled_from(SEATS)), list[str]()
    while not _ended(said):
        legal = _legal(said)
        near = [call for call in legal if call in {"P", "X", "XX"}] * 3 + legal[:8]
        said.append(draw(st.sampled_from(near) | st.sampled_from(legal)))
    return first, said


def _ended(said: list[str]) -> bool:
    passes = len(list(takewhile(lambda call: call == "P", reversed(said))))
    return passes == 4 or (passes == 3 and len(said) > 3)


@given(auctions())
def test_every_legal_auction_ends_with_the_contract_and_declarer_of_the_laws(told: tuple[Seat, list[str]]) -> None:
    first, said = told

    ended = auction(first, " ".join(said))

    assert ended.over
    assert (ended.contract, ended.declarer) == _result(first, said)
    assert ended.contract in {*CONTRACTS, "Pass"}
    assert len(said) <= 319, "the longest auction there can be"


@given(auctions(), st.data())
def test_exactly_the_legal_calls_are_taken_at_every_turn(told: tuple[Seat, list[str]], data: st.DataObject) -> None:
    first, said = told
    cut = data.draw(st.integers(0, len(said) - 1))
    so_far = " ".join(said[:cut])

    taken = [call for call in ALL_CALLS if not refused(first, f"{so_far} {call}")]

    assert set(taken) == set(_legal(said[:cut]))
    assert auction(first, so_far).over is False


def test_the_longest_auction_ends_in_seven_notrump_redoubled() -> None:
    said = ["P", "P", "P"]
    for step in BIDS:
        said += [step, "P", "P", "X", "P", "P", "XX", "P", "P"]

    longest = auction("N", " ".join([*said, "P"]))

    assert (len(longest.calls), longest.over, longest.contract) == (319, True, "7NXX")


def test_contract_and_declarer_follow_from_the_calls() -> None:
    match = rubber(calls("E", "1C", "X", "1S", "2H", "P", "4H", "P", "P", "P"))

    current = board(match)["current"]
    assert (current["contract"], current["declarer"]) == ("4H", "N")
    assert [called["call"] for called in current["calls"]] == ["1C", "X", "1S", "2H", "P", "4H", "P", "P", "P"]
    assert side(tell(match, ("bridge.deal_played", {"tricks": 10})), "NS")["below"] == 120


def test_an_auction_that_goes_on_shows_its_calls_and_no_contract() -> None:
    current = board(rubber(calls("E", "1NT", "P")))["current"]

    assert current["contract"] is None
    assert current["declarer"] is None
    assert current["calls"] == [{"seat": "E", "call": "1N"}, {"seat": "S", "call": "P"}]


def test_a_passed_out_auction_is_closed_by_the_hand() -> None:
    match = rubber(calls("N", "P", "P", "P", "P"))
    assert board(match)["current"]["contract"] == "Pass"
    assert code(match, deal("1C", "N", 7)) == "contradicts_report"
    assert code(match, ("bridge.deal_played", {"tricks": 7})) == "event_invalid"

    for hand in ({"contract": "Pass"}, {}):
        closed = tell(match, ("bridge.deal_played", hand))
        assert board(closed)["deals"][0]["contract"] == "Pass"
        assert board(closed)["dealer"] == "E"


def test_the_hand_waits_for_the_auction() -> None:
    match = rubber(calls("N", "1S", "P", "P"))

    assert code(match, deal("1S", "N", 7)) == "deal_in_progress"
    assert code(match, bid("1S", "N")) == "deal_in_progress"


def test_the_auction_is_over_once_a_contract_was_reported() -> None:
    assert code(rubber(bid("1S", "N")), calls("N", "P")) == "call_invalid"


def test_the_dealer_who_was_named_calls_first() -> None:
    match = rubber(("bridge.dealt", {"dealer": "S"}))

    assert code(match, calls("N", "1C")) == "call_invalid"
    assert tell(match, calls("S", "1C")).version == 3


def test_who_calls_first_out_of_rotation_is_flagged_and_not_refused() -> None:
    first = rubber(calls("S", "P", "P", "P", "P"), ("bridge.deal_played", {}))
    assert board(first)["dealer"] == "W"

    match = tell(first, calls("N", "P", "P", "P", "P"), ("bridge.deal_played", {}))

    (flag,) = board(match)["flags"]
    assert flag["code"] == "dealer_out_of_rotation"
    assert flag["versions"] == [7]
    assert board(match)["dealer"] == "E"


@pytest.mark.parametrize("call", ["8C", "0N", "1X", "PP", "XXX", "1s", "", "7NX", "1NNT", "pass!"])
def test_what_is_no_call_is_refused(call: str) -> None:
    with pytest.raises(RuleViolation) as invalid:
        rubber(calls("N", call))
    assert invalid.value.code == "call_invalid"


@pytest.mark.parametrize(("said", "stored"), [("1NT", "1N"), ("P", "P"), ("Pass", "P"), ("X", "X"), ("7N", "7N")])
def test_calls_are_stored_canonical(said: str, stored: str) -> None:
    told = calls("N", "1C", said) if said == "X" else calls("N", said)

    assert board(rubber(told))["current"]["calls"][-1]["call"] == stored


def test_who_is_named_dealer_out_of_rotation_is_flagged_and_not_refused() -> None:
    match = rubber(("bridge.dealt", {"dealer": "N"}), PASSED, ("bridge.dealt", {"dealer": "W"}))

    (flag,) = board(match)["flags"]
    assert flag["code"] == "dealer_out_of_rotation"
    assert flag["versions"] == [4]

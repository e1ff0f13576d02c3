from itertools import product
from typing import Any

import pytest

from domain.errors import RuleViolation
from domain.match import Match
from tests.facts import PASSED, Report, bid, board, calls, code, corrected, deal, played, refusal, rubber, tell, won

FOUR_SPADES = bid("4S", "S")
SPADES_BY_AUCTION = calls("S", "4S", "P", "P", "P")
PASSED_OUT: Report = ("bridge.contract_reached", {"contract": "Pass"})
TEN = {"tricks": 10}
HANDS = {seat: [f"{rank}{suit}" for rank in "AKQJT98765432"] for seat, suit in zip("NESW", "SHDC", strict=True)}


def hand(**told: Any) -> Report:
    return "bridge.deal_played", told


def trick_counts(ours: int, theirs: int) -> list[Report]:
    return [won("N")] * ours + [won("E")] * theirs


def line(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = board(match)["deals"][-1]
    return found


@pytest.mark.parametrize(
    ("reports", "told"),
    [
        pytest.param([], {"contract": "4S", "declarer": "S", **TEN}, id="the hand alone"),
        pytest.param([FOUR_SPADES], {"contract": "4S", "declarer": "S", **TEN}, id="all again"),
        pytest.param([FOUR_SPADES], TEN, id="tricks"),
        pytest.param([FOUR_SPADES], {"result": "="}, id="result"),
        pytest.param([FOUR_SPADES], {"contract": "4S", **TEN}, id="no declarer"),
        pytest.param([FOUR_SPADES], {"contract": "4S", "declarer": "NS", **TEN}, id="his side"),
        pytest.param([FOUR_SPADES], {"contract": "4S", "declarer": "we", **TEN}, id="we"),
        pytest.param([bid("4S", "NS")], {"contract": "4S", "declarer": "S", **TEN}, id="a side, then the seat"),
        pytest.param([FOUR_SPADES, trick_counts(10, 3)], {}, id="thirteen tricks"),
        pytest.param([FOUR_SPADES, trick_counts(10, 3)], TEN, id="thirteen tricks and how many"),
        pytest.param([FOUR_SPADES, trick_counts(10, 3)], {"result": "="}, id="thirteen tricks and the result"),
        pytest.param([FOUR_SPADES, trick_counts(6, 2)], TEN, id="a claim"),
        pytest.param([SPADES_BY_AUCTION], TEN, id="an auction"),
        pytest.param([SPADES_BY_AUCTION], {"contract": "4S", "declarer": "S", **TEN}, id="both"),
    ],
)
def test_however_a_deal_is_told_it_is_scored_once(reports: list[Any], told: dict[str, Any]) -> None:
    match = rubber(*reports)
    assert board(match)["sides"] == board(rubber())["sides"], "nothing scores before the hand"

    match = tell(match, hand(**told))

    assert (line(match)["contract"], line(match)["declarer"], line(match)["tricks"]) == ("4S", "S", 10)
    assert board(match)["sides"]["NS"]["total"] == 120
    assert board(match)["current"] is None
    assert len(board(match)["deals"]) == 1


@pytest.mark.parametrize(
    ("reports", "told"),
    [
        pytest.param([FOUR_SPADES], {"contract": "4H", "declarer": "S", **TEN}, id="another strain"),
        pytest.param([FOUR_SPADES], {"contract": "5S", "declarer": "S", **TEN}, id="another level"),
        pytest.param([FOUR_SPADES], {"contract": "4SX", "declarer": "S", **TEN}, id="a double"),
        pytest.param([bid("4SX", "S")], {"contract": "4S", "declarer": "S", **TEN}, id="no double"),
        pytest.param([bid("4SXX", "S")], {"contract": "4SX", "declarer": "S", **TEN}, id="no redouble"),
        pytest.param([FOUR_SPADES], {"contract": "4S", "declarer": "N", **TEN}, id="his partner"),
        pytest.param([FOUR_SPADES], {"contract": "4S", "declarer": "E", **TEN}, id="an opponent"),
        pytest.param([FOUR_SPADES], {"contract": "4S", "declarer": "EW", **TEN}, id="the other side"),
        pytest.param([bid("4S", "NS")], {"contract": "4S", "declarer": "W", **TEN}, id="a seat of the other side"),
        pytest.param([bid("4S", "NS")], {"contract": "4S", "declarer": "they", **TEN}, id="they"),
        pytest.param([FOUR_SPADES], {"contract": "Pass"}, id="passed out"),
        pytest.param([PASSED_OUT], {"contract": "1C", "declarer": "N", "tricks": 7}, id="played"),
        pytest.param([FOUR_SPADES, trick_counts(10, 3)], {"tricks": 11}, id="more than thirteen tricks said"),
        pytest.param([FOUR_SPADES, trick_counts(10, 3)], {"tricks": 9}, id="less than thirteen tricks said"),
        pytest.param([FOUR_SPADES, trick_counts(10, 3)], {"result": "+1"}, id="a result that they did not say"),
        pytest.param([FOUR_SPADES, trick_counts(6, 2)], {"tricks": 12}, id="more than are left"),
        pytest.param([FOUR_SPADES, trick_counts(6, 2)], {"tricks": 5}, id="less than were won"),
        pytest.param([SPADES_BY_AUCTION], {"contract": "4S", "declarer": "N", **TEN}, id="an auction"),
        pytest.param([FOUR_SPADES, played("W", "2C")], {"tricks": 10, "lead": "3C"}, id="another lead"),
    ],
)
def test_a_hand_that_contradicts_what_was_reported_is_refused(reports: list[Any], told: dict[str, Any]) -> None:
    assert code(rubber(*reports), hand(**told)) == "contradicts_report"


@pytest.mark.parametrize(("ours", "theirs"), [(o, t) for o, t in product(range(14), repeat=2) if o + t <= 13])
def test_every_number_of_tricks_beside_every_number_reported(ours: int, theirs: int) -> None:
    match = rubber(FOUR_SPADES, trick_counts(ours, theirs))

    for tricks in range(14):
        if ours <= tricks <= 13 - theirs:
            assert line(tell(match, hand(tricks=tricks)))["tricks"] == tricks
        else:
            assert code(match, hand(tricks=tricks)) == "contradicts_report"


@pytest.mark.parametrize("to", ["NS", "EW", "we", "they"])
@pytest.mark.parametrize("moved", [1, 2, 3])
@pytest.mark.parametrize(("ours", "theirs"), [(0, 0), (6, 3), (3, 6), (10, 3), (1, 12), (13, 0), (0, 13), (2, 2)])
def test_transferred_tricks_are_moved_before_agreement_is_tested(ours: int, theirs: int, to: str, moved: int) -> None:
    match = rubber(FOUR_SPADES, trick_counts(ours, theirs))
    gained = moved if to in {"NS", "we"} else -moved

    # However the tricks that were not reported fell: the director moves from what each side then has.
    ends = {won_ + gained for won_ in range(ours, 14 - theirs) if 0 <= won_ + gained <= 13}

    for tricks in range(14):
        told = hand(tricks=tricks, transferred={"to": to, "tricks": moved})
        if tricks in ends:
            assert line(tell(match, told))["tricks"] == tricks
        else:
            assert code(match, told) == "contradicts_report", tricks
    if ours + theirs == 13 and ends:
        assert line(tell(match, hand(transferred={"to": to, "tricks": moved})))["tricks"] == ours + gained


@pytest.mark.parametrize(
    "transferred", [{"to": "NS", "tricks": 0}, {"to": "N", "tricks": 1}, {"to": "NS", "tricks": 14}]
)
def test_a_transfer_says_to_which_side_and_how_many(transferred: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation, match=r"/data/transferred"):
        rubber(FOUR_SPADES, hand(tricks=10, transferred=transferred))


@pytest.mark.parametrize("tricks", [-1, 14, 100])
def test_there_are_no_more_than_thirteen_tricks_nor_less_than_none(tricks: int) -> None:
    with pytest.raises(RuleViolation, match=r"13 tricks"):
        rubber(deal("4S", "S", tricks))


@pytest.mark.parametrize(
    ("contract", "result", "tricks"),
    [
        ("1C", "=", 7),
        ("1C", "+6", 13),
        ("1C", "-7", 0),
        ("4S", "-10", 0),
        ("7N", "=", 13),
        ("7N", "-13", 0),
        ("6S", "+1", 13),
        ("4S", "+01", 11),
    ],
)
def test_a_result_is_counted_from_what_the_contract_needs(contract: str, result: str, tricks: int) -> None:
    assert line(rubber(deal(contract, "S", result=result)))["tricks"] == tricks
    assert line(rubber(bid(contract, "S"), hand(result=result)))["tricks"] == tricks


@pytest.mark.parametrize(
    ("contract", "result"), [("1C", "+7"), ("1C", "-8"), ("7N", "+1"), ("5C", "+3"), ("4S", "-11")]
)
def test_a_result_that_no_deal_can_have_is_refused(contract: str, result: str) -> None:
    assert code(rubber(), deal(contract, "S", result=result)) == "tricks_out_of_range"


@pytest.mark.parametrize(
    "result", ["", "+", "-", "==", "+0", "-0", "0", "1", "10", "+14", "+1.5", "+ 1", "+１", "made", "±1"]
)
def test_what_is_no_result_is_refused(result: str) -> None:
    with pytest.raises(RuleViolation, match=r"A result is"):
        rubber(deal("4S", "S", result=result))


def test_without_thirteen_tricks_the_hand_says_how_many() -> None:
    assert code(rubber(), deal("4S", "S")) == "result_invalid"
    assert code(rubber(FOUR_SPADES), hand()) == "result_invalid"
    assert code(rubber(FOUR_SPADES, trick_counts(9, 3)), hand()) == "result_invalid"


def test_a_hand_needs_a_contract() -> None:
    assert code(rubber(), hand()) == "contract_invalid"
    assert code(rubber(), hand(tricks=10)) == "contract_invalid"
    assert code(rubber(("bridge.dealt", {"dealer": "N"})), hand(tricks=10)) == "contract_invalid"


def test_a_contract_needs_a_declarer() -> None:
    refused = refusal(rubber(), hand(contract="4S", tricks=10))
    assert (refused.violation.code, refused.version) == ("event_invalid", 2)
    with pytest.raises(RuleViolation, match="declarer"):
        rubber(("bridge.contract_reached", {"contract": "4S"}))


def test_a_declarer_needs_a_contract() -> None:
    with pytest.raises(RuleViolation, match="contract"):
        rubber(FOUR_SPADES, hand(declarer="S", tricks=10))


@pytest.mark.parametrize("declarer", ["Q", "n", "North", "", "NE", "home"])
def test_a_declarer_is_a_seat_or_a_side(declarer: str) -> None:
    for report in (deal("4S", declarer, 10), bid("4S", declarer)):
        with pytest.raises(RuleViolation, match="/data/declarer"):
            rubber(report)


@pytest.mark.parametrize(
    "more",
    [
        {"declarer": "N"},
        {"tricks": 7},
        {"tricks": 0},
        {"result": "="},
        {"transferred": {"to": "NS", "tricks": 1}},
        {"lead": "AS"},
    ],
)
def test_a_passed_out_deal_has_nothing_but_that(more: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation, match="passed-out deal"):
        rubber(hand(contract="Pass", **more))
    if "declarer" not in more:
        assert code(rubber(PASSED_OUT), hand(**more)) == "event_invalid"
    with pytest.raises(RuleViolation, match="passed-out deal"):
        rubber(("bridge.contract_reached", {"contract": "Pass", "declarer": "N"}))


def test_a_bid_result_is_reported_once() -> None:
    assert code(rubber(FOUR_SPADES), FOUR_SPADES) == "deal_in_progress"
    assert code(rubber(FOUR_SPADES, won("N")), bid("4H", "S")) == "deal_in_progress"
    assert code(rubber(calls("S", "4S")), FOUR_SPADES) == "deal_in_progress"
    assert code(rubber(FOUR_SPADES), ("bridge.dealt", {})) == "deal_in_progress"
    assert tell(rubber(FOUR_SPADES, hand(tricks=10)), FOUR_SPADES).version == 4


def test_a_bid_result_opens_the_deal_and_is_shown() -> None:
    current = board(rubber(bid("3NTX", "we")))["current"]

    assert (current["contract"], current["declarer"], current["tricks"]) == ("3NX", "NS", {"NS": 0, "EW": 0})
    assert (current["calls"], current["trick"]) == ([], [])


def test_the_deal_in_play_shows_its_tricks_and_the_cards_on_the_table() -> None:
    current = board(rubber(FOUR_SPADES, won("N"), won("E"), played("E", "10h")))["current"]

    assert current["tricks"] == {"NS": 1, "EW": 1}
    assert current["trick"] == [{"seat": "E", "card": "TH"}]
    assert current["turn"] == "S"


def test_what_is_reported_says_what_happened() -> None:
    told = [
        (("bridge.dealt", {"dealer": "S"}), "South deals."),
        (calls("S", "1S")[0], "South calls 1S."),
        (calls("W", "P")[0], "West calls P."),
        (calls("N", "4S")[0], "North calls 4S."),
        (calls("E", "X")[0], "East calls X."),
        (calls("S", "P")[0], "South calls P."),
        (calls("W", "P")[0], "West calls P."),
        (calls("N", "P")[0], "North calls P. The contract is 4♠ doubled by South."),
        (played("W", "10H"), "West plays 10♥."),
        (played("N", "2H"), "North plays 2♥."),
        (played("E", "3H"), "East plays 3♥."),
        (played("S", "AH"), "North–South win trick 1: North–South 1, East–West 0."),
        (won("EW"), "East–West win trick 2: North–South 1, East–West 1."),
    ]
    match = rubber()

    for report, sentence in told:
        match = tell(match, report)
        assert match.why == (sentence,)
    assert rubber(("bridge.dealt", {})).why == ("A deal begins.",)
    assert rubber(bid("1N", "they")).why == ("The contract is 1NT by East–West.",)
    assert rubber(PASSED_OUT).why == ("The deal is passed out.",)


@pytest.mark.parametrize(
    ("hands", "declarer", "lead"),
    [
        pytest.param(HANDS, "N", "AH", id="from the right hand"),
        pytest.param({}, "N", "AD", id="nobody knows whose card it is"),
        pytest.param({"N": HANDS["N"]}, "E", "AD", id="the right hand may have held it"),
        pytest.param(HANDS, "NS", "AH", id="from a defender"),
        pytest.param(HANDS, "NS", "AC", id="from the other defender"),
        pytest.param(HANDS, "N", None, id="no lead"),
    ],
)
def test_a_lead_that_may_be_right_is_not_flagged(hands: dict[str, Any], declarer: str, lead: str | None) -> None:
    more = {"lead": lead} if lead else {}
    match = rubber(("bridge.dealt", {"hands": hands}), deal("1N", declarer, 7, **more))

    assert board(match)["flags"] == []


def test_a_lead_that_neither_defender_can_have_held_is_flagged() -> None:
    told = {"hands": {"E": HANDS["E"]}}
    match = rubber(("bridge.dealt", told), deal("1N", "N", 7, lead="AS"))

    assert [flag["text"] for flag in board(match)["flags"]] == ["A♠ was led against North from the wrong hand."]


def test_a_lead_seen_in_the_play_is_no_matter_of_the_hand() -> None:
    match = rubber(("bridge.dealt", {"hands": HANDS}), bid("1N", "N"), played("S", "AD", irregular=True))

    match = tell(match, hand(tricks=7))

    assert (board(match)["flags"], len(board(match)["findings"])) == ([], 1)


@pytest.mark.parametrize(("declarer", "lead"), [("NS", "AS"), ("EW", "AC"), ("E", "AH"), ("E", "AS"), ("E", "AC")])
def test_the_declaring_side_never_leads(declarer: str, lead: str) -> None:
    match = rubber(("bridge.dealt", {"hands": HANDS}), deal("1N", declarer, 7, lead=lead))

    assert [flag["code"] for flag in board(match)["flags"]] == ["wrong_lead"]


def test_a_lead_from_the_wrong_hand_is_flagged_and_not_refused() -> None:
    match = rubber(("bridge.dealt", {"hands": HANDS}), deal("1N", "N", 7, lead="AD"))

    (flag,) = board(match)["flags"]
    assert (flag["code"], flag["versions"]) == ("wrong_lead", [3])
    assert flag["text"] == "A♦ was led against North from the wrong hand: South held it."
    assert line(match)["lead"] == "AD"


def test_a_correction_of_the_contract_and_the_hand_together() -> None:
    match = rubber(FOUR_SPADES, deal("4S", "S", 10))
    assert code(match, corrected(2, bid("4H", "S")[1])) == "contradicts_report"

    assert line(tell(match, corrected(3, {"tricks": 10}), corrected(2, bid("4H", "S")[1])))["contract"] == "4H"


def test_a_trick_that_is_corrected_changes_what_the_hand_must_say() -> None:
    match = rubber(FOUR_SPADES, trick_counts(10, 3), hand())

    assert line(tell(match, corrected(3, {"seat": "E"})))["tricks"] == 9
    assert code(tell(match, corrected(16, {"tricks": 10})), corrected(3, {"seat": "E"})) == "contradicts_report"


def test_a_deal_closed_by_a_pass_out_passes_on() -> None:
    match = rubber(PASSED_OUT, PASSED, PASSED)

    assert [deal_["contract"] for deal_ in board(match)["deals"]] == ["Pass", "Pass"]

"""Chicago by its rules: docs/games/bridge.md, "Chicago"."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.bridge.terms import CONTRACTS
from tests.cases import tell


def chicago(*deals: Any, **options: Any) -> Any:
    events = [{"type": "match.opened", "data": {"game": "bridge.chicago", "options": options}}]
    for deal in deals:
        if isinstance(deal, dict):
            events.append(deal)
        elif deal is None:
            events.append({"type": "bridge.deal_played", "data": {"contract": "Pass"}})
        else:
            contract, declarer, tricks = deal
            data = {"contract": contract, "declarer": declarer, "tricks": tricks}
            events.append({"type": "bridge.deal_played", "data": data})
    return tell(events)


def last(told: Any) -> Any:
    return told.boards[max(told.boards)]["rubber"]


def vulnerable(board: Any) -> set[str]:
    return {side for side, column in board["sides"].items() if column["vulnerable"]}


DOWN = ("3N", "S", 8)


@pytest.mark.parametrize(("agreement", "second", "third"), [("dealer", {"EW"}, {"NS"}), ("opponents", {"NS"}, {"EW"})])
def test_vulnerability_follows_the_number_of_the_deal(agreement: str, second: set[str], third: set[str]) -> None:
    told = chicago(DOWN, DOWN, DOWN, vulnerability=agreement)

    assert [vulnerable(told.boards[version]["rubber"]) for version in (1, 2, 3, 4)] == [
        set(),
        second,
        third,
        {"NS", "EW"},
    ]


def test_the_deal_goes_round_from_the_first_dealer() -> None:
    told = chicago(DOWN, DOWN, DOWN, first_dealer="W")

    assert [told.boards[version]["rubber"]["dealer"] for version in (1, 2, 3, 4)] == ["W", "N", "E", "S"]


def test_a_game_is_worth_300_or_500_by_the_deal_that_completes_it() -> None:
    told = chicago(("1N", "W", 7), ("2C", "E", 8), ("2S", "N", 8))

    assert told.boards[2]["rubber"]["sides"]["EW"] == {
        "above": 0,
        "below": 40,
        "leg": 40,
        "games": 0,
        "vulnerable": True,
        "adjusted": 0,
        "total": 40,
    }
    assert last(told)["deals"][1]["points"] == [
        {"side": "EW", "line": "below", "for": "tricks", "points": 40},
    ]
    told = chicago(("2N", "W", 8), ("1N", "E", 7))
    assert last(told)["deals"][1]["points"][-1] == {"side": "EW", "line": "above", "for": "game", "points": 500}
    assert last(told)["sides"]["EW"]["games"] == 1


def test_part_score_of_the_last_deal_is_paid_as_agreed() -> None:
    told = chicago(DOWN, DOWN, DOWN, ("1S", "S", 7), last_deal_part_score=50)

    assert last(told)["deals"][3]["points"][-1]["points"] == 50
    assert last(told)["status"] == "complete"


def test_a_failed_contract_on_the_last_deal_has_no_part_score() -> None:
    told = chicago(("1S", "S", 7), DOWN, DOWN, ("1S", "S", 6))

    assert [points["for"] for points in last(told)["deals"][3]["points"]] == ["undertricks"]


def test_passed_out_deal_keeps_dealer_and_vulnerability() -> None:
    told = chicago(DOWN, None, None)

    board = last(told)
    assert (board["dealer"], vulnerable(board)) == ("E", {"EW"})
    assert board["why"] == ["Passed out: no score, and the same dealer deals again."]


def test_fifth_deal_is_refused_passed_out_or_not() -> None:
    for fifth in (None, DOWN):
        told = chicago(DOWN, DOWN, DOWN, DOWN, fifth)
        assert told.refused[0] == 6
        assert told.refused[1].code == "match_over"


def test_honours_of_the_last_deal_are_taken_after_it() -> None:
    claim = {"type": "bridge.honours_claimed", "data": {"seat": "E", "points": 100}}
    told = chicago(DOWN, DOWN, DOWN, ("4S", "N", 10), claim)

    assert told.refused is None
    assert last(told)["sides"]["EW"]["above"] == 50 + 50 + 100 + 100


def test_honours_are_refused_where_they_are_not_agreed() -> None:
    claim = {"type": "bridge.honours_claimed", "data": {"seat": "E", "points": 100}}
    told = chicago(("4S", "N", 10), claim, honours=False)

    assert told.refused[1].code == "honours_impossible"


def test_without_carrying_a_part_score_is_worth_50_and_no_leg_is_kept() -> None:
    told = chicago(("1N", "N", 7), ("2H", "E", 8), ("3N", "N", 9), carry=False)

    sides = last(told)["sides"]
    assert [sides["NS"][name] for name in ("above", "below", "leg", "games")] == [550, 140, 0, 1]
    assert [sides["EW"][name] for name in ("above", "below", "leg", "games")] == [50, 60, 0, 0]


def test_closing_early_pays_nothing_and_says_how_many_deals_are_missing() -> None:
    told = chicago(("1N", "N", 7), {"type": "match.closed", "data": {}})

    board = last(told)
    assert board["status"] == "closed"
    assert not board["complete"]
    assert board["sides"]["NS"]["total"] == 40
    assert (board["winner"], board["settlement"]) == ("NS", 40)
    assert board["why"][0] == "The Chicago is closed with 3 of the four deals not played."


def test_closing_after_four_deals_only_closes() -> None:
    told = chicago(DOWN, DOWN, DOWN, DOWN, {"type": "match.closed", "data": {}})

    assert last(told)["why"][0] == "The Chicago is closed."


def test_a_deal_dealt_out_of_turn_is_flagged() -> None:
    told = chicago({"type": "bridge.dealt", "data": {"dealer": "S"}})

    assert [flag["code"] for flag in last(told)["flags"]] == ["dealer_out_of_rotation"]
    told = chicago({"type": "bridge.dealt", "data": {"dealer": "N"}})
    assert last(told)["flags"] == []


def test_who_gives_up_has_lost_and_nothing_is_settled() -> None:
    told = chicago(("1N", "N", 7), {"type": "match.forfeited", "data": {"side": "NS"}})

    board = last(told)
    assert (board["status"], board["winner"], board["margin"], board["settlement"]) == ("complete", "EW", 40, None)


def test_seats_are_those_of_a_bridge_table() -> None:
    told = tell([{"type": "match.opened", "data": {"game": "bridge.chicago", "players": {"A": "x"}}}])

    assert told.refused
    assert told.refused[1].code == "event_invalid"


def of(type_: str, **data: Any) -> dict[str, Any]:
    return {"type": type_, "data": data}


SPADES = ["AS", "KS", "QS", "JS", "9S", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H"]


def test_what_was_irregular_is_shown_at_once_and_stays() -> None:
    begun = [of("bridge.contract_reached", contract="1N", declarer="N"), of("bridge.trick_won", seat="E")]
    card = of("bridge.card_played", seat="S", card="2C", irregular=True)

    for told in (chicago(*begun, card), chicago(*begun, card, of("match.closed"))):
        assert [finding["code"] for finding in last(told)["findings"]] == ["out_of_turn"]


def test_a_lead_from_the_wrong_hand_is_flagged() -> None:
    hand = of("bridge.deal_played", contract="1N", declarer="N", tricks=7, lead="AS")
    told = chicago(of("bridge.dealt", hands={"N": SPADES}), hand)

    assert [flag["code"] for flag in last(told)["flags"]] == ["wrong_lead"]


@pytest.mark.parametrize(
    ("contract", "seat", "points", "refusal"),
    [
        ("1H", "NS", 150, None),
        ("1S", "NS", 150, "honours_impossible"),
        ("1S", "EW", 100, "honours_impossible"),
        ("1H", "E", 100, None),
    ],
)
def test_honours_are_checked_as_far_as_hands_are_known(
    contract: str, seat: str, points: int, refusal: str | None
) -> None:
    claim = of("bridge.honours_claimed", seat=seat, points=points)
    told = chicago(of("bridge.dealt", hands={"N": SPADES}), (contract, "N", 7), claim)

    assert (told.refused and told.refused[1].code) == refusal


DEAL = st.one_of(st.none(), st.tuples(st.sampled_from(sorted(CONTRACTS)), st.sampled_from("NESW"), st.integers(0, 13)))


@given(st.lists(DEAL, max_size=8), st.booleans(), st.sampled_from(["dealer", "opponents"]))
def test_four_deals_that_count_and_no_more(deals: list[Any], carry: bool, agreement: str) -> None:
    told = chicago(*deals, carry=carry, vulnerability=agreement)

    board = last(told)
    played = [deal for deal in board["deals"] if deal["contract"] != "Pass"]
    assert len(played) <= 4
    assert board["complete"] == (len(played) == 4)
    assert (told.refused is not None) == (len(board["deals"]) < len(deals))
    for side in ("NS", "EW"):
        column = board["sides"][side]
        entries = [p for deal in board["deals"] for p in deal["points"] if p["side"] == side]
        assert column["above"] == sum(p["points"] for p in entries if p["line"] == "above")
        assert column["below"] == sum(p["points"] for p in entries if p["line"] == "below")
        assert column["leg"] < 100
        assert column["leg"] <= column["below"]

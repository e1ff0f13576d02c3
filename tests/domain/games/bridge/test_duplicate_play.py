"""Auctions, cards and hands at duplicate: docs/games/bridge.md, "One deal, reported in pieces"."""

from typing import Any

import pytest

from domain.match import sealed
from tests.domain.games.bridge.telling import code, flags, in_room, last, line, of, pairs, result, teams

HANDS = {
    "N": ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S"],
    "E": ["AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H"],
    "S": ["AD", "KD", "QD", "JD", "TD", "9D", "8D", "7D", "6D", "5D", "4D", "3D", "2D"],
}
"""Three hands of one suit each; West has the clubs."""
PLACE = {"board": 1, "ns": "1", "ew": "2"}


def calls(place: dict[str, Any], first: str, *said: str) -> list[Any]:
    seats = "NESW"[("NESW").index(first) :] + "NESW" * 10
    return [of("bridge.call_made", **place, seat=seat, call=call) for seat, call in zip(seats, said, strict=False)]


@pytest.mark.parametrize(
    ("said", "contract", "declarer"),
    [
        (("1S", "X", "P", "P", "P"), "1SX", "N"),
        (("1S", "X", "XX", "P", "P", "P"), "1SXX", "N"),
        (("1S", "X", "XX", "P", "2C", "P", "P", "P"), "2C", "N"),
        (("P", "P", "P", "P"), "Pass", None),
        (("1S", "P", "P", "X", "P", "P", "P"), "1SX", "N"),
        (("1N", "P", "2H", "P", "4H", "P", "P", "P"), "4H", "S"),
    ],
)
def test_br004_contract_and_declarer_follow_from_the_auction(said: Any, contract: str, declarer: str | None) -> None:
    told = pairs(*calls(PLACE, "N", *said))
    current = last(told, "traveller")["current"][0]

    assert told.refused is None
    assert (current["contract"], current["declarer"]) == (contract, declarer)
    assert (current["board"], current["ns"], current["ew"]) == (1, "1", "2")


def test_br008_a_passed_out_board_has_no_declarer_and_scores_nothing() -> None:
    told = pairs(*calls(PLACE, "N", "P", "P", "P", "P"), of("bridge.deal_played", **PLACE))
    row = line(told, 1, "1", "2")

    assert (row["contract"], row["declarer"], row["tricks"], row["result"], row["score"]) == (
        "Pass",
        None,
        None,
        None,
        0,
    )


def test_a_deal_is_bid_and_played_at_one_table_while_others_report() -> None:
    told = pairs(
        *calls(PLACE, "N", "1N", "P", "P", "P"),
        result(1, "3", "4", "1N N 7"),
        of("bridge.trick_won", **PLACE, seat="E"),
        of("bridge.card_played", **PLACE, seat="E", card="AH"),
    )
    current = last(told, "traveller")["current"][0]

    assert current["tricks"] == {"NS": 0, "EW": 1}
    assert current["trick"] == [{"seat": "E", "card": "AH"}]
    assert last(told, "traveller")["why"] == ["Board 1, 1 against 2: East plays A♥."]
    assert len(last(told, "traveller")["boards"][0]["lines"]) == 1


def test_the_hand_may_leave_out_what_was_reported() -> None:
    tricks = [of("bridge.trick_won", **PLACE, seat="NS")] * 9 + [of("bridge.trick_won", **PLACE, seat="EW")] * 4
    reached = of("bridge.contract_reached", **PLACE, contract="3NT", declarer="S")
    told = pairs(reached, *tricks, of("bridge.deal_played", **PLACE))

    assert line(told, 1, "1", "2") | {"contract": "3N", "declarer": "S", "tricks": 9} == line(told, 1, "1", "2")
    assert last(told, "traveller")["current"] == []


def test_the_hand_must_agree_with_what_was_reported() -> None:
    reached = of("bridge.contract_reached", **PLACE, contract="3NT", declarer="S")

    assert code(pairs(reached, result(1, "1", "2", "4S S 9"))) == "contradicts_report"
    assert code(pairs(reached, result(1, "1", "2", "3N N 9"))) == "contradicts_report"
    assert code(pairs(*calls(PLACE, "N", "1N"), result(1, "1", "2", "1N N 9"))) == "deal_in_progress"


def test_br005_tricks_and_a_relative_result_are_two_fields() -> None:
    def score(**said: Any) -> Any:
        told = pairs(of("bridge.deal_played", **PLACE, contract="4S", declarer="N", **said))
        return code(told) or line(told, 1, "1", "2")["score"]

    assert [score(tricks=11), score(result="+1"), score(tricks=10), score(result="=")] == [450, 450, 420, 420]
    assert score(tricks=11, result="+1") == "event_invalid"
    assert score(result="+4") == "tricks_out_of_range"


def test_br007_the_thirteenth_trick_goes_to_who_won_it() -> None:
    tricks = [of("bridge.trick_won", **PLACE, seat="EW")] * 4 + [of("bridge.trick_won", **PLACE, seat="NS")] * 8
    told = pairs(
        of("bridge.contract_reached", **PLACE, contract="3N", declarer="E"),
        *tricks,
        of("bridge.trick_won", **PLACE, leader="N", cards=["AS", "2H", "3S", "4D"]),
    )

    assert last(told, "traveller")["current"][0]["tricks"] == {"NS": 9, "EW": 4}


def test_the_boards_number_says_who_calls_first() -> None:
    assert code(pairs(*calls(PLACE, "E", "1N"))) == "call_invalid"
    assert code(pairs(*calls({**PLACE, "board": 2}, "E", "1N"))) is None
    assert code(pairs(of("bridge.dealt", **PLACE, dealer="S"))) == "deal_invalid"
    assert code(pairs(of("bridge.dealt", **PLACE, dealer="N"))) is None
    assert code(pairs(of("bridge.dealt", **PLACE), *calls(PLACE, "E", "1N"))) == "call_invalid"


def test_nothing_is_played_after_the_hand() -> None:
    told = pairs(result(1, "1", "2", "Pass"), *calls(PLACE, "N", "1N"))

    assert code(told) == "deal_over"


def known(**place: Any) -> Any:
    return of("bridge.dealt", **place, hands=HANDS)


@pytest.mark.parametrize("place", [PLACE, {"board": 1}])
def test_following_suit_is_enforced_where_hands_are_known(place: dict[str, Any]) -> None:
    reached = of("bridge.contract_reached", **PLACE, contract="3N", declarer="N")
    lead = of("bridge.card_played", **PLACE, seat="E", card="AH")

    assert code(pairs(known(**place), reached, lead)) is None
    assert code(pairs(known(**place), reached, of("bridge.card_played", **PLACE, seat="E", card="AS"))) == "not_held"


def test_hands_of_a_board_are_told_once_for_all_tables_and_once_at_a_table() -> None:
    assert code(pairs(known(board=1), known(board=1))) == "already_reported"
    assert code(pairs(known(**PLACE), known(**PLACE))) == "deal_in_progress"
    assert code(pairs(known(board=1), known(**PLACE))) is None
    assert code(pairs(of("bridge.dealt", board=1, dealer="W"))) == "deal_invalid"
    assert code(pairs(of("bridge.dealt", dealer="W"))) == "event_invalid"
    assert code(pairs(of("bridge.dealt", board=1, room="open"))) == "event_invalid"
    assert code(pairs(of("bridge.dealt", board=1, hands={"N": HANDS["N"], "S": HANDS["N"]}))) == "deal_invalid"
    assert code(teams(known(board=1), known(board=1))) == "already_reported"


def test_a_revoke_that_later_play_proves_is_refused_or_taken_as_a_finding() -> None:
    reached = of("bridge.contract_reached", **PLACE, contract="3N", declarer="S")
    # East throws a diamond on the first club, and plays a club to the second.
    first = of("bridge.trick_won", **PLACE, leader="W", cards=["2C", "3C", "4D", "5C"])
    second = {"leader": "S", "cards": ["6C", "7C", "8C", "9C"]}
    told = pairs(
        reached, first, of("bridge.trick_won", **PLACE, **second, irregular=True), result(1, "1", "2", "3N S 9")
    )

    assert code(pairs(reached, first, of("bridge.trick_won", **PLACE, **second))) == "must_follow"
    assert [(note["code"], note["versions"]) for note in last(told, "traveller")["findings"]] == [("revoke", [3, 4])]


def test_a_lead_from_the_wrong_hand_is_flagged() -> None:
    def flagged(*events: Any) -> list[str]:
        return flags(pairs(*events), "traveller")

    assert flagged(known(board=1), result(1, "1", "2", "4S N 10", lead="AH")) == []
    assert flagged(known(board=1), result(1, "1", "2", "4S S 10", lead="AH")) == ["wrong_lead"]
    assert flagged(known(**PLACE), result(1, "1", "2", "4S S 10", lead="AH")) == ["wrong_lead"]
    assert flagged(result(1, "1", "2", "4S S 10", lead="AH")) == []
    assert flagged(of("bridge.dealt", board=1, hands={"E": HANDS["E"]}), result(1, "1", "2", "4S S 10", lead="AH")) == [
        "wrong_lead"
    ]
    told = pairs(known(board=1), result(1, "1", "2", "4S S 10", lead="AH"))
    assert last(told, "traveller")["flags"][0]["text"] == "Board 1: A♥ was led against South from the wrong hand.", (
        "and not whose it was: other tables may still play the board"
    )


def test_a_lead_that_was_seen_is_no_matter_of_the_hand() -> None:
    reached = of("bridge.contract_reached", **PLACE, contract="4S", declarer="S")
    led = of("bridge.card_played", **PLACE, seat="E", card="AH", irregular=True)
    told = pairs(known(board=1), reached, led, result(1, "1", "2", "4S S 10", lead="AH"))

    assert flags(told, "traveller") == []
    assert [note["code"] for note in last(told, "traveller")["findings"]] == ["out_of_turn"]


def test_other_hands_than_the_board_has_are_flagged() -> None:
    exchanged = {"N": HANDS["E"], "E": HANDS["N"], "S": HANDS["S"]}
    place = {"board": 1, "room": "open"}

    assert flags(pairs(known(board=1), of("bridge.dealt", **PLACE, hands=exchanged)), "traveller") == ["hands_differ"]
    assert flags(pairs(known(board=1), of("bridge.dealt", **PLACE, hands={"N": HANDS["N"]})), "traveller") == []
    assert flags(teams(known(board=1), of("bridge.dealt", **place, hands=exchanged)), "match") == ["hands_differ"]


def hidden(told: Any) -> frozenset[int]:
    return sealed(told.match)


def test_hands_stay_at_the_tables_until_nobody_is_to_play_the_board() -> None:
    rounds = [[{"table": 1, "ns": "1", "ew": "2", "boards": [1]}], [{"table": 1, "ns": "3", "ew": "4", "boards": [1]}]]
    planned = of("bridge.movement_set", rounds=rounds)
    here, there = result(1, "1", "2", "Pass"), result(1, "3", "4", "Pass")

    assert hidden(pairs(known(board=1), here)) == {2}
    assert hidden(pairs(known(board=1), here, of("match.closed"))) == frozenset()
    assert hidden(pairs(planned, known(board=1), here)) == {3}
    assert hidden(pairs(planned, known(board=1), here, there)) == frozenset()
    assert hidden(pairs(planned, known(**PLACE), here)) == {3}


def test_hands_of_a_team_match_stay_hidden_until_both_rooms_are_in() -> None:
    hands = known(board=1, room="open")

    assert hidden(teams(hands, in_room(1, "open", "Pass"))) == {2}
    assert hidden(teams(hands, in_room(1, "open", "Pass"), in_room(1, "closed", "Pass"))) == frozenset()
    assert hidden(teams(hands, of("match.closed"))) == frozenset()


def test_both_rooms_play_their_deals_at_the_same_time() -> None:
    opened, closed = {"board": 1, "room": "open"}, {"board": 4, "room": "closed"}
    told = teams(known(board=1), *calls(opened, "N", "1S", "P", "P", "P"), *calls(closed, "W", "1N"))
    current = last(told, "match")["current"]

    assert (current["open"]["board"], current["open"]["contract"]) == (1, "1S")
    assert (current["closed"]["board"], current["closed"]["contract"], current["closed"]["turn"]) == (4, None, "N")
    assert last(told, "match")["boards"][0]["open"] | {"status": "playing"} == last(told, "match")["boards"][0]["open"]
    assert last(teams(in_room(1, "open", "Pass")), "match")["current"] == {"open": None, "closed": None}


def test_a_board_not_played_drops_what_was_begun() -> None:
    begun = calls({"board": 1, "room": "open"}, "N", "1S")
    told = teams(*begun, of("bridge.board_not_played", board=1))

    assert last(told, "match")["current"]["open"] is None
    assert last(pairs(*calls(PLACE, "N", "1S"), of("bridge.board_not_played", **PLACE)), "traveller")["current"] == []


@pytest.mark.parametrize(
    "ending",
    [
        [],
        [in_room(1, "open", "3N S 9")],
        [of("bridge.board_not_played", board=1, room="open")],
        [of("bridge.board_not_played", board=1)],
        [of("match.closed")],
        [of("match.forfeited", side="home")],
    ],
)
def test_what_was_irregular_in_a_room_is_shown_at_once_and_stays(ending: list[Any]) -> None:
    place = {"board": 1, "room": "open"}
    told = teams(
        of("bridge.contract_reached", **place, contract="3N", declarer="S"),
        of("bridge.card_played", **place, seat="N", card="2C", irregular=True),
        *ending,
    )

    assert told.refused is None
    assert [note["code"] for note in last(told, "match")["findings"]] == ["out_of_turn"]


@pytest.mark.parametrize(
    "ending",
    [
        [],
        [result(1, "1", "2", "3N S 9")],
        [of("bridge.board_not_played", **PLACE)],
        [of("match.closed")],
        [of("match.forfeited", pair="1")],
    ],
)
def test_what_was_irregular_at_a_table_is_shown_at_once_and_stays(ending: list[Any]) -> None:
    told = pairs(
        of("bridge.contract_reached", **PLACE, contract="3N", declarer="S"),
        of("bridge.card_played", **PLACE, seat="N", card="2C", irregular=True),
        *ending,
    )

    assert told.refused is None
    assert [note["code"] for note in last(told, "traveller")["findings"]] == ["out_of_turn"]


def test_the_side_that_won_a_trick_leads_to_the_next() -> None:
    begun = [
        of("bridge.contract_reached", **PLACE, contract="3N", declarer="S"),
        of("bridge.trick_won", **PLACE, seat="EW"),
    ]

    for seat, refusal in (("N", "not_your_turn"), ("S", "not_your_turn"), ("E", None), ("W", None)):
        assert code(pairs(*begun, of("bridge.card_played", **PLACE, seat=seat, card="2C"))) == refusal


@pytest.mark.parametrize("where", [{"ns": "1", "ew": "2"}, {"room": "open"}])
def test_a_hand_says_nothing_that_cannot_be(where: dict[str, Any]) -> None:
    def refusal(**said: Any) -> str | None:
        event = of("bridge.deal_played", board=1, **where, **said)
        return code(teams(event) if "room" in where else pairs(event))

    assert refusal(contract="4S", tricks=10) == "event_invalid"
    assert refusal(contract="Pass", lead="AS") == "event_invalid"
    assert refusal(contract="4S", declarer="NS", tricks=10) == "event_invalid"


def test_another_spelling_of_the_same_word_is_no_difference() -> None:
    said = {**PLACE, "table": 4, "contract": "4S", "declarer": "N", "tricks": 10}
    for word in ({**said, "table": "4"}, {**PLACE, "table": 4, "contract": "4S", "declarer": "N", "result": "="}):
        told = pairs(of("bridge.deal_played", **said), of("match.confirmed", of=2, data=word))
        assert flags(told, "traveller") == []
    told = pairs(of("bridge.deal_played", **said), of("match.confirmed", of=2, data={**said, "table": 5}))
    assert flags(told, "traveller") == ["confirmation_differs"]


def test_mended_hands_stay_hidden() -> None:
    swapped = {"hands": {"N": HANDS["E"], "E": HANDS["N"]}, "board": 1}
    mended = of("match.corrected", of=2, data=swapped, reason="swapped")

    for told, board in ((pairs(known(board=1), mended), "traveller"), (teams(known(board=1), mended), "match")):
        assert hidden(told) == {2}
        (change,) = last(told, board)["changes"]
        assert change["before"] == change["after"] == {"sealed": True}
        assert not any(card in str(last(told, board)) for card in ("AS", "A♠", "AH", "A♥"))

import pytest

from tests.facts import (
    Report,
    bid,
    cards,
    code,
    corrected,
    deal,
    dealt,
    findings,
    played,
    rubber,
    tell,
    trick,
    tricks,
    turn,
    won,
)


def test_who_is_known_to_hold_the_suit_must_follow() -> None:
    match = rubber(dealt("N"), bid("4S", "S"), played("W", "TH"))

    assert code(match, played("N", "9D")) == "must_follow"
    assert code(match, played("N", "AS")) == "must_follow", "nor ruff"
    assert tell(match, played("N", "2H")).version == 5


def test_who_is_known_to_have_none_left_may_play_anything() -> None:
    match = rubber(
        dealt("N"), bid("1N", "S"), trick("W", "2D 8D TD AD"), trick("S", "KD 3D 9D 7D"), cards("S", "QD 4D")
    )

    assert tell(match, played("N", "AS")).version == 8


def test_who_follows_is_never_asked_what_else_is_held() -> None:
    match = rubber(bid("1N", "S"), trick("W", "2C 9C 6C AC"), trick("S", "AH TH 2H 6H"))

    assert (tricks(match), findings(match)) == ((2, 0), [])


def test_a_second_revoke_in_a_suit_is_found_too() -> None:
    match = rubber(bid("1N", "S"), trick("W", "QH 2H 6H 5S"), cards("W", "JH 3H 7H"), played("S", "AH", irregular=True))
    match = tell(match, trick("S", "2C 3C 9C 4C"), trick("N", "4H 8H 6S TH"))

    assert code(match, trick("W", "9H 5H 2D KH")) == "must_follow"


def test_a_revoke_is_found_once_and_the_suit_may_be_played_afterwards() -> None:
    known = rubber(dealt("N"), bid("1N", "S"), trick("W", "QH 9D 6H AH", irregular=True))
    assert findings(known) == [("revoke", [4])]
    known = tell(known, trick("S", "KH TH 2H 7H"))
    assert findings(known) == [("revoke", [4])]

    unknown = rubber(
        bid("1N", "S"), trick("W", "QH 2H 6H 5S"), cards("W", "JH 3H 7H"), played("S", "AH", irregular=True)
    )
    unknown = tell(unknown, trick("S", "KH TH 4H 8H"))
    assert findings(unknown) == [("revoke", [3, 7])]


def test_a_revoke_by_a_known_hand_is_taken_as_it_fell_and_found() -> None:
    match = rubber(dealt("N"), bid("4S", "S"), played("W", "TH"), played("N", "AS", irregular=True))

    assert findings(match) == [("revoke", [5])]
    assert tricks(tell(match, cards("E", "9H AH"))) == (1, 0), "it ruffs nevertheless"


@pytest.mark.parametrize("lead", [played("S", "KH"), trick("S", "KH TH 4H 8H")])
def test_a_revoke_is_found_when_the_suit_is_led_too(lead: Report) -> None:
    match = rubber(bid("1N", "S"), trick("W", "QH 2H 6H 5S"), won("S"))

    assert code(match, lead) == "must_follow"
    assert findings(tell(match, (lead[0], lead[1] | {"irregular": True}))) == [("revoke", [3, 5])]


def test_a_revoke_by_an_unknown_hand_is_found_when_the_suit_comes() -> None:
    match = rubber(bid("1N", "S"), trick("W", "QH 2H 6H 5S"))

    assert tricks(match) == (0, 1), "nobody knows yet"
    match = tell(match, cards("W", "JH 3H 7H"))
    assert code(match, played("S", "AH")) == "must_follow"
    match = tell(match, played("S", "AH", irregular=True))
    assert findings(match) == [("revoke", [3, 7])]


def test_who_did_not_follow_one_suit_may_play_the_others() -> None:
    match = rubber(bid("1N", "S"), trick("W", "QH 2H 6H 5S"), cards("W", "2C 9C 6C"), played("S", "AC"))

    assert findings(match) == []


def test_what_one_seat_did_binds_no_other() -> None:
    match = rubber(bid("1N", "S"), trick("W", "QH 2H 6H 5S"), trick("W", "JH 3H 7H 6S"))

    assert (tricks(match), findings(match)) == ((0, 2), [])


def test_a_card_out_of_turn_is_taken_as_it_fell_and_found() -> None:
    match = rubber(bid("1N", "S"), played("W", "2C"))
    assert code(match, played("E", "6C")) == "not_your_turn"

    match = tell(match, played("E", "6C", irregular=True))

    assert findings(match) == [("out_of_turn", [4])]
    assert turn(match) == "N", "who was passed over is still to play"
    match = tell(match, played("N", "9C"))
    assert turn(match) == "S"
    match = tell(match, played("S", "AC"))
    assert (tricks(match), turn(match), findings(match)) == ((1, 0), "S", [("out_of_turn", [4])])


def test_a_lead_out_of_turn_is_taken_as_it_fell_and_found() -> None:
    match = rubber(bid("1N", "S"), trick("E", "6C AC 2C 9C", irregular=True))

    assert (tricks(match), turn(match), findings(match)) == ((1, 0), "S", [("out_of_turn", [3])])


def test_nobody_plays_twice_to_a_trick_not_even_irregularly() -> None:
    match = rubber(bid("1N", "S"), cards("W", "2C 9C"))

    assert code(match, played("W", "3C", irregular=True)) == "not_your_turn"


def test_irregular_where_nothing_is_irregular_finds_nothing() -> None:
    match = rubber(dealt("N"), bid("1N", "S"), trick("W", "TH 2H 9H AH", irregular=True))

    assert findings(match) == []


def test_findings_stay_on_the_board_after_the_deal_and_the_match() -> None:
    match = rubber(bid("1N", "S"), trick("E", "6C AC 2C 9C", irregular=True))

    for end in (deal("1N", "S", 7), ("match.closed", {}), ("match.forfeited", {"side": "NS"})):
        assert findings(tell(match, end)) == [("out_of_turn", [3])]


def test_a_corrected_card_finds_nothing_any_more() -> None:
    match = rubber(bid("1N", "S"), trick("E", "6C AC 2C 9C", irregular=True))

    assert findings(tell(match, corrected(3, {"leader": "W", "cards": ["2C", "9C", "6C", "AC"]}))) == []

from dataclasses import replace

from domain.cards import PACK
from domain.event import Unreadable
from domain.match import Match, fold, sealed
from domain.projection import project
from domain.text import shown
from tests.facts import (
    OURS,
    PART,
    PASSED,
    THEIRS,
    Report,
    board,
    confirmed,
    corrected,
    deal,
    facts,
    inserted,
    opened,
    restored,
    rubber,
    tell,
    withdrawn,
)

HANDS = {seat: [f"{rank}{suit}" for rank in "AKQJT98765432"] for seat, suit in zip("NESW", "SHDC", strict=True)}

IN_THE_WAY = (deal("4S", "N", 10), deal("2N", "N", 8), deal("1C", "E", 7))
"""Were the second deal a game too, the rubber would be over before the third."""


def dealt(**hands: list[str]) -> Report:
    return "bridge.dealt", {"hands": hands}


def test_sealed_true_stands_in_the_place_of_hands_that_were_mended() -> None:
    match = rubber(dealt(N=HANDS["N"]), corrected(2, {"hands": {"N": HANDS["E"]}}), withdrawn(2), restored(2))

    sealed_ = {"sealed": True}
    assert [(change["before"], change["after"]) for change in board(match)["changes"]] == [
        (sealed_, sealed_),
        (sealed_, None),
        (None, sealed_),
    ]


def test_hands_that_turn_out_to_be_something_else_are_shown_to_nobody() -> None:
    match = rubber(
        dealt(N=HANDS["N"]), corrected(2, {"contract": "1N", "declarer": "N"}, type="bridge.contract_reached")
    )

    assert not _cards_on(match)


def test_hands_withdrawn_while_they_are_sealed_are_shown_to_nobody() -> None:
    match = rubber(dealt(N=HANDS["N"]), withdrawn(2))

    assert not _cards_on(match)
    assert not _cards_on(tell(match, dealt(N=HANDS["N"])))


def test_hands_corrected_while_they_are_sealed_are_shown_to_nobody() -> None:
    match = rubber(dealt(N=HANDS["N"]), corrected(2, {"hands": {"N": HANDS["E"]}}))

    assert not _cards_on(match)
    (change,) = board(tell(match, PASSED))["changes"]
    assert change["after"]["data"]["hands"] == {"N": HANDS["E"]}


def test_hands_put_in_while_they_are_sealed_are_shown_to_nobody() -> None:
    match = rubber(("bridge.contract_reached", {"contract": "1N", "declarer": "N"}), inserted(2, dealt(N=HANDS["N"])))

    assert not _cards_on(match)
    assert "AS" in _cards_on(tell(match, deal("1N", "N", 7)))


def test_a_revoke_that_sticks_a_match_shows_nobody_the_hand() -> None:
    match = rubber(
        dealt(S=HANDS["N"][:7] + HANDS["E"][7:]), ("bridge.contract_reached", {"contract": "1N", "declarer": "S"})
    )
    cards = [("W", "TC"), ("N", "9C"), ("E", "8C"), ("S", "AS")]
    match = tell(match, *[("bridge.card_played", {"seat": seat, "card": card}) for seat, card in cards])

    match = tell(match, corrected(4, {"seat": "W", "card": "AH"}, force=True))

    assert (match.status, board(match)["stuck"]["code"]) == ("stuck", "must_follow")
    assert _cards_on(match) <= {"TC", "9C", "8C", "AS", "AH"}, "only those on the table"


def test_hands_behind_the_place_where_a_match_is_stuck_are_shown_to_nobody() -> None:
    match = rubber(*IN_THE_WAY, dealt(N=HANDS["N"]), corrected(3, OURS[1], force=True))

    assert match.status == "stuck"
    assert 5 in sealed(match)


def test_what_cannot_be_read_is_shown_to_nobody_whatever_it_is_mended_to() -> None:
    history = facts([opened(), OURS, PART])
    history[1] = replace(history[1], event=Unreadable(name="bridge.dealt_again", detail="no such type"))

    assert sealed(fold(history)) == {2}
    assert sealed(tell(fold(history), corrected(2, THEIRS[1], type="bridge.deal_played"))) == {2}
    assert sealed(rubber(OURS, PART, corrected(2, THEIRS[1]))) == set()


def test_another_word_on_sealed_hands_shows_them_to_nobody() -> None:
    match = rubber(dealt(N=HANDS["N"]), confirmed(2, {"hands": {"N": HANDS["E"]}}))

    assert [flag["code"] for flag in board(match)["flags"]] == ["confirmation_differs"]
    assert not _cards_on(match)


def _cards_on(match: Match) -> set[str]:
    """Cards that any board of the match shows, in either spelling."""
    text = " ".join(project(match).values())
    return {card for card in PACK if card in text or shown(card) in text}

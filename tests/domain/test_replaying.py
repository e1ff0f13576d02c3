from dataclasses import replace

import pytest

from domain.errors import Refused
from domain.event import Event, Fact, Unreadable
from domain.match import Match, admit, counted, fold, sealed
from domain.projection import project
from tests.facts import (
    NINE_DEALS,
    PASSED,
    adjusted,
    bid,
    board,
    confirmed,
    corrected,
    deal,
    facts,
    opened,
    replayed,
    rubber,
    side,
    tell,
    withdrawn,
)

GAME_TO_US = deal("3N", "N", 9)

GAME_TO_THEM = deal("3N", "E", 9)


def test_a_match_folded_on_from_a_state_is_the_match_folded_whole() -> None:
    history = facts([opened(), *NINE_DEALS, adjusted(-50, side="NS"), corrected(3, PASSED[1]), confirmed(2)])

    for cut in range(1, len(history)):
        assert project(fold(history[cut:], fold(history[:cut]))) == project(fold(history))


def test_what_counts_is_told_in_the_order_in_which_it_counts() -> None:
    match = rubber(GAME_TO_US, PASSED, deal("1S", "E", 7))
    match = tell(
        match, withdrawn(3), ("match.inserted", {"before": 2, "type": PASSED[0], "data": PASSED[1], "reason": "x"})
    )
    match = tell(match, corrected(2, GAME_TO_THEM[1]), confirmed(4))

    assert [fact.version for fact in counted(match)] == [1, 6, 2, 4, 8]
    assert counted(match)[2].event == facts([GAME_TO_THEM])[0].event


def test_a_fact_that_cannot_be_read_sticks_the_match_there() -> None:
    history = facts([opened(), GAME_TO_US, GAME_TO_THEM, deal("1S", "N", 7)])
    history[2] = replace(history[2], event=Unreadable(name="bridge.deal_plaid", detail="no such type"))

    match = fold(history)

    assert (match.status, match.version) == ("stuck", 4)
    assert match.stuck is not None
    assert match.stuck.version == 3
    assert side(match, "NS")["total"] == 100
    shown = board(match)
    assert (shown["status"], shown["version"], shown["stuck"]["version"]) == ("stuck", 4, 3)
    assert shown["stuck"]["detail"]
    assert side(tell(match, withdrawn(3)), "NS")["total"] == 100 + 30


def test_what_the_rules_do_not_allow_sticks_a_match_and_never_stops_the_fold() -> None:
    match = replayed(opened(), GAME_TO_US, GAME_TO_US, GAME_TO_THEM, PASSED)

    assert match.status == "stuck"
    assert match.stuck is not None
    assert (match.stuck.version, match.stuck.code) == (4, "match_over")
    assert side(match, "NS")["total"] == 200 + 700


def test_hands_are_sealed_until_the_deal_is_over() -> None:
    dealt = ("bridge.dealt", {"hands": {"N": [f"{rank}S" for rank in "AKQJT98765432"]}})
    match = rubber(dealt, bid("7S", "N"))

    assert sealed(match) == {2}
    assert sealed(tell(match, deal("7S", "N", 13))) == set()


def test_br016_a_board_as_it_was_then_and_who_said_what_afterwards() -> None:
    lost = deal("4SX", "N", 8)
    history = [*facts([opened(), lost, adjusted(10, side="NS")]), *facts([corrected(2, GAME_TO_US[1])], after=3)]
    history[3] = replace(history[3], actor="director")

    then, now = fold(history[:3]), fold(history)

    assert (side(then, "NS")["total"], side(then, "EW")["total"]) == (10, 300)
    assert (side(now, "NS")["total"], side(now, "EW")["total"]) == (110, 0)
    assert [(fact.version, fact.actor) for fact in history if fact.actor == "scorer"][1] == (2, "scorer")
    (change,) = board(now)["changes"]
    assert (change["of"], change["version"], change["who"], change["reason"]) == (2, 4, "director", "misheard")
    assert change["when"] == "2026-11-29T18:04:00.000000Z"


def test_a_fact_without_time_or_actor_is_taken() -> None:
    event = facts([opened()])[0].event

    assert admit(None, [Fact(1, event)]).recorded_at is None


def test_a_game_takes_no_events_of_other_games() -> None:
    class Mulled(Event):
        """What no card table has ever seen."""

        TYPE = "wine.mulled"

    refused = _refused(rubber(), Fact(2, Mulled()))

    assert (refused.violation.code, refused.version) == ("event_invalid", 2)
    assert "bridge.rubber takes no wine.mulled" in refused.violation.detail


def test_what_cannot_be_read_is_never_reported() -> None:
    refused = _refused(rubber(), Fact(2, Unreadable(name="bridge.deal_plaid", detail="no such type")))

    assert (refused.violation.code, refused.version) == ("unreadable", 2)


def _refused(match: Match, fact: Fact[Event]) -> Refused:
    with pytest.raises(Refused) as refused:
        admit(match, [fact])
    return refused.value

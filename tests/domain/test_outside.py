"""What those outside see of a match, by its visibility and what directors released."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from domain.event import Event, Fact
from domain.match import fold
from domain.outside import Seen, outside
from domain.projection import project
from tests.facts import PASSED, Report, corrected, deal, facts, inserted, opened, restored, withdrawn

Log = Sequence[Fact[Event]]


def changed(visibility: object) -> Report:
    return "match.visibility_changed", {"visibility": visibility}


def released(round_: int | None = None) -> Report:
    return "match.released", {} if round_ is None else {"round": round_}


def result(board: int, round_: int | None = None, ns: str = "1", ew: str = "2", tricks: int = 7, **more: Any) -> Report:
    at = {"board": board, "ns": ns, "ew": ew} | ({} if round_ is None else {"round": round_})
    return deal("1N", "N", tricks, **at, **more)


def rubber(visibility: object, *reports: Report) -> Log:
    return facts([opened(visibility=visibility), *reports])


def session(visibility: object, *reports: Report) -> Log:
    return facts([opened("bridge.pairs", visibility=visibility), *reports])


def at(log: Log, seconds: float = 0) -> Seen:
    """What is seen so many seconds after the last event."""
    last = log[-1].recorded_at
    assert last is not None
    return outside(log, last + timedelta(seconds=seconds))


def seen(log: Log, seconds: float = 0) -> list[int]:
    return [fact.version for fact in at(log, seconds).facts]


def lines(log: Log) -> list[tuple[int, int | None]]:
    """Board and tricks of each line that those outside see."""
    board = json.loads(project(fold(at(log).facts))["traveller"])
    assert board["stuck"] is None
    return [(each["board"], line["tricks"]) for each in board["boards"] for line in each["lines"]]


def test_of_a_public_match_all_is_seen() -> None:
    log = rubber("public", PASSED, PASSED)

    assert seen(log) == [1, 2, 3]
    assert at(log).whole == 3


def test_of_a_private_match_nothing_is_seen() -> None:
    assert at(rubber("private", PASSED)) == Seen((), 0, "private")
    assert at(rubber("public", PASSED, changed("private"))) == Seen((), 0, "private")
    assert at(rubber("private", PASSED, released())) == Seen((), 0, "private")


def test_what_was_private_is_seen_whole_when_it_becomes_public() -> None:
    assert seen(rubber("private", PASSED, changed("public"), PASSED)) == [1, 2, 3, 4]


def test_of_a_hidden_match_the_opening_is_seen() -> None:
    log = rubber("hidden", PASSED, PASSED)

    assert seen(log) == [1]
    assert at(log).whole == 1


def test_a_match_that_was_private_and_is_hidden_shows_its_opening_alone() -> None:
    assert seen(rubber("private", PASSED, changed("hidden"), PASSED)) == [1]


def test_what_was_shown_before_a_match_is_hidden_stays_to_be_seen() -> None:
    assert seen(rubber("public", PASSED, changed("hidden"), PASSED)) == [1, 2]


@pytest.mark.parametrize("visibility", ["hidden", "barometer", {"delayed": 60}])
def test_a_release_shows_all_that_came_before(visibility: object) -> None:
    log = rubber(visibility, PASSED, PASSED, released(), PASSED)

    assert set(seen(log)) >= {1, 2, 3}
    assert 5 not in seen(log)


def test_what_is_delayed_is_seen_when_it_is_old_enough() -> None:
    log = rubber({"delayed": 5}, PASSED, PASSED)
    first, second = (fact.recorded_at for fact in log[1:])
    assert first is not None
    assert second is not None
    late = timedelta(seconds=5)
    moment = timedelta(microseconds=1)

    assert [fact.version for fact in outside(log, first + late - moment).facts] == [1]
    assert [fact.version for fact in outside(log, first + late).facts] == [1, 2]
    assert [fact.version for fact in outside(log, second + late).facts] == [1, 2, 3]


def test_a_longer_delay_takes_nothing_back() -> None:
    log = rubber({"delayed": 1}, PASSED, changed({"delayed": 86_400}), PASSED)

    assert seen(log) == [1, 2]
    assert seen(log, 86_400) == [1, 2, 3, 4]


def test_a_barometer_shows_the_rounds_that_were_released() -> None:
    log = session("barometer", result(1, 1), result(2, 2), result(1, 1, "3", "4"), released(1), result(3, 2))

    assert seen(log) == [1, 2, 4, 5]
    assert lines(log) == [(1, 7), (1, 7)]
    assert lines([*log, *facts([released(2)], after=6)]) == [(1, 7), (1, 7), (2, 7), (3, 7)]


def test_before_any_release_a_barometer_shows_no_result() -> None:
    log = session("barometer", result(1, 1), result(2, 2))

    assert seen(log) == [1]
    assert at(log).whole == 1


def test_a_late_result_of_a_released_round_is_seen_at_once() -> None:
    assert lines(session("barometer", result(1, 1), released(1), result(1, 1, "3", "4"))) == [(1, 7), (1, 7)]


def test_a_result_without_a_round_is_of_the_one_that_the_movement_has_it_in() -> None:
    seats = [{"table": 1, "ns": "1", "ew": "2", "boards": [1]}], [{"table": 1, "ns": "1", "ew": "2", "boards": [2]}]
    log = session("barometer", ("bridge.movement_set", {"rounds": list(seats)}), result(1), result(2), released(1))

    assert seen(log) == [1, 2, 3, 5]


def test_without_a_movement_it_is_seen_when_all_is_released() -> None:
    assert seen(session("barometer", result(1), released(1))) == [1, 3]
    assert seen(session("barometer", result(1), released())) == [1, 2, 3]


def test_what_led_to_a_result_is_of_its_round() -> None:
    where = {"board": 1, "ns": "1", "ew": "2"}
    reached = ("bridge.contract_reached", where | {"contract": "1N", "declarer": "N"})
    log = session("barometer", reached, result(1, 1), result(2, 2), released(1))

    assert seen(log) == [1, 2, 3, 5]
    assert lines(log) == [(1, 7)]


def test_who_plays_is_seen_at_once_and_what_a_director_gave_with_the_next_release() -> None:
    plays = ("match.players_changed", {"players": {"1": "p-9"}})
    given = ("match.adjusted", {"pair": "1", "points": 1, "reason": "slow play"})
    log = session("barometer", result(1, 1), given, plays)

    assert seen(log) == [1, 4]
    assert seen(session("barometer", result(1, 1), given, plays, released(1))) == [1, 2, 3, 4, 5]


def test_the_closing_shows_no_round_that_is_held_back() -> None:
    closed = ("match.closed", dict[str, Any]())

    assert seen(session("barometer", result(1, 1), released(1), result(2, 2), closed)) == [1, 2, 3]


MENDED = [
    (corrected(2, result(1, 1, tricks=8)[1]), [(1, 8)]),
    (withdrawn(2), []),
]


@pytest.mark.parametrize(("mending", "left"), MENDED)
def test_a_mending_of_what_is_seen_is_seen_at_once(mending: Report, left: list[Any]) -> None:
    assert lines(session("barometer", result(1, 1), released(1), mending)) == left


def test_a_mending_of_what_is_held_back_is_held_back() -> None:
    log = session("barometer", result(1, 1), result(2, 2), released(1), corrected(3, result(2, 2, tricks=9)[1]))

    assert seen(log) == [1, 2, 4]
    assert "9" not in str(lines(log))


def test_what_is_put_in_is_of_the_round_that_it_says() -> None:
    early = result(1, 1, "3", "4")
    late = result(5, 2, "3", "4")
    log = session("barometer", result(1, 1), released(1), inserted(2, early), inserted(2, late))

    assert seen(log) == [1, 2, 3, 4]
    assert len(lines(log)) == 2


def test_a_result_moved_to_a_round_that_is_held_back_goes() -> None:
    assert lines(session("barometer", result(1, 1), released(1), corrected(2, result(1, 2)[1]))) == []


def test_a_result_moved_to_a_released_round_comes() -> None:
    assert lines(session("barometer", result(1, 2), released(1), corrected(2, result(1, 1, tricks=8)[1]))) == [(1, 8)]


def test_a_release_that_was_withdrawn_shows_nothing_new() -> None:
    log = session("barometer", result(1, 1), released(2), withdrawn(3), result(1, 1, "3", "4"))

    assert lines(log) == [(1, 7)]
    assert len(lines([*log, *facts([restored(3)], after=5)])) == 2


def test_a_corrected_opening_can_open_the_match() -> None:
    assert seen(rubber("private", PASSED, corrected(1, {"game": "bridge.rubber", "visibility": "public"}))) == [1, 2, 3]
    assert not seen(rubber("private", PASSED, corrected(1, {"game": "bridge.rubber", "title": "Final"})))


def test_rooms_of_a_team_match_are_released_by_round() -> None:
    def board(number: int, round_: int, room: str) -> Report:
        return deal("1N", "N", 7, board=number, room=room, round=round_)

    log = facts(
        [
            opened("bridge.teams", visibility="barometer"),
            board(1, 1, "open"),
            board(2, 2, "open"),
            board(1, 1, "closed"),
            released(1),
        ]
    )

    assert seen(log) == [1, 2, 4, 5]


@pytest.mark.parametrize("visibility", ["public", "hidden", "barometer", {"delayed": 1}])
def test_what_is_seen_never_shrinks_while_a_session_goes_on(visibility: object) -> None:
    log = session(
        visibility, result(1, 1), released(1), result(2, 2), result(1, 1, "3", "4"), released(2), result(3, 3)
    )

    shown: set[int] = set()
    for end in range(1, len(log) + 1):
        now = set(seen(log[:end]))
        assert shown <= now
        shown = now


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (rubber("hidden"), "Results are held back until they are released."),
        (rubber("private", changed({"delayed": 300})), "Shown 300 seconds late."),
        (session("barometer", result(1, 1)), "Results are released round by round."),
        (session("barometer", released(3)), "Results are released round by round: up to round 3 so far."),
    ],
)
def test_those_outside_are_told_why_they_see_a_part(log: Log, said: str) -> None:
    assert at(log).note.text == said


def test_it_is_told_when_time_alone_shows_more() -> None:
    log = rubber({"delayed": 90}, PASSED, PASSED)
    second = log[1].recorded_at
    assert second is not None

    assert at(log).until == second + timedelta(seconds=90)
    assert outside(log, second + timedelta(seconds=90)).until == second + timedelta(seconds=150)
    assert at(log, 90).until is None
    assert at(rubber("hidden", PASSED)).until is None

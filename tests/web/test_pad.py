"""What the pad works out: games ruled off, what a hand brought, what a side needs, whose deal it is, and the end."""

from typing import Any

import pytest

from services.web import pad
from tests.cases import tell
from tests.domain.games.bridge.telling import Event, of, opened

CLOSED = of("match.closed")
GAME = ("4S N 10", "4S N 10")
"""Two games to We, and the rubber."""


def board(*events: Event | str, game: str = "bridge.rubber", **options: Any) -> Any:
    told = tell([opened(game, **options), *map(_event, events)], at=set())
    assert told.refused is None
    return told.boards[max(told.boards)]["rubber"]


def _event(said: Event | str) -> Event:
    if isinstance(said, dict):
        return said
    if said == "Pass":
        return of("bridge.deal_played", contract="Pass")
    contract, declarer, tricks = said.split()
    return of("bridge.deal_played", contract=contract, declarer=declarer, tricks=int(tricks))


def ruled(found: pad.Pad) -> list[tuple[list[int], list[int], bool]]:
    return [
        ([figure.points for figure in game.sides["NS"]], [figure.points for figure in game.sides["EW"]], game.finished)
        for game in found.games
    ]


def test_a_game_is_ruled_off_and_the_next_one_begins() -> None:
    found = pad.pad(board("2H S 8", "3N E 9", "1N W 7"))

    assert ruled(found) == [([60], [100], True), ([], [40], False)]


def test_in_a_chicago_part_scores_stay_until_a_game_cuts_them_off() -> None:
    found = pad.pad(board("2H S 8", "3N E 9", "1N W 7", game="bridge.chicago"))

    assert ruled(found) == [([60], [100], True), ([], [40], False)]


def test_in_a_chicago_without_carrying_every_deal_is_ruled_off() -> None:
    found = pad.pad(board("2H S 8", "1N W 7", game="bridge.chicago", carry=False))

    assert ruled(found) == [([60], [], True), ([], [40], True), ([], [], False)]


def test_a_hand_says_all_that_it_brought_and_doubled_tricks_as_they_are_counted() -> None:
    found = pad.pad(board("4SX N 11", of("bridge.honours_claimed", seat="E", points=100)))

    figure = found.above["NS"][0]
    assert (figure.points, figure.reason, figure.text) == (50, "insult", "4♠ doubled by North, made 5")
    assert [(each.line, each.written, each.own) for each in figure.brought] == [
        ("below", "120 × 2", True),
        ("above", "100 + 50", True),
        ("above", "100", False),
    ]


def test_what_no_hand_brought_stands_on_the_pad_too() -> None:
    points = of("match.adjusted", side="EW", points=-50, reason="late")
    found = pad.pad(board("2H S 8", points, CLOSED))

    assert [(figure.points, figure.reason) for figure in found.above["NS"]] == [(100, "only part-score")]
    assert [(figure.points, figure.reason) for figure in found.above["EW"]] == [(-50, "by the director")]


@pytest.mark.parametrize(
    ("deal", "part", "missing", "contracts"),
    [
        ("2H S 8", 60, 40, ["1N", "2C", "2D", "2H", "2S"]),
        ("1C S 7", 20, 80, ["3H", "3S", "3N", "4C", "4D"]),
        ("3S W 9", 90, 10, ["1C", "1D", "1H", "1S", "1N"]),
    ],
)
def test_what_a_part_score_needs_for_game(deal: str, part: int, missing: int, contracts: list[str]) -> None:
    found = pad.toward(board(deal))

    assert [(each.part, each.missing, each.contracts) for each in found] == [(part, missing, contracts)]


def test_nothing_is_needed_without_a_part_score_or_after_the_end() -> None:
    assert pad.toward(board("4S N 10")) == []
    assert pad.toward(board("2H S 8", CLOSED)) == []


@pytest.mark.parametrize(("rule", "second", "third"), [("dealer", "EW", "NS"), ("opponents", "NS", "EW")])
def test_whose_deal_it_is_in_a_chicago_and_who_is_vulnerable(rule: str, second: str, third: str) -> None:
    found = pad.turns(board("4S N 10", "Pass", "2H E 8", game="bridge.chicago", vulnerability=rule))

    assert [(each.dealer, each.vulnerable) for each in found] == [
        ("N", "nobody"),
        ("E", second),
        ("S", third),
        ("W", "all"),
    ]
    assert [each.current for each in found] == [False, False, True, False]


def test_who_will_be_vulnerable_is_not_guessed() -> None:
    assert [each.vulnerable for each in pad.turns(board(game="bridge.chicago"))] == ["nobody", "", "", "all"]
    assert pad.turns(board()) == []


def test_the_end_of_a_rubber_in_one_sentence() -> None:
    ending = pad.ending(board(*GAME))

    assert ending is not None
    assert ending.text == "{side} won two games to {games} and are ahead by {margin}: {total} to {rest}."
    assert (ending.side, ending.games, ending.margin, ending.total, ending.rest) == ("We", "none", 940, 940, 0)


def test_who_wins_the_rubber_may_be_behind() -> None:
    ending = pad.ending(board("7NXX E 0", "4S E 10", "4S E 10"))

    assert ending is not None
    assert ending.text == "{side} won two games to {games}, but {other} are ahead by {margin}: {total} to {rest}."
    assert (ending.side, ending.other, ending.games) == ("They", "We", "none")


def test_a_match_that_goes_on_has_no_end() -> None:
    assert pad.ending(board("4S N 10")) is None


def test_a_side_that_gives_up_loses_though_it_is_ahead() -> None:
    ending = pad.ending(board("4S N 10", of("match.forfeited", side="NS", reason="late")))

    assert ending is not None
    assert (ending.text, ending.side, ending.other) == ("{side} win, since {other} gave up.", "They", "We")


def test_level_totals_are_said_to_be_level() -> None:
    ending = pad.ending(board("Pass", CLOSED))

    assert ending is not None
    assert ending.text == "The totals are level at {total}."

"""Corrections in people's words: before and after, field by field, of any game."""

from typing import Any

import pytest

from services.web.corrections import Field, Step, mended
from tests.cases import tell
from tests.domain.games.bridge.telling import Event, in_room, of, opened

PLAYED = of("bridge.deal_played", contract="4S", declarer="N", tricks=10)


def changes(*events: Event, game: str = "bridge.rubber") -> Any:
    told = tell([opened(game), *events], at=set())
    assert told.refused is None
    return mended(next(iter(told.boards[max(told.boards)].values()))["changes"])


def test_what_changed_stands_apart_from_what_did_not() -> None:
    data = {"contract": "4S", "declarer": "N", "tricks": 11, "lead": "TH"}
    [found] = changes(PLAYED, of("match.corrected", of=2, data=data, reason="one more"))

    assert (found.what, found.how, found.of, found.version, found.reason) == ("A result", "", 2, 3, "one more")
    assert found.same == (Field("contract", "contract", "4S"), Field("declarer", "word", "North", "by {value}"))
    assert found.changed == (
        Step(Field("tricks", "word", "10", "{value} tricks"), Field("tricks", "word", "11", "{value} tricks")),
        Step(None, Field("lead", "card", "TH")),
    )


def test_the_newest_correction_comes_first() -> None:
    data = {"contract": "4S", "declarer": "N", "tricks": 11}
    again = data | {"tricks": 12}
    found = changes(
        PLAYED,
        of("match.corrected", of=2, data=data, reason="one"),
        of("match.corrected", of=2, data=again, reason="two"),
    )

    assert [each.reason for each in found] == ["two", "one"]


@pytest.mark.parametrize(
    ("mendings", "how"),
    [
        ([of("match.withdrawn", of=2, reason="wrong table")], "withdrawn"),
        ([of("match.withdrawn", of=2, reason="a"), of("match.restored", of=2, reason="wrong table")], "restored"),
        (
            [of("match.inserted", before=2, type="bridge.deal_played", data=PLAYED["data"], reason="wrong table")],
            "put in",
        ),
    ],
)
def test_what_is_there_or_gone_as_a_whole_is_said_whole(mendings: list[Event], how: str) -> None:
    found = changes(PLAYED, *mendings)[0]

    assert (found.what, found.how, found.changed) == ("A result", how, ())
    assert [field.text for field in found.same] == ["4S", "North", "10"]


def test_where_it_was_is_said_in_words() -> None:
    right = in_room(4, "closed", "4S N 9")["data"]
    found = changes(
        in_room(4, "closed", "4S N 10"), of("match.corrected", of=2, data=right, reason="x"), game="bridge.teams"
    )[0]

    assert [(field.name, field.text, field.phrase) for field in found.same[2:]] == [
        ("board", "4", "board {value}"),
        ("room", "closed room", "{value}"),
    ]


def test_hands_that_are_hidden_are_said_to_be_so() -> None:
    dealt = of("bridge.dealt", dealer="N", hands={"N": [f"{rank}S" for rank in "AKQJT98765432"]})
    found = changes(dealt, of("match.corrected", of=2, data=dealt["data"] | {"dealer": "E"}, reason="East dealt"))[0]

    assert found.sealed
    assert (found.same, found.changed) == ((), ())


def test_every_game_has_words_for_what_was_mended() -> None:
    trick = of("schnapsen.trick_played", leader="A", lead="AS", follow="TS")
    found = changes(
        of("schnapsen.dealt", dealer="B", trump="H"),
        trick,
        of("match.corrected", of=3, data={"leader": "A", "lead": "AS", "follow": "KS"}, reason="the king"),
        game="schnapsen",
    )[0]

    assert found.what == "A trick"
    assert found.changed == (Step(Field("follow", "card", "TS"), Field("follow", "card", "KS")),)


def test_awards_players_and_titles_are_peoples_own() -> None:
    award = {"board": 1, "room": "open", "award": {"home": "A+", "away": "A-"}, "reason": "late"}
    found = changes(
        of("bridge.board_adjusted", **award),
        of("match.corrected", of=2, data=award | {"award": {"home": "A=", "away": "A="}}, reason="x"),
        game="bridge.teams",
    )[0]

    assert found.what == "An award"
    assert found.changed[0].after == Field("award", "own", "home A=, away A=")
    assert Field("reason", "own", "late") in found.same

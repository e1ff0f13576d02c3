"""Corrections in people's words: before and after, field by field, of any game."""

from typing import Any

import pytest

from services.web.corrections import Step, mended
from services.web.facts import Part
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

    assert (found.title, found.how, found.of, found.version, found.reason) == ("Result", "", 2, 3, "one more")
    assert found.same == (Part("contract", "contract", "4S"), Part("declarer", "text", "by {seat}", {"seat": "North"}))
    assert found.changed == (
        Step(*(Part("tricks", "text", "made {tricks}", {"tricks": made}) for made in (4, 5))),
        Step(None, Part("lead", "cards", "TH", label="Lead")),
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

    assert (found.title, found.how, found.changed) == ("Result", how, ())
    assert [part.text for part in found.same] == ["4S", "by {seat}", "made {tricks}"]


def test_where_it_was_is_said_in_words() -> None:
    right = in_room(4, "closed", "4S N 9")["data"]
    found = changes(
        in_room(4, "closed", "4S N 10"), of("match.corrected", of=2, data=right, reason="x"), game="bridge.teams"
    )[0]

    assert [part.text for part in found.same[:2]] == ["Board {board}", "closed room"]


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

    assert found.title == "Trick"
    assert found.changed == (Step(*(Part("follow", "cards", card, label="Answer") for card in ("TS", "KS"))),)


def test_awards_players_and_titles_are_peoples_own() -> None:
    award = {"board": 1, "room": "open", "award": {"home": "A+", "away": "A-"}, "reason": "late"}
    found = changes(
        of("bridge.board_adjusted", **award),
        of("match.corrected", of=2, data=award | {"award": {"home": "A=", "away": "A="}}, reason="x"),
        game="bridge.teams",
    )[0]

    assert found.title == "Board adjusted"
    assert found.changed == (Step(Part("award", "own", "A+ / A−"), Part("award", "own", "A=")),)
    assert Part("reason", "reason", "late") in found.same

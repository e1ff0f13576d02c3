import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from domain import board, games, wire
from domain.board import Heading
from domain.errors import RuleViolation
from domain.event import COMMON, SHARED, Event, Fact, Opened
from domain.game import AnyGame
from domain.match import fold
from domain.projection import project
from tests.cases import agrees

WIRE = Path(__file__).parents[1] / "wire"
SAMPLES = sorted(WIRE.glob("*.json"))


@pytest.fixture(params=list(games.all_games().values()), ids=list(games.all_games()))
def game(request: pytest.FixtureRequest) -> AnyGame:
    found: AnyGame = request.param
    return found


def test_games_are_found_by_their_folders() -> None:
    assert "bridge.rubber" in games.all_games()
    for name, game in games.all_games().items():
        assert games.find(name) is game
        assert game.name == name
        assert game.title


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(RuleViolation, match=r"bridge\.rubber") as refused:
        games.find("bridge.minibridge")
    assert refused.value.code == "game_unknown"
    assert "minibridge" not in refused.value.detail


def test_a_game_takes_what_every_game_takes(game: AnyGame) -> None:
    assert game.events.issuperset(SHARED)
    for model in game.events:
        assert games.event_types()[model.TYPE] is model


def test_events_are_frozen_closed_and_documented() -> None:
    for name, model in games.event_types().items():
        assert model.__doc__, name
        assert model.model_config["frozen"] is True
        assert model.model_config["extra"] == "forbid"
        assert model.HIDDEN.issubset(model.model_fields)


def test_options_all_have_defaults_and_are_closed(game: AnyGame) -> None:
    assert game.options.model_config["extra"] == "forbid"
    defaults = game.options()

    pinned, again = games.pinned(Opened(game=game.name))

    assert again == defaults
    assert games.pinned(pinned) == (pinned, defaults), "pinned options are read as they were pinned"
    assert set(pinned.options) == set(game.options.model_fields)
    with pytest.raises(RuleViolation):
        games.pinned(Opened(game=game.name, options={"no_such_option": 1}))


def test_schemas_can_be_made_of_events_options_and_boards(game: AnyGame) -> None:
    for model in (*game.events, *COMMON.values()):
        schema = model.model_json_schema()
        assert schema["additionalProperties"] is False
        assert json.dumps(schema)
    assert json.dumps(game.options.model_json_schema())
    for name in game.boards:
        schema = board.schema(game.board_model(name))
        assert set(Heading.model_fields).issubset(schema["properties"])
        assert json.dumps(schema)
    assert json.dumps(TypeAdapter(Opened).json_schema())


def test_a_game_begins_with_boards_that_say_what_their_schema_says(game: AnyGame) -> None:
    match = fold([Fact(1, Opened(game=game.name))])

    assert "hands" in game.boards
    for name, text in project(match).items():
        shown = json.loads(text)
        assert shown["game"] == game.name
        assert shown["board"] == name
        assert shown["version"] == 1
        assert shown["status"] == "live"
        assert set(shown) == set(board.schema(game.board_model(name))["properties"])


def test_a_game_s_state_tells_what_every_state_tells(game: AnyGame) -> None:
    state = fold([Fact(1, Opened(game=game.name))]).state

    assert state.complete is False
    assert (state.flags, state.findings) == ((), ())
    assert game.sealed(state) == frozenset()


def test_every_event_type_has_a_stored_sample() -> None:
    assert {path.stem for path in SAMPLES} >= set(games.event_types())


def test_every_game_has_a_stored_sample() -> None:
    openings = [json.loads(json.loads(path.read_text())["events"][0]["body"]) for path in SAMPLES]

    assert {opening["game"] for opening in openings} == set(games.all_games())


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_what_was_ever_stored_folds_for_ever(path: Path) -> None:
    sample = json.loads(path.read_text())
    history = [Fact(version, _stored(told)) for version, told in enumerate(sample["events"], start=1)]

    match = fold(history)

    assert sample["events"][-1]["type"] == path.stem.partition("@")[0]
    assert match.stuck is None
    assert match.version == len(history)
    assert sample["shows"]
    for name, wanted in sample["shows"].items():
        assert agrees_in(json.loads(project(match)[name]), wanted), name


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_what_was_ever_stored_is_written_again_byte_for_byte(path: Path) -> None:
    for told in json.loads(path.read_text())["events"]:
        assert wire.body(_stored(told)) == told["body"]
        assert wire.canonical(wire.loads(told["body"])) == told["body"]


def agrees_in(found: Any, wanted: Any) -> bool:
    """As in the cases, and lists row by row."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and agrees_in(found[key], wanted[key]) for key in wanted)
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(agrees_in(*pair) for pair in zip(found, wanted, strict=True))
    return agrees(found, wanted)


def _stored(told: dict[str, str]) -> Event:
    return wire.read_stored(wire.find(games.event_types(), told["type"]), told["body"])

"""The JSON Schemas that are published: what was ever stored and what is shown fits them, and nothing else does."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from domain import wire
from domain.event import Event, Fact
from domain.games import all_games, event_types
from domain.match import Match, fold
from domain.projection import project
from services.api.games import _described
from services.api.schemas import board_schema, event_schema, options_schema
from tests.cases import SHARED, cases, tell

SAMPLES = sorted((Path(__file__).parent / "wire").glob("*.json"))
VECTORS = [str(path.relative_to(SHARED / "vectors")) for path in sorted((SHARED / "vectors").glob("*/*.jsonl"))]


def fits(schema: dict[str, Any], document: Any) -> bool:
    return Draft202012Validator(schema).is_valid(document)


def boards_fit(match: Match) -> bool:
    return all(
        fits(board_schema(match.game.name, name), json.loads(body)) for name, body in project(match, "m").items()
    )


def stored(path: Path) -> Iterator[tuple[str, str]]:
    """The types and bodies of a sample."""
    for event in json.loads(path.read_text())["events"]:
        yield event["type"], event["body"]


def folded(path: Path) -> Match:
    facts: list[Fact[Event]] = [
        Fact(version, wire.read_stored(event_types()[type_], body))
        for version, (type_, body) in enumerate(stored(path), start=1)
    ]
    return fold(facts)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_and_its_boards_fit(path: Path) -> None:
    for type_, body in stored(path):
        assert fits(event_schema(type_), json.loads(body)), (type_, body)
    match = folded(path)
    assert fits(options_schema(match.game.name), match.opened.options)
    assert boards_fit(match)


@pytest.mark.parametrize("name", VECTORS or ["none"])
def test_every_event_of_the_vectors_and_its_boards_fit(name: str) -> None:
    for parameter in cases(name):
        case = parameter.values[0]
        if case is None:
            pytest.skip(f"{name} is not on this machine")
        if not isinstance(case, dict) or "events" not in case:
            continue
        told = tell(case["events"][:100], at=set())
        for fact in told.facts:
            assert fits(event_schema(fact.event.TYPE), json.loads(wire.body(fact.event)))
        assert told.match is None or boards_fit(told.match)


@pytest.mark.parametrize("type_", sorted(event_types()))
def test_no_event_has_fields_that_are_not_in_its_schema(type_: str) -> None:
    assert not fits(event_schema(type_), {"fields": "that nobody knows"})


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_board_that_lacks_a_key_or_has_one_more_does_not_fit(path: Path) -> None:
    match = folded(path)
    name, body = next(iter(project(match).items()))
    schema, board = board_schema(match.game.name, name), json.loads(body)

    assert not fits(schema, board | {"more": 1})
    for key in board:
        assert not fits(schema, {field: value for field, value in board.items() if field != key}), key


def test_every_schema_is_one_and_has_an_address_of_its_own() -> None:
    found = [event_schema(type_) for type_ in event_types()]
    found += [board_schema(name, board) for name, game in all_games().items() for board in game.boards]
    found += [options_schema(name) for name in all_games()]

    for schema in found:
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert len({schema["$id"] for schema in found}) == len(found)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_description_of_a_game_has_the_same_schemas_each_whole_in_itself(game: str) -> None:
    described = _described(game)

    assert described["options"] == options_schema(game)
    assert described["events"] == {type_: event_schema(type_) for type_ in described["events"]}
    assert described["schemas"] == {board: board_schema(game, board) for board in described["boards"]}

"""What can be scored: the games, with the JSON Schemas of their events, options and boards."""

from functools import cache
from typing import Any

from fastapi import APIRouter, Request

from domain.event import COMMON
from domain.games import all_games
from services.api.cors import open_to_all
from services.api.schemas import board_schema, event_schema, options_schema
from services.errors import UnknownBoard

router = APIRouter(prefix="/v1", tags=["games"])


@router.get("/games")
def list_games(request: Request) -> dict[str, Any]:
    """Every game that can be scored."""
    open_to_all(request, None)
    return {"items": [_named(name) for name in sorted(all_games())], "next": None}


@router.get("/games/{game}")
def show(request: Request, game: str) -> dict[str, Any]:
    """A game: JSON Schemas of its events, its options and its boards."""
    open_to_all(request, None)
    if game not in all_games():
        raise UnknownBoard("There is no such game.")
    return _described(game)


def _named(name: str) -> dict[str, Any]:
    game = all_games()[name]
    return {"game": name, "title": game.title, "boards": list(game.boards)}


@cache
def _described(name: str) -> dict[str, Any]:
    game = all_games()[name]
    types = {*COMMON, *(model.TYPE for model in game.events)}
    return _named(name) | {
        "options": options_schema(name),
        "events": {type_: event_schema(type_) for type_ in sorted(types)},
        "schemas": {board: board_schema(name, board) for board in game.boards},
    }

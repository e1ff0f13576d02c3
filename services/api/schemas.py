"""JSON Schemas of what is said and shown, each at an address of its own."""

from functools import cache
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from domain.board import schema
from domain.games import all_games, event_types
from services.api.cors import open_to_all
from services.errors import UnknownBoard

router = APIRouter(prefix="/v1/schemas", tags=["games"])

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_MEDIA_TYPE: Final = "application/schema+json"


@router.get("/events/{type}")
def of_event(request: Request, type: str) -> Response:  # noqa: A002  as the path names it
    """The JSON Schema of the `data` of an event type."""
    open_to_all(request, None)
    if type not in event_types():
        raise UnknownBoard("There is no event type of this name.")
    return JSONResponse(event_schema(type), media_type=_MEDIA_TYPE)


@router.get("/boards/{game}/{board}")
def of_board(request: Request, game: str, board: str) -> Response:
    """The JSON Schema of a board."""
    open_to_all(request, None)
    found = all_games().get(game)
    if found is None or board not in found.boards:
        raise UnknownBoard("There is no such board.")
    return JSONResponse(board_schema(game, board), media_type=_MEDIA_TYPE)


@router.get("/options/{game}")
def of_options(request: Request, game: str) -> Response:
    """The JSON Schema of a game's options."""
    open_to_all(request, None)
    if game not in all_games():
        raise UnknownBoard("There is no such game.")
    return JSONResponse(options_schema(game), media_type=_MEDIA_TYPE)


@cache
def event_schema(type_: str) -> dict[str, Any]:
    """The schema of an event's data, with its own address, from which its references start."""
    return _at(f"events/{type_}", event_types()[type_].model_json_schema())


@cache
def board_schema(game: str, board: str) -> dict[str, Any]:
    """The schema of a board, with its own address."""
    return _at(f"boards/{game}/{board}", schema(all_games()[game].board_model(board)))


@cache
def options_schema(game: str) -> dict[str, Any]:
    """The schema of a game's options, with its own address."""
    return _at(f"options/{game}", all_games()[game].options.model_json_schema())


def _at(path: str, found: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": _DIALECT, "$id": f"/v1/schemas/{path}"} | found

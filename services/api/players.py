"""Players: named, listed and forgotten. Their names live outside the log."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query

from domain.errors import EventInvalid, Flaw
from domain.text import moment
from services import naming
from services.api import wishes
from services.api.context import Body, Here, TheBearer
from services.naming import Named

router = APIRouter(prefix="/v1", tags=["players"])

_MOST: Final = 500
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {"name": {"type": "string", "maxLength": naming.LONGEST}},
                    "additionalProperties": False,
                }
            }
        },
    }
}


@router.get("/players")
def list_players(
    here: Here,
    bearer: TheBearer,
    id: Annotated[list[str] | None, Query(max_length=_MOST)] = None,  # noqa: A002  the parameter's name
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=_MOST)] = 100,
) -> dict[str, Any]:
    """Players that are named or were forgotten, by id; of these ids, if any are said."""
    found = naming.listing(here.stores, bearer, id, after=cursor, limit=limit + 1)
    more = found[limit - 1].id if len(found) > limit else None
    return {"items": [_shown(each) for each in found[:limit]], "next": more}


@router.put("/players/{player:path}", openapi_extra=_BODY)
def name(here: Here, bearer: TheBearer, player: str, body: Body) -> dict[str, Any]:
    """Name a player: `{name}`. Takes a director's or an administrator's key."""
    said = wishes.loads(here, body)
    called = said.get("name")
    if set(said) != {"name"} or not isinstance(called, str):
        raise EventInvalid([Flaw("/name", "the body is an object with a name, a string, and nothing else")])
    return _shown(naming.name(here.stores, bearer, player, called))


@router.delete("/players/{player:path}")
def forget(here: Here, bearer: TheBearer, player: str) -> dict[str, Any]:
    """Erase a player's name; `left` says what still holds it, and `matches` where the id, which stays, sits now."""
    gone = naming.forget(here.stores, bearer, player)
    return {"id": gone.id, "matches": gone.matches, "left": list(gone.left)}


def _shown(named: Named) -> dict[str, Any]:
    return {
        "id": named.id,
        "name": named.name,
        "named_at": moment(named.named_at),
        "forgotten_at": moment(named.forgotten_at),
    }

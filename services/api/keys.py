"""Keys: made, listed, rotated and revoked by administrators. A key is told once, in the answer that makes it."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query

from domain.errors import EventInvalid, Flaw, Malformed
from services import keys, tokens
from services.api import wishes
from services.api.context import Administrator, Body, Here
from services.api.wishes import KeyWish, RotationWish

router = APIRouter(prefix="/v1/keys", tags=["keys"])

_PAGE = 500
_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": {"application/json": {}}}}


@router.post("", status_code=201, openapi_extra=_BODY)
def create(here: Here, bearer: Administrator, body: Body) -> dict[str, Any]:
    """Make a key: `{scopes, name?, matches?, expires_at?}`. The answer has it, this once."""
    wish = wishes.read(here, body, KeyWish)
    try:
        made = keys.create(
            here.stores,
            wish.scopes,
            ledger=bearer.ledger_name,
            name=wish.name,
            matches=wish.matches,
            expires_at=wishes.future(wish.expires_at),
            actor=bearer.actor,
        )
    except ValueError as error:
        raise EventInvalid([Flaw("/matches", str(error))]) from error
    here.wake()
    return keys.one(here.stores, bearer.ledger, made.id).shown | {"key": made.key}


@router.get("")
def list_keys(
    here: Here, bearer: Administrator, cursor: str = "", limit: Annotated[int, Query(ge=1, le=_PAGE)] = 100
) -> dict[str, Any]:
    """The ledger's keys, by id, revoked ones too; no secret, since none is kept."""
    if cursor and not tokens.is_id(cursor):
        raise Malformed("The cursor is none of ours.")
    found = keys.listing(here.stores, bearer.ledger, after=cursor, limit=limit + 1)
    more = found[limit - 1].id if len(found) > limit else None
    return {"items": [each.shown for each in found[:limit]], "next": more}


@router.get("/{key}")
def show(here: Here, bearer: Administrator, key: str) -> dict[str, Any]:
    """One key, with when it was last used, to about a minute."""
    return keys.one(here.stores, bearer.ledger, key).shown


@router.post("/{key}/rotate", openapi_extra=_BODY)
def rotate(here: Here, bearer: Administrator, key: str, body: Body) -> dict[str, Any]:
    """Give a key a new secret: `{overlap_seconds?}`, for which the old one stays good. The answer has it, this once."""
    wish = wishes.read(here, body, RotationWish)
    overlap = timedelta(seconds=wish.overlap_seconds)
    made = keys.rotate(here.stores, key, overlap=overlap, ledger=bearer.ledger, actor=bearer.actor)
    here.wake()
    return keys.one(here.stores, bearer.ledger, key).shown | {"key": made.key}


@router.delete("/{key}")
def revoke(here: Here, bearer: Administrator, key: str) -> dict[str, Any]:
    """Revoke a key, everywhere within two seconds, on open streams too."""
    keys.revoke(here.stores, key, ledger=bearer.ledger, actor=bearer.actor)
    here.wake()
    return keys.one(here.stores, bearer.ledger, key).shown

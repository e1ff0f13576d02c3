"""Administration: ledgers, and the log of all that was done about keys, links and players."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from domain.errors import EventInvalid, Flaw
from domain.wire import MAX_INTEGER
from services import administering
from services.api import wishes
from services.api.context import Administrator, Body, Here, TheBearer
from services.api.wishes import LedgerWish

router = APIRouter(prefix="/v1", tags=["administration"])

_PAGE = 500
_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": {"application/json": {}}}}


@router.post("/ledgers", status_code=201, openapi_extra=_BODY)
def create_ledger(here: Here, bearer: Administrator, body: Body) -> dict[str, Any]:
    """
    Make a ledger for another organiser: `{name}`. The answer has its first key, an administrator's, this once.

    Takes an administrator's key of the ledger `main`: whoever keeps the house.
    """
    wish = wishes.read(here, body, LedgerWish)
    try:
        made = administering.create_ledger(here.stores, bearer, wish.name)
    except ValueError as error:
        raise EventInvalid([Flaw("/name", str(error))]) from error
    here.wake()
    return {"ledger": wish.name, "key": made.key, "id": made.id}


@router.get("/admin/events")
def admin_log(
    here: Here,
    bearer: TheBearer,
    after: Annotated[int, Query(ge=0, le=MAX_INTEGER)] = 0,
    limit: Annotated[int, Query(ge=1, le=_PAGE)] = 100,
) -> dict[str, Any]:
    """
    The log of administration: who made, rotated and revoked which key or link, named or forgot a player, and when.

    Takes an administrator's or an auditor's key. It is chained and signed like the ledger, as `<ledger>/admin`.
    """
    items = administering.acts(here.stores, bearer, after=after, limit=limit + 1)
    more = str(items[limit - 1]["position"]) if len(items) > limit else None
    return {"items": items[:limit], "next": more}

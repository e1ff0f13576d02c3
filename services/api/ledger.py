"""A whole ledger: its feed."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from domain.wire import MAX_INTEGER
from services import reading
from services.api.context import Here, LogReader
from services.api.matches import page

router = APIRouter(prefix="/v1", tags=["ledger"])


@router.get("/events")
def feed(
    request: Request,
    here: Here,
    bearer: LogReader,
    after: Annotated[int, Query(ge=0, le=MAX_INTEGER)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Any:
    """
    The ledger's events in the order of their positions, nothing skipped or doubled.

    As CloudEvents with `Accept: application/cloudevents-batch+json`.
    """
    items = reading.ledger_feed(here.stores, here.kept, bearer, after=after, limit=limit + 1)
    more = str(items[limit - 1]["position"]) if len(items) > limit else None
    return page(request, items[:limit], more)

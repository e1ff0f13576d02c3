"""A whole ledger: its feed, its newest checkpoint and what proves it, and all of it as one file."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.responses import JSONResponse, PlainTextResponse, StreamingResponse

from domain.wire import MAX_INTEGER
from services import exporting, proving, reading
from services.api.context import Auditor, Here, LogReader, MaybeBearer
from services.api.matches import page
from services.api.streams import NDJSON, Stream, granted

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


@router.get("/ledger/checkpoint")
def checkpoint(here: Here, bearer: MaybeBearer, accept: Annotated[str, Header()] = "*/*") -> Response:
    """The newest checkpoint, and the public key that signed it; with `Accept: text/plain` the signed note alone."""
    found = proving.checkpoint(here.stores, bearer)
    vary = {"Vary": "Accept"}
    if accept.partition(",")[0].partition(";")[0].strip().lower() == "text/plain":
        return PlainTextResponse(found["note"], headers=vary)
    return JSONResponse(found, headers=vary)


@router.get("/ledger/proof/inclusion")
def inclusion(
    here: Here,
    bearer: LogReader,
    position: Annotated[int, Query(ge=1, le=MAX_INTEGER)],
    size: Annotated[int | None, Query(ge=1, le=MAX_INTEGER)] = None,
) -> dict[str, Any]:
    """The path that proves that an event is among the first `size` ones, or those of the newest checkpoint."""
    return proving.inclusion(here.stores, bearer, position, size)


@router.get("/ledger/proof/consistency")
def consistency(
    here: Here,
    bearer: MaybeBearer,
    first: Annotated[int, Query(alias="from", ge=0, le=MAX_INTEGER)],
    second: Annotated[int | None, Query(alias="to", ge=0, le=MAX_INTEGER)] = None,
) -> dict[str, Any]:
    """The path that proves that the ledger at size `to`, or of the newest checkpoint, begins with that at `from`."""
    return proving.consistency(here.stores, bearer, first, second)


@router.get("/ledger/export")
def export(here: Here, bearer: Auditor) -> StreamingResponse:
    """The ledger as one file, JSON Lines, to be checked elsewhere: all events unsealed, keys, checkpoints, root."""
    lines = exporting.export_ledger(here.stores, (bearer.ledger, bearer.ledger_name))
    return Stream((piece.encode() async for piece in granted(here, bearer, lines)), NDJSON)

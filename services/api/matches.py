"""Matches: opened, reported to, listed, and their logs."""

import base64
import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from domain import wire
from domain.board import Status
from domain.errors import EventInvalid, Flaw, Malformed, Refused
from domain.event import Opened
from domain.games import all_games
from domain.text import moment
from services import naming, people, reading, recording, seeing
from services.api import wishes
from services.api.context import Body, Context, Here, IdempotencyKey, IfMatch, MaybeBearer, TheBearer
from services.api.cors import open_to_all
from services.api.problems import TooLarge
from services.api.streams import NDJSON, Stream, granted
from services.bearers import Bearer
from services.clock import microseconds
from services.errors import UnknownMatch
from services.formats.cloudevents import BATCH, cloud_event
from services.ids import as_uuid
from services.recording import Recorded, Report
from services.reports import read_batch
from services.seeing import Listed

router = APIRouter(prefix="/v1", tags=["matches"])

_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}
_PAGE = 500
_OF_PAGES = ("limit", "link")
"""Parameters that the next page takes over. What else was said is not said again: it may be a key by mistake."""
_CURSOR = re.compile(r"(\d{1,16})/([0-9a-f-]{36})")


@router.post("/matches", status_code=201, openapi_extra=_BODY)
def open_match(here: Here, bearer: TheBearer, body: Body, key: IdempotencyKey) -> Response:
    """Open a match: `{game, options?, players?, title?, visibility?, id?}`. Takes a director's key."""
    said = wishes.loads(here, body)
    id_ = as_uuid(said["id"]) if "id" in said else None
    if "id" in said and id_ is None:
        raise EventInvalid([Flaw("/id", "is a UUID")])
    opened = wire.read(Opened, {name: value for name, value in said.items() if name != "id"})
    answer = recording.open_match(here.desk, bearer, opened, match=id_, key=key)
    headers = _headers(answer) | {"Location": f"/v1/matches/{answer.match}"}
    return JSONResponse({"match": answer.match, "version": answer.version}, 201, headers)


@router.post("/matches/{match}/events", status_code=201, openapi_extra=_BODY)
def record(here: Here, bearer: TheBearer, match: str, body: Body, key: IdempotencyKey, version: IfMatch) -> Response:
    """Report one event, or `{"events": [...]}`: all are taken or none."""
    id_ = known(match)
    try:
        reports = _read(here, body)
        answer = recording.record(here.desk, bearer, id_, reports, if_match=version, key=key)
    except Refused as refused:
        if refused.version:
            raise
        head = seeing.find(here.stores, here.kept, bearer, id_).version
        raise Refused(refused.index, head + refused.index + 1, refused.violation) from refused
    events = [{"id": id_, "version": number} for id_, number in answer.events]
    shown = {"match": answer.match, "version": answer.version, "events": events}
    return JSONResponse(shown, 201, _headers(answer))


@router.get("/matches")
def list_matches(
    request: Request,
    here: Here,
    bearer: MaybeBearer,
    game: str | None = None,
    status: Status | None = None,
    cursor: str | None = None,
    limit: Annotated[int, Query(ge=1, le=_PAGE)] = 50,
) -> dict[str, Any]:
    """Matches, newest first; `next` is the cursor of the page after."""
    if game is not None and game not in all_games():
        raise EventInvalid([Flaw("/query/game", f"is one of {', '.join(all_games())}")])
    after = _read_cursor(cursor) if cursor else None
    found = seeing.listing(here.stores, here.kept, bearer, game=game, status=status, after=after, limit=limit + 1)
    open_to_all(request, bearer, *found)
    more = _cursor(found[limit - 1]) if len(found) > limit else None
    return {"items": [shown(match) for match in found[:limit]], "next": more}


@router.get("/matches/{match}")
def show(request: Request, here: Here, bearer: MaybeBearer, match: str, response: Response) -> dict[str, Any]:
    """One match, with the names of those of its players that have one."""
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    open_to_all(request, bearer, found)
    response.headers["ETag"] = f'"{found.version}"'
    told = shown(found)
    return told | {"names": naming.names(here.stores, found.ledger, people.ids(told["players"]))}


@router.get("/matches/{match}/events")
def log(
    request: Request,
    here: Here,
    bearer: MaybeBearer,
    match: str,
    after: Annotated[int, Query(ge=0, le=wire.MAX_INTEGER)] = 0,
    limit: Annotated[int, Query(ge=1, le=_PAGE)] = 100,
    follow: Annotated[int, Query(ge=0, le=1)] = 0,
    accept: Annotated[str, Header()] = "*/*",
) -> Any:
    """
    The match's log: a page of JSON, or with `Accept: application/x-ndjson` all of it, `follow=1` going on.

    A page of CloudEvents with `Accept: application/cloudevents-batch+json`.
    """
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    open_to_all(request, bearer, found)
    if NDJSON in accept:
        lines = _followed(here, bearer, found, after) if follow else granted(here, bearer, _lines(here, found, after))
        return Stream(lines, NDJSON)
    items = reading.log(here.stores, here.kept, found, after=after, limit=limit + 1)
    more = str(items[limit - 1]["version"]) if len(items) > limit else None
    return page(request, items[:limit], more)


def page(request: Request, items: list[dict[str, Any]], more: str | None) -> Any:
    """A page of events, in the form that is asked for; `more` is the cursor of the next."""
    if BATCH not in request.headers.get("accept", ""):
        return {"items": items, "next": more}
    origin = str(request.base_url)
    said = {name: value for name, value in request.query_params.items() if name in _OF_PAGES}
    after = f"{request.url.path}?{urlencode(said | {'after': more})}"
    headers = {} if more is None else {"Link": f'<{after}>; rel="next"'}
    return JSONResponse([cloud_event(item, origin) for item in items], 200, headers, BATCH)


def known(match: str) -> str:
    """The match's id in its usual form; UnknownMatch if it can be none."""
    found = as_uuid(match)
    if found is None:
        raise UnknownMatch
    return found


def shown(match: Listed) -> dict[str, Any]:
    """A match as it is listed."""
    return {
        "match": match.id,
        "game": match.game,
        "kind": match.kind,
        "version": match.version,
        "status": match.status,
        "title": match.title,
        "players": json.loads(match.players),
        "options": json.loads(match.options),
        "visibility": json.loads(match.visibility),
        "opened_at": moment(match.opened_at),
        "recorded_at": moment(match.recorded_at),
    }


def _lines(here: Context, match: Listed, after: int) -> Iterator[bytes]:
    while items := reading.log(here.stores, here.kept, match, after=after, limit=_PAGE):
        after = items[-1]["version"]
        yield _written(items)


async def _followed(here: Context, bearer: Bearer | None, match: Listed, after: int) -> AsyncIterator[bytes]:
    async with here.hub.watching(bearer, [match]) as viewer:
        while True:
            viewer.news.clear()
            try:
                items = await run_in_threadpool(reading.log, here.stores, here.kept, match, after=after, limit=_PAGE)
            except UnknownMatch:
                return
            if viewer.ended:
                return
            if items:
                after = items[-1]["version"]
                yield _written(items)
            else:
                await viewer.news.wait()


def _written(items: list[dict[str, Any]]) -> bytes:
    return b"".join(wire.canonical(item).encode() + b"\n" for item in items)


def _read(here: Context, body: bytes) -> list[Report]:
    settings = here.stores.settings
    reports = read_batch(body, settings.batch_events)
    if len(reports) == 1 and len(body) > settings.event_bytes:
        raise TooLarge(settings.event_bytes)
    return reports


def _headers(answer: Recorded) -> dict[str, str]:
    headers = {"ETag": f'"{answer.version}"'}
    return headers | {"Idempotent-Replayed": "true"} if answer.replayed else headers


def _cursor(last: Listed) -> str:
    raw = f"{microseconds(last.opened_at)}/{last.id}"
    return base64.urlsafe_b64encode(raw.encode()).decode()


def _read_cursor(cursor: str) -> tuple[int, str]:
    try:
        text = base64.b64decode(cursor, altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        text = ""
    found = _CURSOR.fullmatch(text)
    last = as_uuid(found[2]) if found else None
    if found is None or last is None:
        raise Malformed("The cursor is none of ours.")
    return int(found[1]), last

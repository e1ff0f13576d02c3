"""Boards: as they are shown now, and as they were."""

import hashlib
import json
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import JSONResponse, Response

from domain import games
from domain.difference import difference as differing
from domain.errors import EventInvalid, Flaw
from domain.wire import MAX_INTEGER
from services import reading, seeing
from services.api.context import Context, Here, MaybeBearer
from services.api.cors import open_to_all
from services.api.matches import known
from services.api.replays import As, To
from services.bearers import Bearer
from services.errors import UnknownBoard
from services.reading import Shown
from services.reports import as_time
from services.seeing import Listed

router = APIRouter(prefix="/v1", tags=["boards"])

JSON_PATCH = "application/json-patch+json"


@router.get("/matches/{match}/boards/{board}")
def show(
    request: Request,
    here: Here,
    bearer: MaybeBearer,
    match: str,
    board: str,
    at_version: Annotated[int | None, Query(ge=1, le=MAX_INTEGER)] = None,
    at: str | None = None,
    as_: As = "then",
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """
    A board; with `at_version` or `at` (a time with a zone) as it was shown then.

    With `as=now` as we know now: the facts up to there, with every mending that came later.
    """
    found = _found(here, bearer, match, board)
    open_to_all(request, bearer, found)
    past = at_version is not None or at is not None
    if past:
        stored = reading.board_then(
            here.stores,
            here.kept,
            found,
            board,
            version=at_version,
            time=None if at is None else _time(at),
            as_now=as_ == "now",
        )
    else:
        stored = reading.board_now(here.stores, here.kept, found, board)
    etag = _etag(stored)
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if if_none_match is not None and {etag, "*"} & {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}:
        return Response(status_code=304, headers=headers)
    return Response(stored.body, headers=headers, media_type="application/json")


@router.get("/matches/{match}/boards/{board}/difference")
def difference(
    request: Request,
    here: Here,
    bearer: MaybeBearer,
    match: str,
    board: str,
    first: Annotated[int, Query(alias="from", ge=1, le=MAX_INTEGER)],
    to: To = None,
    as_: As = "then",
    accept: Annotated[str, Header()] = "*/*",
) -> Response:
    """
    What differs between a board at two versions, as a JSON Patch that also says what stood there before.

    Any two, the later one first too; without `to` up to now. By `Accept: application/json-patch+json` the patch alone.
    """
    found = _found(here, bearer, match, board)
    open_to_all(request, bearer, found)
    before, after = (
        reading.board_then(here.stores, here.kept, found, board, version=version, as_now=as_ == "now")
        for version in (first, to or found.version)
    )
    patch = differing(json.loads(before.body), json.loads(after.body))
    if JSON_PATCH in accept:
        return JSONResponse(patch, media_type=JSON_PATCH)
    shown = {"match": found.id, "board": board, "from": before.version, "to": after.version, "patch": patch}
    return JSONResponse(shown)


def _found(here: Context, bearer: Bearer | None, match: str, board: str) -> Listed:
    """The match, if the reader may see it and its game has that board."""
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    game = games.find(found.game)
    if board not in game.boards:
        raise UnknownBoard(f"{game.title} has the boards {', '.join(game.boards)}.")
    return found


def _etag(stored: Shown) -> str:
    """The stamp of a board; what may be another one under that stamp carries a digest of what it says."""
    digest = "" if stored.settled else f"-{hashlib.sha256(stored.body.encode()).hexdigest()[:16]}"
    return f'"{stored.epoch}-{stored.version}{digest}"'


def _time(text: str) -> datetime:
    time = as_time(text.replace(" ", "+"))
    if time is None:
        raise EventInvalid(
            [Flaw("/query/at", "is a time with a zone and at most microseconds, such as 2026-11-29T18:00:00Z")]
        )
    return time

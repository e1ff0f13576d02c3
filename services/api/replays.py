"""Replays: each event with the boards after it, as lines or as Server-Sent Events."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Header, Query, Request, Response

from domain.errors import EventInvalid, Flaw
from domain.wire import MAX_INTEGER
from services import replaying, seeing
from services.api.context import Context, Here, MaybeBearer
from services.api.cors import open_to_all
from services.api.matches import known
from services.api.streams import NDJSON, CutOff, Stream, frame, granted
from services.replaying import Step

router = APIRouter(prefix="/v1", tags=["boards"])

SSE = "text/event-stream"

As: TypeAlias = Annotated[Literal["then", "now"], Query(alias="as")]
From: TypeAlias = Annotated[int, Query(alias="from", ge=1, le=MAX_INTEGER)]
To: TypeAlias = Annotated[int | None, Query(ge=1, le=MAX_INTEGER)]


@router.get("/matches/{match}/replay")
def replay(
    request: Request,
    here: Here,
    bearer: MaybeBearer,
    match: str,
    first: From = 1,
    to: To = None,
    as_: As = "then",
    accept: Annotated[str, Header()] = "*/*",
    last_event_id: Annotated[str | None, Header()] = None,
) -> Any:
    """
    Each event with the boards after it, as shown then or (`as=now`) as we know now.

    Lines of JSON, or Server-Sent Events by `Accept: text/event-stream`, which `Last-Event-ID` resumes.
    """
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    open_to_all(request, bearer, found)
    live = SSE in accept
    last = to or found.told_to
    if first > last:
        raise EventInvalid([Flaw("/query/from", f"goes no further than to {last}")])
    if live and (seen := _seen(last_event_id)) >= first:
        if seen >= last:
            return Response(status_code=204)
        first = seen + 1
    steps = replaying.replay(here.stores, here.kept, found, first=first, last=last, as_now=as_ == "now")
    told = granted(here, bearer, steps)
    return Stream(_frames(here, told), SSE) if live else Stream(_lines(told), NDJSON)


async def _lines(steps: AsyncIterator[Step]) -> AsyncIterator[bytes]:
    async for step in steps:
        yield step.text.encode() + b"\n"


async def _frames(here: Context, steps: AsyncIterator[Step]) -> AsyncIterator[bytes]:
    with suppress(CutOff):
        async for step in steps:
            yield frame("step", step.text, step.version)
            if here.hub.closing:
                break
    yield frame("bye", {})


def _seen(last_event_id: str | None) -> int:
    """The version that was seen last; 0 if none can be meant."""
    text = (last_event_id or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 17 else 0  # noqa: PLR2004

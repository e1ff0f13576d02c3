"""Live streams: every board whole, then each newer one; events on request, none skipped."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from domain import games, wire
from domain.errors import EventInvalid, Flaw
from services import reading, seeing
from services.api.context import Context, Here, LogFollower, StreamBearer
from services.api.cors import open_to_all
from services.api.matches import known
from services.api.streams import Stream, frame
from services.api.topics import Topic, Viewer
from services.bearers import Bearer
from services.errors import UnknownBoard, UnknownMatch
from services.seeing import Listed

router = APIRouter(prefix="/v1", tags=["live"])

_PAGE = 200
_MOST_MATCHES = 50

After = Annotated[int | None, Query(ge=0, le=wire.MAX_INTEGER)]
LastEventId = Annotated[str | None, Header()]


@router.get("/matches/{match}/live")
def match_live(
    request: Request,
    here: Here,
    bearer: StreamBearer,
    match: str,
    boards: str | None = None,
    events: bool = False,
    after: After = None,
    last_event_id: LastEventId = None,
) -> Response:
    """One match: `event: board`, with `events=true` also `event: event`, and `beat` and `bye`."""
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    open_to_all(request, bearer, found)
    cursor = _resumed(last_event_id, after, found.version) if events else None
    return Stream(_follow(here, bearer, [found], _names(boards, [found]), cursor))


@router.get("/live")
def matches_live(
    request: Request,
    here: Here,
    bearer: StreamBearer,
    match: Annotated[list[str], Query(min_length=1)],
    boards: str | None = None,
) -> Response:
    """The boards of several matches in one stream."""
    ids = list(dict.fromkeys(known(one) for one in match))
    if len(ids) > _MOST_MATCHES:
        raise EventInvalid([Flaw("/query/match", f"at most {_MOST_MATCHES} matches in one stream")])
    found = [seeing.find(here.stores, here.kept, bearer, one) for one in ids]
    open_to_all(request, bearer, *found)
    return Stream(_follow(here, bearer, found, _names(boards, found), None))


@router.get("/events/live")
def ledger_live(here: Here, bearer: LogFollower, after: After = None, last_event_id: LastEventId = None) -> Response:
    """The ledger's feed, from a position on; nothing skipped or doubled."""
    start = _resumed(last_event_id, after, None)
    reading.ledger_feed(here.stores, here.kept, bearer, after=start, limit=1)
    return Stream(_feed(here, bearer, start))


async def _follow(
    here: Context, bearer: Bearer | None, matches: Sequence[Listed], names: frozenset[str] | None, after: int | None
) -> AsyncIterator[bytes]:
    async with here.hub.watching(bearer, matches) as viewer:
        topics = viewer.topics
        cursors = [-_BEHIND] * len(topics)
        beats = _Beats(here.stores.settings.beat_seconds)
        while True:
            viewer.news.clear()
            chunk = b"".join(topic.since(cursor, names) for topic, cursor in zip(topics, cursors, strict=True))
            cursors = [topic.count for topic in topics]
            if after is not None and not viewer.ended:
                events, after = await _events(here, viewer, matches[0], after)
                chunk += events
            if chunk:
                yield chunk
            if viewer.ended:
                yield frame("bye", {})
                return
            if await beats.due(viewer.news):
                yield b"".join(_beat(here, topic) for topic in topics)


_BEHIND = 2**62
"""A cursor so far back that every board is sent whole."""


async def _events(here: Context, viewer: Viewer, match: Listed, after: int) -> tuple[bytes, int]:
    frames = list[bytes]()
    while True:
        try:
            items = await run_in_threadpool(reading.log, here.stores, here.kept, match, after=after, limit=_PAGE)
        except UnknownMatch:
            viewer.end()
            return b"".join(frames), after
        frames += [frame("event", wire.canonical(item), item["version"]) for item in items]
        after = items[-1]["version"] if items else after
        if len(items) < _PAGE:
            return b"".join(frames), after


async def _feed(here: Context, bearer: Bearer, after: int) -> AsyncIterator[bytes]:
    async with here.hub.watching(bearer, ledger=bearer.ledger_name) as viewer:
        beats = _Beats(here.stores.settings.beat_seconds)
        while True:
            viewer.news.clear()
            items = await run_in_threadpool(
                reading.ledger_feed, here.stores, here.kept, bearer, after=after, limit=_PAGE
            )
            if items and not viewer.ended:
                after = items[-1]["position"]
                yield b"".join(frame("event", wire.canonical(item), item["position"]) for item in items)
                continue
            if viewer.ended:
                yield frame("bye", {})
                return
            if await beats.due(viewer.news):
                yield frame("beat", {"position": after, "live": here.hub.on_redis})


class _Beats:
    """When a stream shows that it is alive: at its interval, however much else it says."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = monotonic() + seconds

    async def due(self, news: asyncio.Event) -> bool:
        """Wait for news or for the next beat; whether it is time for the beat."""
        with suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), max(self._next - monotonic(), 0))
        if monotonic() < self._next:
            return False
        self._next = monotonic() + self._seconds
        return True


def _beat(here: Context, topic: Topic) -> bytes:
    return frame("beat", {"match": topic.match, "version": topic.version, "live": here.hub.on_redis})


def _names(boards: str | None, matches: Sequence[Listed]) -> frozenset[str] | None:
    """The boards picked; UnknownBoard if one of them can never come."""
    if not boards:
        return None
    picked = frozenset(boards.split(","))
    there = {name: None for match in matches for name in games.find(match.game).boards}
    if picked - set(there):
        raise UnknownBoard(f"There are the boards {', '.join(there)}.")
    return picked


def _resumed(last_event_id: str | None, after: int | None, head: int | None) -> int:
    """Where to go on: after the last id seen if it can be one, else after `after`, else from the start."""
    text = (last_event_id or "").strip()
    if text.isascii() and text.isdecimal() and len(text) < 17 and (head is None or int(text) <= head):  # noqa: PLR2004
        return int(text)
    return after or 0

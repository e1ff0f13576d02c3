"""Live streams: every board whole, then each newer one; events on request, none skipped."""

from collections.abc import AsyncIterator, Sequence
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from domain import games, wire
from domain.errors import EventInvalid, Flaw
from services import reading, seeing
from services.api import drawings
from services.api.beats import Beats, beat
from services.api.context import Context, Here, LogFollower, StreamBearer
from services.api.cors import open_to_all
from services.api.matches import known
from services.api.streams import Stream, frame
from services.api.topics import Viewer
from services.bearers import Bearer
from services.errors import UnknownBoard, UnknownMatch
from services.seeing import Listed
from services.web.drawing import MANNERS, Manner

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
    drawn: Annotated[list[str] | None, Query(max_length=_MOST_MATCHES)] = None,
) -> Response:
    """
    The boards of several matches in one stream.

    With `drawn` they come as pages show them (`event: drawn`, with HTML), at most ten times a second. It is given
    once, or once for each match: `board.en` is a match whole in English, `row.de` its line in German,
    `traveller-7.en` board 7 of a session of pairs.
    """
    if len(match) > _MOST_MATCHES:
        raise EventInvalid([Flaw("/query/match", f"at most {_MOST_MATCHES} matches in one stream")])
    ids = [known(one) for one in match]
    listed = {one: seeing.find(here.stores, here.kept, bearer, one) for one in ids}
    open_to_all(request, bearer, *listed.values())
    if drawn:
        manners = _manners(drawn, len(ids))
        shown = dict.fromkeys(zip(ids, manners, strict=True))
        return Stream(drawings.stream(here, bearer, [(listed[one], manner) for one, manner in shown]))
    found = list(listed.values())
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
        beats = Beats(here.stores.settings.beat_seconds)
        while True:
            viewer.news.clear()
            if viewer.ended:
                yield frame("bye", {})
                return
            chunk = b"".join(topic.since(cursor, names) for topic, cursor in zip(topics, cursors, strict=True))
            cursors = [topic.count for topic in topics]
            if after is not None:
                events, after = await _events(here, viewer, matches[0], after)
                chunk += events
            if chunk:
                yield chunk
            if await beats.due(viewer.news):
                yield b"".join(beat(here, topic) for topic in topics)


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
        beats = Beats(here.stores.settings.beat_seconds)
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


def _manners(drawn: Sequence[str], matches: int) -> list[Manner]:
    """How each of the matches is drawn; EventInvalid if that cannot be told."""
    read = [Manner.read(each) for each in drawn]
    manners = [each for each in read if each is not None]
    if len(manners) < len(read):
        raise EventInvalid([Flaw("/query/drawn", f"is one of {', '.join(MANNERS)}, or traveller-7.en")])
    if len(manners) not in {1, matches}:
        raise EventInvalid([Flaw("/query/drawn", "is given once, or once for each match")])
    return manners if len(manners) == matches else manners * matches


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

"""The scorer's page: entries for a match from a phone or a keyboard, by whoever opened it with a scorer's link."""

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, JSONResponse

from domain import wire
from domain.text import moment
from services import clock, naming, people, reading, seeing
from services.api.context import Context, Here, MaybeBearer, context, holder, optional_bearer
from services.api.matches import known
from services.api.metering import Caller, caller
from services.bearers import Bearer
from services.errors import KeyNeeded, UnknownMatch
from services.seeing import Listed, current_of, reading_for
from services.web import drawing
from services.web.drawing import Manner
from services.web.entries import Entry, entries, may_score
from services.web.language import say
from services.web.layouts import PLAIN, layout
from services.web.pages import Asked, Asks, page
from services.web.situation import situation

router = APIRouter(include_in_schema=False)

_LISTED: Final = 12
"""Entries that are listed, if no more were made since the page looked last."""
_MOST: Final = 100
_PANELS: Final = {
    "bridge.rubber": "rubber",
    "bridge.chicago": "rubber",
    "bridge.teams": "teams",
    "bridge.pairs": "pairs",
    "schnapsen": "schnapsen",
    "sixtysix": "schnapsen",
    "cribbage": "cribbage",
}
"""Which part of the page takes the entries of a game."""

Standing = Literal["may", "none", "gone", "looks", "other"]
"""What whoever opened the page may do here: score, or why not."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opened the page, as far as that is known; and whether a link was shown that is no good."""

    bearer: Bearer | None
    gone: bool = False


async def visitor(
    here: Annotated[Context, Depends(context)],
    asks: Annotated[Caller, Depends(caller)],
    request: Request,
    found: Annotated[Bearer | None, Depends(holder)],
    link: Annotated[str | None, Query(max_length=200)] = None,
) -> Visitor:
    """Who asks for the page: a link that has ended is told in its words, not as an error."""
    try:
        return Visitor(await optional_bearer(here, asks, request, found, link))
    except KeyNeeded:
        return Visitor(None, gone=True)


@router.get("/score/{match}")
def score(here: Here, who: Annotated[Visitor, Depends(visitor)], match: str, asked: Asks) -> HTMLResponse:
    """The page: the same for a match that is not there and one that is not theirs to see."""
    id_ = known(match)
    standing = _standing(who, id_)
    view: dict[str, Any] = {"standing": standing, "shown": None, "panel": False, "style": PLAIN.style}
    template = "score.html"
    with suppress(UnknownMatch):
        found = seeing.find(here.stores, here.kept, who.bearer, id_)
        shown = drawing.drawn(here.stores, here.kept, who.bearer, id_, Manner("board", asked.language))
        view |= {"shown": shown, "style": layout(shown.game).style}
        if standing == "may" and who.bearer is not None and found.game in _PANELS:
            template = f"score/{_PANELS[found.game]}.html"
            view |= _panel(here, who.bearer, found, asked)
    return page(asked, f"score/{match}", template, match=match, **view)


@router.get("/score/{match}/entries")
def last_entries(
    here: Here,
    bearer: MaybeBearer,
    match: str,
    asked: Asks,
    after: Annotated[int | None, Query(ge=0, le=wire.MAX_INTEGER)] = None,
    refusal: Annotated[str | None, Query(max_length=1000)] = None,
) -> JSONResponse:
    """
    The last entries of a match, drawn, and what comes next in it for who scores.

    `after` is the version from which on all are wanted; `refusal` comes back in the page's language, as `refused`.
    """
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    events = _events(here, found, after)
    told = {
        "version": events[-1]["version"] if events else found.version,
        "status": found.status,
        "html": drawing.render(asked.language, "score/entries.html", entries=_entries(here, bearer, found, events)),
        "situation": _situation(here, bearer, found, events) if bearer and may_score(bearer, found.id) else None,
        "refused": None if refusal is None else say(asked.language, refusal),
    }
    return JSONResponse(told, headers={"Cache-Control": "no-store"})


def _standing(who: Visitor, match: str) -> Standing:
    if who.gone:
        return "gone"
    if who.bearer is None or not who.bearer.link:
        return "none"
    if not who.bearer.reaches(match):
        return "other"
    return "may" if may_score(who.bearer, match) else "looks"


def _panel(here: Context, bearer: Bearer, found: Listed, asked: Asked) -> dict[str, Any]:
    """What the page of who may score shows besides the board."""
    events = _events(here, found)
    return {
        "panel": True,
        "key": bearer.id,
        "director": "director" in bearer.scopes,
        "game": found.game,
        "in_short": drawing.drawn(here.stores, here.kept, bearer, found.id, Manner("row", asked.language)),
        "called": people.units(json.loads(found.players), _names(here, found)),
        "players": json.loads(found.options).get("players"),
        "entries": _entries(here, bearer, found, events),
        "situation": _situation(here, bearer, found, events),
        "now": moment(clock.now()),
    }


def _events(here: Context, found: Listed, after: int | None = None) -> list[dict[str, Any]]:
    """The last events of the log, all after a version among them, as far as that is not too many."""
    usual = max(0, found.version - _LISTED)
    first = max(usual if after is None else min(usual, after), found.version - _MOST)
    return reading.log(here.stores, here.kept, found, after=first, limit=_MOST + _LISTED)


def _entries(here: Context, bearer: Bearer | None, found: Listed, events: list[dict[str, Any]]) -> list[Entry]:
    return entries(events, bearer, _names(here, found), closed=found.status == "closed")


def _names(here: Context, found: Listed) -> dict[str, str]:
    return naming.names(here.stores, found.ledger, people.ids(json.loads(found.players)))


def _situation(here: Context, bearer: Bearer, found: Listed, events: list[dict[str, Any]]) -> dict[str, Any]:
    shown = reading.boards_for(here.stores, here.kept, bearer, found.id)
    with reading_for(here.stores, found) as connection:
        state = current_of(connection, found, here.kept).state
    mine = [event for event in events if event["actor"] == bearer.actor]
    return situation(state, {each.name: json.loads(each.body) for each in shown}, mine)

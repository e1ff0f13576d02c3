"""The director's page: what counts and who said so, mended with the boards before and after in view."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query
from sqlalchemy import Connection
from starlette.responses import HTMLResponse, JSONResponse

from domain import games, wire
from domain.errors import EventInvalid, Flaw, Refused
from domain.event import Event, given
from domain.games.bridge.events import At
from domain.match import AnyFact, Match
from domain.outside import Seen
from domain.projection import project
from domain.wire import MAX_INTEGER
from services import clock, event_log, naming, people
from services.api.context import Body, Context, Here, MaybeBearer, TheBearer
from services.api.matches import known
from services.bearers import Bearer
from services.errors import Forbidden, UnknownMatch
from services.event_log import MATCH, Head
from services.folding import current, seen_outside
from services.reports import read_batch
from services.rights import may_report
from services.web import drawing, fields
from services.web.called import MENDINGS, TITLES
from services.web.desk import Desk, desk, news, noted, row_of
from services.web.drawing import Drawn, Manner
from services.web.fields import Field
from services.web.layouts import PLAIN, layout
from services.web.pages import Asks, page
from services.web.previewing import in_words, preview

router = APIRouter(include_in_schema=False)

Act = Literal["correct", "withdraw", "restore", "insert", "report", "fact"]
"""What a form is for; `fact` reports one of any type."""
_ACTS: Final = {
    "bridge.board_adjusted": "Adjust a board",
    "bridge.board_not_played": "Board not played",
    "match.adjusted": "Give or take points",
    "match.released": "Release results",
    "match.visibility_changed": "Change who sees it",
    "match.forfeited": "A side gives up",
    "match.closed": "Close the match",
}
"""What a director reports, in the order of how often."""
_ALWAYS: Final = ("match.released", "match.visibility_changed")
"""What every match takes, whatever its game."""
_TURNING: Final = MENDINGS | {"match.visibility_changed"}
"""What may turn a match that everybody sees into one that not everybody sees."""


@dataclass(frozen=True)
class Room:
    """A match as its director has it before them."""

    head: Head
    match: Match
    seen: Seen | None
    names: dict[str, str]

    @cached_property
    def boards(self) -> dict[str, dict[str, Any]]:
        """All its boards, nothing sealed."""
        return {name: json.loads(body) for name, body in project(self.match, self.head.match).items()}


@router.get("/direct/{match}")
def direct(here: Here, bearer: MaybeBearer, match: str, asked: Asks) -> HTMLResponse:
    """The director's page of a match: whole for a director's link, and what it takes for everybody else."""
    id_ = known(match)
    view: dict[str, Any] = {"by": "", "room": False, "shown": None, "style": PLAIN.style}
    if bearer is not None and bearer.reaches(id_):
        view["by"] = "director" if "director" in bearer.scopes else "other"
    if bearer is not None and view["by"] == "director":
        room = _room(here, bearer, id_)
        shown = _drawn(room, asked.language)
        view |= {"room": True, "shown": shown, "style": layout(shown.game).style}
        view |= _view(room, "", every=False)
    return page(asked, f"direct/{id_}", "direct.html", match=id_, **view)


@router.get("/direct/{match}/desk")
def redraw(
    here: Here,
    bearer: TheBearer,
    match: str,
    asked: Asks,
    find: Annotated[str, Query(max_length=100)] = "",
    every: bool = False,
    board: bool = False,
) -> JSONResponse:
    """The part of the page that changes; with `board` its board too, for who has no link to follow it by."""
    room = _room(here, bearer, known(match))
    shown = _drawn(room, asked.language)
    told = _part(room, asked.language, "direct/desk.html", **_view(room, find, every=every))
    told |= {"title": shown.title, "status": shown.status}
    if board:
        told |= {"board": str(shown.html), "style": layout(shown.game).style}
    return JSONResponse(told, headers={"Cache-Control": "no-store"})


@router.get("/direct/{match}/form")
def form(
    here: Here,
    bearer: TheBearer,
    match: str,
    asked: Asks,
    act: Act,
    of: Annotated[int | None, Query(ge=1, le=MAX_INTEGER)] = None,
    type_: Annotated[str | None, Query(alias="type", max_length=60)] = None,
) -> JSONResponse:
    """The form for one act: to mend the fact `of` that version, to put one in before it, or to report a `type`."""
    room = _room(here, bearer, known(match))
    event = next((place.fact.event for place in room.match.places if place.fact.version == of), None)
    if act not in {"report", "fact"} and event is None:
        raise EventInvalid([Flaw("/query/of", "is the version of a fact")])
    corrects = event is not None and act == "correct"
    called = event.TYPE if event is not None and corrects else type_ or _usual(room.match)
    model = wire.find(games.event_types(), called, "/query/type")
    view = {
        "act": act,
        "of": of,
        "type": called,
        "title": _ACTS.get(called, TITLES.get(called, called)) if act == "report" else "Report a fact",
        "row": row_of(room.match, room.names, of) if of else None,
        "types": _types(room.match),
        "fields": [] if act in {"withdraw", "restore"} else _fields(model, _filled(event, whole=corrects), room),
    }
    return JSONResponse(_part(room, asked.language, "direct/form.html", **view))


@router.post("/direct/{match}/preview")
def see_first(
    here: Here,
    bearer: TheBearer,
    match: str,
    asked: Asks,
    body: Body,
    since: Annotated[int | None, Query(ge=1, le=MAX_INTEGER)] = None,
) -> JSONResponse:
    """
    What the boards would say after a report, as `POST /v1/matches/{match}/events` takes it. Nothing is written.

    With `since`, what came after that version is told too. What would be refused is, in the page's language.
    """
    id_ = known(match)
    with _said(asked.language), here.stores.reading(bearer.ledger) as connection:
        head, now = _head(connection, bearer, id_), clock.now()
        state = current(connection, head, here.kept)
        events = _events(here, body, head.version)
        for event in events:
            may_report(bearer, id_, event, state)
        names = _names(connection, head, state)
        found = preview(state, names, _history(connection, head, state, events), events, bearer.actor, now)
    rows, mended = news(state, names, since or head.version)
    room = Room(head, state, None, names)
    told = _part(room, asked.language, "direct/preview.html", found=found, rows=rows, mended=mended)
    return JSONResponse(told | {"taken": found.taken, "forced": found.forced, "news": bool(rows or mended)})


@contextmanager
def _said(language: str) -> Iterator[None]:
    """Say refusals in a language."""
    try:
        yield
    except Refused as refused:
        raise in_words(refused, language) from refused


def _head(connection: Connection, bearer: Bearer, match: str) -> Head:
    """Where the log of a match stands that the bearer directs; UnknownMatch or Forbidden if that is none."""
    head = event_log.head(connection, bearer.ledger, match)
    if head is None or head.kind != MATCH or not bearer.reaches(match):
        raise UnknownMatch
    if "director" not in bearer.scopes:
        raise Forbidden("Directing a match takes a director's key or link.")
    return head


def _room(here: Context, bearer: Bearer, match: str) -> Room:
    with here.stores.reading(bearer.ledger) as connection:
        head = _head(connection, bearer, match)
        state = current(connection, head, here.kept)
        outlook = None if state.visibility == "public" else seen_outside(connection, head, here.kept, clock.now())
        return Room(head, state, outlook.seen if outlook else None, _names(connection, head, state))


def _names(connection: Connection, head: Head, state: Match) -> dict[str, str]:
    return naming.names_in(connection, head.ledger, people.ids(state.players))


def _drawn(room: Room, language: str) -> Drawn:
    return drawing.draw(room.boards, room.names, Manner("board", language), options=room.match.opened.options)


def _view(room: Room, find: str, *, every: bool) -> dict[str, Any]:
    board = next(iter(room.boards.values()))
    found: Desk = desk(room.match, room.names, noted(board), room.seen, find, every=every)
    taken = {model.TYPE for model in room.match.game.events}
    acts = {type_: text for type_, text in _ACTS.items() if type_ in taken or type_ in _ALWAYS}
    return {"desk": found, "acts": acts, "find": find, "every": every}


def _part(room: Room, language: str, template: str, **view: Any) -> dict[str, Any]:
    return {"version": room.head.version, "html": drawing.render(language, template, **view)}


def _fields(model: type[Event], data: dict[str, Any], room: Room) -> list[Field]:
    return fields.fields(model, room.match.game.name, data, _units(room))


def _filled(event: Event | None, *, whole: bool) -> dict[str, Any]:
    """What a form has in it from a fact: all that it says, or of what board and table it is."""
    data: dict[str, Any] = given(event)["data"] if event is not None else {}
    return data if whole else {name: data[name] for name in At.model_fields if name in data}


def _units(room: Room) -> list[tuple[str, str]]:
    """Who can be given points."""
    first = next(iter(room.boards.values()))
    if "pairs" in first:
        return [("pair", pair["pair"]) for pair in first["pairs"]]
    if "sides" in first:
        return [("side", side) for side in first["sides"]]
    return [("seat", seat) for seat in first.get("seats", ())]


def _types(match: Match) -> dict[str, str]:
    """What the game takes, as it is called."""
    names = sorted(model.TYPE for model in match.game.events)
    return {name: TITLES.get(name, name) for name in names}


def _usual(match: Match) -> str:
    """What is forgotten most often."""
    taken = {model.TYPE for model in match.game.events}
    usual = ("bridge.deal_played", "schnapsen.deal_scored", "cribbage.points_pegged")
    return next((type_ for type_ in usual if type_ in taken), "match.adjusted")


def _events(here: Context, body: bytes, version: int) -> list[Event]:
    try:
        return [report.event for report in read_batch(body, here.stores.settings.batch_events)]
    except Refused as refused:
        raise Refused(refused.index, version + refused.index + 1, refused.violation) from refused


def _history(connection: Connection, head: Head, state: Match, events: list[Event]) -> list[AnyFact]:
    """All facts, where it takes them to say who sees what."""
    if state.visibility == "public" and all(type(event).TYPE not in _TURNING for event in events):
        return []
    return [fact for fact, _ in event_log.history(connection, head.ledger, head.match, to=head.version)]

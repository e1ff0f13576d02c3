"""The page of a replay: a match at any version, then, now, and what the two differ in, with the log and the proof."""

import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import HTMLResponse, JSONResponse, Response

from domain.errors import EventInvalid, Flaw
from domain.event import PlayersChanged
from domain.games import all_games
from domain.match import Match
from domain.text import moment
from domain.wire import MAX_INTEGER
from services import naming, people, proving, reading, rewinding
from services.api.context import Context, Here, MaybeBearer
from services.api.matches import known
from services.api.streams import NDJSON, Stream, granted
from services.bearers import Bearer
from services.errors import BrokenLedger
from services.proving import Signed
from services.reports import as_time
from services.rewinding import Film
from services.web import chart, drawing
from services.web.drawing import Manner
from services.web.facts import by, told
from services.web.figures import Boards, changed
from services.web.language import LANGUAGES, say
from services.web.layouts import layout
from services.web.pages import Asked, Asks, answer

router = APIRouter(include_in_schema=False)

_AROUND: Final = 50
"""Events of the log on each side of the one in hand."""
_AT_ONCE: Final = 120
"""States that one request brings."""
VIEWS: Final = (
    ("then", "As shown then", "Then"),
    ("now", "As we know now", "Now"),
    ("difference", "Difference", "Difference"),
)
"""What a state can be shown as, in words, and in one."""

View = Literal["then", "now", "difference"]
As = Annotated[View, Query(alias="as")]
Version = Annotated[int, Query(ge=1, le=MAX_INTEGER)]
MaybeVersion = Annotated[int | None, Query(ge=1, le=MAX_INTEGER)]


@dataclass(frozen=True, slots=True)
class Hash:
    """A board's bytes as the API gives them: which board, as of when, where, and its SHA-256."""

    board: str
    view: Literal["then", "now"]
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Vouched:
    """
    What vouches for the events that are shown.

    Args:
        hashes: Theirs, by version.
        positions: In the ledger, by version.
        signed: The newest checkpoint.
        told: Whether this reader may see either.
        fault: What is wrong with the checkpoint; empty if nothing is.
    """

    hashes: dict[int, str]
    positions: dict[int, int]
    signed: Signed | None
    told: bool
    fault: str = ""


class Replay:
    """A match that somebody replays: its film, and how to draw any of it for them."""

    def __init__(self, here: Context, bearer: Bearer | None, match: str, asked: Asked) -> None:
        self._here, self._asked = here, asked
        self.found, self.film = rewinding.film(here.stores, here.kept, bearer, known(match))
        self.names = naming.names(here.stores, self.found.ledger, _players(self.film))
        self.manner = Manner("board", asked.language)

    def query(self, version: int | None = None, view: View = "then") -> str:
        """What an address of this replay is followed by: a state, and what the reader came with."""
        state = {} if version is None else {"version": str(version), "as": view}
        return self._asked.query(link=True, **state)

    def stills(self, first: int, last: int, view: View) -> Iterator[dict[str, Any]]:
        """Each state from one version to another, as the page shows it."""
        vouched = self.vouched(first, last)
        states = [self.film.states(first, last, as_now=as_now) for as_now in _ways(view)]
        for version, *matches in zip(range(first, last + 1), *states, strict=True):
            yield self._still(version, view, matches, vouched)

    def vouched(self, first: int, last: int) -> Vouched:
        """What vouches for the events of some versions."""
        hashes = rewinding.hashes(self._here.stores, self.found, (first, last))
        try:
            told = proving.places(self._here.stores, self.found, (first, last))
        except BrokenLedger as error:
            return Vouched(hashes, {}, None, told=True, fault=str(error))
        return Vouched(hashes, {}, None, told=False) if told is None else Vouched(hashes, *told, told=True)

    def log(self, around: int) -> dict[str, Any]:
        """What the log shows around a version."""
        first = max(1, min(around - _AROUND, self.film.last - 2 * _AROUND))
        last = min(self.film.last, first + 2 * _AROUND)
        here = self._here
        entries = reading.log(here.stores, here.kept, self.found, after=first - 1, limit=last - first + 1)
        lines = [_line(entry, self.names) for entry in entries]
        return {"lines": lines, "first": first, "last": last, "ends": set(chart.hand_ends(self.film))}

    def view(self, version: int, view: View) -> dict[str, Any]:
        """All that the templates of the page need, but for the log and the state."""
        film = self.film
        ends, mendings = chart.hand_ends(film), film.mendings
        return {
            "match": self.found.id,
            "version": version,
            "last": film.last,
            "as_": view,
            "views": VIEWS,
            "ends": ends,
            "mendings": mendings,
            "marks": {
                "ends": [chart.at(each, film.last) for each in chart.marked(ends)],
                "mendings": [chart.at(each, film.last) for each in chart.marked(mendings)],
            },
            "here": chart.at(version, film.last),
            "chart": chart.chart(film),
            "held_back": film.notes,
            "called": people.units(film.now.players, self.names),
            "query": self.query(),
            "to": self.query,
        }

    def _still(self, version: int, view: View, matches: Sequence[Match], vouched: Vouched) -> dict[str, Any]:
        bodies = [self.film.bodies(match) for match in matches]
        boards = [{name: json.loads(body) for name, body in each.items()} for each in bodies]
        proof = self._proof(version, view, bodies, vouched)
        if view == "difference":
            html = self._filled("difference", changes=changed(self.found.game, *boards), corrections=_later(*boards))
        else:
            html = drawing.draw(boards[0], self.names, self.manner, options=json.loads(self.found.options)).html
        why = " ".join(say(self.manner.language, each) for each in matches[-1].why)
        recorded_at = moment(self.film.recorded_at(version)) or ""
        return {"version": version, "recorded_at": recorded_at, "why": why, "html": html, "proof": proof}

    def _proof(self, version: int, view: View, bodies: Sequence[dict[str, str]], vouched: Vouched) -> Any:
        hashes = [
            Hash(name, way, self._address(name, version, way), hashlib.sha256(body.encode()).hexdigest())
            for way, each in zip(_named(view), bodies, strict=True)
            for name, body in each.items()
        ]
        return self._filled(
            "proof",
            hashes=hashes,
            vouched=vouched,
            event_hash=vouched.hashes.get(version),
            position=vouched.positions.get(version),
            inclusion=f"?position={vouched.positions.get(version)}",
            version=version,
            ledger=self.found.ledger_name,
            partly=self.found.view == "outside",
            query=self.query(),
        )

    def _address(self, board: str, version: int, way: Literal["then", "now"]) -> str:
        asked = {"at_version": str(version)} | ({"as": "now"} if way == "now" else {})
        return f"v1/matches/{self.found.id}/boards/{board}{self._asked.query(link=True, **asked)}"

    def _filled(self, part: str, **view: Any) -> Any:
        return drawing.filled(
            self.manner.language, f"replay/{part}.html", view | {"match": self.found.id, "to": self.query}
        )


def _later(then: Boards, now: Boards) -> list[dict[str, Any]]:
    """The mendings that are known now and were not then, newest last."""
    told, known = (next(iter(boards.values()))["changes"] for boards in (then, now))
    before = {change["version"] for change in told}
    return [change for change in known if change["version"] not in before]


@router.get("/matches/{match}/replay")
def page(
    here: Here,
    bearer: MaybeBearer,
    match: str,
    asked: Asks,
    version: MaybeVersion = None,
    at: str | None = None,
    as_: As = "then",
) -> HTMLResponse:
    """A state of a match: of a version, of a time, or the newest."""
    replay = Replay(here, bearer, match, asked)
    shown = _version(replay.film, version, at)
    (still,) = replay.stills(shown, shown, as_)
    title = replay.film.now.opened.title or say(asked.language, all_games()[replay.found.game].title)
    state = {} if version is None and at is None else {"version": str(shown), "as": as_}
    view = replay.view(shown, as_) | {
        "still": still,
        "log": replay.log(shown),
        "title": title,
        "style": layout(replay.found.game).style,
        "path": f"matches/{match}/replay",
        "home": asked.query(link=False),
        "in_others": {each: asked.query(link=True, **state, lang=each) for each in LANGUAGES},
    }
    return answer(drawing.render(asked.language, "replay.html", **view))


@router.get("/matches/{match}/replay/steps")
def steps(
    here: Here,
    bearer: MaybeBearer,
    match: str,
    asked: Asks,
    first: Annotated[int, Query(alias="from", ge=1, le=MAX_INTEGER)],
    to: MaybeVersion = None,
    as_: As = "then",
) -> Response:
    """States from one version to another, drawn, a line of JSON each."""
    replay = Replay(here, bearer, match, asked)
    last = replay.film.check(to or first)
    if first > last or last - first >= _AT_ONCE:
        raise EventInvalid([Flaw("/query/to", f"lies 0 to {_AT_ONCE - 1} after from")])
    return Stream(_lines(granted(here, bearer, replay.stills(first, last, as_))), NDJSON)


@router.get("/matches/{match}/replay/log")
def log(here: Here, bearer: MaybeBearer, match: str, asked: Asks, version: Version, as_: As = "then") -> JSONResponse:
    """The log around a version, drawn."""
    replay = Replay(here, bearer, match, asked)
    found = replay.log(replay.film.check(version))
    html = drawing.render(asked.language, "replay/log.html", log=found, **replay.view(version, as_))
    return _fresh({"first": found["first"], "last": found["last"], "html": html})


@router.get("/matches/{match}/replay/track")
def track(here: Here, bearer: MaybeBearer, match: str, asked: Asks, as_: As = "then") -> JSONResponse:
    """How far a match goes by now, with the marks along it and the chart, drawn."""
    replay = Replay(here, bearer, match, asked)
    view = replay.view(replay.film.last, as_)
    drawn = {part: drawing.render(asked.language, f"replay/{part}.html", **view) for part in ("marks", "chart")}
    return _fresh({"last": view["last"], "ends": view["ends"], "mendings": view["mendings"]} | drawn)


def _line(event: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    role, who = by(event["actor"])
    return event | {"told": told(event["type"], event["data"], names), "role": role, "who": who}


def _fresh(said: dict[str, Any]) -> JSONResponse:
    return JSONResponse(said, headers={"Cache-Control": "no-store"})


async def _lines(stills: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    async for still in stills:
        said = still | {"html": str(still["html"]), "proof": str(still["proof"])}
        yield json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _version(film: Film, version: int | None, at: str | None) -> int:
    if version is not None or at is None:
        return film.check(version or film.last)
    time = as_time(at.replace(" ", "+"))
    if time is None:
        raise EventInvalid([Flaw("/query/at", "is a time with a zone, such as 2026-11-29T18:00:00Z")])
    return film.version_at(time)


def _ways(view: View) -> list[bool]:
    return {"then": [False], "now": [True], "difference": [False, True]}[view]


def _named(view: View) -> list[Literal["then", "now"]]:
    return ["now" if as_now else "then" for as_now in _ways(view)]


def _players(film: Film) -> list[str]:
    told = [film.now.opened.players, film.now.players]
    told += [fact.event.players for fact in film.facts if isinstance(fact.event, PlayersChanged)]
    return list(dict.fromkeys(id_ for players in told for id_ in people.ids(players)))

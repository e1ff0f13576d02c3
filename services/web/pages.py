"""Pages: the lobby, and a match, readable without JavaScript."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from domain.games import all_games
from domain.text import shown as shown_card
from services import naming, people, reading, seeing
from services.api.context import Context, Here, MaybeBearer
from services.api.matches import known, shown
from services.bearers import Bearer
from services.web import pad, pairs, slate, teams

router = APIRouter(include_in_schema=False)

_RECENT = 50


@dataclass(frozen=True, slots=True)
class Layout:
    """How the boards of a game are laid out on its page."""

    template: str
    view: Callable[[dict[str, Any]], dict[str, Any]]


def _as_they_are(_boards: dict[str, Any]) -> dict[str, Any]:
    return {}


def _slate(boards: dict[str, Any]) -> dict[str, Any]:
    return {"remainders": {seat: slate.remainders(boards, seat) for seat in boards["match"]["seats"]}}


def _pad(boards: dict[str, Any]) -> dict[str, Any]:
    return {"pad": pad.pad(boards["rubber"])}


def _teams(boards: dict[str, Any]) -> dict[str, Any]:
    board = boards["match"]
    return {
        "sheet": teams.sheet(board),
        "score": teams.score(board),
        "progress": teams.progress(board),
        "outcome": teams.outcome(board),
    }


def _pairs(boards: dict[str, Any]) -> dict[str, Any]:
    ranking, traveller = boards["ranking"], boards["traveller"]
    return {
        "fields": pairs.fields(ranking, traveller),
        "sheets": pairs.sheets(traveller),
        "unit": pairs.unit(ranking),
        "progress": pairs.progress(ranking, traveller),
    }


_LAYOUTS: Final = {
    "bridge.rubber": Layout("rubber.html", _pad),
    "bridge.chicago": Layout("rubber.html", _pad),
    "bridge.teams": Layout("teams.html", _teams),
    "bridge.pairs": Layout("pairs.html", _pairs),
    "schnapsen": Layout("schnapsen.html", _slate),
    "sixtysix": Layout("schnapsen.html", _slate),
    "cribbage": Layout("cribbage.html", _as_they_are),
}
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@router.get("/")
def lobby(here: Here, bearer: MaybeBearer) -> HTMLResponse:
    """The matches, newest first."""
    found = seeing.listing(here.stores, here.kept, bearer, limit=_RECENT)
    return _page("lobby.html", matches=[shown(match) | {"name": all_games()[match.game].title} for match in found])


@router.get("/matches/{match}")
def match(here: Here, bearer: MaybeBearer, match: str) -> HTMLResponse:
    """A match, whole."""
    return _page("match.html", **_view(here, bearer, match))


@router.get("/matches/{match}/fragment")
def fragment(here: Here, bearer: MaybeBearer, match: str) -> HTMLResponse:
    """The part of the page that changes: asked for when the stream tells of a newer board."""
    return _page("fragment.html", **_view(here, bearer, match))


class Files(StaticFiles):
    """The pages' own files, drawings with their encoding too."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """A file, or that it did not change."""
        answer = super().file_response(*args, **kwargs)
        if answer.headers.get("Content-Type", "").endswith("+xml"):
            answer.headers["Content-Type"] += "; charset=utf-8"
        return answer


def mount_static(app: FastAPI) -> None:
    """Serve the pages' own files."""
    app.mount("/static", Files(directory=Path(__file__).parent / "static"))


def _view(here: Context, bearer: Bearer | None, match: str) -> dict[str, Any]:
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    game = all_games()[found.game]
    shown_now = {name: reading.board_now(here.stores, here.kept, found, name) for name in game.boards}
    boards = {name: json.loads(board.body) for name, board in shown_now.items()}
    told = shown(found)
    names = naming.names(here.stores, found.ledger, people.ids(told["players"]))
    view: dict[str, Any] = {
        "match": told,
        "called": people.units(told["players"], names),
        "title": found.title or game.title,
        "game": game.title,
        "boards": boards,
    }
    layout = _LAYOUTS.get(found.game)
    if layout is not None:
        view |= {"layout": layout.template} | layout.view(boards)
    return view


def _page(template: str, **view: Any) -> HTMLResponse:
    body = _templates().get_template(template).render(**view)
    return HTMLResponse(body, headers={"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"})


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("services.web"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = pad.number
    environment.filters["contract"] = pad.contract
    environment.filters["card"] = shown_card
    return environment

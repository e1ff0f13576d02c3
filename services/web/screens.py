"""Pages for other surfaces: a wall of a club (TV), a broadcast (overlay), and somebody else's page (embed)."""

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import FileResponse, HTMLResponse

from domain.errors import EventInvalid, Flaw
from services import seeing
from services.api.context import Context, Here, MaybeBearer
from services.api.cors import open_to_all
from services.api.matches import known
from services.bearers import Bearer
from services.web import drawing, qr
from services.web.drawing import Drawn, Kind, Manner
from services.web.files import STATIC
from services.web.layouts import layout
from services.web.pages import POLICY, Asked, Asks, page

router = APIRouter(include_in_schema=False)

FRAMED: Final = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Other people's pages may show it in a frame: it shows what its address opens, and takes no input."""
_WALL: Final = 12
"""Matches that a screen without one of its own takes turns with."""
_COLOUR: Final = re.compile(r"[a-z]{1,20}|[0-9a-fA-F]{3,8}")


@router.get("/tv")
def wall(request: Request, here: Here, bearer: MaybeBearer, asked: Asks) -> HTMLResponse:
    """The matches that go on, for a screen that is read from afar."""
    found = seeing.listing(here.stores, here.kept, bearer, limit=_WALL)
    rows = drawing.lines(here.stores, here.kept, bearer, found, asked.language, asked.query(link=False))
    code = qr.path(str(request.base_url))
    return page(asked, "tv", "tv.html", rows=rows, shown=None, style=None, code=code)


@router.get("/tv/{match}")
def screen(request: Request, here: Here, bearer: MaybeBearer, match: str, asked: Asks) -> HTMLResponse:
    """A match for a screen that is read from afar, with the code that leads a phone to it."""
    found = _shown(here, bearer, match, asked, "board")
    code = qr.path(f"{request.base_url}matches/{match}{asked.for_others}")
    view = _of(found) | {"code": code, "rows": None}
    return page(asked, f"tv/{match}", "tv.html", match=match, **view)


@router.get("/overlay/{match}")
def overlay(
    here: Here,
    bearer: MaybeBearer,
    match: str,
    asked: Asks,
    show: Kind = "strip",
    bg: Annotated[str, Query(max_length=20)] = "transparent",
    scale: Annotated[float, Query(ge=0.25, le=4)] = 1.0,
) -> HTMLResponse:
    """
    A match to lay over a broadcast: nothing behind it, and 5 % free around it.

    Args:
        here: The process.
        bearer: Who looks.
        match: What is shown.
        asked: In which language.
        show: As a `strip`, or as its whole `board`.
        bg: What is behind it: a colour's name, or its digits without the `#`.
        scale: How large it is, 0.25 to 4.
    """
    if not _COLOUR.fullmatch(bg):
        raise EventInvalid([Flaw("/query/bg", "is the name of a colour, or its digits without the #")])
    view = _of(_shown(here, bearer, match, asked, show)) | {"kind": show, "bg": bg, "scale": scale}
    return page(asked, f"overlay/{match}", "overlay.html", match=match, **view)


@router.get("/embed/{match}")
def embed(here: Here, bearer: MaybeBearer, match: str, asked: Asks) -> HTMLResponse:
    """A match in a frame on somebody else's page."""
    view = _of(_shown(here, bearer, match, asked, "board"))
    return page(asked, f"embed/{match}", "embed.html", policy=FRAMED, match=match, **view)


@router.get("/embed.js")
def embedding(request: Request) -> FileResponse:
    """The script that puts such a frame where its tag stands, as high as the board is."""
    open_to_all(request, None)
    return FileResponse(STATIC / "embedding.js", media_type="text/javascript")


def _shown(here: Context, bearer: Bearer | None, match: str, asked: Asked, kind: Kind) -> Drawn:
    return drawing.drawn(here.stores, here.kept, bearer, known(match), Manner(kind, asked.language))


def _of(found: Drawn) -> dict[str, Any]:
    return {"shown": found, "style": layout(found.game).style}

"""The page on which a match is shared: its address as a QR code, and links by role for who may make them."""

from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Header, Request
from starlette.responses import HTMLResponse, JSONResponse

from services import seeing
from services.api.context import Here, MaybeBearer, TheBearer
from services.api.matches import known
from services.errors import Forbidden, UnknownMatch
from services.web import drawing, qr
from services.web.pages import Asks, page

router = APIRouter(include_in_schema=False)

_PAGES: Final = {"viewer": "matches", "scorer": "score", "director": "direct"}
"""Where a link of each role leads."""


@dataclass(frozen=True, slots=True)
class Code:
    """An address, and its QR code: the width in modules, and the path of what is dark."""

    address: str
    width: int
    path: str


@router.get("/matches/{match}/share")
def share(request: Request, here: Here, bearer: MaybeBearer, match: str, asked: Asks) -> HTMLResponse:
    """A match's address to pass on, for whoever sees it; and links by role, for who holds a director's key."""
    found = seeing.find(here.stores, here.kept, bearer, known(match))
    onward = None if found.public else asked.onward
    return page(
        asked,
        f"matches/{found.id}/share",
        "share.html",
        match=found.id,
        title=found.title,
        open_to_all=found.visibility != '"private"',
        code=_code(request, "matches", found.id, onward),
        onward=onward is not None,
    )


@router.get("/matches/{match}/share/qr")
def link_code(
    request: Request, bearer: TheBearer, match: str, asked: Asks, authorization: Annotated[str, Header()]
) -> JSONResponse:
    """
    The QR code of a link that was just made, and the address in it: of the page for its role.

    The link comes in the header, so that it stands in no log; a key is refused, as no address may have one.
    """
    id_ = known(match)
    if not bearer.link:
        raise Forbidden("A key stands in no address: send a link of this match.")
    if not bearer.reaches(id_):
        raise UnknownMatch
    role = next(role for role in _PAGES if role in bearer.scopes)
    code = _code(request, _PAGES[role], id_, authorization.partition(" ")[2].strip())
    html = drawing.render(asked.language, "share/code.html", code=code, what=role)
    return JSONResponse({"address": code.address, "html": html}, headers={"Cache-Control": "no-store"})


def _code(request: Request, where: str, match: str, link: str | None) -> Code:
    query = f"?{urlencode({'link': link})}" if link else ""
    address = f"{request.base_url}{where}/{match}{query}"
    return Code(address, *qr.path(address))

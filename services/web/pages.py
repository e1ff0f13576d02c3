"""Pages: the lobby, and a match, drawn by the server first and readable without JavaScript."""

from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Header, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from services import seeing
from services.api.context import Here, MaybeBearer
from services.api.matches import known
from services.bearers import Bearer
from services.ids import as_uuid
from services.web import drawing
from services.web.drawing import MANNERS, Manner
from services.web.language import LANGUAGES, chosen
from services.web.layouts import layout

router = APIRouter(include_in_schema=False)

_RECENT = 40
POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; worker-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Asked:
    """What a page's address says besides its path: the language, if one is asked for, and the link it came by."""

    def __init__(
        self,
        request: Request,
        lang: Annotated[str | None, Query(max_length=20)] = None,
        link: Annotated[str | None, Query(max_length=200)] = None,
        accept_language: Annotated[str, Header()] = "",
    ) -> None:
        self.language = chosen(lang, accept_language)
        self._lang = lang if lang == self.language else None
        self._given = link
        self._request = request

    @property
    def _opener(self) -> Bearer | None:
        """The link that opened the page; None if it opens nothing here, so that no page repeats a stranger's."""
        bearer: Bearer | None = getattr(self._request.state, "bearer", None)
        match = as_uuid(self._request.path_params.get("match"))
        opened = bearer is not None and bearer.link and match is not None and bearer.reaches(match)
        return bearer if opened else None

    @property
    def onward(self) -> str | None:
        """That link, if it may be shown to others: one that does more than look is never passed on."""
        return self._given if self._opener is not None and self._opener.scopes == {"viewer"} else None

    def query(self, *, link: bool, **more: str) -> str:
        """What every address on the page is followed by: the language, and on the pages of a match its link."""
        return self._query(self._given if link and self._opener is not None else None, more)

    @property
    def for_others(self) -> str:
        """The same for an address that others are shown."""
        return self._query(self.onward, {})

    def _query(self, link: str | None, more: dict[str, str]) -> str:
        said = {"lang": self._lang, "link": link} | more
        kept = {name: value for name, value in said.items() if value is not None}
        return f"?{urlencode(kept)}" if kept else ""


Asks = Annotated[Asked, Depends()]


@router.get("/")
def lobby(here: Here, bearer: MaybeBearer, asked: Asks) -> HTMLResponse:
    """The matches, newest first."""
    found = seeing.listing(here.stores, here.kept, bearer, limit=_RECENT)
    rows = drawing.lines(here.stores, here.kept, bearer, found, asked.language, asked.query(link=False))
    return page(asked, "", "lobby.html", rows=rows)


@router.get("/matches/{match}")
def match(here: Here, bearer: MaybeBearer, match: str, asked: Asks) -> HTMLResponse:
    """A match, whole."""
    manner, query = Manner("board", asked.language), asked.query(link=True)
    shown = drawing.drawn(here.stores, here.kept, bearer, known(match), manner, query)
    style = layout(shown.game).style
    return page(asked, f"matches/{match}", "match.html", match=match, shown=shown, style=style)


@router.get("/matches/{match}/travellers/{board}")
def traveller(here: Here, bearer: MaybeBearer, match: str, board: str, asked: Asks) -> HTMLResponse:
    """A board of a session of pairs at all its tables."""
    manner = Manner.read(f"traveller-{board}.{asked.language}")
    if manner is None:
        raise HTTPException(404, "A board has a number, 1 to 9999.")
    shown = drawing.drawn(here.stores, here.kept, bearer, known(match), manner, asked.query(link=True))
    return page(asked, f"matches/{match}/travellers/{board}", "traveller.html", match=match, shown=shown)


@router.get("/matches/{match}/drawn/{manner}")
def part(here: Here, bearer: MaybeBearer, match: str, manner: str) -> Response:
    """The part of a page that changes, as the stream has it: for pages that no stream reaches."""
    wanted = Manner.read(manner)
    if wanted is None:
        raise HTTPException(
            404, f"A match is drawn as {', '.join(MANNERS)}, a session of pairs also as traveller-7.en."
        )
    found = drawing.drawn(here.stores, here.kept, bearer, known(match), wanted)
    return Response(found.text, media_type="application/json", headers={"Cache-Control": "no-store"})


def page(
    asked: Asked, path: str, template: str, *, policy: str = POLICY, match: str | None = None, **view: Any
) -> HTMLResponse:
    """
    A page in the language that is asked for.

    Args:
        asked: What its address says.
        path: Its address, without the stroke in front.
        template: What is filled in.
        policy: Its content security policy.
        match: The match that it is about, to whose pages its link leads on.
        view: What is filled in with.
    """
    told = {"match": match, "path": path, "query": asked.query(link=match is not None), "home": asked.query(link=False)}
    in_others = {each: asked.query(link=match is not None, lang=each) for each in LANGUAGES}
    return answer(drawing.render(asked.language, template, **told, in_others=in_others, **view), policy)


def answer(html: str, policy: str = POLICY) -> HTMLResponse:
    """HTML under a policy; nobody keeps it, since it changes."""
    return HTMLResponse(html, headers={"Content-Security-Policy": policy, "Cache-Control": "no-store"})

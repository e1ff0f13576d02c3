"""Links to a match, by role, and tickets to streams: what may stand in an address."""

from typing import Any

from fastapi import APIRouter

from domain.text import moment
from services import links, tickets
from services.api import wishes
from services.api.context import Body, Here, TheBearer
from services.api.matches import known
from services.api.wishes import LinkWish
from services.links import Link

router = APIRouter(prefix="/v1", tags=["links"])

_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": {"application/json": {}}}}


@router.post("/matches/{match}/links", status_code=201, openapi_extra=_BODY)
def share(here: Here, bearer: TheBearer, match: str, body: Body) -> dict[str, Any]:
    """Make a link to a match: `{role, expires_at?}`, for a viewer, a scorer or a director. Takes a director's key."""
    wish = wishes.read(here, body, LinkWish)
    made = links.create(here.stores, bearer, known(match), wish.role, expires_at=wishes.future(wish.expires_at))
    here.wake()
    return _shown(made) | {"link": made.token, "path": f"/matches/{made.match}?link={made.token}"}


@router.get("/matches/{match}/links")
def list_links(here: Here, bearer: TheBearer, match: str) -> dict[str, Any]:
    """The links of a match, newest first, without what they are made of."""
    return {"items": [_shown(each) for each in links.listing(here.stores, bearer, known(match))], "next": None}


@router.delete("/matches/{match}/links/{link}")
def revoke(here: Here, bearer: TheBearer, match: str, link: str) -> dict[str, Any]:
    """Revoke a link by its id, everywhere within two seconds, on open streams too."""
    gone = links.revoke(here.stores, bearer, known(match), link)
    here.wake()
    return _shown(gone)


@router.post("/tickets", status_code=201)
def ticket(here: Here, bearer: TheBearer) -> dict[str, Any]:
    """A ticket to a stream, for `?ticket=`: good once, for half a minute, for what the key or link may follow."""
    made = tickets.create(here.stores, bearer)
    return {"ticket": made.token, "expires_at": moment(made.expires_at)}


def _shown(link: Link) -> dict[str, Any]:
    return {
        "id": link.id,
        "match": link.match,
        "role": link.role,
        "created_at": moment(link.created_at),
        "expires_at": moment(link.expires_at),
        "revoked_at": moment(link.revoked_at),
    }

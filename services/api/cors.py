"""What pages of other origins may read: what anybody may see, asked for without a key. All else is denied."""

import re
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from services.api.metering import credential
from services.bearers import Bearer
from services.seeing import Listed

READABLE: Final = (
    "/v1/games",
    "/v1/games/{game}",
    "/v1/live",
    "/v1/matches",
    "/v1/matches/{match}",
    "/v1/matches/{match}/boards/{board}",
    "/v1/matches/{match}/boards/{board}/difference",
    "/v1/matches/{match}/events",
    "/v1/matches/{match}/live",
    "/v1/matches/{match}/replay",
    "/v1/schemas/boards/{game}/{board}",
    "/v1/schemas/events/{type}",
    "/v1/schemas/options/{game}",
)
"""Routes that tell some of what they know to anybody."""
SHARED: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, RateLimit, RateLimit-Policy, Retry-After",
}
PREFLIGHT: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
    "Vary": "Access-Control-Request-Method, Origin",
}
"""The answer before the request itself; `Authorization` is not in it, so no page of another origin sends a key."""

_PATHS: Final[tuple[re.Pattern[str], ...]] = tuple(compile_path(path)[0] for path in READABLE)


def open_to_all(request: HTTPConnection, bearer: Bearer | None, *shown: Listed) -> None:
    """Let every page read this answer, if nobody said who they are and anybody may see all that it shows."""
    if bearer is None and all(match.public for match in shown):
        request.state.open_to_all = True


def shared(scope: Scope, status: int) -> bool:
    """Whether pages of other origins may read an answer: the route said so, it is no refusal, and no key was sent."""
    return (
        status < 400  # noqa: PLR2004
        and scope["method"] in {"GET", "HEAD"}
        and scope.get("state", {}).get("open_to_all", False)
        and credential(scope) is None
    )


def asked_before(scope: Scope) -> bool:
    """Whether a browser asks if a page of another origin may read what anybody may."""
    if scope["method"] != "OPTIONS" or not any(path.match(scope["path"]) for path in _PATHS):
        return False
    headers = Headers(scope=scope)
    return "origin" in headers and headers.get("access-control-request-method") in {"GET", "HEAD"}


class Preflights:
    """Answers a browser that asks before it asks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on whatever else is asked."""
        if scope["type"] == "http" and asked_before(scope):
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

"""What every answer says to browsers and caches, whoever gives it."""

import json
import re
from http import HTTPStatus
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.api import cors
from services.api.metering import credential
from services.api.problems import MEDIA_TYPE
from services.api.starting import at_start

ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
        "microphone=(), midi=(), payment=(), usb=()"
    ),
}
NO_PAGE: Final = "default-src 'none'; frame-ancestors 'none'"
"""The policy of whatever is no page: nothing in it may run, load or be framed."""
_HTTPS_ONLY: Final = "max-age=31536000"
_FILES: Final = ("/static/", "/docs/assets/")
"""The same for everybody."""

_CHANGES: Final = re.compile(r"application/(?:[\w.-]+\+)?json\b|text/(?:html|plain)\b", re.ASCII)
"""What tells how things stand."""


class Headed:
    """Puts those headers on every answer, refusals and failures too; a route's own words stay."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await self._app(scope, receive, at_start(send, lambda start: _complete(scope, start)))


def _complete(scope: Scope, message: Message) -> None:
    headers, status = MutableHeaders(raw=list(message.get("headers", ()))), message["status"]
    headers.update(ALWAYS)
    headers.setdefault("Content-Security-Policy", NO_PAGE)
    if scope["scheme"] == "https":
        headers["Strict-Transport-Security"] = _HTTPS_ONLY
    if not scope["path"].startswith(_FILES):
        said = [name.strip() for name in headers.get("Vary", "").split(",") if name.strip()]
        headers["Vary"] = ", ".join(dict.fromkeys([*said, "Accept", "Authorization"]))
    shared = cors.shared(scope, status)
    headers["Cross-Origin-Resource-Policy"] = "cross-origin" if shared else "same-origin"
    if shared:
        headers.update(cors.SHARED)
    _say_who_keeps_it(headers, refused=status >= 400, private=credential(scope) is not None)  # noqa: PLR2004
    message["headers"] = headers.raw


def _say_who_keeps_it(headers: MutableHeaders, *, refused: bool, private: bool) -> None:
    """
    Nobody keeps a refusal, or what a key opened; if its route lets it be kept, then by the one who asked alone.

    What anybody may see now is asked for again each time: it may be nobody's tomorrow.
    """
    said = headers.get("Cache-Control")
    if said is None and (refused or private):
        headers["Cache-Control"] = "no-store"
    elif said is not None and private and "no-store" not in said:
        headers["Cache-Control"] = f"private, {said}"
    elif said is None and _CHANGES.match(headers.get("Content-Type", "")):
        headers["Cache-Control"] = "no-cache"


def raw_problem(status: int, code: str, detail: str) -> bytes:
    """A problem document as bytes of HTTP, for what never became a request."""
    phrase = HTTPStatus(status).phrase
    body = json.dumps({"type": "about:blank", "title": phrase, "status": status, "detail": detail, "code": code})
    headers = ALWAYS | {
        "Content-Security-Policy": NO_PAGE,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    if status in {429, 503}:
        headers["Retry-After"] = "5"
    lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", body]).encode()

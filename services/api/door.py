"""The door: says in the process's log who was let in and who was turned away, without a word that they sent."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from services import telemetry
from services.api.starting import at_start
from services.bearers import Bearer
from services.ids import as_uuid

NOTICED: Final[Mapping[int, tuple[str, int]]] = {
    400: ("malformed", logging.INFO),
    401: ("key_refused", logging.WARNING),
    403: ("forbidden", logging.WARNING),
    404: ("not_found", logging.INFO),
    408: ("timed_out", logging.WARNING),
    413: ("too_large", logging.WARNING),
    415: ("malformed", logging.INFO),
    422: ("refused", logging.INFO),
    429: ("rate_limited", logging.WARNING),
    431: ("too_large", logging.WARNING),
    500: ("failed", logging.ERROR),
    503: ("store_away", logging.ERROR),
}
"""Answers that the log tells of, in which word, and how loud. What is another ledger's is `not_found` here too."""

_CLAIMED: Final = re.compile(r"(?i:bearer) +sp_[a-z]{1,10}_([0-9A-Za-z]{10})_", re.ASCII)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
_MINUTE: Final = 60.0
_HOUR: Final = 3600.0
_MOST: Final = 1000
"""Different lines that one process says within the time; a flood fills no disk."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Line:
    """Until when a line is not said again, and how often it would have been."""

    until: float
    again: int = 0


class Thinned:
    """Lines of which each is said once in a while, with how often it was left out since."""

    def __init__(self, seconds: float, most: int = _MOST) -> None:
        self._seconds = seconds
        self._most = most
        self._lines: dict[tuple[Any, ...], _Line] = {}
        self._left_out = 0

    def due(self, *line: Any) -> dict[str, int] | None:
        """What to add to the line if it is to be said now, else None."""
        now = monotonic()
        known = self._lines.get(line)
        if known is not None and known.until > now:
            known.again += 1
            return None
        if known is None and len(self._lines) >= self._most:
            self._lines = {each: found for each, found in self._lines.items() if found.until > now}
        if known is None and len(self._lines) >= self._most:
            self._left_out += 1
            return None
        self._lines[line] = _Line(now + self._seconds)
        more = {"repeated": known.again} if known is not None and known.again else {}
        if self._left_out:
            more["left_out"], self._left_out = self._left_out, 0
        return more


class Door:
    """
    Every answer goes out through it; it tells of refusals, once a minute each, and of good keys once an hour.

    At the log level `debug` it tells of all answers, in place of the server's own access log, which has whole URLs.
    A line has the address, the method, the route as it is documented (never the path that was sent), the match where
    the route has one, and the actor of a good key; of another `claimed`, the id that it says it has. Figures are whole
    where lines are thinned: `scorepad_noticed_total`.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._refusals = Thinned(_MINUTE)
        self._keys = Thinned(_HOUR)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and look at how it is answered."""
        await self._app(scope, receive, at_start(send, lambda start: self._notice(scope, start["status"])))

    def _notice(self, scope: Scope, status: int) -> None:
        bearer: Bearer | None = scope.get("state", {}).get("bearer")
        address = (scope.get("client") or ("local",))[0]
        _log.debug("answered", status=status, address=address, **_where(scope))
        if bearer is not None:
            telemetry.NOTICED.labels("key_accepted").inc()
            self._let_in(bearer, address)
        if status in NOTICED:
            what, loud = NOTICED[status]
            telemetry.NOTICED.labels(what).inc()
            who = {"actor": bearer.actor} if bearer is not None else _claimed(scope)
            self._turn_away(what, loud, scope, status=status, address=address, **who)

    def _let_in(self, bearer: Bearer, address: str) -> None:
        more = self._keys.due(bearer.id, address)
        if more is not None:
            _log.info("key_accepted", actor=bearer.actor, ledger=bearer.ledger_name, address=address, **more)

    def _turn_away(self, what: str, loud: int, scope: Scope, **who: Any) -> None:
        where = _where(scope)
        more = self._refusals.due(what, *who.values(), *where.values())
        if more is not None:
            match = as_uuid(scope.get("path_params", {}).get("match"))
            _log.log(loud, what, **who, **where, **({} if match is None else {"match": match}), **more)


def _claimed(scope: Scope) -> dict[str, str]:
    """The id that a key says it has, which may be anybody's; never the rest of it."""
    found = _CLAIMED.match(Headers(scope=scope).get("authorization", ""))
    return {"claimed": found[1]} if found else {}


def _where(scope: Scope) -> dict[str, str | None]:
    """The method, if it is one that there is, and the route as it is documented, if the path leads to one."""
    method: str = scope["method"]
    return {"method": method if method in _METHODS else "other", "route": getattr(scope.get("route"), "path", None)}

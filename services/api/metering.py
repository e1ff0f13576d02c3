"""Who asks, and from which bucket each request takes: a good key's own, else the address's."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.api.limits import Level, Limits, whose
from services.api.problems import TooMany, answer
from services.api.starting import at_start
from services.errors import KeyNeeded

CREDENTIALS: Final = ("link", "ticket")
"""Parameters of a query that stand for a key."""

_FREE: Final = "/healthz"
_PROBED: Final = ("/readyz", "/metrics")
_READING: Final = ("GET", "HEAD", "OPTIONS")


class Caller:
    """Who sends one request: an address, and a key once that has proved good."""

    def __init__(self, limits: Limits, scope: Scope) -> None:
        client = scope.get("client")
        self._limits = limits
        self._path: str = scope["path"]
        self._own = limits.reads if scope["method"] in _READING else limits.reports
        self._looked_at = False
        self._credential = credential(scope)
        self.address = whose(client[0] if client else "")
        self.holder: str | None = None
        self.level: Level | None = None

    def enter(self) -> None:
        """Take from the bucket that is known before anything is looked up; TooMany if it is empty."""
        if self._path == _FREE:
            return
        if self._path in _PROBED:
            self._need(self._limits.probes.take(self.address))
        elif self._credential is None:
            self._need(self._limits.addresses.take(self.address))
        elif (holder := self._limits.holder(self._credential)) is not None:
            self._need(self._own.take(holder))
            self.holder = holder
        else:
            self._need(self._limits.guesses.look(self.address))
            self.level = None

    def known_as(self, holder: str) -> None:
        """The credential is good and this is its holder, whose own bucket counts now; TooMany if that is empty."""
        if self._credential is not None:
            self._limits.remember(self._credential, holder)
        if self.holder != holder:
            self._need(self._own.take(holder))
            self.holder = holder

    def known_by_address(self) -> None:
        """The credential is good and has any number of holders: the address's bucket counts; TooMany if it is empty."""
        self.holder = None
        self._need(self._limits.addresses.take(self.address))

    @contextmanager
    def proving(self) -> Iterator[None]:
        """A block that looks at what was sent in a key's place: KeyNeeded out of it is a guess, and counts as one."""
        self._looked_at = True
        try:
            yield
        except KeyNeeded:
            self._guessed()
            raise

    def _guessed(self) -> None:
        self.holder = None
        if self._credential is not None:
            self._limits.forget(self._credential)
        self.level = self._limits.guesses.take(self.address, owing=True)

    def leave(self) -> None:
        """Nobody asked for the credential that was sent: then the address pays, so that sending junk saves nothing."""
        if self._credential is None or self._looked_at or self.holder is not None or self.level is not None:
            return
        if self._path != _FREE and not self._limits.addresses.take(self.address).enough:
            self._limits.guesses.take(self.address, owing=True)

    def tell(self, start: Message) -> None:
        """Say in the answer what is left."""
        if self.level is not None:
            MutableHeaders(raw=start["headers"]).update(self.level.headers)

    def _need(self, level: Level) -> None:
        self.level = level
        if not level.enough:
            raise level.refusal


class Metered:
    """Lets a request in if there is a token for it, and says in the answer what is left."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or refuse before anything is looked at."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        caller = Caller(scope["app"].state.context.limits, scope)
        scope.setdefault("state", {})["caller"] = caller
        telling = at_start(send, caller.tell)
        try:
            caller.enter()
        except TooMany as refusal:
            await answer(refusal)(scope, receive, telling)
            return
        try:
            await self._app(scope, receive, telling)
        finally:
            caller.leave()


async def caller(connection: HTTPConnection) -> Caller:
    """Who sends this request."""
    found: Caller = connection.scope["state"]["caller"]
    return found


def credential(scope: Scope) -> bytes | None:
    """The digest of whatever was sent in a key's place; None if nothing was."""
    sent = Headers(scope=scope).getlist("authorization")
    said = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    sent += [f"{name}={value}" for name, value in said if name in CREDENTIALS]
    return hashlib.sha256("\n".join(sent).encode()).digest() if sent else None

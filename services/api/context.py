"""
What every route needs: the process's stores and hub, the bearer of the key, the body within its limit.

All of it is asked for at every request, so it is awaited in the loop, and only who must be looked up is in a thread.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Header, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from domain.errors import Malformed
from services.api.hub import Hub
from services.api.limits import Limits
from services.api.metering import Caller, caller
from services.api.problems import TooLarge, TooSlow
from services.bearers import Bearer
from services.errors import Forbidden, KeyNeeded
from services.folding import Folded
from services.keyring import Keyring
from services.queue import Waker
from services.recording import Desk
from services.tokens import stand_in
from services.wiring import Stores

_MISPLACED: Final = "A key, link or ticket of Scorepad stands in it, and would be kept: it belongs into the header."
_VERSION: Final = re.compile(r'(?:W/)?("?)(?:\d{1,9}-)?(\d{1,16})\1', re.ASCII)


@dataclass(frozen=True, slots=True)
class Context:
    """One API process."""

    stores: Stores
    kept: Folded
    waker: Waker
    hub: Hub
    keyring: Keyring
    limits: Limits

    def wake(self) -> None:
        """Have the workers woken: something was appended."""
        self.waker()

    @property
    def desk(self) -> Desk:
        """Where reports are recorded."""
        return Desk(self.stores, self.kept, self.waker)


async def context(connection: HTTPConnection) -> Context:
    """The process's own things."""
    found: Context = connection.app.state.context
    return found


async def holder(
    here: Annotated[Context, Depends(context)],
    asks: Annotated[Caller, Depends(caller)],
    connection: HTTPConnection,
    authorization: Annotated[str | None, Header()] = None,
) -> Bearer | None:
    """Who asks, by a key or a link in the header, told to the door too; KeyNeeded if it is no good, or TooMany."""
    if authorization is None:
        return None

    def by_header(text: str) -> Bearer:
        kind, _, key = text.partition(" ")
        if kind.lower() != "bearer":
            raise KeyNeeded("Send the key as `Authorization: Bearer sp_…`.")
        return here.keyring.bearer(key.strip())

    return await _let_in(connection, asks, by_header, authorization)


async def _let_in(connection: HTTPConnection, asks: Caller, find: Callable[[str], Bearer], text: str) -> Bearer:
    """Whoever is found: a link to look has any number of holders, of whom each address answers for its own."""
    with asks.proving():
        found = await run_in_threadpool(find, text)
    connection.state.bearer = found
    if "viewer" in found.scopes:
        asks.known_by_address()
    else:
        asks.known_as(found.id)
    return found


async def optional_bearer(
    here: Annotated[Context, Depends(context)],
    asks: Annotated[Caller, Depends(caller)],
    connection: HTTPConnection,
    found: Annotated[Bearer | None, Depends(holder)],
    link: Annotated[str | None, Query(max_length=200, description="A link to a match, instead of the header.")] = None,
) -> Bearer | None:
    """Who reads: by the header, or by a link in the address, which no key may be."""
    if found is not None or link is None:
        return found
    return await _let_in(connection, asks, here.keyring.link, link)


async def stream_bearer(
    here: Annotated[Context, Depends(context)],
    asks: Annotated[Caller, Depends(caller)],
    connection: HTTPConnection,
    found: Annotated[Bearer | None, Depends(optional_bearer)],
    ticket: Annotated[str | None, Query(max_length=200, description="A ticket of `POST /v1/tickets`.")] = None,
) -> Bearer | None:
    """Who follows a stream: also by a ticket in the address, which is good once, for half a minute."""
    if found is not None or ticket is None:
        return found
    return await _let_in(connection, asks, here.keyring.ticket, ticket)


async def bearer(found: Annotated[Bearer | None, Depends(holder)]) -> Bearer:
    """Who acts; KeyNeeded without a key."""
    return _needed(found)


async def log_reader(found: Annotated[Bearer, Depends(bearer)]) -> Bearer:
    """Who may read a whole ledger."""
    return _reads_log(found)


async def log_follower(found: Annotated[Bearer | None, Depends(stream_bearer)]) -> Bearer:
    """Who may follow a whole ledger."""
    return _reads_log(_needed(found))


async def auditor(found: Annotated[Bearer, Depends(bearer)]) -> Bearer:
    """Who may check a whole ledger, hidden cards and all."""
    if not found.scopes & {"director", "auditor"} or found.matches is not None:
        raise Forbidden("A whole ledger takes a key with the scope auditor or director, for all its matches.")
    return found


async def administrator(found: Annotated[Bearer, Depends(bearer)]) -> Bearer:
    """Who makes keys and takes them away."""
    if "admin" not in found.scopes:
        raise Forbidden("This takes a key with the scope admin.")
    return found


def _needed(found: Bearer | None) -> Bearer:
    if found is None:
        raise KeyNeeded("This takes a key: `Authorization: Bearer sp_…`.")
    return found


def _reads_log(found: Bearer) -> Bearer:
    if found.link or not found.scopes & {"reader", "director", "auditor"}:
        raise Forbidden("Reading a ledger takes a key with the scope reader, auditor or director.")
    return found


async def body(request: Request, here: Annotated[Context, Depends(context)]) -> AsyncIterator[bytes]:
    """
    The request's body.

    Errors:
        TooLarge: it is over the limit; no more of it is read.
        TooSlow: it did not come in time.
        Malformed: a key stands in it, which the log would keep for ever.
    """
    settings = here.stores.settings
    limit = settings.batch_bytes
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise TooLarge(limit)
    async with AsyncExitStack() as room:
        whole = bytearray()
        try:
            async with asyncio.timeout(settings.body_seconds):
                async for chunk in request.stream():
                    if len(whole) <= settings.event_bytes < len(whole) + len(chunk):
                        await room.enter_async_context(here.limits.batches)
                    whole += chunk
                    if len(whole) > limit:
                        raise TooLarge(limit)
        except TimeoutError:
            raise TooSlow(settings.body_seconds) from None
        except ClientDisconnect:
            raise HTTPException(400, "The body ended early.") from None
        if stand_in(whole.decode("latin-1")):
            raise Malformed(_MISPLACED)
        yield bytes(whole)


async def idempotency_key(idempotency_key: Annotated[str | None, Header()] = None) -> str | None:
    """The request's own key: 1 to 200 printable ASCII characters, and no bearer key, since it is kept."""
    if idempotency_key is None:
        return None
    if not 1 <= len(idempotency_key) <= 200 or not (idempotency_key.isascii() and idempotency_key.isprintable()):  # noqa: PLR2004
        raise Malformed("Idempotency-Key is 1 to 200 printable ASCII characters.")
    if stand_in(idempotency_key):
        raise Malformed(_MISPLACED)
    return idempotency_key


async def if_match(if_match: Annotated[str | None, Header()] = None) -> int | None:
    """The version that the match must be at, from `If-Match: "17"`."""
    if if_match is None or if_match == "*":
        return None
    found = _VERSION.fullmatch(if_match)
    if found is None:
        raise Malformed('If-Match names a version, such as "17".')
    return int(found[2])


Here = Annotated[Context, Depends(context)]
MaybeBearer = Annotated[Bearer | None, Depends(optional_bearer)]
TheBearer = Annotated[Bearer, Depends(bearer)]
LogReader = Annotated[Bearer, Depends(log_reader)]
LogFollower = Annotated[Bearer, Depends(log_follower)]
StreamBearer = Annotated[Bearer | None, Depends(stream_bearer)]
Administrator = Annotated[Bearer, Depends(administrator)]
Auditor = Annotated[Bearer, Depends(auditor)]
Body = Annotated[bytes, Depends(body)]
IdempotencyKey = Annotated[str | None, Depends(idempotency_key)]
IfMatch = Annotated[int | None, Depends(if_match)]

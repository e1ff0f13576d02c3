"""The application: every route, one context per process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.types import ASGIApp

from services import __version__
from services.api import (
    administration,
    boards,
    docs,
    games,
    health,
    keys,
    ledger,
    links,
    live,
    matches,
    players,
    problems,
    replays,
    schemas,
)
from services.api.context import Context
from services.api.cors import Preflights
from services.api.door import Door
from services.api.headers import Headed
from services.api.hub import Hub
from services.api.limits import Limits
from services.api.metering import Metered
from services.api.openapi import Documented
from services.folding import folded
from services.keyring import Keyring
from services.queue import Waker
from services.web import directing, files, pages, replay, scoring_page, screens, sharing
from services.wiring import Stores

FACES = (
    matches,
    boards,
    replays,
    live,
    links,
    ledger,
    players,
    keys,
    administration,
    games,
    schemas,
    health,
    docs,
    pages,
    screens,
    scoring_page,
    replay,
    directing,
    sharing,
)
"""Every module that has routes."""

_ABOUT = """
Keeps score of card games from an immutable log. Reports go in as events; boards come out, now, then and live.

Keys are sent as `Authorization: Bearer sp_…`. Errors are problem documents with a `code` to act on.
"""


class _Application(Documented):
    """The application, with what holds for every answer around all that answers: its own failures too."""

    def build_middleware_stack(self) -> ASGIApp:
        return Door(Headed(Metered(Preflights(super().build_middleware_stack()))))


def create_app(stores: Stores) -> Documented:
    """The application on the given stores. Reaches for them when it starts, not before."""

    @asynccontextmanager
    async def lifespan(app: Documented) -> AsyncIterator[None]:
        kept, waker, keyring = folded(), Waker(stores.redis), Keyring(stores)
        hub = Hub(stores, kept, keyring)
        app.state.context = Context(stores, kept, waker, hub, keyring, Limits(stores.settings))
        await hub.start()
        yield
        await hub.stop()
        waker.stop()

    app = _Application(
        title="Scorepad",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    problems.install(app)
    for module in FACES:
        _summarise(module.router)
        app.include_router(module.router)
    docs.mount_assets(app)
    files.mount_static(app)
    return app


def _summarise(router: APIRouter) -> None:
    """Let the documentation call each route by the first sentence of its docstring."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            route.summary = (route.endpoint.__doc__ or "").strip().partition("\n")[0].rstrip(".")

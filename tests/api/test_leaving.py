"""Viewers who leave: whatever the way, the hub forgets them."""

import asyncio

import pytest

from services import seeing
from services.api.hub import Hub
from services.folding import Folded
from services.keyring import Keyring
from services.seeing import Listed
from services.wiring import Stores
from tests.people import Table


@pytest.fixture
def matches(stores: Stores) -> list[Listed]:
    table = Table(stores)
    found = [table.open() for _ in range(3)]
    table.drain()
    return [seeing.find(stores, table.kept, None, match) for match in found]


def test_a_viewer_who_leaves_while_coming_is_forgotten(stores: Stores, matches: list[Listed]) -> None:
    async def scene() -> tuple[int, int]:
        hub = Hub(stores, Folded(), Keyring(stores))

        async def watch() -> None:
            async with hub.watching(None, matches):
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(watch()) for _ in range(20)]
        for pause in range(20):
            await asyncio.sleep(0)
            tasks[pause].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*hub._chores)
        return hub.viewers, len(hub._topics)

    assert asyncio.run(scene()) == (0, 0)


def test_who_stays_is_not_forgotten_with_who_leaves(stores: Stores, matches: list[Listed]) -> None:
    async def scene() -> tuple[int, int]:
        hub = Hub(stores, Folded(), Keyring(stores))
        async with hub.watching(None, matches[:1]) as viewer:
            async with hub.watching(None, matches):
                pass
            await asyncio.gather(*hub._chores)
            return len(viewer.topics[0].viewers), len(hub._topics)

    assert asyncio.run(scene()) == (1, 1)

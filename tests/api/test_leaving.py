"""Viewers who leave: whatever the way, the hub forgets them."""

import asyncio

import pytest

from services.api.hub import Hub
from services.wiring import Stores
from tests.people import Table


@pytest.fixture
def matches(stores: Stores) -> list[str]:
    table = Table(stores)
    found = [table.open() for _ in range(3)]
    table.drain()
    return found


def test_a_viewer_who_leaves_while_coming_is_forgotten(stores: Stores, matches: list[str]) -> None:
    async def scene() -> tuple[int, int]:
        hub = Hub(stores)

        async def watch() -> None:
            async with hub.watching(matches):
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(watch()) for _ in range(20)]
        for pause in range(20):
            await asyncio.sleep(0)
            tasks[pause].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*hub._chores)
        return hub.viewers, len(hub._topics)

    assert asyncio.run(scene()) == (0, 0)


def test_who_stays_is_not_forgotten_with_who_leaves(stores: Stores, matches: list[str]) -> None:
    async def scene() -> tuple[int, int]:
        hub = Hub(stores)
        async with hub.watching(matches[:1]) as (_, (topic,)):
            async with hub.watching(matches):
                pass
            await asyncio.gather(*hub._chores)
            return len(topic.viewers), len(hub._topics)

    assert asyncio.run(scene()) == (1, 1)

"""Beats: a stream shows that it is alive, however quiet its matches are."""

import asyncio
from contextlib import suppress
from time import monotonic

from services.api.context import Context
from services.api.streams import frame
from services.api.topics import Topic


class Beats:
    """When a stream shows that it is alive: at its interval, however much else it says."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = monotonic() + seconds

    async def due(self, news: asyncio.Event) -> bool:
        """Wait for news or for the next beat; whether it is time for the beat."""
        with suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), max(self._next - monotonic(), 0))
        if monotonic() < self._next:
            return False
        self._next = monotonic() + self._seconds
        return True


def beat(here: Context, topic: Topic) -> bytes:
    """A match's beat: its version, and whether news comes at once or within a second."""
    return frame("beat", {"match": topic.match, "version": topic.version, "live": here.hub.on_redis})

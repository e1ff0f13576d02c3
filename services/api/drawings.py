"""Streams of what pages show: each match drawn anew when it changed, once for all who look at it alike."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from services.api.beats import Beats, beat
from services.api.context import Context
from services.api.streams import frame
from services.api.topics import Drawing, Topic, Viewer
from services.bearers import Bearer
from services.errors import StoreAway, UnknownBoard, UnknownMatch
from services.seeing import Listed
from services.web import drawing
from services.web.drawing import Manner


async def stream(here: Context, bearer: Bearer | None, shown: Sequence[tuple[Listed, Manner]]) -> AsyncIterator[bytes]:
    """Each match in its manner, and again whenever it changed; `beat` and `bye` as every stream has them."""
    async with here.hub.watching(bearer, [match for match, _ in shown]) as viewer:
        looks = [_Look(topic, manner) for topic, (_, manner) in zip(viewer.topics, shown, strict=True)]
        try:
            async for chunk in _chunks(here, viewer, looks):
                yield chunk
        finally:
            for look in looks:
                look.end()


async def _chunks(here: Context, viewer: Viewer, looks: Sequence["_Look"]) -> AsyncIterator[bytes]:
    beats = Beats(here.stores.settings.beat_seconds)
    while True:
        viewer.news.clear()
        chunk = b""
        try:
            chunk = b"".join([await look.news(here) for look in looks])
        except UnknownMatch:
            viewer.end()
        if viewer.ended:
            yield frame("bye", {})
            return
        if chunk:
            yield chunk
        if await beats.due(viewer.news):
            yield b"".join(beat(here, topic) for topic in viewer.topics)


class _Look:
    """What one viewer was sent of one match."""

    def __init__(self, topic: Topic, manner: Manner) -> None:
        self._topic = topic
        self._drawing = topic.drawings.setdefault(manner, Drawing())
        self._drawing.looking += 1
        self._manner = manner
        self._count = -1
        self._sent = b""

    def end(self) -> None:
        """Look no more; what nobody looks at is not kept."""
        self._drawing.looking -= 1
        if not self._drawing.looking:
            self._topic.drawings.pop(self._manner, None)

    async def news(self, here: Context) -> bytes:
        """The newest drawing if it is another than the last; nothing else, and nothing while the database is away."""
        topic = self._topic
        if self._count == topic.count:
            return b""

        def draw() -> bytes:
            return frame("drawn", drawing.drawn(here.stores, here.kept, topic.reader, topic.match, self._manner).text)

        with suppress(StoreAway, UnknownBoard):
            self._count, found = await self._drawing.newest(lambda: topic.count, lambda: run_in_threadpool(draw))
            if found != self._sent:
                self._sent = found
                return found
        return b""

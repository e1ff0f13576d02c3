"""One hub per process: what Redis says and what SQL knows, to every viewer, with no queue per viewer."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError
from starlette.concurrency import run_in_threadpool

from services import live, scoreboard
from services.errors import StoreAway
from services.live import BOARD, FEED
from services.scoreboard import Stamp, Stored
from services.wiring import EVERY, Stores

_RING: Final = 64
"""Frames kept for viewers that are a little behind; who is further behind gets each newest board."""
_COMPARE_SECONDS: Final = 1.0
_RETRY_SECONDS: Final = (0.1, 0.5, 1.0, 2.0, 5.0)

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Topic:
    """What is known of one match: each board's newest frame, the last frames, who waits for more."""

    match: str
    newest: dict[str, tuple[Stamp, bytes]] = field(default_factory=dict)
    ring: deque[tuple[int, str, bytes]] = field(default_factory=lambda: deque(maxlen=_RING))
    count: int = 0
    viewers: set[asyncio.Event] = field(default_factory=set)
    filled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def version(self) -> int:
        """The newest version shown."""
        return max((stamp.version for stamp, _ in self.newest.values()), default=0)

    def offer(self, board: Stored) -> None:
        """Take a board if it is newer than the one shown, and wake the viewers."""
        stamp, known = live.stamp(board), self.newest.get(board.name)
        if not stamp.newer_than(known[0] if known else None):
            return
        frame = f"event: board\ndata: {board.body}\n\n".encode()
        self.newest[board.name] = (stamp, frame)
        self.count += 1
        self.ring.append((self.count, board.name, frame))
        for viewer in self.viewers:
            viewer.set()

    def since(self, cursor: int, names: frozenset[str] | None) -> bytes:
        """The frames after a cursor; each newest board where that lies too far back."""
        if cursor < self.count - len(self.ring):
            return b"".join(frame for name, (_, frame) in self.newest.items() if not names or name in names)
        return b"".join(frame for number, name, frame in self.ring if number > cursor and (not names or name in names))


class Hub:
    """Follows the matches and ledgers that somebody watches."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._topics: dict[str, Topic] = {}
        self._ledgers: dict[str, set[asyncio.Event]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._chores: set[asyncio.Task[None]] = set()
        self._pubsub: PubSub | None = None
        self._everybody: set[asyncio.Event] = set()
        self.on_redis = False
        self.closing = False

    async def start(self) -> None:
        """Begin to listen and to compare."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._compare())]

    async def stop(self) -> None:
        """Stop listening."""
        tasks = [*self._tasks, *self._chores]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def say_goodbye(self) -> None:
        """Have every stream end with `bye`. Runs in the loop's thread."""
        self.closing = True
        for viewer in self._everybody:
            viewer.set()

    @property
    def viewers(self) -> int:
        """Open streams."""
        return len(self._everybody)

    @asynccontextmanager
    async def watching(
        self, matches: Iterable[str] = (), ledger: str | None = None
    ) -> AsyncIterator[tuple[asyncio.Event, list[Topic]]]:
        """Follow matches, or a ledger's feed, for one viewer: an event that is set when there is news."""
        news = asyncio.Event()
        self._everybody.add(news)
        topics = [self._topic(match, news) for match in matches]
        if ledger is not None:
            self._ledgers.setdefault(ledger, set()).add(news)
        try:
            for topic in topics:
                await topic.filled.wait()
            yield news, topics
        finally:
            # Nothing is awaited here: who is cut off is cancelled again at every await.
            self._everybody.discard(news)
            if ledger is not None:
                self._ledgers[ledger].discard(news)
            for topic in topics:
                topic.viewers.discard(news)
                self._forget(topic)

    def _topic(self, match: str, news: asyncio.Event) -> Topic:
        topic = self._topics.get(match)
        if topic is None:
            topic = self._topics[match] = Topic(match)
            self._see_to(self._fill(topic))
        topic.viewers.add(news)
        return topic

    async def _fill(self, topic: Topic) -> None:
        try:
            await self._subscribe(topic.match)
            with suppress(StoreAway):
                for board in await run_in_threadpool(self._read, [topic.match]):
                    topic.offer(board)
        finally:
            topic.filled.set()

    def _forget(self, topic: Topic) -> None:
        if not topic.viewers and self._topics.get(topic.match) is topic:
            del self._topics[topic.match]
            self._see_to(self._unsubscribe(topic.match))

    async def _unsubscribe(self, match: str) -> None:
        if self._pubsub is None or not self.on_redis or match in self._topics:
            return
        with suppress(RedisError, OSError):
            await self._pubsub.punsubscribe(_pattern(match))
            if match in self._topics:
                await self._subscribe(match)

    def _see_to(self, chore: Coroutine[Any, Any, None]) -> None:
        """Do what a viewer needs though the viewer may be gone before it is done."""
        task = asyncio.create_task(chore)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _subscribe(self, match: str) -> None:
        if self._pubsub is not None and self.on_redis:
            with suppress(RedisError, OSError):
                await self._pubsub.psubscribe(_pattern(match))

    async def _listen(self) -> None:
        """Follow Redis, and come back to it whenever it was away; SQL bridges the time between."""
        failures = 0
        while True:
            client = Redis.from_url(
                self._stores.settings.redis, socket_connect_timeout=1, socket_timeout=5, health_check_interval=5
            )
            try:
                async with client.pubsub(ignore_subscribe_messages=True) as pubsub:
                    self._pubsub = pubsub
                    await pubsub.psubscribe(f"{FEED}*", *(_pattern(match) for match in self._topics))
                    self.on_redis, failures = True, 0
                    await self._follow(pubsub)
            except (RedisError, OSError) as error:
                _log.warning("redis_away", error=type(error).__name__)
            finally:
                self.on_redis, self._pubsub = False, None
                with suppress(RedisError, OSError):
                    await client.aclose()
            await asyncio.sleep(_RETRY_SECONDS[min(failures, len(_RETRY_SECONDS) - 1)])
            failures += 1

    async def _follow(self, pubsub: PubSub) -> None:
        while True:
            message = await pubsub.get_message(timeout=2)
            if message is not None:
                self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        channel: bytes = message["channel"]
        if channel.startswith(FEED.encode()):
            for viewer in self._ledgers.get(channel.decode(errors="replace").removeprefix(FEED), ()):
                viewer.set()
            return
        board = live.read_message(channel, message["data"])
        topic = self._topics.get(board.match) if board else None
        if board and topic:
            topic.offer(board)

    async def _compare(self) -> None:
        """Once a second, Redis or not, bring every watched board up to what SQL has."""
        while True:
            await asyncio.sleep(_COMPARE_SECONDS)
            with suppress(StoreAway):
                await self._catch_up()
            for viewers in self._ledgers.values():
                for viewer in viewers:
                    viewer.set()

    async def _catch_up(self) -> None:
        if not self._topics:
            return
        stamps = await run_in_threadpool(self._stamps, list(self._topics))
        behind = [match for match, stamp in stamps.items() if self._is_behind(match, stamp)]
        if behind:
            for board in await run_in_threadpool(self._read, behind):
                if board.match in self._topics:
                    self._topics[board.match].offer(board)

    def _is_behind(self, match: str, stamp: Stamp) -> bool:
        topic = self._topics.get(match)
        if topic is None:
            return False
        return not topic.newest or any(stamp.newer_than(shown) for shown, _ in topic.newest.values())

    def _stamps(self, matches: list[str]) -> dict[str, Stamp]:
        with self._stores.reading(EVERY) as connection:
            return scoreboard.stamps(connection, matches)

    def _read(self, matches: list[str]) -> list[Stored]:
        with self._stores.reading(EVERY) as connection:
            return scoreboard.of_matches(connection, matches)


def _pattern(match: str) -> str:
    return f"{BOARD}{match}:*"

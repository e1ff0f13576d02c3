"""One hub per process: what Redis says and what SQL knows, to every viewer, with no queue per viewer."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError
from starlette.concurrency import run_in_threadpool

from services import live, reading, scoreboard
from services.api.topics import Circle, Topic, Viewer, circle
from services.bearers import Bearer
from services.errors import StoreAway, UnknownBoard, UnknownMatch
from services.folding import Folded
from services.keyring import Keyring
from services.live import BOARD, FEED
from services.scoreboard import Standing, Stored
from services.seeing import Listed
from services.wiring import EVERY, Stores

_COMPARE_SECONDS: Final = 1.0
_RETRY_SECONDS: Final = (0.1, 0.5, 1.0, 2.0, 5.0)

_log = structlog.get_logger(__name__)


class Hub:
    """Follows the matches and ledgers that somebody watches."""

    def __init__(self, stores: Stores, kept: Folded, keyring: Keyring) -> None:
        self._stores = stores
        self._kept = kept
        self._keyring = keyring
        self._topics: dict[str, dict[Circle, Topic]] = {}
        self._ledgers: dict[str, set[Viewer]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._chores: set[asyncio.Task[object]] = set()
        self._pubsub: PubSub | None = None
        self._everybody: set[Viewer] = set()
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
            viewer.end()

    @property
    def viewers(self) -> int:
        """Open streams."""
        return len(self._everybody)

    @asynccontextmanager
    async def watching(
        self, bearer: Bearer | None, matches: Iterable[Listed] = (), ledger: str | None = None
    ) -> AsyncIterator[Viewer]:
        """Follow matches, or a ledger's feed, for one viewer, whose `news` is set when there is some."""
        viewer = Viewer(bearer, ended=self.closing)
        self._everybody.add(viewer)
        viewer.topics = [self._topic(match, viewer) for match in matches]
        if ledger is not None:
            self._ledgers.setdefault(ledger, set()).add(viewer)
        try:
            for topic in viewer.topics:
                await topic.filled.wait()
            yield viewer
        finally:
            # Nothing is awaited here: who is cut off is cancelled again at every await.
            self._everybody.discard(viewer)
            if ledger is not None:
                self._ledgers[ledger].discard(viewer)
            for topic in viewer.topics:
                topic.viewers.discard(viewer)
                self._forget(topic)

    def _topic(self, match: Listed, viewer: Viewer) -> Topic:
        of = self._topics.setdefault(match.id, {})
        seen_with = circle(viewer.bearer, match.ledger, match.id)
        topic = of.get(seen_with)
        if topic is None:
            topic = of[seen_with] = Topic(match.id, seen_with, viewer.bearer)
            self._see_to(self._fill(topic))
        topic.viewers.add(viewer)
        return topic

    async def _fill(self, topic: Topic) -> None:
        try:
            await self._subscribe(topic.match)
            with suppress(StoreAway):
                await self._offer([topic])
        finally:
            topic.filled.set()

    def _forget(self, topic: Topic) -> None:
        of = self._topics.get(topic.match, {})
        if topic.viewers or of.get(topic.circle) is not topic:
            return
        del of[topic.circle]
        if not of:
            del self._topics[topic.match]
            self._see_to(self._unsubscribe(topic.match))

    async def _unsubscribe(self, match: str) -> None:
        if self._pubsub is None or not self.on_redis or match in self._topics:
            return
        with suppress(RedisError, OSError):
            await self._pubsub.punsubscribe(_pattern(match))
            if match in self._topics:
                await self._subscribe(match)

    def _see_to(self, chore: Coroutine[Any, Any, object]) -> None:
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
                self._try_to_hear(message)

    def _try_to_hear(self, message: dict[str, Any]) -> None:
        """Hear a message, whatever it is: one that somebody else published must not end the listening."""
        try:
            self._hear(message)
        except Exception as error:  # noqa: BLE001  nothing is lost: what is true is in SQL, and looked up within a second
            _log.error("message_unfit", error=type(error).__name__)

    def _hear(self, message: dict[str, Any]) -> None:
        channel: bytes = message["channel"]
        if channel.startswith(FEED.encode()):
            for viewer in self._ledgers.get(channel.decode(errors="replace").removeprefix(FEED), ()):
                viewer.news.set()
            return
        board = live.read_message(channel, message["data"])
        for topic in list(self._topics.get(board.match, {}).values()) if board else ():
            if board and topic.shows(board.visibility):
                topic.offer(board)
            elif not topic.due:
                topic.due = True
                self._see_to(self._look(topic))

    async def _look(self, topic: Topic) -> bool:
        """Look up what a circle may see of a match that it sees a part of; False if that cannot be done now."""
        topic.due = False
        try:
            topic.look(await run_in_threadpool(reading.boards_for, self._stores, self._kept, topic.reader, topic.match))
        except UnknownMatch:
            topic.end()
        except (StoreAway, UnknownBoard):
            return False
        return True

    async def _compare(self) -> None:
        """Once a second, Redis or not, bring every watched board up to what SQL has, and end what nobody may see."""
        while True:
            await asyncio.sleep(_COMPARE_SECONDS)
            try:
                await self._let_go()
                await self._catch_up()
                await run_in_threadpool(self._keyring.write_down)
            except StoreAway:
                pass
            except Exception as error:  # noqa: BLE001  who is revoked must be let go the next time all the same
                _log.error("not_compared", error=type(error).__name__)
            for viewers in self._ledgers.values():
                for viewer in viewers:
                    viewer.news.set()

    async def _let_go(self) -> None:
        """End the streams of keys and links that were revoked or have ended."""
        holding = [viewer for viewer in self._everybody if viewer.bearer is not None]
        held = {viewer.bearer for viewer in holding if viewer.bearer is not None}
        good = await run_in_threadpool(self._keyring.good, held)
        for viewer in holding:
            if viewer.bearer not in good:
                viewer.end()

    async def _catch_up(self) -> None:
        topics = [topic for of in self._topics.values() for topic in of.values()]
        if topics:
            standing = await run_in_threadpool(self._standing, list(self._topics))
            await self._offer([topic for topic in topics if _is_behind(topic, standing.get(topic.match))])

    async def _offer(self, topics: Sequence[Topic]) -> None:
        """Bring topics up to what SQL has now."""
        if not topics:
            return
        standing = await run_in_threadpool(self._standing, [topic.match for topic in topics])
        stored: dict[str, list[Stored]] = {}
        for board in await run_in_threadpool(self._read, [topic.match for topic in topics]):
            stored.setdefault(board.match, []).append(board)
        for topic in topics:
            now = standing.get(topic.match)
            if now is not None and topic.is_ahead(now.head):
                topic.forget()
            if now is not None and not topic.shows(now.visibility):
                if await self._look(topic):
                    topic.looked = now.head.version
                continue
            for board in stored.get(topic.match, ()):
                if topic.shows(board.visibility):
                    topic.offer(board)

    def _standing(self, matches: list[str]) -> dict[str, Standing]:
        with self._stores.reading(EVERY) as connection:
            return scoreboard.standing(connection, matches)

    def _read(self, matches: list[str]) -> list[Stored]:
        with self._stores.reading(EVERY) as connection:
            return scoreboard.of_matches(connection, matches)


def _is_behind(topic: Topic, now: Standing | None) -> bool:
    """Whether a topic has to be brought up: something is newer, or time alone may have shown more."""
    if now is None:
        return False
    if topic.shows(now.visibility):
        shown = [stamp for stamp, _ in topic.newest.values()]
        behind = not shown or any(now.stamp is not None and now.stamp.newer_than(stamp) for stamp in shown)
        return (now.stamp is not None and behind) or topic.is_ahead(now.head)
    return topic.looked < now.head.version or now.visibility == "delayed"


def _pattern(match: str) -> str:
    return f"{BOARD}{match}:*"

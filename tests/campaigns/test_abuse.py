"""
Everybody at once who means no good: huge bodies, slow senders, floods of connections, forged keys. Play goes on.

A little of it in every run; `SCOREPAD_TEST_ABUSE=1` is the campaign that docs/guarantees.md gives the figures of.
"""

import asyncio
import itertools
import logging
import os
import resource
import string
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest

from services import keys, tokens
from services.config import Settings
from tests.chance import dice
from tests.conftest import fresh_database
from tests.servers import Api, serving_process

figures = logging.getLogger(__name__).info
SHARE = float(os.environ.get("SCOREPAD_TEST_ABUSE", "0.1"))
PASS = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
MIB = 1024 * 1024
HEAD_SECONDS, BODY_SECONDS = 2.0, 3.0
CONNECTIONS, GUESSES = 1000, 300
"""What an address may have here: less than by default, so that it is met."""
MOST_GROWN = 96 * MIB
"""Bytes that the process may grow by: what the largest bodies that may be held at once, and their connections, take."""
ROUND_SECONDS = 120.0

pytestmark = pytest.mark.slow


def some(most: int) -> int:
    """That many of a campaign's, in this run."""
    return max(4, int(most * SHARE))


@dataclass
class Tablet:
    """A table that goes on reporting with a good key, whatever happens around it."""

    api: Api
    match: str
    statuses: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0

    def report_until(self, over: Event) -> None:
        """Report again and again until it is over, and once after."""
        client = self.api.holding(keys.create(self.api.stores, ("director",)).key)
        while True:
            last = over.is_set()
            started = time.monotonic()
            answer = client.post(f"/v1/matches/{self.match}/events", json=PASS)
            self.slowest = max(self.slowest, time.monotonic() - started)
            self.statuses[answer.status_code] += 1
            if last:
                return
            over.wait(0.05)


@dataclass
class Watch:
    """The memory of the serving process, looked at all the time."""

    pid: int
    peak: int = 0

    def now(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize()

    def look_until(self, over: Event) -> None:
        """Note the most there is until it is over."""
        while not over.wait(0.02):
            self.peak = max(self.peak, self.now())


@pytest.fixture(scope="module")
def house(
    request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Api, int]]:
    """An API in a process of its own, as it is served, that waits less long than it usually would."""
    folder = tmp_path_factory.mktemp("abuse")
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    given: dict[str, Any] = {"redis_url": redis_url, "data": folder}
    hasty = {"head_seconds": HEAD_SECONDS, "body_seconds": BODY_SECONDS}
    strict = {"connections_per_address": CONNECTIONS, "guesses_per_minute": GUESSES, "log_level": "error"}
    with fresh_database(request, "postgresql", folder) as url:
        here = Settings(database_url=url, **given, **hasty, **strict, _env_file=None)
        with serving_process(here, folder / "errors") as (api, process):
            yield api, process.pid
            assert process.poll() is None, "the process is gone"
        assert not (folder / "errors").read_text(), "something went wrong in there"


@contextmanager
def play_goes_on(house: tuple[Api, int], name: str) -> Iterator[Counter[str]]:
    """A block in which nobody who means well notices anything, and memory stays flat; it counts what was answered."""
    api, pid = house
    over, answered = Event(), Counter[str]()
    tablet, watch = Tablet(api, api.open()), Watch(pid)
    warm(api, tablet.match)
    before, started = watch.now(), time.monotonic()
    threads = [Thread(target=work, args=(over,)) for work in (tablet.report_until, watch.look_until)]
    for thread in threads:
        thread.start()
    try:
        yield answered
    finally:
        over.set()
        for thread in threads:
            thread.join(90)
    seconds, grown = time.monotonic() - started, watch.peak - before
    figures(
        "%s: %s in %.1f s; %d reports taken meanwhile, the slowest %.2f s; memory %.0f MiB, at most %.1f MiB more",
        *(name, dict(answered), seconds, tablet.statuses[201], tablet.slowest, before / MIB, grown / MIB),
    )
    assert set(tablet.statuses) == {201}, tablet.statuses
    assert not [status for status in answered if status.startswith("5")], answered
    assert grown < MOST_GROWN


def warm(api: Api, match: str) -> None:
    """Have the process import, open and cache what it needs for every kind of request."""
    client = api.as_("director")
    batch = b'{"events":[]}'.ljust(MIB - 10)
    for _ in range(20):
        client.post(f"/v1/matches/{match}/events", json=PASS)
        client.post(f"/v1/matches/{match}/events", content=batch)
        client.get(f"/v1/matches/{match}")
        api.as_().get("/v1/matches", headers={"Authorization": "Bearer x"})


@pytest.mark.parametrize("framed", ["declared", "chunked"])
@pytest.mark.parametrize("bearing", ["a good key", "no key"])
def test_huge_bodies_are_refused_and_held_by_nobody(house: tuple[Api, int], framed: str, bearing: str) -> None:
    api = house[0]
    match, size = api.open(), max(4, int(100 * SHARE)) * MIB
    key = api.as_("director").headers["authorization"] if bearing == "a good key" else None

    async def post(answered: Counter[str]) -> None:
        reader, writer = await connected(api)
        head = f"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: x\r\n"
        head += f"Authorization: {key}\r\n" if key else ""
        head += f"Content-Length: {size}" if framed == "declared" else "Transfer-Encoding: chunked"
        writer.write(f"{head}\r\n\r\n".encode())
        piece = b" " * 65_536
        said = piece if framed == "declared" else b"10000\r\n" + piece + b"\r\n"
        answer = asyncio.create_task(status(reader))
        with suppress(ConnectionError):
            for _ in range(size // len(piece)):
                writer.write(said)
                await writer.drain()
        answered[await answer] += 1
        await left(writer)

    with play_goes_on(house, f"bodies of {size // MIB} MiB, {framed}, with {bearing}") as answered:
        run([post] * max(20, int(100 * SHARE)), answered)

    refused = "413" if bearing == "a good key" else "401"
    assert set(answered) <= {refused, "cut off"}
    assert answered[refused] > answered["cut off"]


@pytest.mark.parametrize("what", ["head", "body"])
def test_slow_senders_are_let_go(house: tuple[Api, int], what: str) -> None:
    api, number = house[0], max(100, int(400 * SHARE))
    key, match = api.as_("director").headers["authorization"], api.open()
    head = f"POST /v1/matches/{match}/events HTTP/1.1\r\nHost: x\r\nAuthorization: {key}\r\nContent-Length: 60000\r\n"

    async def drip(answered: Counter[str]) -> None:
        reader, writer = await connected(api)
        if what == "body":
            writer.write(head.encode() + b"\r\n")
        answer = asyncio.create_task(status(reader))
        letters = itertools.repeat(" ") if what == "body" else itertools.chain(head, itertools.repeat("x"))
        with suppress(ConnectionError):
            while not answer.done():
                writer.write(next(letters).encode())
                await asyncio.wait([answer], timeout=1)
        answered[await answer] += 1
        await left(writer)

    started = time.monotonic()
    with play_goes_on(house, f"{number} slow senders of a {what}") as answered:
        run([drip] * number, answered)

    assert answered == {"408": number}
    assert time.monotonic() - started < 60


def test_a_flood_of_connections_leaves_room_for_those_who_play(house: tuple[Api, int]) -> None:
    api, number = house[0], min(max(1500, int(5000 * SHARE)), resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200)
    addresses = itertools.cycle(["127.0.8.1", "127.0.8.2"])

    async def come_and_stay(answered: Counter[str]) -> None:
        try:
            reader, writer = await connected(api, next(addresses))
        except ConnectionError:
            answered["cut off"] += 1
            return
        answered[await status(reader)] += 1
        await left(writer)

    started = time.monotonic()
    with play_goes_on(house, f"{number} connections that say nothing") as answered:
        run([come_and_stay] * number, answered)
    lives = 1 + (time.monotonic() - started) / HEAD_SECONDS

    assert set(answered) <= {"closed", "429", "cut off"}
    assert answered["closed"] <= 2 * CONNECTIONS * lives


def test_heaps_of_requests_are_held_by_nobody(house: tuple[Api, int]) -> None:
    api, number = house[0], max(50, int(300 * SHARE))
    heap = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n" * 7000

    async def heaped(answered: Counter[str]) -> None:
        reader, writer = await connected(api, "127.0.9.1")
        with suppress(ConnectionError):
            writer.write(heap)
            await writer.drain()
        answered[await status(reader)] += 1
        await left(writer)

    with play_goes_on(house, f"{number} heaps of 7000 requests") as answered:
        run([heaped] * number, answered)

    assert set(answered) <= {"200", "429", "closed", "cut off"}


def test_a_flood_of_forged_keys_asks_the_database_little(house: tuple[Api, int]) -> None:
    api, number = house[0], max(3000, int(40_000 * SHARE))
    chance = dice("forged keys")

    def forged() -> str:
        id_, secret = ("".join(chance.choices(string.ascii_letters, k=length)) for length in (10, 43))
        return tokens.write("sp", "director", id_, secret)

    def asking() -> bytes:
        return f"GET /v1/matches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {forged()}\r\n\r\n".encode()

    async def guess(answered: Counter[str]) -> None:
        reader, writer = await connected(api, "127.0.9.9")
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            for _ in range(number // 20):
                writer.write(asking())
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
                await reader.readexactly(int(length.split(b":")[1]))
                answered[head.split()[1].decode()] += 1
        writer.close()

    started = time.monotonic()
    with play_goes_on(house, f"{number} forged keys") as answered:
        run([guess] * 20, answered)
    seconds = time.monotonic() - started

    assert answered.total() == number // 20 * 20
    assert set(answered) == {"401", "429"}
    assert answered["401"] <= GUESSES * (1 + seconds / 60) + 20


def run(work: list[Callable[[Counter[str]], Awaitable[None]]], answered: Counter[str]) -> None:
    """Do all of that at once, within the round."""

    async def all_of_it() -> None:
        async with asyncio.timeout(ROUND_SECONDS):
            await asyncio.gather(*(each(answered) for each in work))

    asyncio.run(all_of_it())


async def connected(api: Api, address: str | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection, from one of this machine's own addresses."""
    host = urlsplit(api.url)
    local = (address, 0) if address else None
    return await asyncio.open_connection(host.hostname, host.port, local_addr=local)


async def status(reader: asyncio.StreamReader) -> str:
    """What was answered in the end: a status, nothing, or a connection cut off."""
    try:
        return (await reader.readuntil(b"\r\n")).split()[1].decode()
    except asyncio.IncompleteReadError:
        return "closed"
    except ConnectionError:
        return "cut off"


async def left(writer: asyncio.StreamWriter) -> None:
    """Be gone."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()

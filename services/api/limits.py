"""How much one key or one address may ask for: token buckets, and streams that are open. All of it in this process."""

from asyncio import Semaphore
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from time import monotonic
from typing import Final

from cachetools import LRUCache

from services.api.problems import TooMany
from services.config import Settings

Clock = Callable[[], float]

_MINUTE: Final = 60
_REMEMBERED: Final = 20_000
"""Buckets kept of each kind. Whoever is forgotten begins again with a full one."""
_PROBES: Final = 600
"""Questions a minute after readiness and figures, of each address: they cost queries, and belong to nobody else."""
_BATCHES: Final = 8
"""Bodies larger than one event's that are held at once; the others wait their turn, with nothing of them read."""
_NETWORK: Final = 64
"""Bits of an IPv6 address that say whose it is; with the others a home alone has more than could be counted."""


@dataclass(frozen=True, slots=True)
class Level:
    """What is left in a bucket, and whether that was enough."""

    quota: str
    most: int
    left: int
    wait: int
    enough: bool

    @property
    def headers(self) -> dict[str, str]:
        """As draft-ietf-httpapi-ratelimit-headers-11 tells it; `t` is when one more request comes in."""
        return {
            "RateLimit-Policy": f'"{self.quota}";q={self.most};w={_MINUTE}',
            "RateLimit": f'"{self.quota}";r={self.left};t={self.wait}',
        }

    @property
    def refusal(self) -> TooMany:
        """What whoever found the bucket empty is answered."""
        detail = f"At most {self.most} requests a minute ({self.quota}): wait {self.wait} s."
        return TooMany(429, "rate_limited", detail, self.wait, self.headers)


class Buckets:
    """A bucket for each who asks: full at first, refilled evenly within a minute. Safe in threads."""

    def __init__(self, quota: str, most: int, clock: Clock = monotonic) -> None:
        self._quota, self._most, self._clock = quota, most, clock
        self._rate = most / _MINUTE
        self._held: LRUCache[str, tuple[float, float]] = LRUCache(_REMEMBERED)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._held)

    def take(self, whose: str, *, owing: bool = False) -> Level:
        """Take one token, if there is one; `owing` where what it pays for is done, and is owed if there is none."""
        with self._lock:
            now = self._clock()
            left = self._left(whose, now)
            enough = left >= 1
            left -= enough or owing
            self._held[whose] = (max(left, -self._most), now)
        return self._level(left, enough=enough)

    def look(self, whose: str) -> Level:
        """What is there, with nothing taken."""
        with self._lock:
            left = self._left(whose, self._clock())
        return self._level(left, enough=left >= 1)

    def _left(self, whose: str, now: float) -> float:
        left, then = self._held.get(whose, (float(self._most), now))
        return min(self._most, left + (now - then) * self._rate)

    def _level(self, left: float, *, enough: bool) -> Level:
        missing = 1 - (left % 1 if left > 0 else left)
        return Level(self._quota, self._most, max(0, int(left)), max(1, ceil(missing / self._rate)), enough)


class Streams:
    """Streams that are open. Only used in the loop's thread."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.streams
        self._most_of_each = {True: settings.streams_per_key, False: settings.streams_per_address}
        self._open: Counter[tuple[str, bool]] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    @contextmanager
    def held(self, whose: str, *, by_key: bool) -> Iterator[None]:
        """Count a stream for as long as the block lasts, however it ends; TooMany if there is no room for it."""
        if len(self) >= self._most:
            raise TooMany(503, "too_many_streams", "This server holds as many streams as it can.", 5)
        most, which = self._most_of_each[by_key], (whose, by_key)
        if self._open[which] >= most:
            said = "key" if by_key else "address"
            raise TooMany(429, "too_many_streams", f"One {said} may hold {most} streams open: close one first.", 5)
        self._open[which] += 1
        try:
            yield
        finally:
            self._open[which] -= 1
            if not self._open[which]:
                del self._open[which]


class Limits:
    """Every limit of one process that depends on who asks."""

    def __init__(self, settings: Settings, clock: Clock = monotonic) -> None:
        self.reports = Buckets("reports", settings.reports_per_minute, clock)
        self.reads = Buckets("reads", settings.reads_per_minute, clock)
        self.addresses = Buckets("address", settings.address_per_minute, clock)
        self.guesses = Buckets("guesses", settings.guesses_per_minute, clock)
        self.probes = Buckets("probes", _PROBES, clock)
        self.streams = Streams(settings)
        self.batches = Semaphore(_BATCHES)
        self._good: LRUCache[bytes, str] = LRUCache(_REMEMBERED)
        self._lock = Lock()

    def holder(self, credential: bytes) -> str | None:
        """Whose credential it is, by its digest, if it was good here and was not refused since."""
        with self._lock:
            return self._good.get(credential)

    def remember(self, credential: bytes, holder: str) -> None:
        """Know a credential that was found good."""
        with self._lock:
            self._good[credential] = holder

    def forget(self, credential: bytes) -> None:
        """No longer know a credential that was refused."""
        with self._lock:
            self._good.pop(credential, None)


def whose(address: str) -> str:
    """
    Who an address belongs to, as far as limits go: IPv6 by the network, IPv4 by the address, however it is written.

    >>> whose("2001:db8:1:2:3:4:5:6"), whose("::ffff:192.0.2.1"), whose("192.0.2.1"), whose("")
    ('2001:db8:1:2::', '192.0.2.1', '192.0.2.1', '?')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "?"
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        host = 128 - _NETWORK
        return str(IPv6Address(int(found) >> host << host))
    return str(found)

"""The worker process: RQ for speed, and a timer that needs nobody, so that nothing stays behind."""

import os
import signal
import time
from threading import Event, Thread
from types import FrameType
from typing import Final

import redis
import structlog
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from services import migrating, projecting, queue, roles, rules, wiring
from services.checkpointing import Notary
from services.errors import StoreAway, UnfitStore
from services.folding import folded
from services.wiring import Stores

_WAITS: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
_TTL_SECONDS: Final = 60
"""How long RQ believes in a worker that says nothing."""

_log = structlog.get_logger(__name__)


def work(stores: Stores) -> None:
    """Work until SIGTERM or Ctrl-C; a job under way is finished first."""
    wiring.check_durable(stores)
    migrating.check_revision(stores)
    rules.adopt(stores)
    rules.check(stores)
    roles.warn(stores)
    stop = Event()
    timer = Thread(target=_tick, args=(stores, stop), name="timer")
    timer.start()
    try:
        _listen(stores, stop)
    finally:
        stop.set()
        timer.join()


def _tick(stores: Stores, stop: Event) -> None:
    """Drain and sign on a timer, Redis or no Redis, and look the whole log over now and then."""
    next_audit = time.monotonic()
    notary = Notary(stores)
    try:
        while not stop.is_set():
            if audits := time.monotonic() >= next_audit:
                next_audit = time.monotonic() + stores.settings.audit_seconds
            _tend(stores, notary, audits=audits)
            stop.wait(stores.settings.drain_seconds)
    except UnfitStore as error:
        _log.error("worker_unfit", reason=str(error))
    finally:
        if not stop.is_set():
            _log.error("timer_ended")
            os.kill(os.getpid(), signal.SIGTERM)


def _tend(stores: Stores, notary: Notary, *, audits: bool) -> None:
    try:
        if audits and (marked := projecting.audit(stores)):
            _log.warning("audit_found_stale_boards", matches=marked)
        projecting.drain(stores, folded())
        notary.sign_due()
    except StoreAway as error:
        _log.warning("drain_failed", reason=str(error))


def _listen(stores: Stores, stop: Event) -> None:
    """Take wake-ups from RQ; while Redis is away, wait and try again."""
    failures = 0
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    while not stop.is_set():
        try:
            Woken(stores, stop).work(logging_level="WARNING")
            failures = 0
        except (redis.RedisError, OSError) as error:
            _log.warning("redis_away", error=type(error).__name__)
            failures += 1
        if not stop.is_set():
            stop.wait(_WAITS[min(failures, len(_WAITS) - 1)])


class Woken(SimpleWorker):
    """An RQ worker in this process, which waits for Redis by our patience and tells us when it is to stop."""

    max_connection_wait_time = 5

    def __init__(self, stores: Stores, stop: Event) -> None:
        client = wiring.make_redis(stores.settings, seconds=None)
        super().__init__(
            [queue.open_queue(client)],
            connection=client,
            serializer=JSONSerializer,
            job_class=queue.WakeUp,
            worker_ttl=_TTL_SECONDS,
        )
        self._stop = stop

    def _install_signal_handlers(self) -> None:
        """Take the signals over, and one that came just before."""
        super()._install_signal_handlers()  # type: ignore[no-untyped-call]  # RQ has no types there
        self._stop_requested = self._stop.is_set()

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Finish the job under way, then end."""
        self._stop.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ has no types there

"""Wake-ups for the workers: the only RQ. They carry no events; losing one costs a second."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Final

import redis
import structlog
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

NAME: Final = "scorepad"
"""The queue."""
_PENDING: Final = "scorepad:wake"
_PENDING_SECONDS: Final = 5
_JOB: Final = "workers.jobs.drain"
_JOB_SECONDS: Final = 300
_KEPT_SECONDS: Final = 60

_log = structlog.get_logger(__name__)


class NotOurs(Exception):  # noqa: N818  RQ keeps it as the reason
    """A job that is no wake-up; somebody else writes into this Redis."""


class WakeUp(Job):
    """The only job that there is. RQ calls whatever a job names, and afterwards what it names for that: not here."""

    @property
    def func(self) -> Callable[..., Any] | None:
        """The drain; NotOurs for a job that names anything else."""
        if (self.func_name, self.instance, list(self.args), self.kwargs) != (_JOB, None, [], {}):
            _log.error("job_refused")
            raise NotOurs
        found: Callable[..., Any] | None = super().func
        return found

    @property
    def success_callback(self) -> None:
        """Nothing is called afterwards."""

    @property
    def failure_callback(self) -> None:
        """Nothing is called afterwards."""

    @property
    def stopped_callback(self) -> None:
        """Nothing is called afterwards."""


def open_queue(client: redis.Redis) -> Queue:
    """The queue of wake-ups."""
    return Queue(NAME, connection=client, serializer=JSONSerializer, job_class=WakeUp)


def wake(client: redis.Redis) -> bool:
    """
    Enqueue a drain, unless one is waiting already.

    Returns:
        Whether Redis took it. If not, the workers' own timer drains within a second.
    """
    try:
        if client.set(_PENDING, b"1", nx=True, ex=_PENDING_SECONDS):
            open_queue(client).enqueue(
                _JOB, job_timeout=_JOB_SECONDS, ttl=_KEPT_SECONDS, result_ttl=0, failure_ttl=_KEPT_SECONDS
            )
    except redis.RedisError as error:
        _log.warning("wake_failed", error=type(error).__name__)
        return False
    return True


def woken(client: redis.Redis) -> None:
    """Let the next append wake again: called by the job before it reads."""
    try:
        client.delete(_PENDING)
    except redis.RedisError as error:
        _log.warning("wake_not_cleared", error=type(error).__name__)


class Waker:
    """A thread that turns any number of appends into few wake-ups, out of the request's way."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._due = Event()
        self._stopped = False
        self._thread = Thread(target=self._run, name="waker", daemon=True)
        self._thread.start()

    def __call__(self) -> None:
        """Have the workers woken soon."""
        self._due.set()

    def stop(self) -> None:
        """Send what is due, and end."""
        self._stopped = True
        self._due.set()
        self._thread.join(timeout=2)

    def _run(self) -> None:
        while not self._stopped:
            self._due.wait()
            self._due.clear()
            wake(self._client)

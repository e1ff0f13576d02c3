"""What a worker does for whoever writes into its Redis: it drains, and calls nothing else."""

import signal
import zlib
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from rq import Callback, Queue
from rq.serializers import JSONSerializer

from services import queue, wiring
from services.wiring import Stores
from tests.people import Table
from workers.run import Woken


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """The worker takes signals over, and the tests want theirs back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def worked(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stores]:
    """Stores that are those of the process, as a worker has them."""
    monkeypatch.setattr(wiring, "stores", lambda: stores)
    return stores


def work(stores: Stores) -> None:
    """Do all that is in the queue."""
    Woken(stores, Event()).work(burst=True, logging_level="CRITICAL")


def anybodys(stores: Stores) -> Queue:
    """The queue, as whoever can write into Redis has it."""
    return Queue(queue.NAME, connection=stores.redis, serializer=JSONSerializer)


def test_a_wake_up_drains(worked: Stores) -> None:
    match = Table(worked).open()

    queue.wake(worked.redis)
    work(worked)

    with worked.engine.connect() as connection:
        boards = connection.exec_driver_sql("SELECT count(*) FROM boards").scalar_one()
    assert match
    assert boards > 0


def test_a_job_that_names_another_function_is_not_called(worked: Stores, tmp_path: Path) -> None:
    made = tmp_path / "made"

    job = anybodys(worked).enqueue("os.mkdir", str(made), failure_ttl=60)
    work(worked)

    assert not made.exists()
    assert job.get_status(refresh=True) == "failed"


@pytest.mark.parametrize("given", [{"args": ["x"]}, {"kwargs": {"x": 1}}])
def test_a_wake_up_with_arguments_is_none(worked: Stores, given: dict[str, Any]) -> None:
    job = anybodys(worked).enqueue("workers.jobs.drain", **given, failure_ttl=60)
    work(worked)

    assert job.get_status(refresh=True) == "failed"


def test_nothing_that_a_job_names_is_called_after_it(worked: Stores, tmp_path: Path) -> None:
    after = Callback("tests.workers.test_jobs.called")
    for name in ("workers.jobs.drain", "os.mkdir"):
        job = anybodys(worked).enqueue(name, on_success=after, on_failure=after, meta={"path": str(tmp_path / "made")})
        assert worked.redis.hget(f"rq:job:{job.id}", "success_callback_name") == b"tests.workers.test_jobs.called"
    work(worked)

    assert not (tmp_path / "made").exists()


def called(job: Any, *_: Any) -> None:
    """What a stranger's job names to be called after it."""
    Path(job.meta["path"]).touch()


def test_a_job_of_another_form_ends_no_worker(worked: Stores) -> None:
    for data in (b"\x80\x04N.", b"[", b"[1]", b'["workers.jobs.drain", {"a": 1}, [], {}]'):
        job = anybodys(worked).enqueue("workers.jobs.drain", failure_ttl=60)
        worked.redis.hset(f"rq:job:{job.id}", "data", zlib.compress(data))
    match = Table(worked).open()
    queue.wake(worked.redis)

    work(worked)

    assert match
    with worked.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM boards").scalar_one() > 0

"""What lies in Redis: wake-ups, which are JSON and carry nothing."""

import json
import zlib

from services import queue
from services.wiring import Stores


def test_a_wake_up_is_json_and_carries_nothing(stores: Stores) -> None:
    assert queue.wake(stores.redis)

    jobs = queue.open_queue(stores.redis).get_job_ids()
    assert len(jobs) == 1
    stored = stores.redis.hgetall(f"rq:job:{jobs[0]}")
    assert json.loads(zlib.decompress(stored[b"data"])) == ["workers.jobs.drain", None, [], {}]

import os
import subprocess
import sys

from services.config import Settings
from services.wiring import Stores
from tests import books
from tests.crowd import eventually
from tests.people import PASSED, Table


def test_a_worker_stops_when_the_boards_are_rebuilt_by_other_rules(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    with subprocess.Popen(
        [sys.executable, "-m", "services.cli", "work"], env=environment(stores.settings), stderr=subprocess.PIPE
    ) as worker:
        try:
            eventually(lambda: books.boards(stores, match))
            books.run(stores, "UPDATE ledgers SET rules = 'those of another version'")
            table.tell(match, *PASSED)

            assert worker.wait(30) == 0
        finally:
            worker.kill()
        assert worker.stderr is not None
        words = worker.stderr.read().decode()

    assert "scorepad rebuild" in words
    assert books.boards(stores, match)["rubber"]["version"] == 1
    assert books.kept(stores)["dirty"] == 1


def environment(settings: Settings) -> dict[str, str]:
    """What a process of its own needs to know of the stores."""
    return os.environ | {
        "SCOREPAD_DATABASE_URL": settings.database,
        "SCOREPAD_REDIS_URL": settings.redis,
        "SCOREPAD_DATA": str(settings.data),
        "SCOREPAD_DRAIN_SECONDS": "0.1",
    }

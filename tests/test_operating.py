"""What the page on operating tells, done: a Valkey with the users of the page, under which all works, and no more."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.exceptions import NoPermissionError
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from services import embedded, live, queue
from services.config import Settings
from tests.houses import Inhabited, Viewer, running, until
from tests.papers import ROOT
from tests.people import PASSED

PAGE = (ROOT / "docs" / "operating.md").read_text()
LINES = re.findall(r"^user .*$", PAGE, re.MULTILINE)
PASSWORD = "correct-horse"
REFUSED_TO_ALL = (
    "FLUSHALL",
    "FLUSHDB",
    "CONFIG GET dir",
    "CONFIG SET dir /",
    "SHUTDOWN",
    "EVAL return(1) 0",
    "KEYS *",
    "SCAN 0",
    "MONITOR",
    "ACL LIST",
    "REPLICAOF 127.0.0.1 1",
    "MODULE LIST",
    "SAVE",
    "CLIENT KILL 127.0.0.1:1",
    "FUNCTION LIST",
)


@dataclass
class Server:
    """A Valkey with the users of the page."""

    socket: Path

    def url(self, user: str) -> str:
        return f"unix://{user}:{PASSWORD}@{self.socket}"

    def client(self, user: str) -> redis.Redis:
        return redis.Redis.from_url(self.url(user), socket_timeout=5)

    @contextmanager
    def denying_nothing(self) -> Iterator[None]:
        """Fails if the server refuses anything meanwhile, by its own log."""
        with self.client("test") as client:
            client.acl_log_reset()
            yield
            assert [(entry["object"], entry["username"]) for entry in client.acl_log()] == []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("valkey")
    users = folder / "users.acl"
    test = f"user test on >{PASSWORD} ~* &* +@all"
    users.write_text("\n".join([*LINES, test, ""]).replace("<password>", PASSWORD))
    found = Server(folder / "socket")
    command = [embedded._binary(), "--port", "0", "--unixsocket", found.socket, "--aclfile", users, "--save", ""]
    with started(command, folder):
        until(lambda: answers(found), 10)
        yield found


@contextmanager
def started(command: list[Any], folder: Path) -> Iterator[None]:
    process = subprocess.Popen([*map(str, command), "--dir", str(folder), "--logfile", str(folder / "log")])
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


def answers(server: Server) -> bool:
    try:
        with server.client("test") as client:
            return bool(client.ping())
    except redis.ConnectionError:
        return False


@pytest.fixture(scope="module")
def here(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    """API and worker, each a process of its own, under the user that the page has for them."""
    with running(data=tmp_path_factory.mktemp("house"), redis_url=server.url("scorepad")) as found:
        yield found


def test_the_page_has_three_users() -> None:
    assert [line.split()[1] for line in LINES] == ["default", "scorepad", "scoreboard"]
    assert LINES[0] == "user default off"
    assert all("-@all" in line and "+@" not in line for line in LINES[1:])


@pytest.mark.slow
def test_api_worker_and_subscriber_work_under_their_users(server: Server, here: Inhabited) -> None:
    with server.denying_nothing():
        match = here.open()
        viewer = Viewer(here.house.url, match)
        until(lambda: viewer.boards)
        assert here.client.get("/readyz").json()["redis"] == "reachable"
        until(lambda: here.client.get("/readyz").json()["live"])

        with server.client("scoreboard").pubsub(ignore_subscribe_messages=True) as every:
            every.psubscribe(f"{live.BOARD}*", f"{live.FEED}*")
            with server.client("scoreboard").pubsub(ignore_subscribe_messages=True) as one:
                one.subscribe(f"{live.BOARD}{match}:rubber")
                here.tell(match, *PASSED)
                heard = [until(lambda ear=ear: ear.get_message(timeout=1)) for ear in (every, one)]

        until(lambda: viewer.boards["rubber"]["version"] == 2)
        viewer.stop()
        assert heard[0]["channel"].startswith(b"scorepad:")
        assert live.read_message(heard[1]["channel"], heard[1]["data"]) is not None


@pytest.mark.slow
def test_a_job_that_fails_is_kept_and_a_worker_that_ends_is_forgotten(server: Server, here: Inhabited) -> None:
    with server.denying_nothing(), server.client("scorepad") as client:
        waiting = queue.open_queue(client)
        job = waiting.enqueue("workers.jobs.nothing_of_that_name", failure_ttl=60)
        until(lambda: job.get_status(refresh=True) == "failed")
        assert Job.fetch(job.id, client, JSONSerializer).latest_result() is not None
        before = here.pid("worker 0")
        here.kill("worker 0", 15)
        until(lambda: here.pid("worker 0") != before)
        another = waiting.enqueue("workers.jobs.drain", result_ttl=0)
        until(lambda: gone(another, client))


def gone(job: Job, client: redis.Redis) -> bool:
    try:
        Job.fetch(job.id, client, JSONSerializer)
    except NoSuchJobError:
        return True
    return False


@pytest.mark.parametrize("user", ["scorepad", "scoreboard"])
@pytest.mark.parametrize("command", REFUSED_TO_ALL)
def test_nobody_commands_the_server(server: Server, user: str, command: str) -> None:
    with server.client(user) as client, pytest.raises(NoPermissionError):
        client.execute_command(*command.split())


@pytest.mark.parametrize("command", ["GET other", "SET other 1", "HGETALL session:1", "DEL other", "LRANGE celery 0 1"])
def test_the_processes_reach_no_keys_but_their_own(server: Server, command: str) -> None:
    with server.client("scorepad") as client, pytest.raises(NoPermissionError):
        client.execute_command(*command.split())


@pytest.mark.parametrize(
    "command",
    [
        "GET scorepad:wake",
        "SET scorepad:wake 1",
        "RPUSH rq:queue:scorepad x",
        "HGETALL rq:job:1",
        "PUBLISH scorepad:board:x:rubber y",
        "INFO",
    ],
)
def test_a_subscriber_reads_no_key_and_says_nothing(server: Server, command: str) -> None:
    with server.client("scoreboard") as client, pytest.raises(NoPermissionError):
        client.execute_command(*command.split())


@pytest.mark.parametrize("channel", ["*", "scorepad:*", "rq:pubsub:*", "scorepad:boar*"])
def test_a_subscriber_hears_boards_and_feeds_only(server: Server, channel: str) -> None:
    with server.client("scoreboard").pubsub() as ear:
        ear.psubscribe(channel)
        with pytest.raises(NoPermissionError):
            until(lambda: ear.get_message(timeout=1))


def test_nobody_comes_in_without_a_user(server: Server) -> None:
    for url in (
        f"unix://{server.socket}",
        f"unix://default:{PASSWORD}@{server.socket}",
        f"unix://scorepad:x@{server.socket}",
    ):
        with redis.Redis.from_url(url) as client, pytest.raises(redis.AuthenticationError):
            client.ping()


def test_the_url_of_the_page_is_one_that_the_settings_take() -> None:
    (url,) = re.findall(r"SCOREPAD_REDIS_URL=(\S+)`", PAGE)

    assert Settings(redis_url=url.replace("<password>", PASSWORD), _env_file=None).redis.endswith("/0")

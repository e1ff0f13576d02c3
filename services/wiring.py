"""Engines and Redis clients: made once per process, on first use."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from threading import Lock
from typing import Any, Final, TypeAlias
from weakref import ref

import redis
import sqlalchemy as sa
from psycopg.pq import ExecStatus
from redis.backoff import NoBackoff
from redis.retry import Retry
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError  # noqa: A004  the pool's

from services.config import Settings
from services.errors import StoreAway, UnfitStore

REDIS_SECONDS: Final = 0.5
"""How long a wake-up or a publish may wait for Redis; nobody waits for them."""

_LOCKED_SECONDS: Final = 30.0
"""How long a writer waits for SQLite's one write lock."""
_WRITES: Final = "scorepad_writes"
_WHOSE: Final = sa.select(sa.func.current_setting("scorepad.ledger"))
_SAID: Final = sa.select(sa.func.set_config("scorepad.ledger", sa.bindparam("whose"), sa.true()))
_KEY: Final = sa.select(sa.func.set_config("scorepad.key", sa.bindparam("key"), sa.true()))


class Every(Enum):
    """All ledgers at once."""

    LEDGER = "every"


EVERY: Final = Every.LEDGER
"""For what works on all ledgers on purpose: workers, checks, and the command line of who holds the database."""

Whose: TypeAlias = int | Every | None
"""Whose rows a transaction is for: a ledger's number; None for who shows no key; or `EVERY`."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Where everything is kept."""

    settings: Settings
    engine: Engine
    redis: redis.Redis
    write_lock: Lock

    @contextmanager
    def writing(self, whose: Whose, *, key: str | None = None) -> Iterator[Connection]:
        """
        A transaction that writes, committed at the end. On SQLite it takes the write lock at once.

        Args:
            whose: Whose rows it is for, as PostgreSQL is told for this transaction.
            key: The id of one key, link or ticket that is looked up besides, before anybody knows whose it is.

        Errors:
            StoreAway: the database cannot be reached, or stayed locked.
        """
        with _reached(), self.engine.connect().execution_options(**{_WRITES: True}) as connection:
            if self.engine.dialect.name == "sqlite":
                with self.write_lock, connection.begin():
                    yield connection
            else:
                with connection.begin():
                    _begin(connection, whose, key)
                    yield connection

    @contextmanager
    def reading(self, whose: Whose, *, key: str | None = None) -> Iterator[Connection]:
        """A transaction that only reads, all of it as it stood at one moment; as `writing`."""
        with _reached(), self.engine.connect() as connection, connection.begin():
            if self.engine.dialect.name == "postgresql":
                _begin(connection, whose, key, snapshot=True)
            yield connection


@cache
def stores() -> Stores:
    """The stores of this process, by its settings."""
    return connect(Settings())


def connect(settings: Settings) -> Stores:
    """Stores by the given settings; connections are made when they are needed."""
    return Stores(settings, make_engine(settings), make_redis(settings), Lock())


def make_engine(settings: Settings) -> Engine:
    """An engine for SQLite or PostgreSQL."""
    url = sa.make_url(settings.database)
    if url.get_backend_name() == "sqlite":
        if settings.database_url is None:
            make_folder(settings)
        engine = sa.create_engine(
            url,
            pool_size=settings.pool,
            max_overflow=0,
            hide_parameters=True,
            connect_args={"timeout": _LOCKED_SECONDS, "factory": _KnowsItsCursors},
        )
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        event.listen(engine, "checkin", _close_cursors)
        return engine
    return sa.create_engine(
        url,
        pool_size=settings.pool,
        max_overflow=0,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": 5, "application_name": "scorepad"},
    )


def make_folder(settings: Settings) -> None:
    """Make the data folder if it is not there; UnfitStore if it cannot be."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnfitStore(f"The data folder {settings.data} cannot be made: {error.strerror}.") from error


def make_redis(settings: Settings, *, seconds: float | None = REDIS_SECONDS) -> redis.Redis:
    """A client that answers or fails within `seconds` (None: for as long as it takes) and never tries twice."""
    return redis.Redis.from_url(
        settings.redis,
        socket_timeout=seconds,
        socket_connect_timeout=seconds or 5,
        retry=Retry(NoBackoff(), 0),
        health_check_interval=0 if seconds else 15,
    )


def check_durable(stores_: Stores) -> None:
    """Refuse a PostgreSQL that acknowledges what it may lose: UnfitStore, unless the settings allow it."""
    if stores_.engine.dialect.name != "postgresql" or stores_.settings.allow_lossy_database:
        return
    with stores_.reading(None) as connection:
        for name in ("fsync", "synchronous_commit", "full_page_writes"):
            if connection.execute(sa.text(f"SHOW {name}")).scalar_one() == "off":
                raise UnfitStore(
                    f"PostgreSQL runs with {name} = off and can lose acknowledged results. Turn it on, or set "
                    "SCOREPAD_ALLOW_LOSSY_DATABASE=true if that is meant."
                )


@contextmanager
def _reached() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        raise StoreAway("The database cannot be reached now. Nothing was kept; send it again.") from error
    except TimeoutError as error:
        raise StoreAway("All database connections are busy. Nothing was kept; send it again.") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise StoreAway("The database went away. Send it again with the same id.") from error
        raise


@contextmanager
def within(connection: Connection, ledger: int) -> Iterator[None]:
    """Say for a while that a transaction that writes is for another ledger's rows."""
    if connection.dialect.name != "postgresql":
        yield
        return
    before = connection.execute(_WHOSE).scalar_one()
    turn_to(connection, ledger)
    yield
    connection.execute(_SAID, {"whose": before})


def turn_to(connection: Connection, ledger: int) -> None:
    """Say that the rest of a transaction is for a ledger's rows, once it is known that it may be."""
    if connection.dialect.name == "postgresql":
        connection.execute(_SAID, {"whose": str(ledger)})


def _begin(connection: Connection, whose: Whose, key: str | None, *, snapshot: bool = False) -> None:
    """
    Begin on PostgreSQL, and say whose rows it is for, in this transaction alone: the pool hands on nothing of it.

    The driver's own BEGIN would cost a second trip to the server, which reading a board notices.
    """
    said = whose.value if isinstance(whose, Every) else "" if whose is None else int(whose)
    setting, level = f"SET LOCAL scorepad.ledger = '{said}'", " ISOLATION LEVEL REPEATABLE READ" if snapshot else ""
    driver: Any = connection.connection.driver_connection
    if driver.pgconn.exec_(f"BEGIN{level}; {setting}".encode()).status != ExecStatus.COMMAND_OK:
        # Once more by the driver, which says what is wrong.
        connection.exec_driver_sql(setting)
    if key is not None:
        connection.execute(_KEY, {"key": key})


class _KnowsItsCursors(sqlite3.Connection):
    """A connection to SQLite, with the cursors that somebody still holds."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.held = set[ref[sqlite3.Cursor]]()

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        """A cursor, known for as long as it is held."""
        made = super().cursor(factory)
        self.held.add(ref(made, self.held.discard))
        return made


def _close_cursors(connection: Any, _record: Any) -> None:
    """
    End what was left between two rows, before somebody else gets the connection.

    Neither COMMIT nor ROLLBACK ends it on SQLite, and whoever came next would read what was true then.
    """
    for each in list(connection.held) if connection is not None else ():
        cursor = each()
        if cursor is not None:
            cursor.close()


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    _write_ahead(connection)
    for pragma in (
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",
        "secure_delete = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: Any) -> None:
    """Switch to the write-ahead log. SQLite does not wait for a lock here, however long its time-out is."""
    deadline = time.monotonic() + _LOCKED_SECONDS
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

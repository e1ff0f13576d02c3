"""What a database still holds of text that was erased: the bytes behind the rows, and how they go."""

from contextlib import suppress
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from services.wiring import Stores

_SECONDS: Final = 5
"""How long it may wait for those who read."""
_FILE: Final = "SELECT pg_relation_filenode('players')"


def scrub(stores: Stores) -> list[str]:
    """
    Take what was erased from `players` out of the database's own files too.

    Returns:
        What is left, in sentences; empty if nothing is.
    """
    return _scrub_sqlite(stores) if stores.engine.dialect.name == "sqlite" else _scrub_postgresql(stores)


def _scrub_sqlite(stores: Stores) -> list[str]:
    """`secure_delete` has overwritten the row; the write-ahead log has both, and is cut to nothing."""
    raw = stores.engine.raw_connection()
    try:
        cursor: Any = raw.cursor()
        waited = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {_SECONDS * 1000}")
        busy = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {waited}")
    finally:
        raw.close()
    if busy:
        return ["The database's write-ahead log still has the name, as something reads for long: forget again later."]
    return []


def _scrub_postgresql(stores: Stores) -> list[str]:
    """A table's old rows stay in its file until it is written anew; the table is small."""
    done = False
    with suppress(OperationalError), stores.engine.connect() as opened:
        connection = opened.execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # its time limit goes with it
        connection.exec_driver_sql(f"SET lock_timeout = '{_SECONDS}s'")
        done = _written_anew(connection)
    left = ["PostgreSQL's own log (WAL) has the name until it is recycled, and so have replicas and archives of it."]
    if not done:
        left.append("The table's file still has the old row: let its owner run VACUUM FULL players, or forget again.")
    return left


def _written_anew(connection: Connection) -> bool:
    """Whether the table got a new file; who does not own it is only warned."""
    before = connection.execute(sa.text(_FILE)).scalar_one()
    connection.exec_driver_sql("VACUUM (FULL) players")
    return bool(connection.execute(sa.text(_FILE)).scalar_one() != before)

"""What somebody does who owns the database: triggers are taken away, rows are changed, and the triggers come back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from services.wiring import EVERY, Stores


@contextmanager
def owning(stores: Stores) -> Iterator[Connection]:
    """A transaction in which no trigger and no foreign key stands in the way."""
    if stores.engine.dialect.name == "postgresql":
        with stores.writing(EVERY) as connection:
            query = "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"
            tables = connection.execute(sa.text(query)).scalars().all()
            for table in tables:
                connection.execute(sa.text(f"ALTER TABLE {table} DISABLE TRIGGER ALL"))
            connection.execute(sa.text("SET LOCAL session_replication_role = replica"))
            yield connection
            for table in tables:
                connection.execute(sa.text(f"ALTER TABLE {table} ENABLE TRIGGER ALL"))
                connection.execute(sa.text(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_stay"))
        return
    with stores.engine.connect() as connection:
        connection.connection.execute("PRAGMA foreign_keys = OFF")  # type: ignore[attr-defined]
        with stores.write_lock, connection.begin():
            query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            triggers = connection.execute(sa.text(query)).all()
            for name, _ in triggers:
                connection.execute(sa.text(f"DROP TRIGGER {name}"))
            yield connection
            for _, statement in triggers:
                connection.exec_driver_sql(statement)
        connection.connection.execute("PRAGMA foreign_keys = ON")  # type: ignore[attr-defined]


def tampering(stores: Stores, *statements: str | sa.Update, **values: Any) -> None:
    """Run statements as the database's owner."""
    with owning(stores) as connection:
        for statement in statements:
            connection.execute(sa.text(statement) if isinstance(statement, str) else statement, values)

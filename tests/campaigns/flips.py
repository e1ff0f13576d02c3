"""One bit of one column of one row, flipped in the database by its owner, and flipped back."""

import random
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from services import tables
from services.wiring import Stores
from tests.tampering import owning

COLUMNS: Final = [
    *((tables.events, column.name) for column in tables.events.columns),
    *((tables.feed, column.name) for column in tables.feed.columns),
    *((tables.matches, column.name) for column in tables.matches.columns),
    *((tables.tree, column.name) for column in tables.tree.columns),
    *((tables.checkpoints, column.name) for column in tables.checkpoints.columns),
    *((tables.boards, column.name) for column in tables.boards.columns),
    *((tables.signers, name) for name in ("ledger", "id", "name", "public")),
    *((tables.sequencers, column.name) for column in tables.sequencers.columns),
    *((tables.sequenced, column.name) for column in tables.sequenced.columns),
]
"""Every column of what is proven, and of what is derived from it; each as often as the next."""


_KIND: Final = """
SELECT format_type(atttypid, atttypmod) FROM pg_attribute
WHERE attrelid = CAST(:table AS regclass) AND attname = :column
"""


@dataclass(frozen=True, slots=True)
class Flip:
    """A bit that was flipped."""

    table: str
    column: str
    row: Any
    before: Any
    after: Any

    def back(self, stores: Stores) -> None:
        """Put the old value back."""
        with owning(stores) as connection:
            _write(connection, self.table, self.column, self.row, self.before)


def flip(stores: Stores, table: sa.Table, column: str, dice: random.Random) -> Flip | None:
    """Flip a bit of a column, in a row at random; None where the database holds no such value."""
    try:
        with owning(stores) as connection:
            row, before = _read(connection, table.name, column, dice)
            after = _flipped(connection, table.c[column], before, dice)
            if after is None:
                return None
            row = _write(connection, table.name, column, row, after)
    except DBAPIError:
        return None
    return Flip(table.name, column, row, before, after)


def _read(connection: Connection, table: str, column: str, dice: random.Random) -> tuple[Any, Any]:
    """A row at random, and its column; text of SQLite as bytes."""
    given = f'FROM {table} WHERE "{column}" IS NOT NULL'
    count = connection.execute(sa.text(f"SELECT count(*) {given}")).scalar_one()
    key = "ctid::text" if connection.dialect.name == "postgresql" else "rowid"
    query = f'SELECT {key}, "{column}" {given} ORDER BY 1 LIMIT 1 OFFSET {dice.randrange(count)}'
    found = connection.execute(sa.text(query)).one()
    return found[0], found[1]


def _write(connection: Connection, table: str, column: str, row: Any, value: Any) -> Any:
    """Write a value, and return where its row is now."""
    if connection.dialect.name == "postgresql":
        values = {"table": table, "column": column}
        kind = connection.execute(sa.text(_KIND), values).scalar_one()
        place = "ctid = CAST(:row AS tid) RETURNING ctid::text"
        query = f'UPDATE {table} SET "{column}" = CAST(:value AS {kind}) WHERE {place}'  # noqa: S608  our own tables
        return connection.execute(sa.text(query), {"value": value, "row": row}).scalar_one()
    cast = "CAST(:value AS TEXT)" if isinstance(value, bytearray) else ":value"
    plain = bytes(value) if isinstance(value, bytearray) else value
    query = f'UPDATE {table} SET "{column}" = {cast} WHERE rowid = :row'  # noqa: S608  likewise
    connection.execute(sa.text(query), {"value": plain, "row": row})
    # A key that is a whole number is what SQLite knows the row by.
    return value if (table, column) == ("sequencers", "ledger") else row


def _flipped(connection: Connection, column: Any, value: Any, dice: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        narrow = isinstance(column.type, sa.Integer) and not isinstance(column.type, sa.BigInteger)
        return value ^ 1 << dice.randrange(31 if narrow else 62)
    if isinstance(value, bytes):
        return _bit(value, dice)
    text = str(value)
    if connection.dialect.name == "sqlite":
        return bytearray(_bit(text.encode(), dice))
    if len(text) == 36 and text.count("-") == 4:
        digits = f"{int(text.replace('-', ''), 16) ^ 1 << dice.randrange(128):032x}"
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    try:
        flipped = _bit(text.encode(), dice).decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in flipped else flipped


def _bit(raw: bytes, dice: random.Random) -> bytes:
    if not raw:
        return b"\1"
    changed, bit = bytearray(raw), dice.randrange(len(raw) * 8)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)

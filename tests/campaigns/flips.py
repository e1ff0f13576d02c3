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

COLUMNS: Final[list[sa.Column[Any]]] = [
    *tables.events.columns, *tables.feed.columns, *tables.matches.columns, *tables.tree.columns,
    *tables.checkpoints.columns, *tables.boards.columns, *tables.signers.c["ledger", "id", "name", "public"],
    *tables.sequencers.columns, *tables.sequenced.columns,
]  # fmt: skip
"""Every column of what is proven, and of what is derived from it; each as often as the next."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A bit that was flipped."""

    column: sa.Column[Any]
    row: Any
    before: Any
    after: Any

    def back(self, stores: Stores) -> None:
        """Put the old value back."""
        with owning(stores) as connection:
            _write(connection, self.column, self.row, self.before)


def flip(stores: Stores, column: sa.Column[Any], dice: random.Random) -> Flip | None:
    """Flip a bit of a column, in a row at random; None where the database holds no such value."""
    try:
        with owning(stores) as connection:
            row, before = _read(connection, column, dice)
            after = _flipped(connection, column, before, dice)
            if after is None:
                return None
            row = _write(connection, column, row, after)
    except DBAPIError:
        return None
    return Flip(column, row, before, after)


def _place(connection: Connection) -> sa.ColumnElement[Any]:
    """What the database itself knows a row by."""
    if connection.dialect.name == "postgresql":
        return sa.cast(sa.literal_column("ctid"), sa.Text)
    return sa.literal_column("rowid", sa.BigInteger)


def _read(connection: Connection, column: sa.Column[Any], dice: random.Random) -> tuple[Any, Any]:
    """A row at random, and its column as it is stored."""
    place = _place(connection)
    given = sa.select(place, sa.type_coerce(column, sa.types.NullType())).where(column.is_not(None)).order_by(place)
    count = connection.execute(sa.select(sa.func.count(column))).scalar_one()
    found = connection.execute(given.limit(1).offset(dice.randrange(count))).one()
    return found[0], found[1]


def _write(connection: Connection, column: sa.Column[Any], row: Any, value: Any) -> Any:
    """Write a value as it is, and return where its row is now."""
    place = _place(connection)
    writing = sa.update(column.table).where(place == row)
    if connection.dialect.name == "postgresql":
        written = writing.values({column: sa.cast(sa.literal(value), column.type)}).returning(place)
        return connection.execute(written).scalar_one()
    stored = sa.cast(bytes(value), sa.Text) if isinstance(value, bytearray) else sa.literal(value)
    connection.execute(writing.values({column: stored}))
    # A key that is a whole number is what SQLite knows the row by.
    return value if column is tables.sequencers.c.ledger else row


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

"""
Rows as they are stored, for who checks them: nothing is converted, so that what is of the wrong kind shows.

Text arrives as bytes on PostgreSQL and as bytearray on SQLite, where a text that became a blob would be bytes. This is
the one place besides `event_log` and `feed` that reads events: there they are believed, here they are not.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection

from services.tables import events, feed, matches, tree
from services.wiring import EVERY, Stores

Span: TypeAlias = tuple[bytes | None, bytes | None]
"""Matches after the first id, up to the second; None: from the start, to the end."""

_FEW: Final = 100
_FETCHED: Final = 2000
"""Rows that are held at once."""


@contextmanager
def snapshot(stores: Stores) -> Iterator[Connection]:
    """A transaction that reads one state of the database, and its text as bytes."""
    with stores.reading(EVERY) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SET TRANSACTION READ ONLY"))
            yield connection
            return
        driver: Any = connection.connection.driver_connection
        driver.text_factory = bytearray
        try:
            yield connection
        finally:
            driver.text_factory = str


def kinds(connection: Connection) -> tuple[type[bytes] | type[bytearray], type[bytes]]:
    """What text and hashes arrive as."""
    return (bytes if connection.dialect.name == "postgresql" else bytearray), bytes


def text(connection: Connection, value: Any) -> str | None:
    """Text as it is read; None for what is none."""
    return bytes(value).decode(errors="surrogateescape") if type(value) is kinds(connection)[0] else None


def key(value: Any) -> bytes:
    """What a row is found by, whatever kind it is of: of a number, `bytes` would make so many zeros."""
    return bytes(value) if isinstance(value, bytes | bytearray) else repr(value).encode()


def heads(connection: Connection, after: bytes | None, limit: int) -> list[tuple[bytes, Any]]:
    """The id and version of matches, in the order of their ids; on SQLite only where an id is text at all."""
    query = sa.select(_raw(connection, matches.c.id), _raw(connection, matches.c.version))
    if connection.dialect.name == "sqlite":
        query = query.where(sa.func.typeof(matches.c.id) == "text")
    query = _spanned(connection, query, matches.c.id, (after, None)).order_by(matches.c.id).limit(limit)
    found: Any = connection.execute(query)
    return [(bytes(id_), version) for id_, version in found]


def of_matches(connection: Connection, table: sa.Table, span: Span, *order: Any) -> Iterator[Any]:
    """A table's rows of some matches, match by match."""
    of = table.c.get("match", table.c.get("id"))
    query = sa.select(*_columns(connection, table)).order_by(of, *order)
    return _streamed(connection, _spanned(connection, query, of, span))


def fed(connection: Connection, span: Span) -> dict[bytes, int]:
    """How many positions each match has."""
    query = sa.select(_raw(connection, feed.c.match), sa.func.count()).group_by(feed.c.match)
    found: Any = connection.execute(_spanned(connection, query, feed.c.match, span))
    return {key(match): count for match, count in found}


def position(connection: Connection, match: bytes, version: int) -> int | None:
    """Where an event stands in its ledger, if it does."""
    query = sa.select(sa.type_coerce(feed.c.position, sa.types.NullType())).where(feed.c.version == version)
    found: Any = connection.execute(query.where(feed.c.match == _bound(connection, match))).scalar()
    return found if isinstance(found, int) else None


def places(connection: Connection, ledger: int, span: tuple[int, int]) -> Iterator[Any]:
    """Positions from the first up to the second, and what stands there: match, version, its event's ledger and hash."""
    shown = (feed.c.position, feed.c.match, feed.c.version, events.c.ledger, events.c.hash)
    query = (
        sa.select(*(_raw(connection, column) for column in shown))
        .outerjoin_from(feed, events, (events.c.match == feed.c.match) & (events.c.version == feed.c.version))
        .where(feed.c.ledger == ledger, feed.c.position.between(*span))
        .order_by(feed.c.position)
    )
    return _streamed(connection, query)


def kept_roots(connection: Connection, ledger: int, level: int, span: tuple[int, int]) -> dict[int, Any]:
    """The roots that are kept of a level, by their indices."""
    query = sa.select(_raw(connection, tree.c.index).label("index"), _raw(connection, tree.c.hash).label("hash")).where(
        tree.c.ledger == ledger, tree.c.level == level, tree.c.index.between(*span)
    )
    return {number: hash_ for number, hash_ in connection.execute(query)}  # noqa: C416  rows are no pairs to mypy


def strays(connection: Connection, table: sa.Table, *where: Any) -> Iterator[Any]:
    """A table's rows that should not be there: a few."""
    return iter(connection.execute(sa.select(*_columns(connection, table)).where(sa.or_(*where)).limit(_FEW)).all())


def rows(connection: Connection, table: sa.Table, *where: Any, order: Any = None) -> Iterator[Any]:
    """Some of a table's rows, raw."""
    return _streamed(connection, sa.select(*_columns(connection, table)).where(*where).order_by(order))


def _columns(connection: Connection, table: sa.Table) -> list[Any]:
    return [_raw(connection, column).label(column.name) for column in table.columns]


def _streamed(connection: Connection, query: Any) -> Iterator[Any]:
    return iter(connection.execute(query, execution_options={"yield_per": _FETCHED}))


def _spanned(connection: Connection, query: Any, of: Any, span: Span) -> Any:
    after, upto = span
    if after is not None:
        query = query.where(of > _bound(connection, after))
    if upto is not None:
        query = query.where(of <= _bound(connection, upto))
    return query


def _bound(connection: Connection, id_: bytes) -> Any:
    """An id to compare with; on SQLite one that is no text any more, too."""
    if connection.dialect.name == "postgresql":
        return id_.decode()
    return sa.cast(sa.literal(id_, sa.LargeBinary), sa.Text)


def _raw(connection: Connection, column: Any) -> Any:
    plain = sa.type_coerce(column, sa.types.NullType())
    if connection.dialect.name != "postgresql" or not isinstance(column.type, sa.String | sa.types.Uuid):
        return plain
    return sa.func.convert_to(sa.cast(column, sa.Text), "UTF8", type_=sa.types.NullType())

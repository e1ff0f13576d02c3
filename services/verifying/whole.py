"""What belongs to no match and no position: the ledgers themselves, and rows that stand where none should."""

from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from services import administration, rules
from services.tables import checkpoints, feed, ledgers, sequencers, signers, tree
from services.verifying import stored
from services.verifying.chains import Book
from services.verifying.findings import Finding
from services.wiring import EVERY, Stores

_FINDINGS: Final = 100
_GAPS: Final = 100_000
"""How many positions may be missing, and still be named one by one."""


def books(connection: Connection, only: str | None) -> dict[int, Book]:
    """The ledgers by their numbers; those of another name are not checked."""
    rows = connection.execute(sa.select(ledgers).order_by(ledgers.c.id))
    digest = rules.digest()
    checked = None if only is None else {only, only + administration.SUFFIX}
    return {
        row.id: Book(row.id, row.name, row.epoch, row.rules in {None, digest}, checked is None or row.name in checked)
        for row in rows
    }


def head(connection: Connection, ledger: int) -> int:
    """A ledger's newest position; 0 if its sequencer is gone."""
    found = connection.execute(sa.select(sequencers.c.position).where(sequencers.c.ledger == ledger)).scalar()
    return found if isinstance(found, int) else 0


def length(connection: Connection, book: Book) -> tuple[int, list[Finding]]:
    """How many positions are checked: the newest, unless that is nowhere near what there is of the feed."""
    newest = head(connection, book.number)
    count = connection.execute(sa.select(sa.func.count()).where(feed.c.ledger == book.number)).scalar_one()
    if newest == count:
        return newest, []
    found = Finding("sequencers", f"the newest position is {newest}, and the feed has {count}", book.name)
    return (newest if 0 <= newest - count <= _GAPS else count), [found]


def rooted(connection: Connection, ledger: int) -> bool:
    """Whether the ledger keeps anything of its tree: after an upgrade it does not until it grows."""
    kept = sa.select(tree.c.ledger).where(tree.c.ledger == ledger).limit(1)
    made = sa.select(checkpoints.c.ledger).where(checkpoints.c.ledger == ledger).limit(1)
    return any(connection.execute(query).first() is not None for query in (kept, made))


def intact(stores: Stores) -> list[Finding]:
    """What SQLite itself finds wrong with its file: an index that says something else than its table, above all."""
    if stores.engine.dialect.name != "sqlite":
        return []
    with stores.reading(EVERY) as connection:
        told = connection.execute(sa.text(f"PRAGMA integrity_check({_FINDINGS})")).scalars().all()
    return [] if told == ["ok"] else [Finding("database", f"SQLite finds: {sentence}") for sentence in told]


def strays(stores: Stores, known: dict[int, Book]) -> list[Finding]:
    """Rows of ledgers that do not exist, and positions and roots beyond the head."""
    with stored.snapshot(stores) as connection:
        return list(_strays(connection, known))


def _strays(connection: Connection, known: dict[int, Book]) -> Iterator[Finding]:
    for table in (feed, tree, checkpoints, signers, sequencers):
        for row in stored.strays(connection, table, table.c.ledger.not_in(list(known))):
            yield Finding(table.name, f"a row is of ledger number {row.ledger!r}, which does not exist")
    for book in known.values():
        if book.checked:
            newest = head(connection, book.number)
            yield from _beyond(connection, book, newest)


def _beyond(connection: Connection, book: Book, newest: int) -> Iterator[Finding]:
    own = feed.c.ledger == book.number
    for row in stored.strays(connection, feed, sa.and_(own, (feed.c.position < 1) | (feed.c.position > newest))):
        yield Finding("feed", f"a position beyond the newest, {newest}", book.name, _whole(row.position))
    complete = sa.or_(*((tree.c.level == level) & (tree.c.index < newest >> level) for level in (8, 16, 24)))
    of_tree = sa.and_(tree.c.ledger == book.number, sa.or_(~complete, tree.c.index < 0))
    for row in stored.strays(connection, tree, of_tree):
        yield Finding("tree", f"there is no complete subtree of level {row[1]!r}, number {row[2]!r}", book.name)
    if not book.ours:
        yield Finding("boards", "they were folded by other rules than these: run `scorepad rebuild`", book.name)


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) else None

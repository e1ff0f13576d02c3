"""The feed of a ledger: positions without gaps, given after the commit, so that a reader never skips an event."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy import Connection

from services import tree
from services.event_log import ENTRY, Entry, entry
from services.tables import AnyRow, dirty, events, feed, sequenced, sequencers


def entries(
    connection: Connection, ledger: tuple[int, str], *, after: int, limit: int, matches: Collection[str] | None = None
) -> list[Entry]:
    """A ledger's feed: the events of some matches (None: of all) at positions after `after`, none skipped."""
    number, name = ledger
    query = (
        sa.select(*ENTRY, feed.c.position)
        .join(events, (events.c.match == feed.c.match) & (events.c.version == feed.c.version))
        .where(feed.c.ledger == number, feed.c.position > after)
        .order_by(feed.c.position)
        .limit(limit)
    )
    if matches is not None:
        query = query.where(feed.c.match.in_(matches))
    return [entry(name, row, row.position) for row in connection.execute(query)]


def positions(connection: Connection, ledger: int, match: str, span: tuple[int, int]) -> dict[int, int]:
    """The positions of a match's events from one version to another, those that have one already."""
    query = sa.select(feed.c.version, feed.c.position).where(
        feed.c.ledger == ledger, feed.c.match == match, feed.c.version.between(*span)
    )
    return {row.version: row.position for row in connection.execute(query)}


def head(connection: Connection, ledger: int) -> int:
    """The ledger's newest position."""
    position: int = connection.execute(
        sa.select(sequencers.c.position).where(sequencers.c.ledger == ledger)
    ).scalar_one()
    return position


def sequence(connection: Connection, ledger: int, limit: int = 10_000) -> int:
    """
    Give positions to what was appended, without gaps, at most `limit` at a time; returns how many.

    Only `dirty` is looked at: no dirty row goes before its events have positions (`scoreboard.clear`).
    The sequencer's row is locked first, so that the next statement sees all that was committed before.
    """
    last = lock(connection, ledger)
    heads = sa.select(dirty.c.match, sa.func.max(dirty.c.version).label("version"))
    news = heads.where(dirty.c.ledger == ledger).group_by(dirty.c.match).subquery()
    fed = sa.func.coalesce(sequenced.c.version, 0)
    rows = connection.execute(
        sa.select(events.c.match, events.c.version, events.c.hash)
        .join(news, news.c.match == events.c.match)
        .outerjoin(sequenced, sequenced.c.match == events.c.match)
        .where(events.c.version > fed, events.c.version <= news.c.version)
        .order_by(events.c.recorded_at, events.c.match, events.c.version)
        .limit(limit)
    ).all()
    if rows:
        _feed(connection, ledger, last, rows)
        _grow(connection, ledger, last, rows)
    return len(rows)


def lock(connection: Connection, ledger: int) -> int:
    """Hold the ledger's positions and its tree as they are until the transaction ends; returns the newest position."""
    query = sa.select(sequencers.c.position).where(sequencers.c.ledger == ledger).with_for_update()
    position: int = connection.execute(query).scalar_one()
    return position


def _feed(connection: Connection, ledger: int, last: int, rows: Sequence[AnyRow]) -> None:
    reached: dict[str, int] = {}
    fed = []
    for position, (match, version, _) in enumerate(rows, start=last + 1):
        fed.append({"ledger": ledger, "position": position, "match": match, "version": version})
        reached[match] = version
    connection.execute(sa.insert(feed), fed)
    connection.execute(sa.update(sequencers).where(sequencers.c.ledger == ledger).values(position=last + len(rows)))
    known = set(connection.execute(sa.select(sequenced.c.match).where(sequenced.c.match.in_(reached))).scalars())
    new = [{"match": match, "version": version} for match, version in reached.items() if match not in known]
    old = [{"m": match, "v": version} for match, version in reached.items() if match in known]
    if new:
        connection.execute(sa.insert(sequenced), new)
    if old:
        moved = sa.update(sequenced).where(sequenced.c.match == sa.bindparam("m")).values(version=sa.bindparam("v"))
        connection.execute(moved, old)


def _grow(connection: Connection, ledger: int, last: int, rows: Sequence[AnyRow]) -> None:
    """Let the tree follow; with what is at hand here, since reading it back would cost more than hashing it."""
    head = last + len(rows)
    if head // tree.TILE == last // tree.TILE:
        return
    fresh = {index: tree.leaf_hash(index + 1, *row) for index, row in enumerate(rows, start=last)}
    tree.grow(connection, ledger, head, fresh)

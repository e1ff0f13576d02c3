"""A ledger to tamper with, and what a forger does who knows how everything is computed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from domain import wire
from services import ledgers
from services.chain import GENESIS, link
from services.recording import Report
from services.tables import boards, checkpoints, events, feed, matches, sequenced, sequencers, tree
from services.wiring import EVERY, Stores
from tests.people import PASSED, Table, deal, report
from tests.vouching import Signer, leaves, root

SIGNED = 289
"""Events that the newest checkpoint covers; a few come after it."""


@dataclass
class Ledger:
    """Three matches and one in another ledger, signed three times; the last note is the one that was kept."""

    stores: Stores
    signer: Signer
    matches: list[str]
    other: str
    kept: str


def ledger(stores: Stores) -> Ledger:
    """A ledger with something of everything: times, mendings, letters beyond ASCII, more than 256 events."""
    table, signer = Table(stores), Signer()
    with stores.writing(EVERY) as connection:
        ledgers.add(connection, "other")
    first = table.open(title="Čtvrtek ♠", players={"N": "p1", "S": "p2"})
    noon = datetime.fromisoformat("2026-11-29T12:00:00.000001+01:00")
    table.tell(first, *deal("4S", "N", 10))
    table.tell_all(first, [Report(report(*PASSED).event, occurred_at=noon)])
    table.tell(first, "match.corrected", {"of": 2, "data": deal("4S", "S", 9)[1], "reason": "said so: “one off”"})
    table.drain()
    second, third = table.open("cribbage", visibility="private"), table.open("bridge.chicago")
    table.tell_all(first, [report(*PASSED)] * 283)
    table.drain()
    signer.enter(stores)
    signer.vouch(stores, 5, 100)
    note = signer.vouch_at(stores, SIGNED, seconds=70)
    table.tell(first, *PASSED)
    other = Table(stores, ledger="other")
    foreign = other.open()
    table.drain()
    return Ledger(stores, signer, [first, second, third], foreign, note)


def rechain(connection: Connection, match: str) -> None:
    """Chain the events of a match anew, whatever they say now, up to the head."""
    last = GENESIS
    for row in connection.execute(sa.select(events).where(events.c.match == match).order_by(events.c.version)).all():
        fields = {name: value for name, value in row._mapping.items() if name not in {"ledger", "hash"}}
        last = link(last, ledger="main", **fields)
        this = (events.c.match == match) & (events.c.version == row.version)
        connection.execute(sa.update(events).where(this).values(hash=last))
    connection.execute(sa.update(matches).where(matches.c.id == match).values(hash=last))


def regrow(stores: Stores, connection: Connection) -> list[bytes]:
    """Compute the kept roots anew; returns the data of the leaves."""
    grown = leaves(stores, connection=connection)
    connection.execute(sa.delete(tree).where(tree.c.ledger == 1))
    for index in range(len(grown) // 256):
        hash_ = root(grown[index * 256 : (index + 1) * 256])
        connection.execute(sa.insert(tree).values(ledger=1, level=8, index=index, hash=hash_))
    return grown


def sign_again(given: Ledger, connection: Connection) -> None:
    """Sign every checkpoint again with the right key: who has that can do all but reach what others keep."""
    grown = regrow(given.stores, connection)
    for seconds, size in ((0, 5), (1, 100), (70, SIGNED)):
        found = root(grown[:size])
        values = {"root": found, "note": given.signer.note(size, found, seconds)}
        connection.execute(sa.update(checkpoints).where(checkpoints.c.size == size).values(values))


def cut(connection: Connection, positions: int) -> None:
    """Take the newest positions away, and set back all that would tell of them."""
    newest = connection.execute(sa.select(sa.func.max(feed.c.position)).where(feed.c.ledger == 1)).scalar_one()
    gone = (feed.c.ledger == 1) & (feed.c.position > newest - positions)
    rows = connection.execute(sa.select(feed.c.match, feed.c.version).where(gone).order_by(feed.c.position.desc()))
    for match, version in rows.all():
        connection.execute(sa.delete(events).where(events.c.match == match, events.c.version == version))
        _set_back(connection, match)
    connection.execute(sa.delete(feed).where(gone))
    connection.execute(sa.update(sequencers).where(sequencers.c.ledger == 1).values(position=newest - positions))
    connection.execute(sa.delete(tree).where(tree.c.ledger == 1, (tree.c.index + 1) * 256 > newest - positions))


def forget(connection: Connection, beyond: int) -> None:
    """Take the checkpoints beyond a size away."""
    connection.execute(sa.delete(checkpoints).where(checkpoints.c.size > beyond))


def _set_back(connection: Connection, match: str) -> None:
    query = sa.select(events).where(events.c.match == match).order_by(events.c.version.desc()).limit(1)
    last = connection.execute(query).one_or_none()
    connection.execute(sa.delete(boards).where(boards.c.match == match))
    if last is None:
        connection.execute(sa.delete(sequenced).where(sequenced.c.match == match))
        connection.execute(sa.delete(matches).where(matches.c.id == match))
        return
    values: dict[str, Any] = {"version": last.version, "hash": last.hash, "recorded_at": last.recorded_at}
    connection.execute(sa.update(matches).where(matches.c.id == match).values(values))
    connection.execute(sa.update(sequenced).where(sequenced.c.match == match).values(version=last.version))


def changed(body: str) -> str:
    """The body of an opening with another title."""
    data = wire.loads(body)
    assert isinstance(data, dict)
    return wire.canonical(data | {"title": "Pátek"})

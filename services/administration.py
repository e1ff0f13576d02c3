"""
The log of administration: who was given a key, and what became of it, chained like the log of a match.

A ledger's acts stand in a ledger of their own, beside it, named `<ledger>/admin`. So the same sequencer, tree,
checkpoints and `verify` hold them, and the positions of the ledger itself stay those of its games.
"""

import uuid
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from domain import wire
from domain.administration import LedgerCreated
from domain.event import Event
from services import clock, event_log
from services.event_log import Draft, Head, Summary
from services.tables import administrations, ledgers, matches
from services.wiring import within

KIND: Final = "admin"
"""What `matches` calls the log of acts, which is no match."""
COMMAND_LINE: Final = "admin:command-line"
"""Who acts with the database at hand, and needs no key."""
SUFFIX: Final = "/admin"
"""How the ledger of a ledger's acts is called, behind its name."""

SUMMARY: Final = Summary(KIND, "", "live", None, "{}", "{}", '"private"')
"""What lists would tell of such a log, if they told of it."""


def open_log(connection: Connection, name: str, companion: int, actor: str) -> None:
    """Begin the log of a ledger's acts in its companion, unless it was begun."""
    begun = sa.select(matches.c.id).where(matches.c.ledger == companion, matches.c.kind == KIND)
    if connection.execute(begun).first() is not None:
        return
    with within(connection, companion):
        act = LedgerCreated(ledger=name)
        _append(connection, (companion, name + SUFFIX), None, str(uuid.uuid4()), act, actor=actor)


def companion(connection: Connection, ledger: int) -> tuple[int, str]:
    """The number and the name of the ledger in which a ledger's acts stand; its own stand in itself."""
    of = (administrations.c.ledger == ledger) | (administrations.c.log == ledger)
    found = (
        sa.select(ledgers.c.id, ledgers.c.name).join(administrations, administrations.c.log == ledgers.c.id).where(of)
    )
    number, name = connection.execute(found).one()
    return number, name


def record(connection: Connection, ledger: int, actor: str, *acts: Event) -> None:
    """
    Write acts into the log, in the transaction that does them: both are kept, or neither.

    Args:
        connection: In a transaction that writes.
        ledger: What is administered.
        actor: Who acts.
        acts: What is done.
    """
    found = companion(connection, ledger)
    with within(connection, found[0]):
        query = sa.select(matches.c.id, matches.c.version, matches.c.hash, matches.c.recorded_at)
        row = connection.execute(
            query.where(matches.c.ledger == found[0], matches.c.kind == KIND).with_for_update()
        ).one()
        head = Head(row.id, found[0], KIND, row.version, bytes(row.hash), clock.from_microseconds(row.recorded_at))
        _append(connection, found, head, row.id, *acts, actor=actor)


def _append(
    connection: Connection, ledger: tuple[int, str], head: Head | None, match: str, *acts: Event, actor: str
) -> None:
    now = max(clock.now(), head.recorded_at) if head else clock.now()
    drafts = [
        Draft(version, str(uuid.uuid4()), act, wire.body(act), now, None, actor)
        for version, act in enumerate(acts, start=head.version + 1 if head else 1)
    ]
    _, done = event_log.append(connection, ledger, head, match, drafts, SUMMARY)
    assert done, "the log of acts is locked while it grows"

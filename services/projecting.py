"""Projecting: what was appended is given its place in the feed, folded into boards, stored, published."""

from collections.abc import Iterable
from threading import Lock
from typing import Final

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from domain.errors import RuleViolation
from domain.projection import project
from services import event_log, feed, live, scoreboard
from services.folding import Folded, current
from services.scoreboard import Claim, Stored
from services.tables import ledgers
from services.wiring import Stores

_one_at_a_time: Final = Lock()
_log = structlog.get_logger(__name__)


def drain(stores: Stores, kept: Folded) -> int:
    """
    Bring every board up to its match's head, and publish what changed.

    May run twice, late, or beside another drain: nothing but time is lost.

    Returns:
        How many matches had news.
    """
    total = 0
    with _one_at_a_time:
        while done := _drain_batch(stores, kept):
            total += done
    return total


def audit(stores: Stores) -> int:
    """Mark every match whose boards are behind its head, whatever was lost; returns how many."""
    with stores.writing() as connection:
        return scoreboard.mark_stale(connection)


def _drain_batch(stores: Stores, kept: Folded) -> int:
    with stores.reading() as connection:
        if not scoreboard.any_dirty(connection):
            return 0
    if stores.engine.dialect.name == "sqlite":
        claims, stored, heads = _drain_sqlite(stores, kept)
    else:
        claims, stored, heads = _drain_postgresql(stores, kept)
    live.publish(stores.redis, stored, heads)
    return claims


def _drain_postgresql(stores: Stores, kept: Folded) -> tuple[int, list[Stored], dict[str, int]]:
    """Positions first, in a transaction as short as its lock; then one that claims, folds and stores."""
    with stores.writing() as connection:
        heads = _sequence(connection)
    with stores.writing() as connection:
        claims = scoreboard.take(connection)
        boards, folded = _fold(connection, kept, claims)
        return len(claims), _store(connection, boards, folded), heads


def _drain_sqlite(stores: Stores, kept: Folded) -> tuple[int, list[Stored], dict[str, int]]:
    """Where a write locks all, folding comes before the one write."""
    with stores.reading() as connection:
        claims = scoreboard.take(connection)
        boards, folded = _fold(connection, kept, claims)
    with stores.writing() as connection:
        heads = _sequence(connection)
        return len(claims), _store(connection, boards, folded), heads


def _sequence(connection: Connection) -> dict[str, int]:
    """Give positions to all that was appended; returns the head of each ledger that grew."""
    heads = {}
    for ledger, name in connection.execute(sa.select(ledgers.c.id, ledgers.c.name).order_by(ledgers.c.id)).all():
        grew = 0
        while fed := feed.sequence(connection, ledger):
            grew += fed
        if grew:
            heads[name] = feed.head(connection, ledger)
    return heads


def _fold(
    connection: Connection, kept: Folded, claims: Iterable[Claim]
) -> tuple[list[tuple[Claim, int, dict[str, str]]], list[tuple[str, int]]]:
    boards, folded = [], []
    for claim in claims:
        head = event_log.head(connection, None, claim.match)
        if head is None:
            folded.append((claim.match, claim.version))
            continue
        try:
            match = current(connection, head, kept)
        except RuleViolation as violation:
            _log.error("match_unreadable", match=claim.match, reason=violation.detail)
            folded.append((claim.match, claim.version))
            continue
        boards.append((claim, match.version, project(match, claim.match)))
        folded.append((claim.match, match.version))
    return boards, folded


def _store(
    connection: Connection, boards: Iterable[tuple[Claim, int, dict[str, str]]], folded: list[tuple[str, int]]
) -> list[Stored]:
    epochs = scoreboard.hold_epochs(connection)
    rows = [
        Stored(claim.match, name, epochs[claim.ledger], version, body)
        for claim, version, bodies in boards
        for name, body in sorted(bodies.items())
    ]
    newer = scoreboard.put(connection, rows)
    if folded:
        scoreboard.clear(connection, folded)
    return [row for row in rows if (row.match, row.name) in newer]

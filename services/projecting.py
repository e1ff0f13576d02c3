"""Projecting: what was appended is given its place in the feed, folded into boards, stored, published."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, TypeAlias

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from domain.errors import RuleViolation
from domain.match import Match
from domain.projection import project
from services import event_log, feed, live, scoreboard
from services.folding import Folded, current
from services.scoreboard import Claim, Stored
from services.tables import dirty, ledgers
from services.wiring import EVERY, Stores

Projected: TypeAlias = tuple[Claim, Match, dict[str, str]]
"""A claimed match, folded, and its boards."""

_one_at_a_time: Final = Lock()
_log = structlog.get_logger(__name__)


def drain(stores: Stores, kept: Folded) -> int:
    """
    Bring every board up to its match's head, and publish what changed.

    May run twice, late, or beside another drain: nothing but time is lost. A match that cannot be
    folded stays marked, and the others go on.

    Returns:
        How many matches had news.
    """
    total = 0
    failed: set[str] = set()
    with _one_at_a_time:
        while batch := _drain_batch(stores, kept, failed):
            total += len(batch.folded) + len(batch.failed)
    return total


def audit(stores: Stores) -> int:
    """Mark every match whose boards are behind its head, whatever was lost; returns how many."""
    with stores.writing(EVERY) as connection:
        return scoreboard.mark_stale(connection)


@dataclass(slots=True)
class _Batch:
    """Claimed matches, folded: their boards, how far they are folded, and which could not be; and acts, with none."""

    boards: list[Projected] = field(default_factory=list)
    folded: list[tuple[str, int]] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    acts: list[tuple[str, int]] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Whether anything was claimed."""
        return bool(self.folded or self.failed or self.acts)


def _drain_batch(stores: Stores, kept: Folded, failed: set[str]) -> _Batch:
    with stores.reading(EVERY) as connection:
        if not scoreboard.any_dirty(connection):
            return _Batch()
    drain_one = _drain_sqlite if stores.engine.dialect.name == "sqlite" else _drain_postgresql
    batch, stored, heads = drain_one(stores, kept, failed)
    live.publish(stores.redis, stored, heads)
    failed |= batch.failed
    return batch


def _drain_postgresql(stores: Stores, kept: Folded, failed: set[str]) -> tuple[_Batch, list[Stored], dict[str, int]]:
    """Positions first, in a transaction as short as its lock; then one that claims, folds and stores."""
    with stores.writing(EVERY) as connection:
        heads = _sequence(connection)
    with stores.writing(EVERY) as connection:
        batch = _fold(connection, kept, scoreboard.take(connection, failed))
        return batch, _store(connection, batch), heads


def _drain_sqlite(stores: Stores, kept: Folded, failed: set[str]) -> tuple[_Batch, list[Stored], dict[str, int]]:
    """Where a write locks all, folding comes before the one write."""
    with stores.reading(EVERY) as connection:
        batch = _fold(connection, kept, scoreboard.take(connection, failed))
    with stores.writing(EVERY) as connection:
        heads = _sequence(connection)
        return batch, _store(connection, batch), heads


def _sequence(connection: Connection) -> dict[str, int]:
    """Give positions to all that was appended; returns the head of each ledger that grew."""
    heads = {}
    growing = sa.select(ledgers.c.id, ledgers.c.name).where(ledgers.c.id.in_(sa.select(dirty.c.ledger)))
    for ledger, name in connection.execute(growing.order_by(ledgers.c.id)).all():
        grew = 0
        while fed := feed.sequence(connection, ledger):
            grew += fed
        if grew:
            heads[name] = feed.head(connection, ledger)
    return heads


def _fold(connection: Connection, kept: Folded, claims: Iterable[Claim]) -> _Batch:
    batch = _Batch()
    for claim in claims:
        head = event_log.head(connection, None, claim.match)
        if head is None or head.kind != event_log.MATCH:
            batch.acts.append((claim.match, claim.version))
            continue
        try:
            match = current(connection, head, kept)
            boards = project(match, claim.match)
        except RuleViolation as violation:
            _log.error("match_unreadable", match=claim.match, reason=violation.detail)
            batch.folded.append((claim.match, claim.version))
            continue
        except SQLAlchemyError:
            raise
        except Exception as error:  # noqa: BLE001  whatever one match does, the others go on
            _log.error("match_not_folded", match=claim.match, reason=str(error), exc_info=error)
            batch.failed.add(claim.match)
            continue
        batch.boards.append((claim, match, boards))
        batch.folded.append((claim.match, max(claim.version, match.version)))
    return batch


def _store(connection: Connection, batch: _Batch) -> list[Stored]:
    epochs = scoreboard.hold_epochs(connection)
    rows = [
        Stored(
            claim.match,
            name,
            epochs[claim.ledger],
            match.version,
            body,
            stuck=match.stuck is not None,
            visibility=match.visibility if isinstance(match.visibility, str) else "delayed",
        )
        for claim, match, bodies in batch.boards
        for name, body in sorted(bodies.items())
    ]
    newer = scoreboard.put(connection, rows)
    if done := batch.folded + batch.acts:
        scoreboard.clear(connection, done)
    return [row for row in rows if (row.match, row.name) in newer]

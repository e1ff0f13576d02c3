"""
Checkpoints: what a ledger is, signed now and then, and never what does not extend what was signed before.

Source:
    docs/guarantees.md, "Checkpoints".
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from domain.text import moment
from services import clock, feed, notes, signing, tree
from services.errors import BrokenLedger, SigningStopped
from services.notes import Checkpoint
from services.tables import AnyRow, checkpoints, events, ledgers, sequencers
from services.tables import feed as positions
from services.tree import Tree
from services.wiring import EVERY, Stores

AT_MOST: Final = 1000
"""Positions after which a checkpoint is made."""
AFTER: Final = timedelta(seconds=60)
"""How long a position waits for one at most."""
LATE: Final = timedelta(seconds=150)
"""When signing is said to stand still."""
WINDOW: Final = 64
"""Runs of 256 events that are read again before each checkpoint: all of a small ledger, some of a large one."""
_PATIENCE_SECONDS: Final = 60.0
"""How long a ledger that could not be signed is left alone."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Standing:
    """
    How far a ledger is signed.

    Args:
        ledger: Its number.
        name: Its name.
        head: Its newest position.
        size: How many events the newest checkpoint has; 0 without one.
        made_at: When that was made.
        since: When the first event after it was recorded.
    """

    ledger: int
    name: str
    head: int
    size: int
    made_at: datetime | None
    since: datetime | None

    @property
    def unsigned(self) -> int:
        """Events that no checkpoint has yet."""
        return max(self.head - self.size, 0)

    def due(self, now: datetime) -> bool:
        """Whether a checkpoint is to be made now; also where the ledger is shorter than what was signed of it."""
        return self.head < self.size or self.unsigned >= AT_MOST or self._waits(now, AFTER)

    def late(self, now: datetime) -> bool:
        """Whether signing stands still."""
        return self.head < self.size or self._waits(now, LATE)

    def _waits(self, now: datetime, limit: timedelta) -> bool:
        return self.unsigned > 0 and (self.since is None or now - self.since >= limit)


def standings(connection: Connection) -> list[Standing]:
    """How far each ledger is signed."""
    newest = (
        sa.select(checkpoints.c.ledger, sa.func.max(checkpoints.c.size).label("size"))
        .group_by(checkpoints.c.ledger)
        .subquery()
    )
    query = (
        sa.select(ledgers.c.id, ledgers.c.name, sequencers.c.position, newest.c.size, checkpoints.c.made_at)
        .join(sequencers, sequencers.c.ledger == ledgers.c.id)
        .outerjoin(newest, newest.c.ledger == ledgers.c.id)
        .outerjoin(checkpoints, (checkpoints.c.ledger == ledgers.c.id) & (checkpoints.c.size == newest.c.size))
        .order_by(ledgers.c.id)
    )
    return [_standing(connection, row) for row in connection.execute(query).all()]


def told(found: Sequence[Standing], now: datetime) -> str:
    """
    How signing goes, in a sentence.

    Errors:
        SigningStopped: it stands still.
    """
    made = max((each.made_at for each in found if each.made_at), default=None)
    said = f"newest checkpoint {f'made at {moment(made)}' if made else 'still to come'}"
    said += f", {sum(each.unsigned for each in found)} events not signed yet"
    if any(each.late(now) for each in found):
        raise SigningStopped(f"signing stands still: {said}; the log of the workers says why")
    return said


def newest(connection: Connection, ledger: int) -> AnyRow | None:
    """A ledger's newest checkpoint."""
    query = sa.select(checkpoints).where(checkpoints.c.ledger == ledger).order_by(checkpoints.c.size.desc()).limit(1)
    return connection.execute(query).one_or_none()


class Notary:
    """Makes checkpoints when they are due; one for each worker process."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._refused: dict[int, tuple[str, float]] = {}

    def sign_due(self) -> int:
        """
        Make every checkpoint that is due; a ledger that cannot be signed is logged, and the others go on.

        Returns:
            How many were made.
        """
        now = clock.now()
        with self._stores.reading(EVERY) as connection:
            due = [each for each in standings(connection) if each.due(now)]
        return sum(self._sign(each) for each in due)

    def _sign(self, standing: Standing) -> bool:
        reason, again = self._refused.get(standing.ledger, ("", 0.0))
        if time.monotonic() < again:
            return False
        try:
            made = make(self._stores, standing, thorough=bool(reason))
        except (BrokenLedger, SigningStopped) as error:
            self._refused[standing.ledger] = (str(error), time.monotonic() + _PATIENCE_SECONDS)
            _log.error("signing_stopped", ledger=standing.name, reason=str(error))
            return False
        self._refused.pop(standing.ledger, None)
        return made


def make(stores: Stores, standing: Standing, *, thorough: bool = False) -> bool:
    """
    Make a checkpoint at a ledger's head.

    Args:
        stores: Where the ledger is.
        standing: How far it is signed.
        thorough: Whether every event is read again before, however many there are.

    Returns:
        Whether it was made: not if another worker has meanwhile made one.

    Errors:
        BrokenLedger: the ledger does not extend what was signed of it.
        SigningStopped: the key is missing or unfit.
    """
    check(stores, standing, thorough=thorough)
    while not _grown(stores, standing.ledger):
        pass
    found = signing.files(stores.settings.signing_folder, standing.name)
    with stores.writing(EVERY) as connection:
        head = feed.lock(connection, standing.ledger)
        last = newest(connection, standing.ledger)
        if (last.size if last else 0) != standing.size or head == standing.size:
            return False
        root = Tree(connection, standing.ledger).root(head)
        private = signing.private_key(connection, (standing.ledger, standing.name), found)
        # The note says whole seconds: its row says the same, so that a change of either shows.
        signed = Checkpoint(notes.origin(standing.name), head, root, clock.now().replace(microsecond=0))
        note = notes.sign(signed.text, signed.origin, private)
        # Before the commit: what is signed stays known here, whatever becomes of the database.
        signing.remember(found, note)
        values = {"size": head, "root": root, "note": note, "made_at": clock.microseconds(signed.time)}
        connection.execute(sa.insert(checkpoints).values(ledger=standing.ledger, **values))
    return True


def check(stores: Stores, standing: Standing, *, thorough: bool = False) -> None:
    """
    Whether a ledger still begins with all that was signed of it, by the database and by the folder of the key.

    Errors:
        BrokenLedger: it does not.
        SigningStopped: the folder cannot be read.
    """
    found = signing.files(stores.settings.signing_folder, standing.name)
    last = signing.last_signed(found)
    with stores.reading(EVERY) as connection:
        row = newest(connection, standing.ledger)
        if row is not None:
            _begins_with(connection, standing, row.size, bytes(row.root), thorough=thorough)
        if last is not None and (row is None or last.size != row.size or last.root != bytes(row.root)):
            _begins_with(connection, standing, last.size, last.root, thorough=thorough)


def _begins_with(connection: Connection, standing: Standing, size: int, root: bytes, *, thorough: bool) -> None:
    if size > standing.head:
        raise BrokenLedger(f"The ledger ends at position {standing.head}, and was signed up to {size}.")
    runs = size // tree.TILE
    start = 0 if thorough else secrets.randbelow(max(runs - WINDOW, 0) + 1)
    end = runs if thorough else start + WINDOW
    if tree.check(connection, standing.ledger, size, (start, end)) != root:
        raise BrokenLedger(f"The first {size} events are not those that were signed.")


def _grown(stores: Stores, ledger: int) -> bool:
    with stores.writing(EVERY) as connection:
        return tree.grow(connection, ledger, feed.lock(connection, ledger))


def _standing(connection: Connection, row: AnyRow) -> Standing:
    size = row.size or 0
    since = None
    if row.position > size:
        first = sa.select(events.c.recorded_at).join(
            positions, (events.c.match == positions.c.match) & (events.c.version == positions.c.version)
        )
        here = first.where(positions.c.ledger == row.id, positions.c.position == size + 1)
        since = connection.execute(here).scalar_one_or_none()
    return Standing(
        row.id,
        row.name,
        row.position,
        size,
        None if row.made_at is None else clock.from_microseconds(row.made_at),
        None if since is None else clock.from_microseconds(since),
    )

"""Rebuilding: the whole log is replayed into boards of the next epoch, which then takes over at once."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Final

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from domain.errors import RuleViolation
from domain.projection import project
from services import event_log, live, rules, scoreboard, wiring
from services.config import Settings
from services.folding import at_version
from services.scoreboard import Stored
from services.tables import boards, ledgers, matches
from services.wiring import EVERY, Stores

_CHUNK: Final = 100
"""Matches that are replayed and stored at once."""

_MATCH: Final = matches.c.kind == event_log.MATCH
"""What has boards."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild did: matches replayed, and boards that differ from what was shown."""

    matches: int
    changed: int


def rebuild(stores: Stores, *, processes: int = 1, progress: Callable[[int, int], None] | None = None) -> Rebuilt:
    """
    Replay every match and swap the boards in, ledger by ledger. Readers see the old ones until then.

    Args:
        stores: Where the log is.
        processes: How many to replay with.
        progress: Told how many matches are done, of how many.
    """
    done = changed = 0
    with stores.reading(EVERY) as connection:
        total = connection.execute(sa.select(sa.func.count()).where(_MATCH)).scalar_one()
        of_ledgers = connection.execute(sa.select(ledgers.c.id).order_by(ledgers.c.id)).scalars().all()
    for ledger in of_ledgers:
        epoch = _sweep(stores, ledger)
        for count in _replay_all(stores, ledger, epoch + 1, processes):
            done += count
            if progress:
                progress(done, total)
        changed += _swap(stores, ledger, epoch)
    return Rebuilt(done, changed)


def _replay_all(stores: Stores, ledger: int, epoch: int, processes: int) -> Iterator[int]:
    chunks = _chunks(stores, ledger)
    if processes == 1:
        for chunk in chunks:
            yield _replay(stores, chunk, epoch)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _start, (stores.settings.model_dump(),)) as pool:
        while batch := list(islice(chunks, processes * 4)):
            yield from pool.map(_replay_chunk, [(chunk, epoch) for chunk in batch])


def _chunks(stores: Stores, ledger: int) -> Iterator[list[str]]:
    last = None
    while True:
        query = sa.select(matches.c.id).where(matches.c.ledger == ledger, _MATCH).order_by(matches.c.id).limit(_CHUNK)
        with stores.reading(EVERY) as connection:
            chunk = list(connection.execute(query if last is None else query.where(matches.c.id > last)).scalars())
        if not chunk:
            return
        yield chunk
        last = chunk[-1]


_stores_here: list[Stores] = []


def _start(settings: dict[str, object]) -> None:
    _stores_here.append(wiring.connect(Settings.model_validate(settings)))


def _replay_chunk(work: tuple[list[str], int]) -> int:
    return _replay(_stores_here[0], *work)


def _replay(stores: Stores, chunk: list[str], epoch: int) -> int:
    with stores.reading(EVERY) as connection:
        rows = [row for match in chunk for row in _rows(connection, match, epoch)]
    with stores.writing(EVERY) as connection:
        scoreboard.put(connection, rows)
    return len(chunk)


def _rows(connection: Connection, match: str, epoch: int) -> list[Stored]:
    head = event_log.head(connection, None, match)
    if head is None:
        return []
    try:
        state = at_version(connection, head.ledger, match, head.version)
    except RuleViolation as violation:
        _log.error("match_unreadable", match=match, reason=violation.detail)
        return []
    stuck = state.stuck is not None
    bodies = sorted(project(state, match).items())
    return [Stored(match, name, epoch, state.version, body, stuck=stuck) for name, body in bodies]


def _swap(stores: Stores, ledger: int, epoch: int) -> int:
    """Catch up with what came meanwhile, then show the new epoch; drains wait for this transaction."""
    with stores.writing(EVERY) as connection:
        held = sa.select(ledgers.c.epoch).where(ledgers.c.id == ledger).with_for_update()
        if connection.execute(held).scalar_one() != epoch:
            return 0
        last = None
        while behind := _behind(connection, ledger, epoch + 1, last):
            scoreboard.put(connection, [row for match in behind for row in _rows(connection, match, epoch + 1)])
            last = behind[-1]
        changed = _changed(connection, ledger, epoch)
        connection.execute(
            sa.update(ledgers).where(ledgers.c.id == ledger).values(epoch=epoch + 1, rules=rules.digest())
        )
    live.publish(stores.redis, changed, {})
    _sweep(stores, ledger)
    return len(changed)


def _behind(connection: Connection, ledger: int, epoch: int, after: str | None) -> list[str]:
    """Matches, in the order of their ids, whose boards of the next epoch lack something; some cannot be read at all."""
    shown = sa.exists().where(
        boards.c.match == matches.c.id, boards.c.epoch == epoch, boards.c.version >= matches.c.version
    )
    query = (
        sa.select(matches.c.id).where(matches.c.ledger == ledger, _MATCH, ~shown).order_by(matches.c.id).limit(_CHUNK)
    )
    return list(connection.execute(query if after is None else query.where(matches.c.id > after)).scalars())


def _changed(connection: Connection, ledger: int, epoch: int) -> list[Stored]:
    """Boards of the next epoch that differ from those shown."""
    old = boards.alias()
    query = (
        sa.select(boards, matches.c.visibility)
        .join(matches, matches.c.id == boards.c.match)
        .outerjoin(old, (old.c.match == boards.c.match) & (old.c.name == boards.c.name) & (old.c.epoch == epoch))
        .where(matches.c.ledger == ledger, boards.c.epoch == epoch + 1)
        .where(old.c.body.is_distinct_from(boards.c.body))
    )
    rows = connection.execute(query)
    return [
        Stored(row.match, row.name, row.epoch, row.version, row.body, visibility=scoreboard.word(row.visibility))
        for row in rows
    ]


def _sweep(stores: Stores, ledger: int) -> int:
    """Delete boards that are not shown: of an older epoch, or of a rebuild that was broken off; returns the epoch."""
    own = sa.select(matches.c.id).where(matches.c.ledger == ledger)
    held = sa.select(ledgers.c.epoch).where(ledgers.c.id == ledger).with_for_update(read=True)
    with stores.writing(EVERY) as connection:
        epoch: int = connection.execute(held).scalar_one()
        connection.execute(sa.delete(boards).where(boards.c.epoch != epoch, boards.c.match.in_(own)))
    return epoch

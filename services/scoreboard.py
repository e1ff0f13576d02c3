"""Stored boards, and which matches have news for them: the only SQL on boards, and the claims on `dirty`."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from domain import games
from services import rules
from services.errors import UnfitStore
from services.tables import AnySelect, boards, dirty, ledgers, matches, sequenced

_CLAIMED: Final = 500
"""Dirty rows that a drain takes at once."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A match with news, up to a version at least."""

    match: str
    ledger: int
    version: int


@dataclass(frozen=True, slots=True)
class Stored:
    """
    A board as it is stored: JSON text, stamped with its epoch and version.

    Args:
        stuck: Only written.
        visibility: The match's, in a word, at that version or later; it is not stored here.
    """

    match: str
    name: str
    epoch: int
    version: int
    body: str
    stuck: bool = False
    visibility: str = "private"


def word(visibility: str) -> str:
    """
    A visibility, as `matches` has it, in a word.

    >>> word('"public"'), word('{"delayed":300}')
    ('public', 'delayed')
    """
    said = json.loads(visibility)
    return said if isinstance(said, str) else next(iter(said))


@dataclass(frozen=True, slots=True)
class Stamp:
    """How new a board is; a later epoch is newer whatever its version."""

    epoch: int
    version: int

    def newer_than(self, other: "Stamp | None") -> bool:
        """Whether this board replaces the other."""
        return other is None or (self.epoch, self.version) > (other.epoch, other.version)


def take(connection: Connection, skip: Collection[str] = (), limit: int = _CLAIMED) -> list[Claim]:
    """Matches with news, other than some. On PostgreSQL they are this transaction's until it ends; others skip them."""
    query = sa.select(dirty.c.match, dirty.c.ledger, dirty.c.version).limit(limit).with_for_update(skip_locked=True)
    if skip:
        query = query.where(dirty.c.match.not_in(skip))
    claims: dict[str, Claim] = {}
    for match, ledger, version in connection.execute(query):
        known = claims.get(match)
        if known is None or known.version < version:
            claims[match] = Claim(match, ledger, version)
    return [claims[match] for match in sorted(claims)]


def any_dirty(connection: Connection) -> bool:
    """Whether any match has news."""
    return connection.execute(sa.select(dirty.c.match).limit(1)).first() is not None


def put(connection: Connection, rows: Sequence[Stored]) -> set[tuple[str, str]]:
    """Store boards where they are newer; returns the match and name of those that were."""
    if not rows:
        return set()
    insert = pg_insert if connection.dialect.name == "postgresql" else sqlite_insert
    statement: Any = insert(boards)
    statement = statement.on_conflict_do_update(
        index_elements=[boards.c.match, boards.c.epoch, boards.c.name],
        set_={name: statement.excluded[name] for name in ("version", "body", "stuck")},
        where=boards.c.version < statement.excluded.version,
    ).returning(boards.c.match, boards.c.name)
    values = [{column.name: getattr(row, column.name) for column in boards.columns} for row in rows]
    return {(row.match, row.name) for row in connection.execute(statement, values)}


def clear(connection: Connection, folded: Iterable[tuple[str, int]]) -> None:
    """
    Forget news that is folded; what has no position in the feed yet stays (see `feed.sequence`).

    News that another drain has claimed is left to it: waiting for it would close a circle, as it may be
    waiting for this one's boards.
    """
    fed = sa.select(sequenced.c.version).where(sequenced.c.match == dirty.c.match).scalar_subquery()
    head = sa.select(matches.c.version).where(matches.c.id == dirty.c.match).scalar_subquery()
    done = (dirty.c.match == sa.bindparam("m")) & (dirty.c.version <= sa.bindparam("v"))
    in_feed = (fed >= dirty.c.version) | (sa.func.coalesce(fed, 0) >= sa.func.coalesce(head, 0))
    free = sa.select(dirty.c.match, dirty.c.version).where(done, in_feed).with_for_update(skip_locked=True)
    statement = sa.delete(dirty).where(sa.tuple_(dirty.c.match, dirty.c.version).in_(free))
    connection.execute(statement, [{"m": match, "v": version} for match, version in folded])


def hold_epochs(connection: Connection) -> dict[int, int]:
    """
    Each ledger's epoch, held as it is until the transaction ends.

    Errors:
        UnfitStore: boards of other rules than these are shown, so that none may be mixed in.
    """
    query = sa.select(ledgers.c.id, ledgers.c.epoch, ledgers.c.rules).order_by(ledgers.c.id)
    held = connection.execute(query.with_for_update(read=True)).all()
    if any(row.rules not in {None, rules.digest()} for row in held):
        raise UnfitStore(
            "The boards shown were folded by other rules than these: start this process with those, or run "
            "`scorepad rebuild` with these."
        )
    return {row.id: row.epoch for row in held}


def find(connection: Connection, ledger: int, match: str, name: str) -> Stored | None:
    """A board of a ledger's match as it is shown now."""
    query = _shown().where(matches.c.ledger == ledger, boards.c.match == match, boards.c.name == name)
    row = connection.execute(query).one_or_none()
    return None if row is None else Stored(row.match, row.name, row.epoch, row.version, row.body)


def of_matches(connection: Connection, ids: Iterable[str], names: Collection[str] = ()) -> list[Stored]:
    """Every board of some matches, as shown now; only those of these names, if any are named."""
    query = _shown().where(boards.c.match.in_(list(ids)))
    rows = connection.execute(query.where(boards.c.name.in_(list(names))) if names else query)
    return [
        Stored(row.match, row.name, row.epoch, row.version, row.body, visibility=word(row.visibility)) for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Standing:
    """
    How a match stands.

    Args:
        head: Its newest version, in the epoch that is shown: no board can be newer.
        visibility: In a word.
        stamp: That of its boards, which are stored together; None while there are none.
    """

    head: Stamp
    visibility: str
    stamp: Stamp | None


def standing(connection: Connection, ids: Iterable[str]) -> dict[str, Standing]:
    """How each of some matches stands."""
    shown = (boards.c.match == matches.c.id) & (boards.c.epoch == ledgers.c.epoch)
    query = (
        sa.select(matches.c.id, matches.c.version, matches.c.visibility, ledgers.c.epoch, sa.func.max(boards.c.version))
        .select_from(matches.join(ledgers, ledgers.c.id == matches.c.ledger).outerjoin(boards, shown))
        .where(matches.c.id.in_(list(ids)))
        .group_by(matches.c.id, matches.c.version, matches.c.visibility, ledgers.c.epoch)
    )
    return {
        match: Standing(Stamp(epoch, head), word(visibility), None if version is None else Stamp(epoch, version))
        for match, head, visibility, epoch, version in connection.execute(query)
    }


def mark_stale(connection: Connection) -> int:
    """Mark every match dirty of whose boards one is missing or behind its head, or its feed; returns how many."""
    shown = sa.select(sa.func.count()).where(
        boards.c.match == matches.c.id, boards.c.epoch == ledgers.c.epoch, boards.c.version >= matches.c.version
    )
    boards_of = {name: len(game.boards) for name, game in games.all_games().items()}
    wanted = sa.case(boards_of, value=matches.c.game, else_=0)
    fed = sa.exists().where(sequenced.c.match == matches.c.id, sequenced.c.version >= matches.c.version)
    marked = sa.exists().where(dirty.c.match == matches.c.id, dirty.c.version == matches.c.version)
    stale = (
        sa.select(matches.c.id, matches.c.version, matches.c.ledger)
        .join(ledgers, ledgers.c.id == matches.c.ledger)
        .where(~((shown.scalar_subquery() >= wanted) & fed), ~marked)
    )
    insert = pg_insert if connection.dialect.name == "postgresql" else sqlite_insert
    statement = insert(dirty).from_select(["match", "version", "ledger"], stale)
    return len(connection.execute(statement.on_conflict_do_nothing().returning(dirty.c.match)).all())


def lag(connection: Connection) -> tuple[int, int]:
    """How many matches have news that is not on their boards, and how many are stuck."""
    behind = connection.execute(sa.select(sa.func.count(sa.distinct(dirty.c.match)))).scalar_one()
    shown = sa.select(sa.func.count(sa.distinct(boards.c.match))).select_from(_joined()).where(boards.c.stuck)
    stuck = connection.execute(shown).scalar_one()
    return behind, stuck


def _shown() -> AnySelect:
    columns = (boards.c.match, boards.c.name, boards.c.epoch, boards.c.version, boards.c.body, matches.c.visibility)
    return sa.select(*columns).select_from(_joined())


def _joined() -> sa.Join:
    """Boards of their ledger's epoch."""
    return boards.join(matches, matches.c.id == boards.c.match).join(
        ledgers, (ledgers.c.id == matches.c.ledger) & (ledgers.c.epoch == boards.c.epoch)
    )

"""Seeing: which matches a reader may see, and how much of each."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy import Connection

from domain.errors import RuleViolation
from domain.match import Match
from services import clock, event_log
from services.bearers import Bearer
from services.clock import from_microseconds
from services.errors import UnknownBoard, UnknownMatch
from services.event_log import Head
from services.folding import Folded, Outlook, current, seen_outside, summary
from services.tables import AnyRow, AnySelect, ledgers, matches
from services.wiring import EVERY, Stores, turn_to

View = Literal["whole", "outside", "held"]
_PUBLIC: Final = '"public"'
_PRIVATE: Final = '"private"'


@dataclass(frozen=True, slots=True)
class Listed:
    """
    A match as lists tell it to its reader.

    Args:
        reader: Who reads; None is who shows no key.
        view: How much of it is shown: `whole`, as to those `outside`, or all to who holds the database (`held`).
        whole: Up to which version nothing is left out, if that is not all of it.
    """

    id: str
    ledger: int
    ledger_name: str
    game: str
    kind: str
    version: int
    status: str
    title: str | None
    players: str
    options: str
    visibility: str
    opened_at: datetime
    recorded_at: datetime
    hash: bytes
    reader: Bearer | None = None
    view: View = "whole"
    whole: int | None = None

    @property
    def told_to(self) -> int:
        """Up to which version its log is told."""
        return self.version if self.whole is None else self.whole

    @property
    def own(self) -> tuple[int, str]:
        """The number and name of its ledger."""
        return self.ledger, self.ledger_name

    @property
    def public(self) -> bool:
        """Whether anybody may see it."""
        return self.visibility == _PUBLIC

    @property
    def head(self) -> Head:
        """Where its log stood when it was found."""
        return Head(self.id, self.ledger, self.kind, self.version, self.hash, self.recorded_at)


def find(stores: Stores, kept: Folded, bearer: Bearer | None, match: str) -> Listed:
    """A match as the reader may see it; UnknownMatch for any other, whatever the reason."""
    with stores.reading(whose(bearer)) as connection:
        found, outlook = look_for(connection, kept, bearer, match)
        return _as_seen(found, outlook)


def any_match(stores: Stores, match: str) -> Listed:
    """A match, whoever may see it: for who holds the database; UnknownMatch if there is none."""
    with stores.reading(EVERY) as connection:
        return _any(connection, match)


def newest(stores: Stores, limit: int) -> list[Listed]:
    """The newest matches, whoever may see them: for who holds the database."""
    query = _listed().order_by(matches.c.opened_at.desc(), matches.c.id.desc()).limit(limit)
    with stores.reading(EVERY) as connection:
        return [_as_listed(row) for row in connection.execute(query)]


def listing(
    stores: Stores,
    kept: Folded,
    bearer: Bearer | None,
    *,
    game: str | None = None,
    status: str | None = None,
    after: tuple[int, str] | None = None,
    limit: int = 50,
) -> list[Listed]:
    """Matches, newest first, that the reader may see; `after` is the opening time and id of the last one seen."""
    found: list[Listed] = []
    while len(found) < limit:
        with stores.reading(whose(bearer)) as connection:
            rows = connection.execute(_page(bearer, game, status, after).limit(limit)).all()
            seen = [_seen(connection, kept, bearer, row) for row in rows]
        found += [each for each in seen if each is not None and status in {None, each.status}]
        if len(rows) < limit:
            break
        after = rows[-1].opened_at, rows[-1].id
    return found[:limit]


def beyond(newest_: int) -> UnknownBoard:
    """What is said of a version that the match does not have, up to its newest one."""
    return UnknownBoard(f"The match has versions 1 to {newest_}.")


def open_log(connection: Connection, match: Listed) -> None:
    """Let the rest of a transaction read the log of a match that was found, whoever's it is."""
    if match.view != "held" and match.ledger != whose(match.reader):
        turn_to(connection, match.ledger)


def current_of(connection: Connection, match: Listed, kept: Folded) -> Match:
    """The match at its head; UnknownBoard if it cannot be folded here."""
    open_log(connection, match)
    try:
        return current(connection, match.head, kept)
    except RuleViolation as violation:
        raise UnknownBoard(f"The match cannot be folded here: {violation.detail}") from violation


def look_again(connection: Connection, kept: Folded, match: Listed) -> tuple[Listed, Match, int]:
    """
    A match that was found, in this moment, for who found it.

    Returns:
        How it is listed, what it folds to for that reader, and up to which version its log may be told.

    Errors:
        UnknownMatch: it is not theirs to see any more.
    """
    found, outlook = look(connection, kept, match)
    if outlook is not None:
        return found, outlook.match, outlook.seen.whole
    return found, current_of(connection, found, kept), found.version


def whose(bearer: Bearer | None) -> int | None:
    """Whose rows a reader reads."""
    return None if bearer is None else bearer.ledger


@contextmanager
def reading_for(stores: Stores, match: Listed) -> Iterator[Connection]:
    """A transaction that reads what the reader of a match may."""
    with stores.reading(EVERY if match.view == "held" else whose(match.reader)) as connection:
        yield connection


def look(connection: Connection, kept: Folded, match: Listed) -> tuple[Listed, Outlook | None]:
    """A match that was found, as it is now to who found it; UnknownMatch if it is not theirs to see any more."""
    if match.view == "held":
        return _any(connection, match.id), None
    return look_for(connection, kept, match.reader, match.id)


def _any(connection: Connection, match: str) -> Listed:
    row = connection.execute(_listed().where(matches.c.id == match)).one_or_none()
    if row is None:
        raise UnknownMatch
    return _as_listed(row, view="held")


def look_for(connection: Connection, kept: Folded, bearer: Bearer | None, match: str) -> tuple[Listed, Outlook | None]:
    """A match at its head; and how those outside see it, where the reader is one of them."""
    known = (matches.c.visibility != _PRIVATE) | (matches.c.ledger == whose(bearer))
    row = connection.execute(_listed().where(matches.c.id == match, known)).one_or_none()
    if row is None:
        raise UnknownMatch
    return _looked(connection, kept, bearer, row)


def _looked(connection: Connection, kept: Folded, bearer: Bearer | None, row: AnyRow) -> tuple[Listed, Outlook | None]:
    view = _view(bearer, row)
    if view is None:
        raise UnknownMatch
    found = _as_listed(row, bearer, view)
    if view == "whole":
        return found, None
    open_log(connection, found)
    try:
        outlook = seen_outside(connection, found.head, kept, clock.now())
    except RuleViolation as violation:
        raise UnknownMatch from violation
    if outlook is None:
        raise UnknownMatch
    return found, outlook


def _view(bearer: Bearer | None, row: AnyRow) -> View | None:
    """How much of a match is shown to a reader; None: not even that there is one."""
    if row.visibility == _PUBLIC or (bearer is not None and bearer.is_inside(row.ledger, row.id)):
        return "whole"
    if row.visibility == _PRIVATE:
        return "whole" if bearer is not None and bearer.knows(row.ledger, row.id) else None
    return "outside"


def _seen(connection: Connection, kept: Folded, bearer: Bearer | None, row: AnyRow) -> Listed | None:
    with suppress(UnknownMatch):
        return _as_seen(*_looked(connection, kept, bearer, row))
    return None


def _as_seen(found: Listed, outlook: Outlook | None) -> Listed:
    """A match as it is listed to its reader."""
    if outlook is None:
        return found
    match = outlook.match
    told = summary(match)
    return replace(
        found,
        version=match.version,
        status=told.status,
        title=told.title,
        players=told.players,
        options=told.options,
        recorded_at=match.recorded_at or found.opened_at,
        whole=outlook.seen.whole,
    )


def _page(bearer: Bearer | None, game: str | None, status: str | None, after: tuple[int, str] | None) -> AnySelect:
    """Matches that the reader may know of, newest first; of some it shows only later whether they are meant."""
    query = _listed().order_by(matches.c.opened_at.desc(), matches.c.id.desc())
    if bearer is None:
        query = query.where(matches.c.visibility != _PRIVATE)
    else:
        query = query.where(matches.c.ledger == bearer.ledger)
        if bearer.matches is not None:
            query = query.where(matches.c.id.in_(bearer.matches))
        if not bearer.knows_private:
            query = query.where(matches.c.visibility != _PRIVATE)
    if game:
        query = query.where(matches.c.game == game)
    if status:
        partly = matches.c.visibility.not_in([_PUBLIC, _PRIVATE])
        query = query.where((matches.c.status == status) | partly)
    if after:
        opened, last = after
        older = (matches.c.opened_at == opened) & (matches.c.id < last)
        query = query.where((matches.c.opened_at < opened) | older)
    return query


def _listed() -> AnySelect:
    joined = sa.select(matches, ledgers.c.name.label("ledger_name")).join(ledgers, ledgers.c.id == matches.c.ledger)
    return joined.where(matches.c.kind == event_log.MATCH)


def _as_listed(row: AnyRow, reader: Bearer | None = None, view: View = "whole") -> Listed:
    return Listed(
        id=row.id,
        ledger=row.ledger,
        ledger_name=row.ledger_name,
        game=row.game,
        kind=row.kind,
        version=row.version,
        status=row.status,
        title=row.title,
        players=row.players,
        options=row.options,
        visibility=row.visibility,
        opened_at=from_microseconds(row.opened_at),
        recorded_at=from_microseconds(row.recorded_at),
        hash=bytes(row.hash),
        reader=reader,
        view=view,
    )

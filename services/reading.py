"""Reading: heads, logs, boards now and then, and the feed, as each reader may see them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from domain import games
from domain.errors import RuleViolation
from domain.hindsight import in_hindsight
from domain.match import Match, sealed
from domain.projection import project
from domain.text import moment
from services import event_log, feed, scoreboard
from services.clock import from_microseconds
from services.errors import CursorAhead, UnknownBoard, UnknownMatch
from services.event_log import Entry, Head
from services.folding import Folded, at_version, current
from services.keys import Bearer
from services.scoreboard import Stored
from services.tables import AnyRow, AnySelect, ledgers, matches
from services.wiring import EVERY, Stores

_PRIVATE: Final = '"private"'
_NESTING: Final = {"match.corrected", "match.inserted", "match.confirmed"}


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as lists tell it."""

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

    @property
    def own(self) -> tuple[int, str]:
        """The number and name of its ledger."""
        return self.ledger, self.ledger_name

    @property
    def public(self) -> bool:
        """Whether anybody may see it."""
        return self.visibility == '"public"'


def find(stores: Stores, bearer: Bearer | None, match: str) -> Listed:
    """A match that the reader may see; UnknownMatch for any other, whatever the reason."""
    whose = None if bearer is None else bearer.ledger
    seen = matches.c.visibility != _PRIVATE
    with stores.reading(whose) as connection:
        row = connection.execute(_listed().where(matches.c.id == match, seen | (matches.c.ledger == whose)))
        found = _found(row.one_or_none())
    if not may_see(bearer, found):
        raise UnknownMatch
    return found


def any_match(stores: Stores, match: str) -> Listed:
    """A match, whoever may see it: for who holds the database; UnknownMatch if there is none."""
    with stores.reading(EVERY) as connection:
        return _found(connection.execute(_listed().where(matches.c.id == match)).one_or_none())


def newest(stores: Stores, limit: int) -> list[Listed]:
    """The newest matches, whoever may see them: for who holds the database."""
    query = _listed().order_by(matches.c.opened_at.desc(), matches.c.id.desc()).limit(limit)
    with stores.reading(EVERY) as connection:
        return [_as_listed(row) for row in connection.execute(query)]


def may_see(bearer: Bearer | None, match: Listed) -> bool:
    """Whether the reader may see the match at all."""
    if bearer is None:
        return match.public
    own = bearer.ledger == match.ledger and bearer.reaches(match.id)
    return own or match.public


def listing(
    stores: Stores,
    bearer: Bearer | None,
    *,
    game: str | None = None,
    status: str | None = None,
    after: tuple[int, str] | None = None,
    limit: int = 50,
) -> list[Listed]:
    """Matches, newest first, that the reader may see; `after` is the opening time and id of the last one seen."""
    query = _listed().order_by(matches.c.opened_at.desc(), matches.c.id.desc()).limit(limit)
    if bearer is None:
        query = query.where(matches.c.visibility == '"public"')
    else:
        query = query.where(matches.c.ledger == bearer.ledger)
        if bearer.matches is not None:
            query = query.where(matches.c.id.in_(bearer.matches))
    if game:
        query = query.where(matches.c.game == game)
    if status:
        query = query.where(matches.c.status == status)
    if after:
        opened, last = after
        older = (matches.c.opened_at == opened) & (matches.c.id < last)
        query = query.where((matches.c.opened_at < opened) | older)
    with stores.reading(None if bearer is None else bearer.ledger) as connection:
        return [_as_listed(row) for row in connection.execute(query)]


def board_now(stores: Stores, kept: Folded, match: Listed, name: str) -> Stored:
    """
    A board as it is now: stored, or folded here while the workers are behind.

    So who reported reads what came of it, and nobody is shown an older board after a newer one.
    """
    with stores.reading(match.ledger) as connection:
        head = head_of(connection, match)
        stored = scoreboard.find(connection, match.ledger, match.id, name)
        if stored is not None and stored.version >= head.version:
            return stored
        now = current_of(connection, head, kept)
        return _shown_at(connection, match, name, now, now)


def board_then(
    stores: Stores,
    kept: Folded,
    match: Listed,
    name: str,
    *,
    version: int | None = None,
    time: datetime | None = None,
    as_now: bool = False,
) -> Stored:
    """A board at a version, or at a time: as it was shown then, or as we know now; UnknownBoard if there was none."""
    with stores.reading(match.ledger) as connection:
        head = head_of(connection, match)
        if time is not None:
            version = event_log.version_at(connection, match.ledger, match.id, time)
        if version is None or not 1 <= version <= head.version:
            raise beyond(head)
        now = current_of(connection, head, kept)
        state = now if version == head.version else _then(connection, now, match, version, as_now=as_now)
        return _shown_at(connection, match, name, state, now)


def _then(connection: Connection, now: Match, match: Listed, version: int, *, as_now: bool) -> Match:
    if not as_now:
        return at_version(connection, match.ledger, match.id, version)
    facts = event_log.history(connection, match.ledger, match.id, after=version - 1, to=version)
    return next(in_hindsight(now, (fact for fact, _ in facts)))


def beyond(head: Head) -> UnknownBoard:
    """What is said of a version that the match does not have."""
    return UnknownBoard(f"The match has versions 1 to {head.version}.")


def head_of(connection: Connection, match: Listed) -> Head:
    """The head of a match that was found."""
    head = event_log.head(connection, match.ledger, match.id)
    assert head is not None, "the match was found"
    return head


def current_of(connection: Connection, head: Head, kept: Folded) -> Match:
    """The match at its head; UnknownBoard if it cannot be folded here."""
    try:
        return current(connection, head, kept)
    except RuleViolation as violation:
        raise UnknownBoard(f"The match cannot be folded here: {violation.detail}") from violation


def _shown_at(connection: Connection, match: Listed, name: str, state: Match, now: Match) -> Stored:
    epoch = connection.execute(sa.select(ledgers.c.epoch).where(ledgers.c.id == match.ledger)).scalar_one()
    bodies = project(state, match.id, sealed(now) if state.changes else ())
    if name not in bodies:
        raise UnknownBoard(f"{state.game.title} has the boards {', '.join(bodies)}.")
    return Stored(match.id, name, epoch, state.version, bodies[name])


def log(
    stores: Stores, kept: Folded, bearer: Bearer | None, match: Listed, *, after: int, limit: int
) -> list[dict[str, Any]]:
    """A match's events on the wire, sealed for who may not see the cards yet."""
    with stores.reading(match.ledger) as connection:
        found = list(event_log.entries(connection, match.own, match.id, after=after, limit=limit))
        return list(sealed_for(connection, kept, bearer, match.ledger, found))


def ledger_feed(stores: Stores, kept: Folded, bearer: Bearer, *, after: int, limit: int) -> list[dict[str, Any]]:
    """
    The ledger's events at positions after `after`.

    Errors:
        CursorAhead: the position lies beyond the head.
    """
    with stores.reading(bearer.ledger) as connection:
        head = feed.head(connection, bearer.ledger)
        if after > head:
            raise CursorAhead(head)
        ledger = (bearer.ledger, bearer.ledger_name)
        found = feed.entries(connection, ledger, after=after, limit=limit, matches=bearer.matches)
        return list(sealed_for(connection, kept, bearer, bearer.ledger, found))


def on_the_wire(entry: Entry, *, seal: bool = False) -> dict[str, Any]:
    """An event as it is shown: as it was sent, with what the ledger added."""
    data = json.loads(entry.body)
    if seal:
        data = _sealed(entry.type, data)
    shown = {
        "id": entry.id,
        "type": entry.type,
        "data": data,
        "occurred_at": moment(entry.occurred_at),
        "ledger": entry.ledger,
        "match": entry.match,
        "version": entry.version,
        "recorded_at": moment(entry.recorded_at),
        "actor": entry.actor,
        "hash": entry.hash.hex(),
    }
    if entry.position is not None:
        shown["position"] = entry.position
    return shown


def sealed_for(
    connection: Connection, kept: Folded, bearer: Bearer | None, ledger: int, entries: Iterable[Entry]
) -> Iterator[dict[str, Any]]:
    """Events on the wire, sealed for who may not see the cards yet."""
    insider = bearer if bearer is not None and bearer.sees_hidden and bearer.ledger == ledger else None
    states: dict[str, Match | None] = {}
    for entry in entries:
        if (insider and insider.reaches(entry.match)) or not _may_hide(entry):
            yield on_the_wire(entry)
            continue
        if entry.match not in states:
            states[entry.match] = _state(connection, kept, ledger, entry.match)
        yield on_the_wire(entry, seal=_is_sealed(states[entry.match], entry))


def _state(connection: Connection, kept: Folded, ledger: int, match: str) -> Match | None:
    head = event_log.head(connection, ledger, match)
    try:
        return current(connection, head, kept) if head else None
    except RuleViolation:
        return None


def _may_hide(entry: Entry) -> bool:
    model = games.event_types().get(entry.type)
    return model is None or bool(model.HIDDEN) or entry.type in _NESTING


def _is_sealed(state: Match | None, entry: Entry) -> bool:
    if state is None:
        return True
    hidden = sealed(state)
    of = json.loads(entry.body).get("of", entry.version) if entry.type in _NESTING else entry.version
    return entry.version in hidden or of in hidden


def _sealed(type_: str, data: dict[str, Any]) -> dict[str, Any]:
    if type_ in _NESTING:
        return {name: value for name, value in data.items() if name != "data"} | {"sealed": True}
    model = games.event_types().get(type_)
    hidden = model.HIDDEN if model else frozenset(data)
    return {name: value for name, value in data.items() if name not in hidden} | {"sealed": True}


def _listed() -> AnySelect:
    return sa.select(matches, ledgers.c.name.label("ledger_name")).join(ledgers, ledgers.c.id == matches.c.ledger)


def _found(row: AnyRow | None) -> Listed:
    if row is None:
        raise UnknownMatch
    return _as_listed(row)


def _as_listed(row: AnyRow) -> Listed:
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
    )

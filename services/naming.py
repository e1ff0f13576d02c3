"""Naming: what players are called, beside the log, so that a name can be erased while every hash still holds."""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from domain import wire
from domain.administration import PlayerForgotten as Erased
from domain.administration import PlayerNamed
from domain.errors import EventInvalid, Flaw
from services import administration, clock, people, tokens
from services.bearers import Bearer
from services.errors import Forbidden, PlayerForgotten, UnknownPlayer
from services.scrubbing import scrub
from services.tables import AnyRow, matches, players
from services.wiring import Stores

LONGEST: Final = 100
"""Characters of an id, as in the log, and of a name."""
_AT_ONCE: Final = 500
_DIRECTING: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs that turn the text around them: a name could rewrite the line that it stands on."""


@dataclass(frozen=True, slots=True)
class Named:
    """A player's id and name; `name` is None once it was forgotten."""

    id: str
    name: str | None
    named_at: datetime
    forgotten_at: datetime | None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """
    A name that was erased.

    Args:
        matches: In how many matches the id sits now.
        left: What the database still holds of the name, in sentences.
    """

    id: str
    matches: int
    left: tuple[str, ...]


def name(stores: Stores, bearer: Bearer, id_: str, called: str, *, again: bool = False) -> Named:
    """
    Say what a player is called.

    Args:
        stores: Where names are kept.
        bearer: A director or an administrator.
        id_: The player's, as in the log.
        called: The name.
        again: Whether to name also who was forgotten.

    Errors:
        EventInvalid: no id, or no name.
        PlayerForgotten: the player was forgotten, and `again` is not said.
        Forbidden: it takes another key.
    """
    _may_write(bearer)
    said = readable(id_, called)
    with stores.writing(bearer.ledger) as connection:
        if not _set(connection, bearer.ledger, *said, again=again):
            raise PlayerForgotten
        administration.record(connection, bearer.ledger, bearer.actor, PlayerNamed(player=said[0]))
        return _find(connection, bearer.ledger, said[0])


def name_all(stores: Stores, bearer: Bearer, said: Iterable[tuple[str, str]]) -> tuple[int, int]:
    """Name many, all or none; returns how many were, and how many not, as they were forgotten. Errors as in `name`."""
    _may_write(bearer)
    told = [readable(*each) for each in said]
    with stores.writing(bearer.ledger) as connection:
        named = [id_ for id_, called in told if _set(connection, bearer.ledger, id_, called)]
        if named:
            acts = [PlayerNamed(player=id_) for id_ in named]
            administration.record(connection, bearer.ledger, bearer.actor, *acts)
    return len(named), len(told) - len(named)


def listing(
    stores: Stores, bearer: Bearer, ids: Sequence[str] | None = None, *, after: str = "", limit: int | None = None
) -> list[Named]:
    """The players of a ledger that are named or were forgotten, by id; of these ids, if any are said."""
    if bearer.matches is not None:
        raise Forbidden("This key is for certain matches: they tell the names of who plays in them.")
    query = sa.select(players).where(
        players.c.ledger == bearer.ledger, players.c.id > (after and _text("/cursor", after))
    )
    if ids is not None:
        query = query.where(players.c.id.in_([_text("/id", id_) for id_ in ids]))
    with stores.reading(bearer.ledger) as connection:
        return [_named(row) for row in connection.execute(query.order_by(players.c.id).limit(limit))]


def names(stores: Stores, ledger: int, ids: Sequence[str]) -> dict[str, str]:
    """The names of those players that have one, by id."""
    if not ids:
        return {}
    with stores.reading(ledger) as connection:
        return names_in(connection, ledger, ids)


def names_in(connection: Connection, ledger: int, ids: Sequence[str]) -> dict[str, str]:
    """The same, in a transaction that there is."""
    found: dict[str, str] = {}
    for first in range(0, len(ids), _AT_ONCE):
        query = sa.select(players.c.id, players.c.name).where(
            players.c.ledger == ledger, players.c.id.in_(ids[first : first + _AT_ONCE]), players.c.name.is_not(None)
        )
        found |= {row.id: row.name for row in connection.execute(query)}
    return found


def forget(stores: Stores, bearer: Bearer, id_: str) -> Forgotten:
    """
    Erase a player's name wherever Scorepad keeps it; the id stays in the log. May be said again.

    Errors:
        UnknownPlayer: the ledger has no name for that id, and never had.
        Forbidden: it takes another key.
    """
    _may_write(bearer)
    id_ = _text("/id", id_)
    now = clock.microseconds(clock.now())
    values = {"name": None, "forgotten_at": sa.func.coalesce(players.c.forgotten_at, now)}
    with stores.writing(bearer.ledger) as connection:
        known = (players.c.ledger == bearer.ledger) & (players.c.id == id_)
        if not connection.execute(sa.update(players).where(known).values(values)).rowcount:
            raise UnknownPlayer
        administration.record(connection, bearer.ledger, bearer.actor, Erased(player=id_))
        sits = _matches_of(connection, bearer.ledger, id_)
    return Forgotten(id_, sits, tuple(scrub(stores)))


def readable(id_: str, called: str) -> tuple[str, str]:
    """An id and a name as they are kept; EventInvalid if they are none, without saying what was given."""
    return _text("/id", id_), _text("/name", called.strip())


def _text(pointer: str, said: str) -> str:
    text = wire.sound(said)
    assert isinstance(text, str), "text is given"
    if not 1 <= len(text) <= LONGEST:
        raise EventInvalid([Flaw(pointer, f"has 1 to {LONGEST} characters")])
    if any(unicodedata.category(sign) in {"Cc", "Zl", "Zp"} or sign in _DIRECTING for sign in text):
        raise EventInvalid([Flaw(pointer, "is one line of letters and signs that are printed")])
    if tokens.stand_in(text):
        raise EventInvalid([Flaw(pointer, "is a key, which would be kept")])
    return text


def _may_write(bearer: Bearer) -> None:
    if not bearer.scopes & {"director", "admin"}:
        raise Forbidden("Naming players takes a key with the scope director or admin.")
    if bearer.matches is not None:
        raise Forbidden("This key is for certain matches, and names are the ledger's.")


def _set(connection: Connection, ledger: int, id_: str, called: str, *, again: bool = False) -> bool:
    """Whether the name was taken: that of a forgotten player is not, unless `again`."""
    insert = pg_insert if connection.dialect.name == "postgresql" else sqlite_insert
    values: dict[str, Any] = {"name": called, "named_at": clock.microseconds(clock.now()), "forgotten_at": None}
    said = insert(players).values(ledger=ledger, id=id_, **values)
    free = None if again else players.c.forgotten_at.is_(None)
    said = said.on_conflict_do_update(index_elements=["ledger", "id"], set_=values, where=free)
    return connection.execute(said.returning(players.c.id)).one_or_none() is not None


def _find(connection: Connection, ledger: int, id_: str) -> Named:
    return _named(connection.execute(sa.select(players).where(players.c.ledger == ledger, players.c.id == id_)).one())


def _named(row: AnyRow) -> Named:
    forgotten = None if row.forgotten_at is None else clock.from_microseconds(row.forgotten_at)
    return Named(row.id, row.name, clock.from_microseconds(row.named_at), forgotten)


def _matches_of(connection: Connection, ledger: int, id_: str) -> int:
    """In how many matches the id sits now."""
    like = matches.c.players.contains(wire.canonical(id_), autoescape=True)
    query = sa.select(matches.c.players).where(matches.c.ledger == ledger, like)
    return sum(id_ in people.ids(json.loads(text)) for text in connection.execute(query).scalars())

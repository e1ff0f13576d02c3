"""Bearer keys: made, rotated, revoked and found. A key is shown once; only the digest of its secret is kept."""

import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from domain.administration import KeyCreated, KeyRevoked, KeyRotated
from domain.text import moment
from services import administration, clock, ledgers, tokens
from services.administration import COMMAND_LINE, SUFFIX
from services.bearers import SCOPES, Bearer, main_scope
from services.errors import UnfitStore, UnknownKey
from services.ids import as_uuid
from services.tables import AnyRow, keys
from services.tables import ledgers as ledger_rows
from services.tokens import Token
from services.wiring import EVERY, Stores, turn_to

BRAND: Final = "sp"
LONGEST_OVERLAP: Final = timedelta(days=30)
_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key with a secret just made. `key` is the only copy of it."""

    key: str
    id: str


@dataclass(frozen=True, slots=True)
class Key:
    """
    A key as it is listed.

    Args:
        former_until: Until when the secret before a rotation is good.
        used_at: When it was last seen, to about a minute; None: never.
    """

    id: str
    name: str | None
    scopes: tuple[str, ...]
    matches: tuple[str, ...] | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    former_until: datetime | None
    used_at: datetime | None

    @property
    def shown(self) -> dict[str, Any]:
        """The key as it is shown."""
        times = ("created_at", "expires_at", "revoked_at", "former_until", "used_at")
        told = {"id": self.id, "name": self.name, "scopes": list(self.scopes)}
        matches = None if self.matches is None else list(self.matches)
        return told | {"matches": matches} | {name: moment(getattr(self, name)) for name in times}


def create(
    stores: Stores,
    scopes: Sequence[str],
    *,
    ledger: str = "main",
    name: str | None = None,
    matches: Sequence[str] | None = None,
    expires_at: datetime | None = None,
    actor: str = COMMAND_LINE,
) -> NewKey:
    """
    Make a key of a ledger by its name; what else it takes and refuses is as with `add`.

    Errors:
        UnfitStore: there is no such ledger.
    """
    with stores.writing(None) as connection:
        number = _number(connection, ledger)
        turn_to(connection, number)
        return add(connection, number, scopes, name=name, matches=matches, expires_at=expires_at, actor=actor)


def add(
    connection: Connection,
    ledger: int,
    scopes: Sequence[str],
    *,
    name: str | None = None,
    matches: Sequence[str] | None = None,
    expires_at: datetime | None = None,
    actor: str = COMMAND_LINE,
) -> NewKey:
    """
    Make a key, in a transaction that writes for its ledger.

    Errors:
        ValueError: no scope, or one that is none; an id of a match that is none; too long a name; an
            administrator's key for certain matches.
    """
    _check(scopes, name, matches)
    id_ = tokens.new_id()
    key = _write(scopes, id_)
    only = None if matches is None else _ids(matches)
    connection.execute(
        sa.insert(keys).values(
            id=id_,
            ledger=ledger,
            name=name,
            scopes=json.dumps(sorted(set(scopes))),
            matches=None if only is None else json.dumps(only),
            digest=tokens.digest(key),
            created_at=clock.microseconds(clock.now()),
            expires_at=clock.microseconds(expires_at) if expires_at else None,
        )
    )
    act = KeyCreated(key=id_, scopes=sorted(set(scopes)), matches=only, expires_at=moment(expires_at))
    administration.record(connection, ledger, actor, act)
    return NewKey(key, id_)


def rotate(
    stores: Stores, id_: str, *, overlap: timedelta = timedelta(), ledger: int | None = None, actor: str = COMMAND_LINE
) -> NewKey:
    """
    Give a key a new secret. It stays the same key, with its id, rights and what it reported.

    Args:
        stores: Where it is kept.
        id_: The key's.
        overlap: How long the secret before stays good, to thirty days; one from a rotation before is gone at once.
        ledger: The one that it must be of; None: any, for who holds the database.
        actor: Who rotates it.

    Errors:
        UnknownKey: there is no such key that is good.
        ValueError: the overlap is too long.
    """
    if not timedelta() <= overlap <= LONGEST_OVERLAP:
        raise ValueError(f"The old secret stays good for at most {LONGEST_OVERLAP.days} days.")
    number = _whose(stores, id_, ledger)
    this = (keys.c.id == id_, keys.c.ledger == number)
    with stores.writing(number) as connection:
        asked = sa.select(keys.c.scopes, keys.c.digest).where(*this, *tokens.in_force(keys))
        row = connection.execute(asked.with_for_update()).one_or_none()
        if row is None:
            raise UnknownKey
        key, until = _write(json.loads(row.scopes), id_), clock.now() + overlap
        former = {"former_digest": bytes(row.digest), "former_until": clock.microseconds(until)}
        connection.execute(sa.update(keys).where(*this).values(digest=tokens.digest(key), **former))
        act = KeyRotated(key=id_, until=str(moment(until)))
        administration.record(connection, number, actor, act)
    return NewKey(key, id_)


def revoke(stores: Stores, id_: str, *, ledger: int | None = None, actor: str = COMMAND_LINE) -> None:
    """Revoke a key, everywhere within two seconds; UnknownKey if there is none that is good. As `rotate`."""
    number = _whose(stores, id_, ledger)
    gone = sa.update(keys).where(keys.c.id == id_, keys.c.ledger == number, keys.c.revoked_at.is_(None))
    with stores.writing(number) as connection:
        if not connection.execute(gone.values(revoked_at=clock.microseconds(clock.now()))).rowcount:
            raise UnknownKey
        administration.record(connection, number, actor, KeyRevoked(key=id_))


def listing(stores: Stores, ledger: int, *, after: str = "", limit: int | None = None) -> list[Key]:
    """A ledger's keys by id, revoked ones too, with no secret."""
    query = sa.select(keys).where(keys.c.ledger == ledger, keys.c.id > after).order_by(keys.c.id).limit(limit)
    with stores.reading(ledger) as connection:
        return [_as_key(row) for row in connection.execute(query)]


def one(stores: Stores, ledger: int, id_: str) -> Key:
    """A key of a ledger; UnknownKey if it has none of that id."""
    number = _whose(stores, id_, ledger)
    with stores.reading(number) as connection:
        row = connection.execute(sa.select(keys).where(keys.c.ledger == number, keys.c.id == id_)).one_or_none()
    if row is None:
        raise UnknownKey
    return _as_key(row)


def local(stores: Stores, ledger: str, name: str) -> Bearer:
    """
    Who works on the database itself, and so needs no key; `name` is how the log names them.

    Errors:
        UnfitStore: there is no such ledger.
    """
    with stores.reading(None) as connection:
        return Bearer(name, _number(connection, ledger), ledger, frozenset({"director"}))


def bearer_of(stores: Stores, token: Token) -> Bearer | None:
    """Whoever holds a good key; None if it is unknown, has ended or was revoked."""
    row, digest = find(stores, token.id), tokens.digest(token.text)
    if row is None:
        return None
    return as_bearer(row, digest) if is_secret(row, digest) else None


def is_secret(row: AnyRow, digest: bytes) -> bool:
    """Whether it is the digest of a key's secret, or of the one before while that is good; in constant time."""
    now = hmac.compare_digest(bytes(row.digest), digest)
    former = row.former_digest is not None and hmac.compare_digest(bytes(row.former_digest), digest)
    return now or bool(former and row.former_until > clock.microseconds(clock.now()))


def find(stores: Stores, id_: str) -> AnyRow | None:
    """The row of a key that is neither revoked nor at its end."""
    query = sa.select(keys, ledger_rows.c.name.label("ledger_name")).join(
        ledger_rows, ledger_rows.c.id == keys.c.ledger
    )
    with stores.reading(None, key=id_) as connection:
        return connection.execute(query.where(keys.c.id == id_, *tokens.in_force(keys))).one_or_none()


def as_bearer(row: AnyRow, digest: bytes | None = None) -> Bearer:
    """Whoever holds the key of that row, by the secret of that digest if one was shown."""
    matches = frozenset(json.loads(row.matches)) if row.matches else None
    scopes = frozenset(json.loads(row.scopes))
    return Bearer(row.id, row.ledger, row.ledger_name, scopes, matches, digest=digest)


def any_exist(stores: Stores) -> bool:
    """Whether a key was ever made."""
    with stores.reading(EVERY) as connection:
        return connection.execute(sa.select(keys.c.id).limit(1)).first() is not None


def _check(scopes: Sequence[str], name: str | None, matches: Sequence[str] | None) -> None:
    if not scopes or set(scopes) - set(SCOPES):
        raise ValueError(f"A scope is one of {', '.join(SCOPES)}.")
    if name is not None and len(name) > _NAME:
        raise ValueError(f"A key's name has at most {_NAME} letters.")
    if matches is not None and "admin" in scopes:
        raise ValueError("An administrator's key is for a whole ledger.")


def _number(connection: Connection, ledger: str) -> int:
    """A ledger's number; one of acts is written to by acts alone."""
    if ledger.endswith(SUFFIX):
        raise UnfitStore(f"{ledger!r} is the log of administration: it has no keys, and takes no reports.")
    return ledgers.number(connection, ledger)


def _whose(stores: Stores, id_: str, ledger: int | None) -> int:
    """The ledger of a key, which is the one that it must be of, if one is said; UnknownKey if there can be none."""
    if not tokens.is_id(id_):
        raise UnknownKey
    if ledger is not None:
        return ledger
    with stores.reading(None, key=id_) as connection:
        found = connection.execute(sa.select(keys.c.ledger).where(keys.c.id == id_)).scalar_one_or_none()
    if found is None:
        raise UnknownKey
    return int(found)


def _write(scopes: Iterable[str], id_: str) -> str:
    return tokens.write(BRAND, main_scope(frozenset(scopes)), id_, tokens.new_secret())


def _ids(matches: Sequence[str]) -> list[str]:
    ids = {as_uuid(match) for match in matches}
    if None in ids:
        raise ValueError("A match's id is a UUID, such as 0190163d-8694-739b-aea5-966c26f8ad90.")
    return sorted(id_ for id_ in ids if id_ is not None)


def _as_key(row: AnyRow) -> Key:
    return Key(
        row.id,
        row.name,
        tuple(json.loads(row.scopes)),
        tuple(json.loads(row.matches)) if row.matches else None,
        clock.from_microseconds(row.created_at),
        clock.maybe(row.expires_at),
        clock.maybe(row.revoked_at),
        clock.maybe(row.former_until),
        clock.maybe(row.used_at),
    )

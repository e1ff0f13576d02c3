"""Bearer keys: who may do what in which ledger. A key is shown once; only its digest is kept."""

import hashlib
import hmac
import json
import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Final, Literal, get_args

import sqlalchemy as sa
from sqlalchemy import Connection

from domain.event import (
    Adjusted,
    Closed,
    Corrected,
    Event,
    Forfeited,
    Inserted,
    Mending,
    Opened,
    Released,
    VisibilityChanged,
)
from domain.games import event_types
from domain.match import Match
from services import clock
from services.errors import Forbidden, KeyNeeded, UnfitStore, UnknownMatch
from services.ids import as_uuid
from services.tables import keys, ledgers
from services.wiring import EVERY, Stores

Scope = Literal["scorer", "director", "reader", "auditor", "admin"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ID: Final = 10
_SECRET: Final = 43
"""Letters of base 62 that hold 256 bits."""
_CHECK: Final = 6
_NAME: Final = 100
_REMEMBERED_SECONDS: Final = 2.0
"""How long a revoked key may still be known to a process."""
_DIRECTORS: Final = (Opened, Adjusted, Closed, Forfeited, Released, VisibilityChanged)
"""What only a director reports, besides what a game keeps for directors."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who holds a good key: its ledger, scopes, and the matches it is kept to (None: all)."""

    id: str
    ledger: int
    ledger_name: str
    scopes: frozenset[str]
    matches: frozenset[str] | None = None

    @property
    def actor(self) -> str:
        """How the log names who reported: never the secret."""
        return f"{main_scope(self.scopes)}:{self.id}"

    @property
    def sees_hidden(self) -> bool:
        """Whether hidden cards and private matches are shown to this key."""
        return bool(self.scopes & {"scorer", "director", "auditor"})

    def reaches(self, match: str) -> bool:
        """Whether the key is for that match."""
        return self.matches is None or match in self.matches


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key just made. `key` is the only copy of the secret."""

    key: str
    id: str


def main_scope(scopes: frozenset[str]) -> str:
    """The scope that names a key: the strongest that it has."""
    return next(scope for scope in ("admin", "director", "scorer", "auditor", "reader") if scope in scopes)


def create(
    stores: Stores,
    scopes: Sequence[str],
    *,
    ledger: str = "main",
    name: str | None = None,
    matches: Sequence[str] | None = None,
    expires_at: datetime | None = None,
) -> NewKey:
    """
    Make a key.

    Errors:
        ValueError: no scope, or one that is none; an id of a match that is none; too long a name.
        UnfitStore: there is no such ledger.
    """
    if not scopes or set(scopes) - set(SCOPES):
        raise ValueError(f"A scope is one of {', '.join(SCOPES)}.")
    if name is not None and len(name) > _NAME:
        raise ValueError(f"A key's name has at most {_NAME} letters.")
    id_ = "".join(secrets.choice(_ALPHABET) for _ in range(_ID))
    body = f"sp_{main_scope(frozenset(scopes))}_{id_}_" + "".join(secrets.choice(_ALPHABET) for _ in range(_SECRET))
    key = body + _check(body)
    with stores.reading(None) as connection:
        number = _ledger(connection, ledger)
    with stores.writing(number) as connection:
        connection.execute(
            sa.insert(keys).values(
                id=id_,
                ledger=number,
                name=name,
                scopes=json.dumps(sorted(set(scopes))),
                matches=None if matches is None else json.dumps(_ids(matches)),
                digest=_digest(key),
                created_at=clock.microseconds(clock.now()),
                expires_at=clock.microseconds(expires_at) if expires_at else None,
            )
        )
    return NewKey(key, id_)


def revoke(stores: Stores, id_: str) -> bool:
    """Revoke a key; False if there is none of that id, or it was revoked before."""
    with stores.writing(EVERY) as connection:
        done = connection.execute(
            sa.update(keys)
            .where(keys.c.id == id_, keys.c.revoked_at.is_(None))
            .values(revoked_at=clock.microseconds(clock.now()))
        )
        return bool(done.rowcount)


class Keyring:
    """Keys checked against the database, each remembered for two seconds."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._known: dict[bytes, tuple[float, Bearer]] = {}

    def bearer(self, key: str) -> Bearer:
        """Whose key it is; KeyNeeded, always with the same words, if it is no good."""
        digest = _digest(key)
        known = self._known.get(digest)
        if known is not None and known[0] > monotonic():
            return known[1]
        bearer = _find(self._stores, key, digest)
        if bearer is None:
            self._known.pop(digest, None)
            raise KeyNeeded("The key is malformed, unknown, expired or revoked.")
        if len(self._known) > 10_000:  # noqa: PLR2004  far beyond the keys of one evening
            self._known.clear()
        self._known[digest] = (monotonic() + _REMEMBERED_SECONDS, bearer)
        return bearer


def local(stores: Stores, ledger: str, name: str) -> Bearer:
    """
    Who works on the database itself, and so needs no key; `name` is how the log names them.

    Errors:
        UnfitStore: there is no such ledger.
    """
    with stores.reading(None) as connection:
        return Bearer(name, _ledger(connection, ledger), ledger, frozenset({"director"}))


def may_report(bearer: Bearer, match: str | None, event: Event, state: Match | None = None) -> None:
    """
    Whether the key may report the event.

    Errors:
        UnknownMatch: the key is not for this match.
        Forbidden: it takes another scope; a scorer mends only what the same key reported, until the
            match is closed.
    """
    may_enter(bearer, match)
    if "director" in bearer.scopes:
        return
    if isinstance(event, Mending):
        _may_mend(bearer, event, state)
    elif isinstance(event, _DIRECTORS) or event.DIRECTORS_ONLY:
        raise Forbidden(f"{event.TYPE} takes a director's key.")


def may_enter(bearer: Bearer, match: str | None) -> None:
    """Whether the key may report to the match (None: a new one) at all: UnknownMatch or Forbidden if not."""
    if match is not None and not bearer.reaches(match):
        raise UnknownMatch
    if match is None and bearer.matches is not None:
        raise Forbidden("This key is for certain matches: say which of them to open.")
    if not bearer.scopes & {"scorer", "director"}:
        raise Forbidden("Reporting takes a key with the scope scorer or director.")


def _may_mend(bearer: Bearer, event: Mending, state: Match | None) -> None:
    if event.force:
        raise Forbidden("Only a director may force a mending.")
    if state is None or state.closed:
        raise Forbidden("The match is closed: only a director mends it now.")
    of = event.before if isinstance(event, Inserted) else event.of
    actor = next((place.fact.actor for place in state.places if place.fact.version == of), bearer.actor)
    if actor != bearer.actor:
        raise Forbidden("A scorer mends only what the same key reported.")
    if isinstance(event, Corrected | Inserted) and _only_directors(event.type):
        raise Forbidden(f"{event.type} takes a director's key.")


def _only_directors(type_: str | None) -> bool:
    model = event_types().get(type_ or "")
    return model is not None and (issubclass(model, _DIRECTORS) or model.DIRECTORS_ONLY)


def _find(stores: Stores, key: str, digest: bytes) -> Bearer | None:
    parts = key.split("_")
    if len(parts) != 4 or parts[0] != "sp" or not key.isascii() or _check(key[:-_CHECK]) != key[-_CHECK:]:  # noqa: PLR2004
        return None
    query = sa.select(keys, ledgers.c.name.label("ledger_name")).join(ledgers, ledgers.c.id == keys.c.ledger)
    with stores.reading(None, key=parts[2]) as connection:
        row = connection.execute(query.where(keys.c.id == parts[2])).one_or_none()
    if row is None or not hmac.compare_digest(bytes(row.digest), digest):
        return None
    now = clock.microseconds(clock.now())
    if row.revoked_at is not None or (row.expires_at is not None and row.expires_at <= now):
        return None
    matches = frozenset(json.loads(row.matches)) if row.matches else None
    return Bearer(row.id, row.ledger, row.ledger_name, frozenset(json.loads(row.scopes)), matches)


def _ledger(connection: Connection, name: str) -> int:
    number = connection.execute(sa.select(ledgers.c.id).where(ledgers.c.name == name)).scalar_one_or_none()
    if number is None:
        raise UnfitStore(f"There is no ledger {name!r}.")
    return int(number)


def _ids(matches: Sequence[str]) -> list[str]:
    ids = {as_uuid(match) for match in matches}
    if None in ids:
        raise ValueError("A match's id is a UUID, such as 0190163d-8694-739b-aea5-966c26f8ad90.")
    return sorted(id_ for id_ in ids if id_ is not None)


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def _check(body: str) -> str:
    number, letters = zlib.crc32(body.encode()), ""
    for _ in range(_CHECK):
        number, letter = divmod(number, len(_ALPHABET))
        letters = _ALPHABET[letter] + letters
    return letters


def any_exist(stores: Stores) -> bool:
    """Whether a key was ever made."""
    with stores.reading(EVERY) as connection:
        return connection.execute(sa.select(keys.c.id).limit(1)).first() is not None

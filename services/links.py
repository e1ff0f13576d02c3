"""Links to a match by role: signed, revocable, and good for nothing but that match, since they stand in addresses."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from domain import wire
from domain.administration import LinkCreated, LinkRevoked
from domain.text import moment
from services import administration, clock, keyfiles, tokens
from services.bearers import Bearer, Role
from services.config import Settings
from services.errors import Forbidden, NoLinks, SigningStopped, UnknownLink, UnknownMatch
from services.tables import AnyRow, ledgers, links, matches
from services.tokens import Token
from services.wiring import Stores

BRAND: Final = "sl"
_SECRET: Final = 32
"""Bytes of the secret that signs links."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is listed. `token` is there when it was just made: it is not kept."""

    id: str
    match: str
    role: Role
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    token: str | None = None


def create(stores: Stores, bearer: Bearer, match: str, role: Role, *, expires_at: datetime | None = None) -> Link:
    """
    Share a match with whoever has the link.

    Args:
        stores: Where it is kept.
        bearer: A director's key.
        match: What is shared.
        role: What whoever has it may do there.
        expires_at: When it ends; None: when it is revoked.

    Errors:
        UnknownMatch, Forbidden: the match is not the bearer's to share.
        NoLinks: nothing is there to sign it with.
    """
    secret = _secret(stores.settings) or _new_secret(stores.settings)
    id_, now = tokens.new_id(), clock.microseconds(clock.now())
    with stores.writing(bearer.ledger) as connection:
        _may_share(connection, bearer, match)
        row = {
            "id": id_,
            "ledger": bearer.ledger,
            "match": match,
            "role": role,
            "created_at": now,
            "expires_at": clock.microseconds(expires_at) if expires_at else None,
        }
        connection.execute(sa.insert(links).values(row))
        act = LinkCreated(link=id_, match=match, role=role, expires_at=moment(expires_at))
        administration.record(connection, bearer.ledger, bearer.actor, act)
    token = tokens.write(BRAND, role, id_, _signature(secret, row))
    return Link(id_, match, role, clock.from_microseconds(now), expires_at, None, token)


def listing(stores: Stores, bearer: Bearer, match: str) -> Sequence[Link]:
    """The links of a match, newest first; errors as in `create`."""
    with stores.reading(bearer.ledger) as connection:
        _may_share(connection, bearer, match)
        query = sa.select(links).where(links.c.ledger == bearer.ledger, links.c.match == match)
        rows = connection.execute(query.order_by(links.c.created_at.desc(), links.c.id)).all()
    return [_as_link(row) for row in rows]


def revoke(stores: Stores, bearer: Bearer, match: str, id_: str) -> Link:
    """Revoke a link of a match, everywhere within two seconds; UnknownLink if there is none that is good."""
    with stores.writing(bearer.ledger) as connection:
        _may_share(connection, bearer, match)
        if not tokens.is_id(id_):
            raise UnknownLink
        gone = sa.update(links).where(
            links.c.id == id_, links.c.ledger == bearer.ledger, links.c.match == match, links.c.revoked_at.is_(None)
        )
        done = gone.values(revoked_at=clock.microseconds(clock.now())).returning(links)
        row = connection.execute(done).one_or_none()
        if row is None:
            raise UnknownLink
        administration.record(connection, bearer.ledger, bearer.actor, LinkRevoked(link=id_))
    return _as_link(row)


def bearer_of(stores: Stores, token: Token) -> Bearer | None:
    """Whoever holds a good link; None if it was not signed here, has ended or was revoked."""
    secret = _secret(stores.settings)
    row = find(stores, token.id)
    if secret is None or row is None:
        return None
    good = tokens.write(BRAND, row.role, row.id, _signature(secret, dict(row._mapping)))  # noqa: SLF001  its public name
    return as_bearer(row) if hmac.compare_digest(good, token.text) else None


def find(stores: Stores, id_: str) -> AnyRow | None:
    """The row of a link that is neither revoked nor at its end."""
    query = sa.select(links, ledgers.c.name.label("ledger_name")).join(ledgers, ledgers.c.id == links.c.ledger)
    with stores.reading(None, key=id_) as connection:
        return connection.execute(query.where(links.c.id == id_, *tokens.in_force(links))).one_or_none()


def as_bearer(row: AnyRow) -> Bearer:
    """Whoever holds the link of that row."""
    return Bearer(row.id, row.ledger, row.ledger_name, frozenset({row.role}), frozenset({row.match}), link=True)


def _may_share(connection: Connection, bearer: Bearer, match: str) -> None:
    own = sa.select(matches.c.id).where(
        matches.c.id == match, matches.c.ledger == bearer.ledger, matches.c.kind != administration.KIND
    )
    if not bearer.reaches(match) or connection.execute(own).first() is None:
        raise UnknownMatch
    if bearer.link or "director" not in bearer.scopes:
        raise Forbidden("Sharing a match takes a director's key.")


def _signature(secret: bytes, row: dict[str, object]) -> str:
    said = [row[name] for name in ("id", "ledger", "match", "role", "created_at", "expires_at")]
    return tokens.as_secret(hmac.digest(secret, b"scorepad link\n" + wire.canonical(said).encode(), "sha256"))


def _secret(settings: Settings) -> bytes | None:
    """What signs links: the secret of the settings, else that of a file in the data folder, if there is one."""
    if settings.link_secret is not None:
        return settings.link_secret.get_secret_value().encode()
    try:
        return keyfiles.read_secret(_file(settings))
    except SigningStopped as error:
        raise NoLinks from error


def _new_secret(settings: Settings) -> bytes:
    try:
        return keyfiles.make_secret(_file(settings), _SECRET)
    except SigningStopped as error:
        raise NoLinks from error


def _file(settings: Settings) -> Path:
    return settings.data.resolve() / "link.key"


def _as_link(row: AnyRow) -> Link:
    ends, gone = clock.maybe(row.expires_at), clock.maybe(row.revoked_at)
    return Link(row.id, row.match, row.role, clock.from_microseconds(row.created_at), ends, gone)

"""
Roles: who works on a PostgreSQL database, each with the rights that its work takes and no others.

Source:
    docs/operating.md, "Roles".
"""

import re
import secrets
import string
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

import sqlalchemy as sa
import structlog
from psycopg.errors import InsufficientPrivilege
from sqlalchemy import Connection
from sqlalchemy.exc import ProgrammingError

from services import migrating
from services.errors import UnfitStore
from services.wiring import EVERY, Stores

Kind = Literal["writer", "projector", "reader"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The API; the workers; who makes reports of what is public."""

_RIGHTS: Final[Mapping[str, Mapping[Kind, Sequence[str]]]] = {
    "alembic_version": {"writer": ["SELECT"], "projector": ["SELECT"]},
    "administrations": {"writer": ["SELECT", "INSERT"]},
    "ledgers": {
        "writer": ["SELECT", "INSERT"],
        "projector": ["SELECT", "UPDATE (epoch, rules)"],
        "reader": ["SELECT (id, name, epoch)"],
    },
    "matches": {
        "writer": [
            "SELECT",
            "INSERT",
            "UPDATE (version, hash, status, title, players, options, visibility, recorded_at)",
        ],
        "projector": ["SELECT"],
        "reader": ["SELECT"],
    },
    "events": {"writer": ["SELECT", "INSERT"], "projector": ["SELECT"]},
    "requests": {"writer": ["SELECT", "INSERT"]},
    "dirty": {"writer": ["SELECT", "INSERT"], "projector": ["SELECT", "INSERT", "UPDATE (version)", "DELETE"]},
    "sequencers": {"writer": ["SELECT", "INSERT"], "projector": ["SELECT", "UPDATE (position)"]},
    "sequenced": {"projector": ["SELECT", "INSERT", "UPDATE (version)"]},
    "feed": {"writer": ["SELECT"], "projector": ["SELECT", "INSERT"]},
    "boards": {
        "writer": ["SELECT"],
        "projector": ["SELECT", "INSERT", "UPDATE (version, body, stuck)", "DELETE"],
        "reader": ["SELECT"],
    },
    "keys": {
        "writer": ["SELECT", "INSERT", "UPDATE (digest, former_digest, former_until, revoked_at, used_at)"],
    },
    "links": {"writer": ["SELECT", "INSERT", "UPDATE (revoked_at)"]},
    "tickets": {"writer": ["SELECT", "INSERT", "DELETE"]},
    "tree": {"writer": ["SELECT"], "projector": ["SELECT", "INSERT"]},
    "signers": {"writer": ["SELECT"], "projector": ["SELECT", "INSERT", "UPDATE (until)"]},
    "checkpoints": {"writer": ["SELECT"], "projector": ["SELECT", "INSERT"]},
    "players": {"writer": ["SELECT", "INSERT", "UPDATE (name, named_at, forgotten_at)"]},
}
"""What each may do with each table; where no wall stands (`_OPEN`), with all of its rows."""
_OPEN: Final = frozenset({"alembic_version", "ledgers"})
_WAYS: Final[Mapping[Kind, Mapping[str, str]]] = {
    "projector": dict.fromkeys(_RIGHTS.keys() - _OPEN, "TO {} USING (true) WITH CHECK (true)"),
    "reader": {
        "matches": "AS RESTRICTIVE FOR SELECT TO {} USING (visibility = '\"public\"')",
        "boards": "AS RESTRICTIVE FOR SELECT TO {} USING ((SELECT true FROM matches WHERE id = boards.match))",
    },
}
"""Policies beside the walls': the workers see all of what they may see at all; the reader only what is public."""
_FORGETTING: Final = "MAINTAIN"
"""The right to write a table anew, so that a name that is forgotten leaves its file too; since PostgreSQL 17."""
_MAINTAINED_SINCE: Final = (17,)
_WHO: Final = """
SELECT current_user, rolsuper OR rolbypassrls, pg_has_role(current_user, relowner, 'USAGE')
FROM pg_roles, pg_class WHERE rolname = current_user AND pg_class.oid = to_regclass('matches')
"""
_FOUND: Final = sa.text(
    "SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication OR"
    " pg_has_role(oid, (SELECT relowner FROM pg_class WHERE oid = to_regclass('matches')), 'MEMBER')"
    " FROM pg_roles WHERE rolname = :name"
)
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]{0,49}")
_LETTERS: Final = string.ascii_letters + string.digits
_PASSWORD: Final = 32
_SHORTEST: Final = 12
_ONE_AT_A_TIME: Final = 5_207_224

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Account:
    """A role as it was made or renewed; `password` if it has a new one, shown this once."""

    kind: Kind
    name: str
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Wish:
    """
    How the roles are to be.

    Args:
        prefix: What their names begin with; the database's name if it is not said.
        passwords: Those that are chosen.
        generate: Whether a new role that has no password chosen gets one; else it cannot log in.
        rotate: Whether roles that are there get new ones, too.
    """

    prefix: str | None = None
    passwords: Mapping[Kind, str] = field(default_factory=dict, repr=False)
    generate: bool = True
    rotate: bool = False


def settle(stores: Stores, wish: Wish) -> list[Account]:
    """
    Make the roles, or renew them: their rights become those of this version, whatever they were.

    Errors:
        UnfitStore: SQLite has no roles; it takes the tables' owner, who may make roles; a role of that name may do
            more than it should; a password is too short.
    """
    with _owning(stores) as connection:
        accounts = [_account(connection, kind, wish) for kind in KINDS]
        for account in accounts:
            for statement in _made(connection, account):
                connection.exec_driver_sql(statement)
            if account.password is not None:
                verifier = _verifier(connection, account.name, account.password)
                connection.exec_driver_sql(f"ALTER ROLE {account.name} PASSWORD '{verifier}'")
            for statement in _granted(connection, account):
                connection.exec_driver_sql(statement)
    return accounts


def told(stores: Stores, wish: Wish) -> list[str]:
    """The statements that `settle` would run, without the passwords."""
    with _owning(stores) as connection:
        accounts = [_account(connection, kind, wish) for kind in KINDS]
        return [
            statement
            for account in accounts
            for statement in (*_made(connection, account), *_granted(connection, account))
        ]


def standing(stores: Stores) -> tuple[str, bool]:
    """Who this process is to the database, in words, and whether the walls between ledgers hold it back."""
    if stores.engine.dialect.name != "postgresql":
        return "SQLite has no roles: who can read the file can read it all", True
    with stores.reading(None) as connection:
        name, mighty, owns = connection.execute(sa.text(_WHO)).one()
    if mighty or owns:
        what = "a superuser" if mighty else "the owner of the tables"
        return (
            f"{name} is {what}, and no wall holds it back: give each process a role of its own (scorepad roles)",
            False,
        )
    return f"{name} sees and writes only what its role may", True


def warn(stores: Stores) -> None:
    """Log it where no wall holds this process back; it works all the same."""
    found, held = standing(stores)
    if not held:
        _log.warning("database_role_too_mighty", reason=found)


@contextmanager
def _owning(stores: Stores) -> Iterator[Connection]:
    """A transaction of the tables' owner, one at a time."""
    if stores.engine.dialect.name != "postgresql":
        raise UnfitStore("SQLite has no roles: who can read the file can read it all. Roles are for PostgreSQL.")
    migrating.check_revision(stores)
    try:
        with stores.writing(EVERY) as connection:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
            name, mighty, owns = connection.execute(sa.text(_WHO)).one()
            if not mighty and not owns:
                raise UnfitStore(f"{name} does not own the tables: run this with the URL that `scorepad migrate` has.")
            yield connection
    except ProgrammingError as error:
        if isinstance(error.orig, InsufficientPrivilege):
            raise UnfitStore(f"The database refuses it: {error.orig.diag.message_primary}.") from error
        raise


def _account(connection: Connection, kind: Kind, wish: Wish) -> Account:
    name = f"{_prefix(connection, wish)}_{kind}"
    too_mighty = connection.execute(_FOUND, {"name": name}).scalar_one_or_none()
    if too_mighty:
        raise UnfitStore(f"{name} may do more than that role should: take its rights away, or choose another prefix.")
    password = wish.passwords.get(kind)
    if password is not None and len(password) < _SHORTEST:
        raise UnfitStore(f"The password of {name} is too short: it takes {_SHORTEST} characters.")
    if password is None and (wish.rotate if too_mighty is not None else wish.generate):
        password = "".join(secrets.choice(_LETTERS) for _ in range(_PASSWORD))
    return Account(kind, name, password)


def _prefix(connection: Connection, wish: Wish) -> str:
    if wish.prefix is None:
        database: str = connection.execute(sa.select(sa.func.current_database())).scalar_one()
        return re.sub("[^a-z0-9_]", "_", database.lower())
    if not _NAME.fullmatch(wish.prefix):
        raise UnfitStore("A prefix is a word of small letters, digits and _, at most 50 of them.")
    return wish.prefix


def _verifier(connection: Connection, name: str, password: str) -> str:
    """What PostgreSQL keeps of a password, made here, so that the password itself is in none of its logs."""
    driver: Any = connection.connection.driver_connection
    made: bytes = driver.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256")
    return made.decode()


def _made(connection: Connection, account: Account) -> Iterator[str]:
    there = connection.execute(_FOUND, {"name": account.name}).one_or_none() is not None
    rights = "" if there else " NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION"
    yield f"{'ALTER' if there else 'CREATE'} ROLE {account.name} LOGIN{rights}"


def _granted(connection: Connection, account: Account) -> Iterator[str]:
    """Take all rights away, and give those of this version."""
    quote = connection.dialect.identifier_preparer.quote
    database, schema = connection.execute(sa.select(sa.func.current_database(), sa.func.current_schema())).one()
    maintained = (connection.dialect.server_version_info or ()) >= _MAINTAINED_SINCE
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA {quote(schema)} FROM {account.name}"
    yield f"GRANT CONNECT ON DATABASE {quote(database)} TO {account.name}"
    yield f"GRANT USAGE ON SCHEMA {quote(schema)} TO {account.name}"
    for table, rights in _RIGHTS.items():
        yield f"DROP POLICY IF EXISTS {account.name} ON {table}"
        if account.kind not in rights:
            continue
        given = [*rights[account.kind]]
        if table == "players" and account.kind == "writer" and maintained:
            given.append(_FORGETTING)
        yield f"GRANT {', '.join(given)} ON {table} TO {account.name}"
        if way := _WAYS.get(account.kind, {}).get(table):
            yield f"CREATE POLICY {account.name} ON {table} {way.format(account.name)}"

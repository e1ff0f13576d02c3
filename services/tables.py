"""The tables. `event_log` alone touches events, `scoreboard` alone touches boards."""

from typing import Any, Final, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import UUID

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row of a query."""
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
"""A query."""

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id: Final = String(36).with_variant(UUID(as_uuid=False), "postgresql")
Moment: Final = BigInteger
"""Microseconds since 1970, in UTC."""

ledgers: Final = Table(
    "ledgers",
    metadata,
    Column("id", Integer, Identity(always=False), primary_key=True),
    Column("name", String(63), nullable=False, unique=True),
    Column("epoch", Integer, nullable=False),
    Column("rules", String(64), nullable=True, comment="digest of the rule code that folds this epoch's boards"),
)

administrations: Final = Table(
    "administrations",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("log", ForeignKey("ledgers.id"), nullable=False, unique=True, comment="the ledger that has its acts"),
)

matches: Final = Table(
    "matches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("ledger", ForeignKey("ledgers.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", String(40), nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    Column("status", String(16), nullable=False),
    Column("title", Text, nullable=True),
    Column("players", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("opened_at", Moment, nullable=False),
    Column("recorded_at", Moment, nullable=False),
    Index("ix_matches_ledger_opened_at_id", "ledger", "opened_at", "id"),
)

events: Final = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("ledger", ForeignKey("ledgers.id"), nullable=False),
    Column("id", Id, nullable=False),
    Column("type", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("recorded_at", Moment, nullable=False),
    Column("occurred_at", Moment, nullable=True),
    Column("actor", String(100), nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    UniqueConstraint("ledger", "id"),
)

requests: Final = Table(
    "requests",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("match", Id, nullable=False),
    Column("fingerprint", LargeBinary(32), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
)

dirty: Final = Table(
    "dirty",
    metadata,
    Column("match", Id, primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("ledger", Integer, nullable=False),
)

sequencers: Final = Table(
    "sequencers",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("position", BigInteger, nullable=False),
)

sequenced: Final = Table(
    "sequenced",
    metadata,
    Column("match", Id, primary_key=True),
    Column("version", BigInteger, nullable=False),
)

feed: Final = Table(
    "feed",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("match", Id, nullable=False),
    Column("version", BigInteger, nullable=False),
    UniqueConstraint("match", "version"),
)

boards: Final = Table(
    "boards",
    metadata,
    Column("match", Id, primary_key=True),
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("stuck", Boolean, nullable=False),
)
Index("ix_boards_stuck", boards.c.match, postgresql_where=boards.c.stuck, sqlite_where=boards.c.stuck)

keys: Final = Table(
    "keys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("ledger", ForeignKey("ledgers.id"), nullable=False),
    Column("name", String(100), nullable=True),
    Column("scopes", Text, nullable=False),
    Column("matches", Text, nullable=True),
    Column("digest", LargeBinary(32), nullable=False),
    Column("former_digest", LargeBinary(32), nullable=True, comment="of the secret before, good for a while"),
    Column("former_until", Moment, nullable=True),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=True),
    Column("revoked_at", Moment, nullable=True),
    Column("used_at", Moment, nullable=True),
)

links: Final = Table(
    "links",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("ledger", ForeignKey("ledgers.id"), nullable=False),
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("role", String(16), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=True),
    Column("revoked_at", Moment, nullable=True),
    Index("ix_links_match", "match"),
)

tickets: Final = Table(
    "tickets",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("ledger", ForeignKey("ledgers.id"), nullable=False),
    Column("bearer", String(16), nullable=False),
    Column("link", Boolean, nullable=False),
    Column(
        "secret", LargeBinary(32), nullable=True, comment="digest of the key's that it was got with; none of a link"
    ),
    Column("digest", LargeBinary(32), nullable=False),
    Column("expires_at", Moment, nullable=False),
)

tree: Final = Table(
    "tree",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary(32), nullable=False),
)

signers: Final = Table(
    "signers",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("id", String(8), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("public", LargeBinary(32), nullable=False),
    Column("since", Moment, nullable=False),
    Column("until", Moment, nullable=True),
)

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("root", LargeBinary(32), nullable=False),
    Column("note", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
)

players: Final = Table(
    "players",
    metadata,
    Column("ledger", ForeignKey("ledgers.id"), primary_key=True),
    Column("id", String(100), primary_key=True),
    Column("name", Text, nullable=True),
    Column("named_at", Moment, nullable=False),
    Column("forgotten_at", Moment, nullable=True),
)

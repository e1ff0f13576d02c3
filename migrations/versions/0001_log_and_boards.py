"""The log, its feed, the boards and the keys."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String(36).with_variant(UUID(as_uuid=False), "postgresql")
APPEND_ONLY = ("events", "feed")
FOLLOW = (
    "CREATE TRIGGER {table}_follow BEFORE INSERT ON {table} "
    "WHEN NEW.{last} IS NOT 1 + COALESCE((SELECT MAX({last}) FROM {table} WHERE {key} = NEW.{key}), 0) "
    "BEGIN SELECT RAISE(ABORT, '{table} only grow by the next {last}'); END"
)
ONCE = (
    "CREATE TRIGGER {table}_once BEFORE INSERT ON {table} "
    "WHEN EXISTS (SELECT 1 FROM {table} WHERE {one} = NEW.{one} AND {other} = NEW.{other}) "
    "BEGIN SELECT RAISE(ABORT, '{table} only grow: this {other} is taken'); END"
)


def upgrade() -> None:
    _ledgers_and_matches()
    _log()
    _feed()
    _boards_and_keys()
    for table in APPEND_ONLY:
        _forbid_changes(table)


def downgrade() -> None:
    raise NotImplementedError("a log is not taken back: restore the backup made before the upgrade")


def _ledgers_and_matches() -> None:
    op.create_table(
        "ledgers",
        sa.Column("id", sa.Integer, sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.String(63), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column(
            "rules",
            sa.String(64),
            nullable=True,
            comment="digest of the rule code that folds this epoch's boards",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_ledgers"),
        sa.UniqueConstraint("name", name="uq_ledgers_name"),
    )
    op.create_table(
        "matches",
        sa.Column("id", ID, nullable=False),
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("title", sa.Text, nullable=True),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_matches_ledger"),
    )
    op.create_index("ix_matches_ledger_opened_at_id", "matches", ["ledger", "opened_at", "id"])


def _log() -> None:
    op.create_table(
        "events",
        sa.Column("match", ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("type", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("occurred_at", sa.BigInteger, nullable=True),
        sa.Column("actor", sa.String(100), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("match", "version", name="pk_events"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_events_match"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_events_ledger"),
        sa.UniqueConstraint("ledger", "id", name="uq_events_ledger_id"),
    )
    op.create_table(
        "requests",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("match", ID, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(32), nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("ledger", "key", name="pk_requests"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_requests_ledger"),
    )
    op.create_table(
        "dirty",
        sa.Column("match", ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "version", name="pk_dirty"),
    )


def _feed() -> None:
    op.create_table(
        "sequencers",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("ledger", name="pk_sequencers"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_sequencers_ledger"),
    )
    op.create_table(
        "sequenced",
        sa.Column("match", ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_sequenced"),
    )
    op.create_table(
        "feed",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("match", ID, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("ledger", "position", name="pk_feed"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_feed_ledger"),
        sa.UniqueConstraint("match", "version", name="uq_feed_match_version"),
    )


def _boards_and_keys() -> None:
    op.create_table(
        "boards",
        sa.Column("match", ID, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("stuck", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match", "epoch", "name", name="pk_boards"),
    )
    op.create_index(
        "ix_boards_stuck", "boards", ["match"], postgresql_where=sa.text("stuck"), sqlite_where=sa.text("stuck")
    )
    op.create_table(
        "keys",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=True),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("matches", sa.Text, nullable=True),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=True),
        sa.Column("revoked_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_keys"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_keys_ledger"),
    )


def _forbid_changes(table: str) -> None:
    if op.get_context().dialect.name == "postgresql":
        _forbid_on_postgresql(table)
    else:
        _forbid_on_sqlite(table)


def _forbid_on_postgresql(table: str) -> None:
    op.execute(
        f"""
        CREATE FUNCTION {table}_stay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION '% only grow: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
        END $$
        """
    )
    op.execute(
        f"CREATE TRIGGER {table}_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_stay()"
    )
    op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_stay")


def _forbid_on_sqlite(table: str) -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_stay_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} only grow: {verb} is refused'); END"
        )
    last, key = ("version", '"match"') if table == "events" else ("position", "ledger")
    op.execute(FOLLOW.format(table=table, last=last, key=key))
    # REPLACE deletes the row that it collides with, and without `recursive_triggers` no trigger on DELETE fires.
    one, other = ("ledger", "id") if table == "events" else ('"match"', "version")
    op.execute(ONCE.format(table=table, one=one, other=other))

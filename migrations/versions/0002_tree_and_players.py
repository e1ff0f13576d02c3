"""The tree over each ledger, its signed checkpoints, who signs them, and the names of players."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _tree()
    _checkpoints()
    _players()
    if op.get_context().dialect.name == "postgresql":
        _keep_checkpoints_on_postgresql()
    else:
        _keep_checkpoints_on_sqlite()


def downgrade() -> None:
    raise NotImplementedError("a log is not taken back: restore the backup made before the upgrade")


def _tree() -> None:
    op.create_table(
        "tree",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("index", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("ledger", "level", "index", name="pk_tree"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_tree_ledger"),
    )


def _checkpoints() -> None:
    op.create_table(
        "signers",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("public", sa.LargeBinary(32), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("ledger", "id", name="pk_signers"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_signers_ledger"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("root", sa.LargeBinary(32), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("ledger", "size", name="pk_checkpoints"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_checkpoints_ledger"),
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("id", sa.String(100), nullable=False),
        sa.Column("name", sa.Text, nullable=True),
        sa.Column("named_at", sa.BigInteger, nullable=False),
        sa.Column("forgotten_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("ledger", "id", name="pk_players"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_players_ledger"),
    )
    if op.get_context().dialect.name == "postgresql":
        # ANALYZE would copy names into pg_statistic, where forgetting them does not reach.
        op.execute("ALTER TABLE players ALTER COLUMN name SET STATISTICS 0")


def _keep_checkpoints_on_postgresql() -> None:
    op.execute(
        """
        CREATE FUNCTION checkpoints_stay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION '% only grow: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER checkpoints_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints "
        "FOR EACH STATEMENT EXECUTE FUNCTION checkpoints_stay()"
    )
    op.execute("ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER checkpoints_stay")


def _keep_checkpoints_on_sqlite() -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER checkpoints_stay_{verb.lower()} BEFORE {verb} ON checkpoints "
            f"BEGIN SELECT RAISE(ABORT, 'checkpoints only grow: {verb} is refused'); END"
        )
    # REPLACE deletes the row that it collides with, and without `recursive_triggers` no trigger on DELETE fires.
    op.execute(
        "CREATE TRIGGER checkpoints_follow BEFORE INSERT ON checkpoints "
        "WHEN NEW.size <= COALESCE((SELECT MAX(size) FROM checkpoints WHERE ledger = NEW.ledger), -1) "
        "BEGIN SELECT RAISE(ABORT, 'checkpoints only grow by a larger size'); END"
    )

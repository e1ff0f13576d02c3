"""Keys that rotate, links and tickets; and beside each ledger one for its administration."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

from migrations.walls import EVERY, OWN, raise_wall

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.String(36).with_variant(UUID(as_uuid=False), "postgresql")


def upgrade() -> None:
    _keys_and_ledgers()
    _links()
    _tickets()
    this = "id = (SELECT this_key())"
    raise_wall("links", (OWN, this), ("INSERT", "UPDATE"))
    raise_wall("tickets", (OWN, this), ("INSERT", "DELETE"))
    raise_wall("administrations", (OWN, EVERY), ("INSERT",))
    raise_wall("sequencers", (), ("INSERT",))


def downgrade() -> None:
    raise NotImplementedError("a log is not taken back: restore the backup made before the upgrade")


def _keys_and_ledgers() -> None:
    for column in (
        sa.Column("former_digest", sa.LargeBinary(32), nullable=True, comment="of the secret before, good for a while"),
        sa.Column("former_until", sa.BigInteger, nullable=True),
        sa.Column("used_at", sa.BigInteger, nullable=True),
    ):
        op.add_column("keys", column)
    op.create_table(
        "administrations",
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("log", sa.Integer, nullable=False, comment="the ledger that has its acts"),
        sa.PrimaryKeyConstraint("ledger", name="pk_administrations"),
        sa.UniqueConstraint("log", name="uq_administrations_log"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_administrations_ledger"),
        sa.ForeignKeyConstraint(["log"], ["ledgers.id"], name="fk_administrations_log"),
    )


def _links() -> None:
    op.create_table(
        "links",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("match", ID, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=True),
        sa.Column("revoked_at", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_links"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_links_ledger"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_links_match"),
    )
    op.create_index("ix_links_match", "links", ["match"])


def _tickets() -> None:
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("ledger", sa.Integer, nullable=False),
        sa.Column("bearer", sa.String(16), nullable=False),
        sa.Column("link", sa.Boolean, nullable=False),
        sa.Column(
            "secret",
            sa.LargeBinary(32),
            nullable=True,
            comment="digest of the key's that it was got with; none of a link",
        ),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tickets"),
        sa.ForeignKeyConstraint(["ledger"], ["ledgers.id"], name="fk_tickets_ledger"),
    )

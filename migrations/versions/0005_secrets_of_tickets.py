"""Tickets that end with the secret that they were got with."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tickets",
        sa.Column(
            "secret",
            sa.LargeBinary(32),
            nullable=True,
            comment="digest of the key's that it was got with; none of a link",
        ),
    )


def downgrade() -> None:
    raise NotImplementedError("a log is not taken back: restore the backup made before the upgrade")

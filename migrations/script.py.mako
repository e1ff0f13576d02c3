"""${message}.

Before this is merged:
- It runs while the old code still writes: only add, never rename or drop what that code uses.
- No batch mode on a table with triggers: SQLite's copy drops them. Write the statements out.
- Events are never rewritten, whatever the reason.
- tests/test_migrations.py compares the upgraded schema with a fresh one, triggers included.
"""

from alembic import op
import sqlalchemy as sa

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    raise NotImplementedError("a log is not taken back: restore the backup made before the upgrade")

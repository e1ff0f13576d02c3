"""Walls between ledgers, on PostgreSQL: each transaction sees and writes the rows of its own."""

from migrations.walls import EVERY, OWN, make_functions, raise_wall

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    make_functions()
    raise_wall("matches", (OWN, EVERY, "visibility <> '\"private\"'"), ("INSERT", "UPDATE"))
    raise_wall("events", (OWN, EVERY), ("INSERT",))
    raise_wall("requests", (OWN,), ("INSERT",))
    raise_wall("dirty", (OWN, EVERY), ("INSERT",))
    # Not EXISTS, which may be planned as a hash of all matches that can be seen.
    raise_wall("boards", (EVERY, "(SELECT true FROM matches WHERE matches.id = boards.match)"))
    raise_wall("keys", (OWN, "id = (SELECT this_key())"), ("INSERT", "UPDATE"))
    raise_wall("players", (OWN,), ("INSERT", "UPDATE"))
    for table in ("feed", "sequencers", "tree", "signers", "checkpoints"):
        raise_wall(table, (OWN, EVERY))
    raise_wall("sequenced", ())


def downgrade() -> None:
    raise NotImplementedError("a log is not taken back: restore the backup made before the upgrade")

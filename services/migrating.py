"""The schema's revisions: where a database stands, and how it gets to the newest."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import migrations
from services import ledgers
from services.errors import UnfitStore
from services.wiring import EVERY, Stores

_ONE_AT_A_TIME = 5_207_223


def migrate(stores: Stores) -> str:
    """Bring the database to the newest revision, with the ledger `main` in it; returns the revision."""
    with stores.writing(EVERY) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
        upgrade(connection)
        for name in dict.fromkeys([ledgers.MAIN, *ledgers.names(connection)]):
            ledgers.add(connection, name)
    return newest()


def upgrade(connection: Connection) -> None:
    """Bring the schema to the newest revision, with nothing in it."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revision(stores: Stores) -> str | None:
    """The database's revision; None if it has no schema."""
    with stores.reading(None) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    """The revision that this code wants."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None, "the package carries its revisions"
    return head


def check_revision(stores: Stores) -> None:
    """UnfitStore unless the database is at the newest revision."""
    found = revision(stores)
    if found != newest():
        raise UnfitStore(f"The database is at revision {found or 'none'}, not {newest()}: run `scorepad migrate`.")


def migrated(stores: Stores) -> Stores:
    """The same stores; UnfitStore unless the database is at the newest revision."""
    check_revision(stores)
    return stores


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return config

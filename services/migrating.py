"""The schema's revisions: where a database stands, and how it gets to the newest."""

import re
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

import migrations
from domain.administration import LedgerCreated
from services import administration
from services.administration import COMMAND_LINE
from services.errors import UnfitStore
from services.tables import administrations, ledgers, sequencers
from services.wiring import EVERY, Stores, turn_to, within

MAIN = "main"
"""The ledger that is there from the start."""
_ONE_AT_A_TIME = 5_207_223
_NAMES = sa.select(ledgers.c.name).where(ledgers.c.id.not_in(sa.select(administrations.c.log))).order_by(ledgers.c.id)
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,56}")


def migrate(stores: Stores) -> str:
    """Bring the database to the newest revision, with the ledger `main` in it; returns the revision."""
    with stores.writing(EVERY) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
        upgrade(connection)
        for name in dict.fromkeys([MAIN, *connection.execute(_NAMES).scalars()]):
            add_ledger(connection, name)
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


def add_ledger(connection: Connection, name: str, *, actor: str = COMMAND_LINE) -> int:
    """Make a ledger with the log of its administration, or find the one of that name; returns its number."""
    ledger = _made(connection, name)
    acts = _made(connection, name + administration.SUFFIX)
    beside = _insert(connection)(administrations).values(ledger=ledger, log=acts)
    with within(connection, ledger):
        connection.execute(beside.on_conflict_do_nothing())
    administration.open_log(connection, name, acts, actor)
    return ledger


def create_ledger(stores: Stores, name: str, *, actor: str = COMMAND_LINE) -> int:
    """
    Make a ledger for another organiser; returns its number.

    Errors:
        ValueError: the name is none, or taken.
    """
    if not _NAME.fullmatch(name):
        raise ValueError("A ledger's name is 1 to 57 small letters, digits, dots and hyphens.")
    if name in ledger_names(stores):
        raise ValueError("There is a ledger of this name.")
    with stores.writing(None) as connection:
        house = connection.execute(sa.select(ledgers.c.id).where(ledgers.c.name == MAIN)).scalar_one()
        turn_to(connection, house)
        administration.record(connection, house, actor, LedgerCreated(ledger=name))
        return add_ledger(connection, name, actor=actor)


def ledger_names(stores: Stores) -> list[str]:
    """The names of all ledgers, as they were made."""
    with stores.reading(EVERY) as connection:
        return list(connection.execute(_NAMES).scalars())


def _insert(connection: Connection) -> Any:
    return pg_insert if connection.dialect.name == "postgresql" else sqlite_insert


def _made(connection: Connection, name: str) -> int:
    insert = _insert(connection)
    connection.execute(insert(ledgers).values(name=name, epoch=1).on_conflict_do_nothing())
    number: int = connection.execute(sa.select(ledgers.c.id).where(ledgers.c.name == name)).scalar_one()
    with within(connection, number):
        connection.execute(insert(sequencers).values(ledger=number, position=0).on_conflict_do_nothing())
    return number


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return config

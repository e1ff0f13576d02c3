"""The ledgers: made, each with the log of its administration beside it, and found by their names."""

import re
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from domain.administration import LedgerCreated
from services import administration
from services.administration import COMMAND_LINE
from services.errors import UnfitStore
from services.tables import administrations, sequencers
from services.tables import ledgers as ledger_rows
from services.wiring import turn_to, within

MAIN: Final = "main"
"""The ledger that is there from the start."""
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9.-]{0,56}")
_NUMBER: Final = sa.select(ledger_rows.c.id).where(ledger_rows.c.name == sa.bindparam("name"))
_NAMES: Final = (
    sa.select(ledger_rows.c.name)
    .where(ledger_rows.c.id.not_in(sa.select(administrations.c.log)))
    .order_by(ledger_rows.c.id)
)


def add(connection: Connection, name: str, *, actor: str = COMMAND_LINE) -> int:
    """Make a ledger with the log of its administration, or find the one of that name; returns its number."""
    ledger = _made(connection, name)
    acts = _made(connection, name + administration.SUFFIX)
    beside = _insert(connection)(administrations).values(ledger=ledger, log=acts)
    with within(connection, ledger):
        connection.execute(beside.on_conflict_do_nothing())
    administration.open_log(connection, name, acts, actor)
    return ledger


def create(connection: Connection, name: str, *, actor: str = COMMAND_LINE) -> int:
    """
    Make a ledger for another organiser, and turn the transaction to it; returns its number.

    Errors:
        ValueError: the name is none, or taken.
    """
    if not _NAME.fullmatch(name):
        raise ValueError("A ledger's name is 1 to 57 small letters, digits, dots and hyphens.")
    house = number(connection, MAIN)
    turn_to(connection, house)
    # First the act: whoever makes a ledger at the same time waits for the house's log, and sees then what was made.
    administration.record(connection, house, actor, LedgerCreated(ledger=name))
    if _found(connection, name) is not None:
        raise ValueError("There is a ledger of this name.")
    ledger = add(connection, name, actor=actor)
    turn_to(connection, ledger)
    return ledger


def names(connection: Connection) -> list[str]:
    """The names of all ledgers, as they were made; in a transaction for all of them."""
    return list(connection.execute(_NAMES).scalars())


def number(connection: Connection, name: str) -> int:
    """A ledger's number; UnfitStore if there is no such ledger."""
    found = _found(connection, name)
    if found is None:
        raise UnfitStore(f"There is no ledger {name!r}.")
    return found


def _found(connection: Connection, name: str) -> int | None:
    return connection.execute(_NUMBER, {"name": name}).scalar_one_or_none()


def _made(connection: Connection, name: str) -> int:
    insert = _insert(connection)
    connection.execute(insert(ledger_rows).values(name=name, epoch=1).on_conflict_do_nothing())
    made = number(connection, name)
    with within(connection, made):
        connection.execute(insert(sequencers).values(ledger=made, position=0).on_conflict_do_nothing())
    return made


def _insert(connection: Connection) -> Any:
    return pg_insert if connection.dialect.name == "postgresql" else sqlite_insert

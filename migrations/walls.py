"""
Walls between ledgers: row-level security on PostgreSQL, for each table that a revision makes.

A transaction says whose rows it is for (`services/wiring.py: Stores`), and is shown and may write no others, whatever
its statements ask for. Who owns the tables is not held back: a set-up of one user goes on as without. SQLite has none.

Source:
    docs/operating.md, "Roles".
"""

from collections.abc import Sequence
from typing import Final

from alembic import op

OWN: Final = "ledger = (SELECT this_ledger())"
"""Rows of the transaction's own ledger. As a subquery it is asked once for a statement, and not once for a row."""
_NEW: Final = "ledger = this_ledger()"
"""The same of rows that are added: each is a statement of its own there, to which a subquery adds a fifth."""
EVERY: Final = "(SELECT every_ledger())"
"""All rows, for who said that all ledgers are meant."""


def make_functions() -> None:
    """What a transaction has said, in the words of the policies."""
    if op.get_context().dialect.name != "postgresql":
        return
    said = "pg_catalog.current_setting('scorepad.ledger', true)"
    functions = {
        "this_ledger": ("integer", f"CASE WHEN {said} ~ '^[0-9]{{1,9}}$' THEN {said}::integer END"),
        "every_ledger": ("boolean", f"coalesce({said} = 'every', false)"),
        "this_key": ("text", "nullif(pg_catalog.current_setting('scorepad.key', true), '')"),
    }
    for name, (kind, body) in functions.items():
        op.execute(f"CREATE FUNCTION {name}() RETURNS {kind} LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT {body} $$")


def raise_wall(table: str, shown: Sequence[str] = (OWN,), written: Sequence[str] = ()) -> None:
    """
    Let a transaction see and write a table's rows of its own ledger only.

    Args:
        table: The table; with a column `ledger`, unless neither `shown` nor `written` speaks of it.
        shown: Which rows are seen: those of which any of these is true; none if there are none.
        written: What may be done with the own ledger's rows: INSERT, UPDATE, DELETE.
    """
    if op.get_context().dialect.name != "postgresql":
        return
    op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    if shown:
        op.execute(f"CREATE POLICY wall_select ON {table} FOR SELECT USING ({' OR '.join(shown)})")
    for verb in written:
        old, new = f"USING ({OWN})", f"WITH CHECK ({_NEW})"
        asked = {"INSERT": new, "UPDATE": f"{old} {new}", "DELETE": old}[verb]
        op.execute(f"CREATE POLICY wall_{verb.lower()} ON {table} FOR {verb} {asked}")

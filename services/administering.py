"""Administering: ledgers, and reading what was done about keys, links and players."""

from collections.abc import Iterator
from typing import Any

from services import administration, feed, keys, ledgers
from services.bearers import Bearer
from services.errors import CursorAhead, Forbidden
from services.keys import NewKey
from services.sealing import on_the_wire
from services.wiring import EVERY, Stores

_PAGE = 500


def create_ledger(stores: Stores, bearer: Bearer, name: str) -> NewKey:
    """
    Make a ledger for another organiser; returns its first key, an administrator's.

    Errors:
        Forbidden: it takes an administrator of `main`.
        ValueError: the name is none, or taken.
    """
    if bearer.ledger_name != ledgers.MAIN:
        raise Forbidden(f"Making ledgers takes an administrator's key of the ledger {ledgers.MAIN}.")
    with stores.writing(None) as connection:
        ledger = ledgers.create(connection, name, actor=bearer.actor)
        return keys.add(connection, ledger, ["admin"], name="first", actor=bearer.actor)


def acts(stores: Stores, bearer: Bearer, *, after: int, limit: int) -> list[dict[str, Any]]:
    """
    The acts in the administration of the bearer's ledger, at positions after `after`.

    Errors:
        Forbidden: it takes an administrator or an auditor, for the whole ledger.
        CursorAhead: the position lies beyond the head.
    """
    if not bearer.scopes & {"admin", "auditor"} or bearer.matches is not None:
        raise Forbidden("The log of administration takes a key with the scope admin or auditor, for the whole ledger.")
    with stores.reading(bearer.ledger) as connection:
        of = administration.companion(connection, bearer.ledger)
    with stores.reading(of[0]) as connection:
        head = feed.head(connection, of[0])
        if after > head:
            raise CursorAhead(head)
        return [on_the_wire(entry) for entry in feed.entries(connection, of, after=after, limit=limit)]


def all_acts(stores: Stores, ledger: str) -> Iterator[dict[str, Any]]:
    """Every act in the administration of a ledger, for who holds the database."""
    number, after = keys.local(stores, ledger, "acts").ledger, 0
    while True:
        with stores.reading(EVERY) as connection:
            page = feed.entries(connection, administration.companion(connection, number), after=after, limit=_PAGE)
        for entry in page:
            yield on_the_wire(entry)
            after = entry.position or after
        if len(page) < _PAGE:
            return

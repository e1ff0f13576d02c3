"""
Tickets to a stream, for browsers: `EventSource` sends no headers, and a key does not belong into an address.

A ticket is good once, for half a minute, and opens streams alone.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from services import clock, tokens
from services.bearers import Bearer
from services.tables import AnyRow, tickets
from services.tokens import Token
from services.wiring import Stores, turn_to

BRAND: Final = "st"
_KIND: Final = "stream"
_GOOD_FOR: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket just made; `token` is the only copy."""

    token: str
    expires_at: datetime


def create(stores: Stores, bearer: Bearer) -> Ticket:
    """A ticket for whoever holds a key or a link: its stream shows what that would."""
    id_ = tokens.new_id()
    token = tokens.write(BRAND, _KIND, id_, tokens.new_secret())
    now = clock.now()
    row = {
        "id": id_,
        "ledger": bearer.ledger,
        "bearer": bearer.id,
        "link": bearer.link,
        "secret": bearer.digest,
        "digest": tokens.digest(token),
        "expires_at": clock.microseconds(now + _GOOD_FOR),
    }
    with stores.writing(bearer.ledger) as connection:
        old = sa.delete(tickets).where(tickets.c.ledger == bearer.ledger)
        connection.execute(old.where(tickets.c.expires_at <= clock.microseconds(now)))
        connection.execute(sa.insert(tickets).values(row))
    return Ticket(token, now + _GOOD_FOR)


def redeem(stores: Stores, token: Token) -> AnyRow | None:
    """Use a ticket up: its row, which says whose key or link it was got with; None if it is not good (any more)."""
    this = (tickets.c.id == token.id, tickets.c.digest == tokens.digest(token.text))
    with stores.writing(None, key=token.id) as connection:
        ledger = connection.execute(sa.select(tickets.c.ledger).where(*this)).scalar_one_or_none()
        if ledger is None:
            return None
        turn_to(connection, ledger)
        row = connection.execute(sa.delete(tickets).where(*this).returning(tickets)).one_or_none()
    return None if row is None or row.expires_at <= clock.microseconds(clock.now()) else row

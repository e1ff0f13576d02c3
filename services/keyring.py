"""The keys and links that a process meets: checked against the database, each remembered for a second."""

from collections.abc import Collection
from threading import Lock
from time import monotonic
from typing import Final

import sqlalchemy as sa
from cachetools import TTLCache

from services import clock, keys, links, tickets, tokens
from services.bearers import Bearer
from services.errors import KeyNeeded
from services.tables import AnyRow
from services.tables import keys as key_rows
from services.tables import links as link_rows
from services.tokens import Token
from services.wiring import Stores

_REMEMBERED_SECONDS: Final = 1.0
"""How long a process takes a key for good that was revoked elsewhere; open streams are looked through as often."""
_MOST: Final = 10_000
_USED_SECONDS: Final = 30.0
"""How often it is written down which keys were used."""

_NO_GOOD: Final = "The key is malformed, unknown, expired or revoked."


class Keyring:
    """Who holds which key, as this process knows it."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._known: TTLCache[bytes, Bearer] = TTLCache(_MOST, _REMEMBERED_SECONDS, monotonic)
        self._used: dict[tuple[int, str], int] = {}
        self._written = monotonic()
        self._lock = Lock()

    def bearer(self, text: str) -> Bearer:
        """Whose key or link it is; KeyNeeded, always with the same words, if it is no good."""
        token = tokens.read(text)
        if token is None:
            raise KeyNeeded(_NO_GOOD)
        digest = tokens.digest(text)
        bearer = self._remembered(digest)
        if bearer is None:
            bearer = self._look_up(token)
            if bearer is None:
                raise KeyNeeded(_NO_GOOD)
            self._remember(digest, bearer)
        return bearer

    def link(self, text: str) -> Bearer:
        """Whose link it is; KeyNeeded if it is no good, or a key, which does not belong into an address."""
        token = tokens.read(text)
        if token is None or token.brand != links.BRAND:
            raise KeyNeeded("The link is malformed, unknown, expired or revoked.")
        return self.bearer(text)

    def ticket(self, text: str) -> Bearer:
        """Who got the ticket, which is used up; KeyNeeded if it is no good, or what it was got with is not any more."""
        token = tokens.read(text)
        used = tickets.redeem(self._stores, token) if token and token.brand == tickets.BRAND else None
        if used is None:
            raise KeyNeeded("The ticket is malformed, unknown, used or older than half a minute.")
        row = (links if used.link else keys).find(self._stores, used.bearer)
        if row is None:
            raise KeyNeeded(_NO_GOOD)
        if used.link:
            return links.as_bearer(row)
        secret = bytes(used.secret or b"")
        if not keys.is_secret(row, secret):
            raise KeyNeeded(_NO_GOOD)
        return keys.as_bearer(row, secret)

    def good(self, bearers: Collection[Bearer]) -> frozenset[Bearer]:
        """Those of some bearers whose key or link is good still: what open streams are held against."""
        good: set[Bearer] = set()
        for ledger in {each.ledger for each in bearers}:
            own = [each for each in bearers if each.ledger == ledger]
            with self._stores.reading(ledger) as connection:
                for is_link, table in ((False, key_rows), (True, link_rows)):
                    held = [each for each in own if each.link is is_link]
                    query = sa.select(table).where(table.c.ledger == ledger, table.c.id.in_([each.id for each in held]))
                    rows = {row.id: row for row in connection.execute(query.where(*tokens.in_force(table)))}
                    good |= {each for each in held if each.id in rows and _holds(each, rows[each.id])}
        return frozenset(good)

    def write_down(self) -> None:
        """Write down which keys were used, now and then; what cannot be written now is written later."""
        with self._lock:
            if not self._used or monotonic() < self._written + _USED_SECONDS:
                return
            used, self._used, self._written = self._used, {}, monotonic()
        try:
            self._write(used)
        except BaseException:
            with self._lock:
                self._used = used | self._used
            raise

    def _write(self, used: dict[tuple[int, str], int]) -> None:
        by_ledger: dict[int, list[dict[str, object]]] = {}
        for (ledger, id_), time in used.items():
            by_ledger.setdefault(ledger, []).append({"of": id_, "of_ledger": ledger, "time": time})
        mine = (key_rows.c.id == sa.bindparam("of")) & (key_rows.c.ledger == sa.bindparam("of_ledger"))
        for ledger, rows in by_ledger.items():
            with self._stores.writing(ledger) as connection:
                connection.execute(sa.update(key_rows).where(mine).values(used_at=sa.bindparam("time")), rows)

    def _remembered(self, digest: bytes) -> Bearer | None:
        with self._lock:
            return self._known.get(digest)

    def _remember(self, digest: bytes, bearer: Bearer) -> None:
        with self._lock:
            self._known[digest] = bearer
            if not bearer.link:
                self._used[bearer.ledger, bearer.id] = clock.microseconds(clock.now())

    def _look_up(self, token: Token) -> Bearer | None:
        match token.brand:
            case keys.BRAND:
                return keys.bearer_of(self._stores, token)
            case links.BRAND:
                return links.bearer_of(self._stores, token)
            case _:
                return None


def _holds(bearer: Bearer, row: AnyRow) -> bool:
    """Whether the secret that was shown is still one of the key's."""
    return bearer.digest is None or keys.is_secret(row, bearer.digest)

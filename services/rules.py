"""Which rule code folded the boards of an epoch: workers of another kind do not mix theirs in."""

import hashlib
from functools import cache
from pathlib import Path

import sqlalchemy as sa

import domain
from services.errors import UnfitStore
from services.tables import ledgers
from services.wiring import EVERY, Stores


@cache
def digest() -> str:
    """A digest of the rules as this process has them."""
    folder = Path(domain.__file__).parent
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        found.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def stale(stores: Stores) -> list[str]:
    """The ledgers whose boards were folded by other rules."""
    query = sa.select(ledgers.c.name).where(ledgers.c.rules != digest()).order_by(ledgers.c.name)
    with stores.reading(EVERY) as connection:
        return list(connection.execute(query).scalars())


def adopt(stores: Stores) -> None:
    """Have new ledgers take these rules."""
    with stores.writing(EVERY) as connection:
        connection.execute(sa.update(ledgers).where(ledgers.c.rules.is_(None)).values(rules=digest()))


def check(stores: Stores) -> None:
    """UnfitStore if the boards shown were folded by other rules."""
    if others := stale(stores):
        raise UnfitStore(
            f"The boards of {', '.join(others)} were folded by other rules: run `scorepad rebuild` with this version."
        )

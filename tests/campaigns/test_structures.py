"""
Attacks on the log as a whole, at random places: none is missed; what takes a kept checkpoint is found by that alone.

Each kind twice in every run on each database; `SCOREPAD_TEST_FLIPS=10000` makes it 600, as docs/guarantees.md tells.
"""

import itertools
import logging
import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from services import projecting, verifying, wiring
from services.config import Settings
from services.folding import Folded
from services.wiring import Stores
from tests import forging
from tests.campaigns import structures
from tests.campaigns.structures import ATTACKS, CARRIED_ON, ONLY_KEPT, Ground
from tests.chance import dice
from tests.conftest import DATABASES, fresh_database
from tests.forging import Ledger
from tests.tampering import owning

figures = logging.getLogger(__name__).info
FLIPS = int(os.environ.get("SCOREPAD_TEST_FLIPS", "300"))
WANTED = max(FLIPS * 6 // 100 // len(DATABASES), 2 * len(ATTACKS))
"""Attacks on each database."""

Fresh = Callable[[], Stores]
"""Stores on a copy of the ledger's database."""


@pytest.fixture(scope="module", params=DATABASES)
def ground(
    request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Ledger, Fresh]]:
    """A signed ledger on a database of each kind, and copies of it to attack."""
    folder = tmp_path_factory.mktemp("structures")
    with fresh_database(request, request.param, folder) as url:
        settings = Settings(database_url=url, redis_url=redis_url, data=folder, _env_file=None)
        stores = wiring.connect(settings)
        given = forging.ledger(stores)
        stores.engine.dispose()
        yield given, (lambda: _copy(settings, url, folder))
        stores.redis.close()


def _copy(settings: Settings, url: str, folder: Path) -> Stores:
    """The ledger's database once more, as it was."""
    if url.startswith("sqlite"):
        path = folder / "copy.db"
        for each in (path, folder / "copy.db-wal", folder / "copy.db-shm"):
            each.unlink(missing_ok=True)
        shutil.copy(str(sa.make_url(url).database), path)
        copied = f"sqlite:///{path}"
    else:
        origin = sa.make_url(settings.database)
        assert origin.database is not None
        name = f"{origin.database}_{uuid.uuid4().hex[:6]}"
        engine = sa.create_engine(origin.set(database="postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE {name} TEMPLATE {origin.database}"))
        engine.dispose()
        copied = sa.make_url(url).set(database=name).render_as_string(hide_password=False)
    return wiring.connect(settings.model_copy(update={"database_url": type(settings.database_url)(copied)}))


@pytest.mark.slow
def test_no_attack_is_missed(ground: tuple[Ledger, Fresh]) -> None:
    ledger, fresh = ground
    chance = dice("2026-11-29")
    missed, seen = [], []

    for attack in itertools.islice(itertools.cycle(ATTACKS), WANTED):
        stores = fresh()
        given = replace(ledger, stores=stores)
        with owning(stores) as connection:
            attack(Ground(given, connection, chance))
        if attack in CARRIED_ON:
            projecting.audit(stores)
            projecting.drain(stores, Folded())
        alone = verifying.verify(stores).findings.count
        kept = verifying.verify(stores, saved=ledger.kept).findings.count
        stores.engine.dispose()
        if not kept:
            missed.append(attack.__name__)
        if bool(alone) == (attack in ONLY_KEPT):
            seen.append((attack.__name__, alone))

    database, kinds = stores.engine.dialect.name, len(ATTACKS)
    figures("%s: %d attacks of %d kinds, %d missed", database, WANTED, kinds, len(missed))
    assert not missed
    assert not seen, "found without a kept checkpoint or not, otherwise than the papers say"


def test_every_kind_of_attack_is_made() -> None:
    kinds = {name for name, found in vars(structures).items() if callable(found) and name.startswith(KINDS)}

    assert {attack.__name__ for attack in ATTACKS} == kinds


KINDS = ("delete_", "insert_", "swap_", "double_", "cut_", "rechain", "move_", "place_", "take_", "replace_the")

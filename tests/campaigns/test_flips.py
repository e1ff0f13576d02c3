"""
Bits flipped at random, in every column of every table that matters: none is missed.

A few hundred in every run; `SCOREPAD_TEST_FLIPS=10000` for the campaign that docs/guarantees.md gives the figures of.
"""

import itertools
import logging
import os
from collections import Counter
from collections.abc import Iterator

import pytest

from services import verifying, wiring
from services.config import Settings
from tests import forging
from tests.campaigns import flips
from tests.chance import dice
from tests.conftest import fresh_database
from tests.forging import Ledger

figures = logging.getLogger(__name__).info
FLIPS = int(os.environ.get("SCOREPAD_TEST_FLIPS", "300"))
SHARES = {"sqlite": 3, "postgresql": 1}
"""How many of four flips each database takes."""


@pytest.fixture(scope="module", params=SHARES)
def ledger(
    request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Ledger, str]]:
    """A signed ledger on a database of each kind."""
    folder = tmp_path_factory.mktemp("flips")
    with fresh_database(request, request.param, folder) as url:
        stores = wiring.connect(Settings(database_url=url, redis_url=redis_url, data=folder, _env_file=None))
        yield forging.ledger(stores), request.param
        stores.engine.dispose()
        stores.redis.close()


@pytest.mark.slow
def test_no_flipped_bit_is_missed(ledger: tuple[Ledger, str]) -> None:
    given, database = ledger
    chance = dice(f"2026-11-29 {database}")
    wanted, done, missed = max(FLIPS * SHARES[database] // 4, 4 * len(flips.COLUMNS)), Counter[str](), []

    for column in itertools.cycle(flips.COLUMNS):
        if done.total() == wanted:
            break
        flip = flips.flip(given.stores, column, chance)
        if flip is None:
            continue
        done[str(flip.column)] += 1
        found = verifying.verify(given.stores).findings
        flip.back(given.stores)
        if not found.count:
            missed.append(flip)

    figures("%s: %d bits in %d columns, %d missed", database, done.total(), len(done), len(missed))
    assert not missed, missed[:5]
    assert verifying.verify(given.stores).findings.count == 0
    assert len(done) == len(flips.COLUMNS)

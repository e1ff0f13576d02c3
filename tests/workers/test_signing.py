"""Real workers sign on their timer, are killed while they do, and never sign two pasts."""

import os
import signal
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa

from services import merkle, notes, signing, tables
from services.tree import Tree
from services.wiring import EVERY
from tests.conftest import DATABASES, fresh_database
from tests.houses import Inhabited, running, until
from tests.naive_tree import mth
from tests.people import PASSED
from tests.services.test_tree import leaves

ROUNDS = 4
EVENTS = 1000
PATIENCE = 40.0


@pytest.mark.slow
@pytest.mark.parametrize("kind", DATABASES)
def test_br086_workers_killed_while_they_sign_leave_one_past(
    request: pytest.FixtureRequest, tmp_path: Path, redis_url: str, kind: str
) -> None:
    with (
        fresh_database(request, kind, tmp_path) as url,
        running(data=tmp_path, database_url=url, redis_url=redis_url, workers=2) as here,
    ):
        match = here.open()
        for turn in range(1, ROUNDS + 1):
            report = {"type": PASSED[0], "data": PASSED[1]}
            answer = here.client.post(f"/v1/matches/{match}/events", json={"events": [report] * EVENTS})
            assert answer.status_code == 201
            for worker in ("worker 0", "worker 1"):
                with suppress(ProcessLookupError):
                    os.kill(here.pid(worker), signal.SIGKILL)
            until(lambda size=turn * EVENTS: newest(here) >= size, PATIENCE)

        stores = here.house.stores
        hashes = leaves(stores)
        with stores.reading(EVERY) as connection:
            rows = connection.execute(sa.select(tables.checkpoints).order_by(tables.checkpoints.c.size)).all()
            known = [each.verifier for each in signing.known(connection, 1)]
            read = Tree(connection, 1)
            paths = [read.consistency(older.size, newer.size) for older, newer in pairwise(rows)]

    assert len(known) == 1
    for row in rows:
        note = notes.read(row.note)
        found = notes.read_checkpoint(note.text)
        assert note.signer(known) == known[0]
        assert (found.size, found.root) == (row.size, mth(hashes[: row.size]))
    for older, newer, path in zip(rows, rows[1:], paths, strict=False):
        assert merkle.extends(older.size, newer.size, path, bytes(older.root), bytes(newer.root))


def newest(here: Inhabited) -> int:
    """The size of the newest checkpoint; 0 before the first."""
    with suppress(httpx2.HTTPError):
        answer = here.client.get("/v1/ledger/checkpoint")
        return int(answer.json()["size"]) if answer.status_code == 200 else 0
    return 0

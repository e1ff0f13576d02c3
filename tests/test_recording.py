import json

from services import reading
from services.wiring import Stores
from tests.people import PASSED, Table, deal


def test_a_report_reaches_the_board(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    table.tell(match, *deal("4S", "N", 10))
    table.drain()

    board = json.loads(reading.board(stores, match, "rubber").body)
    assert board["sides"]["NS"]["below"] == 120
    assert board["version"] == 2


def test_positions_follow_the_versions(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    for _ in range(5):
        table.tell(match, *PASSED)
    table.drain()

    feed = reading.ledger_feed(stores, table.kept, table.bearer, after=0, limit=10)
    assert [(e["position"], e["version"]) for e in feed] == [(n, n) for n in range(1, 7)]

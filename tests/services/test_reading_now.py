import json

from services import reading, seeing
from services.wiring import Stores
from tests.people import Table, deal


def test_who_reported_reads_what_came_of_it_before_any_worker(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    table.tell(match, *deal("4S", "N", 10))

    assert _below(table, match) == (2, 120)


def test_nobody_is_shown_an_older_board_after_a_newer_one(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.drain()
    table.tell(match, *deal("4S", "N", 10))
    before = _below(table, match)

    table.drain()

    assert before == _below(table, match) == (2, 120)


def _below(table: Table, match: str) -> tuple[int, int]:
    found = reading.board_now(table.stores, table.kept, seeing.any_match(table.stores, match), "rubber")
    return found.version, json.loads(found.body)["sides"]["NS"]["below"]

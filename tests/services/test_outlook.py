"""A match as those outside see it is folded when there is more to see, and not whenever somebody looks."""

from datetime import timedelta
from typing import Any

import pytest

from services import clock, event_log
from services.folding import Outlook, seen_outside
from services.wiring import EVERY, Stores
from tests.people import PASSED, Table


def look(table: Table, match: str, later: float = 0) -> Outlook:
    with table.stores.reading(EVERY) as connection:
        head = event_log.head(connection, None, match)
        assert head is not None, "it is open"
        found = seen_outside(connection, head, table.kept, clock.now() + timedelta(seconds=later))
    assert found is not None, "it is not private"
    return found


@pytest.mark.parametrize(("visibility", "released"), [("hidden", 2), ("barometer", 3), ({"delayed": 60}, 2)])
def test_what_did_not_change_is_not_folded_again(stores: Stores, visibility: Any, released: int) -> None:
    table = Table(stores)
    match = table.open(visibility=visibility)
    table.tell(match, *PASSED)

    first = look(table, match)
    assert look(table, match) is first

    table.tell(match, "match.released", {})
    assert look(table, match).match.version == released


def test_what_is_delayed_is_folded_on_when_its_time_comes(stores: Stores) -> None:
    table = Table(stores)
    match = table.open(visibility={"delayed": 60})
    table.tell(match, *PASSED)

    assert look(table, match, 59).match.version == 1
    assert look(table, match, 61).match.version == 2
    assert look(table, match, 600) is look(table, match, 700)

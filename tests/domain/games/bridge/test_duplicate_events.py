"""What duplicate bridge is told, beside what every table tells."""

from typing import Any

import pytest

from domain import wire
from domain.games.bridge.events import PAIRS, RUBBER, TEAMS, BoardAdjusted, BoardFouled, DealPlayed, MovementSet


def test_rulings_and_movements_take_a_director() -> None:
    assert {event for event in PAIRS if event.DIRECTORS_ONLY} == {BoardAdjusted, BoardFouled, MovementSet}
    assert {event for event in TEAMS if event.DIRECTORS_ONLY} == {BoardAdjusted, MovementSet}
    assert not any(event.DIRECTORS_ONLY for event in RUBBER)


@pytest.mark.parametrize("table", [4, "4"])
def test_a_table_is_one_however_it_is_written(table: int | str) -> None:
    said: dict[str, Any] = {
        "board": 1,
        "ns": "1",
        "ew": "2",
        "contract": "4S",
        "declarer": "N",
        "result": "=",
        "table": table,
    }

    assert wire.read(DealPlayed, said).meaning() == said | {"table": "4", "tricks": 10, "result": None}

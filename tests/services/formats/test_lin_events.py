"""LIN files of real events: each is told or left with a reason, and their published results come out."""

import csv
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from services.formats.found import Bad, Found, Left
from tests.cases import SHARED, tell
from tests.lin_files import cut_short, lin, reports, told

FOLDER = SHARED / "data/bridge/events/lin"
FILES = sorted(FOLDER.rglob("*.lin"))
SEGMENT = FOLDER / "usbf_2010_sf_segment4_vugraph.lin"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the events are not on this machine")


def last_boards(raw: bytes) -> Any:
    boards = tell(reports(lin(raw)), at=set())
    assert boards.refused is None, boards.refused
    return boards.boards[max(boards.boards)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_read_and_the_domain_takes_it(path: Path) -> None:
    items = lin(path.read_bytes())

    assert not [item for item in items if isinstance(item, Bad)]
    assert isinstance(items[0], Found)
    assert told(items) or [item for item in items if isinstance(item, Left)]
    last_boards(path.read_bytes())


def test_the_results_of_a_tournament_are_those_published() -> None:
    found = Counter(
        (said["board"], said["contract"], said["declarer"], said["tricks"])
        for path in FILES
        if path.parent.name == "bbo_2196"
        for said in (record.events[-1][1] for record in told(lin(path.read_bytes())))
    )

    assert found == published("bbo_2196")
    assert found.total() == 42


def test_two_hands_of_it_were_not_finished() -> None:
    left = [item for path in FILES for item in lin(path.read_bytes()) if isinstance(item, Left)]

    assert [item.what for item in left] == ["board 1", "board 6"]


def test_a_segment_ends_30_to_41_and_with_what_was_carried_over_110_to_140() -> None:
    sides = last_boards(SEGMENT.read_bytes())["match"]["sides"]

    assert {side: Decimal(sides[side]["imps"]) for side in sides} == {"home": 110, "away": 140}
    assert (110 - 80, 140 - 99) == (30, 41)


def test_every_hand_of_a_segment_is_told_with_its_auction() -> None:
    records = told(lin(SEGMENT.read_bytes()))

    assert len(records) == 30
    assert all(record.events[0][0] == "bridge.call_made" for record in records)


@pytest.mark.parametrize("path", [SEGMENT, FOLDER / "bbo_8_boards.lin"], ids=lambda path: path.name)
def test_a_file_that_breaks_off_anywhere_tells_no_other_results(path: Path) -> None:
    raw = path.read_bytes()
    whole = [result(record.events[-1][1]) for record in told(lin(raw))]

    for cut in range(1, len(raw), len(raw) // 50):
        found = [result(record.events[-1][1]) for record in told(cut_short(raw[:cut]))]
        assert set(found) <= set(whole), cut


def result(said: dict[str, Any]) -> tuple[Any, ...]:
    """A result without the lead, which may be what is missing."""
    return tuple(said.get(word) for word in ("board", "room", "contract", "declarer", "tricks"))


def published(event: str) -> Counter[tuple[int, str, str, int]]:
    """The results of an event: board, contract, declarer and tricks, however often."""
    with (SHARED / "data/bridge/event_results.csv").open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["event"] == event]
    return Counter(
        (int(row["board"]), row["contract"].replace("NT", "N"), row["declarer"], int(row["tricks"])) for row in rows
    )

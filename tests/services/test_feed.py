"""A reader that follows positions while the sequencer runs beside slow and broken writers: nothing is lost."""

import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import Connection

from domain import wire
from services import clock, event_log, feed, projecting, recording, scoreboard
from services.errors import CursorAhead
from services.event_log import Head
from services.reading import ledger_feed
from services.recording import Report
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import PATIENCE, together
from tests.people import PASSED, Table, report

WRITERS = 8
EACH = 10


class Follower:
    """Reads a ledger by `position > last`, a small page at a time, while others write."""

    def __init__(self, stores: Stores) -> None:
        self.seen: list[tuple[int, str, int]] = []
        self._stores = stores
        self._done = Event()
        self._thread = Thread(target=self._follow)
        self._thread.start()

    def _follow(self) -> None:
        finished = False
        while self._read() or not finished:
            finished = self._done.wait(0.001)

    def _read(self) -> int:
        last = self.seen[-1][0] if self.seen else 0
        with self._stores.reading(EVERY) as connection:
            page = feed.entries(connection, (1, "main"), after=last, limit=7)
        self.seen += [(entry.position or 0, entry.match, entry.version) for entry in page]
        return len(page)

    def finish(self) -> list[tuple[int, str, int]]:
        """All that it saw, when nothing more comes."""
        self._done.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.seen


def append_slowly(table: Table, match: str, reports: list[Report], pause: float, *, spoil: bool) -> None:
    """What `recording.record` does in one transaction, held open before it is committed or rolled back."""
    with books.abandoned(table.stores) if spoil else table.stores.writing(EVERY) as connection:
        head = event_log.head(connection, table.bearer.ledger, match)
        assert head is not None
        append(connection, table, head, reports)
        time.sleep(pause)


def append(connection: Connection, table: Table, head: Head, reports: list[Report]) -> None:
    """Append in a transaction of the test's own."""
    bodies = [wire.body(report.event) for report in reports]
    entry = recording._entry(head.match, reports, bodies, None)
    drafts = recording._drafts(reports, bodies, head.version, max(clock.now(), head.recorded_at), table.bearer)
    recording._append(connection, table.desk, table.bearer, head, drafts, None, entry)


def sequence(stores: Stores) -> None:
    """Give positions, as every drain does first."""
    with stores.writing(EVERY) as connection:
        projecting._sequence(connection)


def whole(seen: list[tuple[int, str, int]], heads: dict[str, int]) -> None:
    """Whether a reader saw positions from 1 on, and each match's versions up to its head, in order and once."""
    assert [position for position, _, _ in seen] == list(range(1, len(seen) + 1))
    for match, head in heads.items():
        assert [version for _, of, version in seen if of == match] == list(range(1, head + 1))
    assert len(seen) == sum(heads.values())


@pytest.mark.parametrize("crowded", [True, False], ids=["own matches", "shared matches"])
def test_br053_br058_slow_and_broken_writers_lose_nothing_for_a_reader(stores: Stores, crowded: bool) -> None:
    table = Table(stores)
    matches = [table.open() for _ in range(WRITERS if crowded else 2)]
    follower, stop = Follower(stores), Event()
    sequencers = [Thread(target=_until, args=(stop, sequence, stores)) for _ in range(2)]

    def write(which: int) -> list[tuple[str, int]]:
        given = []
        for turn in range(EACH):
            match = matches[which % len(matches)]
            if crowded:
                append_slowly(table, match, [report(*PASSED)], (which * 7 + turn * 3) % 10 / 1000, spoil=turn % 4 == 3)
            given.append((match, table.tell(match, *PASSED).version))
        return given

    for thread in sequencers:
        thread.start()
    acknowledged = [event for events in together(WRITERS, write) for event in events]
    stop.set()
    for thread in sequencers:
        thread.join(PATIENCE)
    sequence(stores)

    seen = follower.finish()
    whole(seen, {match: len(books.log(stores, match)) for match in matches})
    assert set(acknowledged) <= {(match, version) for _, match, version in seen}


def _until(stop: Event, work: Any, *args: Any) -> None:
    while not stop.wait(0.002):
        work(*args)


def test_br052_br061_an_event_committed_late_comes_later_and_is_not_skipped(stores: Stores) -> None:
    table = Table(stores)
    big, small = table.open(), table.open()
    sequence(stores)
    follower = Follower(stores)
    done = Event()

    def write_small() -> None:
        for _ in range(20):
            table.tell(small, *PASSED)
        sequence(stores)
        done.set()

    with stores.writing(EVERY) as connection:
        head = event_log.head(connection, table.bearer.ledger, big)
        assert head is not None
        batch = [report(*PASSED)] * 50
        append(connection, table, head, batch)
        others = Thread(target=write_small)
        others.start()
        if stores.engine.dialect.name == "postgresql":
            assert done.wait(PATIENCE), "a match waited for another"
    others.join(PATIENCE)
    sequence(stores)

    whole(follower.finish(), {big: 51, small: 21})


def test_br059_the_sequencer_stands_at_the_last_position_after_broken_appends(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    for _ in range(20):
        append_slowly(table, match, [report(*PASSED)], 0, spoil=True)
    table.tell_all(match, [report(*PASSED)] * 33)

    for _ in range(2):
        sequence(stores)

    with stores.reading(EVERY) as connection:
        assert feed.head(connection, table.bearer.ledger) == 34
    whole(books.feed(stores), {match: 34})


def test_br062_no_lag_means_that_boards_and_feed_are_those_of_a_replay(stores: Stores) -> None:
    table = Table(stores)
    matches = [table.open() for _ in range(6)]
    stop = Event()
    worker = Thread(target=_until, args=(stop, table.drain))
    worker.start()
    try:
        together(12, lambda which: table.tell_all(matches[which % 6], [report(*PASSED)] * 40))
        give_up = time.monotonic() + PATIENCE
        while _lag(stores):
            assert time.monotonic() < give_up
    finally:
        stop.set()
        worker.join(PATIENCE)

    whole(books.feed(stores), dict.fromkeys(matches, 81))
    for match in matches:
        assert books.boards(stores, match) == books.replayed(stores, match)


def _lag(stores: Stores) -> int:
    with stores.reading(EVERY) as connection:
        return scoreboard.lag(connection)[0]


def test_an_abandoned_sequencing_leaves_no_gap(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell(match, *PASSED)

    for _ in range(3):
        with books.abandoned(stores) as connection:
            assert feed.sequence(connection, table.bearer.ledger) == 2
    sequence(stores)

    whole(books.feed(stores), {match: 2})


def test_many_sequencers_at_once_give_each_event_one_position(stores: Stores) -> None:
    table = Table(stores)
    matches = [table.open() for _ in range(4)]
    for match in matches:
        table.tell_all(match, [report(*PASSED)] * 25)

    together(6, lambda _: sequence(stores))

    whole(books.feed(stores), dict.fromkeys(matches, 26))


def test_br065_a_long_log_is_sequenced_piece_by_piece_without_gaps(stores: Stores) -> None:
    table = Table(stores)
    matches = [table.open() for _ in range(3)]
    for match in matches:
        table.tell_all(match, [report(*PASSED)] * 30)

    with stores.writing(EVERY) as connection:
        while feed.sequence(connection, table.bearer.ledger, limit=7):
            pass

    whole(books.feed(stores), dict.fromkeys(matches, 31))


def test_pages_of_the_feed_join_without_seam(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell_all(match, [report(*PASSED)] * 20)
    table.drain()

    pages = list(_pages(table, limit=6))

    assert [len(page) for page in pages] == [6, 6, 6, 3]
    assert [event["version"] for page in pages for event in page] == list(range(1, 22))


def _pages(table: Table, limit: int) -> Iterator[list[dict[str, Any]]]:
    after = 0
    while page := ledger_feed(table.stores, table.kept, table.bearer, after=after, limit=limit):
        yield page
        after = page[-1]["position"]


@pytest.mark.parametrize("beyond", [2, 1000, 2**53 - 1])
def test_br071_a_cursor_beyond_the_head_is_told_so(stores: Stores, beyond: int) -> None:
    table = Table(stores)
    table.open()
    table.drain()

    with pytest.raises(CursorAhead) as ahead:
        ledger_feed(stores, table.kept, table.bearer, after=beyond, limit=10)

    assert ahead.value.head == 1

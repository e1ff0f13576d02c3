import uuid
from itertools import pairwise

import pytest

from domain import wire
from services import event_log, projecting, recording, wiring
from services.chain import GENESIS
from services.errors import VersionConflict
from services.event_log import Draft
from services.folding import Folded
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import together
from tests.people import PASSED, Table, report

WRITERS = 8
EACH = 12


def test_many_writers_on_one_match_lose_nothing(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    def write(_which: int) -> list[tuple[str, int]]:
        return [table.tell(match, *PASSED).events[0] for _ in range(EACH)]

    acknowledged = [event for events in together(WRITERS, write) for event in events]

    found = books.log(stores, match)
    assert [row.version for row in found] == list(range(1, WRITERS * EACH + 2))
    assert sorted(acknowledged) == sorted((row.id, row.version) for row in found[1:])


def test_each_writer_finds_its_events_in_the_order_reported(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    answers = together(4, lambda _: [table.tell(match, *PASSED).version for _ in range(EACH)])

    assert all(versions == sorted(versions) for versions in answers)


def test_many_writers_on_many_matches_lose_nothing(stores: Stores) -> None:
    table = Table(stores)
    matches = [table.open() for _ in range(WRITERS)]

    def write(which: int) -> set[str]:
        turns = [matches[(which + turn) % WRITERS] for turn in range(EACH)]
        return {table.tell(match, *PASSED).events[0][0] for match in turns}

    acknowledged = set().union(*together(WRITERS, write))

    logs = [books.log(stores, match) for match in matches]
    assert all([row.version for row in found] == list(range(1, len(found) + 1)) for found in logs)
    assert acknowledged == {row.id for found in logs for row in found[1:]}
    assert len(acknowledged) == WRITERS * EACH


def test_batches_of_many_writers_do_not_interleave(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    answers = together(WRITERS, lambda _: [table.tell_all(match, [report(*PASSED)] * 5) for _ in range(3)])

    spans = sorted([version for _, version in answer.events] for given in answers for answer in given)
    assert [version for span in spans for version in span] == list(range(2, WRITERS * 15 + 2))


def test_recorded_at_never_goes_back_within_a_match(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    together(WRITERS, lambda _: [table.tell(match, *PASSED) for _ in range(EACH)])

    times = [row.recorded_at for row in books.log(stores, match)]
    assert times == sorted(times)


def test_recorded_at_waits_for_a_clock_that_was_set_back(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    ahead = books.log(stores, match)[0].recorded_at + 3_600_000_000
    books.run(stores, "UPDATE matches SET recorded_at = :ahead WHERE id = :match", ahead=ahead, match=match)

    table.tell(match, *PASSED)

    assert books.log(stores, match)[1].recorded_at == ahead


@pytest.mark.parametrize("clients", [2, 5])
def test_br055_one_of_many_with_the_same_if_match_succeeds(stores: Stores, clients: int) -> None:
    table = Table(stores)
    match = table.open()

    for version in range(1, 11):

        def write(_which: int, at: int = version) -> int:
            try:
                return table.tell(match, *PASSED, if_match=at).version
            except VersionConflict as conflict:
                return -conflict.current

        assert sorted(together(clients, write)) == [-version - 1] * (clients - 1) + [version + 1]
    assert len(books.log(stores, match)) == 11


def test_br079_versions_do_not_depend_on_what_a_process_keeps(stores: Stores) -> None:
    old, new = Table(stores), Table(stores)
    match = old.open()

    for _ in range(5):
        old.tell(match, *PASSED)
        new.tell(match, *PASSED)

    assert [row.version for row in books.log(stores, match)] == list(range(1, 12))


def test_a_head_that_moved_takes_no_append(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    with stores.reading(EVERY) as connection:
        seen = event_log.head(connection, table.bearer.ledger, match)
    table.tell(match, *PASSED)
    before = books.kept(stores)

    with books.abandoned(stores) as connection:
        now = event_log.head(connection, table.bearer.ledger, match)
        assert now is not None
        assert seen is not None
        event = report(*PASSED).event
        draft = Draft(2, str(uuid.uuid4()), event, wire.body(event), seen.recorded_at, None, "nobody")
        state = event_log.Summary("match", "bridge.rubber", "live", None, "{}", "{}", '"public"')
        _, done = event_log.append(connection, (table.bearer.ledger, "main"), seen, match, [draft], state)

    assert not done
    assert now.hash not in {seen.hash, GENESIS}
    assert books.kept(stores) == before


def test_br143_writers_workers_and_readers_do_not_lock_each_other_out(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    others = [wiring.connect(stores.settings) for _ in range(3)]

    def work(which: int) -> None:
        if which == 0:
            for _ in range(EACH * 2):
                projecting.drain(others[2], Folded())
            return
        desk = recording.Desk(others[which % 2], Folded(), lambda: None)
        for _ in range(EACH):
            recording.record(desk, table.bearer, match, [report(*PASSED)])

    try:
        together(5, work)
    finally:
        for other in others:
            other.engine.dispose()
            other.redis.close()
    table.drain()

    assert [row.version for row in books.log(stores, match)] == list(range(1, 4 * EACH + 2))
    assert books.feed(stores) == [(n, match, n) for n in range(1, 4 * EACH + 2)]


def test_the_chain_holds_after_many_writers(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    together(4, lambda _: [table.tell(match, *PASSED) for _ in range(EACH)])

    hashes = [bytes(row.hash) for row in books.log(stores, match)]
    with stores.reading(EVERY) as connection:
        head = event_log.head(connection, None, match)
    assert head is not None
    assert head.hash == hashes[-1]
    assert all(one != other for one, other in pairwise([GENESIS, *hashes]))

import json
import time
from typing import Any

import pytest
import redis
import sqlalchemy as sa
from pydantic import SecretStr

from services import feed, live, projecting, scoreboard, tables, wiring
from services.errors import UnfitStore
from services.folding import Folded
from services.scoreboard import Stored
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import PATIENCE, together
from tests.people import PASSED, Table, deal, report


@pytest.fixture
def table(stores: Stores) -> Table:
    return Table(stores)


def test_a_second_drain_finds_nothing_to_do(table: Table) -> None:
    match = table.open()
    table.tell(match, *deal())

    assert table.drain() == 1
    first = books.boards(table.stores, match), books.feed(table.stores)
    assert table.drain() == 0

    assert (books.boards(table.stores, match), books.feed(table.stores)) == first


def test_a_drain_that_knows_nothing_folds_the_same(table: Table) -> None:
    match = table.open()
    for tricks in (7, 8, 9):
        table.tell(match, *deal("1N", "N", tricks))
        projecting.drain(table.stores, Folded())

    assert books.boards(table.stores, match) == books.replayed(table.stores, match)


def test_a_burst_is_one_fold_of_each_match(table: Table) -> None:
    matches = [table.open() for _ in range(3)]
    for match in matches * 10:
        table.tell(match, *PASSED)

    assert table.drain() == 3
    assert {board["version"] for match in matches for board in books.boards(table.stores, match).values()} == {11}


def test_more_matches_than_a_batch_are_all_drained(table: Table) -> None:
    matches = [table.open() for _ in range(12)]

    with table.stores.reading(EVERY) as connection:
        assert len(scoreboard.take(connection, limit=5)) == 5
    table.drain()

    assert all(books.boards(table.stores, match) for match in matches)


def test_drains_side_by_side_agree(table: Table) -> None:
    matches = [table.open() for _ in range(6)]
    processes = [wiring.connect(table.stores.settings) for _ in range(2)]

    def work(which: int) -> None:
        if which < 2:
            for _ in range(20):
                projecting._drain_batch(processes[which], Folded(), set())
            return
        for match in matches * 3:
            table.tell(match, *PASSED)

    try:
        together(4, work)
    finally:
        for process in processes:
            process.engine.dispose()
            process.redis.close()
    table.drain()

    for match in matches:
        assert books.boards(table.stores, match) == books.replayed(table.stores, match)
        assert [version for _, of, version in books.feed(table.stores) if of == match] == list(range(1, 8))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_two_drains_with_news_of_one_match_do_not_wait_for_each_other_in_a_circle(table: Table) -> None:
    """Each claimed a row of the match, and the second waits for the first one's boards."""
    match = table.open()
    table.drain()
    table.tell(match, *PASSED)
    body = {"match": match, "name": "rubber", "epoch": 1, "body": "{}"}
    _sequence(table.stores)

    with table.stores.writing(EVERY) as one, table.stores.writing(EVERY) as other:
        first = scoreboard.take(one)
        table.tell(match, *PASSED)
        second = scoreboard.take(other)
        _sequence(table.stores)
        scoreboard.put(one, [Stored(version=3, **body)])
        other.execute(sa.text("SET LOCAL lock_timeout = '2s'"))
        one.execute(sa.text("SET LOCAL lock_timeout = '2s'"))
        scoreboard.clear(one, [(match, 3)])
        scoreboard.clear(other, [(match, 3)])

    assert [claim.version for claim in first + second] == [2, 3]
    assert books.kept(table.stores)["dirty"] == 0


def _sequence(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        projecting._sequence(connection)


def test_br067_a_drain_that_dies_before_its_commit_did_nothing(table: Table) -> None:
    match = table.open()
    table.drain()
    before = books.boards(table.stores, match)
    table.tell(match, *deal("2S", "N", 8))

    with books.abandoned(table.stores) as connection:
        projecting._sequence(connection)
        claims = scoreboard.take(connection)
        batch = projecting._fold(connection, Folded(), claims)
        assert projecting._store(connection, batch)

    assert books.boards(table.stores, match) == before
    assert table.drain() == 1
    assert books.boards(table.stores, match)["rubber"]["sides"]["NS"]["below"] == 60


def test_br068_a_drain_that_dies_after_giving_positions_loses_no_board(table: Table) -> None:
    match = table.open()
    table.tell(match, *deal("2S", "N", 8))
    _sequence(table.stores)

    assert table.drain() == 1

    assert books.feed(table.stores) == [(1, match, 1), (2, match, 2)]
    assert books.boards(table.stores, match) == books.replayed(table.stores, match)


def test_boards_that_were_stored_before_their_positions_keep_their_news(table: Table) -> None:
    """Dirty rows of what has no position yet stay, else the feed would never hear of it."""
    match = table.open()

    with table.stores.writing(EVERY) as connection:
        batch = projecting._fold(connection, Folded(), scoreboard.take(connection))
        projecting._store(connection, batch)
    assert books.kept(table.stores)["dirty"] == 1
    table.drain()

    assert books.feed(table.stores) == [(1, match, 1)]
    assert books.kept(table.stores)["dirty"] == 0


def test_what_is_appended_while_a_drain_folds_is_not_taken_for_folded(table: Table) -> None:
    match = table.open()
    with table.stores.reading(EVERY) as connection:
        claims = scoreboard.take(connection)
        batch = projecting._fold(connection, Folded(), claims)
    table.tell(match, *deal("2S", "N", 8))

    with table.stores.writing(EVERY) as connection:
        projecting._sequence(connection)
        projecting._store(connection, batch)
    assert books.boards(table.stores, match)["rubber"]["version"] == 1
    table.drain()

    assert books.boards(table.stores, match)["rubber"]["version"] == 2


def test_an_older_board_never_replaces_a_newer_one(table: Table) -> None:
    match = table.open()
    table.tell(match, *PASSED)
    table.drain()
    before = books.boards(table.stores, match)

    for version in (1, 2):
        with table.stores.writing(EVERY) as connection:
            assert not scoreboard.put(connection, [Stored(match, "rubber", 1, version, "{}")])

    assert books.boards(table.stores, match) == before


def test_br070_the_next_event_mends_a_board_that_was_written_by_hand(table: Table) -> None:
    match = table.open()
    table.tell(match, *PASSED)
    table.drain()
    books.run(table.stores, "UPDATE boards SET body = '{\"version\": 2}', version = 1")

    table.tell(match, *PASSED)
    table.drain()

    assert books.boards(table.stores, match) == books.replayed(table.stores, match)


def test_br080_what_was_appended_while_nobody_worked_is_drained_later(table: Table) -> None:
    match = table.open()
    table.tell_all(match, [report(*PASSED)] * 99)

    projecting.drain(table.stores, Folded())

    with table.stores.reading(EVERY) as connection:
        assert scoreboard.lag(connection) == (0, 0)
        assert feed.head(connection, table.bearer.ledger) == 100
    assert books.boards(table.stores, match)["hands"]["version"] == 100


def test_each_board_is_published_whole_once(table: Table) -> None:
    match = table.open()
    table.tell(match, *deal("4S", "N", 10))
    with table.stores.redis.pubsub(ignore_subscribe_messages=True) as ear:
        ear.psubscribe(f"{live.BOARD}{match}:*", f"{live.FEED}*")
        table.drain()
        table.drain()
        heard = _heard(ear)

    boards = [found for m in heard if (found := live.read_message(m["channel"], m["data"])) is not None]
    assert {(board.name, board.epoch, board.version) for board in boards} == {("rubber", 1, 2), ("hands", 1, 2)}
    assert {b.name: json.loads(b.body) for b in boards} == books.boards(table.stores, match)
    assert [m["data"] for m in heard if m["channel"].startswith(live.FEED.encode())] == [b"2"]
    assert len(heard) == 3


def _heard(ear: Any) -> list[dict[str, Any]]:
    """All that was said before a last word of our own."""
    redis.Redis(connection_pool=ear.connection_pool).publish(f"{live.FEED}last", "word")
    heard: list[dict[str, Any]] = []
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        message = ear.get_message(timeout=1)
        if message and message["data"] == b"word":
            return heard
        heard += [message] if message else []
    raise AssertionError("Redis did not answer")


def test_without_redis_boards_are_stored_all_the_same(table: Table) -> None:
    match = table.open()
    nowhere = SecretStr("redis://127.0.0.1:1/0")
    alone = wiring.connect(table.stores.settings.model_copy(update={"redis_url": nowhere}))

    try:
        assert projecting.drain(alone, Folded()) == 1
    finally:
        alone.engine.dispose()
        alone.redis.close()

    assert books.boards(table.stores, match)["rubber"]["version"] == 1


def test_news_of_a_match_that_is_not_there_does_not_stop_a_drain(table: Table) -> None:
    books.run(
        table.stores,
        "INSERT INTO dirty (match, version, ledger) VALUES ('00000000-0000-0000-0000-000000000001', 1, 1)",
    )
    match = table.open()

    with table.stores.writing(EVERY) as connection:
        connection.execute(sa.insert(tables.dirty).values(match=match, version=99, ledger=1))
    table.drain()

    assert books.boards(table.stores, match)["rubber"]["version"] == 1
    assert books.kept(table.stores)["dirty"] == 0


def test_workers_of_other_rules_than_the_epochs_store_nothing(table: Table) -> None:
    match = table.open()
    table.drain()
    table.tell(match, *PASSED)
    books.run(table.stores, "UPDATE ledgers SET rules = 'those of another version'")

    with pytest.raises(UnfitStore):
        table.drain()

    assert books.boards(table.stores, match)["rubber"]["version"] == 1
    assert books.kept(table.stores)["dirty"] == 1


def test_stamps_are_compared_by_epoch_first() -> None:
    stamp = scoreboard.Stamp

    assert stamp(2, 1).newer_than(stamp(1, 9))
    assert stamp(1, 2).newer_than(stamp(1, 1))
    assert stamp(1, 1).newer_than(None)
    assert not stamp(1, 1).newer_than(stamp(1, 1))
    assert not stamp(1, 9).newer_than(stamp(2, 1))

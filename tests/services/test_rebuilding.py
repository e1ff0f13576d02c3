import json
from typing import Any

import pytest
import sqlalchemy as sa

from services import ledgers, live, projecting, rebuilding, rules, tables
from services.folding import Folded
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import together
from tests.people import PASSED, Table, deal


@pytest.fixture
def table(stores: Stores) -> Table:
    return Table(stores)


@pytest.fixture
def matches(table: Table) -> list[str]:
    """Some matches, with their boards."""
    matches = [table.open() for _ in range(3)]
    for match in matches:
        table.tell(match, *deal("2S", "N", 8))
    table.drain()
    return matches


def stored(stores: Stores) -> set[tuple[str, str, int, int, str]]:
    columns = (tables.boards.c[name] for name in ("match", "name", "epoch", "version", "body"))
    with stores.reading(EVERY) as connection:
        return {tuple(row) for row in connection.execute(sa.select(*columns))}


def test_a_rebuild_gives_the_same_boards_in_the_next_epoch(table: Table, matches: list[str]) -> None:
    before = stored(table.stores)

    done = rebuilding.rebuild(table.stores)

    assert (done.matches, done.changed) == (len(matches), 0)
    assert stored(table.stores) == {
        (match, name, epoch + 1, version, body) for match, name, epoch, version, body in before
    }


def test_the_epoch_of_a_board_grows(table: Table, matches: list[str]) -> None:
    epochs = []
    for _ in range(3):
        epochs.append(books.stored(table.stores, matches[0]).epoch)
        rebuilding.rebuild(table.stores)

    assert epochs == [1, 2, 3]


def test_several_processes_rebuild_the_same(table: Table, matches: list[str]) -> None:
    before = {match: books.boards(table.stores, match) for match in matches}

    assert rebuilding.rebuild(table.stores, processes=2) == rebuilding.Rebuilt(len(matches), 0)

    assert {match: books.boards(table.stores, match) for match in matches} == before


def test_a_drain_goes_on_in_the_new_epoch(table: Table, matches: list[str]) -> None:
    rebuilding.rebuild(table.stores)

    table.tell(matches[0], *deal("2S", "N", 8))
    table.drain()

    board = books.stored(table.stores, matches[0])
    assert (board.epoch, board.version) == (2, 3)


@pytest.mark.parametrize("drained", [True, False], ids=["drained", "not drained"])
def test_what_is_appended_during_a_rebuild_arrives(table: Table, matches: list[str], drained: bool) -> None:
    opened: list[str] = []

    def meanwhile(_done: int, _total: int) -> None:
        if opened:
            return
        table.tell(matches[0], *deal("2S", "N", 8))
        opened.append(table.open())
        if drained:
            table.drain()
        assert books.boards(table.stores, matches[1])["rubber"]["version"] == 2

    rebuilding.rebuild(table.stores, progress=meanwhile)
    table.drain()

    for match in (*matches, *opened):
        assert books.boards(table.stores, match) == books.replayed(table.stores, match)
    assert books.boards(table.stores, matches[0])["rubber"]["version"] == 3
    assert {row[2] for row in stored(table.stores)} == {2}


def test_br064_rebuilds_beside_writers_and_workers_end_as_a_replay_does(table: Table, matches: list[str]) -> None:
    def work(which: int) -> None:
        if which == 0:
            for _ in range(4):
                rebuilding.rebuild(table.stores)
        elif which == 1:
            for _ in range(20):
                projecting.drain(table.stores, Folded())
        else:
            for _ in range(10):
                table.tell(matches[which % len(matches)], *PASSED)

    together(5, work)
    table.drain()

    for match in matches:
        assert books.boards(table.stores, match) == books.replayed(table.stores, match)
    assert {row[2] for row in stored(table.stores)} == {5}


def test_a_board_that_was_written_by_hand_is_mended_and_published(table: Table, matches: list[str]) -> None:
    right = books.stored(table.stores, matches[0]).body
    books.run(
        table.stores,
        "UPDATE boards SET body = :body WHERE match = :match AND name = 'rubber'",
        match=matches[0],
        body=right.replace('"below":60', '"below":600'),
    )
    with table.stores.redis.pubsub(ignore_subscribe_messages=True) as ear:
        ear.psubscribe(f"{live.BOARD}*")
        done = rebuilding.rebuild(table.stores)
        heard = _boards(ear)

    assert done.changed == 1
    assert books.stored(table.stores, matches[0]).body == right
    assert [(board.match, board.name, board.epoch, board.body) for board in heard] == [(matches[0], "rubber", 2, right)]


def _boards(ear: Any) -> list[Any]:
    """The boards heard before a last word of our own."""
    ear.get_message(timeout=1)
    ear.ping("last")
    found = []
    for message in iter(lambda: ear.get_message(timeout=5, ignore_subscribe_messages=False), None):
        if message["type"] == "pong":
            break
        if message["type"] == "pmessage":
            found.append(live.read_message(message["channel"], message["data"]))
    return found


@pytest.mark.parametrize("loss", ["DELETE FROM boards", "UPDATE boards SET version = 99, body = '{}'"])
def test_lost_and_impossible_boards_are_rebuilt(table: Table, matches: list[str], loss: str) -> None:
    books.run(table.stores, loss)

    rebuilding.rebuild(table.stores)

    for match in matches:
        assert books.boards(table.stores, match) == books.replayed(table.stores, match)


class _BrokenOffError(Exception):
    """What ends a rebuild half way."""


def test_a_rebuild_that_is_broken_off_leaves_nothing_to_see(table: Table, matches: list[str]) -> None:
    before = {match: books.stored(table.stores, match) for match in matches}

    def break_off(_done: int, _total: int) -> None:
        raise _BrokenOffError

    with pytest.raises(_BrokenOffError):
        rebuilding.rebuild(table.stores, progress=break_off)
    assert {match: books.stored(table.stores, match) for match in matches} == before
    table.tell(matches[0], *PASSED)
    table.drain()
    assert books.stored(table.stores, matches[0]).epoch == 1

    rebuilding.rebuild(table.stores)
    assert {row[2] for row in stored(table.stores)} == {2}
    assert books.boards(table.stores, matches[0]) == books.replayed(table.stores, matches[0])


def test_a_rebuild_inside_a_rebuild_hides_no_board(table: Table, matches: list[str]) -> None:
    """The other one finishes first, with another ledger of two hundred boards still before this one."""
    with table.stores.writing(EVERY) as connection:
        ledgers.add(connection, "other")
    there = Table(table.stores, ledger="other")
    many = [there.open() for _ in range(101)]
    there.drain()
    seen: list[int] = []

    def meanwhile(done: int, _total: int) -> None:
        if not seen:
            seen.append(done)
            rebuilding.rebuild(table.stores)
        seen.append(sum(bool(books.boards(table.stores, match)) for match in (*matches, *many)))

    rebuilding.rebuild(table.stores, progress=meanwhile)

    assert set(seen[1:]) == {len(matches) + len(many)}
    assert {row[2] for row in stored(table.stores)} <= {2, 3}


def test_br073_a_match_that_cannot_be_read_holds_no_rebuild_up(table: Table, matches: list[str]) -> None:
    """It has boards, as it would if an older version could read it."""
    bad = books.forge_match(table.stores, '{"game":"tiddlywinks"}')
    table.drain()
    body = json.dumps({"version": 0})
    books.run(
        table.stores,
        "INSERT INTO boards (match, epoch, name, version, body, stuck) VALUES (:match, 1, 'rubber', 0, :body, false)",
        match=bad,
        body=body,
    )

    done = rebuilding.rebuild(table.stores)

    assert done.matches == len(matches) + 1
    assert books.boards(table.stores, matches[0]) == books.replayed(table.stores, matches[0])


def test_after_a_rebuild_the_boards_are_of_this_versions_rules(table: Table, matches: list[str]) -> None:
    books.run(table.stores, "UPDATE ledgers SET rules = 'those of another version'")

    rebuilding.rebuild(table.stores)

    rules.check(table.stores)
    table.tell(matches[0], *PASSED)
    assert table.drain() == 1


def test_rebuilding_publishes_nothing_that_did_not_change(table: Table, matches: list[str]) -> None:
    with table.stores.redis.pubsub(ignore_subscribe_messages=True) as ear:
        ear.psubscribe(f"{live.BOARD}*")
        rebuilding.rebuild(table.stores)
        heard = _boards(ear)

    assert matches
    assert heard == []

"""The tree of a ledger: what the RFC's own definitions say of its leaves, whatever is kept of it, whoever sequences."""

import struct
import uuid
from collections.abc import Sequence
from hashlib import sha256

import pytest
import sqlalchemy as sa

from services import feed, ledgers, merkle, tables, tree
from services.errors import BrokenLedger
from services.tree import Tree
from services.wiring import EVERY, Stores
from tests import books
from tests.chance import dice
from tests.crowd import together
from tests.naive_tree import mth, path, proof
from tests.people import PASSED, Table, report
from tests.services.test_feed import sequence

PROOFS = 2000
LEDGER = 1


def leaves(stores: Stores) -> list[bytes]:
    """The hashes of all leaves, by hand: four parts of the feed and the log, each with its length before it."""
    query = sa.text(
        "SELECT f.position, f.match, f.version, e.hash FROM feed f JOIN events e "
        "ON e.match = f.match AND e.version = f.version WHERE f.ledger = 1 ORDER BY f.position"
    )
    found = []
    with stores.reading(EVERY) as connection:
        for position, match, version, digest in connection.execute(query):
            parts = (str(position).encode(), str(match).encode(), str(version).encode(), bytes(digest))
            data = b"".join(struct.pack(">Q", len(part)) + part for part in parts)
            found.append(sha256(b"\x00" + data).digest())
    return found


def kept(stores: Stores) -> dict[tuple[int, int], bytes]:
    """The roots that are kept, by level and index."""
    with stores.reading(EVERY) as connection:
        rows = connection.execute(sa.select(tables.tree).where(tables.tree.c.ledger == LEDGER))
        return {(row.level, row.index): bytes(row.hash) for row in rows}


def wanted(hashes: Sequence[bytes]) -> dict[tuple[int, int], bytes]:
    """The roots that ought to be kept."""
    return {
        (level, index): mth(hashes[index << level : (index + 1) << level])
        for level in (8, 16, 24)
        for index in range(len(hashes) >> level)
    }


def play(stores: Stores, events: int, matches: int = 3) -> None:
    """Real matches of passed deals, sequenced bit by bit."""
    table = Table(stores)
    for _ in range(matches):
        match = table.open()
        for _ in range(3):
            table.tell_all(match, [report(*PASSED)] * (events // matches // 3))
            sequence(stores)


def fill(stores: Stores, size: int) -> None:
    """Events that nobody played, straight into the log and the feed: a match of any length."""
    match, chance = books.forge_match(stores), dice(size)
    event = {"match": match, "ledger": LEDGER, "type": "x", "body": "{}", "recorded_at": 0, "actor": "x"}
    with stores.writing(EVERY) as connection:
        for start in range(0, size, 10_000):
            versions = range(start + 1, min(size, start + 10_000) + 1)
            rows = [{"version": n, "id": str(uuid.UUID(int=n)), "hash": chance.randbytes(32)} for n in versions]
            connection.execute(sa.insert(tables.events), [event | row for row in rows])
            places = [{"ledger": LEDGER, "position": n, "match": match, "version": n} for n in versions]
            connection.execute(sa.insert(tables.feed), places)
        connection.execute(sa.update(tables.sequencers).values(position=size))


def catch_up(stores: Stores, size: int) -> int:
    """Let the tree grow up to a head; returns in how many pieces."""
    for pieces in range(1, 1000):
        with stores.writing(EVERY) as connection:
            if tree.grow(connection, LEDGER, size):
                return pieces
    raise AssertionError("it never ends")


@pytest.mark.laborious
def test_2000_proofs_of_each_kind_hold_by_two_implementations(stores: Stores) -> None:
    play(stores, 1300)
    hashes, chance = leaves(stores), dice(6962)
    roots = [mth(hashes[:size]) for size in range(len(hashes) + 1)]

    with stores.reading(EVERY) as connection:
        read = Tree(connection, LEDGER)
        for _ in range(PROOFS):
            size = chance.randint(1, len(hashes))
            position, first = chance.randint(1, size), chance.randint(0, size)

            inclusion, consistency = read.inclusion(position, size), read.consistency(first, size)

            assert read.root(size) == roots[size]
            assert inclusion == path(position - 1, hashes[:size])
            assert merkle.includes(hashes[position - 1], position - 1, size, inclusion, roots[size])
            assert consistency == (proof(first, hashes[:size]) if first else [])
            assert merkle.extends(first, size, consistency, roots[first], roots[size])


def test_what_is_kept_are_the_roots_of_complete_subtrees(stores: Stores) -> None:
    play(stores, 1300)

    hashes = leaves(stores)
    assert kept(stores) == wanted(hashes)
    assert len(kept(stores)) == len(hashes) // 256 > 4


@pytest.mark.laborious
def test_a_large_tree_keeps_three_levels_and_reads_little_of_them(stores: Stores) -> None:
    size, chance = 65_536 + 700, dice(8)
    fill(stores, size)
    pieces = catch_up(stores, size)
    hashes = leaves(stores)

    assert pieces > 1
    assert kept(stores) == wanted(hashes)
    with stores.reading(EVERY) as connection:
        for _ in range(4):
            position, first = chance.randint(1, size), chance.randint(1, size)
            read = Tree(connection, LEDGER)
            assert read.inclusion(position, size) == path(position - 1, hashes)
            assert read.consistency(first, size) == proof(first, hashes)
            for base in (0, 8, 16):
                # Around the event, around the older size, and at the end.
                assert sum(len(tile) for (level, _), tile in read._tiles.items() if level == base) <= 3 * 256
        assert Tree(connection, LEDGER).root(size) == tree.check(connection, LEDGER, size, (0, 0)) == mth(hashes)


def test_a_ledger_without_a_tree_proves_the_same_and_catches_up(stores: Stores) -> None:
    """As after an upgrade from a version that kept none."""
    play(stores, 1300)
    before, hashes = kept(stores), leaves(stores)
    books.run(stores, "DELETE FROM tree")

    with stores.reading(EVERY) as connection:
        assert Tree(connection, LEDGER).root(len(hashes)) == mth(hashes)
        assert Tree(connection, LEDGER).inclusion(300, len(hashes)) == path(299, hashes)
    play(stores, 900)

    assert kept(stores) == wanted(leaves(stores))
    assert before.items() <= kept(stores).items()


def test_br086_a_crash_while_sequencing_leaves_tree_and_feed_as_they_were(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell_all(match, [report(*PASSED)] * 600)
    for _ in range(3):
        with books.abandoned(stores) as connection:
            assert feed.sequence(connection, LEDGER) == 601
    assert kept(stores) == {}

    sequence(stores)

    assert kept(stores) == wanted(leaves(stores))
    assert len(kept(stores)) == 2


def test_many_sequencers_at_once_grow_one_tree(stores: Stores) -> None:
    table = Table(stores)
    matches = [table.open() for _ in range(4)]

    def write_and_sequence(which: int) -> None:
        for _ in range(4):
            table.tell_all(matches[which % 4], [report(*PASSED)] * 90)
            sequence(stores)

    together(8, write_and_sequence)
    sequence(stores)

    hashes = leaves(stores)
    assert len(hashes) == 4 + 8 * 4 * 90
    assert kept(stores) == wanted(hashes)


def test_trees_of_two_ledgers_do_not_mix(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        other = ledgers.add(connection, "other")
    ours, theirs = Table(stores), Table(stores, ledger="other")
    for table in (ours, theirs, ours, theirs):
        table.tell_all(table.open(), [report(*PASSED)] * 200)
        sequence(stores)

    hashes = leaves(stores)
    with stores.reading(EVERY) as connection:
        assert Tree(connection, LEDGER).root(402) == mth(hashes)
        assert Tree(connection, other).root(402) != mth(hashes)
        assert len(tree.kept(connection, other, 8, (0, 9))) == 1
    assert kept(stores) == wanted(hashes)


@pytest.fixture
def tampered(stores: Stores) -> Stores:
    """A ledger whose event at position 300 was changed by somebody who took the triggers away."""
    play(stores, 1300)
    loosen(stores)
    books.run(
        stores,
        "UPDATE events SET hash = (SELECT hash FROM events WHERE version = 1 LIMIT 1) WHERE (match, version) = "
        "(SELECT match, version FROM feed WHERE position = 300)",
    )
    return stores


def loosen(stores: Stores) -> None:
    """Take the triggers of the log away, as its owner can."""
    if stores.engine.dialect.name == "postgresql":
        books.run(stores, "ALTER TABLE events DISABLE TRIGGER events_stay")
        return
    for what in ("update", "delete"):
        books.run(stores, f"DROP TRIGGER events_stay_{what}")


def test_a_changed_event_is_named_where_it_is_looked_for(tampered: Stores) -> None:
    with tampered.reading(EVERY) as connection:
        size = len(leaves(tampered))
        assert tree.check(connection, LEDGER, size, (0, 1)) == tree.check(connection, LEDGER, size, (2, 9))
        with pytest.raises(BrokenLedger, match="positions 257 to 512"):
            tree.check(connection, LEDGER, size, (1, 2))


def test_an_event_that_is_gone_is_named(stores: Stores) -> None:
    play(stores, 1300)
    loosen(stores)
    books.run(
        stores,
        "DELETE FROM events WHERE (match, version) = (SELECT match, version FROM feed WHERE position = 300)",
    )

    with stores.reading(EVERY) as connection:
        for read in (
            lambda: Tree(connection, LEDGER).inclusion(290, 600),
            lambda: tree.check(connection, LEDGER, 700, (0, 2)),
            lambda: tree.leaf(connection, LEDGER, 300),
            lambda: list(tree.leaves(connection, LEDGER, (295, 305))),
        ):
            with pytest.raises(BrokenLedger, match="position 300 is gone"):
                read()

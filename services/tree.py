"""
The tree of each ledger: leaves from the feed, roots of complete subtrees of 256, 65,536 and 16,777,216 leaves kept.

Source:
    docs/guarantees.md, "The tree".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection

from services import merkle
from services.errors import BrokenLedger
from services.merkle import Growing, Span
from services.tables import AnySelect, events, feed, tree

STEP: Final = 8
"""Every eighth level is kept; what lies between is computed when it is asked for."""
TILE: Final = 1 << STEP
"""How many leaves, or kept roots, the next kept root stands over."""
_KEPT: Final = (8, 16, 24)
_AT_ONCE: Final = 256
"""How many roots one call of `grow` adds: a ledger that has none yet catches up piece by piece."""
_LENGTHS: Final = tuple(length.to_bytes(8, "big") for length in range(64))

Fresh: TypeAlias = Mapping[int, bytes]
"""Hashes of leaves by their index, of those that the caller has at hand."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """An event's place in its ledger, and its hash in the chain of its match."""

    position: int
    match: str
    version: int
    hash: bytes


def leaf_hash(position: int, match: str, version: int, hash_: bytes) -> bytes:
    """The hash of a leaf, which is these four parts, each with its length before it."""
    # Lengths are looked up: a drain does this for every event.
    first, second, third = b"%d" % position, match.encode(), b"%d" % version
    lengths = _LENGTHS[len(first)], _LENGTHS[len(second)], _LENGTHS[len(third)], _LENGTHS[len(hash_)]
    return merkle.leaf_hash(b"".join((lengths[0], first, lengths[1], second, lengths[2], third, lengths[3], hash_)))


def hash_of(leaf: Leaf) -> bytes:
    """The hash of a leaf."""
    return leaf_hash(leaf.position, leaf.match, leaf.version, leaf.hash)


def leaf(connection: Connection, ledger: int, position: int) -> Leaf:
    """The leaf at a position that was given; BrokenLedger if its event is gone."""
    return next(leaves(connection, ledger, (position - 1, position)))


def leaves(connection: Connection, ledger: int, span: Span) -> Iterator[Leaf]:
    """
    Leaves by their indices, which count from 0 where positions count from 1.

    Errors:
        BrokenLedger: an event, or its place in the feed, is gone.
    """
    start, end = span
    due = start + 1
    for row in connection.execute(_leaves().where(feed.c.ledger == ledger, feed.c.position.between(start + 1, end))):
        if row.position != due:
            break
        yield Leaf(row.position, row.match, row.version, bytes(row.hash))
        due += 1
    if due <= end:
        raise BrokenLedger(f"The event at position {due} is gone from the ledger.")


def grow(connection: Connection, ledger: int, head: int, fresh: Fresh | None = None) -> bool:
    """
    Add the roots that are complete at a head, at most some of them; the caller holds the sequencer's row.

    Args:
        connection: In a transaction that writes.
        ledger: Whose tree it is.
        head: The ledger's newest position.
        fresh: Hashes of leaves that were just given their positions.

    Returns:
        Whether none is left to add.
    """
    read = Tree(connection, ledger, fresh)
    for level in _KEPT:
        have, wanted = _kept(connection, ledger, level), head >> level
        if wanted <= have:
            break
        upto = min(wanted, have + _AT_ONCE)
        rows = [
            {"ledger": ledger, "level": level, "index": index, "hash": read.computed(level, index)}
            for index in range(have, upto)
        ]
        connection.execute(sa.insert(tree), rows)
        if upto < wanted:
            return False
    return True


class Tree:
    """
    A ledger's tree in one transaction: roots and paths at any size up to the head.

    What is read stays at hand, at most three times 256 leaves or kept roots for each kept level.
    """

    def __init__(self, connection: Connection, ledger: int, fresh: Fresh | None = None) -> None:
        self._connection = connection
        self._ledger = ledger
        self._fresh = fresh or {}
        self._tiles: dict[tuple[int, int], dict[int, bytes]] = {}

    def root(self, size: int) -> bytes:
        """The root at a size."""
        return self._span((0, size))

    def inclusion(self, position: int, size: int) -> list[bytes]:
        """The path from the leaf at a position up to the root at a size, which lies not before it."""
        return [self._span(span) for span in merkle.inclusion_spans(position - 1, size)]

    def consistency(self, first: int, second: int) -> list[bytes]:
        """The path that proves that the tree at the second size begins with that at the first."""
        return [self._span(span) for span in merkle.consistency_spans(first, second)]

    def computed(self, level: int, index: int) -> bytes:
        """The root of a complete subtree on a kept level, from the kept level below."""
        below = level - STEP
        start = index << STEP
        return merkle.root(self._hashes(below, start, start + TILE))

    def _span(self, span: Span) -> bytes:
        return merkle.joined([self.node(level, index) for level, index in merkle.whole(span)])

    def node(self, level: int, index: int) -> bytes:
        """The root of a complete subtree."""
        base = min(level - level % STEP, _KEPT[-1])
        width = 1 << level - base
        return merkle.root(self._hashes(base, index * width, (index + 1) * width))

    def _hashes(self, base: int, start: int, end: int) -> list[bytes]:
        """Hashes on a kept level, or of leaves."""
        if base == 0 and all(index in self._fresh for index in (start, end - 1)):
            return [self._fresh[index] for index in range(start, end)]
        found: list[bytes] = []
        for number in range(start >> STEP, (end - 1 >> STEP) + 1):
            tile = self._tile(base, number, end)
            found += [tile[index] for index in range(max(start, number << STEP), min(end, number + 1 << STEP))]
        return found

    def _tile(self, base: int, number: int, end: int) -> dict[int, bytes]:
        """256 hashes of a kept level or of leaves, or as many of them as are asked for."""
        tile = self._tiles.setdefault((base, number), {})
        known, end = (number << STEP) + len(tile), min(end, number + 1 << STEP)
        if known < end:
            tile.update(self._leaves((known, end)) if base == 0 else self._rows(base, (known, end)))
        return tile

    def _leaves(self, span: Span) -> dict[int, bytes]:
        return {each.position - 1: hash_of(each) for each in leaves(self._connection, self._ledger, span)}

    def _rows(self, level: int, span: Span) -> dict[int, bytes]:
        """Kept roots; one that is not kept, as after an upgrade, is computed from below."""
        rows = kept(self._connection, self._ledger, level, span)
        return {index: rows[index] if index in rows else self.computed(level, index) for index in range(*span)}


def kept(connection: Connection, ledger: int, level: int, span: Span) -> dict[int, bytes]:
    """The roots that are kept of a level, by their indices."""
    start, end = span
    query = sa.select(tree.c.index, tree.c.hash).where(
        tree.c.ledger == ledger, tree.c.level == level, tree.c.index >= start, tree.c.index < end
    )
    return {index: bytes(hash_) for index, hash_ in connection.execute(query)}


def check(connection: Connection, ledger: int, size: int, window: Span) -> bytes:
    """
    The root at a size from the kept roots of 256 leaves and the leaves after them; some are checked leaf by leaf.

    Args:
        connection: To read on.
        ledger: Whose tree it is.
        size: Of the tree.
        window: Which of the kept roots are compared with their leaves.

    Errors:
        BrokenLedger: an event is gone, or a root that was compared is not that of its leaves.
    """
    growing, read = Growing(), Tree(connection, ledger)
    rows = kept(connection, ledger, STEP, (0, size >> STEP))
    for number in range(size >> STEP):
        found = rows.get(number)
        if found is None or window[0] <= number < window[1]:
            computed = Tree(connection, ledger).computed(STEP, number)
            if found not in {None, computed}:
                first = (number << STEP) + 1
                raise BrokenLedger(f"An event at positions {first} to {first + TILE - 1} is not what it was.")
            found = computed
        growing.add(found, STEP)
    for level, index in merkle.whole((growing.size, size)):
        growing.add(read.node(level, index), level)
    return growing.root()


def _leaves() -> AnySelect:
    return (
        sa.select(feed.c.position, feed.c.match, feed.c.version, events.c.hash)
        .join(events, (events.c.match == feed.c.match) & (events.c.version == feed.c.version))
        .order_by(feed.c.position)
    )


def _kept(connection: Connection, ledger: int, level: int) -> int:
    """How many roots of a level are kept; they are added in order."""
    query = sa.select(sa.func.max(tree.c.index)).where(tree.c.ledger == ledger, tree.c.level == level)
    newest = connection.execute(query).scalar_one()
    return 0 if newest is None else newest + 1

"""Position by position: the feed without gaps, each event's leaf, and what the ledger keeps of its tree."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from services import merkle, tree
from services.merkle import Growing
from services.verifying import stored
from services.verifying.chains import Book
from services.verifying.findings import Finding
from services.wiring import Stores

Tile: TypeAlias = bytes | list[bytes]
"""256 leaves: their root where it is enough, else the hash of each."""

UNIT: Final = 1 << 16
"""Positions that are read in one piece."""
_NOTHING: Final = merkle.leaf_hash(b"")
"""What stands in the tree for a leaf that is gone; no leaf has this hash."""


def units(head: int) -> Iterator[tuple[int, int]]:
    """Positions in pieces, each from the first up to the second."""
    return ((first, min(first + UNIT - 1, head)) for first in range(1, head + 1, UNIT))


def read(
    stores: Stores, book: Book, span: tuple[int, int], cuts: Collection[int]
) -> tuple[list[Tile], int, list[Finding]]:
    """The tiles of some positions, how many those are, and what is wrong; tiles with a cut inside are leaf by leaf."""
    whole, found = list[Tile](), list[Finding]()
    cut = {size // tree.TILE for size in cuts if size % tree.TILE}
    leaves: list[bytes] = []
    for leaf in _leaves(stores, book, span, found):
        leaves.append(leaf)
        if len(leaves) == tree.TILE:
            number = (span[0] - 1) // tree.TILE + len(whole)
            whole.append(leaves if number in cut else merkle.root(leaves))
            leaves = []
    return [*whole, leaves] if leaves else whole, span[1] - span[0] + 1, found


def _leaves(stores: Stores, book: Book, span: tuple[int, int], found: list[Finding]) -> Iterator[bytes]:
    due, last = span
    with stored.snapshot(stores) as connection:
        text, hash_ = stored.kinds(connection)
        kinds = (int, text, int, int, hash_)
        for row in stored.places(connection, book.number, span):
            position, match, version, of, hashed = row
            while isinstance(position, int) and due < position:
                found.append(Finding("feed", "nothing stands at this position", book.name, due))
                due += 1
                yield _NOTHING
            if tuple(map(type, row)) == kinds and of == book.number:
                head = b"%d" % position
                number = b"%d" % version
                yield merkle.leaf_hash(_data(head, match, number, hashed))
            else:
                found.append(_misplaced(book, row))
                yield _NOTHING
            due += 1
    for position in range(due, last + 1):
        found.append(Finding("feed", "nothing stands at this position", book.name, position))
        yield _NOTHING


def _data(*parts: bytes) -> bytes:
    return b"".join([len(part).to_bytes(8, "big") + part for part in parts])


def _misplaced(book: Book, row: Any) -> Finding:
    position, match, version, of, hashed = row
    sentence = "what stands there is of another kind than it should be"
    if of is None and hashed is None:
        sentence = "the event that stood here is gone"
    elif isinstance(of, int) and of != book.number:
        sentence = f"the event that stands here is of ledger number {of}"
    shown = bytes(match).decode(errors="backslashreplace") if isinstance(match, bytes | bytearray) else repr(match)
    return Finding(
        "feed",
        sentence,
        book.name,
        position if isinstance(position, int) else None,
        shown,
        version if isinstance(version, int) else None,
    )


@dataclass(slots=True)
class Grown:
    """A ledger's tree as it grows again, tile by tile, beside the roots that the ledger keeps."""

    stores: Stores
    book: Book
    due: Collection[int]
    kept: bool
    roots: dict[int, bytes] = field(default_factory=lambda: {0: merkle.EMPTY})
    found: list[Finding] = field(default_factory=list)
    tree: Growing = field(default_factory=Growing)
    _levels: dict[int, list[bytes]] = field(default_factory=dict)
    _numbers: dict[int, int] = field(default_factory=dict)

    def add(self, tile: Tile) -> None:
        """Add a tile, and note the root where a checkpoint has one."""
        if isinstance(tile, bytes):
            self.tree.add(tile, tree.STEP)
            self._note()
        else:
            for leaf in tile:
                self.tree.add(leaf)
                self._note()
        if isinstance(tile, bytes) or len(tile) == tree.TILE:
            self._rise(tree.STEP, tile if isinstance(tile, bytes) else merkle.root(tile))

    def finish(self) -> list[Finding]:
        """Compare what is left; returns all that is wrong with the roots that are kept."""
        for level in (8, 16, 24):
            self._compare(level)
        return self.found

    def _note(self) -> None:
        if self.tree.size in self.due:
            self.roots[self.tree.size] = self.tree.root()

    def _rise(self, level: int, root: bytes) -> None:
        if level > 24:  # noqa: PLR2004  the highest that is kept
            return
        row = self._levels.setdefault(level, [])
        row.append(root)
        if len(row) == tree.TILE:
            self._rise(level + tree.STEP, merkle.root(row))
            self._compare(level)

    def _compare(self, level: int) -> None:
        row, first = self._levels.pop(level, []), self._numbers.get(level, 0)
        self._numbers[level] = first + len(row)
        if not row or not self.kept:
            return
        with stored.snapshot(self.stores) as connection:
            held = stored.kept_roots(connection, self.book.number, level, (first, first + len(row) - 1))
        for index, root in enumerate(row, start=first):
            if held.get(index) != root or type(held[index]) is not bytes:
                position = index + 1 << level
                sentence = "is missing" if index not in held else "is not that of the events"
                self.found.append(
                    Finding(
                        "tree", f"the root kept of level {level}, number {index}, {sentence}", self.book.name, position
                    )
                )

"""
The tree of RFC 6962, from the hashes of its leaves: roots, paths, and whether a path proves what it should.

Source:
    RFC 6962, section 2.1.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

Span: TypeAlias = tuple[int, int]
"""Leaves from the first index up to, and without, the second."""

EMPTY: Final = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees that stand side by side."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(hashes: Sequence[bytes]) -> bytes:
    """
    The root over hashes of leaves, or of complete subtrees that are all of one size.

    >>> root([leaf_hash(b"")]).hex()[:8]
    '6e340b9c'
    """
    level = list(hashes)
    if not level:
        return EMPTY
    while len(level) > 1:
        pairs = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
        # The last one without a partner moves up as it is: the RFC splits at the largest power of two.
        level = [*pairs, level[-1]] if len(level) % 2 else pairs
    return level[0]


def whole(span: Span) -> Iterator[tuple[int, int]]:
    """
    The complete subtrees that a subtree is made of, largest first: the level and index of each.

    >>> list(whole((0, 11)))
    [(3, 0), (1, 4), (0, 10)]
    """
    start, end = span
    while start < end:
        level = (end - start).bit_length() - 1
        yield level, start >> level
        start += 1 << level


def joined(subtrees: Sequence[bytes]) -> bytes:
    """The root of a subtree, from the roots that `whole` names."""
    if not subtrees:
        return EMPTY
    *rest, found = subtrees
    for left in reversed(rest):
        found = node_hash(left, found)
    return found


def inclusion_spans(index: int, size: int) -> list[Span]:
    """
    The subtrees whose roots prove that a leaf is in the tree, from the leaf upward (RFC 6962, 2.1.1).

    Args:
        index: The leaf's, from 0.
        size: Of the tree; beyond the index.
    """
    start, end = 0, size
    found: list[Span] = []
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start = middle
    return found[::-1]


def consistency_spans(first: int, second: int) -> list[Span]:
    """The subtrees whose roots prove that a tree begins with an older one (RFC 6962, 2.1.2); none for an empty one."""
    if first in {0, second}:
        return []
    start, end = 0, second
    found: list[Span] = []
    while end != first:
        middle = start + _split(end - start)
        if first <= middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start = middle
    # Who asks knows the older root, so it is only told where it is no subtree of its own.
    return ([(start, end)] if start else []) + found[::-1]


def includes(leaf: bytes, index: int, size: int, path: Sequence[bytes], root_: bytes) -> bool:
    """
    Whether a path proves that the leaf of that hash is at the index of a tree of that size and root.

    Source:
        RFC 9162, 2.1.3.2.
    """
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for step in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(step, found)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, step)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root_


def extends(first: int, second: int, path: Sequence[bytes], first_root: bytes, second_root: bytes) -> bool:
    """
    Whether a path proves that the second tree begins with the first. Every tree begins with the empty one.

    Source:
        RFC 9162, 2.1.4.2.
    """
    if not 0 <= first <= second:
        return False
    if first in {0, second}:
        same = first_root == (second_root if first == second else EMPTY)
        return same and not path and (second > 0 or second_root == EMPTY)
    steps = list(path) if first & (first - 1) else [first_root, *path]
    if not steps:
        return False
    older = newer = steps[0]
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            older, newer = node_hash(step, older), node_hash(step, newer)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            newer = node_hash(newer, step)
        place, last = place >> 1, last >> 1
    return last == 0 and older == first_root and newer == second_root


class Growing:
    """A tree that grows leaf by leaf in constant memory: only the roots of its complete subtrees are kept."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[tuple[int, bytes]] = []

    def add(self, hash_: bytes, level: int = 0) -> None:
        """Add a leaf, or a complete subtree of 2^level leaves where the tree's size is a multiple of that."""
        assert not self.size % (1 << level), "a subtree stands at a multiple of its own size"
        self.size += 1 << level
        while self._peaks and self._peaks[-1][0] == level:
            hash_ = node_hash(self._peaks.pop()[1], hash_)
            level += 1
        self._peaks.append((level, hash_))

    def root(self) -> bytes:
        """The root so far."""
        return joined([hash_ for _, hash_ in self._peaks])


def _split(width: int) -> int:
    """The largest power of two below a width of at least 2."""
    return 1 << (width - 1).bit_length() - 1

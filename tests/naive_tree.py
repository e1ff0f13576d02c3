"""RFC 6962, section 2.1, written down as it stands there: slow, and plainly right."""

import hashlib
from collections.abc import Sequence


def mth(leaves: Sequence[bytes]) -> bytes:
    """The Merkle Tree Hash over hashes of leaves."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return hashlib.sha256(b"\x01" + mth(leaves[:k]) + mth(leaves[k:])).digest()


def path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The Merkle audit path of the leaf at m."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def proof(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The Merkle consistency proof from the first m leaves to all."""
    return subproof(m, leaves, complete=True)


def subproof(m: int, leaves: Sequence[bytes], *, complete: bool) -> list[bytes]:
    """SUBPROOF(m, D[n], b)."""
    if m == len(leaves):
        return [] if complete else [mth(leaves)]
    k = split(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], complete=complete), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], complete=False), mth(leaves[:k])]


def split(n: int) -> int:
    """The largest power of two smaller than n."""
    k = 1
    while k * 2 < n:
        k *= 2
    return k

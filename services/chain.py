"""
The chain of a match: each event's hash covers the one before it.

Source:
    docs/guarantees.md, "The chain".
"""

import hashlib
from collections.abc import Iterable
from typing import Final

GENESIS: Final = bytes(32)
"""The hash before the first event of a match."""
_ABSENT: Final = b"\xff" * 8
_USUAL: Final = 1024
_LENGTHS: Final = tuple(length.to_bytes(8, "big") for length in range(_USUAL))
"""The usual lengths, ready: `verify` needs ten million of them for a million events."""


def link(
    previous: bytes,
    *,
    ledger: str,
    match: str,
    version: int,
    id: str,  # noqa: A002  the event's field of that name
    type: str,  # noqa: A002  likewise
    recorded_at: int,
    occurred_at: int | None,
    actor: str,
    body: str,
) -> bytes:
    """
    The hash of an event: SHA-256 over the previous hash and every field, each with its length before it.

    Args:
        previous: The hash of the version before; `GENESIS` before version 1.
        ledger: Its name.
        match: Its id, with hyphens.
        version: From 1.
        id: The event's id, with hyphens.
        type: The event's type.
        recorded_at: Microseconds since 1970 in UTC.
        occurred_at: Likewise, or None where it was not said.
        actor: Who reported it.
        body: The canonical JSON text of `data`.
    """
    occurred = None if occurred_at is None else str(occurred_at)
    texts = (ledger, match, str(version), id, type, str(recorded_at), occurred, actor, body)
    return digest((previous, *(None if text is None else text.encode() for text in texts)))


def digest(parts: Iterable[bytes | bytearray | None]) -> bytes:
    """The hash of an event's ten parts as bytes, in their order; None is an absent one."""
    prefixed: list[bytes | bytearray] = []
    for part in parts:
        if part is None:
            prefixed.append(_ABSENT)
        else:
            length = len(part)
            prefixed.append(_LENGTHS[length] if length < _USUAL else length.to_bytes(8, "big"))
            prefixed.append(part)
    return hashlib.sha256(b"".join(prefixed)).digest()

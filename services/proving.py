"""Proving: the newest checkpoint of a ledger, that an event is in it, that one state of it begins with another."""

from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from domain.errors import Malformed
from services import checkpointing, clock, feed, ledgers, notes, signing, tree
from services.bearers import Bearer
from services.errors import BrokenLedger, CursorAhead, NoCheckpoint, UnknownMatch
from services.notes import Verifier
from services.seeing import Listed
from services.tables import AnyRow
from services.tree import Tree
from services.wiring import Stores


def checkpoint(stores: Stores, bearer: Bearer | None) -> dict[str, Any]:
    """
    The newest checkpoint, and the public key that signed it.

    Errors:
        NoCheckpoint: there is none yet.
    """
    ledger = _ledger(stores, bearer)
    with stores.reading(ledger) as connection:
        row = _newest(connection, ledger)
        signer = _signer(connection, ledger, row)
    return {"size": row.size, "root": b64encode(bytes(row.root)).decode(), "note": row.note, "key": str(signer)}


@dataclass(frozen=True, slots=True)
class Signed:
    """A ledger's newest checkpoint: its size and root, when it was made, and the name and id of who signed it."""

    size: int
    root: str
    made_at: datetime
    key: str


def places(stores: Stores, match: Listed, span: tuple[int, int]) -> tuple[dict[int, int], Signed | None] | None:
    """
    Where events of a match stand in their ledger, by version, and the newest checkpoint; None if it is not told.

    It is told to who is shown the whole match, where the checkpoint is: to those of the ledger; to anybody in `main`.

    Errors:
        BrokenLedger: the checkpoint is not as it was signed.
    """
    own = match.reader is not None and match.reader.ledger == match.ledger
    if match.view != "whole" or not (own or match.ledger_name == ledgers.MAIN):
        return None
    with stores.reading(match.ledger) as connection:
        row = checkpointing.newest(connection, match.ledger)
        return feed.positions(connection, match.ledger, match.id, span), (
            None if row is None else _signed(connection, match.ledger, row)
        )


def _signed(connection: Connection, ledger: int, row: AnyRow) -> Signed:
    signer = _signer(connection, ledger, row)
    root = b64encode(bytes(row.root)).decode()
    return Signed(row.size, root, clock.from_microseconds(row.made_at), f"{signer.name}+{signer.id}")


def _signer(connection: Connection, ledger: int, row: AnyRow) -> Verifier:
    known = [each.verifier for each in signing.known(connection, ledger)]
    try:
        return notes.read(row.note).signer(known)
    except notes.BadNote as error:
        raise BrokenLedger(f"The checkpoint at size {row.size} is not as it was signed.") from error


def inclusion(stores: Stores, bearer: Bearer, position: int, size: int | None) -> dict[str, Any]:
    """
    The proof that the event at a position is among the first `size` ones (None: those of the newest checkpoint).

    Errors:
        CursorAhead: there are not so many.
        Malformed: the position lies beyond the size.
        UnknownMatch: the key is not for the event's match.
        NoCheckpoint: no size was named, and there is no checkpoint yet.
    """
    with stores.reading(bearer.ledger) as connection:
        size = _size(connection, bearer.ledger, size, position)
        if position > size:
            raise Malformed(f"The event at position {position} is not among the first {size}.")
        leaf = tree.leaf(connection, bearer.ledger, position)
        if not bearer.reaches(leaf.match):
            raise UnknownMatch
        read = Tree(connection, bearer.ledger)
        path, root = read.inclusion(position, size), read.root(size)
    shown = {"position": position, "match": leaf.match, "version": leaf.version, "hash": leaf.hash.hex()}
    proof = {"leaf": shown, "leaf_hash": tree.hash_of(leaf).hex(), "path": [each.hex() for each in path]}
    return {"position": position, "size": size} | proof | {"root": root.hex()}


def consistency(stores: Stores, bearer: Bearer | None, first: int, second: int | None) -> dict[str, Any]:
    """
    The proof that the ledger at the second size (None: of the newest checkpoint) begins with that at the first.

    Errors:
        CursorAhead: the ledger is shorter.
        Malformed: the first size is larger than the second.
        NoCheckpoint: no second size was named, and there is no checkpoint yet.
    """
    ledger = _ledger(stores, bearer)
    with stores.reading(ledger) as connection:
        second = _size(connection, ledger, second, first)
        if first > second:
            raise Malformed(f"A ledger of {second} events does not begin with {first}.")
        read = Tree(connection, ledger)
        path = [each.hex() for each in read.consistency(first, second)]
        roots = {"from_root": read.root(first).hex(), "to_root": read.root(second).hex()}
    return {"from": first, "to": second, "path": path} | roots


def _ledger(stores: Stores, bearer: Bearer | None) -> int:
    """The key's ledger; who shows none asks about the house's, and so does a link, which is for a match alone."""
    if bearer is not None and not bearer.link:
        return bearer.ledger
    with stores.reading(None) as connection:
        return ledgers.number(connection, ledgers.MAIN)


def _newest(connection: Connection, ledger: int) -> AnyRow:
    row = checkpointing.newest(connection, ledger)
    if row is None:
        raise NoCheckpoint
    return row


def _size(connection: Connection, ledger: int, size: int | None, other: int) -> int:
    head = feed.head(connection, ledger)
    if max(size or 0, other) > head:
        raise CursorAhead(head)
    return int(_newest(connection, ledger).size) if size is None else size

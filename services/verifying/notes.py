"""The checkpoints of a ledger: what their notes say, who signed them, and whether the tree has their roots."""

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import Connection

from services.clock import microseconds
from services.notes import origin
from services.tables import checkpoints, signers
from services.verifying import stored
from services.verifying.chains import Book
from services.verifying.findings import Finding

_NOTE: Final = re.compile(
    r"(?P<origin>\S+)\n(?P<size>0|[1-9][0-9]{0,18})\n(?P<root>[A-Za-z0-9+/]{43}=)\n"
    r"(?:time (?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\n)?(?P<more>(?:[^\n]+\n)*)\n(?P<signatures>(?:— \S+ \S+\n)+)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Note:
    """What a checkpoint says, and its signatures: the key's name and id, and what it signed."""

    text: str
    origin: str
    size: int
    root: bytes
    time: int | None
    signatures: tuple[tuple[str, bytes, bytes], ...]


def read(note: str) -> Note | None:
    """Read a note; None if it is no checkpoint, or could be read in two ways."""
    found = _NOTE.fullmatch(note)
    if found is None:
        return None
    root, signatures = _base64(found["root"]), list[tuple[str, bytes, bytes]]()
    for line in found["signatures"].splitlines():
        _, name, encoded = line.split(" ")
        raw = _base64(encoded)
        if raw is None:
            return None
        signatures.append((name, raw[:4], raw[4:]))
    if root is None:
        return None
    time = None if found["time"] is None else _microseconds(found["time"])
    text = note[: found.start("signatures") - 1]
    return Note(text, found["origin"], int(found["size"]), root, time, tuple(signatures))


@dataclass(slots=True)
class Notary:
    """Who signs for a ledger, and what is wrong with its checkpoints."""

    book: Book
    keys: dict[tuple[str, bytes], Ed25519PublicKey] = field(default_factory=dict)
    found: list[Finding] = field(default_factory=list)

    def meet(self, connection: Connection) -> None:
        """Read the ledger's public keys; what its own id does not fit is none."""
        for row in stored.rows(connection, signers, signers.c.ledger == self.book.number):
            name, shown = stored.text(connection, row.name), stored.text(connection, row.id)
            raw = row.public if type(row.public) is bytes else b""
            id_ = hashlib.sha256((name or "").encode(errors="replace") + b"\n\x01" + raw).digest()[:4]
            if len(raw) != 32 or shown != id_.hex() or name != origin(self.book.name):  # noqa: PLR2004
                self._say("signers", f"the key {shown} is not what its id says")
                continue
            self.keys[str(name), id_] = Ed25519PublicKey.from_public_bytes(raw)

    def check(self, connection: Connection, roots: dict[int, bytes], head: int) -> int:
        """Check every checkpoint against the tree's roots; returns how many there are."""
        count = 0
        for row in _rows(connection, self.book):
            count += 1
            sentence = self._wrong(row, stored.text(connection, row.note), roots, head)
            if sentence is not None:
                self._say("checkpoints", sentence, row.size if isinstance(row.size, int) else None)
        return count

    def check_saved(self, connection: Connection, note: Note, text: str, roots: dict[int, bytes], head: int) -> None:
        """Check a checkpoint that somebody kept: that the log extends it, and still knows it."""
        if note.size > head:
            self._say(
                "saved",
                f"the log ends at position {head}, and the checkpoint that was kept is of {note.size}: it was cut, or "
                "an old backup was restored",
                note.size,
            )
            return
        if not self.signed(note):
            self._say("saved", "no key of this ledger has signed the checkpoint that was kept", note.size)
        if roots.get(note.size) != note.root:
            sentence = "the log does not extend the checkpoint that was kept: what stands up to here was changed"
            self._say("saved", sentence, note.size)
        where = (checkpoints.c.ledger == self.book.number, checkpoints.c.size == note.size)
        held = [stored.text(connection, row.note) for row in stored.rows(connection, checkpoints, *where)]
        if text not in held:
            self._say("saved", "the checkpoint that was kept is no longer among those of the ledger", note.size)

    def signed(self, note: Note) -> bool:
        """Whether a key of the ledger has signed it, and none of them falsely."""
        known = [(self.keys[name, id_], raw) for name, id_, raw in note.signatures if (name, id_) in self.keys]
        for key, raw in known:
            try:
                key.verify(raw, note.text.encode())
            except InvalidSignature:
                return False
        return bool(known)

    def _wrong(self, row: Any, text: str | None, roots: dict[int, bytes], head: int) -> str | None:
        note = None if text is None else read(text)
        if note is None:
            return "its note is no signed checkpoint"
        if note.origin != origin(self.book.name) or note.size != row.size or note.root != row.root:
            return "its note says something else than its columns"
        if note.time is None or not isinstance(row.made_at, int) or row.made_at != note.time:
            return "its note gives another time than its column"
        if not self.signed(note):
            return "its note is not signed by a key of this ledger"
        if note.size > head:
            return f"the log ends at position {head}, before it: it was cut"
        if roots.get(note.size) != note.root:
            return "the events up to here do not give its root: what was signed was changed"
        return None

    def _say(self, what: str, sentence: str, position: int | None = None) -> None:
        self.found.append(Finding(what, sentence, self.book.name, position))


def sizes(connection: Connection, book: Book) -> Iterator[int]:
    """The sizes at which a ledger has checkpoints."""
    return (row.size for row in _rows(connection, book) if isinstance(row.size, int))


def _rows(connection: Connection, book: Book) -> Iterator[Any]:
    return stored.rows(connection, checkpoints, checkpoints.c.ledger == book.number, order=checkpoints.c.size)


def _base64(text: str) -> bytes | None:
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return raw if base64.b64encode(raw).decode() == text else None


def _microseconds(time: str) -> int | None:
    try:
        return microseconds(datetime.fromisoformat(time))
    except ValueError:
        return None

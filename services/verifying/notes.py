"""The checkpoints of a ledger: what their notes say, who signed them, and whether the tree has their roots."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from services import notes
from services.clock import microseconds
from services.notes import BadNote, Checkpoint, Note, Verifier, origin
from services.tables import checkpoints, signers
from services.verifying import stored
from services.verifying.chains import Book
from services.verifying.findings import Finding


@dataclass(frozen=True, slots=True)
class Kept:
    """A checkpoint, its note, and the text that this was read from."""

    checkpoint: Checkpoint
    note: Note
    written: str


def read(written: str) -> Kept:
    """Read a signed checkpoint; BadNote if it is none."""
    note = notes.read(written)
    return Kept(notes.read_checkpoint(note.text), note, written)


@dataclass(slots=True)
class Notary:
    """Who signs for a ledger, and what is wrong with its checkpoints."""

    book: Book
    keys: list[Verifier] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)

    def meet(self, connection: Connection) -> None:
        """Read the ledger's public keys; what its own id does not fit is none."""
        for row in stored.rows(connection, signers, signers.c.ledger == self.book.number):
            name, shown = stored.text(connection, row.name), stored.text(connection, row.id)
            raw = row.public if type(row.public) is bytes else b""
            key = Verifier(origin(self.book.name), raw)
            if len(raw) != 32 or (name, shown) != (key.name, key.id):  # noqa: PLR2004  the bytes of a key
                self._say("signers", f"the key {shown} is not what its id says")
                continue
            self.keys.append(key)

    def check(self, connection: Connection, roots: dict[int, bytes], head: int) -> int:
        """Check every checkpoint against the tree's roots; returns how many there are."""
        count = 0
        for row in _rows(connection, self.book):
            count += 1
            sentence = self._wrong(row, stored.text(connection, row.note), roots, head)
            if sentence is not None:
                self._say("checkpoints", sentence, row.size if isinstance(row.size, int) else None)
        return count

    def check_saved(self, connection: Connection, kept: Kept, roots: dict[int, bytes], head: int) -> None:
        """Check a checkpoint that somebody kept: that the log extends it, and still knows it."""
        size = kept.checkpoint.size
        if size > head:
            self._say(
                "saved",
                f"the log ends at position {head}, and the checkpoint that was kept is of {size}: it was cut, or "
                "an old backup was restored",
                size,
            )
            return
        if not self._signed(kept.note):
            self._say("saved", "no key of this ledger has signed the checkpoint that was kept", size)
        if roots.get(size) != kept.checkpoint.root:
            sentence = "the log does not extend the checkpoint that was kept: what stands up to here was changed"
            self._say("saved", sentence, size)
        where = (checkpoints.c.ledger == self.book.number, checkpoints.c.size == size)
        held = [stored.text(connection, row.note) for row in stored.rows(connection, checkpoints, *where)]
        if kept.written not in held:
            self._say("saved", "the checkpoint that was kept is no longer among those of the ledger", size)

    def _signed(self, note: Note) -> bool:
        """Whether a key of the ledger has signed it, and none of them falsely."""
        try:
            note.signer(self.keys)
        except BadNote:
            return False
        return True

    def _wrong(self, row: Any, text: str | None, roots: dict[int, bytes], head: int) -> str | None:
        try:
            kept = read(text or "")
        except BadNote:
            return "its note is no signed checkpoint"
        said = kept.checkpoint
        if said.origin != origin(self.book.name) or said.size != row.size or said.root != row.root:
            return "its note says something else than its columns"
        if row.made_at != microseconds(said.time) or not isinstance(row.made_at, int):
            return "its note gives another time than its column"
        if not self._signed(kept.note):
            return "its note is not signed by a key of this ledger"
        if said.size > head:
            return f"the log ends at position {head}, before it: it was cut"
        if roots.get(said.size) != said.root:
            return "the events up to here do not give its root: what was signed was changed"
        return None

    def _say(self, what: str, sentence: str, position: int | None = None) -> None:
        self.found.append(Finding(what, sentence, self.book.name, position))


def sizes(connection: Connection, book: Book) -> Iterator[int]:
    """The sizes at which a ledger has checkpoints."""
    return (row.size for row in _rows(connection, book) if isinstance(row.size, int))


def _rows(connection: Connection, book: Book) -> Iterator[Any]:
    return stored.rows(connection, checkpoints, checkpoints.c.ledger == book.number, order=checkpoints.c.size)

"""
Signed notes and the checkpoints in them: text, then who signed it, as c2sp.org/signed-note and tlog-checkpoint say.

Source:
    docs/guarantees.md, "Checkpoints".
"""

import hashlib
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_ED25519: Final = b"\x01"
_SIGNATURE: Final = re.compile(r"— (\S+) ([A-Za-z0-9+/]+={0,2})")
_CHECKPOINT: Final = re.compile(
    r"(?P<origin>\S+)\n(?P<size>0|[1-9][0-9]{0,18})\n(?P<root>[A-Za-z0-9+/]{43}=)\n"
    r"time (?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)\n(?:[^\n]+\n)*"
)
_ID: Final = 4
"""Bytes of a key's id, before each signature."""


class BadNote(ValueError):  # noqa: N818  what the reader is told
    """A note, key or checkpoint that is none, or that nobody known has signed."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key and its name: who may have signed a note."""

    name: str
    public: bytes

    @property
    def id(self) -> str:
        """The key's id in eight hexadecimal digits."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:_ID].hex()

    def __str__(self) -> str:
        """The key as it is handed on, a `vkey`."""
        return f"{self.name}+{self.id}+{b64encode(_ED25519 + self.public).decode()}"


def read_key(text: str) -> Verifier:
    """A `vkey`, read back; BadNote if it is none, or its id is not its own."""
    # The key's Base64 may have plus signs of its own; a name has none.
    name, _, rest = text.strip().partition("+")
    id_, _, coded = rest.partition("+")
    raw = _decoded(coded)
    if not name or len(raw) != 33 or raw[:1] != _ED25519:  # noqa: PLR2004  the kind, and the key's 32 bytes
        raise BadNote("This is no public key such as scorepad/main+1a2b3c4d+AbCd…")
    found = Verifier(name, raw[1:])
    if found.id != id_:
        raise BadNote("The key's id is not that of the key.")
    return found


def origin(ledger: str) -> str:
    """How a ledger is called in checkpoints and by its keys, which may hold no space and no plus."""
    coded = (
        quote(each, safe="") if each.isspace() or each in "+%" or not each.isprintable() else each for each in ledger
    )
    return "scorepad/" + "".join(coded)


def verifier(name: str, private: Ed25519PrivateKey) -> Verifier:
    """The public half of a key."""
    return Verifier(name, private.public_key().public_bytes_raw())


def sign(text: str, name: str, private: Ed25519PrivateKey) -> str:
    """A note: the text, which ends its last line, and the signature."""
    signature = bytes.fromhex(verifier(name, private).id) + private.sign(text.encode())
    return f"{text}\n— {name} {b64encode(signature).decode()}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """
    A note that was read.

    Args:
        text: What is signed, with the end of its last line.
        signatures: The name and the id of each key, and what it signed.
    """

    text: str
    signatures: tuple[tuple[str, str, bytes], ...]

    def signer(self, known: Iterable[Verifier]) -> Verifier:
        """
        Who of those known has signed it; the first of them, if there are several.

        Errors:
            BadNote: nobody known has, or a signature of one of them is wrong.
        """
        keys = {(key.name, key.id): key for key in known}
        signed = [(keys[name, id_], raw) for name, id_, raw in self.signatures if (name, id_) in keys]
        for key, raw in signed:
            try:
                Ed25519PublicKey.from_public_bytes(key.public).verify(raw, self.text.encode(errors="surrogateescape"))
            except InvalidSignature as error:
                raise BadNote(f"The signature of {key.name} is wrong.") from error
        if not signed:
            raise BadNote("The note is not signed by a key that is known.")
        return signed[0][0]


def read(note: str) -> Note:
    """A note, read back; BadNote if it is none."""
    text, seam, tail = note.rpartition("\n\n")
    signatures = list[tuple[str, str, bytes]]()
    for line in tail.removesuffix("\n").split("\n"):
        found = _SIGNATURE.fullmatch(line)
        raw = _decoded(found[2]) if found else b""
        if not seam or found is None or not raw or not note.endswith("\n"):
            raise BadNote("This is no signed note.")
        signatures.append((found[1], raw[:_ID].hex(), raw[_ID:]))
    return Note(f"{text}\n", tuple(signatures))


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What is signed of a ledger: how many events it has, and the root over them."""

    origin: str
    size: int
    root: bytes
    time: datetime

    @property
    def text(self) -> str:
        """The lines that are signed."""
        moment = self.time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\ntime {moment}\n"


def read_checkpoint(text: str) -> Checkpoint:
    """The checkpoint that a note's text is; BadNote if it is none."""
    found = _CHECKPOINT.fullmatch(text)
    root = _decoded(found["root"]) if found else b""
    if found is None or not root:
        raise BadNote("This is no checkpoint.")
    try:
        time = datetime.fromisoformat(found["time"])
    except ValueError as error:
        raise BadNote("This is no checkpoint.") from error
    return Checkpoint(found["origin"], int(found["size"]), root, time)


def _decoded(text: str) -> bytes:
    """Bytes from Base64; none if it is none, or not in the one form that they have."""
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        return b""
    return raw if b64encode(raw).decode() == text else b""

"""Checkpoints of a ledger, written and signed by the tests' own hand from c2sp.org/signed-note and RFC 6962."""

import base64
import hashlib
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection

from services import tables
from services.wiring import EVERY, Stores
from tests.commands import ALONE, Said

VERIFIER = Path(__file__).parents[1] / "docs" / "verifier.py"
TIMES = 1_795_975_200


def sha256(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over the data of leaves: RFC 6962, 2.1, word by word."""
    if len(leaves) <= 1:
        return sha256(b"\0" + leaves[0]) if leaves else sha256(b"")
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\1" + root(leaves[:k]) + root(leaves[k:]))


def leaves(stores: Stores, ledger: int = 1, connection: Connection | None = None) -> list[bytes]:
    """The data of a ledger's leaves, in the order of positions."""
    if connection is None:
        with stores.reading(EVERY) as opened:
            return leaves(stores, ledger, opened)
    query = sa.text(
        "SELECT f.position, f.match, f.version, e.hash FROM feed f JOIN events e ON e.match = f.match"
        " AND e.version = f.version WHERE f.ledger = :ledger ORDER BY f.position"
    )
    rows = connection.execute(query, {"ledger": ledger}).all()
    texts = ([b"%d" % p, str(match).encode(), b"%d" % version, bytes(hash_)] for p, match, version, hash_ in rows)
    return [b"".join(len(part).to_bytes(8, "big") + part for part in parts) for parts in texts]


@dataclass
class Signer:
    """A ledger's key, and who signs with it."""

    ledger: str = "main"
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @property
    def name(self) -> str:
        return f"scorepad/{self.ledger}"

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes_raw()

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n\x01" + self.public)[:4]

    @property
    def vkey(self) -> str:
        encoded = base64.b64encode(b"\x01" + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{encoded}"

    def note(self, size: int, root_: bytes, seconds: int = 0, origin: str | None = None) -> str:
        time = f"2026-11-29T18:{seconds // 60:02}:{seconds % 60:02}Z"
        text = f"{origin or self.name}\n{size}\n{base64.b64encode(root_).decode()}\ntime {time}\n"
        signature = base64.b64encode(self.id + self.key.sign(text.encode())).decode()
        return f"{text}\n— {self.name} {signature}\n"

    def enter(self, stores: Stores, ledger: int = 1) -> None:
        """Let the database know the key."""
        row = {"ledger": ledger, "id": self.id.hex(), "name": self.name, "public": self.public, "until": None}
        with stores.writing(EVERY) as connection:
            connection.execute(sa.insert(tables.signers), row | {"since": TIMES * 1_000_000})

    def vouch(self, stores: Stores, *sizes: int, ledger: int = 1) -> str:
        """Sign the ledger at these sizes, a second after each other; returns the last note."""
        notes = [self.vouch_at(stores, size, seconds, ledger) for seconds, size in enumerate(sizes)]
        return notes[-1]

    def vouch_at(self, stores: Stores, size: int, seconds: int, ledger: int = 1) -> str:
        """Sign the ledger at a size."""
        found = root(leaves(stores, ledger)[:size])
        note = self.note(size, found, seconds)
        row = {"ledger": ledger, "size": size, "root": found, "note": note, "made_at": (TIMES + seconds) * 1_000_000}
        with stores.writing(EVERY) as connection:
            connection.execute(sa.insert(tables.checkpoints), row)
        return note


def verifier(*words: Any) -> Said:
    """Run the verifier as a program, away from the code of this house."""
    done = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), *map(str, words)],
        env=ALONE, cwd="/", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)

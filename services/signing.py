"""Who signs a ledger: one key at a time, its private half in a file, the public ones of all times in the database."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection

from services import clock, feed, keyfiles, ledgers, notes
from services.errors import SigningStopped
from services.notes import Checkpoint, Verifier
from services.tables import signers
from services.wiring import EVERY, Stores

_NAME: Final = 100
"""Letters that the name of a key has room for."""


@dataclass(frozen=True, slots=True)
class Known:
    """A public key of a ledger, and when it signed."""

    verifier: Verifier
    since: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Files:
    """What a ledger has in the folder of signing keys."""

    key: Path
    coming: Path
    signed: Path


def files(folder: Path, ledger: str) -> Files:
    """The files of a ledger: its key, the key that a rotation is about to put there, and the last note signed."""
    stem = quote(ledger, safe="")
    return Files(folder / f"{stem}.key", folder / f"{stem}.coming", folder / f"{stem}.signed")


def known(connection: Connection, ledger: int) -> list[Known]:
    """Every key that ever signed the ledger, oldest first; what an old one signed stays valid."""
    rows = connection.execute(sa.select(signers).where(signers.c.ledger == ledger).order_by(signers.c.since))
    return [
        Known(
            Verifier(row.name, bytes(row.public)),
            clock.from_microseconds(row.since),
            None if row.until is None else clock.from_microseconds(row.until),
        )
        for row in rows
    ]


def private_key(connection: Connection, ledger: tuple[int, str], found: Files) -> Ed25519PrivateKey:
    """
    The key that signs now, made if the ledger never had one; the caller holds the sequencer's row.

    Errors:
        SigningStopped: the file is missing, unfit, or holds another key than the ledger's.
    """
    of, name = ledger
    active = next((each.verifier for each in known(connection, of) if each.until is None), None)
    private = keyfiles.read_key(found.key)
    if active is None:
        private = private or keyfiles.make_key(found.key)
        _register(connection, ledger, private)
        return private
    origin = notes.origin(name)
    if private is None or notes.verifier(origin, private) != active:
        coming = keyfiles.read_key(found.coming)
        if coming is not None and notes.verifier(origin, coming) == active:
            # A rotation was cut short after its commit.
            _take_over(found)
            return coming
        what = "is missing" if private is None else f"holds another key than {active.id} of the ledger {name}"
        raise SigningStopped(f"{found.key} {what}: put that key there, or run `scorepad signing rotate`.")
    return private


def rotate(stores: Stores, ledger: str) -> Verifier:
    """
    Sign with a new key from now on. The old one is deleted here; what it signed stays valid.

    Errors:
        UnfitStore: there is no such ledger.
        SigningStopped: the new key cannot be written.
    """
    found = files(stores.settings.signing_folder, ledger)
    with stores.writing(EVERY) as connection:
        of = ledgers.number(connection, ledger)
        feed.lock(connection, of)
        private = keyfiles.make_key(found.coming)
        now = clock.microseconds(clock.now())
        retired = sa.update(signers).where(signers.c.ledger == of, signers.c.until.is_(None)).values(until=now)
        connection.execute(retired)
        made = _register(connection, (of, ledger), private)
    _take_over(found)
    return made


def last_signed(found: Files) -> Checkpoint | None:
    """What the key signed last, by its own folder, whatever the database says; SigningStopped if it is unreadable."""
    note = keyfiles.read_text(found.signed)
    try:
        return None if note is None else notes.read_checkpoint(notes.read(note).text)
    except notes.BadNote as error:
        raise SigningStopped(f"{found.signed} holds no checkpoint.") from error


def remember(found: Files, note: str) -> None:
    """Keep what was signed last beside the key; SigningStopped if it cannot be written."""
    keyfiles.write_text(found.signed, note)


def _take_over(found: Files) -> None:
    """A new key promises nothing about what the old one signed: after a restored backup that is what it is for."""
    keyfiles.forget(found.signed)
    keyfiles.replace(found.key, found.coming)


def _register(connection: Connection, ledger: tuple[int, str], private: Ed25519PrivateKey) -> Verifier:
    of, name = ledger
    new = notes.verifier(notes.origin(name), private)
    if connection.execute(sa.select(signers.c.id).where(signers.c.public == new.public)).first() is not None:
        raise SigningStopped(f"The key file of the ledger {name} holds a key that another ledger, or an old one, has.")
    if len(new.name) > _NAME:
        raise SigningStopped(f"The name of the ledger {name} is too long to be signed.")
    now = clock.microseconds(clock.now())
    connection.execute(
        sa.insert(signers).values(ledger=of, id=new.id, name=new.name, public=new.public, since=now, until=None)
    )
    return new

"""Private keys, and what was signed with them last: files that nobody else may read."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from services.errors import SigningStopped

_OTHERS: Final = 0o077
_LARGEST: Final = 64 * 1024


def read_key(path: Path) -> Ed25519PrivateKey | None:
    """
    The key in a file; None if there is no such file.

    Errors:
        SigningStopped: it cannot be read, or others can, or it is no Ed25519 key.
    """
    raw = _read(path)
    if raw is None:
        return None
    try:
        key = load_pem_private_key(raw, password=None)
    except (ValueError, TypeError) as error:
        raise SigningStopped(f"{path} holds no private key.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise SigningStopped(f"{path} holds a key, but none for Ed25519.")
    return key


def make_key(path: Path) -> Ed25519PrivateKey:
    """A new key in a file, which it replaces; SigningStopped if it cannot be written."""
    key = Ed25519PrivateKey.generate()
    _write(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key


def read_secret(path: Path) -> bytes | None:
    """The secret in a file; None if there is no such file; SigningStopped if it cannot be read, or others can."""
    return _read(path)


def make_secret(path: Path, length: int) -> bytes:
    """A secret of so many bytes in a file, or the one that another process put there first; errors as in `make_key`."""
    new = _beside(path)
    _write(new, secrets.token_hex(length).encode())
    try:
        with suppress(FileExistsError):
            os.link(new, path)
        _settle(path.parent)
    except OSError as error:
        raise SigningStopped(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        forget(new)
    found = _read(path)
    assert found is not None, "it is there, by whomever it was made"
    return found


def replace(path: Path, by: Path) -> None:
    """Let one file take another's place."""
    try:
        by.replace(path)
        _settle(path.parent)
    except OSError as error:
        raise SigningStopped(f"{path} cannot be replaced: {error.strerror}.") from error


def read_text(path: Path) -> str | None:
    """What was kept in a file; None if there is no such file."""
    raw = _read(path)
    return None if raw is None else raw.decode(errors="replace")


def write_text(path: Path, text: str) -> None:
    """Keep something in a file, through a crash; SigningStopped if it cannot be written."""
    _write(path, text.encode())


def forget(path: Path) -> None:
    """Delete a file, if it is there."""
    path.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            if mode & _OTHERS:
                raise SigningStopped(f"{path} is open to others (mode {mode:04o}): chmod 600 it.")
            return file.read(_LARGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SigningStopped(f"{path} cannot be read: {error.strerror}.") from error


def _write(path: Path, raw: bytes) -> None:
    """Whole or not at all, also when the power fails."""
    new = _beside(path)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        _settle(path.parent)
    except OSError as error:
        with suppress(OSError):
            forget(new)
        raise SigningStopped(f"{path} cannot be written: {error.strerror}.") from error


def _beside(path: Path) -> Path:
    """A name that no other thread or process, of this machine or another, writes to."""
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}")


def _settle(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

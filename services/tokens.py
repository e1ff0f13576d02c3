"""The shape of keys, links and tickets: kind, public id, 256 bits that nobody guesses, and a check of the letters."""

import hashlib
import re
import secrets
import zlib
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from services import clock

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ID: Final = 10
_SECRET: Final = 43
"""Letters of base 62 that hold 256 bits."""
_CHECK: Final = 6
_LONGEST: Final = 100
_ESCAPE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})")
_ANYWHERE: Final = re.compile(r"s[plt]_[a-z]{1,10}_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Token:
    """
    A token whose letters fit together; whether it is good, the database says.

    Args:
        brand: `sp` of a key, `sl` of a link.
        kind: A key's strongest scope, a link's role.
        id: The public part, by which it is known and revoked.
    """

    brand: str
    kind: str
    id: str
    text: str


def new_id() -> str:
    """A public id."""
    return _letters(_ID)


def is_id(text: str) -> bool:
    """Whether a text can be a public id: what cannot be one is not looked up, since a database may choke on it."""
    return len(text) == _ID and set(text) <= set(_ALPHABET)


def new_secret() -> str:
    """256 random bits as letters."""
    return _letters(_SECRET)


def as_secret(digest: bytes) -> str:
    """The 256 bits of a digest as letters."""
    return _base62(int.from_bytes(digest, "big"), _SECRET)


def write(brand: str, kind: str, id_: str, secret: str) -> str:
    """A token, with its check at the end."""
    body = f"{brand}_{kind}_{id_}_{secret}"
    return body + _check(body)


def read(text: str) -> Token | None:
    """The parts of a token; None if the text is none, or a letter of it is wrong."""
    parts = text.split("_")
    if len(text) > _LONGEST or not text.isascii() or len(parts) != 4 or len(parts[3]) != _SECRET + _CHECK:  # noqa: PLR2004
        return None
    if not is_id(parts[2]) or _check(text[:-_CHECK]) != text[-_CHECK:]:
        return None
    return Token(parts[0], parts[1], parts[2], text)


def stand_in(text: str) -> bool:
    """
    Whether a key, a link or a ticket stands anywhere in a text: good, unknown, or with a slip of the pen.

    In a text of JSON it may be written with escapes, and would be kept without them.
    """
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "\\u" in text else text
    return _ANYWHERE.search(plain) is not None


def digest(text: str) -> bytes:
    """What is kept of a token: no slow hash is needed, as nobody guesses 256 bits."""
    return hashlib.sha256(text.encode()).digest()


def in_force(table: sa.Table) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    """That a row of keys or links is neither revoked nor at its end."""
    now = clock.microseconds(clock.now())
    return table.c.revoked_at.is_(None), table.c.expires_at.is_(None) | (table.c.expires_at > now)


def _letters(count: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(count))


def _check(body: str) -> str:
    return _base62(zlib.crc32(body.encode()), _CHECK)


def _base62(number: int, length: int) -> str:
    letters = ""
    for _ in range(length):
        number, letter = divmod(number, len(_ALPHABET))
        letters = _ALPHABET[letter] + letters
    return letters

"""
Bridgemate's `.bws`, an Access database: told apart, and refused with what to do instead.

Source:
    docs/decisions/0018-no-driver-for-bws.md
"""

from collections.abc import Iterator
from typing import BinaryIO, Final

from services.formats.found import Asked, Item, Unreadable

_MAGIC: Final = b"\x00\x01\x00\x00Standard "
_ENGINES: Final = (b"Jet DB\x00", b"ACE DB\x00")


def read(file: BinaryIO, _asked: Asked) -> Iterator[Item]:
    """
    Nothing: a `.bws` cannot be read soundly.

    Errors:
        Unreadable: always, with the way round for an Access database.
    """
    yield from ()
    if is_access(file.read(32)):
        raise Unreadable(
            1,
            "this is an Access database, such as Bridgemate's .bws, and no reader of those can be trusted with results:"
            " have the scoring program write the session as USEBIO, PBN or CSV, or take the Data Connector's JSON",
        )
    raise Unreadable(1, "this is no .bws: those are Access databases")


def is_access(head: bytes) -> bool:
    """Whether a file that begins so is an Access database."""
    return any(head.startswith(_MAGIC + engine) for engine in _ENGINES)

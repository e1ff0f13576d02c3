"""The formats that can be read, by name, and how a file shows which one it is."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from services.formats import acbl, bridgemate, bws, lin, pbn, plain, usebio
from services.formats.found import Reader, Unreadable

HEAD: Final = 4096
"""How many bytes of a file tell its format."""


@dataclass(frozen=True, slots=True)
class Format:
    """
    A format.

    Args:
        shows: Whether a file that begins with these bytes is of it.
        read: Its reader.
    """

    shows: Callable[[bytes], bool]
    read: Reader


def _has(pattern: bytes) -> Callable[[bytes], bool]:
    found = re.compile(pattern)
    return lambda head: found.search(head) is not None


_is_xml: Final = _has(rb"(?i)^\W*<(\?xml|!DOCTYPE|!--|USEBIO)")
"""In UTF-16 too, once the zero bytes are gone."""

FORMATS: Final[dict[str, Format]] = {
    "bws": Format(bws.is_access, bws.read),
    "usebio": Format(lambda head: _is_xml(head.replace(b"\0", b"")), usebio.read),
    "bridgemate": Format(_has(rb'^\W*\{[^}]*"SerializedData"'), bridgemate.read),
    "acbl": Format(_has(rb"^\W*\{"), acbl.read),
    "lin": Format(_has(rb"(?m)^\s*(%[^\n]*\n\s*)*\w\w\|"), lin.read),
    "pbn": Format(_has(rb'(?m)^\W*\[\s*\w+\s*"|^\W*PBN'), pbn.read),
    "csv": Format(_has(rb'(?i)^\W*?("?#[^\n]*\n)*[^\n]*\bcontract\b'), plain.read),
}


def detect(head: bytes) -> str:
    """The format of a file by its first bytes; Unreadable if it shows none."""
    for name, format_ in FORMATS.items():
        if format_.shows(head):
            return name
    raise Unreadable(1, f"this is in no format known here ({', '.join(FORMATS)}): say --format")

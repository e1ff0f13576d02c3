"""The characters of an XML file: as it declares them, else UTF-8, else Latin-1."""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from services.formats.found import Unreadable

_CHUNK: Final = 64 * 1024
_DECLARED: Final = re.compile(rb"""\A<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_KNOWN: Final = {
    **dict.fromkeys(("utf-8", "utf8", "us-ascii", "ascii"), "utf-8-sig"),
    **dict.fromkeys(("iso-8859-1", "latin1", "latin-1"), "latin-1"),
    **dict.fromkeys(("windows-1252", "cp1252"), "cp1252"),
    "iso-8859-2": "iso-8859-2",
    "windows-1250": "cp1250",
    "iso-8859-15": "iso-8859-15",
    "utf-16": "utf-16",
}
_AS_LATIN: Final = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
"""Bytes that are no UTF-8, as Python keeps them, and the Latin-1 characters that they are."""


def decoded(file: BinaryIO) -> Iterator[str]:
    """The text of a file, piece by piece; Unreadable in an encoding that is not known."""
    chunk = file.read(_CHUNK)
    decoder = codecs.getincrementaldecoder(_codec(chunk))(errors="surrogateescape")
    line = 1
    while chunk:
        try:
            text = decoder.decode(chunk)
        except UnicodeError as error:
            raise Unreadable(line, "it has characters that are not in the encoding that the file declares") from error
        line += text.count("\n")
        # Only a file that says UTF-8, or nothing, and is Latin-1 has such bytes.
        yield text if text.isascii() else text.translate(_AS_LATIN)
        chunk = file.read(_CHUNK)
    yield _rest(decoder, line)


def _rest(decoder: codecs.IncrementalDecoder, line: int) -> str:
    try:
        return decoder.decode(b"", final=True).translate(_AS_LATIN)
    except UnicodeError as error:
        raise Unreadable(line, "it ends in the middle of a character") from error


def _codec(head: bytes) -> str:
    if head[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
        return "utf-16"
    found = _DECLARED.match(head.removeprefix(codecs.BOM_UTF8))
    if found is None:
        return "utf-8-sig"
    name = found[1].decode("ascii")
    known = _KNOWN.get(name.lower())
    if known is None:
        raise Unreadable(1, f"this is in the encoding {name}, which is not read: save it as UTF-8")
    return known

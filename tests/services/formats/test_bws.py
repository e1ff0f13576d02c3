"""Bridgemate's `.bws`: known by its first bytes, and refused with what to do instead."""

import io

import pytest

from services.formats.bws import is_access, read
from services.formats.found import Asked, Unreadable

JET = b"\0\1\0\0Standard Jet DB\0\1\0\0\0" + bytes(4096)
ACE = b"\0\1\0\0Standard ACE DB\0\2\0\0\0" + bytes(4096)
OTHERS = [b"", b"\0\1\0\0Standard", b"SQLite format 3\0", b'[Event ""]', b"PK\3\4", b"\xff" * 4096, JET[:19], JET[1:]]


def refused(raw: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as fault:
        list(read(io.BytesIO(raw), Asked()))
    return fault.value


@pytest.mark.parametrize("raw", [JET, ACE, JET[:20]])
def test_an_access_database_is_refused_with_the_way_round(raw: bytes) -> None:
    assert is_access(raw)
    assert "USEBIO, PBN or CSV" in refused(raw).reason


@pytest.mark.parametrize("raw", OTHERS)
def test_anything_else_is_no_bws(raw: bytes) -> None:
    assert not is_access(raw)
    assert "this is no .bws" in refused(raw).reason

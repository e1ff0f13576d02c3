"""The chain, by a second implementation of its recipe: SHA-256 over length-prefixed fields, each link over the last."""

import hashlib
import struct
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from services import event_log, tables
from services.chain import GENESIS, link
from services.recording import Report
from services.wiring import EVERY, Stores
from tests import books
from tests.people import PASSED, Table, deal, report

FIELDS = ("match", "version", "id", "type", "recorded_at", "occurred_at", "actor", "body")
TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
EVENTS = st.fixed_dictionaries(
    {
        "ledger": TEXT,
        "match": TEXT,
        "version": st.integers(1, 2**53),
        "id": TEXT,
        "type": TEXT,
        "recorded_at": st.integers(-(2**60), 2**60),
        "occurred_at": st.none() | st.integers(-(2**60), 2**60),
        "actor": TEXT,
        "body": TEXT,
    }
)


def by_hand(previous: bytes, ledger: str, event: dict[str, Any]) -> bytes:
    """One link: the previous hash, the ledger's name, every field in order; eight bytes of ones if absent."""
    digest = hashlib.sha256()
    for value in (previous, ledger, *(event[name] for name in FIELDS)):
        if value is None:
            digest.update(b"\xff\xff\xff\xff\xff\xff\xff\xff")
            continue
        raw = value if isinstance(value, bytes) else str(value).encode("utf-8")
        digest.update(struct.pack(">Q", len(raw)) + raw)
    return digest.digest()


def first_broken(rows: Iterable[dict[str, Any]]) -> int | None:
    """The first version whose hash is not that of its fields; None if the chain holds."""
    previous = bytes(32)
    for row in rows:
        previous = by_hand(previous, "main", row)
        if previous != bytes(row["hash"]):
            return int(row["version"])
    return None


def rows(stores: Stores, match: str) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in books.log(stores, match)]


@pytest.fixture
def match(stores: Stores) -> str:
    """A match with a time that was said, one that was not, and a name beyond ASCII."""
    table = Table(stores)
    match = table.open(title="Čtvrtek ♠")
    table.tell(match, *deal())
    noon = datetime.fromisoformat("2026-11-29T12:00:00.000001+01:00")
    table.tell_all(match, [Report(report(*PASSED).event, occurred_at=noon), report(*PASSED)])
    table.tell(match, "match.closed", {"reason": "dinner"})
    return match


def test_the_recipe_by_hand_gives_the_logs_hashes(stores: Stores, match: str) -> None:
    found = rows(stores, match)

    assert first_broken(found) is None
    with stores.reading(EVERY) as connection:
        head = event_log.head(connection, None, match)
    assert head is not None
    assert head.hash == bytes(found[-1]["hash"])


@given(EVENTS, st.binary(min_size=32, max_size=32))
def test_the_recipe_by_hand_gives_the_links(event: dict[str, Any], previous: bytes) -> None:
    given_ = {name: event[name] for name in FIELDS}

    assert link(previous, **event) == by_hand(previous, event["ledger"], given_)


def test_the_chain_begins_with_zeros() -> None:
    assert bytes(32) == GENESIS


CHANGES = [
    ("body", "body || ' '"),
    ("type", "'bridge.dealt'"),
    ("actor", "'director:forged'"),
    ("recorded_at", "recorded_at + 1"),
    ("occurred_at", "COALESCE(occurred_at, 0) + 1"),
    ("occurred_at", "CASE WHEN occurred_at IS NULL THEN 0 ELSE NULL END"),
    ("id", "'00000000-0000-0000-0000-000000000001'"),
    ("hash", "(SELECT hash FROM matches LIMIT 1)"),
]


@pytest.mark.parametrize(("column", "change"), CHANGES)
@pytest.mark.parametrize("version", [1, 3])
def test_br082_a_changed_column_is_noticed(stores: Stores, match: str, column: str, change: str, version: int) -> None:
    """By somebody who may even take the triggers away."""
    with books.abandoned(stores) as connection:
        if connection.dialect.name == "sqlite":
            connection.execute(sa.text("DROP TRIGGER events_stay_update"))
        else:
            connection.execute(sa.text("ALTER TABLE events DISABLE TRIGGER events_stay"))
        here = tables.events.c.version == version
        connection.execute(sa.update(tables.events).where(here).values({column: sa.text(change)}))
        query = sa.text("SELECT * FROM events WHERE match = :match ORDER BY version")
        tampered = [dict(row._mapping) for row in connection.execute(query, {"match": match})]

    assert first_broken([row | {"id": str(row["id"]), "match": match} for row in tampered]) == version
    assert first_broken(rows(stores, match)) is None


def test_br083_every_flipped_bit_is_noticed(stores: Stores, match: str) -> None:
    found = rows(stores, match)
    event = {name: found[1][name] for name in FIELDS} | {"occurred_at": 1}
    whole = link(bytes(found[0]["hash"]), ledger="main", **event)

    for name in FIELDS:
        raw = bytearray(str(event[name]).encode())
        for bit in range(len(raw) * 8):
            raw[bit // 8] ^= 1 << bit % 8
            flipped = event | {name: bytes(raw)}
            assert by_hand(bytes(found[0]["hash"]), "main", flipped) != whole, (name, bit)
            raw[bit // 8] ^= 1 << bit % 8
    for bit in range(256):
        previous = bytearray(found[0]["hash"])
        previous[bit // 8] ^= 1 << bit % 8
        assert link(bytes(previous), ledger="main", **event) != whole, bit


@pytest.mark.parametrize(("one", "other"), [("id", "type"), ("actor", "body"), ("match", "id")])
def test_what_moves_from_one_field_to_the_next_is_noticed(one: str, other: str) -> None:
    event: dict[str, Any] = dict.fromkeys(("ledger", "match", "id", "type", "actor", "body"), "ab")
    event |= {"version": 1, "recorded_at": 1, "occurred_at": None}

    assert link(GENESIS, **event) != link(GENESIS, **(event | {one: "a", other: "bab"}))


def test_an_absent_time_is_not_an_empty_one() -> None:
    event: dict[str, Any] = dict.fromkeys(("ledger", "match", "id", "type", "actor", "body"), "x")
    event |= {"version": 1, "recorded_at": 1}

    assert len({link(GENESIS, **event, occurred_at=when) for when in (None, 0, 1, -1)}) == 4


def test_a_dropped_event_is_noticed(stores: Stores, match: str) -> None:
    found = rows(stores, match)

    assert first_broken(found[1:]) == 2
    assert first_broken([*found[:2], *found[3:]]) == 4
    assert first_broken([found[0], found[2], found[1], *found[3:]]) == 3


def test_an_event_of_another_match_is_noticed(stores: Stores, match: str) -> None:
    other = Table(stores).open(title="Čtvrtek ♠")

    assert first_broken([*rows(stores, other), *rows(stores, match)[1:]]) == 2

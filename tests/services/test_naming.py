"""Players' names: outside the log, and gone when they are forgotten."""

import json
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from domain.errors import EventInvalid, Malformed
from services import naming, seeing
from services.chain import GENESIS, link
from services.errors import Forbidden, PlayerForgotten, UnknownPlayer
from services.tables import players
from services.wiring import EVERY, Stores
from tests import books
from tests.people import PASSED, Table, deal

PLAYERS = {"N": "p-1", "E": "p-2", "S": ["p-3", "p-5"], "W": "p-4"}
ANNA = "Anna Wachtelkönig"


@pytest.fixture
def table(stores: Stores) -> Table:
    return Table(stores)


def names(table: Table) -> dict[str, str | None]:
    return {each.id: each.name for each in naming.listing(table.stores, table.bearer)}


def chained(stores: Stores, match: str) -> list[bytes]:
    """The hashes of a match, computed from what is stored; they must be those that are stored."""
    last, found = GENESIS, []
    for row in books.log(stores, match):
        fields = {name: getattr(row, name) for name in ("match", "version", "id", "type", "body")}
        times = {"recorded_at": row.recorded_at, "occurred_at": row.occurred_at, "actor": row.actor}
        last = link(last, ledger="main", **fields, **times)
        assert last == bytes(row.hash)
        found.append(last)
    return found


def test_a_player_is_named_renamed_and_listed_by_id(table: Table) -> None:
    naming.name(table.stores, table.bearer, "p-2", "Ben")
    naming.name(table.stores, table.bearer, "p-1", "Ana")
    naming.name(table.stores, table.bearer, "p-1", "  Anna ")

    assert names(table) == {"p-1": "Anna", "p-2": "Ben"}
    assert naming.names(table.stores, table.bearer.ledger, ["p-1", "p-9"]) == {"p-1": "Anna"}
    assert [each.id for each in naming.listing(table.stores, table.bearer, ["p-2", "p-9"])] == ["p-2"]
    assert [each.id for each in naming.listing(table.stores, table.bearer, after="p-1", limit=5)] == ["p-2"]


def test_many_names_are_looked_up_at_once(table: Table) -> None:
    naming.name_all(table.stores, table.bearer, [(f"p-{n}", f"Player {n}") for n in range(1200)])

    found = naming.names(table.stores, table.bearer.ledger, [f"p-{n}" for n in range(1300)])

    assert len(found) == 1200
    assert found["p-1199"] == "Player 1199"


@pytest.mark.parametrize("called", ["", "   ", "x" * 101, "An\nna", "An\x1b[31mna", "An\u2028na", "Anna\u202egnireB"])
def test_what_is_no_name_is_refused_without_saying_it_again(table: Table, called: str) -> None:
    with pytest.raises(EventInvalid) as refused:
        naming.name(table.stores, table.bearer, "p-1", called)

    assert [flaw.pointer for flaw in refused.value.flaws] == ["/name"]
    assert "na" not in str(refused.value).replace("/name", "")
    assert names(table) == {}


@pytest.mark.parametrize("id_", ["", "x" * 101, "a\nb"])
def test_what_is_no_id_is_refused(table: Table, id_: str) -> None:
    with pytest.raises(EventInvalid):
        naming.name(table.stores, table.bearer, id_, "Anna")
    with pytest.raises(EventInvalid):
        naming.forget(table.stores, table.bearer, id_)


def test_br149_nul_in_a_name_is_malformed_on_both_databases(table: Table) -> None:
    for id_, called in (("p-1", "An\0na"), ("p\0", "Anna"), ("p-1", "\ud800")):
        with pytest.raises(Malformed):
            naming.name(table.stores, table.bearer, id_, called)
    with pytest.raises(Malformed):
        naming.forget(table.stores, table.bearer, "p\0")


def test_every_id_that_the_log_takes_can_be_named(table: Table) -> None:
    longest = "p" * 100
    table.open(players={"N": longest})

    assert naming.name(table.stores, table.bearer, longest, "Anna").name == "Anna"


def test_many_are_named_all_or_none(table: Table) -> None:
    with pytest.raises(EventInvalid):
        naming.name_all(table.stores, table.bearer, [("p-1", "Anna"), ("p-2", "")])
    assert names(table) == {}

    assert naming.name_all(table.stores, table.bearer, [("p-1", "Anna"), ("p-2", "Ben")]) == (2, 0)


def test_who_was_forgotten_is_named_again_only_when_that_is_said(table: Table) -> None:
    naming.name(table.stores, table.bearer, "p-1", "Anna")
    naming.forget(table.stores, table.bearer, "p-1")

    with pytest.raises(PlayerForgotten):
        naming.name(table.stores, table.bearer, "p-1", "Anna")
    assert naming.name_all(table.stores, table.bearer, [("p-1", "Anna"), ("p-2", "Ben")]) == (1, 1)
    assert names(table) == {"p-1": None, "p-2": "Ben"}
    assert naming.name(table.stores, table.bearer, "p-1", "Anna", again=True).forgotten_at is None


def test_forgetting_may_be_said_again_and_takes_somebody_who_was_named(table: Table) -> None:
    naming.name(table.stores, table.bearer, "p-1", "Anna")
    naming.forget(table.stores, table.bearer, "p-1")
    (first,) = naming.listing(table.stores, table.bearer)
    naming.forget(table.stores, table.bearer, "p-1")

    assert naming.listing(table.stores, table.bearer) == [first]
    with pytest.raises(UnknownPlayer):
        naming.forget(table.stores, table.bearer, "p-77")


def test_forgetting_says_in_how_many_matches_the_id_sits(table: Table) -> None:
    for who in (PLAYERS, {"N": "p-55"}, {"p-5": "x"}, {"7": ["p-6", "p-5"]}):
        game = "bridge.pairs" if "7" in who or "p-5" in who else "bridge.rubber"
        table.open(game, players=who)
    naming.name(table.stores, table.bearer, "p-5", "Anna")

    assert naming.forget(table.stores, table.bearer, "p-5").matches == 2


@pytest.mark.parametrize("scopes", [("scorer",), ("reader",), ("auditor",)])
def test_naming_takes_a_director_or_an_administrator(stores: Stores, scopes: tuple[str, ...]) -> None:
    reader = Table(stores, scopes=scopes)
    for key in (reader, Table(stores, scopes=("director",), matches=("0190163d-8694-739b-aea5-966c26f8ad90",))):
        with pytest.raises(Forbidden):
            naming.name(stores, key.bearer, "p-1", "Anna")
        with pytest.raises(Forbidden):
            naming.name_all(stores, key.bearer, [("p-1", "Anna")])
        with pytest.raises(Forbidden):
            naming.forget(stores, key.bearer, "p-1")

    assert naming.listing(stores, reader.bearer) == []
    assert naming.name(stores, Table(stores, scopes=("admin",)).bearer, "p-1", "Anna").name == "Anna"


def test_hashes_and_boards_are_the_same_with_names_renamed_and_forgotten(table: Table) -> None:
    match = table.open(players=PLAYERS)
    table.tell(match, *deal())
    table.drain()
    log, boards = chained(table.stores, match), books.boards(table.stores, match)

    naming.name_all(table.stores, table.bearer, [(f"p-{n}", f"Player {n}") for n in range(1, 6)])
    table.tell(match, *PASSED)
    table.drain()
    with_names = chained(table.stores, match)
    assert with_names[:2] == log
    naming.name(table.stores, table.bearer, "p-3", ANNA)
    naming.forget(table.stores, table.bearer, "p-3")

    assert chained(table.stores, match) == with_names
    assert books.boards(table.stores, match) == books.replayed(table.stores, match)
    assert books.boards(table.stores, match)["rubber"]["players"] == boards["rubber"]["players"] == PLAYERS


def test_an_error_of_the_database_does_not_say_the_name(stores: Stores) -> None:
    row = {"ledger": 999, "id": "p-1", "name": ANNA, "named_at": 0}
    with pytest.raises(DBAPIError) as failed, stores.writing(EVERY) as connection:
        connection.execute(sa.insert(players).values(row))

    assert ANNA not in str(failed.value)


def test_a_forgotten_name_is_in_no_file_of_sqlite(table: Table, tmp_path: Path) -> None:
    """Hundreds of names, so that pages are split and filled again, renamed to longer and shorter ones."""
    if table.stores.engine.dialect.name != "sqlite":
        assert _ids_in_the_file_of_the_table(table) == 0
        return
    match = table.open(players=PLAYERS)
    for turn in range(4):
        said = [(f"p-{n}", f"{ANNA}{'x' * ((n * 7 + turn * 13) % 60)}") for n in range(0, 900, 1 + turn)]
        naming.name_all(table.stores, table.bearer, said)
        table.tell(match, *PASSED)
        table.drain()
    assert found_in(tmp_path)

    with table.stores.writing(EVERY) as connection:
        for n in range(900):
            connection.execute(sa.update(players).where(players.c.id == f"p-{n}").values(name=None, forgotten_at=1))
    assert naming.forget(table.stores, table.bearer, "p-1").left == ()

    assert found_in(tmp_path) == []
    assert len(names(table)) == 900
    with sqlite3.connect(tmp_path / "scorepad.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def found_in(folder: Path) -> list[str]:
    """The files that hold any such name."""
    return [path.name for path in folder.rglob("*") if path.is_file() and b"Wachtel" in path.read_bytes()]


def _ids_in_the_file_of_the_table(table: Table) -> int:
    naming.name_all(table.stores, table.bearer, [(f"p-{n}", ANNA) for n in range(500)])
    books.run(table.stores, "ANALYZE players")
    for n in range(1, 500):
        books.run(table.stores, "UPDATE players SET name = NULL, forgotten_at = 1 WHERE id = :id", id=f"p-{n}")
    assert _bytes(table.stores).count(b"Wachtel") > 0
    (left,) = naming.forget(table.stores, table.bearer, "p-0").left
    assert "WAL" in left
    assert books.run(table.stores, "SELECT 1 FROM pg_stats WHERE tablename = 'players' AND attname = 'name'") == 0
    return _bytes(table.stores).count(b"Wachtel")


def _bytes(stores: Stores) -> bytes:
    """The file of the table, as PostgreSQL has it on disk."""
    with stores.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("CHECKPOINT"))
        whole = connection.execute(sa.text("SELECT pg_read_binary_file(pg_relation_filepath('players'))")).scalar_one()
        return bytes(whole)


def test_what_is_left_is_said_while_somebody_reads_for_long(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    naming.name(table.stores, table.bearer, "p-1", ANNA)
    monkeypatch.setattr("services.scrubbing._SECONDS", 1)
    with table.stores.reading(EVERY) as connection:
        connection.execute(sa.select(players)).all()
        left = naming.forget(table.stores, table.bearer, "p-1").left

    assert any("forget again" in sentence for sentence in left)
    assert not any("forget again" in sentence for sentence in naming.forget(table.stores, table.bearer, "p-1").left)


def test_a_match_tells_the_names_of_who_plays_in_it(table: Table) -> None:
    match = seeing.any_match(table.stores, table.open(players=PLAYERS))
    naming.name_all(table.stores, table.bearer, [("p-1", "Anna"), ("p-5", "Eva"), ("p-9", "Zoe")])

    ids = naming.people.ids(json.loads(match.players))

    assert naming.names(table.stores, match.ledger, ids) == {"p-1": "Anna", "p-5": "Eva"}

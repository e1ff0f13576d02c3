"""What a transaction of one ledger sees and may write of another's, under the API's role: nothing."""

import random
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import ProgrammingError

from services import (
    checkpointing,
    exporting,
    keys,
    ledgers,
    links,
    naming,
    projecting,
    reading,
    rebuilding,
    scoreboard,
    seeing,
    signing,
    tables,
    tickets,
    verifying,
    wiring,
)
from services.config import Settings
from services.errors import KeyNeeded, StoreAway, UnknownMatch
from services.folding import Folded
from services.keyring import Keyring
from services.roles import KINDS
from services.wiring import EVERY, Stores, Whose
from tests.chance import dice
from tests.conftest import as_role, fresh_database
from tests.people import PASSED, Table, report

TRIES = 2000
WALLED = [table for table in tables.metadata.sorted_tables if table.name != "ledgers"]
READABLE = [table for table in WALLED if table.name != "sequenced"]
WRITABLE = [
    tables.matches,
    tables.events,
    tables.requests,
    tables.dirty,
    tables.keys,
    tables.players,
    tables.links,
    tables.tickets,
]
each_readable = pytest.mark.parametrize("table", READABLE, ids=lambda table: table.name)
each_writable = pytest.mark.parametrize("table", WRITABLE, ids=lambda table: table.name)
each_walled = pytest.mark.parametrize("table", WALLED, ids=lambda table: table.name)
REFUSED = "violates row-level security|permission denied"


@dataclass
class Club:
    """A ledger with a private match, a public one, a player, and what workers made of them and have yet to make."""

    table: Table
    private: str
    public: str

    @property
    def number(self) -> int:
        return self.table.bearer.ledger


@dataclass
class Town:
    """Two clubs in one database, and everybody who works on it."""

    owner: Stores
    writer: Stores
    projector: Stores
    reader: Stores
    ours: Club
    theirs: Club


@pytest.fixture(scope="module")
def town(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """A town that many tests look at: nothing of the clubs is left otherwise than it was."""
    with built(request, redis_url, tmp_path_factory.mktemp("town")) as found:
        yield found


@pytest.fixture
def busy_town(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path) -> Iterator[Town]:
    """A town in which a test opens matches."""
    with built(request, redis_url, tmp_path) as found:
        yield found


@contextmanager
def built(request: pytest.FixtureRequest, redis_url: str, folder: Path) -> Iterator[Town]:
    roles = request.getfixturevalue("roles_of")
    with fresh_database(request, "postgresql", folder) as url, ExitStack() as stack:
        urls = [url, *(as_role(url, roles[kind]) for kind in KINDS)]
        everybody = [stack.enter_context(connected(each, redis_url, folder)) for each in urls]
        owner, writer, projector, reader = everybody
        with owner.writing(EVERY) as connection:
            ledgers.add(connection, "theirs")
        clubs = [club(writer, ledger) for ledger in ("main", "theirs")]
        projecting.drain(projector, Folded())
        with projector.reading(EVERY) as connection:
            standings = checkpointing.standings(connection)
        assert all(checkpointing.make(projector, each) for each in standings)
        with owner.writing(EVERY) as connection:
            for each in clubs:
                values = {"match": each.private, "version": 1, "ledger": each.number}
                connection.execute(sa.insert(tables.dirty).values(values))
        yield Town(owner, writer, projector, reader, *clubs)


@contextmanager
def connected(url: str, redis_url: str, folder: Path) -> Iterator[Stores]:
    stores = wiring.connect(Settings(database_url=url, redis_url=redis_url, data=folder, pool=2, _env_file=None))
    try:
        yield stores
    finally:
        stores.engine.dispose()
        stores.redis.close()


def club(stores: Stores, ledger: str) -> Club:
    table = Table(stores, ledger=ledger, scopes=("director", "admin"), settles=False)
    private, public = table.open(visibility="private"), table.open()
    # More than 256 events, so that the tree keeps a root.
    for match in (private, public):
        for number in range(2):
            table.tell_all(match, [report(*PASSED) for _ in range(70)], key=f"{match} {number}")
    naming.name(stores, table.bearer, "ada", "Ada")
    links.create(stores, table.bearer, private, "viewer")
    tickets.create(stores, table.bearer)
    return Club(table, private, public)


def rows(connection: Connection, table: sa.Table, *where: Any) -> list[dict[str, Any]]:
    """A table's rows that are shown."""
    return [dict(row._mapping) for row in connection.execute(sa.select(table).where(*where))]


def seen(stores: Stores, whose: Whose, table: sa.Table, **how: Any) -> list[dict[str, Any]]:
    with stores.reading(whose, **how) as connection:
        return rows(connection, table)


def secrets(town: Town, table: sa.Table) -> list[dict[str, Any]]:
    """The rows of a table that the other ledger keeps to itself."""
    with town.owner.reading(EVERY) as connection:
        return [row for row in rows(connection, table) if is_secret(town, table, row)]


def is_secret(town: Town, table: sa.Table, row: dict[str, Any]) -> bool:
    if "ledger" not in row:
        return row["match"] == town.theirs.private
    shown = table.name == "matches" and row["id"] == town.theirs.public
    return bool(row["ledger"] == town.theirs.number) and not shown


@each_walled
def test_there_is_something_to_hide_in_every_table(town: Town, table: sa.Table) -> None:
    """Else none of what follows would show anything."""
    assert secrets(town, table)


@each_readable
@pytest.mark.parametrize("asks", ["our ledger", "nobody", "who says nothing"])
def test_nobody_sees_what_another_ledger_keeps_to_itself(town: Town, table: sa.Table, asks: str) -> None:
    if asks == "who says nothing":
        with town.writer.engine.connect() as connection:
            found = rows(connection, table)
    else:
        found = seen(town.writer, town.ours.number if asks == "our ledger" else None, table)

    assert [row for row in found if is_secret(town, table, row)] == []
    if asks == "our ledger":
        assert [row for row in found if row.get("ledger", town.ours.number) == town.ours.number]
    else:
        assert {row.get("match", row.get("id")) for row in found} <= {town.ours.public, town.theirs.public}


@each_readable
def test_who_means_all_ledgers_sees_their_log_and_boards_and_never_keys_names_or_requests(
    town: Town, table: sa.Table
) -> None:
    found = [row for row in seen(town.writer, EVERY, table) if is_secret(town, table, row)]

    assert bool(found) == (table.name not in {"keys", "links", "players", "requests", "tickets"})


@each_writable
def test_no_row_of_another_ledger_is_added(town: Town, table: sa.Table) -> None:
    for whose in (town.ours.number, None, EVERY):
        with pytest.raises(ProgrammingError, match=REFUSED), town.writer.writing(whose) as connection:
            connection.execute(sa.insert(table).values(secrets(town, table)[0]))


@each_writable
def test_who_means_all_ledgers_adds_nothing_at_all(town: Town, table: sa.Table) -> None:
    own = seen(town.writer, town.ours.number, table)[0]

    with pytest.raises(ProgrammingError, match=REFUSED), town.writer.writing(EVERY) as connection:
        connection.execute(sa.insert(table).values(own))


def test_no_row_of_another_ledger_is_changed(town: Town) -> None:
    changes = {
        tables.matches: {"title": "ours"},
        tables.keys: {"revoked_at": 0},
        tables.players: {"name": "ours"},
    }
    for table, values in changes.items():
        for whose in (None, EVERY, town.ours.number):
            theirs = table.c.ledger == town.theirs.number
            with town.writer.writing(whose) as connection:
                assert connection.execute(sa.update(table).where(theirs).values(values)).rowcount == 0
        for whose in (None, EVERY):
            with town.writer.writing(whose) as connection:
                assert connection.execute(sa.update(table).values(values)).rowcount == 0


def test_no_row_is_moved_to_another_ledger(town: Town) -> None:
    for table in (tables.matches, tables.keys, tables.players, tables.events):
        with pytest.raises(ProgrammingError, match="denied"), town.writer.writing(town.ours.number) as connection:
            connection.execute(sa.update(table).values(ledger=town.theirs.number))


@pytest.mark.parametrize("role", KINDS)
@pytest.mark.parametrize("statement", ["UPDATE {} SET ledger = 1", "DELETE FROM {}", "TRUNCATE {}"])
@pytest.mark.parametrize("table", ["events", "feed", "checkpoints"])
def test_nobody_but_the_owner_may_even_try_to_change_the_log(town: Town, role: str, statement: str, table: str) -> None:
    stores: Stores = getattr(town, role)

    with pytest.raises(ProgrammingError, match="permission denied"), stores.writing(town.ours.number) as connection:
        connection.execute(sa.text(statement.format(table)))


def test_one_key_is_shown_to_who_knows_its_id(town: Town) -> None:
    theirs = town.theirs.table.bearer.id

    assert [row["id"] for row in seen(town.writer, None, tables.keys, key=theirs)] == [theirs]
    assert seen(town.writer, None, tables.keys) == []
    assert {row["id"] for row in seen(town.writer, town.ours.number, tables.keys)} == {town.ours.table.bearer.id}


def test_keys_are_made_and_read_by_the_api_in_its_own_ledger(town: Town) -> None:
    made = keys.create(town.writer, ["reader"], ledger="theirs")

    assert Keyring(town.writer).bearer(made.key).ledger == town.theirs.number
    with pytest.raises(KeyNeeded):
        Keyring(town.writer).bearer(made.key[:-1] + "x")


def test_the_workers_rebuild_verify_and_change_the_signing_key(town: Town) -> None:
    assert rebuilding.rebuild(town.projector).changed == 0
    signing.rotate(town.projector, "main")

    assert [verifying.verify(stores).findings.first for stores in (town.projector, town.owner)] == [[], []]


def test_the_api_exports_a_match(town: Town) -> None:
    found = seeing.any_match(town.writer, town.theirs.private)

    assert "".join(exporting.export(town.writer, found, "jsonl")).count("\n") == found.version


def test_a_connection_that_dies_as_a_transaction_begins_is_away(town: Town) -> None:
    """It was found to be well when it left the pool."""

    def kill(connection: Any, *_: Any) -> None:
        with town.owner.reading(None) as killing:
            killing.execute(sa.func.pg_terminate_backend(connection.info.backend_pid, 5000).select())

    sa.event.listen(town.writer.engine, "checkout", kill)
    try:
        for transaction in (town.writer.reading, town.writer.writing):
            with pytest.raises(StoreAway), transaction(town.ours.number):
                pass
    finally:
        sa.event.remove(town.writer.engine, "checkout", kill)
    assert seen(town.writer, town.ours.number, tables.matches)


def test_a_name_is_forgotten_by_the_api_out_of_the_tables_file_too(town: Town) -> None:
    naming.name(town.writer, town.ours.table.bearer, "bob", "Bob")

    gone = naming.forget(town.writer, town.ours.table.bearer, "bob")

    version = town.owner.engine.dialect.server_version_info
    assert version is not None
    told = "VACUUM FULL" in "\n".join(gone.left)
    assert told == (version < (17,)), "from 17 on there is a right for it"


def test_the_pool_hands_nothing_on(town: Town) -> None:
    query = sa.text(
        "SELECT current_setting('scorepad.ledger', true), current_setting('scorepad.key', true), pg_backend_pid()"
    )
    used = set()
    for _ in range(town.writer.settings.pool):
        with town.writer.reading(town.theirs.number, key="some") as connection:
            said, key, process = connection.execute(query).one()
            assert (said, key) == (str(town.theirs.number), "some")
            used.add(process)
        with pytest.raises(ProgrammingError), town.writer.writing(EVERY) as connection:
            connection.execute(sa.text("DELETE FROM events"))

    for _ in range(town.writer.settings.pool):
        with town.writer.engine.connect() as connection:
            said, key, process = connection.execute(query).one()
            assert ({said, key} <= {"", None}, process in used) == (True, True)
        with town.writer.reading(None) as connection:
            said, key, _ = connection.execute(query).one()
            assert (said, key or "") == ("", "")


def test_a_ledger_finds_another_ones_public_match_and_not_its_private_one(town: Town) -> None:
    ours = town.ours.table.bearer

    assert seeing.find(town.writer, Folded(), ours, town.theirs.public).ledger == town.theirs.number
    for bearer in (ours, None):
        with pytest.raises(UnknownMatch):
            seeing.find(town.writer, Folded(), bearer, town.theirs.private)


@pytest.mark.parametrize("table", [tables.keys, tables.players, tables.requests], ids=lambda table: table.name)
def test_the_workers_have_no_right_to_keys_names_and_requests(town: Town, table: sa.Table) -> None:
    with pytest.raises(ProgrammingError, match="permission denied"):
        seen(town.projector, EVERY, table)


@pytest.mark.parametrize("table", [tables.matches, tables.events, tables.keys], ids=lambda table: table.name)
def test_the_workers_add_nothing_to_the_log(town: Town, table: sa.Table) -> None:
    with pytest.raises(ProgrammingError, match="permission denied"), town.projector.writing(EVERY) as connection:
        connection.execute(sa.insert(table).values(secrets(town, table)[0]))


def test_the_reader_sees_what_is_public_whatever_it_says(town: Town) -> None:
    public = {town.ours.public, town.theirs.public}

    for whose in (None, EVERY, town.theirs.number):
        assert {row["id"] for row in seen(town.reader, whose, tables.matches)} == public
        assert {row["match"] for row in seen(town.reader, whose, tables.boards)} == public
    for table in WALLED:
        if table.name not in {"matches", "boards"}:
            with pytest.raises(ProgrammingError, match="permission denied"):
                seen(town.reader, None, table)


def test_two_thousand_random_tries_bring_nothing_over_the_wall(town: Town) -> None:
    chance = dice(6)
    hidden = {table: secrets(town, table) for table in WALLED}
    before = {table: town_rows(town, table) for table in WALLED}
    outcomes = Counter[str]()

    for _ in range(TRIES):
        table = chance.choice(WALLED)
        attempt = chance.choice(ATTEMPTS)
        whose = chance.choice([town.ours.number, None] if attempt in READS else [town.ours.number, None, EVERY])
        try:
            with town.writer.writing(whose) as connection:
                found = attempt(connection, table, chance.choice(hidden[table]), chance)
            assert [row for row in found if is_secret(town, table, row)] == [], (attempt, table, whose)
            outcomes["nothing"] += 1
        except ProgrammingError as error:
            outcomes["refused" if re.search(REFUSED, str(error)) else f"failed: {error}"] += 1

    assert outcomes.keys() == {"nothing", "refused"}
    assert sum(outcomes.values()) == TRIES
    assert min(outcomes.values()) > TRIES / 10, "both were met: what is not shown, and what is refused"
    assert {table: town_rows(town, table) for table in WALLED} == before


def town_rows(town: Town, table: sa.Table) -> set[str]:
    """A table's rows, whoever's, but what the tries did to our own."""
    with town.owner.reading(EVERY) as connection:
        return {repr(row) for row in rows(connection, table) if is_secret(town, table, row)}


def _by_its_name(connection: Connection, table: sa.Table, row: dict[str, Any], _: random.Random) -> Any:
    return rows(connection, table, *named(table, row))


def _by_any_column(connection: Connection, table: sa.Table, row: dict[str, Any], chance: random.Random) -> Any:
    column = chance.choice(list(table.c))
    return rows(connection, table, column.is_not_distinct_from(row[column.name]))


def _by_no_name(connection: Connection, table: sa.Table, row: dict[str, Any], chance: random.Random) -> Any:
    column = chance.choice(list(table.c))
    return rows(connection, table, sa.or_(column == row[column.name], sa.true()))


def _by_a_join(connection: Connection, table: sa.Table, _: dict[str, Any], chance: random.Random) -> Any:
    other = chance.choice([each for each in WALLED if each.name != "sequenced"]).alias("other")
    query = sa.select(table).select_from(table.join(other, sa.true(), full=False)).distinct()
    return [dict(row._mapping) for row in connection.execute(query.limit(5000))]


def _by_a_count(connection: Connection, table: sa.Table, row: dict[str, Any], _: random.Random) -> Any:
    found = connection.execute(sa.select(sa.func.count()).select_from(table).where(*named(table, row))).scalar_one()
    return [row] * found


def _change(connection: Connection, table: sa.Table, row: dict[str, Any], chance: random.Random) -> Any:
    column = chance.choice(list(table.c))
    done = connection.execute(sa.update(table).where(*named(table, row)).values({column.name: row[column.name]}))
    return [row] * done.rowcount


def _remove(connection: Connection, table: sa.Table, row: dict[str, Any], _: random.Random) -> Any:
    return [row] * connection.execute(sa.delete(table).where(*named(table, row))).rowcount


def _add(connection: Connection, table: sa.Table, row: dict[str, Any], _: random.Random) -> Any:
    return [row] * connection.execute(sa.insert(table).values(row)).rowcount


def _add_under_a_fresh_id(connection: Connection, table: sa.Table, row: dict[str, Any], _: random.Random) -> Any:
    fresh = {name: str(uuid.uuid4())[: len(row[name])] for name in ("id", "match") if name in row}
    return _add(
        connection,
        table,
        row
        | {
            name: value[:8] if name == "id" and table.name in {"keys", "signers"} else value
            for name, value in fresh.items()
        },
        _,
    )


def named(table: sa.Table, row: dict[str, Any]) -> list[Any]:
    """A row by its primary key."""
    return [column == row[column.name] for column in table.primary_key]


READS: tuple[Callable[..., Any], ...] = (_by_its_name, _by_any_column, _by_no_name, _by_a_join, _by_a_count)
ATTEMPTS = (*READS, _change, _remove, _add, _add_under_a_fresh_id)


def test_the_plans_of_the_hot_statements_still_use_the_indexes(busy_town: Town) -> None:
    """Each statement of appending, reading, listing, looking up a key and following, as the writer is planned it."""
    said: list[tuple[str, Any]] = []

    def listen(_connection: Any, _cursor: Any, statement: str, given: Any, *_: Any) -> None:
        said.append((statement, given))

    sa.event.listen(busy_town.writer.engine, "before_cursor_execute", listen)
    table = Table(busy_town.writer, scopes=("director", "auditor"), settles=False)
    match = table.open()
    table.tell(match, *PASSED, key="once")
    table.tell(match, *PASSED, key="once")
    kept = Folded()
    found = seeing.find(busy_town.writer, kept, table.bearer, match)
    reading.board_now(busy_town.writer, kept, found, "rubber")
    reading.log(busy_town.writer, kept, found, after=0, limit=10)
    seeing.listing(busy_town.writer, kept, table.bearer)
    reading.ledger_feed(busy_town.writer, kept, table.bearer, after=0, limit=10)
    with busy_town.writer.reading(EVERY) as connection:
        scoreboard.standing(connection, [match])
        scoreboard.of_matches(connection, [match])
    sa.event.remove(busy_town.writer.engine, "before_cursor_execute", listen)

    hot = [(text, given) for text, given in said if re.match(r"SELECT .*\sFROM |UPDATE", text, re.DOTALL)]
    assert len(hot) > 15
    with busy_town.writer.reading(table.bearer.ledger) as connection:
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        for statement, given in hot:
            plan = "\n".join(connection.exec_driver_sql(f"EXPLAIN {statement}", given).scalars())
            assert not re.search(r"Seq Scan on (?!ledgers)", plan), f"{statement}\n{plan}"
            assert "uq_events_ledger_id" not in plan, f"this goes through a whole ledger: {statement}\n{plan}"

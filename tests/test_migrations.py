"""What the revisions make of an empty database is what the tables say, with the triggers that no table says."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import DBAPIError

from services import migrating, tables, wiring
from services.config import Settings
from services.errors import StoreAway, UnfitStore
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import together
from tests.people import PASSED, Table

TRIGGERS = {
    "sqlite": {
        *(
            f"{table}_{what}"
            for table in ("events", "feed")
            for what in ("stay_update", "stay_delete", "follow", "once")
        ),
        *(f"checkpoints_{what}" for what in ("stay_update", "stay_delete", "follow")),
    },
    "postgresql": {"events_stay", "feed_stay", "checkpoints_stay"},
}
WALLS = {
    "administrations": {"SELECT", "INSERT"},
    "boards": {"SELECT"},
    "checkpoints": {"SELECT"},
    "dirty": {"SELECT", "INSERT"},
    "events": {"SELECT", "INSERT"},
    "feed": {"SELECT"},
    "keys": {"SELECT", "INSERT", "UPDATE"},
    "links": {"SELECT", "INSERT", "UPDATE"},
    "matches": {"SELECT", "INSERT", "UPDATE"},
    "players": {"SELECT", "INSERT", "UPDATE"},
    "requests": {"SELECT", "INSERT"},
    "sequenced": set[str](),
    "sequencers": {"SELECT", "INSERT"},
    "signers": {"SELECT"},
    "tickets": {"SELECT", "INSERT", "DELETE"},
    "tree": {"SELECT"},
}
"""The tables that a wall stands around, and what a ledger may do with its own rows, if its role may."""
OPEN = {"alembic_version", "ledgers"}


def test_br142_the_revisions_lead_to_the_tables(stores: Stores) -> None:
    with stores.reading(EVERY) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, tables.metadata) == []


def test_br142_an_upgraded_schema_is_a_fresh_one(stores: Stores, tmp_path: Path) -> None:
    """Column by column, and every constraint by its name."""
    schema = None
    if stores.engine.dialect.name == "sqlite":
        fresh = sa.create_engine(f"sqlite:///{tmp_path / 'fresh.db'}")
    else:
        schema = "fresh"
        books.run(stores, "CREATE SCHEMA fresh")
        fresh = stores.engine.execution_options(schema_translate_map={None: schema})
    tables.metadata.create_all(fresh)

    assert described(fresh, schema) == described(stores.engine, None)
    fresh.dispose()


def described(engine: sa.Engine, schema: str | None) -> dict[str, Any]:
    inspector = sa.inspect(engine)
    return {
        name: {
            "columns": {c["name"]: (str(c["type"]), c["nullable"]) for c in inspector.get_columns(name, schema)},
            "primary key": inspector.get_pk_constraint(name, schema),
            "foreign keys": {
                (key["name"], *key["constrained_columns"], key["referred_table"], *key["referred_columns"])
                for key in inspector.get_foreign_keys(name, schema)
            },
            "unique": {(key["name"], *key["column_names"]) for key in inspector.get_unique_constraints(name, schema)},
            "indexes": {
                (index["name"], index["unique"], *index["column_names"])
                for index in inspector.get_indexes(name, schema)
            },
        }
        for name in inspector.get_table_names(schema)
        if name != "alembic_version"
    }


def test_every_constraint_has_a_name_of_our_own(stores: Stores) -> None:
    found = described(stores.engine, None)

    assert set(found) == set(tables.metadata.tables)
    for table, parts in found.items():
        assert parts["primary key"]["name"] == f"pk_{table}"
        assert all(name.startswith(f"fk_{table}_") for name, *_ in parts["foreign keys"])
        assert all(name.startswith(f"uq_{table}_") for name, *_ in parts["unique"])


def test_the_triggers_stand(stores: Stores) -> None:
    dialect = stores.engine.dialect.name
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'A'",
    }
    with stores.reading(EVERY) as connection:
        assert set(connection.execute(sa.text(query[dialect])).scalars()) == TRIGGERS[dialect]


def test_a_wall_stands_around_every_table_that_has_rows_of_ledgers(stores: Stores) -> None:
    assert WALLS.keys() | OPEN == {*tables.metadata.tables, "alembic_version"}
    if stores.engine.dialect.name != "postgresql":
        return
    with stores.reading(EVERY) as connection:
        query = "SELECT relname FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity"
        assert set(connection.execute(sa.text(query)).scalars()) == WALLS.keys()
        query = "SELECT tablename, policyname, cmd FROM pg_policies WHERE roles = '{public}'"
        found = {tuple(row) for row in connection.execute(sa.text(query))}
    assert found == {(table, f"wall_{verb.lower()}", verb) for table, verbs in WALLS.items() for verb in verbs}


def test_migrating_again_changes_nothing(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell(match, *PASSED)
    before = described(stores.engine, None), books.log(stores, match), books.kept(stores)

    assert migrating.migrate(stores) == migrating.newest()

    assert (described(stores.engine, None), books.log(stores, match), books.kept(stores)) == before
    migrating.check_revision(stores)


def test_a_downgrade_is_refused_and_keeps_everything(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    config = migrating._config()

    with stores.writing(EVERY) as connection:
        config.attributes["connection"] = connection
        with pytest.raises(NotImplementedError, match="backup"):
            command.downgrade(config, "base")

    assert migrating.revision(stores) == migrating.newest()
    assert len(books.log(stores, match)) == 1


@pytest.fixture
def empty(stores: Stores, tmp_path: Path) -> Stores:
    """A database without a schema."""
    if stores.engine.dialect.name == "postgresql":
        books.run(stores, "DROP SCHEMA public CASCADE")
        books.run(stores, "CREATE SCHEMA public")
        return stores
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    return wiring.connect(Settings(database_url=url, redis_url=stores.settings.redis_url, _env_file=None))


def test_a_database_without_a_schema_is_refused_with_a_hint(empty: Stores) -> None:
    assert migrating.revision(empty) is None
    with pytest.raises(UnfitStore, match="scorepad migrate"):
        migrating.check_revision(empty)


def test_many_processes_migrate_an_empty_database_once(empty: Stores) -> None:
    processes = [wiring.connect(empty.settings) for _ in range(4)]
    try:
        assert set(together(4, lambda which: migrating.migrate(processes[which]))) == {migrating.newest()}
    finally:
        for process in processes:
            process.engine.dispose()
            process.redis.close()

    with empty.reading(EVERY) as connection:
        assert list(connection.execute(sa.select(tables.ledgers.c.name)).scalars()) == ["main", "main/admin"]
    assert Table(empty).open()


def test_a_database_of_a_newer_version_is_refused(stores: Stores) -> None:
    books.run(stores, "UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(UnfitStore, match="9999"):
        migrating.check_revision(stores)


def test_a_migration_that_breaks_leaves_the_database_as_it_was(empty: Stores) -> None:
    books.run(empty, "CREATE TABLE boards (x int)")

    with pytest.raises((DBAPIError, StoreAway)):
        migrating.migrate(empty)

    assert sa.inspect(empty.engine).get_table_names() == ["boards"]
    books.run(empty, "DROP TABLE boards")
    assert migrating.migrate(empty) == migrating.newest()

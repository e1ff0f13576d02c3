"""What a database has in it before anybody did anything."""

import sqlalchemy as sa

from services import keys, tables
from services.wiring import Stores


def test_nobody_has_a_key_before_one_is_made(stores: Stores) -> None:
    with stores.engine.connect() as connection:
        rows = {table.name: connection.execute(sa.select(table)).all() for table in tables.metadata.sorted_tables}

    assert not keys.any_exist(stores)
    assert rows["keys"] == []
    assert [row.name for row in rows["ledgers"]] == ["main", "main/admin"]
    assert [row.type for row in rows["events"]] == ["ledger.created"]

"""Sessions: whatever happens in one, the next on its connection sees what there is."""

from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa

from services import ledgers, wiring
from services.tables import ledgers as rows
from services.wiring import EVERY, Stores

NAMES = [f"club-{number}" for number in range(5)]


@pytest.fixture
def one(stores: Stores) -> Iterator[Stores]:
    """Stores with one connection, and some rows to be in the midst of."""
    with stores.writing(EVERY) as connection:
        for name in NAMES:
            ledgers.add(connection, name)
    found = wiring.connect(stores.settings.model_copy(update={"pool": 1}))
    yield found
    found.engine.dispose()


def fail(stores: Stores) -> object:
    """Fail between two rows; the failure is held, and by it all that was open then."""
    with pytest.raises(OverflowError) as held, stores.reading(EVERY) as connection:
        beyond(connection.execute(sa.select(rows.c.name)))
    return held


def fail_writing(stores: Stores) -> object:
    """The same in a transaction that writes."""
    with pytest.raises(OverflowError) as held, stores.writing(EVERY) as connection:
        beyond(connection.execute(sa.select(rows.c.name)))
    return held


def beyond(found: sa.CursorResult[tuple[str]]) -> None:
    """Read a row, and fail."""
    raise OverflowError(found.fetchone())


def stop(stores: Stores) -> object:
    """Stop reading between two rows, with the result still held."""
    held = list[object]()

    def names() -> Iterator[str]:
        with stores.reading(EVERY) as connection:
            found = connection.execute(sa.select(rows.c.name))
            held.append((found, found.fetchone()))
            yield "first"

    found = names()
    next(found)
    found.close()
    return held


def leave(stores: Stores) -> object:
    """Leave with the result still held."""
    with stores.reading(EVERY) as connection:
        found = connection.execute(sa.select(rows.c.name))
        assert found.fetchone()
    return found


@pytest.mark.parametrize("way", [fail, stop, fail_writing, leave])
def test_what_ends_between_two_rows_leaves_no_old_snapshot(
    one: Stores, stores: Stores, way: Callable[[Stores], object]
) -> None:
    held = way(one)

    with stores.writing(EVERY) as connection:
        ledgers.add(connection, "late")
    with one.reading(EVERY) as connection:
        assert "late" in ledgers.names(connection)
    with one.writing(EVERY) as connection:
        ledgers.add(connection, "later")
    with stores.reading(EVERY) as connection:
        assert {"late", "later"} < set(ledgers.names(connection))
    assert held

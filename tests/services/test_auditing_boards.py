"""The audit finds what was lost, whatever was lost, and the next drain brings it back."""

import pytest

from services import projecting
from services.folding import Folded
from services.wiring import EVERY, Stores
from tests import books
from tests.people import PASSED, Table, deal


@pytest.fixture
def table(stores: Stores) -> Table:
    return Table(stores)


@pytest.fixture
def matches(table: Table) -> list[str]:
    """Two matches that nothing is wrong with."""
    matches = [table.open(), table.open()]
    for match in matches:
        table.tell(match, *deal("2S", "N", 8))
    table.drain()
    return matches


def test_the_audit_marks_nothing_where_nothing_is_lost(table: Table, matches: list[str]) -> None:
    assert matches
    assert projecting.audit(table.stores) == 0
    assert books.kept(table.stores)["dirty"] == 0


@pytest.mark.parametrize(
    "loss",
    [
        "DELETE FROM boards WHERE match = :match",
        "DELETE FROM boards WHERE match = :match AND name = 'hands'",
        "DELETE FROM boards WHERE match = :match AND name = 'rubber'",
        "UPDATE boards SET version = 1, body = '{}' WHERE match = :match",
        "UPDATE boards SET version = 1, body = '{}' WHERE match = :match AND name = 'rubber'",
        "UPDATE boards SET epoch = 7 WHERE match = :match",
    ],
)
def test_lost_boards_are_found_and_folded_again(table: Table, matches: list[str], loss: str) -> None:
    assert books.run(table.stores, loss, match=matches[0]) >= 1

    assert projecting.audit(table.stores) == 1
    projecting.drain(table.stores, Folded())

    for match in matches:
        assert books.boards(table.stores, match) == books.replayed(table.stores, match)
    assert projecting.audit(table.stores) == 0


@pytest.mark.parametrize("sequenced", [True, False], ids=["after positions", "before positions"])
def test_lost_dirty_rows_are_found(table: Table, matches: list[str], sequenced: bool) -> None:
    table.tell(matches[0], *PASSED)
    if sequenced:
        with table.stores.writing(EVERY) as connection:
            projecting._sequence(connection)
    books.run(table.stores, "DELETE FROM dirty")
    assert table.drain() == 0

    assert projecting.audit(table.stores) == 1
    table.drain()

    assert books.boards(table.stores, matches[0])["rubber"]["version"] == 3
    assert max(books.feed(table.stores)) == (5, matches[0], 3)


def test_a_match_that_was_never_drained_is_found(table: Table) -> None:
    match = table.open()
    books.run(table.stores, "DELETE FROM dirty")

    assert projecting.audit(table.stores) == 1
    table.drain()

    assert books.boards(table.stores, match)["rubber"]["version"] == 1


def test_what_is_marked_already_is_not_marked_twice(table: Table, matches: list[str]) -> None:
    books.run(table.stores, "DELETE FROM boards")

    assert [projecting.audit(table.stores) for _ in range(3)] == [2, 0, 0]
    assert books.kept(table.stores)["dirty"] == len(matches)


def test_an_audit_beside_appends_marks_nothing_wrongly(table: Table, matches: list[str]) -> None:
    table.tell(matches[0], *PASSED)

    assert projecting.audit(table.stores) == 0

"""One match that cannot be folded keeps its boards and its reason; the others go on."""

from typing import Any

import pytest

from domain.errors import Refused
from services import projecting, scoreboard
from services.folding import Folded
from services.wiring import EVERY, Stores
from tests import books
from tests.people import Table, deal

UNREADABLE = [
    ("bridge.redoubled_twice", "{}"),
    ("bridge.deal_played", '{"contract":"7NNX","declarer":"N","tricks":7}'),
    ("bridge.deal_played", '{"contract":"1N","declarer":"N","tricks":7,"v":99}'),
    ("bridge.deal_played", "no JSON"),
    ("bridge.deal_played", "[]"),
    ("match.corrected", '{"of":99,"data":{},"reason":"by hand"}'),
    ("match.opened", '{"game":"bridge.rubber"}'),
    ("bridge.honours_claimed", '{"seat":"N","points":100}'),
]


@pytest.fixture
def table(stores: Stores) -> Table:
    return Table(stores)


def opened(table: Table) -> str:
    match = table.open()
    table.tell(match, "bridge.contract_reached", {"contract": "2S", "declarer": "N"})
    table.drain()
    return match


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "anew"])
@pytest.mark.parametrize(("type_", "body"), UNREADABLE)
def test_br073_an_event_that_cannot_be_folded_sticks_that_match_alone(
    table: Table, type_: str, body: str, kept: bool
) -> None:
    match, other = opened(table), opened(table)
    before = books.boards(table.stores, match)["rubber"]
    version = books.forge(table.stores, match, type_, body)
    table.tell(other, *deal("2S", "N", 8))

    projecting.drain(table.stores, table.kept if kept else Folded())

    board = books.boards(table.stores, match)["rubber"]
    assert (board["status"], board["version"], board["stuck"]["version"]) == ("stuck", version, version)
    assert board["stuck"]["detail"]
    assert _play(board) == _play(before)
    assert books.boards(table.stores, other)["rubber"]["sides"]["NS"]["below"] == 60
    assert books.kept(table.stores)["dirty"] == 0


def test_a_stuck_match_takes_mendings_only(table: Table) -> None:
    match = opened(table)
    version = books.forge(table.stores, match, *UNREADABLE[0])

    with pytest.raises(Refused) as refused:
        table.tell(match, *deal("2S", "N", 8))
    assert refused.value.violation.code == "match_stuck"
    table.tell(match, "match.withdrawn", {"of": version, "reason": "nobody knows it"})
    table.tell(match, *deal("2S", "N", 8))
    table.drain()

    board = books.boards(table.stores, match)["rubber"]
    assert (board["status"], board["stuck"], board["version"]) == ("live", None, 5)
    assert board["sides"]["NS"]["below"] == 60


def test_a_forced_mending_sticks_and_another_unsticks(table: Table) -> None:
    match = table.open()
    for _ in range(2):
        table.tell(match, *deal("3N", "N", 9))
    table.tell(match, "match.withdrawn", {"of": 2, "reason": "misheard"})
    table.tell(match, *deal("3N", "E", 9))
    table.drain()
    before = books.boards(table.stores, match)["rubber"]["sides"]

    with pytest.raises(Refused) as refused:
        table.tell(match, "match.restored", {"of": 2, "reason": "heard well"})
    assert refused.value.violation.code == "match_over"
    table.tell(match, "match.restored", {"of": 2, "reason": "heard well", "force": True})
    table.drain()
    stuck = books.boards(table.stores, match)["rubber"]
    table.tell(match, "match.withdrawn", {"of": 5, "reason": "that was the next rubber"})
    table.drain()
    mended = books.boards(table.stores, match)["rubber"]

    assert before["NS"]["games"] == before["EW"]["games"] == 1
    assert (stuck["status"], stuck["stuck"]["version"], stuck["stuck"]["code"]) == ("stuck", 5, "match_over")
    assert stuck["sides"]["NS"]["games"] == 2
    assert (mended["status"], mended["stuck"], mended["complete"]) == ("complete", None, True)
    assert _lag(table) == (0, 0)


def test_a_stuck_match_is_counted(table: Table) -> None:
    match = opened(table)
    books.forge(table.stores, match, *UNREADABLE[0])
    table.drain()

    assert _lag(table) == (0, 1)


def _lag(table: Table) -> tuple[int, int]:
    with table.stores.reading(EVERY) as connection:
        return scoreboard.lag(connection)


@pytest.mark.parametrize(
    "openings",
    [
        ['{"game":"tiddlywinks"}'],
        ['{"game":"bridge.rubber","options":{"honours":"maybe"}}'],
        ["no JSON"],
        ['{"game":"tiddlywinks"}', '{"game":"bridge.rubber"}'],
        [],
    ],
    ids=["game", "options", "text", "two", "none"],
)
def test_an_opening_that_cannot_be_folded_leaves_the_other_matches_in_peace(table: Table, openings: list[str]) -> None:
    bad = books.forge_match(table.stores, *openings)
    if not openings:
        books.run(table.stores, "INSERT INTO dirty (match, version, ledger) VALUES (:match, 1, 1)", match=bad)
    other = opened(table)
    table.tell(other, *deal("2S", "N", 8))

    table.drain()

    assert books.boards(table.stores, bad) == {}
    assert books.boards(table.stores, other)["rubber"]["sides"]["NS"]["below"] == 60
    assert [version for _, of, version in books.feed(table.stores) if of == other] == [1, 2, 3]
    assert books.kept(table.stores)["dirty"] == 0


def _play(board: dict[str, Any]) -> list[Any]:
    return [board[name] for name in ("sides", "deals", "current")]

"""Hands are for the table until the deal is over: no log, feed or board shows a card of them to anybody else."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from domain.cards import PACK
from services import ledgers, reading, replaying, seeing, tables
from services.wiring import EVERY, Stores
from tests import books
from tests.people import Table, deal, report

CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])[SHDC♠♥♦♣](?![0-9A-Za-z])")
HANDS = {seat: list(PACK[start : start + 13]) for seat, start in zip("NESW", (0, 13, 26, 39), strict=True)}
OTHERS = HANDS | {"N": HANDS["E"], "E": HANDS["N"]}
DEALT = ("bridge.dealt", {"dealer": "N", "hands": HANDS})
BIDDEN = ("bridge.contract_reached", {"contract": "3N", "declarer": "N"})


def all_that_is_shown(table: Table, match: str) -> str:
    """Everything that the bearer of this table's key (or nobody's) can read of a match, now and of then."""
    listed = seeing.find(table.stores, table.kept, table.bearer, match)
    shown: list[Any] = [reading.log(table.stores, table.kept, listed, after=0, limit=500)]
    shown += [
        reading.board_then(table.stores, table.kept, listed, name, version=version, as_now=as_now).body
        for version in range(1, listed.version + 1)
        for name in ("rubber", "hands")
        for as_now in (False, True)
    ]
    shown += [
        (step.event, step.boards)
        for as_now in (False, True)
        for step in replaying.replay(table.stores, table.kept, listed, as_now=as_now)
    ]
    shown.append(books.boards(table.stores, match))
    if table.bearer is not None and "reader" in table.bearer.scopes:
        shown.append(reading.ledger_feed(table.stores, table.kept, table.bearer, after=0, limit=500))
    return json.dumps(shown, ensure_ascii=False)


def cards(text: str) -> set[str]:
    """The cards in a text; the contract 3N is none."""
    return set(CARD.findall(text))


def dealt(table: Table, match: str) -> None:
    table.tell(match, *DEALT)


def corrected(table: Table, match: str) -> None:
    table.tell(match, *DEALT)
    table.tell(match, "match.corrected", {"of": 2, "data": DEALT[1] | {"hands": OTHERS}, "reason": "swapped"})


def withdrawn(table: Table, match: str) -> None:
    table.tell(match, *DEALT)
    table.tell(match, "match.withdrawn", {"of": 2, "reason": "wrong board"})


def dealt_again(table: Table, match: str) -> None:
    withdrawn(table, match)
    table.tell(match, *DEALT)


def retyped(table: Table, match: str) -> None:
    table.tell(match, *DEALT)
    table.tell(match, "match.corrected", {"of": 2, "type": BIDDEN[0], "data": BIDDEN[1], "reason": "wrong kind"})


def inserted(table: Table, match: str) -> None:
    table.tell(match, *BIDDEN)
    forgotten = {"before": 2, "type": DEALT[0], "data": DEALT[1], "reason": "forgotten"}
    table.tell(match, "match.inserted", forgotten)


def inserted_and_withdrawn(table: Table, match: str) -> None:
    inserted(table, match)
    table.tell(match, "match.withdrawn", {"of": 3, "reason": "not so"})


def confirmed(table: Table, match: str) -> None:
    table.tell(match, *DEALT)
    table.tell(match, "match.confirmed", {"of": 2, "data": DEALT[1] | {"hands": OTHERS}})


def stuck_before(table: Table, match: str) -> None:
    """A forced mending makes the rubber end before the deal in play."""
    table.tell_all(match, [report(*deal("3N", "N", tricks)) for tricks in (9, 8)])
    table.tell(match, *DEALT)
    ended = {"of": 3, "data": deal("3N", "N", 9)[1], "reason": "recount", "force": True}
    table.tell(match, "match.corrected", ended)


def dealt_while_stuck(table: Table, match: str) -> None:
    books.forge(table.stores, match, "bridge.shuffled", '{"how":"by hand"}')
    books.forge(table.stores, match, DEALT[0], json.dumps(DEALT[1]))


def of_a_newer_version(table: Table, match: str) -> None:
    books.forge(table.stores, match, "bridge.dealt_face_up", json.dumps(DEALT[1]))


def opened_and_taken_back(table: Table, match: str) -> None:
    """The deal was over, so its mended hands stood open; then it was not."""
    corrected(table, match)
    table.tell(match, *deal("3N", "N", 9))
    table.tell(match, "match.withdrawn", {"of": 4, "reason": "not over yet"})


WAYS = [
    dealt,
    corrected,
    withdrawn,
    dealt_again,
    retyped,
    inserted,
    inserted_and_withdrawn,
    confirmed,
    stuck_before,
    dealt_while_stuck,
    of_a_newer_version,
    opened_and_taken_back,
]


@pytest.mark.parametrize("way", WAYS)
def test_no_card_is_shown_while_the_deal_is_on(stores: Stores, way: Callable[[Table, str], None]) -> None:
    table = Table(stores)
    match = table.open()
    way(table, match)
    table.drain()

    for scopes in ((), ("reader",), ("admin",)):
        curious = Table(stores, scopes=scopes or ("reader",))
        if not scopes:
            curious.bearer = None
        shown = all_that_is_shown(curious, match)
        assert cards(shown) == set(), scopes
        assert '"sealed": true' in shown


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scope", ["scorer", "director", "auditor"])
def test_scorers_directors_and_auditors_read_every_card(
    stores: Stores, way: Callable[[Table, str], None], scope: str
) -> None:
    table = Table(stores)
    match = table.open()
    way(table, match)

    listed = seeing.find(stores, table.kept, Table(stores, scopes=(scope,)).bearer, match)
    shown = reading.log(stores, table.kept, listed, after=0, limit=500)
    assert cards(json.dumps(shown)) == set(PACK)


@pytest.mark.parametrize("way", [dealt, corrected, inserted, confirmed])
def test_the_cards_are_shown_when_the_deal_is_over(stores: Stores, way: Callable[[Table, str], None]) -> None:
    table = Table(stores)
    match = table.open()
    way(table, match)
    table.tell(match, *deal("3N", "N", 9))
    table.drain()

    public = reading.log(stores, table.kept, seeing.find(stores, table.kept, None, match), after=0, limit=500)
    assert cards(json.dumps(public)) == set(PACK)


@pytest.mark.parametrize("way", WAYS)
def test_the_cards_cannot_be_found_by_trying_which_of_them_the_hash_covers(
    stores: Stores, way: Callable[[Table, str], None]
) -> None:
    """Two cards of six are few to try. The id, which nobody guesses, is hashed too, and is sealed with them."""
    table = Table(stores)
    match = table.open()
    way(table, match)
    table.drain()
    with stores.reading(None) as connection:
        rows = connection.execute(sa.select(tables.events.c.version, tables.events.c.id)).all()
    ids: dict[int, str] = {row.version: row.id for row in rows}

    curious = Table(stores, scopes=("reader",))
    shown = all_that_is_shown(curious, match)
    listed = seeing.find(stores, curious.kept, curious.bearer, match)
    log = reading.log(stores, curious.kept, listed, after=0, limit=500)
    sealed = [event["version"] for event in log if "sealed" in event["data"]]

    assert sealed
    assert [event["id"] for event in log if event["version"] in sealed] == [None] * len(sealed)
    assert [version for version in sealed if ids[version] in shown] == []
    assert all(event["id"] == ids[event["version"]] for event in log if event["version"] not in sealed)


def test_the_next_deal_seals_its_own_cards_only(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell_all(match, [report(*DEALT), report(*deal("3N", "N", 9)), report(*DEALT)])

    public = reading.log(stores, table.kept, seeing.find(stores, table.kept, None, match), after=0, limit=500)
    assert ["hands" in event["data"] for event in public] == [False, True, False, False]
    assert public[3]["data"] == {"dealer": "N", "sealed": True}


def test_a_scorer_of_another_match_reads_no_card(stores: Stores) -> None:
    table = Table(stores)
    match, other = table.open(), table.open()
    dealt(table, match)
    table.drain()

    curious = Table(stores, scopes=("scorer",), matches=(other,))
    assert cards(all_that_is_shown(curious, match)) == set()
    assert cards(all_that_is_shown(Table(stores, scopes=("scorer",), matches=(match,)), match)) == set(PACK)


def test_a_scorer_of_another_ledger_reads_no_card(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        ledgers.add(connection, "other")
    table = Table(stores)
    match = table.open()
    dealt(table, match)
    table.drain()

    assert cards(all_that_is_shown(Table(stores, scopes=("director",), ledger="other"), match)) == set()

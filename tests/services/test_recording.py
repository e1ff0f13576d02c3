import json
import uuid

import pytest

from domain.errors import Refused
from services import reading
from services.errors import UnknownMatch, VersionConflict
from services.wiring import Stores
from tests import books
from tests.people import PASSED, Table, deal, report


def test_a_report_reaches_the_board(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    table.tell(match, *deal("4S", "N", 10))
    table.drain()

    board = json.loads(books.stored(stores, match).body)
    assert board["sides"]["NS"]["below"] == 120
    assert board["version"] == 2


def test_positions_follow_the_versions(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    for _ in range(5):
        table.tell(match, *PASSED)
    table.drain()

    feed = reading.ledger_feed(stores, table.kept, table.bearer, after=0, limit=10)
    assert [(e["position"], e["version"]) for e in feed] == [(n, n) for n in range(1, 7)]


def test_a_refused_report_keeps_nothing(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    before = books.kept(stores)

    with pytest.raises(Refused) as refused:
        table.tell(match, "bridge.honours_claimed", {"seat": "N", "points": 100})

    assert refused.value.version == 2
    assert books.kept(stores) == before


def test_a_batch_is_taken_whole(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    answer = table.tell_all(match, [report(*deal()), report(*PASSED), report(*deal("2C", "E", 8))])

    assert answer.version == 4
    assert [version for _, version in answer.events] == [2, 3, 4]
    assert [(row.version, row.id) for row in books.log(stores, match)][1:] == [(v, id_) for id_, v in answer.events]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_batch_with_one_bad_event_is_refused_whole(stores: Stores, place: int) -> None:
    table = Table(stores)
    match = table.open()
    before = books.kept(stores)
    batch = [report(*PASSED), report(*PASSED)]
    batch.insert(place, report("bridge.call_made", {"seat": "N", "call": "X"}))

    with pytest.raises(Refused) as refused:
        table.tell_all(match, batch)

    assert (refused.value.index, refused.value.version) == (place, place + 2)
    assert refused.value.violation.code == "call_invalid"
    assert books.kept(stores) == before


def test_a_match_that_is_not_there_takes_nothing(stores: Stores) -> None:
    table = Table(stores)
    before = books.kept(stores)

    with pytest.raises(UnknownMatch):
        table.tell(str(uuid.uuid4()), *PASSED)

    assert books.kept(stores) == before


def test_if_match_takes_the_version_that_stands(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    assert table.tell(match, *PASSED, if_match=1).version == 2
    assert table.tell(match, *PASSED, if_match=2).version == 3


@pytest.mark.parametrize("version", [0, 1, 3, 9, 2**53 - 1])
def test_br056_if_match_of_another_version_is_refused(stores: Stores, version: int) -> None:
    table = Table(stores)
    match = table.open()
    table.tell(match, *PASSED)
    before = books.kept(stores)

    with pytest.raises(VersionConflict) as conflict:
        table.tell(match, *PASSED, if_match=version)

    assert conflict.value.current == 2
    assert books.kept(stores) == before


def test_all_that_was_reported_is_in_the_log(stores: Stores) -> None:
    table = Table(stores)
    match = table.open(title="Tuesday", players={"N": "p1"})
    id_ = str(uuid.uuid4())

    table.tell_all(match, [report("bridge.deal_played", {"contract": "3NTX", "declarer": "we", "result": "-1"}, id_)])

    opening, played = books.log(stores, match)
    assert json.loads(opening.body)["title"] == "Tuesday"
    assert (played.id, played.type, played.version) == (id_, "bridge.deal_played", 2)
    assert json.loads(played.body) == {"contract": "3NX", "declarer": "NS", "result": "-1"}
    assert played.actor == f"director:{table.bearer.id}"
    assert played.occurred_at is None


def test_options_are_stored_resolved(stores: Stores) -> None:
    table = Table(stores)
    match = table.open(options={"part_score_bonus": 50})

    options = json.loads(books.log(stores, match)[0].body)["options"]
    assert options["part_score_bonus"] == 50
    assert {"honours", "game_bonus", "settle_to", "settle_half"} < set(options)

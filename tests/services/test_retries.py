import uuid
from datetime import datetime, timedelta, timezone

import pytest

from domain import wire
from domain.errors import Refused
from domain.event import Opened
from services import event_log, ledgers, recording
from services.errors import Forbidden, IdConflict, UnknownMatch
from services.event_log import Request
from services.recording import Recorded, Report
from services.wiring import EVERY, Stores
from tests import books
from tests.crowd import together
from tests.people import PASSED, Table, deal, report


def _id() -> str:
    return str(uuid.uuid4())


def test_a_retry_with_a_key_is_answered_as_the_first_time(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    first = table.tell(match, *PASSED, key="k1")
    before = books.kept(stores)

    again = table.tell(match, *PASSED, key="k1")

    assert not first.replayed
    assert again == Recorded(match, first.version, first.events, replayed=True)
    assert books.kept(stores) == before


def test_a_retry_without_a_key_goes_by_the_first_id(stores: Stores) -> None:
    table = Table(stores)
    match, id_ = table.open(), _id()
    batch = [report(*deal(), id_), report(*PASSED)]
    first = table.tell_all(match, batch)

    again = table.tell_all(match, batch)

    assert (again.events, again.replayed) == (first.events, True)
    assert again.events[0] == (id_, 2)


def test_without_key_and_id_the_same_report_is_another_event(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    assert [table.tell(match, *PASSED).version for _ in range(3)] == [2, 3, 4]


def test_a_late_retry_is_answered_with_the_versions_of_then(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    first = table.tell(match, *PASSED, key="k1")
    for _ in range(5):
        table.tell(match, *PASSED)

    assert table.tell(match, *PASSED, key="k1").events == first.events


def test_a_retry_is_answered_even_if_the_rules_would_refuse_it_now(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    first = table.tell(match, *PASSED, key="k1")
    table.tell(match, "match.closed", {})

    assert table.tell(match, *PASSED, key="k1").events == first.events


def test_a_retry_with_if_match_is_answered_though_the_head_moved_on(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    first = table.tell(match, *PASSED, key="k1", if_match=1)

    assert table.tell(match, *PASSED, key="k1", if_match=1).events == first.events


def test_a_report_spelled_otherwise_is_the_same_report(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    first = table.tell(match, *deal("3NT", "we", 9), key="k1")

    assert table.tell(match, *deal("3N", "NS", 9), key="k1").events == first.events


def test_a_time_in_another_zone_is_the_same_time(stores: Stores) -> None:
    table = Table(stores)
    match, event = table.open(), report(*PASSED).event
    noon = datetime.fromisoformat("2026-11-29T12:00:00+00:00")
    first = table.tell_all(match, [Report(event, occurred_at=noon)], key="k1")

    there = noon.astimezone(timezone(timedelta(hours=2)))
    assert table.tell_all(match, [Report(event, occurred_at=there)], key="k1").events == first.events


@pytest.mark.parametrize(
    "other",
    [
        [report(*deal("1N", "N", 8))],
        [report(*deal("1N", "S", 7))],
        [report(*deal()), report(*PASSED)],
        [report("bridge.contract_reached", {"contract": "1N", "declarer": "N"})],
        [Report(report(*deal()).event, occurred_at=datetime.fromisoformat("2026-11-29T12:00:00+00:00"))],
        [report(*deal(), _id())],
    ],
    ids=["tricks", "declarer", "more", "type", "time", "id"],
)
def test_other_content_under_a_key_is_refused(stores: Stores, other: list[Report]) -> None:
    table = Table(stores)
    match = table.open()
    table.tell(match, *deal(), key="k1")
    before = books.kept(stores)

    with pytest.raises(IdConflict):
        table.tell_all(match, other, key="k1")

    assert books.kept(stores) == before


def test_other_content_under_an_id_is_refused(stores: Stores) -> None:
    table = Table(stores)
    match, id_ = table.open(), _id()
    table.tell_all(match, [report(*deal(), id_)])
    before = books.kept(stores)

    with pytest.raises(IdConflict):
        table.tell_all(match, [report(*PASSED, id_)])

    assert books.kept(stores) == before


def test_br137_a_key_of_another_match_is_refused(stores: Stores) -> None:
    table = Table(stores)
    one, other = table.open(), table.open()
    table.tell(one, *PASSED, key="k1")
    before = books.kept(stores)

    with pytest.raises(IdConflict):
        table.tell(other, *PASSED, key="k1")

    assert books.kept(stores) == before


def test_an_id_is_unique_in_the_ledger(stores: Stores) -> None:
    table = Table(stores)
    one, other, id_ = table.open(), table.open(), _id()
    table.tell_all(one, [report(*PASSED, id_)])
    before = books.kept(stores)

    for batch in ([report(*PASSED, id_)], [report(*PASSED), report(*PASSED, id_)], [report(*PASSED, _id())] * 2):
        with pytest.raises(IdConflict):
            table.tell_all(other, batch)

    assert books.kept(stores) == before


def test_br140_keys_and_ids_belong_to_their_ledger(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        ledgers.add(connection, "other")
    here, there, id_ = Table(stores), Table(stores, ledger="other"), _id()
    one, other = here.open(), there.open()

    assert not here.tell_all(one, [report(*PASSED, id_)], key="k1").replayed
    assert not there.tell_all(other, [report(*PASSED, id_)], key="k1").replayed


def test_a_match_of_another_ledger_is_unknown(stores: Stores) -> None:
    with stores.writing(EVERY) as connection:
        ledgers.add(connection, "other")
    match = Table(stores).open()

    with pytest.raises(UnknownMatch):
        Table(stores, ledger="other").tell(match, *PASSED)


def test_br139_a_key_whose_event_was_not_kept_is_free_again(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    with books.abandoned(stores) as connection:
        event_log.enter(connection, table.bearer.ledger, "key:k1", Request(match, bytes(32), 2, 2))

    assert not table.tell(match, *PASSED, key="k1").replayed


def test_a_refused_report_leaves_its_key_free(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    with pytest.raises(Refused):
        table.tell(match, "bridge.honours_claimed", {"seat": "N", "points": 100}, key="k1")

    assert table.tell(match, *PASSED, key="k1").version == 2


@pytest.mark.parametrize("how", [{"key": "k1"}, {}], ids=["key", "id"])
def test_br136_the_same_report_many_times_at_once_is_one_event(stores: Stores, how: dict[str, str]) -> None:
    table = Table(stores)
    match, id_ = table.open(), _id()

    answers = together(25, lambda _: table.tell_all(match, [report(*PASSED, id_)], **how))

    assert {answer.events for answer in answers} == {((id_, 2),)}
    assert sum(not answer.replayed for answer in answers) == 1
    assert [row.version for row in books.log(stores, match)] == [1, 2]


def test_two_reports_under_one_key_at_once_leave_one_event(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()

    def tell(tricks: int) -> bool:
        try:
            table.tell(match, *deal("1N", "N", tricks), key="k1")
        except IdConflict:
            return False
        return True

    assert sum(together(10, tell)) == 1
    assert len(books.log(stores, match)) == 2


@pytest.mark.parametrize("how", [{"match": str(uuid.UUID(int=7))}, {"key": "k1"}], ids=["id", "key"])
def test_a_match_is_opened_once(stores: Stores, how: dict[str, str]) -> None:
    table = Table(stores)
    opened = wire.read(Opened, {"game": "bridge.rubber"})

    answers = together(8, lambda _: recording.open_match(table.desk, table.bearer, opened, **how))

    assert len({answer.events for answer in answers}) == 1
    assert sum(not answer.replayed for answer in answers) == 1
    assert books.kept(stores)["matches"] == 1


def test_a_match_id_opened_with_other_content_is_refused(stores: Stores) -> None:
    table = Table(stores)
    id_ = _id()
    recording.open_match(table.desk, table.bearer, wire.read(Opened, {"game": "bridge.rubber"}), match=id_)
    before = books.kept(stores)

    other = wire.read(Opened, {"game": "bridge.rubber", "title": "Another"})
    for key in (None, "k1"):
        with pytest.raises(IdConflict):
            recording.open_match(table.desk, table.bearer, other, match=id_, key=key)

    assert books.kept(stores) == before


def test_a_key_of_an_opening_is_no_key_for_an_event(stores: Stores) -> None:
    table = Table(stores)
    match = recording.open_match(table.desk, table.bearer, wire.read(Opened, {"game": "bridge.rubber"}), key="k1").match

    with pytest.raises(IdConflict):
        table.tell(match, *PASSED, key="k1")


@pytest.mark.parametrize(
    ("may", "error"),
    [
        ({"scopes": ("reader",)}, Forbidden),
        ({"scopes": ("scorer",), "matches": (str(uuid.UUID(int=1)),)}, UnknownMatch),
    ],
    ids=["reader", "key of another match"],
)
def test_a_retry_answers_nobody_who_could_not_have_reported(
    stores: Stores, may: dict[str, tuple[str, ...]], error: type[Exception]
) -> None:
    table = Table(stores)
    match = table.open()
    table.tell(match, *PASSED, key="k1")
    curious = Table(stores, **may)

    for said in (PASSED, deal()):
        with pytest.raises(error):
            curious.tell(match, *said, key="k1")

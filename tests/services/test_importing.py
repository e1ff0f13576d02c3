import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from domain.errors import Refused
from services import importing, migrating, wiring
from services.config import Settings
from services.errors import IdConflict, UnknownMatch
from services.formats.found import Asked, Unreadable
from services.importing import Doubtful, Interrupted, Order, Plan
from services.wiring import EVERY, Stores
from tests import books
from tests.lin_files import CARDS, play, room, vugraph
from tests.people import Table
from tests.result_files import pbn_record, pbn_session

NEW = Order()


class Office:
    """Where files are imported."""

    def __init__(self, stores: Stores, folder: Path) -> None:
        self.table = Table(stores)
        self.folder = folder

    def file(self, text: str, name: str = "results.pbn") -> Path:
        path = self.folder / name
        path.write_text(text)
        return path

    @contextmanager
    def look(self, *paths: Path, order: Order = NEW) -> Iterator[Plan]:
        opened = importing.opened(paths)
        with opened as source, importing.look(self.table.desk, self.table.bearer, source, order) as plan:
            yield plan

    def enter(self, plan: Plan, order: Order = NEW) -> None:
        importing.enter(self.table.desk, self.table.bearer, plan, order)

    def take(self, path: Path, order: Order = NEW) -> Plan:
        """Import a file whole, whatever is bad in it."""
        with self.look(path, order=order) as plan:
            self.enter(plan, order)
        return plan

    def board(self, match: str, name: str) -> Any:
        self.table.drain()
        return json.loads(books.stored(self.table.stores, match, name).body)


@pytest.fixture
def office(stores: Stores, tmp_path: Path) -> Office:
    return Office(stores, tmp_path)


def match_of(plan: Plan) -> str:
    (account,) = plan.accounts.values()
    return account.match


def test_what_a_file_tells_is_on_the_boards(office: Office) -> None:
    plan = office.take(office.file(pbn_record() + pbn_record(PairNS="3", PairEW="4", Result="9")))

    board = office.board(match_of(plan), "traveller")
    assert board["title"] == "Tuesday"
    assert [(line["ns"], line["score"]) for line in board["boards"][0]["lines"]] == [("1", 420), ("3", -50)]


def test_looking_keeps_nothing(office: Office) -> None:
    before = books.kept(office.table.stores)

    with office.look(office.file(pbn_record())):
        pass

    assert books.kept(office.table.stores) == before


def test_the_same_file_again_adds_nothing(office: Office) -> None:
    path = pbn_session(office.folder, tables=3, boards=4)
    first = office.take(path)
    before = books.kept(office.table.stores)

    again = office.take(path)

    assert match_of(again) == match_of(first)
    (account,) = again.accounts.values()
    assert (account.results, account.already, account.events) == (0, 12, 0)
    assert books.kept(office.table.stores) == before


def test_an_import_that_stopped_half_way_goes_on_there_and_doubles_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pbn_session(office.folder, tables=5, boards=8)
    monkeypatch.setattr("services.importing.entering._BATCH", 7)
    monkeypatch.setattr("services.importing.entering._WAITING", 10)
    with office.look(path) as plan, pytest.raises(KeyboardInterrupt):
        importing.enter(office.table.desk, office.table.bearer, plan, NEW, _stopping_at(20))
    match = match_of(plan)
    assert 14 <= len(books.log(office.table.stores, match)) < 41

    again = office.take(path)

    events = books.log(office.table.stores, match)
    assert len(events) == 41
    assert len({(e.body) for e in events[1:]}) == 40
    (account,) = again.accounts.values()
    assert account.already + account.results == 40
    assert account.already >= 14


@pytest.mark.parametrize("most", range(1, 13))
def test_an_import_that_stops_cuts_no_record(office: Office, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    course = '[Auction "N"]\n4S AP\n[Play "E"]\nHA H2 H3 H4\n*\n\n'
    path = office.file("".join(pbn_record(Board=str(board)).rstrip() + f"\n{course}" for board in (1, 5, 9)))
    monkeypatch.setattr("services.importing.entering._BATCH", 5)
    monkeypatch.setattr("services.importing.entering._WAITING", most)
    with office.look(path) as plan, pytest.raises(KeyboardInterrupt):
        importing.enter(office.table.desk, office.table.bearer, plan, NEW, _stopping_at(most))

    again = office.take(path)

    assert (again.bad, again.left) == ([], [])
    assert len(books.log(office.table.stores, match_of(again))) == 1 + 3 * 9


def _stopping_at(most: int) -> Any:
    def progress(done: int, _size: int) -> None:
        if done >= most:
            raise KeyboardInterrupt

    return progress


def test_one_bad_record_is_named_and_the_others_are_sound(office: Office) -> None:
    path = office.file(pbn_record() + pbn_record(Score="NS 620", PairNS="3", PairEW="4") + pbn_record(Board="2"))

    plan = office.take(path)

    assert [(bad.line, bad.what) for bad in plan.bad] == [(9, "board 1, 3 against 4")]
    (account,) = plan.accounts.values()
    assert account.results == 2


def test_what_the_rules_refuse_is_bad_too(office: Office) -> None:
    with office.look(office.file(pbn_record() + pbn_record(Result="9"))) as plan:
        assert [bad.reason for bad in plan.bad] == ["Version 2 reports this table on this board: correct it instead"]


def test_a_play_that_cannot_be_is_left_out_and_its_result_stands(office: Office) -> None:
    text = pbn_record(Declarer="S").rstrip() + '\n[Play "W"]\nS4 ST S8 S3\nST D5 D4 D7\n'

    plan = office.take(office.file(text))

    assert [left.reason for left in plan.left] == ["10♠ was played before; only its result is told"]
    assert len(books.log(office.table.stores, match_of(plan))) == 2


def test_where_neither_the_play_nor_the_result_can_be_the_record_is_bad(office: Office) -> None:
    text = pbn_record(Declarer="S") + pbn_record(Declarer="S").rstrip() + '\n[Play "W"]\nS4 ST S8 S3\nST D5 D4 D7\n'

    with office.look(office.file(text)) as plan:
        assert [bad.reason for bad in plan.bad] == ["Version 2 reports this table on this board: correct it instead"]
        assert plan.left == []


def test_a_play_that_comes_to_another_result_is_bad(office: Office) -> None:
    rows = "".join(f"H{rank} D{rank} C{rank} S{rank}\n" for rank in "AKQJT98765432")
    text = pbn_record(Contract="7S", Result="12").rstrip() + f'\n[Play "E"]\n{rows}'

    with office.look(office.file(text)) as plan:
        assert [bad.reason for bad in plan.bad] == ["12 tricks cannot be: the declarer has 13 and the defenders 0"]


def test_hands_known_already_are_left_out(office: Office) -> None:
    deal = {"Deal": "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"}
    first = office.take(office.file(pbn_record(**deal)))
    into = Order(into=match_of(first))

    second = office.take(office.file(pbn_record(**deal, PairNS="3", PairEW="4"), "more.pbn"), into)

    assert [left.reason for left in second.left] == ["The hands of board 1 are known"]
    lines = office.board(match_of(first), "traveller")["boards"][0]["lines"]
    assert [line["ns"] for line in lines] == ["1", "3"]


def test_options_that_a_file_leaves_open_are_not_guessed(office: Office) -> None:
    path = office.file(pbn_record(Scoring="IMP"))

    with pytest.raises(Doubtful, match="Butler or cross-IMPs"), office.look(path):
        pass

    plan = office.take(path, Order(options={"scoring": "butler"}))
    assert office.board(match_of(plan), "traveller")["boards"][0]["datum"] == 420


@pytest.mark.parametrize("options", [{"scoring": "best-of-three"}, {"scoring": "A\0"}, {"colour": "red"}])
def test_options_that_cannot_be_are_refused(office: Office, options: dict[str, Any]) -> None:
    with (
        pytest.raises(Doubtful, match="cannot be opened"),
        office.look(office.file(pbn_record()), order=Order(options=options)),
    ):
        pass


def test_the_same_file_under_other_options_is_not_a_second_match(office: Office) -> None:
    path = office.file(pbn_record(Scoring="IMP"))
    office.take(path, Order(options={"scoring": "butler"}))

    with (
        pytest.raises(Doubtful, match="imported before"),
        office.look(path, order=Order(options={"scoring": "cross-imps"})),
    ):
        pass


def test_a_file_goes_into_the_match_that_is_named(office: Office) -> None:
    match = office.table.open("bridge.pairs", options={"scale": 1})

    office.take(office.file(pbn_record() + pbn_record(PairNS="3", PairEW="4", Result="9")), Order(into=match))

    assert [pair["points"] for pair in office.board(match, "ranking")["pairs"]] == ["1", "1", "0", "0"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (pbn_record(HomeTeam="Reds", VisitTeam="Blues", Room="Open"), "tells of bridge.teams, and the match is"),
        (pbn_record(PairNS="", PairEW="", North="Ada", South="Max", East="Vera", West="Emil"), "players' names"),
        (pbn_record() + pbn_record(Event="Wednesday"), "more than one match"),
    ],
)
def test_what_does_not_belong_into_a_match_is_refused(office: Office, text: str, why: str) -> None:
    match = office.table.open("bridge.pairs")

    with pytest.raises(Doubtful, match=why), office.look(office.file(text), order=Order(into=match)):
        pass


def test_a_match_that_is_not_there_is_unknown(office: Office) -> None:
    with (
        pytest.raises(UnknownMatch),
        office.look(office.file(pbn_record()), order=Order(into="0190163d-8694-739b-aea5-966c26f8ad90")),
    ):
        pass


def test_a_report_that_comes_between_stops_the_import_and_nothing_is_doubled(office: Office) -> None:
    match = office.table.open("bridge.pairs")
    order = Order(into=match)
    path = office.file(pbn_record() + pbn_record(Board="2"))
    with office.look(path, order=order) as plan:
        office.table.tell(
            match,
            "bridge.deal_played",
            {"board": 2, "ns": "1", "ew": "2", "contract": "3N", "declarer": "E", "tricks": 9},
        )
        with pytest.raises(Interrupted, match="came between"):
            office.enter(plan, order)

    again = office.take(path, order)

    assert [bad.what for bad in again.bad] == ["board 2, 1 against 2"]
    assert len(books.log(office.table.stores, match)) == 3


def test_a_database_that_goes_away_does_not_make_an_import_say_that_nothing_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = wiring.connect(Settings(database_url=f"sqlite:///{tmp_path / 'scorepad.db'}", _env_file=None))
    migrating.migrate(store)
    office = Office(store, tmp_path)
    path = pbn_session(tmp_path, tables=5, boards=8)
    monkeypatch.setattr("services.importing.entering._WAITING", 10)

    def go_away(_done: int, _size: int) -> None:
        with store.writing(EVERY) as connection:
            connection.execute(sa.text("ALTER TABLE events RENAME TO gone"))

    with office.look(path) as plan, pytest.raises(Interrupted, match="What was imported before stays"):
        importing.enter(office.table.desk, office.table.bearer, plan, NEW, go_away)
    store.engine.dispose()


def test_matches_are_closed_once_where_that_is_asked_for(office: Office) -> None:
    path, order = office.file(pbn_record()), Order(close=True)

    match = match_of(office.take(path, order))
    office.take(path, order)

    assert office.board(match, "ranking")["status"] == "closed"
    assert [event.type for event in books.log(office.table.stores, match)].count("match.closed") == 1


def test_each_match_of_a_file_is_one_of_its_own(office: Office) -> None:
    teams = {"HomeTeam": "Reds", "VisitTeam": "Blues", "PairNS": "", "PairEW": ""}
    plan = office.take(
        office.file(pbn_record(**teams, Room="Open") + pbn_record() + pbn_record(**teams, Room="Closed", Result="9"))
    )

    assert [(account.game, account.results) for account in plan.accounts.values()] == [
        ("bridge.teams", 2),
        ("bridge.pairs", 1),
    ]
    reds = next(account.match for account in plan.accounts.values() if account.game == "bridge.teams")
    assert office.board(reds, "match")["boards"][0]["imps"] == 10


def test_results_alone_and_the_whole_course_are_one_import(office: Office) -> None:
    path = office.file(pbn_record(Declarer="S").rstrip() + '\n[Play "W"]\nS4 ST S8 S3\n')
    office.take(path, Order(asked=Asked(results_only=True)))

    again = office.take(path)

    (account,) = again.accounts.values()
    assert (account.results, account.already) == (0, 1)
    assert again.bad == []


def test_what_is_told_once_its_rooms_are_known_is_no_other_record(office: Office) -> None:
    teams = {"HomeTeam": "Reds", "VisitTeam": "Blues", "PairNS": "", "PairEW": ""}
    rooms = pbn_record(**teams, Room="Open") + pbn_record(**teams, Room="Closed", Result="9")
    path = office.file(pbn_record(**teams, Board="2") + pbn_record(**teams, Board="2", Result="9") + rooms)
    first = office.take(path)
    assert len(first.bad) == 2

    again = office.take(path, Order(asked=Asked(rooms_in_order=True)))

    (account,) = again.accounts.values()
    assert (again.bad, account.results, account.already) == ([], 2, 2)
    lines = office.board(match_of(again), "match")["boards"]
    assert [(board["board"], board["imps"]) for board in lines] == [(1, 10), (2, 12)]


def test_the_list_of_a_vugraph_is_read_alone_after_what_could_be_told_whole(office: Office) -> None:
    hands = room("o1", cards="pc|SA|"), room("c1", cards=play(*CARDS)), room("o2", "p p p p")
    path = office.file(vugraph("1SN+6,1SN+6,PASS,1NE-2", *hands), "vugraph.lin")
    first = office.take(path)
    assert [bad.what for bad in first.bad] == ["board 1, open room"]

    again = office.take(path, Order(asked=Asked(results_only=True)))

    (account,) = again.accounts.values()
    assert (again.bad, account.results, account.already) == ([], 1, 3)


@pytest.mark.parametrize("text", ["", "neither this nor that\n"])
def test_a_file_of_no_known_format_is_refused(office: Office, text: str) -> None:
    with pytest.raises(Unreadable, match="say --format"), office.look(office.file(text, "unknown.txt")):
        pass


def test_what_no_log_may_hold_is_bad(office: Office) -> None:
    with office.look(office.file(pbn_record(Table="4\0") + pbn_record(Award="NS 150% EW 0%"))) as plan:
        assert [bad.reason for bad in plan.bad] == [
            "A string holds NUL",
            "award/NS/percent: Input should be less than or equal to 100",
        ]


def test_two_imports_of_one_file_at_once_double_nothing(office: Office) -> None:
    path = pbn_session(office.folder, tables=3, boards=3)
    with office.look(path) as one, office.look(path) as other:
        office.enter(one)
        try:
            office.enter(other)
        except (IdConflict, Interrupted, Refused):
            pytest.fail("what is there already is no conflict")

    assert len(books.log(office.table.stores, match_of(one))) == 10


def test_a_pipe_is_read_like_the_file_that_comes_out_of_it(office: Office) -> None:
    path, pipe = office.file(pbn_record()), office.folder / "pipe"
    office.take(path)
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(path.read_bytes(),))
    writer.start()

    (account,) = office.take(pipe).accounts.values()

    writer.join()
    assert account.already == 1


def test_usebio_in_utf_16_is_known_by_itself(office: Office) -> None:
    text = '<?xml version="1.0" encoding="UTF-16"?><USEBIO Version="1.2"></USEBIO>'
    path = office.folder / "wide.xml"
    path.write_bytes(text.encode("utf-16"))

    with office.look(path) as plan:
        assert plan.format == "usebio"


def test_files_read_together_are_one(office: Office) -> None:
    names = {"PairNS": "", "PairEW": "", "East": "Vera", "West": "Emil"}
    one = office.file(pbn_record(**names, North="Ada", South="Max").rstrip(), "one.pbn")
    other = office.file(pbn_record(**names, North="Lin", South="Kai", Result="x"), "other.pbn")
    third = office.file(pbn_record(**names, North="Lin", South="Kai"), "third.pbn")

    with office.look(one, other, third) as plan:
        office.enter(plan)

    lines = office.board(match_of(plan), "traveller")["boards"][0]["lines"]
    assert [(line["ns"], line["ew"]) for line in lines] == [("1", "2"), ("3", "2")]
    assert [plan.source.where(bad.line) for bad in plan.bad] == [(other, 1)]

"""Every file of the published events is imported, or refused with its line and a reason."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from csv import DictReader
from pathlib import Path
from typing import Any

import pytest

from domain import games, wire
from services import exporting, importing, migrating, seeing, wiring
from services.config import Settings
from services.formats.found import Asked, Unreadable
from services.importing import Doubtful, Order, Plan
from services.wiring import Stores
from tests import books
from tests.cases import SHARED
from tests.people import Table

EVENTS = SHARED / "data" / "bridge" / "events"
FILES = sorted(path for path in EVENTS.rglob("*") if path.is_file()) if EVENTS.exists() else []
CROSS = {"options": {"scoring": "cross-imps"}}
ASKED: dict[str, dict[str, Any]] = {
    "sm0807.pbn": CROSS,
    "131108szczyrk.pbn": {"options": {"scoring": "butler", "datum": {"kind": "median", "round": 1}}},
    "world_championship_finals_no_scores.pbn": {"asked": Asked(rooms_in_order=True)},
    "bridgebots_shared_deals.pbn": {"asked": Asked(rooms_in_order=True)},
    "endplay_example4.pbn": {"asked": Asked(rooms_in_order=True)},
    "PollQueueForNewResults.json": {"options": {"scoring": "matchpoints", "winners": 2}},
    "PutResults.json": {"options": {"scoring": "matchpoints", "winners": 2}},
}
"""What whoever imports a file has to say of it: each is refused without, with just that hint."""
UNREADABLE = {"notsupported.xml": "UNKNOWN"}
BAD = {
    "A1A13737.PBN": ["board 3, open room: its auction comes to 2H, and its Contract is 4H"],
    "bridgebots_sample.pbn": ["board 10: it does not say which pair sits NS"],
    "PollQueueForNewResults.json": 1,
    "PutResults.json": 1,
    "world_championship_finals_no_scores.pbn": 304,
}
"""Records that cannot be told: which, or how many."""

pytestmark = [
    pytest.mark.laborious,
    pytest.mark.skipif(not FILES, reason="the published events are not on this machine"),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    """An empty SQLite; nothing is kept in it."""
    with emptied(tmp_path_factory.mktemp("store")) as found:
        yield found


@contextmanager
def emptied(folder: Path) -> Iterator[Stores]:
    found = wiring.connect(Settings(database_url=f"sqlite:///{folder / 'scorepad.db'}", _env_file=None))
    migrating.migrate(found)
    yield found
    found.engine.dispose()


def looked(store: Stores, path: Path, **order: Any) -> Plan:
    table = Table(store)
    with importing.opened([path]) as source, importing.look(table.desk, table.bearer, source, Order(**order)) as plan:
        return plan


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_read_or_refused_with_line_and_reason(store: Stores, path: Path) -> None:
    if path.name in UNREADABLE:
        with pytest.raises(Unreadable, match=r"line \d+"):
            looked(store, path)
        return

    plan = looked(store, path, **ASKED.get(path.name, {}))

    expected = BAD.get(path.name, [])
    said = [f"{bad.what}: {bad.reason}" for bad in plan.bad]
    assert said == expected if isinstance(expected, list) else len(said) == expected
    assert plan.accounts or plan.bad


@pytest.mark.parametrize("name", [name for name, asked in ASKED.items() if "options" in asked])
def test_what_a_file_leaves_open_is_asked_for(store: Stores, name: str) -> None:
    (path,) = [path for path in FILES if path.name == name]

    with pytest.raises(Doubtful, match="say it with --options"):
        looked(store, path)


ROUND_TRIPS = [
    (name, format_)
    for name in ("mp_pairs_howell.xml", "acbl_club_1430335.json", "usbf_2010_sf_segment4_vugraph.lin", "A1A13232.PBN")
    for format_ in ("pbn", "csv")
] + [
    ("mp_pairs_howell.xml", "usebio"),
    ("mp_pairs_mitchell_02.xml", "usebio"),
    ("realbridge_2021_qual_open_r2.pbn", "pbn"),
]


@pytest.mark.parametrize(("name", "format_"), ROUND_TRIPS)
def test_what_was_imported_and_exported_again_says_the_same(tmp_path: Path, name: str, format_: str) -> None:
    (path,) = [path for path in FILES if path.name == name]
    with emptied(tmp_path) as store:
        for number, (match, told) in enumerate(_imported(store, path).items()):
            if not told:
                continue
            written = tmp_path / f"{number}.{format_}"
            pieces = exporting.export(store, seeing.any_match(store, match), format_)
            written.write_text("".join(pieces), encoding=exporting.FORMATS[format_].encoding, newline="")

            again = _imported(store, written)

            assert list(again.values()) == [told]


def _imported(store: Stores, path: Path) -> dict[str, Counter[str]]:
    """The results of each match of a file, and its hands, once they are in the log."""
    table = Table(store)
    order = Order(options=ASKED.get(path.name, {}).get("options", {}))
    with importing.opened([path]) as source, importing.look(table.desk, table.bearer, source, order) as plan:
        assert plan.bad == []
        importing.enter(table.desk, table.bearer, plan, order)
    return {account.match: _told(store, account.match) for account in plan.accounts.values()}


def _told(store: Stores, match: str) -> Counter[str]:
    of_results = ("bridge.deal_played", "bridge.board_adjusted", "bridge.board_not_played")
    return Counter(_said(event) for event in books.log(store, match) if event.type in of_results)


def _said(event: Any) -> str:
    """What a fact means, without what a format has no place for (an award's reason) or says beside (seated teams)."""
    data = wire.read_stored(games.event_types()[event.type], event.body).meaning()
    beside = {"reason", "ns", "ew"} if "room" in data else {"reason"}
    return f"{event.type} {sorted((name, str(value)) for name, value in data.items() if name not in beside)}"


RESULTS = {
    "usebio_butler_mitchell": "butler_mitchell.xml",
    "usebio_mp_pairs_howell": "mp_pairs_howell.xml",
    "usebio_mp_pairs_mitchell": "mp_pairs_mitchell.xml",
    "acbl_club_1430335": "acbl_club_1430335.json",
    "realbridge_2021_qual_R2": "realbridge_2021_qual_open_r2.pbn",
    "pary_WB130801": "wb130801.pbn",
    "kops_PCH1003": "PCH1003.pbn",
    "kops_SM0807": "sm0807.pbn",
}
"""Published results, and the file that tells them."""


@pytest.mark.parametrize(("event", "name"), RESULTS.items())
def test_a_file_tells_the_published_results(store: Stores, event: str, name: str) -> None:
    (path,) = [path for path in FILES if path.name == name]
    with (EVENTS.parent / "event_results.csv").open(newline="") as file:
        rows = [
            row for row in DictReader(file) if row["event"] == event and (row["tricks"] or row["contract"] == "Pass")
        ]
    published = Counter(
        (int(row["board"]), row["contract"].replace("NT", "N"), row["declarer"], row["tricks"]) for row in rows
    )

    table = Table(store)
    order = Order(**ASKED.get(name, {}))
    with importing.opened([path]) as source, importing.look(table.desk, table.bearer, source, order) as plan:
        told = Counter(
            (data["board"], data["contract"], data.get("declarer") or "", str(data.get("tricks", "")))
            for _, reports in plan.sound
            for report in reports
            if report.event.TYPE == "bridge.deal_played"
            for data in [report.event.model_dump(mode="json", exclude_none=True)]
        )

    assert told == published

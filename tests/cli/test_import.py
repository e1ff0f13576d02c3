"""`import`, as clubs run it: on both databases, interrupted, and refused."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from services import wiring
from services.config import Settings
from services.wiring import Stores
from tests import books
from tests.commands import ALONE, Commands
from tests.conftest import DATABASES, fresh_database
from tests.result_files import pbn_record, pbn_session


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh migrated database of each kind."""
    with fresh_database(request, request.param, tmp_path) as found:
        yield found


@pytest.fixture
def store(url: str) -> Iterator[Stores]:
    found = wiring.connect(Settings(database_url=url, _env_file=None))
    yield found
    found.engine.dispose()


def test_a_session_is_imported_and_told(cli: Commands, url: str, tmp_path: Path) -> None:
    path = pbn_session(tmp_path, tables=4, boards=3)

    said = cli.run("import", "--new", str(path), database_url=url).ends(0)

    match, words = said.out.rstrip().split("  ")
    assert words == "Tuesday: 12 results"
    again = cli.run("import", "--new", str(path), database_url=url).ends(0)
    assert again.out == f"{match}  Tuesday: 0 results, 12 there already\n"


def test_the_same_as_json(cli: Commands, url: str, tmp_path: Path) -> None:
    path = tmp_path / "results.pbn"
    path.write_text(pbn_record() + pbn_record(Contract="?", Board="2"))

    (document,) = cli.run("import", "--new", "--json", str(path), database_url=url).ends(0).lines

    (match,) = document["matches"]
    assert (match["results"], match["events"], document["kept"], document["format"]) == (1, 1, True, "pbn")
    assert document["left"] == [
        {"file": str(path), "line": 9, "what": "board 2, 1 against 2", "reason": "its contract is not told"}
    ]


def test_a_bad_record_keeps_the_whole_file_out_and_is_named(
    cli: Commands, url: str, store: Stores, tmp_path: Path
) -> None:
    path = tmp_path / "results.pbn"
    path.write_text(pbn_record() + pbn_record(Board="2", Score="NS 420"))
    before = books.kept(store)

    said = cli.run("import", "--new", str(path), database_url=url).ends(1)

    assert said.err.splitlines() == [
        f"{path}:9: board 2, 1 against 2: the file says NS 420; 4S by N making 10 on board 2 is 620",
        f"{path.name}: 1 record cannot be told; nothing was kept.",
    ]
    assert books.kept(store) == before


def test_skip_bad_goes_on_and_lists_what_it_left(cli: Commands, url: str, tmp_path: Path) -> None:
    path = tmp_path / "results.pbn"
    path.write_text(pbn_record() + pbn_record(Board="x"))

    said = cli.run("import", "--new", "--skip-bad", str(path), database_url=url).ends(0)

    assert said.out.endswith("Tuesday: 1 result\n")
    assert said.err == f"{path}:9: board x: 'x' is no board number: 1 to 9999\n"


def test_what_a_file_leaves_open_is_asked_for_with_its_line(cli: Commands, url: str, tmp_path: Path) -> None:
    path = tmp_path / "results.pbn"
    path.write_text("% PBN 2.1\n" + pbn_record(Scoring="IMP"))

    said = cli.run("import", "--new", str(path), database_url=url).ends(1)

    assert said.err == (
        f"{path}:2: the file says IMP: that is Butler or cross-IMPs, and it does not say which: "
        'say it with --options \'{"scoring": "…"}\'\n'
    )


def test_nothing_of_a_file_moves_the_cursor(cli: Commands, url: str, tmp_path: Path) -> None:
    path = tmp_path / "results.pbn"
    path.write_text(pbn_record(Event="Tues\x1b[2Jday") + pbn_record(Event="Tues\x1b[2Jday", Board="\x1b[2J"))

    said = cli.run("import", "--new", "--skip-bad", str(path), database_url=url).ends(0)

    assert said.out.endswith("Tues·[2Jday: 1 result\n")
    assert said.err == f"{path}:9: board ·[2J: '\\x1b[2J' is no board number: 1 to 9999\n"


def test_one_file_that_cannot_be_read_does_not_keep_the_others_out(cli: Commands, url: str, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.pbn", tmp_path / "good.pbn"
    bad.write_text("nothing\n")
    good.write_text(pbn_record())

    said = cli.run("import", "--new", str(bad), str(good), database_url=url).ends(1)

    assert said.out.endswith("Tuesday: 1 result\n")
    assert said.err.startswith(f"{bad}:1: ")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--new", "--match", "0190163d-8694-739b-aea5-966c26f8ad90"],
        ["--match", "tuesday"],
        ["--new", "--format", "docx"],
        ["--new", "--options", "[]"],
        ["--new", "--options", "{"],
    ],
)
def test_wrong_usage_is_said(cli: Commands, url: str, tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "results.pbn"
    path.write_text(pbn_record())

    cli.run("import", *words, str(path), database_url=url).ends(2)


def test_a_file_that_is_not_there_is_wrong_usage(cli: Commands, url: str) -> None:
    cli.run("import", "--new", "nowhere.pbn", database_url=url).ends(2)


def test_an_unknown_ledger_is_refused(cli: Commands, url: str, tmp_path: Path) -> None:
    path = tmp_path / "results.pbn"
    path.write_text(pbn_record())

    said = cli.run("import", "--new", "--ledger", "theirs", str(path), database_url=url).ends(1)

    assert "There is no ledger 'theirs'." in said.err


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="nothing here fails while it is read")
def test_a_file_that_cannot_be_read_to_its_end_is_told_and_the_next_one_read(
    cli: Commands, url: str, tmp_path: Path
) -> None:
    good = tmp_path / "good.pbn"
    good.write_text(pbn_record())

    said = cli.run("import", "--new", "/proc/self/mem", str(good), database_url=url).ends(1)

    assert said.err.startswith("/proc/self/mem: it cannot be read: ")
    assert said.out.endswith("Tuesday: 1 result\n")


@pytest.mark.slow
def test_an_import_that_is_killed_goes_on_where_it_stopped(url: str, store: Stores, tmp_path: Path) -> None:
    path = pbn_session(tmp_path, tables=60, boards=60)
    command = [sys.executable, "-m", "services.cli", "import", "--new", "--json", str(path)]
    environment = ALONE | {"SCOREPAD_DATABASE_URL": url}
    killed = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while books.kept(store)["events"] < 1000 and time.monotonic() < deadline:
        assert killed.poll() is None, "it ended before it could be killed"
        time.sleep(0.002)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    there = books.kept(store)["events"]
    assert 1000 <= there < 3601

    ended = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120)

    (match,) = json.loads(ended.stdout)["matches"]
    assert (match["results"], match["already"]) == (3601 - there, there - 1)
    events = books.log(store, match["match"])
    assert len(events) == 3601
    assert len({event.body for event in events}) == 3601

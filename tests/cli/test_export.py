"""`scorepad export`, on a real SQLite."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from services import wiring
from services.config import Settings
from services.formats import plain
from services.formats.cloudevents import cloud_event
from services.wiring import Stores
from tests.commands import Commands, Said
from tests.conftest import fresh_database
from tests.facts import DEAL
from tests.people import PASSED, Table, deal
from tests.roundtrips import read_again, shown
from tests.vouching import Signer, verifier

GAME = deal("4S", "N", 10)


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A table that reports to a fresh database."""
    with fresh_database(request, "sqlite", tmp_path) as url:
        stores: Stores = wiring.connect(Settings(database_url=url, data=tmp_path, _env_file=None))
        yield Table(stores)
        stores.engine.dispose()
        stores.redis.close()


def run(cli: Commands, table: Table, *words: Any) -> Said:
    return cli.run("export", *map(str, words), database_url=table.stores.settings.database)


def test_what_is_exported_can_be_folded(cli: Commands, table: Table) -> None:
    match = table.open(title="Spät")
    table.tell(match, *GAME)
    table.tell(match, *PASSED)

    said = run(cli, table, match, "--format", "jsonl").ends(0)

    assert [line["type"] for line in said.lines] == ["match.opened", "bridge.deal_played", "bridge.deal_played"]
    (folded,) = cli.run("fold", "-", given=said.out).ends(0).lines
    assert folded["boards"]["rubber"]["sides"]["NS"]["below"] == 120


def test_cloud_events_are_written_one_a_line_with_all_cards(cli: Commands, table: Table) -> None:
    match = table.open()
    table.tell(match, "bridge.dealt", {"hands": DEAL})

    told = run(cli, table, match, "--format", "cloudevents").ends(0).lines

    log = run(cli, table, match, "--format", "jsonl").ends(0).lines
    assert told == [cloud_event(line, "http://127.0.0.1:8000") for line in log]
    assert told[1]["data"]["hands"] == DEAL


def test_the_only_match_needs_no_id(cli: Commands, table: Table) -> None:
    match = table.open()

    (line,) = run(cli, table, "--format", "jsonl").ends(0).lines

    assert line["match"] == match
    assert run(cli, table, match.upper(), "--format", "jsonl").ends(0).lines == [line]


def test_of_several_matches_one_must_be_named(cli: Commands, table: Table) -> None:
    first, second = table.open(title="Tuesday"), table.open("cribbage", visibility="private")

    said = run(cli, table, "--format", "jsonl").ends(2)

    assert said.out == ""
    assert f"{first}  bridge.rubber Tuesday" in said.err
    assert f"{second}  cribbage" in said.err


def test_without_a_match_there_is_nothing_to_export(cli: Commands, table: Table) -> None:
    assert run(cli, table, "--format", "jsonl").ends(2).err == "error: there is no match yet\n"


def test_an_unknown_match_is_told_in_a_sentence(cli: Commands, table: Table) -> None:
    table.open()

    for match in ("7", uuid4()):
        assert run(cli, table, match, "--format", "csv").ends(1).err == "error: There is no such match.\n"


def test_a_format_that_does_not_fit_is_wrong_usage_and_names_those_that_do(cli: Commands, table: Table) -> None:
    match = table.open("cribbage")

    said = run(cli, table, match, "--format", "csv").ends(2)

    assert said.err == "error: csv does not fit cribbage: write jsonl or cloudevents.\n"


@pytest.mark.parametrize("words", [["--format", "xls"], []])
def test_a_format_that_is_none_is_wrong_usage(cli: Commands, table: Table, words: list[str]) -> None:
    assert "--format" in run(cli, table, *words).ends(2).err


def test_a_file_is_written_in_the_encoding_of_its_format(cli: Commands, table: Table) -> None:
    match = table.open(title="Spät")
    table.tell(match, *GAME)

    for format_ in ("pbn", "csv"):
        assert run(cli, table, match, "--format", format_, "--output", f"evening.{format_}").ends(0).out == ""

    assert '[Event "Spät"]\r\n'.encode("latin-1") in (cli.folder / "evening.pbn").read_bytes()
    written = (cli.folder / "evening.csv").read_bytes().decode()
    assert shown(read_again(plain.read, [written]))["rubber"]["title"] == "Spät"
    assert written == run(cli, table, match, "--format", "csv").ends(0).out
    assert not list(cli.folder.glob("*.part"))


def test_a_file_that_cannot_be_written_is_told_and_leaves_nothing(cli: Commands, table: Table) -> None:
    match = table.open()

    said = run(cli, table, match, "--format", "jsonl", "--output", cli.folder / "no" / "such.jsonl").ends(2)

    assert "cannot be written" in said.err


def test_a_match_that_cannot_be_written_leaves_the_file_that_was_there(cli: Commands, table: Table) -> None:
    match = table.open("bridge.pairs")
    table.tell(match, "bridge.deal_played", {"board": 1, "ns": " 1", "ew": "2", "contract": "Pass"})
    path = cli.folder / "kept.csv"
    path.write_text("kept")

    said = run(cli, table, match, "--format", "csv", "--output", path).ends(1)

    assert "blanks" in said.err
    assert path.read_text() == "kept"
    assert json.loads(run(cli, table, match, "--format", "jsonl").ends(0).out.splitlines()[1])["data"]["ns"] == " 1"


def test_a_ledger_is_exported_to_a_file_that_the_verifier_takes(cli: Commands, table: Table) -> None:
    signer = Signer()
    table.tell(table.open(title="Spät"), *GAME)
    table.drain()
    signer.enter(table.stores)
    signer.vouch(table.stores, 2)

    assert run(cli, table, "--format", "ledger", "--ledger", "main", "--output", "main.jsonl").ends(0).out == ""

    written = (cli.folder / "main.jsonl").read_text()
    assert written == run(cli, table, "--format", "ledger").ends(0).out
    assert "All of it holds" in verifier(cli.folder / "main.jsonl", "--key", signer.vkey).ends(0).out


def test_which_ledger_goes_with_that_format_alone(cli: Commands, table: Table) -> None:
    match = table.open()

    for words in (["--format", "ledger", match], ["--format", "jsonl", "--ledger", "main"]):
        assert "--ledger" in run(cli, table, *words).ends(2).err
    said = run(cli, table, "--format", "ledger", "--ledger", "other").ends(1)
    assert said.err == "error: There is no ledger 'other'.\n"

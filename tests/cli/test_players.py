"""`scorepad players`, and the names in what other commands show, on a real SQLite."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services import wiring
from services.config import Settings
from services.wiring import Stores
from tests.commands import Commands, Said
from tests.conftest import fresh_database
from tests.people import PASSED, Table, deal


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with fresh_database(request, "sqlite", tmp_path) as url:
        stores: Stores = wiring.connect(Settings(database_url=url, data=tmp_path, _env_file=None))
        yield Table(stores)
        stores.engine.dispose()
        stores.redis.close()


def run(cli: Commands, table: Table, *words: Any, given: str | bytes = b"") -> Said:
    return cli.run(*map(str, words), given=given, database_url=table.stores.settings.database)


def listed(cli: Commands, table: Table) -> dict[str, str | None]:
    return {line["id"]: line["name"] for line in run(cli, table, "players", "list", "--json").ends(0).lines}


def test_players_are_named_listed_and_forgotten(cli: Commands, table: Table) -> None:
    table.open(players={"N": "p-1"})
    assert run(cli, table, "players", "name", "p-1", "Anna [bold]").ends(0).out == "p-1 is named.\n"
    assert listed(cli, table) == {"p-1": "Anna [bold]"}
    assert "Anna [bold]" in run(cli, table, "players", "list").ends(0).out

    said = run(cli, table, "players", "forget", "p-1").ends(0).out

    assert "it sits in 1 match." in said
    assert "backups" in said
    assert listed(cli, table) == {"p-1": None}
    assert "forgotten" in run(cli, table, "players", "list").ends(0).out
    assert run(cli, table, "players", "forget", "p-1", "--json").ends(0).lines == [
        {"id": "p-1", "matches": 1, "left": []}
    ]
    assert "forgotten" in run(cli, table, "players", "name", "p-1", "Anna").ends(1).err
    run(cli, table, "players", "name", "p-1", "Anna", "--again").ends(0)
    assert listed(cli, table) == {"p-1": "Anna"}


def test_an_unknown_player_or_ledger_is_said(cli: Commands, table: Table) -> None:
    assert "no name" in run(cli, table, "players", "forget", "p-1").ends(1).err
    assert "no ledger" in run(cli, table, "players", "name", "p-1", "Anna", "--ledger", "other").ends(1).err
    refused = run(cli, table, "players", "name", "p-1", "Wachtel\nkoenig").ends(2)
    assert "Wachtel" not in refused.err


@pytest.mark.parametrize(
    "text",
    [
        "id,name\np-1,Anna\np-2,Bèn\n",
        "\ufeffid;name\r\np-1;Anna\r\n\r\np-2;Bèn\r\n",
        'Name\tID\n"Anna"\tp-1\nBèn\t p-2\n',
        "id,name\np-1,Anna\np-2,Bèn\n".encode("latin-1"),
    ],
    ids=["commas", "from a spreadsheet", "tabs, the other way round", "Latin-1"],
)
def test_a_file_of_names_is_read(cli: Commands, table: Table, text: str | bytes) -> None:
    assert "2 players named." in run(cli, table, "players", "import", "-", given=text).ends(0).out

    assert listed(cli, table) == {"p-1": "Anna", "p-2": "Bèn"}


def test_who_was_forgotten_stays_so_when_the_list_comes_again(cli: Commands, table: Table) -> None:
    text = "id,name\np-1,Anna\np-2,Ben\n"
    run(cli, table, "players", "import", "-", given=text).ends(0)
    run(cli, table, "players", "forget", "p-1").ends(0)

    said = run(cli, table, "players", "import", "-", given=text).ends(0).out

    assert said == "1 player named. 1 player stay forgotten.\n"
    assert listed(cli, table) == {"p-1": None, "p-2": "Ben"}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "first line"),
        ("id,name,club\np-1,Wachtel,x\n", "first line"),
        ("p-1,Wachtel\n", "first line"),
        ("id,name\np-1,Wachtel,x\n", "line 2"),
        ("id,name\np-1,Wachtel\np-2,\n", "line 3"),
        ("id,name\n,Wachtel\n", "line 2"),
        ("id,name\np-1,Wach\0tel\n", "line 2"),
        ('id,name\np-1,"Wachtel\n', "line 2"),
        ("id,name\np-1," + "Wachtel" * 20 + "\n", "line 2"),
    ],
)
def test_a_file_with_a_fault_names_nobody_and_says_the_line_alone(
    cli: Commands, table: Table, text: str, where: str
) -> None:
    refused = run(cli, table, "players", "import", "-", given=text).ends(2)

    assert where in refused.err
    assert "Wach" not in refused.err
    assert listed(cli, table) == {}


def test_a_replay_and_exports_with_names_show_them(cli: Commands, table: Table) -> None:
    match = table.open(players={"N": "p-1", "S": "p-3"})
    table.tell(match, *deal("4S", "N", 10))
    table.tell(match, "match.players_changed", {"players": {"N": "p-5"}})
    table.tell(match, *PASSED)
    run(cli, table, "players", "import", "-", given="id,name\np-1,Anna\np-3,=1+1\np-5,Eva\n").ends(0)

    assert "Eva – =1+1" in run(cli, table, "replay", match).ends(0).out
    pbn = run(cli, table, "export", match, "--format", "pbn", "--names").ends(0).out
    assert [line for line in pbn.splitlines() if line.startswith("[North")] == ['[North "Anna"]', '[North "Eva"]']
    csv = run(cli, table, "export", match, "--format", "csv", "--names").ends(0).out
    assert [line.rpartition("honours_by,")[2] for line in csv.splitlines() if "players" in line] == [
        "ns_players,ew_players"
    ]
    assert "Anna – =1+1" in csv
    for format_ in ("pbn", "csv", "jsonl"):
        assert "Eva" not in run(cli, table, "export", match, "--format", format_).ends(0).out
    refused = run(cli, table, "export", match, "--format", "jsonl", "--names").ends(2)
    assert "names live outside it: csv and pbn can have them" in refused.err

"""`scorepad verify`, on a real SQLite."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services import wiring
from services.config import Settings
from tests import books, forging
from tests.commands import Commands, Said
from tests.conftest import fresh_database
from tests.forging import SIGNED, Ledger
from tests.tampering import tampering


@pytest.fixture
def ledger(request: pytest.FixtureRequest, tmp_path: Path, redis_url: str) -> Iterator[Ledger]:
    """A signed ledger on a fresh database."""
    with fresh_database(request, "sqlite", tmp_path) as url:
        settings = Settings(database_url=url, redis_url=redis_url, data=tmp_path, _env_file=None)
        stores = wiring.connect(settings)
        yield forging.ledger(stores)
        stores.engine.dispose()
        stores.redis.close()


def all_(ledger: Ledger) -> int:
    """The events of its matches, and the acts of administration."""
    return 291 + books.acts(ledger.stores)


def checked(ledger: Ledger) -> str:
    return f"{all_(ledger)} events and their boards, {all_(ledger)} positions and 3 checkpoints checked"


def run(cli: Commands, ledger: Ledger, *words: Any) -> Said:
    given = ["--processes", 1, *words]
    return cli.run("verify", *map(str, given), database_url=ledger.stores.settings.database)


def test_a_log_that_was_not_touched_is_told_in_a_sentence(cli: Commands, ledger: Ledger) -> None:
    (cli.folder / "kept.txt").write_text(ledger.kept)

    said = run(cli, ledger, "--checkpoint", "kept.txt").ends(0)

    assert said.out == f"{checked(ledger)}: all of it holds.\n"
    assert not said.err
    assert run(cli, ledger, "--no-refold").ends(0).out.startswith(f"{all_(ledger)} events, {all_(ledger)} positions")


def test_processes_of_its_own_find_the_same(cli: Commands, ledger: Ledger) -> None:
    (document,) = run(cli, ledger, "--processes", 2, "--json").ends(0).lines

    assert document == {
        "ok": True,
        "events": all_(ledger),
        "positions": all_(ledger),
        "checkpoints": 3,
        "refolded": True,
        "wrong": 0,
        "findings": [],
    }


def test_what_is_wrong_is_printed_and_ends_with_status_1(cli: Commands, ledger: Ledger) -> None:
    tampering(ledger.stores, "UPDATE events SET actor = 'nobody' WHERE version = 3")
    sentence = "its columns and the hash before it do not give its hash"

    said = run(cli, ledger).ends(1)
    (document,) = run(cli, ledger, "--json").ends(1).lines

    assert said.out.splitlines() == [
        f"events: ledger main, position 3, match {ledger.matches[0]}, version 3: {sentence}",
        f"{checked(ledger)}: 1 thing is wrong.",
    ]
    assert (document["ok"], document["wrong"]) == (False, 1)
    assert document["findings"] == [
        {
            "what": "events",
            "sentence": sentence,
            "ledger": "main",
            "position": 3,
            "match": ledger.matches[0],
            "version": 3,
        }
    ]


def test_a_checkpoint_beyond_the_head_is_told(cli: Commands, ledger: Ledger) -> None:
    (cli.folder / "kept.txt").write_text(ledger.signer.note(1000, bytes(32)))

    said = run(cli, ledger, "--checkpoint", "kept.txt").ends(1)

    assert f"the log ends at position {SIGNED + 1}, and the checkpoint that was kept is of 1000" in said.out


def test_what_no_terminal_can_show_is_told_in_letters(cli: Commands, ledger: Ledger) -> None:
    """Bytes that are no text, and those that would steer a terminal, in the database and in a file that was kept."""
    kept = ledger.signer.note(1, bytes(32)).replace("scorepad/main", "scorepad/m\x1bn", 1)
    (cli.folder / "kept.txt").write_bytes(kept.encode().replace(b"m\x1bn", b"m\x1b\xffn"))
    tampering(ledger.stores, "UPDATE signers SET id = CAST(:id AS TEXT)", id=b"\x1b\xff")

    said = run(cli, ledger, "--checkpoint", "kept.txt").ends(1)
    (document,) = run(cli, ledger, "--checkpoint", "kept.txt", "--json").ends(1).lines

    assert said.err == ""
    assert r"is one of scorepad/m\x1b\udcffn, which is not here" in said.out
    assert r"signers: ledger main: the key \x1b\udcff is not what its id says" in said.out
    assert r"the key \x1b\udcff is not what its id says" in [each["sentence"] for each in document["findings"]]


def test_wrong_usage_has_a_status_of_its_own(cli: Commands, ledger: Ledger) -> None:
    assert "cannot be read" in run(cli, ledger, "--checkpoint", "no-such-file").ends(2).err
    assert run(cli, ledger, "--ledger", "else").ends(1).err == "error: There is no ledger 'else'.\n"


def test_a_file_that_is_no_database_any_more_is_told_in_a_sentence(cli: Commands, ledger: Ledger) -> None:
    path = Path(str(ledger.stores.engine.url.database))
    ledger.stores.engine.dispose()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE ledgers", b"CREATE TABLE l*dgers"))

    said = run(cli, ledger).ends(1)

    assert said.out.startswith("database: it cannot be read: malformed database schema")
    assert said.out.endswith("1 thing is wrong.\n")

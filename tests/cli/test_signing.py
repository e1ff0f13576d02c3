"""`signing`: the public keys of a ledger, and a new one, on both databases."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from services import checkpointing, notes
from services.checkpointing import Notary
from services.config import Settings
from services.wiring import EVERY
from tests import books
from tests.commands import Commands, Said
from tests.conftest import DATABASES, fresh_database
from tests.servers import Api, environment, serving


@pytest.fixture(params=DATABASES)
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A served API, with one event that is due to be signed."""
    folder = tmp_path_factory.mktemp("stores")
    with ExitStack() as stack:
        url = stack.enter_context(fresh_database(request, request.param, folder))
        found = stack.enter_context(
            serving(Settings(database_url=url, redis_url=redis_url, data=folder, _env_file=None))
        )
        books.forge_match(found.stores, '{"game":"bridge.rubber"}')
        found.drain()
        yield found


def run(cli: Commands, api: Api, *words: str) -> Said:
    given = environment(api.stores.settings)
    return cli.run(*words, **{name.removeprefix("SCOREPAD_").lower(): value for name, value in given.items()})


def test_keys_are_shown_and_a_new_one_takes_over(cli: Commands, api: Api) -> None:
    assert run(cli, api, "signing", "keys").ends(0).out == ""
    assert Notary(api.stores).sign_due() == 1

    new = run(cli, api, "signing", "rotate").ends(0).out.strip()

    old, current = run(cli, api, "signing", "keys", "--json").ends(0).lines
    assert (current["key"], current["until"]) == (new, None)
    assert old["until"] is not None
    with api.stores.reading(EVERY) as connection:
        row = checkpointing.newest(connection, 1)
    assert row is not None
    assert notes.read(row.note).signer([notes.read_key(old["key"])]).name == "scorepad/main"
    first, second = run(cli, api, "signing", "keys").ends(0).out.splitlines()
    assert first.startswith(f"{old['key']}  from ")
    assert second.startswith(f"{new}  from ")


def test_a_ledger_that_is_none_is_refused(cli: Commands, api: Api) -> None:
    for command in ("keys", "rotate"):
        assert "no ledger 'club'" in run(cli, api, "signing", command, "--ledger", "club").ends(1).err


def test_doctor_says_that_signing_stands_still_and_what_is_broken(cli: Commands, api: Api) -> None:
    assert "signing stands still" in run(cli, api, "doctor").ends(1).out.replace("\n", " ")
    assert Notary(api.stores).sign_due() == 1
    found = run(cli, api, "doctor", "--json").ends(0).lines[0]["checks"][-1]
    assert found["found"].endswith(", 1 events not signed yet")

    books.run(api.stores, "UPDATE sequencers SET position = 0")

    found = run(cli, api, "doctor", "--json").ends(1).lines[0]["checks"][-1]
    assert found == {
        "what": "signing",
        "ok": False,
        "found": "The ledger ends at position 0, and was signed up to 1.",
    }

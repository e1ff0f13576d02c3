"""`roles`, and `migrate --roles`: passwords are shown once, or come from where nobody else looks."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from services import wiring
from services.config import Settings
from services.wiring import Stores
from tests import books
from tests.commands import Commands, Said
from tests.conftest import fresh_database
from tests.servers import environment

KINDS = ("writer", "projector", "reader")


@pytest.fixture
def owner(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path) -> Iterator[Stores]:
    with fresh_database(request, "postgresql", tmp_path) as url:
        stores = wiring.connect(Settings(database_url=url, redis_url=redis_url, data=tmp_path, _env_file=None))
        yield stores
        stores.engine.dispose()
        stores.redis.close()


@pytest.fixture
def prefix(owner: Stores) -> Iterator[str]:
    found = f"t_{uuid.uuid4().hex}"
    yield found
    for kind in KINDS:
        with owner.writing(None) as connection:
            there = connection.execute(sa.text("SELECT to_regrole(:name)"), {"name": f"{found}_{kind}"}).scalar()
        if there:
            books.run(owner, f"DROP OWNED BY {found}_{kind}")
            books.run(owner, f"DROP ROLE {found}_{kind}")


def run(cli: Commands, stores: Stores, *words: str, **more: Any) -> Said:
    given = environment(stores.settings)
    return cli.run(*words, **{name.removeprefix("SCOREPAD_").lower(): value for name, value in given.items()}, **more)


def test_new_roles_are_shown_with_their_urls_once(cli: Commands, owner: Stores, prefix: str) -> None:
    (made,) = run(cli, owner, "roles", "--prefix", prefix, "--json").ends(0).lines
    (again,) = run(cli, owner, "roles", "--prefix", prefix, "--json").ends(0).lines
    plain = run(cli, owner, "roles", "--prefix", prefix, "--rotate").ends(0).out.splitlines()

    assert [each["kind"] for each in made] == list(KINDS)
    with psycopg.connect(made[0]["url"]) as connection:
        assert connection.execute("SELECT current_user").fetchone() == (f"{prefix}_writer",)
    assert [(each["role"], each["password"], each["url"]) for each in again] == [
        (f"{prefix}_{kind}", None, None) for kind in KINDS
    ]
    assert [line.partition(": postgresql://")[0] for line in plain] == [f"{prefix}_{kind}" for kind in KINDS]
    assert made[0]["password"] not in "".join(plain)


def test_chosen_passwords_are_never_shown(cli: Commands, owner: Stores, prefix: str) -> None:
    said = run(cli, owner, "roles", "--prefix", prefix, writer_password="correct horse").ends(0)
    asked = "battery staple\nbattery staple\n" * 3
    told = run(cli, owner, "roles", "--prefix", prefix, "--ask", given=asked).ends(0)

    assert said.out.splitlines()[0] == f"{prefix}_writer: as before"
    assert "horse" not in said.out + said.err
    assert "staple" not in told.out + told.err
    assert "too short" in run(cli, owner, "roles", "--prefix", prefix, writer_password="short").ends(1).err


def test_sql_is_printed_and_nothing_done(cli: Commands, owner: Stores, prefix: str) -> None:
    said = run(cli, owner, "roles", "--prefix", prefix, "--sql", writer_password="correct horse").ends(0)

    assert f"CREATE ROLE {prefix}_writer LOGIN" in said.out
    assert all(line.endswith(";") for line in said.out.splitlines())
    assert "horse" not in said.out
    (made,) = run(cli, owner, "roles", "--prefix", prefix, "--json").ends(0).lines
    assert made[0]["password"], "it was not there before"


def test_migrating_renews_the_roles_and_shows_no_password(cli: Commands, owner: Stores) -> None:
    prefix = sa.make_url(owner.settings.database).database
    assert prefix is not None

    said = run(cli, owner, "migrate", "--roles", writer_password="correct horse", projector_password="battery staple")

    assert said.ends(0).out.splitlines()[1] == f"The roles are {prefix}_writer, {prefix}_projector and {prefix}_reader."
    assert "horse" not in said.out
    for kind in KINDS:
        books.run(owner, f"DROP OWNED BY {prefix}_{kind}")
        books.run(owner, f"DROP ROLE {prefix}_{kind}")


def test_sqlite_has_no_roles(cli: Commands, tmp_path: Path) -> None:
    cli.run("migrate", data=tmp_path).ends(0)

    for words in (["roles"], ["roles", "--sql"], ["migrate", "--roles"]):
        assert "SQLite has no roles" in cli.run(*words, data=tmp_path).ends(1).err


def test_a_role_of_its_own_satisfies_the_doctor(cli: Commands, owner: Stores, prefix: str) -> None:
    (made,) = run(cli, owner, "roles", "--prefix", prefix, "--json").ends(0).lines

    for each in made[:2]:
        given = {"database_url": each["url"], "redis_url": owner.settings.redis, "data": owner.settings.data}
        (found,) = cli.run("doctor", "--json", **given).ends(0).lines
        checks = {check["what"]: check["found"] for check in found["checks"]}
        assert checks["rights"] == f"{each['role']} sees and writes only what its role may"

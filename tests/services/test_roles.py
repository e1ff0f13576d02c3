"""Roles are made with the rights that they need and no others, as often as one likes."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from services import migrating, projecting, roles, tables, wiring
from services.config import Settings
from services.errors import UnfitStore
from services.folding import Folded
from services.roles import KINDS, Account, Wish
from services.wiring import EVERY, Stores
from tests import books
from tests.conftest import as_role, fresh_database
from tests.people import PASSED, Table

As = Callable[[str], Stores]


@contextmanager
def connected(url: str) -> Iterator[Stores]:
    stores = wiring.connect(Settings(database_url=url, redis_url="redis://127.0.0.1:1", pool=2, _env_file=None))
    try:
        yield stores
    finally:
        stores.engine.dispose()


@pytest.fixture
def opening() -> Iterator[As]:
    """Opens stores, and closes them at the end."""
    with ExitStack() as stack:
        yield lambda url: stack.enter_context(connected(url))


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_database(request, "postgresql", tmp_path) as found:
        yield found


@pytest.fixture
def owner(url: str, opening: As) -> Stores:
    return opening(url)


@pytest.fixture
def prefix(owner: Stores) -> Iterator[str]:
    """A prefix of this test alone; its roles are gone when it is over."""
    found = f"t_{uuid.uuid4().hex}"
    yield found
    for kind in KINDS:
        if of_role(owner, f"{found}_{kind}"):
            books.run(owner, f"DROP OWNED BY {found}_{kind}")
            books.run(owner, f"DROP ROLE {found}_{kind}")


def of_role(stores: Stores, name: str) -> Any:
    with stores.reading(None) as connection:
        return connection.execute(
            sa.text("SELECT * FROM pg_authid WHERE rolname = :name"), {"name": name}
        ).one_or_none()


def rights(stores: Stores, name: str) -> set[tuple[str, ...]]:
    """Every right that a role has on tables and columns."""
    of_tables = "SELECT table_name, '', privilege_type FROM information_schema.table_privileges WHERE grantee = :name"
    of_columns = (
        "SELECT table_name, column_name, privilege_type FROM information_schema.column_privileges WHERE grantee = :name"
    )
    with stores.reading(None) as connection:
        found = connection.execute(sa.text(f"{of_tables} UNION ALL {of_columns}"), {"name": name})
        return {tuple(row) for row in found}


def test_every_table_says_who_may_do_what_with_it() -> None:
    assert roles._RIGHTS.keys() == {*tables.metadata.tables, "alembic_version"}


def test_the_roles_are_ordinary_users_with_scrambled_passwords(owner: Stores, prefix: str) -> None:
    made = roles.settle(owner, Wish(prefix=prefix))

    assert [(each.kind, each.name) for each in made] == [(kind, f"{prefix}_{kind}") for kind in KINDS]
    for each in made:
        assert each.password is not None
        assert len(each.password) == 32
        assert each.password not in repr(each)
        role = of_role(owner, each.name)
        assert role.rolcanlogin
        assert role.rolpassword.startswith("SCRAM-SHA-256$")
        powers = (role.rolsuper, role.rolbypassrls, role.rolcreatedb, role.rolcreaterole, role.rolreplication)
        assert powers == (False,) * 5


def test_the_password_is_in_no_statement(owner: Stores, prefix: str) -> None:
    said: list[str] = []
    sa.event.listen(owner.engine, "before_cursor_execute", lambda *given: said.append(f"{given[2]} {given[3]}"))

    made = roles.settle(owner, Wish(prefix=prefix, passwords={"writer": "correct horse"}))

    assert any("SCRAM-SHA-256" in statement for statement in said)
    for each in made:
        assert not [statement for statement in said if str(each.password) in statement]


def test_settling_again_gives_the_same_rights_and_no_new_passwords(owner: Stores, prefix: str) -> None:
    made = roles.settle(owner, Wish(prefix=prefix))
    before = {each.name: (rights(owner, each.name), of_role(owner, each.name).rolpassword) for each in made}

    again = roles.settle(owner, Wish(prefix=prefix))

    assert [each.password for each in again] == [None] * 3
    assert before == {each.name: (rights(owner, each.name), of_role(owner, each.name).rolpassword) for each in made}


def test_settling_takes_away_what_was_given_besides(owner: Stores, prefix: str) -> None:
    writer = roles.settle(owner, Wish(prefix=prefix))[0].name
    before = rights(owner, writer)
    books.run(owner, f"GRANT DELETE ON events TO {writer}")
    books.run(owner, f"GRANT UPDATE (ledger) ON matches TO {writer}")
    assert rights(owner, writer) != before

    roles.settle(owner, Wish(prefix=prefix))

    assert rights(owner, writer) == before


def test_passwords_are_rotated_chosen_or_left_out(owner: Stores, prefix: str) -> None:
    without = roles.settle(owner, Wish(prefix=prefix, passwords={"writer": "correct horse"}, generate=False))
    assert [each.password for each in without] == ["correct horse", None, None]
    assert of_role(owner, f"{prefix}_reader").rolpassword is None
    before = of_role(owner, f"{prefix}_writer").rolpassword

    rotated = roles.settle(owner, Wish(prefix=prefix, rotate=True))

    assert len({each.password for each in rotated} - {None}) == 3
    assert of_role(owner, f"{prefix}_writer").rolpassword != before
    with pytest.raises(UnfitStore, match="too short"):
        roles.settle(owner, Wish(prefix=prefix, passwords={"writer": "short"}))


def test_what_would_be_done_is_told_and_not_done(owner: Stores, prefix: str) -> None:
    told = "\n".join(roles.told(owner, Wish(prefix=prefix, passwords={"writer": "correct horse"})))

    assert f"CREATE ROLE {prefix}_writer LOGIN NOSUPERUSER" in told
    assert "PASSWORD" not in told
    assert "horse" not in told
    assert of_role(owner, f"{prefix}_writer") is None


def test_a_role_that_may_do_more_is_not_taken_over(owner: Stores, prefix: str) -> None:
    for power in ("SUPERUSER", "BYPASSRLS", "CREATEROLE"):
        books.run(owner, f"CREATE ROLE {prefix}_reader {power}")
        with pytest.raises(UnfitStore, match="may do more"):
            roles.settle(owner, Wish(prefix=prefix))
        assert of_role(owner, f"{prefix}_writer") is None, "all or nothing"
        books.run(owner, f"DROP ROLE {prefix}_reader")


@pytest.mark.parametrize("bad", ["Club", "a-b", "a; DROP TABLE events", "", "1st", "a" * 51])
def test_a_prefix_is_a_word(owner: Stores, bad: str) -> None:
    with pytest.raises(UnfitStore, match="prefix"):
        roles.settle(owner, Wish(prefix=bad))


def test_sqlite_has_no_roles(opening: As, tmp_path: Path) -> None:
    stores = opening(f"sqlite:///{tmp_path / 'scorepad.db'}")
    migrating.migrate(stores)

    for settling in (roles.settle, roles.told):
        with pytest.raises(UnfitStore, match="SQLite has no roles"):
            settling(stores, Wish())
    assert roles.standing(stores)[1]


def test_only_the_owner_makes_roles(owner: Stores, url: str, opening: As, prefix: str) -> None:
    writer = roles.settle(owner, Wish(prefix=prefix))[0]

    with pytest.raises(UnfitStore, match="does not own the tables"):
        roles.settle(opening(as_role(url, writer)), Wish(prefix=prefix))


def test_each_process_says_whether_a_wall_holds_it_back(
    owner: Stores, url: str, opening: As, prefix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = roles.settle(owner, Wish(prefix=prefix))

    said, held = roles.standing(owner)
    assert ("superuser" in said, held) == (True, False)
    for each in made:
        assert roles.standing(opening(as_role(url, each))) == (
            f"{each.name} sees and writes only what its role may",
            True,
        )
    roles.warn(owner)
    assert "database_role_too_mighty" in capsys.readouterr().out


def test_an_owner_who_is_no_superuser_migrates_and_makes_roles(
    url: str, owner: Stores, opening: As, prefix: str
) -> None:
    """And all work: the API as writer, the workers as projector."""
    mine = Account("writer", f"{prefix}_own", "correct horse")
    database = sa.make_url(url).database
    books.run(owner, f"CREATE ROLE {mine.name} LOGIN CREATEROLE PASSWORD 'correct horse'")
    books.run(owner, "DROP SCHEMA public CASCADE")
    books.run(owner, f"ALTER DATABASE {database} OWNER TO {mine.name}")
    books.run(owner, f"CREATE SCHEMA public AUTHORIZATION {mine.name}")
    mine_ = opening(as_role(url, mine))
    migrating.migrate(mine_)

    made = roles.settle(mine_, Wish(prefix=prefix))
    assert roles.settle(mine_, Wish(prefix=prefix, rotate=True)) != made
    rotated = roles.settle(mine_, Wish(prefix=prefix, rotate=True))

    said, held = roles.standing(mine_)
    assert ("owner" in said, held) == (True, False)
    writer, projector = (opening(as_role(url, each)) for each in rotated[:2])
    table = Table(writer, settles=False)
    match = table.open()
    table.tell(match, *PASSED)
    assert projecting.drain(projector, Folded()) == 1
    assert books.stored(mine_, match).version == 2
    with mine_.reading(EVERY) as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(tables.keys)).scalar_one() == 1
    books.run(owner, f"REASSIGN OWNED BY {mine.name} TO CURRENT_USER")
    for each in rotated:
        books.run(owner, f"DROP OWNED BY {each.name}")
        books.run(owner, f"DROP ROLE {each.name}")
    books.run(owner, f"DROP OWNED BY {mine.name}")
    books.run(owner, f"DROP ROLE {mine.name}")

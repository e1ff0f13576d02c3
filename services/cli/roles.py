"""`roles`: who works on a PostgreSQL database."""

import json
import os
from typing import Annotated, Final

import sqlalchemy as sa
import typer

from services import migrating, wiring
from services import roles as roles_
from services.roles import KINDS, Account, Kind, Wish
from services.wiring import Stores

PASSWORDS: Final[dict[Kind, str]] = {kind: f"SCOREPAD_{kind.upper()}_PASSWORD" for kind in KINDS}
"""The variables of the environment that a role's password may stand in."""


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(roles)


def roles(
    prefix: Annotated[str | None, typer.Option(help="What their names begin with; the database's name.")] = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="New passwords for all of them.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask for the passwords, and generate none.")] = False,
    sql: Annotated[bool, typer.Option("--sql", help="Print what would be done, and do nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """
    Make or renew the roles of a PostgreSQL database: the writer for the API, the projector for the workers, a reader.

    It runs with the owner's URL, and once more after each `scorepad migrate`. A new role's password is shown this
    once, unless it comes from `SCOREPAD_WRITER_PASSWORD`, `SCOREPAD_PROJECTOR_PASSWORD` or `SCOREPAD_READER_PASSWORD`.

    Example: `scorepad roles --rotate --json`
    """
    stores = migrating.migrated(wiring.stores())
    given = _asked() if ask else passwords()
    wish = Wish(prefix, given, rotate=rotate)
    if sql:
        print(*(f"{statement};" for statement in roles_.told(stores, wish)), sep="\n")
        return
    shown = [_shown(stores, account, given) for account in roles_.settle(stores, wish)]
    if as_json:
        print(json.dumps(shown))
        return
    for each in shown:
        print(f"{each['role']}: {each['url'] or 'as before'}")


def passwords() -> dict[Kind, str]:
    """The passwords that the environment gives."""
    return {kind: os.environ[name] for kind, name in PASSWORDS.items() if os.environ.get(name)}


def _asked() -> dict[Kind, str]:
    return {kind: typer.prompt(f"Password of the {kind}", hide_input=True, confirmation_prompt=True) for kind in KINDS}


def _shown(stores: Stores, account: Account, given: dict[Kind, str]) -> dict[str, str | None]:
    """A role, with its URL if it has a password that nobody was shown before."""
    password = None if account.kind in given else account.password
    url = sa.make_url(stores.settings.database).set(drivername="postgresql", username=account.name, password=password)
    whole = None if password is None else url.render_as_string(hide_password=False)
    return {"kind": account.kind, "role": account.name, "password": password, "url": whole}

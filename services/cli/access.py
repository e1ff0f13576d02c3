"""`keys`, `ledgers` and `acts`: who may do what, and what was done about it."""

import json
import re
from datetime import datetime, timedelta
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from domain import wire
from services import administering, clock, keys, ledgers, migrating, wiring
from services.bearers import SCOPES
from services.wiring import EVERY

_SPAN: Final = re.compile(r"([1-9]\d{0,4})([smhd])")
_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_PAGE: Final = 500

keys_app = typer.Typer(no_args_is_help=True, help="Make, list, rotate and revoke bearer keys.")
ledgers_app = typer.Typer(no_args_is_help=True, help="Make and list ledgers: one for each organiser.")
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
KeyId = Annotated[str, typer.Argument(metavar="ID", help="The key's id: its third part.")]
Ledger = Annotated[str, typer.Option(help="The ledger that is meant.")]


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    keys_app.command("create")(create)
    keys_app.command("list")(list_)
    keys_app.command("rotate")(rotate)
    keys_app.command("revoke")(revoke)
    app.add_typer(keys_app, name="keys")
    ledgers_app.command("create")(create_ledger)
    ledgers_app.command("list")(list_ledgers)
    app.add_typer(ledgers_app, name="ledgers")
    app.command("acts")(acts)


def create(
    scope: Annotated[list[str], typer.Option(help=f"One or more of {', '.join(SCOPES)}.")],
    name: Annotated[str | None, typer.Option(help="Whose key it is.")] = None,
    ledger: Ledger = "main",
    match: Annotated[list[str] | None, typer.Option(help="Only these matches.")] = None,
    expires: Annotated[str | None, typer.Option(help="When it ends: 30m, 12h, 90d.")] = None,
    as_json: Json = False,
) -> None:
    """
    Make a key. It is shown once.

    Example: `scorepad keys create --scope scorer --name "table 3" --expires 12h`
    """
    unknown = set(scope) - set(SCOPES)
    if unknown:
        raise typer.BadParameter(f"{min(unknown)} is none of {', '.join(SCOPES)}", param_hint="--scope")
    ends = None if expires is None else _end(expires)
    stores = migrating.migrated(wiring.stores())
    try:
        made = keys.create(stores, scope, ledger=ledger, name=name, matches=match or None, expires_at=ends)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    told = {"key": made.key, "id": made.id, "scopes": sorted(set(scope)), "ledger": ledger}
    print(json.dumps(told) if as_json else made.key)


def list_(ledger: Ledger = "main", as_json: Json = False) -> None:
    """
    List a ledger's keys, with when each was last used. No secret is shown: none is kept.

    Example: `scorepad keys list`
    """
    stores = migrating.migrated(wiring.stores())
    found = keys.listing(stores, keys.local(stores, ledger, "keys").ledger)
    if as_json:
        for each in found:
            print(json.dumps(each.shown, ensure_ascii=False))
        return
    table = Table("Id", "Name", "May", "Matches", "Ends", "Last used")
    for each in found:
        ends = "revoked" if each.revoked_at else _time(each.expires_at)
        only = "all" if each.matches is None else str(len(each.matches))
        table.add_row(each.id, Text(each.name or ""), ", ".join(each.scopes), only, ends, _time(each.used_at))
    Console().print(table)


def rotate(
    id_: KeyId,
    overlap: Annotated[str | None, typer.Option(help="How long the old one stays good: 10m, 24h, 30d.")] = None,
    as_json: Json = False,
) -> None:
    """
    Give a key a new secret; its id, rights and what it reported stay. It is shown once.

    Example: `scorepad keys rotate 5tGca2nx1h --overlap 24h`
    """
    span = timedelta() if overlap is None else _span(overlap, "--overlap")
    try:
        made = keys.rotate(migrating.migrated(wiring.stores()), id_, overlap=span)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--overlap") from error
    print(json.dumps({"key": made.key, "id": made.id}) if as_json else made.key)


def revoke(id_: KeyId) -> None:
    """
    Revoke a key, everywhere within two seconds; streams that it opened end.

    Example: `scorepad keys revoke 5tGca2nx1h`
    """
    keys.revoke(migrating.migrated(wiring.stores()), id_)
    print("Revoked.")


def create_ledger(name: Annotated[str, typer.Argument(help="Small letters, digits, dots and hyphens.")]) -> None:
    """
    Make a ledger for another organiser: nobody of one ever sees the other's.

    Example: `scorepad ledgers create tuesday-club`
    """
    stores = migrating.migrated(wiring.stores())
    try:
        with stores.writing(None) as connection:
            ledgers.create(connection, name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    print(f"{name} is made. Its first key: scorepad keys create --ledger {name} --scope admin")


def list_ledgers(as_json: Json = False) -> None:
    """
    List the ledgers.

    Example: `scorepad ledgers list`
    """
    with migrating.migrated(wiring.stores()).reading(EVERY) as connection:
        found = ledgers.names(connection)
    for name in found:
        print(json.dumps({"ledger": name}) if as_json else name)


def acts(ledger: Ledger = "main", as_json: Json = False) -> None:
    """
    Show the log of administration: every key, link and player that was made, changed or taken away, and by whom.

    Example: `scorepad acts --ledger main`
    """
    for told in administering.all_acts(migrating.migrated(wiring.stores()), ledger):
        said = wire.canonical(told["data"])
        line = f"{told['position']:>6}  {told['recorded_at']}  {told['actor']}  {told['type']}  {said}"
        print(json.dumps(told, ensure_ascii=False) if as_json else line)


def _end(expires: str) -> datetime:
    return clock.now() + _span(expires, "--expires")


def _span(text: str, option: str) -> timedelta:
    found = _SPAN.fullmatch(text)
    if found is None:
        raise typer.BadParameter("is a span such as 30m, 12h or 90d", param_hint=option)
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _time(time: datetime | None) -> str:
    return "" if time is None else time.strftime("%Y-%m-%d %H:%M UTC")

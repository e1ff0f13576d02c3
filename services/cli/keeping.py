"""`keys` and `rebuild`: keeping a ledger."""

import json
import multiprocessing
import re
from datetime import datetime, timedelta
from typing import Annotated, Final

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from services import clock, keys, migrating, rebuilding, wiring

_SPAN: Final = re.compile(r"([1-9]\d{0,4})([mhd])")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}

keys_app = typer.Typer(no_args_is_help=True, help="Make and revoke bearer keys.")


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    keys_app.command("create")(create)
    keys_app.command("revoke")(revoke)
    app.add_typer(keys_app, name="keys")
    app.command()(rebuild)


def create(
    scope: Annotated[list[str], typer.Option(help=f"One or more of {', '.join(keys.SCOPES)}.")],
    name: Annotated[str | None, typer.Option(help="Whose key it is.")] = None,
    ledger: Annotated[str, typer.Option(help="The ledger that it opens.")] = "main",
    match: Annotated[list[str] | None, typer.Option(help="Only these matches.")] = None,
    expires: Annotated[str | None, typer.Option(help="When it ends: 30m, 12h, 90d.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """
    Make a key. It is shown once.

    Example: `scorepad keys create --scope scorer --name "table 3" --expires 12h`
    """
    unknown = set(scope) - set(keys.SCOPES)
    if unknown:
        raise typer.BadParameter(f"{min(unknown)} is none of {', '.join(keys.SCOPES)}", param_hint="--scope")
    stores = migrating.migrated(wiring.stores())
    try:
        made = keys.create(stores, scope, ledger=ledger, name=name, matches=match or None, expires_at=_time(expires))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    print(
        json.dumps({"key": made.key, "id": made.id, "scopes": sorted(set(scope)), "ledger": ledger})
        if as_json
        else made.key
    )


def revoke(id_: Annotated[str, typer.Argument(metavar="ID", help="The key's id.")]) -> None:
    """
    Revoke a key, everywhere within two seconds.

    Example: `scorepad keys revoke 5tGca2nx1h`
    """
    if not keys.revoke(migrating.migrated(wiring.stores()), id_):
        print("There is no such key, or it was revoked before.")
        raise typer.Exit(1)
    print("Revoked.")


def rebuild(
    processes: Annotated[int, typer.Option(help="How many processes replay; 0: one a core.", min=0)] = 0,
) -> None:
    """
    Replay the whole log into new boards, and show them once all are done.

    Example: `scorepad rebuild --processes 2`
    """
    stores = migrating.migrated(wiring.stores())
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress("Replaying", *columns) as progress:
        task = progress.add_task("matches")
        done = rebuilding.rebuild(
            stores,
            processes=processes or multiprocessing.cpu_count(),
            progress=lambda matches, total: progress.update(task, completed=matches, total=total),
        )
    print(f"{done.matches} matches replayed, {done.changed} boards changed.")


def _time(expires: str | None) -> datetime | None:
    if expires is None:
        return None
    found = _SPAN.fullmatch(expires)
    if found is None:
        raise typer.BadParameter("is a span such as 30m, 12h or 90d", param_hint="--expires")
    return clock.now() + timedelta(**{_UNITS[found[2]]: int(found[1])})

"""`signing`: the keys that sign a ledger's checkpoints."""

import json
from typing import Annotated

import typer

from domain.text import moment
from services import ledgers, migrating, signing, wiring
from services.wiring import EVERY

signing_app = typer.Typer(no_args_is_help=True, help="Show and renew the keys that sign checkpoints.")
Ledger = Annotated[str, typer.Option(help="The ledger that they sign.")]


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    signing_app.command("keys")(keys)
    signing_app.command("rotate")(rotate)
    app.add_typer(signing_app, name="signing")


def keys(ledger: Ledger = "main", as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """
    Show every public key that signed a ledger, oldest first. Who checks proofs wants them from you.

    Example: `scorepad signing keys --ledger main`
    """
    stores = migrating.migrated(wiring.stores())
    with stores.reading(EVERY) as connection:
        known = signing.known(connection, ledgers.number(connection, ledger))
    for each in known:
        if as_json:
            print(json.dumps({"key": str(each.verifier), "since": moment(each.since), "until": moment(each.until)}))
        else:
            until = f" to {moment(each.until)}" if each.until else ""
            print(f"{each.verifier}  from {moment(each.since)}{until}")


def rotate(ledger: Ledger = "main") -> None:
    """
    Sign with a new key from now on; what the old one signed stays valid.

    For a key that is lost or may be known to others, and after a restored backup.

    Example: `scorepad signing rotate --ledger main`
    """
    print(signing.rotate(migrating.migrated(wiring.stores()), ledger))

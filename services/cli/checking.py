"""`verify`: whether what is stored is what was recorded."""

import json
import multiprocessing
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from services import migrating, verifying, wiring
from services.verifying import Verified
from services.wiring import Stores


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(verify)


def verify(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    checkpoint: Annotated[Path | None, typer.Option(help="A checkpoint that you kept: the log must extend it.")] = None,
    ledger: Annotated[str | None, typer.Option(help="The ledger to check; all if not given.")] = None,
    refold: Annotated[bool, typer.Option("--refold/--no-refold", help="Fold every match again.")] = True,
    processes: Annotated[int, typer.Option(help="How many processes check; 0: one a core.", min=0)] = 0,
) -> None:
    """
    Check the log: chain, positions, tree and checkpoints from the stored bytes, and every board by folding it again.

    Example: `scorepad verify --checkpoint kept.txt`
    """
    saved = None if checkpoint is None else _read(checkpoint)
    try:
        stores = migrating.migrated(wiring.stores())
        done = _verified(stores, saved, ledger, processes or multiprocessing.cpu_count(), refold=refold)
    except verifying.UNREADABLE as error:
        done = verifying.unreadable(error)
    findings = done.findings
    if as_json:
        print(json.dumps(_document(done), ensure_ascii=False))
    else:
        print(*findings.first, sep="\n", end="\n" if findings.first else "")
        boards = " and their boards" if refold else ""
        wrong = "1 thing is wrong." if findings.count == 1 else f"{findings.count} things are wrong."
        print(
            f"{done.events} events{boards}, {done.positions} positions and {done.checkpoints} checkpoints checked: "
            + (wrong if findings.count else "all of it holds.")
        )
    if findings.count:
        raise typer.Exit(1)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be read: {error.strerror}", param_hint="--checkpoint") from error


def _verified(stores: Stores, saved: str | None, ledger: str | None, processes: int, *, refold: bool) -> Verified:
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress("Checking", *columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("events and positions")
        return verifying.verify(
            stores,
            ledger=ledger,
            saved=saved,
            refold=refold,
            processes=processes,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )


def _document(done: Verified) -> dict[str, object]:
    return {
        "ok": not done.findings.count,
        "events": done.events,
        "positions": done.positions,
        "checkpoints": done.checkpoints,
        "refolded": done.refolded,
        "wrong": done.findings.count,
        "findings": done.findings.told(),
    }

"""`rebuild`: keeping the boards."""

import multiprocessing
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from services import migrating, rebuilding, wiring


def add_to(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(rebuild)


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

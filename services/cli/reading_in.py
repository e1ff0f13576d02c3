"""`import`: files that clubs have, into the log."""

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import JsonValue
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from domain import wire
from domain.errors import Malformed
from domain.text import count, printable
from services import importing, keys, migrating, wiring
from services.bearers import Bearer
from services.errors import ServiceError
from services.folding import Folded
from services.formats.found import Asked, Bad, Left, Unreadable
from services.formats.registry import FORMATS
from services.ids import as_uuid
from services.importing import Account, Order, Plan, Source
from services.recording import Desk

_KEPT: Final = 32
"""Matches that are kept folded: files have one after the other."""
_SHOWN: Final = 20
"""Records left out that are listed for people."""
_NAMES: Final = ", ".join(sorted(FORMATS))


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command("import")(import_)


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", exists=True, dir_okay=False, readable=True, help="Files of results."),
    ],
    new: Annotated[bool, typer.Option("--new", help="Open a match for each that a file tells of.")] = False,
    match: Annotated[str | None, typer.Option(help="The match that the file belongs to.")] = None,
    format_: Annotated[
        str | None, typer.Option("--format", help=f"One of {_NAMES}, where the file does not show it.")
    ] = None,
    options: Annotated[
        str, typer.Option(metavar="JSON", help="How it was scored, over what the file says.", show_default=False)
    ] = "{}",
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Import the rest, and list what was left.")] = False,
    results_only: Annotated[bool, typer.Option("--results-only", help="Leave auctions and cards out.")] = False,
    rooms_in_order: Annotated[
        bool, typer.Option("--rooms-in-order", help="Of a board's two results the first is the open room's.")
    ] = False,
    together: Annotated[bool, typer.Option("--together", help="Read the files as one: parts of one session.")] = False,
    close: Annotated[bool, typer.Option("--close", help="Close the matches: they are over.")] = False,
    ledger: Annotated[str, typer.Option(help="The ledger that it goes to.")] = "main",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one document a file.")] = False,
) -> None:
    """
    Import files of results, each whole or not at all. The same file again adds nothing.

    Example: `scorepad import --new tuesday.xml`
    """
    if new is (match is not None):
        raise typer.BadParameter("say either --new or --match")
    order = Order(_known(match), _format(format_), _options(options), Asked(rooms_in_order, results_only), close)
    stores = migrating.migrated(wiring.stores())
    desk = Desk(stores, Folded(_KEPT), lambda: None)
    bearer = keys.local(stores, ledger, "import")
    sources = [files] if together else [[file] for file in files]
    with _bars() as progress:
        done = [_import(desk, bearer, paths, order, progress, skip_bad, as_json) for paths in sources]
    if not all(done):
        raise typer.Exit(1)


def _import(
    desk: Desk, bearer: Bearer, paths: list[Path], order: Order, progress: Progress, skip_bad: bool, as_json: bool
) -> bool:
    """Import one file, and say what became of it; whether it was kept."""
    with ExitStack() as opened:
        try:
            source = opened.enter_context(importing.opened(paths))
        except OSError as error:
            _complain(f"{paths[0]}: it cannot be read: {error.strerror}")
            return False
        try:
            with importing.look(desk, bearer, source, order, _bar(progress, f"Checking {source.name}")) as plan:
                if kept := skip_bad or not plan.bad:
                    importing.enter(desk, bearer, plan, order, _bar(progress, f"Importing {source.name}"))
        except Unreadable as fault:
            _complain(f"{_at(source, fault.line)}: {fault.reason}")
            return False
        except ServiceError as error:
            _complain(f"{source.name}: {error}")
            return False
        except OSError as error:
            _complain(f"{source.name}: it cannot be read to its end, or be kept while it is read: {error.strerror}")
            return False
        _list(plan)
        (_tell_programs if as_json else _tell)(plan, kept=kept)
        return kept


def _bars() -> Progress:
    """Bars for people; nothing where nobody looks."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _complain(text: str) -> None:
    """What people are to mend, a line each."""
    print(printable(text), file=sys.stderr)


def _known(match: str | None) -> str | None:
    if match is None:
        return None
    found = as_uuid(match)
    if found is None:
        raise typer.BadParameter("is a match's id: a UUID", param_hint="--match")
    return found


def _format(name: str | None) -> str | None:
    if name is not None and name not in FORMATS:
        raise typer.BadParameter(f"is one of {_NAMES}", param_hint="--format")
    return name


def _options(text: str) -> dict[str, JsonValue]:
    try:
        found = wire.loads(text)
    except Malformed as error:
        raise typer.BadParameter(str(error), param_hint="--options") from error
    if not isinstance(found, dict):
        raise typer.BadParameter('is a JSON object, such as {"scoring": "butler"}', param_hint="--options")
    return found


def _bar(progress: Progress, what: str) -> Callable[[int, int], None]:
    """A bar that fills while a file is gone through."""
    task = progress.add_task(what, total=None)
    return lambda done, size: progress.update(task, completed=done, total=size)


def _list(plan: Plan) -> None:
    """What was not told, record by record, as compilers list faults."""
    for bad in plan.bad:
        _complain(f"{_at(plan.source, bad.line)}: {bad.what}: {bad.reason}")
    for left in plan.left[:_SHOWN]:
        _complain(f"{_at(plan.source, left.line)}: left out: {left.what}: {left.reason}")
    if len(plan.left) > _SHOWN:
        _complain(f"{plan.source.name}: {len(plan.left) - _SHOWN} more were left out; --json lists them all.")


def _tell(plan: Plan, *, kept: bool) -> None:
    """What became of each match of the file."""
    if not kept:
        _complain(f"{plan.source.name}: {count(len(plan.bad), 'record')} cannot be told; nothing was kept.")
    elif not plan.accounts:
        _complain(f"{plan.source.name}: there is nothing to import.")
    else:
        for account in plan.accounts.values():
            print(printable(f"{account.match}  {account.title or plan.source.name}: {_results(account)}"))


def _results(account: Account) -> str:
    said = count(account.results, "result")
    return f"{said}, {account.already} there already" if account.already else said


def _tell_programs(plan: Plan, *, kept: bool) -> None:
    """The same as JSON: one document a file."""
    matches = [
        {
            "match": account.match,
            "game": account.game,
            "title": account.title,
            "results": account.results,
            "already": account.already,
            "events": account.events,
        }
        for account in plan.accounts.values()
    ]
    document = {
        "files": [str(path) for path in plan.source.paths],
        "format": plan.format,
        "sha256": plan.source.digest,
        "kept": kept,
        "matches": matches,
        "bad": [_line(plan.source, bad) for bad in plan.bad],
        "left": [_line(plan.source, left) for left in plan.left],
    }
    print(json.dumps(document, ensure_ascii=False))


def _line(source: Source, item: Bad | Left) -> dict[str, Any]:
    file, line = source.where(item.line)
    return {"file": str(file), "line": line, "what": item.what, "reason": item.reason}


def _at(source: Source, line: int) -> str:
    """Where something stands, as editors read it."""
    file, number = source.where(line)
    return f"{file}:{number}"

"""`players`: names, which live outside the log, and how they are erased."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from domain.errors import Malformed, RuleViolation
from domain.text import count, moment
from services import keys, migrating, naming, wiring
from services.bearers import Bearer
from services.wiring import Stores

_SEPARATORS: Final = ",;\t"

players_app = typer.Typer(no_args_is_help=True, help="Name players, and forget their names.")

Ledger = Annotated[str, typer.Option(help="The ledger whose players they are.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one document a line.")]


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    players_app.command("name")(name)
    players_app.command("list")(list_)
    players_app.command("import")(import_)
    players_app.command("forget")(forget)
    app.add_typer(players_app, name="players")


def name(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The player's id, as in the log.")],
    called: Annotated[str, typer.Argument(metavar="NAME", help="The name.")],
    again: Annotated[bool, typer.Option("--again", help="Also if the player was forgotten.")] = False,
    ledger: Ledger = "main",
) -> None:
    """
    Say what a player is called. Pages, the terminal and, where asked for, exports show it; the log does not have it.

    Example: `scorepad players name p-17 "Anna Berg"`
    """
    stores, bearer = _opened(ledger)
    try:
        naming.name(stores, bearer, id_, called, again=again)
    except (RuleViolation, Malformed) as error:
        _wrong(str(error))
    print(f"{id_} is named.")


def list_(ledger: Ledger = "main", as_json: Json = False) -> None:
    """
    List the players that are named or were forgotten.

    Example: `scorepad players list --json`
    """
    stores, bearer = _opened(ledger)
    found = naming.listing(stores, bearer)
    if as_json:
        for each in found:
            told = {"named_at": moment(each.named_at), "forgotten_at": moment(each.forgotten_at)}
            print(json.dumps({"id": each.id, "name": each.name, **told}, ensure_ascii=False))
        return
    table = Table("Id", "Name")
    for each in found:
        table.add_row(Text(each.id), Text(each.name) if each.name else Text("forgotten", style="dim italic"))
    Console().print(table)


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A CSV with the columns id and name; `-`: standard input.")
    ],
    ledger: Ledger = "main",
) -> None:
    """
    Name the players of a CSV file, all of them or none. Who was forgotten stays so.

    Example: `scorepad players import members.csv`
    """
    stores, bearer = _opened(ledger)
    named, kept = naming.name_all(stores, bearer, list(_read(_lines(file))))
    print(f"{count(named, 'player')} named." + (f" {count(kept, 'player')} stay forgotten." if kept else ""))


def forget(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The player's id, as in the log.")],
    ledger: Ledger = "main",
    as_json: Json = False,
) -> None:
    """
    Erase a player's name wherever Scorepad keeps it, and say what is left. The id stays in the log.

    Example: `scorepad players forget p-17`
    """
    stores, bearer = _opened(ledger)
    try:
        gone = naming.forget(stores, bearer, id_)
    except (RuleViolation, Malformed) as error:
        _wrong(str(error))
    if as_json:
        print(json.dumps({"id": gone.id, "matches": gone.matches, "left": list(gone.left)}))
        return
    print(
        f"The name of {id_} is erased. The id stays in the log; it sits in {count(gone.matches, 'match', 'matches')}."
    )
    for sentence in gone.left:
        print(sentence)
    print("Not reached: backups, files exported with names, and titles or reasons that somebody typed a name into.")


def _opened(ledger: str) -> tuple[Stores, Bearer]:
    stores = migrating.migrated(wiring.stores())
    return stores, keys.local(stores, ledger, "players")


def _lines(file: Path) -> list[str]:
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        _wrong(f"{file} cannot be read: {error.strerror}")
    try:
        return raw.decode("utf-8-sig").splitlines(keepends=True)
    except UnicodeDecodeError:
        return raw.decode("latin-1").splitlines(keepends=True)


def _read(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The ids and names of a file; status 2 with the line of what is wrong, and never with what stands there."""
    kept = list(lines)
    separator = next((sign for sign in (kept[0] if kept else "") if sign in _SEPARATORS), ",")
    rows: Any = csv.reader(kept, delimiter=separator, strict=True)
    try:
        head = [cell.strip().lower() for cell in next(rows, [])]
        if sorted(head) != ["id", "name"]:
            _wrong("the first line names the columns: id,name")
        for cells in rows:
            if any(cell.strip() for cell in cells):
                yield _row(rows.line_num, dict(zip(head, cells, strict=False)), len(cells))
    except csv.Error as error:
        _wrong(f"line {rows.line_num}: this is no CSV: {error}")


def _row(line: int, row: dict[str, str], cells: int) -> tuple[str, str]:
    if cells != 2:  # noqa: PLR2004  an id and a name
        _wrong(f"line {line}: there are an id and a name, and no more")
    try:
        return naming.readable(row["id"].strip(), row["name"])
    except (RuleViolation, Malformed) as error:
        _wrong(f"line {line}: {error}")


def _wrong(hint: str) -> NoReturn:
    print(f"error: {hint}", file=sys.stderr)
    raise typer.Exit(2)

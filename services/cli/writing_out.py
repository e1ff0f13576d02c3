"""`export`: matches, and whole ledgers, as files."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from domain.text import printable
from services import exporting, keys, ledgers, migrating, seeing, wiring
from services.errors import UnknownMatch
from services.ids import as_uuid
from services.seeing import Listed
from services.wiring import Stores

_HINTED: Final = 10
"""Matches that are named where one must be picked."""
_FORMATS: Final = ", ".join([*exporting.FORMATS, exporting.LEDGER])


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(export)


def export(
    format_: Annotated[str, typer.Option("--format", help=f"One of {_FORMATS}.")],
    match: Annotated[str | None, typer.Argument(help="The match's id; not needed where there is only one.")] = None,
    output: Annotated[Path | None, typer.Option(help="The file to write, instead of standard output.")] = None,
    names: Annotated[
        bool, typer.Option("--names/--no-names", help="With the players' names, where there are any.")
    ] = False,
    ledger: Annotated[str | None, typer.Option(help="With `--format ledger`: which; `main` if not given.")] = None,
) -> None:
    """
    Write a match as a file, with all hands and cards; or with `--format ledger` all that a ledger has.

    Example: `scorepad export 0190163d-8694-739b-aea5-966c26f8ad90 --format pbn --output thursday.pbn`
    """
    whole = format_ == exporting.LEDGER
    if not whole and format_ not in exporting.FORMATS:
        raise typer.BadParameter(f"{format_} is none of {_FORMATS}", param_hint="--format")
    if match is not None if whole else ledger is not None:
        raise typer.BadParameter("goes with --format ledger, and a match with the others", param_hint="--ledger")
    stores = migrating.migrated(wiring.stores())
    pieces = _whole(stores, ledger or ledgers.MAIN) if whole else _match(stores, match, format_, names=names)
    if output is None:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.flush()
        return
    _save(output, pieces)


def _whole(stores: Stores, ledger: str) -> Iterator[bytes]:
    number = keys.local(stores, ledger, "local:export").ledger
    return (piece.encode() for piece in exporting.export_ledger(stores, (number, ledger)))


def _match(stores: Stores, match: str | None, format_: str, *, names: bool) -> Iterator[bytes]:
    try:
        pieces = exporting.export(stores, _found(stores, match), format_, names=names)
    except exporting.UnfitFormat as error:
        _wrong(str(error))
    return (piece.encode(exporting.FORMATS[format_].encoding) for piece in pieces)


def _found(stores: Stores, match: str | None) -> Listed:
    if match is not None:
        id_ = as_uuid(match)
        if id_ is None:
            raise UnknownMatch
        return seeing.any_match(stores, id_)
    newest = seeing.newest(stores, _HINTED)
    if len(newest) == 1:
        return newest[0]
    return _wrong(
        *(["there are several matches: name one. The newest are"] if newest else ["there is no match yet"]),
        *map(_in_words, newest),
    )


def _in_words(match: Listed) -> str:
    title = f" {match.title}" if match.title else ""
    return printable(f"  {match.id}  {match.game}{title}")


def _save(output: Path, pieces: Iterator[bytes]) -> None:
    """Write a file whole or not at all."""
    unfinished = output.with_name(f"{output.name}.part")
    try:
        with unfinished.open("wb") as file:
            file.writelines(pieces)
        unfinished.replace(output)
    except OSError as error:
        _wrong(f"{output} cannot be written: {error.strerror}")
    finally:
        unfinished.unlink(missing_ok=True)


def _wrong(*hints: str) -> NoReturn:
    print("error: " + "\n".join(hints), file=sys.stderr)
    raise typer.Exit(2)

"""`fold` and `score`: answers from the rules alone, no store needed."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer

from domain import wire
from domain.errors import EventInvalid, Flaw, Malformed, Refused, RuleViolation
from domain.event import Fact
from domain.games.bridge.scoring import duplicate_score
from domain.games.bridge.terms import PASSED_OUT, contract
from domain.match import Match, admit
from domain.projection import project
from domain.text import printable
from services.cli import judging
from services.reports import read_one

File = Annotated[str, typer.Argument(help="A file, or `-` for standard input.", show_default=False)]

_ADDED: Final = {"ledger", "match", "version", "recorded_at", "actor", "hash", "position"}
"""What an exported line has beside what was reported."""

score = typer.Typer(no_args_is_help=True, help="Score single deals, hands and tricks.")


def add_to(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(fold)
    score.command("bridge")(score_bridge)
    judging.add_to(score)
    app.add_typer(score, name="score")


def fold(
    file: File,
    each: Annotated[bool, typer.Option("--each", help="Print the boards after every event.")] = False,
    board: Annotated[str | None, typer.Option(help="Only this board.")] = None,
) -> None:
    """
    Fold a match from JSON Lines of events; the first is `match.opened`.

    Example: `scorepad fold --board rubber rubber.jsonl`
    """
    match: Match | None = None
    for number, line in _lines(file):
        version = match.version + 1 if match else 1
        try:
            match = admit(match, [Fact(version, read_one(_event(number, line)).event)])
        except Refused as refused:
            _refuse(version, number, refused.violation)
        except RuleViolation as violation:
            _refuse(version, number, violation)
        if each:
            _print_boards(match, board)
    if match is None:
        _wrong("there are no events: the first is match.opened")
    if not each:
        _print_boards(match, board)


def score_bridge(file: Annotated[str, typer.Argument(help="A file, or `-`.")] = "-") -> None:
    r"""
    Score deals at duplicate bridge: `V 4S 11`, `NV 3NTX 9`, `V Pass`, one a line; a count may come first.

    Example: `printf '2\nV 4S 11\nNV Pass\n' | scorepad score bridge`
    """
    failed = False
    for position, (number, line) in enumerate(_lines(file)):
        if position == 0 and line.strip().isdecimal():
            continue
        try:
            print(_score(line.split()))
        except ValueError as error:
            print(f"error: line {number}: {error}", file=sys.stderr)
            failed = True
    if failed:
        raise typer.Exit(1)


def _score(words: list[str]) -> int:
    if words[:1] not in (["V"], ["NV"]):
        raise ValueError("a line begins with V or NV")
    if words[1:] == [PASSED_OUT]:
        return 0
    if len(words) != 3 or words[1] == PASSED_OUT:  # noqa: PLR2004  vulnerability, contract, tricks
        raise ValueError("a line is `V 4S 11`: vulnerability, contract and tricks; or `V Pass`")
    bid = _contract(words[1])
    if not (words[2].isascii() and words[2].isdecimal() and len(words[2]) < 3 and int(words[2]) <= 13):  # noqa: PLR2004
        raise ValueError(f"there are 0 to 13 tricks, not {printable(words[2])}")
    return duplicate_score(bid, int(words[2]), words[0] == "V")


def _contract(text: str) -> str:
    try:
        return contract(text)
    except ValueError:
        raise ValueError(f"{printable(text)} is no contract: 1C to 7N (or NT), then X or XX") from None


def _lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, numbered from 1."""
    try:
        raw = judging.standard_input().read() if file == "-" else Path(file).read_bytes()
        lines = raw.decode().split("\n")
    except OSError as error:
        _wrong(f"{file} cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        _wrong(f"{file} is not UTF-8: byte {error.start + 1}")
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _event(number: int, line: str) -> Any:
    try:
        event = wire.loads(line)
    except Malformed as error:
        raise EventInvalid([Flaw("", f"line {number}: {error}")]) from error
    if isinstance(event, dict):
        return {name: value for name, value in event.items() if name not in _ADDED}
    return event


def _print_boards(match: Match, board: str | None) -> None:
    boards = project(match)
    if board is not None and board not in boards:
        _wrong(f"{match.game.name} has no board {board!r}: it has {', '.join(boards)}")
    shown = {name: json.loads(text) for name, text in boards.items() if board in {None, name}}
    print(json.dumps({"version": match.version, "boards": shown}, ensure_ascii=False))


def _refuse(version: int, line: int, violation: RuleViolation) -> NoReturn:
    refused: dict[str, Any] = {"version": version, "code": violation.code, "detail": violation.detail, "line": line}
    print(json.dumps({"refused": refused}, ensure_ascii=False))
    raise typer.Exit(1)


def _wrong(hint: str) -> NoReturn:
    print(f"error: {hint}", file=sys.stderr)
    raise typer.Exit(2)

"""`score schnapsen`, `score cribbage`: single tricks and hands judged by the rules alone, no store needed."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any, BinaryIO, Final

import typer
from rich.console import Console

from domain import wire
from domain.errors import Malformed, RuleViolation
from domain.games.cribbage import judging as cribbage
from domain.games.schnapsen import question
from domain.text import shown

_PARTS: Final = ("fifteens", "pairs", "runs", "flush", "nobs")

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def add_to(score: typer.Typer) -> None:
    """Add this module's commands to `score`."""
    score.command("schnapsen")(score_schnapsen)
    score.command("cribbage")(score_cribbage)


def score_schnapsen(
    lines: Annotated[str | None, typer.Argument(help="`-`: JSON objects, one a line.", show_default=False)] = None,
    lead: Annotated[str | None, typer.Option(help="The card led.", show_default=False)] = None,
    follow: Annotated[str | None, typer.Option(help="The card that answers.", show_default=False)] = None,
    trump: Annotated[str | None, typer.Option(help="The trump suit: S, H, D or C.", show_default=False)] = None,
    phase: Annotated[int, typer.Option(help="1 while the talon is open, then 2.")] = 1,
    hand: Annotated[str | None, typer.Option(help='The hand that answers: "QS AH".', show_default=False)] = None,
    as_json: Json = False,
) -> None:
    """
    Judge a trick: the winning card, its card points, the band that rules, and the legal answers.

    Example: `scorepad score schnapsen --lead QS --trump H --phase 2 --hand "KS AH TC"`
    """
    if lines == "-":
        answer_lines(lambda asked: asdict(question.answer(asked)))
        return
    if lines is not None:
        raise typer.BadParameter("tricks are told by --lead, --follow, --trump, --phase and --hand; or `-`")
    given = {"lead": lead, "follow": follow, "trump": trump, "hand": hand.split() if hand is not None else None}
    asked: dict[str, Any] = {name: value for name, value in given.items() if value is not None} | {"phase": phase}
    told = answered(lambda: asdict(question.answer(asked)))
    if as_json:
        print(json.dumps(told))
        return
    if told["card"] is not None:
        print(f"{shown(told['card'])} wins ({told['winner']}), {told['value']} card points")
    legal = f": {' '.join(map(shown, told['legal']))}" if told["legal"] is not None else ""
    print(f"{told['band']}{legal}")


def score_cribbage(
    cards: Annotated[
        list[str] | None, typer.Argument(help="Four cards or, with --ranks, ranks; `-`: JSON lines.")
    ] = None,
    starter: Annotated[str | None, typer.Option(help="The card cut.")] = None,
    crib: Annotated[bool, typer.Option("--crib", help="It is a crib: only a flush of five counts.")] = False,
    ranks: Annotated[bool, typer.Option("--ranks", help="Ranks alone, however many.")] = False,
    rules: Annotated[str, typer.Option(help="acc, or seed-house.")] = "acc",
    as_json: Json = False,
) -> None:
    """
    Count a hand, a crib, or ranks alone.

    Example: `scorepad score cribbage 5H 5S 5C JD --starter 5D`
    """
    if cards == ["-"]:
        answer_lines(lambda asked: cribbage.told(cribbage.answer(asked)))
        return
    asked: dict[str, Any] = {"rules": rules}
    if ranks:
        asked |= {"ranks": cards or []}
    else:
        if starter is None:
            raise typer.BadParameter("a hand is counted with its starter: --starter 5D", param_hint="--starter")
        asked |= {"hand": cards or [], "starter": starter, "crib": crib}
    told = answered(lambda: cribbage.told(cribbage.answer(asked)))
    if as_json:
        print(json.dumps(told))
        return
    print(told["cadence"])
    parts = ", ".join(f"{name} {told[name]}" for name in _PARTS if told[name])
    Console().print(f"[bold]{told['total']}[/bold]{f'  ({parts})' if parts else ''}", highlight=False)


def answered(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """An answer; status 2 with a hint if the question cannot be one."""
    try:
        return ask()
    except RuleViolation as violation:
        print(f"error: {violation.detail}", file=sys.stderr)
        raise typer.Exit(2) from None


def answer_lines(answer: Callable[[Any], dict[str, Any]]) -> None:
    """One JSON answer a line of standard input; a bad line is named, the others are answered, and the status is 1."""
    failed = False
    # As bytes: what is no UTF-8 in one line is that line's fault alone.
    for number, line in enumerate(standard_input(), start=1):
        if not line.strip():
            continue
        try:
            print(json.dumps(answer(wire.loads(line))))
        except (Malformed, RuleViolation) as error:
            print(f"error: line {number}: {error}", file=sys.stderr)
            failed = True
    if failed:
        raise typer.Exit(1)


def standard_input() -> BinaryIO:
    """Standard input as it comes; status 2 where it is closed."""
    if sys.stdin is None:
        print("error: standard input is closed", file=sys.stderr)
        raise typer.Exit(2)
    return sys.stdin.buffer

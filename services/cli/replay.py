"""`replay`: a match played again, on the pad or line by line."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Console

from domain import wire
from domain.errors import EventInvalid, Malformed, RuleViolation
from services import migrating, naming, people, replaying, seeing, wiring
from services.cli import pads, player
from services.cli.player import Film
from services.errors import UnknownMatch
from services.folding import folded
from services.ids import as_uuid
from services.replaying import Step
from services.seeing import Listed
from services.wiring import Stores


def add_to(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(replay)


def replay(
    match: Annotated[str, typer.Argument(help="The match's id.")],
    first: Annotated[int, typer.Option("--from", help="The version to begin at.", min=1)] = 1,
    to: Annotated[int | None, typer.Option(help="The version to stop at.", min=1, show_default=False)] = None,
    as_now: Annotated[bool, typer.Option("--as-now", help="With what was mended later; else as shown then.")] = False,
    options: Annotated[
        str | None, typer.Option(help="What if it had been played so: JSON. Nothing is stored.", show_default=False)
    ] = None,
    speed: Annotated[float, typer.Option(help="Events a second, in a terminal.", min=0.01, max=1000)] = 2.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for keys, in a terminal.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one document a line.")] = False,
) -> None:
    """
    Play a match again from its log: each event, and the boards after it. In a terminal it plays on the pad.

    Keys: space pauses; then space or → is next, ← back; a number and Enter jumps, Home and End too; p plays, q ends.

    Example: `scorepad replay 0190163d-8694-739b-aea5-966c26f8ad90 --to 17 --options '{"honours": false}'`
    """
    stores, id_ = migrating.migrated(wiring.stores()), as_uuid(match)
    if id_ is None:
        raise UnknownMatch
    found = seeing.any_match(stores, id_)
    if first > (to or found.version):
        raise typer.BadParameter(f"goes no further than {to or found.version}", param_hint="--from")
    source = _Source(stores, found, to or found.version, as_now, _read_options(options))
    _opens(source, first)
    film = Film(source.steps, first, source.last, source.note, source.names)
    if as_json:
        ended = _print_lines(source.steps(first))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        ended = player.play(film, 1 / speed, paused=step)
    else:
        ended = _print_story(film)
    if ended is not None and ended.impossible:
        print(_impossible(ended), file=sys.stderr)
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where the steps come from: any version of a match, in the view and under the options asked for."""

    stores: Stores
    match: Listed
    last: int
    as_now: bool
    options: dict[str, Any] | None

    def steps(self, first: int) -> Iterator[Step]:
        """The steps from a version on."""
        return replaying.replay(
            self.stores,
            folded(),
            self.match,
            first=first,
            last=self.last,
            as_now=self.as_now,
            options=self.options,
        )

    @property
    def names(self) -> dict[str, str]:
        """What those who play are called."""
        return naming.names(self.stores, self.match.ledger, people.ids(json.loads(self.match.players)))

    @property
    def note(self) -> str:
        """What is other than it was shown."""
        notes = ["as we know now"] if self.as_now else []
        if self.options is not None:
            notes.append(f"what if {wire.canonical(self.options)}: nothing of this is stored")
        return ", ".join(notes)


def _read_options(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        said = wire.loads(text)
    except Malformed as error:
        raise typer.BadParameter(str(error), param_hint="--options") from None
    if not isinstance(said, dict):
        raise typer.BadParameter("""is a JSON object, such as '{"honours": false}'""", param_hint="--options")
    return said


def _opens(source: _Source, first: int) -> None:
    """Wrong usage, if the game has no such options."""
    try:
        source.steps(first)
    except RuleViolation as violation:
        flaws = violation.flaws if isinstance(violation, EventInvalid) else []
        said = "; ".join(f"{flaw.pointer.removeprefix('/data/options/')} {flaw.detail}" for flaw in flaws)
        raise typer.BadParameter(said or violation.detail, param_hint="--options") from None


def _print_lines(steps: Iterator[Step]) -> Step | None:
    step = None
    for step in steps:
        print(step.text)
    return step


def _print_story(film: Film) -> Step | None:
    console, step = Console(), None
    if film.note:
        console.print(film.note, style="bold", highlight=False)
    for step in film.steps(film.first):
        console.print(f"[bold]{step.version:>5}[/bold]  ", player.told(step), end="\n", highlight=False, sep="")
        console.print(f"       {' '.join(step.match.why)}", style="italic", highlight=False, markup=False)
    if step is not None:
        console.print(pads.shown(step.shown, film.names))
    return step


def _impossible(step: Step) -> str:
    return f"stuck: these options do not allow version {step.version}. {' '.join(step.match.why)}"

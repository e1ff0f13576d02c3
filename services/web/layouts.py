"""Layouts: for each game its template, its style sheet, and what is worked out for them from its boards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from services.errors import UnknownBoard
from services.web import form, pad, pairs, pegs, slate, teams, track


@dataclass(frozen=True, slots=True)
class Layout:
    """
    How the boards of a game are laid out: the template, its style sheet, and what is worked out for it.

    That is from the boards by their names, and under `options` those of the match, where they are known.
    """

    template: str
    style: str
    view: Callable[[dict[str, Any]], dict[str, Any]]


def _slate(boards: dict[str, Any]) -> dict[str, Any]:
    return {
        "remainders": {seat: slate.remainders(boards, seat) for seat in boards["match"]["seats"]},
        "course": slate.course(boards["deal"]),
        "bars": {seat: slate.bar(had) for seat, had in boards["deal"]["seats"].items()},
        "rule": slate.rule(boards["deal"]["result"]),
        "sheet": slate.sheet(boards["hands"]),
    }


def _cribbage(boards: dict[str, Any]) -> dict[str, Any]:
    sides = pegs.sides(boards)
    return {
        "track": track.track(boards["game"]["target"], pegs.names(boards), _safe(boards.get("options", {}))),
        "laps": track.laps(boards["game"]["target"]),
        "sides": sides,
        "lead": pegs.lead(sides),
        "word": pegs.word(boards),
        "turn": pegs.turn(boards["deal"]["street"]),
        "series": pegs.series(boards),
        "beside": pegs.beside(boards["hands"]),
    }


def _safe(options: dict[str, Any]) -> tuple[int, int] | None:
    """From which holes on a loser is not skunked, by the options that a match was opened with."""
    if "skunk_below" not in options:
        return None
    return options["skunk_below"], options["double_skunk_below"]


def _pad(boards: dict[str, Any]) -> dict[str, Any]:
    board = boards["rubber"]
    return {
        "pad": pad.pad(board),
        "toward": pad.toward(board),
        "turns": pad.turns(board),
        "ending": pad.ending(board),
    }


def _teams(boards: dict[str, Any]) -> dict[str, Any]:
    board = boards["match"]
    return {
        "sheet": teams.sheet(board),
        "score": teams.score(board),
        "progress": teams.progress(board),
        "outcome": teams.outcome(board),
    }


def _pairs(boards: dict[str, Any]) -> dict[str, Any]:
    ranking, traveller = boards["ranking"], boards["traveller"]
    return {
        "fields": pairs.fields(ranking, traveller),
        "travellers": pairs.listed(traveller),
        "form": form.form(ranking, traveller),
        "unit": pairs.unit(ranking),
        "progress": pairs.progress(ranking, traveller),
    }


def traveller(boards: dict[str, Any], number: int | None) -> dict[str, Any]:
    """What is worked out for one board of a session of pairs; UnknownBoard if it has no traveller of it."""
    board = boards.get("traveller")
    sheet = pairs.sheet(board, number) if board and number else None
    if board is None or sheet is None:
        raise UnknownBoard("There is no traveller of this board.")
    before, after = pairs.beside(board, sheet.board)
    now = [each for each in board["current"] if each["board"] == sheet.board]
    unit = pairs.unit(boards["ranking"])
    leads = any(line.result.lead for group in sheet.groups for line in group.lines)
    return {"sheet": sheet, "unit": unit, "before": before, "after": after, "now": now, "leads": leads}


_LAYOUTS: Final = {
    "bridge.rubber": Layout("boards/rubber.html", "rubber", _pad),
    "bridge.chicago": Layout("boards/rubber.html", "rubber", _pad),
    "bridge.teams": Layout("boards/teams.html", "teams", _teams),
    "bridge.pairs": Layout("boards/pairs.html", "pairs", _pairs),
    "schnapsen": Layout("boards/schnapsen.html", "schnapsen", _slate),
    "sixtysix": Layout("boards/schnapsen.html", "schnapsen", _slate),
    "cribbage": Layout("boards/cribbage.html", "cribbage", _cribbage),
}
PLAIN: Final = Layout("boards/plain.html", "plain", lambda _boards: {})
"""For a game that has no layout of its own yet, and where no match is shown."""


def layout(game: str) -> Layout:
    """How a game is laid out; one that has no layout of its own yet as its boards are."""
    return _LAYOUTS.get(game, PLAIN)

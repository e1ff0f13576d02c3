"""A match in one line, as the lobby, a wall of screens and an overlay have it: who leads, how far it has come."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from services.web import pegs, teams
from services.web.duplicate import minus
from services.web.pad import number


@dataclass(frozen=True, slots=True)
class Side:
    """
    A side of a match.

    Args:
        unit: What the log calls it: `NS`, `home`, `A`.
        name: What it is called where its players have no name.
        score: What it has.
        part: How far it has come, 0 to 100; None where there is no end to reach.
        note: A word beside it, such as `vulnerable`.
    """

    unit: str
    name: str
    score: str
    part: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """
    The line.

    Args:
        sign: One sign for the game.
        state: How far it has come.
        sides: What they have; of a session of pairs the leader alone.
    """

    sign: str
    state: str
    sides: tuple[Side, ...]


def row(game: str, boards: dict[str, dict[str, Any]]) -> Row:
    """A match's line, from its boards."""
    return _ROWS[game](boards) if game in _ROWS else Row("◇", "", ())


def _rubber(boards: dict[str, Any]) -> Row:
    board = boards["rubber"]
    sides = tuple(
        Side(side, name, number(board["sides"][side]["total"]), note=_vulnerable(board, side))
        for side, name in (("NS", "We"), ("EW", "They"))
    )
    return Row("♠", _games(board), sides)


def _vulnerable(board: dict[str, Any], side: str) -> str:
    return "vulnerable" if board["sides"][side]["vulnerable"] and not board["complete"] else ""


def _games(board: dict[str, Any]) -> str:
    if board["game"] == "bridge.chicago":
        return f"{len(board['deals'])} of 4 deals"
    won = tuple(board["sides"][side]["games"] for side in ("NS", "EW"))
    if board["complete"]:
        return f"rubber, {max(won)} games to {min(won)}"
    return {(0, 0): "first game", (1, 1): "game all"}.get(won, f"games {won[0]} : {won[1]}")


def _teams(boards: dict[str, Any]) -> Row:
    board = boards["match"]
    _, home, away = teams.score(board)[0]
    return Row("♥", teams.progress(board), (Side("home", "Home", home), Side("away", "Away", away)))


def _pairs(boards: dict[str, Any]) -> Row:
    ranking = boards["ranking"]
    by_percent = ranking["scoring"] == "matchpoints"
    leaders = [pair for pair in ranking["pairs"] if pair["rank"] == 1]
    sides = tuple(
        Side(
            pair["pair"],
            f"Pair {pair['pair']}",
            f"{pair['shown'].get('percentage', '')}%" if by_percent else minus(pair["shown"]["points"]),
        )
        for pair in leaders[:2]
    )
    return Row("♦", _results(ranking), sides)


def _results(ranking: dict[str, Any]) -> str:
    """How many results are in: each counts for two pairs."""
    results = sum(pair["boards"] for pair in ranking["pairs"]) // 2
    if ranking["to_come"] is None:
        return f"{results} results"
    late = f", {len(ranking['missing'])} overdue" if ranking["missing"] else ""
    return f"{results} of {results + ranking['to_come']} results{late}"


def _slate(boards: dict[str, Any]) -> Row:
    match = boards["match"]
    start = 7 if match["game"] == "schnapsen" else None
    sides = tuple(
        Side(seat, seat, str(column["score"]), _part(column["score"], start), "●" * column["bummerls"])
        for seat, column in match["seats"].items()
    )
    return Row("♣", f"Bummerl {match['bummerl']}", sides)


def _part(score: int, start: int | None) -> int:
    gone = score if start is None else start - score
    return max(0, min(100, gone * 100 // 7))


def _cribbage(boards: dict[str, Any]) -> Row:
    game = boards["game"]
    target = game["target"]
    scores = {name: game["seats"][name[0]]["score"] for name in pegs.names(boards)}
    sides = tuple(
        Side(name, name, str(score), int(min(Fraction(1), Fraction(score, target)) * 100))
        for name, score in scores.items()
    )
    return Row("⁙", f"game {game['number']}", sides)


NEEDED: Final = {
    "bridge.rubber": ("rubber",),
    "bridge.chicago": ("rubber",),
    "bridge.teams": ("match",),
    "bridge.pairs": ("ranking",),
    "schnapsen": ("match",),
    "sixtysix": ("match",),
    "cribbage": ("game",),
}
"""The boards that a line is made of, the first of which tells what the match is."""
_ROWS: Final[dict[str, Callable[[dict[str, Any]], Row]]] = {
    "bridge.rubber": _rubber,
    "bridge.chicago": _rubber,
    "bridge.teams": _teams,
    "bridge.pairs": _pairs,
    "schnapsen": _slate,
    "sixtysix": _slate,
    "cribbage": _cribbage,
}

"""One line of a traveller: what was played at the table, or what was awarded for it."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from domain.games.bridge.terms import PASSED_OUT
from services.formats import reported, spelling
from services.formats.found import Said
from services.formats.usebio.elements import Part
from services.formats.usebio.points import Printed, awarded, is_artificial

Scoring: TypeAlias = Literal["matchpoints", "cross-imps", "butler"]

_NOT_PLAYED: Final = {"NP", "NOT PLAYED", "NO PLAY"}
_NO_CARD: Final = {"", "-", "--", "---"}


@dataclass(frozen=True, slots=True)
class Nothing:
    """A line that reports nothing, and why."""

    reason: str


def told(line: Part, where: dict[str, JsonValue], scoring: Scoring | None, printed: Printed) -> list[Said] | Nothing:
    """
    What a line reports.

    Args:
        line: The TRAVELLER_LINE.
        where: Board and pairs, and round and table if they are given.
        scoring: How the session is scored; None where the file does not say.
        printed: The points beside the line, and what they are of.

    Errors:
        ValueError: with a sentence, for what cannot be read or contradicts itself.
    """
    score = line.said("SCORE").upper()
    if is_artificial(score):
        result = _result(line, where)
        award: Said = (
            "bridge.board_adjusted",
            where | {"award": awarded(score, scoring, printed), "reason": f"{score} in the file"},
        )
        return [award] if result is None else [result.told(where), award]
    if line.said("CONTRACT").upper() in _NOT_PLAYED or score in _NOT_PLAYED:
        return [("bridge.board_not_played", where)]
    result = _result(line, where)
    if result is not None:
        if score:
            reported.agree(result, reported.score(score))
        return [result.told(where)]
    if score:
        raise ValueError(f"has the score {score[:20]} and no contract with its tricks")
    return Nothing("neither contract nor score" if not line.said("CONTRACT") else "no tricks and no score yet")


def placed(line: Part) -> dict[str, JsonValue]:
    """Round and table, where a line has them."""
    where: dict[str, JsonValue] = {}
    if said := line.said("ROUND_NUMBER", "ROUND"):
        where["round"] = reported.number(said, "round", 1000)
    if said := line.said("TABLE_NUMBER", "TABLE"):
        where["table"] = reported.number(said, "table", 9999)
    return where


def _result(line: Part, where: dict[str, JsonValue]) -> reported.Result | None:
    """What was played; None where no contract stands there, or a contract without a result."""
    said = line.said("CONTRACT")
    board = where["board"]
    assert isinstance(board, int), "the board was read"
    if said in _NO_CARD or said.upper() in _NOT_PLAYED:
        return None
    contract = spelling.contract(said)
    if contract == PASSED_OUT:
        # Programs write a declarer, and no tricks, for a passed-out deal too.
        return reported.Result(board, contract)
    if not line.said("TRICKS"):
        return None
    declarer = spelling.seat(line.said("PLAYED_BY"))
    return reported.Result(board, contract, declarer, spelling.tricks(line.said("TRICKS")), _lead(line))


def _lead(line: Part) -> str | None:
    said = line.said("LEAD")
    return None if said in _NO_CARD else spelling.card(said)

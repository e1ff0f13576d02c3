"""One line of a traveller: what was played at the table, or what was awarded for it."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from domain.cards import Card
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import PASSED_OUT
from services.formats import award_text, reported, spelling
from services.formats.found import Said
from services.formats.usebio.elements import Part
from services.formats.usebio.points import Printed, awarded, is_artificial

Scoring: TypeAlias = Literal["matchpoints", "cross-imps", "butler"]

_NO_CARD: Final = {"", "-", "--", "---"}


@dataclass(frozen=True, slots=True)
class Nothing:
    """A line that reports nothing, and why."""

    reason: str


def told(
    line: Part, board: int, at: dict[str, JsonValue], scoring: Scoring | None, printed: Printed
) -> list[Said] | Nothing:
    """
    What a line reports.

    Args:
        line: The TRAVELLER_LINE.
        board: Its number.
        at: Board and pairs, and round and table if they are given.
        scoring: How the session is scored; None where the file does not say.
        printed: The points beside the line, and what they are of.

    Errors:
        ValueError: with a sentence, for what cannot be read or contradicts itself.
    """
    score = line.said("SCORE").upper()
    if is_artificial(score):
        result = _result(line)
        award: Said = (
            "bridge.board_adjusted",
            at | {"award": awarded(score, scoring, printed), "reason": f"{score} in the file"},
        )
        return [award] if result is None else [reported.told(result, at), award]
    if spelling.is_not_played(line.said("CONTRACT")) or spelling.is_not_played(score):
        return [("bridge.board_not_played", at)]
    result = _result(line)
    if not score and (shares := _shares(line)):
        given: Said = ("bridge.board_adjusted", at | {"award": shares, "reason": "percentages in the file"})
        return [given] if result is None else [reported.told(result, at), given]
    if result is not None:
        if score:
            reported.agree(board, result, spelling.score(score))
        return [reported.told(result, at)]
    if score:
        raise ValueError(f"it has the score {score[:20]} and no contract with its tricks")
    return Nothing(f"it has {'no tricks' if line.said('CONTRACT') else 'no contract'} and no score")


def _shares(line: Part) -> dict[str, JsonValue]:
    """Percentages, each for its side, as Scorepad writes those that have no code; empty where there are none."""
    said = {side: line.said(f"{side}_SCORE") for side in ("NS", "EW")}
    if not any(share.endswith("%") for share in said.values()):
        return {}
    return {side: award_text.read(share) for side, share in said.items()}


def _result(line: Part) -> Outcome | None:
    """What was played; None where no contract stands there, or a contract without a result."""
    said = line.said("CONTRACT")
    if said in _NO_CARD or spelling.is_not_played(said):
        return None
    contract = spelling.contract(said)
    if contract == PASSED_OUT:
        # Programs write a declarer, and no tricks, for a passed-out deal too.
        return Outcome(contract)
    if not line.said("TRICKS"):
        return None
    declarer = spelling.seat(line.said("PLAYED_BY"))
    return Outcome(contract, declarer, spelling.tricks(line.said("TRICKS")), _lead(line))


def _lead(line: Part) -> Card | None:
    said = line.said("LEAD")
    return None if said in _NO_CARD else spelling.card(said)

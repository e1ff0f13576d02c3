"""What PBN tells of scores: how a match is scored, what a table scored, and what a director ruled."""

from collections.abc import Mapping
from typing import Final

from domain.games.bridge.pairs.options import PairsOptions
from domain.games.bridge.pairs.state import Session
from domain.games.bridge.teams.state import TeamMatch
from domain.games.bridge.terms import SIDES, Side, seat_of
from domain.match import Match
from services.formats import award_text
from services.formats.sheets.sheet import OnThePad, Sheet

_CROSS: Final = {"sum": "Cross", "n": "Cross1", "n-1": "Cross2"}


def scoring(match: Match) -> str:
    """How a match is scored, in the words of the standard's `Scoring` tag."""
    if isinstance(match.state, Session):
        return _of_pairs(match.state.options)
    if isinstance(match.state, TeamMatch):
        return "BAM" if match.state.options.victory_points == "bam" else "IMP"
    return "Rubber" if match.game.name == "bridge.rubber" else "Chicago"


def _of_pairs(options: PairsOptions) -> str:
    if options.scoring == "matchpoints":
        return "MP;MP1" if options.scale == 2 else "MP;MP2"  # noqa: PLR2004  for each result beaten
    if options.scoring == "cross-imps":
        return f"IMP;{_CROSS[options.cross_imps_divisor]}"
    if options.datum.kind == "median":
        return "IMP;Butler;Median"
    left_out = 2 * options.datum.trim if options.datum.kind == "trimmed-mean" else 0
    return f"IMP;Butler-{left_out}" if left_out else "IMP;Butler"


def figures(sheet: Sheet, said: str) -> dict[str, str | None]:
    """The tags of what the table scored in a match so scored, in both sides' view where both have a figure."""
    matchpoints = said.startswith("MP")
    played = sheet.status == "played" and sheet.score is not None
    return {
        "Score": f"NS {sheet.score}" if played else None,
        "ScoreMP": _both(sheet.points) if matchpoints else None,
        "ScorePercentage": _both(sheet.percentages),
        "ScoreIMP": None if matchpoints else _both(sheet.points),
        **(_on_the_pad(sheet.pad, sheet.game) if sheet.pad else {}),
    }


def _both(figures: Mapping[Side, str]) -> str | None:
    return " ".join(f"{side} {figures[side]}" for side in SIDES if side in figures) or None


def _on_the_pad(pad: OnThePad, game: str) -> dict[str, str | None]:
    brought: dict[Side, str] = {side: f"{pad.above[side]}/{pad.below[side]}" for side in SIDES}
    before: dict[Side, str] = {side: pad.before[side].text for side in SIDES}
    return {
        "ScoreRubber": _both(brought),
        "ScoreRubberHistory": _both(before) if game == "bridge.rubber" else None,
        "Honours": f"{pad.honours_by} {pad.honours}" if pad.honours_by else None,
    }


def ruling(sheet: Sheet) -> dict[str, str | None]:
    """The tags of what the standard has no place for: awards, boards not played, a side that declared."""
    side_only = sheet.declarer is not None and seat_of(sheet.declarer) is None
    return {
        "Award": award_text.sides(sheet.awards) if sheet.awards else None,
        "Reason": sheet.reason,
        "Termination": "abandoned" if sheet.status == "not_played" else None,
        "DeclaringSide": sheet.declarer if side_only else None,
    }

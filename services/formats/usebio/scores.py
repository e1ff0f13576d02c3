"""What USEBIO says that a line scored: a score, or percentages that a director gave."""

from decimal import Decimal
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.pairs.rows import LineRow

_ARTIFICIAL: Final = {"A+": "60", "A=": "50", "A-": "40"}
_DIGITS: Final = 2
"""Digits of each percentage in `A6040`."""


def score(line: LineRow) -> dict[str, str | None]:
    """
    The elements of a line's score: North–South's where it is one; `A6040` for artificial scores.

    Percentages that do not fit there stand each for its side. What else was awarded has points alone.
    """
    if line.score is not None:
        return {"SCORE": str(line.score)}
    given = line.award or {}
    ns, ew = _percentage(given.get("NS")), _percentage(given.get("EW"))
    if ns is None or ew is None:
        return {}
    if len(ns) == len(ew) == _DIGITS:
        return {"SCORE": f"A{ns}{ew}"}
    return {"NS_SCORE": f"{ns}%", "EW_SCORE": f"{ew}%"}


def _percentage(award: JsonValue) -> str | None:
    if not isinstance(award, str):
        return None
    if award in _ARTIFICIAL:
        return _ARTIFICIAL[award]
    share = Decimal(award.removesuffix("%"))
    return f"{int(share):0{_DIGITS}}" if share == int(share) else f"{share.normalize():f}"

"""What a PBN record says of a deal's result."""

import re
from collections.abc import Mapping
from typing import Final

from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import PASSED_OUT, SIDES
from services.formats import spelling
from services.formats.pbn.naming import said, told

_FORMS: Final = re.compile(r"(?:(NS|EW)\s+)?([+-]?[0-9]{1,6})(?:\s+(NS|EW)\s+([+-]?[0-9]{1,6}))?")


class NoResult(ValueError):  # noqa: N818  no error: there is nothing to tell
    """The record has none: unknown, unfinished, or a deal that was never played. No fault."""


def outcome(tags: Mapping[str, str], *, passed: bool) -> Outcome:
    """
    The result that the tags tell; `passed` says that the auction is one of passes alone.

    Errors:
        NoResult: they tell none.
        ValueError: they cannot be read.
    """
    bid = told(tags, "Contract")
    if not bid:
        if passed:
            return Outcome(PASSED_OUT)
        raise NoResult("its contract is not told")
    contract = spelling.contract(bid)
    if contract == PASSED_OUT:
        if not passed and "Score" not in tags and any(name in tags for name in ("ScoreIMP", "ScoreMP")):
            raise NoResult("it has neither auction nor score: it was not played, as it seems")
        return Outcome(PASSED_OUT)
    declarer, tricks = _unmarked(tags, "Declarer"), _unmarked(tags, "Result")
    if not tricks:
        raise NoResult("its result is not told")
    side = told(tags, "DeclaringSide")
    if not declarer and side in SIDES:
        return Outcome(contract, side, spelling.tricks(tricks))
    if not declarer:
        raise ValueError(f"{contract} has no declarer")
    return Outcome(contract, spelling.seat(declarer), spelling.tricks(tricks))


def ns_score_said(score: str, declarer: str | None) -> int | None:
    """
    North–South's score in any of the five forms of Score; None if it is not told.

    >>> ns_score_said("-50", "W"), ns_score_said("EW 420", None), ns_score_said("NS 0 EW -0", None)
    (50, -420, 0)
    """
    plain = said(score.lstrip("^"))
    if not plain:
        return None
    found = _FORMS.fullmatch(plain)
    if found is None:
        raise ValueError(f"{spelling.cited(score)} is no score")
    first = int(found[2])
    if found[1] is None:
        return first if declarer in {None, "N", "S"} else -first
    if found[3] is not None and (found[3] == found[1] or int(found[4]) != -first):
        raise ValueError(f"{spelling.cited(score)} is another score for each side: it takes a director's award")
    return first if found[1] == "NS" else -first


def _unmarked(tags: Mapping[str, str], name: str) -> str:
    """A value without the mark of an irregularity: the result stands."""
    return said(tags.get(name, "").strip().removeprefix("^"))

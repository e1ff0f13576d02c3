"""What teams and pairs write alike: signs, results, awards, and a deal as a table reported it."""

from dataclasses import dataclass
from typing import Any, Final

from domain.games.bridge.awards import Award

TEAMS: Final = ("home", "away")
_UNITS: Final = ("NS", "EW", *TEAMS)
NOT_PLAYED: Final = "not played"


@dataclass(frozen=True, slots=True)
class Result:
    """
    A board at one table.

    Args:
        score: North–South's, where one number counts.
        word: What stands in the place of a deal: that there is none yet, or an award.
        ruled: Whether a director's award stands over what was played.
        newest: Whether the last event told of it.
        ns: Which team sat North–South, in a match of teams.
        text: The same in a sentence.
    """

    contract: str | None
    declarer: str
    lead: str | None
    result: str
    score: int | None
    word: str
    ruled: bool
    newest: bool
    ns: str
    text: str


def result(row: dict[str, Any], word: str, version: int) -> Result:
    """A row of a board; `word` stands where no deal was played."""
    ruled = row["award"] is not None
    if ruled:
        word = awarded(row["award"]) if row["score"] is None else "award"
    return Result(
        contract=row["contract"],
        declarer=row["declarer"] or "",
        lead=row["lead"],
        result=minus(row["result"] or ""),
        score=row["score"],
        word=word,
        ruled=ruled,
        newest=row["version"] == version,
        ns=row["ns"] if row["ns"] in TEAMS else "",
        text=row["text"],
    )


def minus(text: str) -> str:
    """
    Figures with a true minus.

    >>> minus("-2"), minus("-12.50"), minus("A-")
    ('−2', '−12.50', 'A−')
    """
    return text.replace("-", "−")


def awarded(award: dict[str, Any]) -> str:
    """
    An award as directors write it: once if both sides have the same, else North–South's (home's) first.

    >>> awarded({"NS": "A+", "EW": "A-"}), awarded({"home": {"score": -120}, "away": {"score": -120}})
    ('A+ / A−', '−120')
    """
    given = [minus(Award.model_validate(award[unit]).text) for unit in _UNITS if unit in award]
    return " / ".join(dict.fromkeys(given))

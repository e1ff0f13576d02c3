"""How a PBN file says that it was scored, as options of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from services.formats.pbn.naming import said
from services.formats.spelling import cited

_PAIRS: Final[dict[str, dict[str, JsonValue]]] = {
    "MP": {"scoring": "matchpoints"},
    "MATCHPOINTS": {"scoring": "matchpoints"},
    "MP1": {"scoring": "matchpoints", "scale": 2},
    "MP2": {"scoring": "matchpoints", "scale": 1},
    "CROSS": {"scoring": "cross-imps", "cross_imps_divisor": "sum"},
    "CROSS1": {"scoring": "cross-imps", "cross_imps_divisor": "n"},
    "CROSS2": {"scoring": "cross-imps", "cross_imps_divisor": "n-1"},
    "BUTLER": {"scoring": "butler", "datum": {"kind": "mean"}},
    "MEAN": {"scoring": "butler", "datum": {"kind": "mean"}},
    "BUTLER-2": {"scoring": "butler", "datum": {"kind": "trimmed-mean", "trim": 1}},
    "MEDIAN": {"scoring": "butler", "datum": {"kind": "median"}},
}
_IMPS: Final = "the file says IMP: that is Butler or cross-IMPs, and it does not say which"


@dataclass(frozen=True, slots=True)
class Scoring:
    """
    What a Scoring tag says.

    Args:
        of_pairs: Whether only pairs are scored so.
        options: Of the pairs' game.
        unsure: What it leaves open for pairs.
        game: A form that has its own name: `bridge.rubber`, `bridge.chicago`.
        by_boards: Whether teams are scored board-a-match.
    """

    of_pairs: bool = False
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    unsure: Mapping[str, str] = field(default_factory=dict)
    game: str | None = None
    by_boards: bool = False


def scoring(value: str) -> Scoring:
    """
    Read a Scoring tag: a system, then modifiers.

    Errors:
        ValueError: a way of scoring that is not known here.

    >>> dict(scoring("IMP;Cross2").options), scoring("Rubber").game
    ({'scoring': 'cross-imps', 'cross_imps_divisor': 'n-1'}, 'bridge.rubber')
    """
    words = [plain for word in value.split(";") if (plain := said(word).upper())]
    if not words:
        return Scoring()
    if words[0] in {"RUBBER", "CHICAGO"}:
        return Scoring(game=f"bridge.{words[0].lower()}")
    if words[0] == "BAM":
        return Scoring(by_boards=True)
    options: dict[str, JsonValue] = {}
    for word in words:
        if word in _PAIRS:
            options |= _PAIRS[word]
        elif word != "IMP":
            raise ValueError(f"it is scored by {cited(value)}, which Scorepad does not know")
    return Scoring(of_pairs=bool(options), options=options, unsure={} if options else {"scoring": _IMPS})

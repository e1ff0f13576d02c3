"""What was agreed before a match, in the words that players have for it: options, part by part."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from domain.games.bridge.terms import SEATS, name_of
from services.web.called import OPTIONS
from services.web.pad import number

_Words = Mapping[str | None, str]


class Agreed(NamedTuple):
    """An agreement: what it is called, and what was agreed, with its values; `own` is said alike in every language."""

    label: str
    text: str
    values: Mapping[str, str] = {}
    own: bool = False


WORDS: Final[Mapping[str, _Words]] = {
    "scoring": {"matchpoints": "matchpoints", "cross-imps": "cross-IMPs", "butler": "IMPs against a datum (Butler)"},
    "totals": {"exact": "exact", "acbl": "rounded as the ACBL prints them"},
    "cross_imps_divisor": {"n-1": "the comparisons", "n": "the results", "sum": "none: they are added up"},
    "kind": {"trimmed-mean": "mean without the extremes", "mean": "mean of all results", "median": "median"},
    "small_groups": {"formula": "by the formula", "artificial": "artificial scores"},
    "split": {
        "by-side": "each side with its own",
        "ns": "all with North–South’s",
        "ew": "all with East–West’s",
    },
    "victory_points": {
        "wbf": "of the WBF",
        "wbf-discrete": "of the WBF, in whole points",
        "acbl20": "of the ACBL, out of 20",
        "acbl30": "of the ACBL, out of 30",
        "bam": "board-a-match",
        None: "none: IMPs alone",
    },
    "boards": {None: "as many as are scored"},
    "vulnerability": {"dealer": "the dealer’s side", "opponents": "the dealer’s opponents"},
    "first_dealer": {seat: name_of(seat) for seat in SEATS},
    "settle_half": {"up": "up", "down": "down"},
    "closer_false_claim": {"failed_close": "as a failed close", "false_claim": "as a false claim"},
    "false_claim": {"pagat": "costs a penalty", "as_if_won": "brings what would have been won"},
    "rules": {"acc": "of the ACC", "seed-house": "of the house: the show by ranks alone"},
}
"""What the words of reports are in people's."""
_OWN: Final[Mapping[str, str]] = {"acc": "2–3–3", "long": "3–4–4", "free": "1–2–3", "four": "1–2–4", "234": "2–3–4"}
"""What a win, a skunk and a double skunk bring."""
_SAID: Final = {True: "yes", False: "no", None: "by the rules"}
_DATUM: Final = {"trim": "Left out at each end", "round": "Rounded to"}


def agreed(options: Mapping[str, Any]) -> Iterator[Agreed]:
    """Each option, though it be one of another version of this house: that one as it stands."""
    for name, value in options.items():
        label = OPTIONS.get(name, name.replace("_", " "))
        try:
            yield from _NESTED[name](label, value) if value and name in _NESTED else [_one(name, label, value)]
        except (AttributeError, LookupError, TypeError, ValueError):
            yield Agreed(label, json.dumps(value, ensure_ascii=False), own=True)


def _one(name: str, label: str, value: Any) -> Agreed:
    if name == "match_points":
        return Agreed(label, _OWN[value], own=True)
    if isinstance(value, str | None) and value in WORDS.get(name, {}):
        return Agreed(label, WORDS[name][value])
    if value is None or isinstance(value, bool):
        return Agreed(label, _SAID[value])
    if isinstance(value, int):
        return Agreed(label, number(value), own=True)
    return Agreed(label, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), own=True)


def _datum(label: str, value: Mapping[str, Any]) -> list[Agreed]:
    kind = [Agreed(label, WORDS["kind"][value["kind"]])] if "kind" in value else []
    trimmed = value.get("kind", "trimmed-mean") == "trimmed-mean"
    names = [name for name in _DATUM if name in value and (trimmed or name != "trim")]
    return kind + [Agreed(_DATUM[name], number(value[name]), own=True) for name in names]


def _carried(label: str, value: Mapping[str, Any]) -> list[Agreed]:
    home, away = (str(value.get(team, 0)).replace("-", "−") for team in ("home", "away"))
    return [Agreed(label, "home {points}, away {other_points}", {"points": home, "other_points": away})]


def _runs(label: str, value: Mapping[str, Any]) -> list[Agreed]:
    return [
        Agreed(label, "{number} for a run of {length}", {"number": number(points), "length": length})
        for length, points in value.items()
    ]


_NESTED: Final = {"datum": _datum, "carry_over": _carried, "run_values": _runs}

"""What a USEBIO file says of its event: which kind it is, and how it is scored."""

from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue

from services.formats.found import LONGEST_TITLE, Unreadable
from services.formats.usebio.elements import Opened, Part
from services.formats.usebio.lines import Scoring
from services.formats.usebio.points import is_artificial, kind_of, top

_KINDS: Final[dict[str, Scoring | None]] = {
    "MP_PAIRS": "matchpoints",
    "BUTLER_PAIRS": "butler",
    "CROSS_IMP": "cross-imps",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMP_PAIRS": "cross-imps",
    "CROSS_IMPS_PAIRS": "cross-imps",
    "PAIRS": None,
}
"""Kinds of event that are pairs sessions; PAIRS says elsewhere how it is scored."""
_METHODS: Final[dict[str, Scoring]] = {
    "MATCH_POINTS": "matchpoints",
    "MP": "matchpoints",
    "BUTLER_IMPS": "butler",
    "BUTLER": "butler",
    "CROSS_IMPS": "cross-imps",
    "XIMP": "cross-imps",
}
_PRINTED: Final[dict[str, Scoring]] = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "BUTLER_POINTS": "butler",
    "CROSS_IMP_POINTS": "cross-imps",
}
_TEAMS: Final = ("TEAM", "KO", "SWISS")


class Event:
    """An EVENT and its heading."""

    def __init__(self, step: Opened) -> None:
        kind = step.attributes.get("EVENT_TYPE", "").strip()
        if kind.upper() not in _KINDS:
            raise Unreadable(step.line, _refused(kind))
        self.line = step.line
        self._kind = kind.upper()
        self._heading: dict[str, str] = {}

    def heading(self, part: Part) -> None:
        """One line of the heading, such as WINNER_TYPE."""
        self._heading.setdefault(part.name, part.text.strip())

    def title(self, key: str) -> str | None:
        """What the event calls itself, and which of several sessions is meant."""
        title = self._heading.get("EVENT_DESCRIPTION") or self._heading.get("TITLE") or ""
        several = any(self._heading.get(f"{name}_COUNT", "1") != "1" for name in ("SESSION", "SECTION"))
        text = f"{title} ({key})" if title and key and several else title
        return text[:LONGEST_TITLE] or None

    @property
    def winners(self) -> int | None:
        """Whether one pair wins, or one in each direction; None where the file does not say."""
        return {"1": 1, "2": 2}.get(self._heading.get("WINNER_TYPE", ""))

    def scoring(self, lines: Sequence[Part]) -> Scoring | None:
        """How it is scored, by the kind of event, the scoring method or the points of the first board; None if open."""
        method = self._heading.get("BOARD_SCORING_METHOD", "").upper()
        said: set[Scoring] = {each for each in (_KINDS[self._kind], _METHODS.get(method)) if each is not None}
        if method and method not in _METHODS:
            return None
        if not said:
            return _PRINTED.get(kind_of(lines) or "")
        return said.pop() if len(said) == 1 else None

    def options(self, lines: Sequence[Part]) -> tuple[dict[str, JsonValue], dict[str, str]]:
        """What the file says of the scoring, and what it leaves open."""
        options: dict[str, JsonValue] = {}
        unsure: dict[str, str] = {}
        scoring = self.scoring(lines)
        if scoring is None:
            method = self._heading.get("BOARD_SCORING_METHOD", "")[:40]
            unsure["scoring"] = f"EVENT_TYPE {self._kind}, BOARD_SCORING_METHOD {method or 'missing'}"
        else:
            options["scoring"] = scoring
        if scoring == "matchpoints" and _on_the_small_scale(lines):
            options["scale"] = 1
        if self.winners is None:
            unsure["winners"] = f"WINNER_TYPE {self._heading.get('WINNER_TYPE', '')[:20] or 'missing'}"
        else:
            options["winners"] = self.winners
        return options, unsure


def _on_the_small_scale(lines: Sequence[Part]) -> bool:
    """Whether a board's points are fewer than 2 for every result beaten can be."""
    of_board = top(lines)
    played = sum(bool(line.said("TRICKS")) and not is_artificial(line.said("SCORE").upper()) for line in lines)
    return of_board is not None and played > 1 and of_board < 2 * (played - 1)


def _refused(kind: str) -> str:
    if any(word in kind.upper() for word in _TEAMS):
        return f"EVENT_TYPE {kind[:40]}: its matches name no rooms that can be told for sure; pairs sessions are read"
    return f"EVENT_TYPE {kind[:40] or 'missing'} is not read: {', '.join(sorted(_KINDS))} are"

"""Tags that a record takes from records before it: `#`, `##`, and what is left out."""

from typing import Final

from services.formats.pbn.lexing import Record

_NEVER: Final = frozenset({"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"})
"""The standard forbids `#` here: it stands for nothing."""
_EVENT: Final = ("Event", "Site", "Date", "Stage", "Section", "Scoring", "HomeTeam", "VisitTeam")
"""What a record without Event has from the event before it, as several archives write it."""
_DEAL: Final = ("Board", "Dealer", "Vulnerable", "Deal")
"""What a second result of a deal leaves out."""
_TEAMS: Final = ("HomeTeam", "VisitTeam", "Stage")
_RESULT: Final = ("Contract", "Declarer", "Result", "Auction")


class Inheritance:
    """The values that later records of a file may refer to."""

    def __init__(self) -> None:
        self._seen: dict[str, str] = {}
        self._standing: dict[str, str] = {}
        self._last: dict[str, str] = {}

    def filled(self, record: Record) -> dict[str, str]:
        """The tags of a record, each with its own value or the one that it inherits."""
        tags = {name: self._value(name, value) for name, value in record.tags.items()}
        for name, value in self._standing.items():
            tags.setdefault(name, value)
        if "Event" not in tags:
            own = any(name in tags for name in _TEAMS)
            for name in _EVENT:
                if name in self._last and not (own and name in _TEAMS):
                    tags.setdefault(name, self._last[name])
        if not any(name in tags for name in ("Board", "Deal")) and any(name in tags for name in _RESULT):
            for name in _DEAL:
                if name in self._last:
                    tags.setdefault(name, self._last[name])
        self._last = tags
        return tags

    def _value(self, name: str, value: str) -> str:
        if name in _NEVER:
            return "?" if value.startswith("#") else value
        if value.startswith("##"):
            self._standing[name] = self._seen[name] = value[2:]
            return value[2:]
        if value == "#":
            return self._seen.get(name, "")
        if value:
            self._seen[name] = value
        if name in self._standing:
            self._standing[name] = value
        return value

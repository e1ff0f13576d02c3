"""What a check found: where it stands, and what is wrong with it, in a sentence."""

from dataclasses import asdict, dataclass, field
from typing import Any, Final

_KEPT: Final = 1000
"""Findings that are kept; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """
    One thing that is wrong.

    Args:
        what: What it is wrong with: a table's name, or `database` or `saved`.
        sentence: What is wrong.
        ledger: Its name.
        position: In the ledger.
        match: The match's id.
        version: Of the match.
    """

    what: str
    sentence: str
    ledger: str | None = None
    position: int | None = None
    match: str | None = None
    version: int | None = None

    def __str__(self) -> str:
        named = (("ledger", self.ledger), ("position", self.position), ("match", self.match), ("version", self.version))
        place = ", ".join(f"{name} {value}" for name, value in named if value is not None)
        return _printable(f"{self.what}: {place}: {self.sentence}" if place else f"{self.what}: {self.sentence}")

    def told(self) -> dict[str, Any]:
        """As JSON."""
        held = {name: value for name, value in asdict(self).items() if value is not None}
        return {name: _printable(value) if isinstance(value, str) else value for name, value in held.items()}


@dataclass(slots=True)
class Findings:
    """All that was found, the first of them word by word."""

    first: list[Finding] = field(default_factory=list)
    count: int = 0

    def add(self, found: list[Finding]) -> None:
        """Take what a part of the check found."""
        self.count += len(found)
        self.first += found[: _KEPT - len(self.first)]

    def told(self) -> list[dict[str, Any]]:
        """As JSON."""
        return [each.told() for each in self.first]


def _printable(text: str) -> str:
    """Text that may hold what somebody put into the database: what no terminal can show, as Python writes it."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)

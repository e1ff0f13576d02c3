"""Who asks: what a key or a link gives to whoever holds it."""

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

Scope = Literal["scorer", "director", "reader", "auditor", "admin"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
Role = Literal["viewer", "scorer", "director"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""What a link can be for."""

_STRONGEST_FIRST: Final = ("admin", "director", "scorer", "auditor", "reader", "viewer")
_INSIDE: Final = frozenset({"scorer", "director", "reader", "auditor"})
"""Whom a match is shown to whole, whatever its visibility."""
_AT_THE_TABLE: Final = frozenset({"scorer", "director", "auditor"})
"""To whom hidden cards are shown."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """
    Who holds a good key or link.

    Args:
        id: The public part of what is held.
        ledger: The one ledger that it opens.
        ledger_name: What that is called.
        scopes: What may be done; `viewer` is a link's alone.
        matches: What it is kept to; None: all of the ledger.
        link: Whether it is a link, which may stand in an address and so opens nothing but its match.
        digest: Of the secret of the key that was shown, or that a ticket was got with: what it opened ends with it.
            None of a link.
    """

    id: str
    ledger: int
    ledger_name: str
    scopes: frozenset[str]
    matches: frozenset[str] | None = None
    link: bool = False
    digest: bytes | None = field(default=None, repr=False)

    @property
    def actor(self) -> str:
        """How the log names who reported: never the secret."""
        return f"{main_scope(self.scopes)}:{self.id}"

    @property
    def sees_hidden(self) -> bool:
        """Whether hidden cards are shown to it."""
        return bool(self.scopes & _AT_THE_TABLE)

    def reaches(self, match: str) -> bool:
        """Whether it is for that match."""
        return self.matches is None or match in self.matches

    def knows(self, ledger: int, match: str) -> bool:
        """Whether a private match exists for it."""
        return ledger == self.ledger and self.reaches(match) and self.knows_private

    @property
    def knows_private(self) -> bool:
        """Whether private matches that it reaches exist for it."""
        return bool(self.scopes & (_INSIDE | {"viewer"}))

    def is_inside(self, ledger: int, match: str) -> bool:
        """Whether a match is shown to it whole, whatever its visibility."""
        return ledger == self.ledger and self.reaches(match) and bool(self.scopes & _INSIDE)


def main_scope(scopes: frozenset[str]) -> str:
    """The scope that names a key: the strongest that it has."""
    return next(scope for scope in _STRONGEST_FIRST if scope in scopes)

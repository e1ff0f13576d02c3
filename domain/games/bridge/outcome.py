"""What a deal came to: contract, declarer, tricks and lead, and how that is written and spoken."""

from dataclasses import dataclass
from functools import cache

from domain.cards import Card
from domain.games.bridge.terms import CONTRACTS, name_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal came to. `declarer` is a seat, or a side where no more is known; None when passed out."""

    contract: str
    declarer: str | None = None
    tricks: int | None = None
    lead: Card | None = None

    @property
    def over(self) -> int:
        """Tricks over the contract, below zero if it failed."""
        return 0 if self.tricks is None else self.tricks - CONTRACTS[self.contract].needs

    @property
    def relative(self) -> str | None:
        """Tricks over or under the contract as a result is written: `=`, `+1`, `-2`; None when passed out."""
        return None if self.tricks is None else _relative(self.contract, self.tricks)

    @property
    def spoken(self) -> str:
        """The deal in words: `4♠ doubled by South made 5`."""
        return _spoken(self.contract, self.declarer, self.tricks)


@cache
def _relative(contract: str, tricks: int) -> str:
    over = tricks - CONTRACTS[contract].needs
    return f"{over:+d}" if over else "="


@cache
def _spoken(contract: str, declarer: str | None, tricks: int | None) -> str:
    if declarer is None or tricks is None:
        return "Passed out"
    bid = CONTRACTS[contract]
    over = tricks - bid.needs
    ending = f"down {-over}" if over < 0 else f"made {bid.level + over}"
    return f"{bid.spoken} by {name_of(declarer)}, {ending}"

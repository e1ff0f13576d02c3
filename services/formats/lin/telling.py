"""How LIN's hands are told: what was dealt once for a board, then each table's auction, play and result."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from pydantic import JsonValue

from domain.games.bridge.outcome import Outcome
from services.formats import reported
from services.formats.found import Asked, Said, Told
from services.formats.lin.hand import At, Hand
from services.formats.lin.spelled import Hands

Reserved: TypeAlias = tuple[int, int]
"""Places in the file: of what was dealt, and of the result."""


@dataclass(frozen=True, slots=True)
class Teller:
    """
    Tells the hands of one match.

    Args:
        key: The match.
        asked: What whoever imports wants.
        places: The next numbers in the file.
        known: The hands told so far, by board.
    """

    key: str
    asked: Asked
    places: Iterator[int]
    known: dict[int, Hands] = field(default_factory=dict)

    def reserved(self) -> Reserved:
        """The places of a hand: taken before anything of it is read, so that the others' hang on nothing."""
        return next(self.places), next(self.places)

    def tell(
        self, places: Reserved, line: int, at: At, what: str, outcome: Outcome, hand: Hand | None
    ) -> Iterator[Told]:
        """A result at a table, with what is known of how it came about; before it what was dealt, if that is new."""
        dealt, played = places
        said: list[Said] = []
        if hand and hand.hands:
            if hand.board not in self.known:
                self.known[hand.board] = hand.hands
                where: At = {"board": hand.board}
                yield Told(self.key, dealt, line, f"board {hand.board}, the hands", [_dealt(where, hand)])
            elif self.known[hand.board] != hand.hands:
                said.append(_dealt(at, hand))
        if hand and not self.asked.results_only:
            said += hand.told(at)
        yield Told(self.key, played, line, what, [*said, reported.told(outcome, at)])


def _dealt(at: At, hand: Hand) -> Said:
    hands: dict[str, JsonValue] = {seat: list(cards) for seat, cards in hand.hands.items()}
    return ("bridge.dealt", {**at, "hands": hands})

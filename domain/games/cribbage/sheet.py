"""The running sheet: what each deal brought."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.cards import Card
from domain.games.cribbage.deal import Deal
from domain.games.cribbage.race import Race
from domain.games.cribbage.terms import Seat

_IN_HAND = {"fifteens", "pairs", "runs", "flush", "nobs", "hand", "crib"}
_BESIDE = {"heels", "muggins", "penalty", "other", "adjusted"}


@dataclass(frozen=True, slots=True)
class Column:
    """What a seat pegged in a deal: in the play, for its hand, its crib, and besides."""

    play: int = 0
    hand: int = 0
    crib: int = 0
    beside: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.play + self.hand + self.crib + self.beside


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal on the sheet, and the scores after it."""

    version: int
    game: int
    dealer: Seat
    starter: Card | None
    columns: Mapping[Seat, Column]
    scores: tuple[int, ...]


def line_of(deal: Deal, race: Race) -> DealLine:
    """A deal's line, from the awards that were given since it was dealt."""
    cribs = {show.version for show in deal.shows if show.what == "crib"}
    sums: dict[Seat, list[int]] = {seat: [0, 0, 0, 0] for seat in sorted(deal.order)}
    for award in reversed(race.awards):
        if award.deal != deal.version:
            break
        if award.reason in _BESIDE:
            place = 3
        elif award.reason in _IN_HAND:
            place = 2 if award.version in cribs else 1
        else:
            place = 0
        sums[award.seat][place] += award.pegged
    columns: dict[Seat, Column] = {seat: Column(*four) for seat, four in sums.items()}
    return DealLine(
        version=deal.version,
        game=race.number,
        dealer=deal.dealer,
        starter=deal.starter,
        columns=columns,
        scores=tuple(pegs.front for pegs in race.pegs),
    )

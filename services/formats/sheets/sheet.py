"""A sheet: what one table of a match of bridge has to tell for a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from domain.cards import Card
from domain.games.bridge.awards import Awards
from domain.games.bridge.comparison import Vulnerability
from domain.games.bridge.play import Hands
from domain.games.bridge.terms import SIDES, Seat, Side
from services.formats.sheets.tables_told import Laid

Status: TypeAlias = Literal["played", "adjusted", "not_played"]


@dataclass(frozen=True, slots=True)
class Standing:
    """
    A side's figures on a pad before a deal: all above the line, and below it by game, the one in play last.

    >>> Standing(above=60, below=(120, 40)).text
    '0 60/120 40'
    """

    above: int
    below: tuple[int, ...]

    @property
    def text(self) -> str:
        """As PBN has it: above in earlier rubbers, above in this one, and below by game."""
        return f"0 {self.above}/{' '.join(map(str, self.below))}"


@dataclass(frozen=True, slots=True)
class OnThePad:
    """What a deal of a rubber or a Chicago brought, above and below the line, and what stood before it."""

    above: Mapping[Side, int]
    below: Mapping[Side, int]
    before: Mapping[Side, Standing]
    honours_by: str | None = None
    honours: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """
    One table on one board; or what was awarded without a table: for a whole board at teams, for sitting out.

    Args:
        game: Such as `bridge.pairs`.
        title: The match's.
        version: Of the fact that counts.
        number: The board's; in a rubber and a Chicago which deal it is, from 1.
        hands: Those of the table, else those of the board; None if nobody told.
        calls: The auction, as far as it was told.
        tricks: The cards of each trick as they fell.
        declarer: A seat, or a side where no more is known.
        score: North–South's that counts; None where there is no one score.
        ns: The pair, or the team, that sat there; likewise `ew`.
        awards: A director's, which stands over the result.
        reason: Of the award, or why the board was not played.
        points: Each side's, exact: matchpoints or IMPs.
        percentages: Each side's of the top, exact.
        pad: Of a rubber or a Chicago.
    """

    game: str
    title: str | None
    version: int
    number: int
    dealer: Seat | None
    vulnerable: Vulnerability
    status: Status
    contract: str | None = None
    declarer: str | None = None
    made: int | None = None
    lead: Card | None = None
    score: int | None = None
    ns: str | None = None
    ew: str | None = None
    room: str | None = None
    round: int | None = None
    table: str | None = None
    hands: Hands | None = None
    calls: tuple[tuple[Seat, str], ...] = ()
    tricks: tuple[tuple[Laid, ...], ...] = ()
    awards: Awards | None = None
    reason: str | None = None
    points: Mapping[Side, str] = field(default_factory=dict)
    percentages: Mapping[Side, str] = field(default_factory=dict)
    pad: OnThePad | None = None


def by_side(ns: str | None, ew: str | None) -> dict[Side, str]:
    """Figures of the sides that have one."""
    return {side: figure for side, figure in zip(SIDES, (ns, ew), strict=True) if figure is not None}

"""The rows of a session's boards."""

from typing import Literal, TypeAlias

from pydantic import JsonValue

from domain.board import Part
from domain.cards import Card
from domain.games.bridge.comparison import Vulnerability
from domain.games.bridge.in_play import Current
from domain.games.bridge.terms import Seat, Side

Figures: TypeAlias = dict[str, str]
"""Figures as people read them, by the field that is exact."""
LineStatus = Literal["played", "adjusted", "not_played"]


class PairRow(Part):
    """A pair in the ranking. `total` is what the ACBL prints: points scaled up to the full session."""

    pair: str
    direction: Side | None
    rank: int | None
    points: str
    available: str | None
    percentage: str | None
    boards: int
    adjusted: str
    total: str | None
    shown: Figures


class Planned(Part):
    """A result that the movement has and nobody reported."""

    round: int
    table: str
    board: int
    ns: str
    ew: str


class LineRow(Part):
    """A line of a traveller. `score` is North–South's that counts; null where there is no one score."""

    version: int
    status: LineStatus
    ns: str
    ew: str
    contract: str | None
    declarer: str | None
    tricks: int | None
    lead: Card | None
    award: dict[str, JsonValue] | None
    round: int | None
    table: str | None
    score: int | None
    ns_points: str | None
    ew_points: str | None
    ns_percentage: str | None
    ew_percentage: str | None
    result: str | None
    group: int | None
    text: str
    shown: Figures


class SitOutRow(Part):
    """A pair without opponents, and what it was awarded."""

    version: int
    pair: str
    direction: Side
    award: JsonValue
    points: str
    text: str
    shown: Figures


class GroupRow(Part):
    """Tables that played a fouled board in one form."""

    group: int
    results: int
    datum: int | None


class TravellerSheet(Part):
    """A board at all its tables. `datum_ew` differs from `datum` only where a score is split."""

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    top: str | None
    datum: int | None
    lines: tuple[LineRow, ...]
    datum_ew: int | None
    groups: tuple[GroupRow, ...]
    sit_outs: tuple[SitOutRow, ...]


class InPlay(Current):
    """A deal in play, and where."""

    board: int
    ns: str
    ew: str


class ResultLine(Part):
    """One line of the running sheet: a board at a table."""

    version: int
    board: int
    ns: str
    ew: str
    contract: str | None
    declarer: str | None
    tricks: int | None
    result: str | None
    score: int | None
    text: str

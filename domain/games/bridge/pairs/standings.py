"""
What every pair has, and where it stands.

Source:
    docs/games/bridge.md, "Percentages and ranks" and "Awards".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from domain.games.bridge.awards import Award
from domain.games.bridge.figures import Figure, figure, rounded
from domain.games.bridge.pairs.comparing import Compared
from domain.games.bridge.pairs.movement import Key
from domain.games.bridge.pairs.options import PairsOptions
from domain.games.bridge.pairs.record import BoardRecord, SitOut, award_of, natural
from domain.games.bridge.terms import SIDES, Side
from domain.records import evolve

Place: TypeAlias = tuple[int, Key | SitOut, Side]
"""A side of a line, or a sit-out."""

_SHARE: Final = {"A+": 60, "A=": 50, "A-": 40}
"""Average plus is at least 60 %, average minus at most 40 %."""
_IMPS: Final = {"A+": 3, "A=": 0, "A-": -3}
_CENT: Final = Fraction(1, 100)
_LAST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Standing:
    """
    A pair in the ranking.

    Args:
        points: All that it has, adjustments among it.
        available: What its boards were worth; None at IMPs.
        percentage: Exact; as the ACBL prints it if so agreed. None where nothing was available.
        total: Points as the ACBL prints them: scaled up to the full session, and rounded.
        boards: How many count.
        adjusted: What directors gave or took.
        direction: Where it first sat.
        rank: None for a pair without a board, and for one that gave up.
    """

    pair: str
    points: Figure = 0
    available: Figure | None = None
    percentage: Figure | None = None
    total: Figure | None = None
    boards: int = 0
    adjusted: Figure = 0
    direction: Side | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """The pairs in order, and what every award without a comparison came to (on the scale of 2)."""

    pairs: tuple[Standing, ...]
    awards: Mapping[Place, Figure]


@dataclass(slots=True)
class _Account:
    """
    A pair's sum while it is added up, on the scale of 2.

    Fractions are added up by their denominators first: a session has few different ones.
    """

    whole: int = 0
    parts: dict[int, int] = field(default_factory=dict)
    available: int = 0
    boards: int = 0
    awards: list[tuple[Place, Award, int]] = field(default_factory=list)

    def add(self, points: Figure, top: int) -> None:
        """One more board."""
        if isinstance(points, int):
            self.whole += points
        else:
            self.parts[points.denominator] = self.parts.get(points.denominator, 0) + points.numerator
        self.available += top
        self.boards += 1

    @property
    def points(self) -> Figure:
        """All together."""
        return figure(sum((Fraction(top, bottom) for bottom, top in self.parts.items()), Fraction(self.whole)))


def stand(
    boards: Iterable[tuple[BoardRecord, Compared]],
    options: PairsOptions,
    pairs: Mapping[str, Side | None],
    adjusted: Mapping[str, Figure],
    retired: frozenset[str],
    full: int,
) -> Standings:
    """
    Add up a session and rank its pairs.

    Args:
        boards: Each board, and its results compared.
        options: The session's agreements.
        pairs: Everybody, and where they first sat.
        adjusted: What directors gave or took.
        retired: Who is not ranked, having given up.
        full: How many boards a pair plays that misses none, if a movement says so.
    """
    accounts = {pair: _Account() for pair in pairs}
    for record, compared in boards:
        _add(accounts, record, compared)
    awards = dict(_settled(accounts.values(), options))
    full = max(full, max((account.boards for account in accounts.values()), default=0))
    rows = [_standing(pair, accounts[pair], adjusted.get(pair, 0), options, full) for pair in pairs]
    if options.winners == 1:
        return Standings(tuple(_ranked(rows, options, pairs, retired)), awards)
    fields = [[row for row in rows if pairs[row.pair] == direction] for direction in (*SIDES, None)]
    return Standings(tuple(row for field in fields for row in _ranked(field, options, pairs, retired)), awards)


def _add(accounts: Mapping[str, _Account], record: BoardRecord, compared: Compared) -> None:
    for line in compared.lines:
        sides: tuple[tuple[Side, str, Figure | None], ...] = (
            ("NS", line.key[0], line.ns.points if line.ns else None),
            ("EW", line.key[1], line.ew.points if line.ew else None),
        )
        for side, pair, points in sides:
            account = accounts[pair]
            if points is not None:
                account.add(points, line.top)
            elif award := award_of(line.table, side):
                account.awards.append(((record.number, line.key, side), award, line.top))
    for (pair, side), awarded in record.sit_outs.items():
        if award := awarded.awards.of(side):
            accounts[pair].awards.append(((record.number, (pair, side), side), award, compared.top))


def _settled(accounts: Iterable[_Account], options: PairsOptions) -> Iterator[tuple[Place, Figure]]:
    """Find what awards come to, by the pair's other boards where they say so, and add it up."""
    for account in accounts:
        if not account.awards:
            continue
        of_comparison = Fraction(100 * account.points) / account.available if account.available else None
        for place, award, top in account.awards:
            points = _worth(award, top, of_comparison) if options.scoring == "matchpoints" else _imps(award)
            account.add(points, top)
            yield place, points


def _worth(award: Award, top: int, others: Fraction | None) -> Figure:
    """
    Matchpoints of an award, on the scale of 2.

    Args:
        award: Average plus, average, average minus, or a percentage.
        top: Of the board.
        others: The pair's percentage on the boards on which it was compared.
    """
    if award.artificial is None:
        share = Fraction(award.percent or 0)
    else:
        share = Fraction(_SHARE[award.artificial])
        if award.artificial == "A+" and others is not None:
            share = max(share, others)
        if award.artificial == "A-" and others is not None:
            share = min(share, others)
    return figure(share * top / 100)


def _imps(award: Award) -> Figure:
    return _IMPS[award.artificial] if award.artificial else figure(Fraction(award.imps or 0))


def _standing(pair: str, account: _Account, adjusted: Figure, options: PairsOptions, full: int) -> Standing:
    if options.scoring != "matchpoints":
        return Standing(pair, points=account.points + adjusted, boards=account.boards, adjusted=adjusted)
    points = on_scale(account.points, options) + adjusted
    available = on_scale(account.available, options)
    total: Figure | None = None
    percentage = figure(Fraction(100 * points) / available) if available else None
    if available and options.totals == "acbl":
        scale = Fraction(full, account.boards)
        total = figure(rounded(points * scale, _CENT))
        percentage = figure(100 * total / (available * scale))
    return Standing(pair, points, available, percentage, total, account.boards, adjusted)


@lru_cache(maxsize=65_536)
def _halved(points: Figure) -> Figure:
    return figure(Fraction(points) / 2)


def on_scale(points: Figure, options: PairsOptions) -> Figure:
    """Points as the session counts them: matchpoints on the scale of 1 are half of those on the scale of 2."""
    if options.scoring == "matchpoints" and options.scale == 1:
        return _halved(points)
    return points


def _ranked(
    rows: Sequence[Standing], options: PairsOptions, pairs: Mapping[str, Side | None], retired: frozenset[str]
) -> Iterator[Standing]:
    """Equal pairs share the rank, and the next is left out; who has no board, or gave up, has none."""

    def value(row: Standing) -> tuple[bool, Figure]:
        ranked_by = row.percentage if options.scoring == "matchpoints" else row.points
        return (ranked_by is not None, ranked_by or 0)

    placed = [row for row in rows if row.boards and row.pair not in retired]
    first: dict[tuple[bool, Figure], int] = {}
    for place, each in enumerate(sorted(map(value, placed), reverse=True), start=1):
        first.setdefault(each, place)
    ranks: dict[str, int] = {row.pair: first[value(row)] for row in placed}
    for row in sorted(rows, key=lambda row: (ranks.get(row.pair, _LAST), natural(row.pair))):
        yield evolve(row, rank=ranks.get(row.pair), direction=pairs[row.pair])

"""A line of a traveller as a row: its result, what it earned, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from domain.games.bridge.figures import Figure, exact, figure, shown
from domain.games.bridge.pairs import sentences
from domain.games.bridge.pairs.comparing import Earned, Group, Line
from domain.games.bridge.pairs.options import PairsOptions
from domain.games.bridge.pairs.rows import Figures, LineRow, LineStatus
from domain.games.bridge.pairs.standings import Place, on_scale
from domain.games.bridge.spreads import single
from domain.games.bridge.table import Table, given

_KEPT: Final = 65_536


@dataclass(frozen=True, slots=True)
class Written:
    """Points and their percentage of the top: exact, and as people read them. None where there are none."""

    points: str | None = None
    share: str | None = None
    points_shown: str | None = None
    share_shown: str | None = None


_NONE: Final = Written()


def line_row(
    board: int, line: Line, group: Group, options: PairsOptions, awards: Mapping[Place, Figure], *, fouled: bool
) -> LineRow:
    """
    Write a line.

    Args:
        board: Its number.
        line: The line, compared.
        group: The tables that it was compared with.
        options: The session's agreements.
        awards: What awards without a comparison came to.
        fouled: Whether there are several groups.
    """
    table = line.table
    fact = table.fact
    assert fact is not None, "a line has a fact"
    result = table.played.outcome if table.played else None
    ns = _side(line.ns, line.top, awards.get((board, line.key, "NS")), options)
    ew = _side(line.ew, line.top, awards.get((board, line.key, "EW")), options)
    return LineRow(
        version=fact.version,
        status=_status(table),
        ns=line.key[0],
        ew=line.key[1],
        contract=result.contract if result else None,
        declarer=result.declarer if result else None,
        tricks=result.tricks if result else None,
        lead=result.lead if result else None,
        award=given(table.awarded.awards) if table.awarded else None,
        round=fact.round,
        table=fact.table,
        score=single(table, "NS", "EW"),
        ns_points=ns.points,
        ew_points=ew.points,
        ns_percentage=ns.share,
        ew_percentage=ew.share,
        result=result.relative if result else None,
        group=line.group if fouled else None,
        text=_text(line, group, options),
        shown=_shown(ns, ew),
    )


def _status(table: Table) -> LineStatus:
    if table.awarded:
        return "adjusted"
    return "played" if table.played else "not_played"


def _side(earned: Earned | None, top: int, award: Figure | None, options: PairsOptions) -> Written:
    points = earned.points if earned else award
    if points is None:
        return _NONE
    if options.scoring == "matchpoints":
        return matchpoints(points, top, options.scale)
    return imps(points)


@lru_cache(maxsize=_KEPT)
def matchpoints(points: Figure, top: int, scale: int) -> Written:
    """
    Matchpoints in figures.

    Args:
        points: On the scale of 2.
        top: Likewise.
        scale: On which they are shown.

    >>> matchpoints(Fraction(29, 6), top=12, scale=1)
    Written(points='2.416667', share='40.277778', points_shown='2.42', share_shown='40.28')
    """
    shared = Fraction(100 * points) / top if top else None
    points = figure(Fraction(points) * scale / 2)
    if shared is None:
        return Written(exact(points), None, shown(points), None)
    return Written(exact(points), exact(figure(shared)), shown(points), shown(shared))


@lru_cache(maxsize=_KEPT)
def imps(points: Figure) -> Written:
    """IMPs in figures."""
    return Written(exact(points), None, shown(points), None)


def _shown(ns: Written, ew: Written) -> Figures:
    figures = {
        "ns_points": ns.points_shown,
        "ew_points": ew.points_shown,
        "ns_percentage": ns.share_shown,
        "ew_percentage": ew.share_shown,
    }
    return {name: text for name, text in figures.items() if text is not None}


def _text(line: Line, group: Group, options: PairsOptions) -> str:
    said = sentences.of_table(line.table)
    compared = line.table.played and not line.table.awarded
    return f"{said} {_why(line.ns, line.top, group, options)}" if compared else said


def _why(earned: Earned | None, top: int, group: Group, options: PairsOptions) -> str:
    """How North–South's points came about."""
    assert earned is not None, "a result is compared"
    if options.scoring == "butler":
        return f"Against the datum {group.datum}: {shown(earned.points)} IMPs."
    if options.scoring == "cross-imps":
        return f"{shown(earned.raw)} IMPs in all against {earned.others} others."
    of = f"{shown(on_scale(earned.raw, options))} of {earned.others * options.scale}"
    if 2 * earned.others == top:
        return f"{of} against {earned.others} others."
    return f"{of} against {earned.others} others, factored to {top // 2 + 1} results."

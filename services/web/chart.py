"""The score over the events of a match, as lines of steps: as it was shown then, and as we know it now."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from domain.games.bridge.figures import shown
from domain.match import Match
from services.rewinding import Film
from services.web.duplicate import minus
from services.web.pad import number
from services.web.pegs import paired

WIDE: Final = 1000
"""Units of the drawing from the first version to the last."""
HIGH: Final = 100
"""Units from the largest score to the smallest."""
_MARKS: Final = 60
"""Marks along the way: more of them would be a bar."""
_LEADERS: Final = 4
"""Pairs that have a line."""

Scores = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Scored:
    """
    How the score of a game is told.

    Args:
        board: The board on which it stands.
        what: What is counted.
        scores: The score of each unit, from the board.
        names: What units are called that nobody has named.
        settled: The part after which the scale holds every score: percentages of a few boards say little.
        from_nought: Whether the scale has nought.
        most: How many versions are looked at; a longer match is looked at where a hand ends, and no more often.
    """

    board: str
    what: Callable[[Any], str]
    scores: Callable[[Any], Scores]
    names: dict[str, str]
    settled: Fraction = Fraction(0)
    from_nought: bool = True
    most: int = 400


@dataclass(frozen=True, slots=True)
class Line:
    """
    A unit's line.

    Args:
        now: As we know now, as an SVG path.
        then: As it was shown then.
        end: What it has at the end, as we know now.
    """

    unit: str
    name: str
    now: str
    then: str
    end: str


@dataclass(frozen=True, slots=True)
class Chart:
    """
    The drawing.

    Args:
        what: What is counted.
        top: The largest score on the scale.
        bottom: The smallest.
        zero: Where nought is; None outside of the scale.
        sampled: Whether only hand ends were looked at.
        differs: Whether then and now are two lines.
    """

    what: str
    lines: list[Line]
    top: str
    bottom: str
    zero: str | None
    sampled: bool
    differs: bool


def hand_ends(film: Film) -> list[int]:
    """The versions with which a hand came to its end, in their order."""
    if "hand_ends" not in film.memo:
        film.memo["hand_ends"] = _hand_ends(film)
    found: list[int] = film.memo["hand_ends"]
    return found


def chart(film: Film) -> Chart | None:
    """The chart of a match; None where there is nothing to draw yet."""
    with film.lock:
        if "chart" not in film.memo:
            film.memo["chart"] = _drawn(film)
        found: Chart | None = film.memo["chart"]
    return found


def marked(versions: Sequence[int]) -> Sequence[int]:
    """Versions that are marked: of very many some, evenly."""
    return versions[:: -(-len(versions) // _MARKS)] if len(versions) > _MARKS else versions


def at(version: int, last: int) -> str:
    """
    Where a version is between the first and the last, in hundredths.

    >>> at(1, 5), at(2, 5), at(1, 1)
    ('0', '25', '0')
    """
    return _figure(Fraction(100 * (version - 1), max(last - 1, 1)))


def _hand_ends(film: Film) -> list[int]:
    state, game = film.now.state, film.now.game
    versions = [each.version for each in getattr(game.boards["hands"](state), "hands", ())]
    if game.name == "cribbage":
        # Its sheet names the version with which a deal began.
        over = getattr(game.boards["deal"](state), "street", "") == "over"
        played = [fact.version for fact in film.facts if fact.event.TYPE.startswith("cribbage.")]
        versions = [version - 1 for version in sorted(versions)[1:]] + (played[-1:] if over else [])
    return sorted({version for version in versions if 1 < version <= film.last})


def _drawn(film: Film) -> Chart | None:
    scored = _SCORED.get(film.now.game.name)
    if scored is None or film.last < 2:  # noqa: PLR2004  one version makes no line
        return None
    sampled = film.last > scored.most
    versions = _sampled(film, scored.most) if sampled else list(range(1, film.last + 1))
    then = _scores(film, scored, versions, film.shown, as_now=False)
    now = _scores(film, scored, versions, film.known, as_now=True) if film.now.changes else then
    units = list(now[-1])[:_LEADERS]
    first = int(len(versions) * scored.settled)
    values = [each[unit] for each in (*now[first:], *then[first:]) for unit in units if unit in each]
    if not values:
        return None
    bounds = [*values, Fraction(0)] if scored.from_nought else values
    top, bottom = max(bounds), min(bounds)
    scale = _Scale(versions, film.last, top, bottom)
    lines = [_line(unit, scored, scale, now, then) for unit in units]
    return Chart(
        what=scored.what(film.now.game.boards[scored.board](film.now.state)),
        lines=lines,
        top=_said(top),
        bottom=_said(bottom),
        zero=scale.height(Fraction(0)) if bottom < 0 < top else None,
        sampled=sampled,
        differs=any(line.now != line.then for line in lines),
    )


def _sampled(film: Film, most: int) -> list[int]:
    """Hand ends; of very many the last before each version of a grid, which stays as the match grows."""
    ends = hand_ends(film)
    if len(ends) > most:
        step = 1 << (film.last // most).bit_length()
        ends = [ends[before - 1] for edge in range(step, film.last, step) if (before := bisect_right(ends, edge))]
    return sorted({1, *ends, *film.mendings[:most], film.last})


def _scores(film: Film, scored: Scored, versions: list[int], kept: dict[int, Scores], *, as_now: bool) -> list[Scores]:
    """The scores after some versions: what was kept of them, and what is worked out now."""
    news = [version for version in versions if version not in kept]
    found = dict(zip(news, (_of(match, scored) for match in film.at(news, as_now=as_now)), strict=True))
    scores = [found[version] if version in found else kept[version] for version in versions]
    kept.clear()
    kept.update(zip(versions, scores, strict=True))
    return scores


def _of(match: Match, scored: Scored) -> Scores:
    return scored.scores(match.game.boards[scored.board](match.state))


@dataclass(frozen=True, slots=True)
class _Scale:
    versions: Sequence[int]
    last: int
    top: Fraction
    bottom: Fraction

    def height(self, value: Fraction) -> str:
        return _figure((self.top - value) * HIGH / (self.top - self.bottom or Fraction(1)))

    def path(self, scores: Iterable[Fraction | None]) -> str:
        """Steps from each version to the next; a unit that is not there yet has none."""
        path, before = "", None
        for version, value in zip(self.versions, scores, strict=True):
            if value is None or value == before:
                continue
            x, y = _figure(Fraction(WIDE * (version - 1), self.last - 1)), self.height(value)
            path += f"H{x}V{y}" if path else f"M{x} {y}"
            before = value
        return f"{path}H{WIDE}" if path else ""


def _line(unit: str, scored: Scored, scale: _Scale, now: list[Scores], then: list[Scores]) -> Line:
    return Line(
        unit=unit,
        name=scored.names.get(unit, unit if unit.isalpha() else f"Pair {unit}"),
        now=scale.path(each.get(unit) for each in now),
        then=scale.path(each.get(unit) for each in then),
        end=_said(now[-1][unit]),
    )


def _said(value: Fraction) -> str:
    return number(int(value)) if value.denominator == 1 else minus(shown(value))


def _figure(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").removesuffix(".")


def _points(_board: Any) -> str:
    return "points"


def _won(board: Any) -> str:
    return "boards" if board.scale == "bam" else "IMPs"


def _leaders(board: Any) -> str:
    return "the leaders, %" if board.scoring == "matchpoints" else "the leaders"


def _game_points(_board: Any) -> str:
    return "game points in the Bummerl"


def _holes(_board: Any) -> str:
    return "holes"


def _rubber(board: Any) -> Scores:
    return {side: Fraction(board.sides[side].total) for side in ("NS", "EW")}


def _teams(board: Any) -> Scores:
    by_boards = board.scale == "bam"
    return {
        team: Fraction((column.vp if by_boards else column.imps) or 0)
        for team, column in ((team, board.sides[team]) for team in ("home", "away"))
    }


def _pairs(board: Any) -> Scores:
    """Those who lead; of two fields the leaders of both."""
    ranked = sorted(
        (pair for pair in board.pairs if pair.rank is not None), key=lambda pair: (pair.rank, pair.direction or "")
    )
    by_percent = board.scoring == "matchpoints"
    return {pair.pair: Fraction((pair.percentage if by_percent else pair.points) or 0) for pair in ranked}


def _slate(board: Any) -> Scores:
    return {seat: Fraction(7 - column.to_win) for seat, column in board.seats.items()}


def _cribbage(board: Any) -> Scores:
    return {name: Fraction(board.seats[name[0]].score) for name in paired(tuple(board.seats))}


_SIDES: Final = {"NS": "We", "EW": "They"}
_TEAMS: Final = {"home": "Home", "away": "Away"}
_SCORED: Final = {
    "bridge.rubber": Scored("rubber", _points, _rubber, _SIDES),
    "bridge.chicago": Scored("rubber", _points, _rubber, _SIDES),
    "bridge.teams": Scored("match", _won, _teams, _TEAMS),
    "bridge.pairs": Scored("ranking", _leaders, _pairs, {}, Fraction(1, 4), from_nought=False, most=80),
    "schnapsen": Scored("match", _game_points, _slate, {}),
    "sixtysix": Scored("match", _game_points, _slate, {}),
    "cribbage": Scored("game", _holes, _cribbage, {name: name for name in ("A+C", "B+D")}),
}

"""
The cribbage board, bent like a paper clip: where every hole lies on the wood, for the drawing and for what moves on it.

A lap is 35 holes up, 10 round the large arc, 35 down, 5 round the small arc and 35 up; 120 in all, and above them the
game hole. A game to fewer holes ends on its way, with what is beyond left undrilled; a longer one goes round again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi, sin
from typing import Final

LEG: Final = 35
LARGE: Final = 10
SMALL: Final = 5
LAP: Final = 3 * LEG + LARGE + SMALL
GROUP: Final = 5
HEIGHT: Final = 700

_TOP: Final = 112.0
_BOTTOM: Final = 606.0
_BESIDE: Final = 15.0
"""From one track to the next."""
_LEGS: Final = (48.0, 188.0, 106.0)
"""Where the first track of two has its legs, in the order in which they are gone."""
_WIDTH: Final = 236.0
_GAME: Final = 90.0
_STARTS: Final = (630.0, 642.0)
_NAMES: Final = 664.0
_SKUNKS: Final = ("S", "SS")
"""The lines of a board: a loser who has not passed them is skunked, or doubly so."""
_BEYOND: Final = 9.0
"""How far a line reaches past the outer holes."""
_BEYOND_LABEL: Final = 22.0
_BEYOND_NUMBER: Final = 17.0
_EDGE: Final = 15.0
"""Nothing is written farther up: the large arc of three tracks reaches there."""
_ASIDE: Final = 23.0
_TENS: Final = 10


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the wood."""

    x: float
    y: float

    def to(self, other: "Point", part: float) -> "Point":
        """The place so far on the way to another: 0 here, 1 there."""
        return Point(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)

    def far(self, other: "Point") -> float:
        """How far it is to another."""
        return hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written on the wood, and where its middle is."""

    text: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line across the tracks, and what it is called."""

    path: str
    label: Mark


@dataclass(frozen=True, slots=True)
class Lane:
    """
    One side's track, as SVG paths.

    Args:
        groove: The way.
        holes: The place of every hole, in order: where the front peg starts, the lap, and the game hole.
        fifths: Every fifth hole, which is darker.
        name: Where its player's letter stands.
    """

    groove: str
    holes: str
    fifths: str
    name: Mark


@dataclass(frozen=True, slots=True)
class Track:
    """
    The whole board, as it is drawn.

    Args:
        lanes: The track of each side.
        starts: The holes in which pegs stand before their first point.
        ends: The game hole; one for each track where a game ends on the way.
        end: What stands beside it.
        lines: Of the skunks.
        tens: Numbers of holes, where each hole has one number only.
    """

    width: int
    lanes: tuple[Lane, ...]
    starts: str
    ends: str
    end: Mark
    lines: tuple[Line, ...]
    tens: tuple[Mark, ...]


@cache
def track(target: int, names: tuple[str, ...], safe: tuple[int, int] | None = None) -> Track:
    """
    Draw the board for a game to so many points, with a track for each of two or three sides.

    Args:
        target: The game hole.
        names: What the sides are called.
        safe: From which hole on a loser is not skunked, and not doubly (0: never is); else 30 and 60 short.
    """
    number = len(names)
    lanes = [_drilled(target, lane, number) for lane in range(number)]
    ends = [holes[-1] for holes in lanes]
    alone = ends[0] == ends[-1]
    return Track(
        width=round(_width(number)),
        lanes=tuple(
            _lane(holes, name, lane, number) for lane, (holes, name) in enumerate(zip(lanes, names, strict=True))
        ),
        starts=_dots(Point(_legs(lane, number)[0], y) for lane in range(number) for y in _STARTS),
        ends=_dots(ends[:1] if alone else ends),
        end=_mark(
            str(target), Point(ends[0].x + _ASIDE, ends[0].y) if alone else past(ends[0], ends[-1], _BEYOND_LABEL)
        ),
        lines=tuple(_lines(target, number, safe or (target - 30, target - 60))),
        tens=tuple(_tens(target, number)) if target <= LAP + 1 else (),
    )


def at(target: int, lane: int, lanes: int, hole: int, *, behind: bool = False) -> Point:
    """
    The place of a hole: 0 is the start.

    Args:
        target: The game hole.
        lane: Which track, from 0.
        lanes: How many there are.
        hole: Which hole.
        behind: Of the two at the start, whether the one farther back.

    >>> at(121, 0, 2, 1), at(121, 1, 2, 121)
    (Point(x=48.0, y=606.0), Point(x=113.5, y=90.0))
    """
    if hole <= 0:
        return Point(_legs(lane, lanes)[0], _STARTS[behind])
    return _end(target, lane, lanes) if hole >= target else _lap(lane, lanes)[(hole - 1) % LAP]


def laps(target: int) -> int:
    """How often a game goes round the board, at most."""
    return max(1, -(-(target - 1) // LAP))


def past(start: Point, end: Point, by: float) -> Point:
    """A place beyond an end, by so much."""
    return start.to(end, 1 + by / start.far(end))


@cache
def _lap(lane: int, lanes: int) -> tuple[Point, ...]:
    """The 120 holes of a track."""
    first, second, third = _legs(lane, lanes)
    return (
        *_leg(first, up=True),
        *_arc(first, second, _TOP, LARGE, -1),
        *_leg(second, up=False),
        *_arc(second, third, _BOTTOM, SMALL, 1),
        *_leg(third, up=True),
    )


def _legs(lane: int, lanes: int) -> tuple[float, float, float]:
    """Where a track has its legs. Arcs lie within one another; a third makes legs wider, and no arc tighter."""
    more = (lanes - 2) * _BESIDE
    inwards = lane * _BESIDE
    first, second, third = _LEGS
    return first + inwards, second + 3 * more - inwards, third + more + inwards


def _width(lanes: int) -> float:
    return _WIDTH + 3 * _BESIDE * (lanes - 2)


def _leg(x: float, *, up: bool) -> Iterator[Point]:
    """Holes in groups of five, with half a hole's room between groups."""
    steps = [hole + hole // GROUP / 2 for hole in range(LEG)]
    for step in steps:
        part = step / steps[-1]
        yield Point(x, _BOTTOM + (_TOP - _BOTTOM) * (part if up else 1 - part))


def _arc(start: float, end: float, y: float, holes: int, down: int) -> Iterator[Point]:
    middle, radius = (start + end) / 2, (start - end) / 2
    for hole in range(1, holes + 1):
        angle = pi * hole / (holes + 1)
        yield Point(middle + radius * cos(angle), y + down * abs(radius) * sin(angle))


def _end(target: int, lane: int, lanes: int) -> Point:
    """The game hole: above the last leg for all tracks after whole laps, else where the lap comes to it."""
    past = (target - 1) % LAP
    if past:
        return _lap(lane, lanes)[past]
    return Point((_legs(0, lanes)[2] + _legs(lanes - 1, lanes)[2]) / 2, _GAME)


def _drilled(target: int, lane: int, lanes: int) -> tuple[Point, ...]:
    """Every place of a track that its pegs can stand in."""
    last = min(target - 1, LAP)
    return (at(target, lane, lanes, 0), *_lap(lane, lanes)[:last], _end(target, lane, lanes))


def _lane(holes: Sequence[Point], name: str, lane: int, lanes: int) -> Lane:
    first, second, third = _legs(lane, lanes)
    large, small = abs(second - first) / 2, abs(second - third) / 2
    groove = (
        f"M{_n(first)} {_n(_BOTTOM)}V{_n(_TOP)}A{_n(large)} {_n(large)} 0 0 1 {_n(second)} {_n(_TOP)}"
        f"V{_n(_BOTTOM)}A{_n(small)} {_n(small)} 0 0 1 {_n(third)} {_n(_BOTTOM)}V{_n(_TOP)}"
    )
    return Lane(groove, _dots(holes), _dots(holes[GROUP:-1:GROUP]), _mark(name, Point(first, _NAMES)))


def _lines(target: int, lanes: int, safe_from: tuple[int, int]) -> Iterator[Line]:
    """The skunk lines, before the first hole that is safe; three players have none."""
    if lanes != len(_LEGS) - 1:
        return
    for name, safe in zip(_SKUNKS, safe_from, strict=True):
        if 1 < safe <= target and (safe - 2) // LAP == (target - 2) // LAP:
            outer, inner = (
                at(target, lane, lanes, safe - 1).to(at(target, lane, lanes, safe), 0.5) for lane in (0, lanes - 1)
            )
            start, end = past(inner, outer, _BEYOND), past(outer, inner, _BEYOND)
            path = f"M{_n(start.x)} {_n(start.y)}L{_n(end.x)} {_n(end.y)}"
            yield Line(path, _mark(name, past(outer, inner, _BEYOND_LABEL)))


def _tens(target: int, lanes: int) -> Iterator[Mark]:
    """Every tenth hole by its number, outside of the first track."""
    for hole in range(_TENS, min(target, LAP + 1), _TENS):
        outer, inner = (at(target, lane, lanes, hole) for lane in (0, lanes - 1))
        place = past(inner, outer, _BEYOND_NUMBER)
        if place.y > _EDGE:
            yield _mark(str(hole), place)


def _dots(points: Iterator[Point] | Sequence[Point]) -> str:
    """Lines of no length, whose round ends are the holes."""
    return "".join(f"M{_n(point.x)} {_n(point.y)}h0" for point in points)


def _mark(text: str, place: Point) -> Mark:
    return Mark(text, _n(place.x), _n(place.y))


def _n(value: float) -> str:
    """
    A number in a drawing.

    >>> _n(48.0), _n(592.6486)
    ('48', '592.6')
    """
    return f"{value:.1f}".removesuffix(".0")

"""How the pairs of a session fare: round by round as small bars, and what the round in play has changed so far."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

WIDE: Final = 16
"""Units that a bar takes, and one more between two."""
HIGH: Final = 40
_STRETCHES: Final = 6
"""Bars of a session whose rounds nobody told: boards are taken together to have no more."""
_MIDDLE: Final = Fraction(HIGH, 2)
_EVEN: Final = 50
_STEEP: Final = Fraction(3, 2)
"""By how much bars are exaggerated: hardly a round is above 80 % or below 20 %."""
_THIN: Final = Fraction(1)

Board: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spark:
    """
    A pair's rounds.

    Args:
        width: Of the drawing.
        up: The bars above average, as an SVG path of strokes; `down` those below it.
        text: The same in figures: `62, –, 48 %`.
    """

    width: int
    up: str
    down: str
    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """
    How pairs fare.

    Args:
        by_round: Whether the bars are rounds; else they are boards that follow each other.
        sparks: By pair.
        since: The last round before the one in play; None if no round is told, or it is the first.
        climbed: By how many places a pair is better off than without that round; below zero: worse.
    """

    by_round: bool
    sparks: Mapping[str, Spark]
    since: int | None
    climbed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A board that a pair played: in which round, for what."""

    board: int
    round: int | None
    points: Fraction
    share: Fraction | None


def form(ranking: Board, traveller: Board) -> Form:
    """
    The form of every pair.

    The places before the round in play are those by the boards of earlier rounds, as they compare now.
    """
    turns = _turns(traveller)
    rounds = [line["round"] for sheet in traveller["boards"] for line in sheet["lines"] if line["status"] == "played"]
    told = bool(rounds) and None not in rounds
    latest = max(rounds) if told else 0
    each_round = [range(number, number + 1) for number in range(1, latest + 1)]
    stretches = each_round if told else _by_boards([sheet["board"] for sheet in traveller["boards"]])
    since = latest - 1 if latest > 1 else None
    return Form(
        told, _sparks(turns, stretches, by_round=told), since, _climbed(ranking, turns, latest) if since else {}
    )


def _turns(traveller: Board) -> dict[str, list[_Turn]]:
    found: dict[str, list[_Turn]] = defaultdict(list)
    for sheet in traveller["boards"]:
        for line in sheet["lines"]:
            for side in ("ns", "ew"):
                if line[f"{side}_points"] is not None:
                    share = line[f"{side}_percentage"]
                    played = _Turn(
                        sheet["board"],
                        line["round"],
                        Fraction(line[f"{side}_points"]),
                        None if share is None else Fraction(share),
                    )
                    found[line[side]].append(played)
    return found


def _by_boards(boards: Sequence[int]) -> list[range]:
    """Boards in groups of equal size."""
    numbers, size = sorted(boards), max(-(-len(boards) // _STRETCHES), 1)
    groups = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    return [range(group[0], group[-1] + 1) for group in groups]


def _sparks(turns: Mapping[str, list[_Turn]], stretches: Sequence[range], *, by_round: bool) -> dict[str, Spark]:
    values = {pair: [_worth(own, among, by_round=by_round) for among in stretches] for pair, own in turns.items()}
    shares = any(turn.share is not None for own in turns.values() for turn in own)
    most = max((abs(value) for row in values.values() for value in row if value is not None), default=Fraction(1))
    scale = _MIDDLE / _EVEN * _STEEP if shares else _MIDDLE / (most or 1)
    return {pair: _spark(row, scale, shares=shares) for pair, row in values.items()}


def _worth(own: Sequence[_Turn], among: range, *, by_round: bool) -> Fraction | None:
    """What a pair had in a stretch: percent above or below the average, or IMPs; None if it did not play."""
    there = [turn for turn in own if (turn.round if by_round else turn.board) in among]
    if not there:
        return None
    shares = [turn.share for turn in there if turn.share is not None]
    return (
        sum(shares, Fraction(0)) / len(shares) - _EVEN if shares else sum((turn.points for turn in there), Fraction(0))
    )


def _spark(row: Sequence[Fraction | None], scale: Fraction, *, shares: bool) -> Spark:
    up, down = "", ""
    for place, value in enumerate(row):
        if value is None:
            continue
        high = round(min(max(abs(value) * scale, _THIN), _MIDDLE))
        bar = f"M{place * (WIDE + 1) + WIDE // 2} {_MIDDLE}v"
        if value >= 0:
            up += f"{bar}-{high}"
        else:
            down += f"{bar}{high}"
    return Spark(len(row) * (WIDE + 1) - 1, up, down, _text(row, shares=shares))


def _text(row: Sequence[Fraction | None], *, shares: bool) -> str:
    """What bars show, in whole figures."""
    if shares:
        return ", ".join("–" if value is None else f"{float(value) + _EVEN:.0f}" for value in row) + " %"
    return ", ".join("–" if value is None else f"{float(value):+.0f}".replace("-", "−") for value in row)


def _climbed(ranking: Board, turns: Mapping[str, list[_Turn]], latest: int) -> dict[str, int]:
    """How far pairs have come, by their places among those that they are ranked with."""
    fields: dict[Any, list[Board]] = defaultdict(list)
    for row in ranking["pairs"]:
        fields[row["direction"] if ranking["winners"] != 1 else None].append(row)
    climbed = {}
    for rows in fields.values():
        before = {row["pair"]: _standing(row, turns.get(row["pair"], ()), latest) for row in rows if row["rank"]}
        ranked = [score for score in before.values() if score is not None]
        for row in rows:
            score = before.get(row["pair"])
            if score is not None:
                climbed[row["pair"]] = 1 + sum(other > score for other in ranked) - row["rank"]
    return climbed


def _standing(row: Board, turns: Sequence[_Turn], latest: int) -> Fraction | None:
    """What a pair had for its boards of earlier rounds, a director's points among it; None if it had none."""
    there = [turn for turn in turns if turn.round is None or turn.round < latest]
    if not there:
        return None
    points = sum((turn.points for turn in there), Fraction(row["adjusted"]))
    if row["available"] is None:
        return points
    worth = Fraction(row["available"]) * len(there) / row["boards"]
    return points / worth if worth else None

"""
One game of a match: the pegs on the board, and every award that moved them.

Source:
    docs/games/cribbage.md, "The end" and "Skunks and match points".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from domain.games.cribbage.options import CribbageOptions
from domain.games.cribbage.terms import Kind, MatchPoints, Seat, side_of, sides_of

_TWO: Final = 2
_MATCH_POINTS: Final[dict[MatchPoints, dict[Kind, int]]] = {
    "acc": {"normal": 2, "skunk": 3, "double_skunk": 3},
    "long": {"normal": 3, "skunk": 4, "double_skunk": 4},
    "free": {"normal": 1, "skunk": 2, "double_skunk": 3},
    "four": {"normal": 1, "skunk": 2, "double_skunk": 4},
    "234": {"normal": 2, "skunk": 3, "double_skunk": 4},
}


@dataclass(frozen=True, slots=True)
class Award:
    """
    Points of one seat for one thing.

    Args:
        points: What it is worth.
        pegged: What of it moved the peg: less where too little was claimed or the game hole was reached.
        deal: The version at which its deal was dealt, if there was one.
    """

    version: int
    seat: Seat
    reason: str
    points: int
    pegged: int
    deal: int | None


@dataclass(frozen=True, slots=True)
class Pegs:
    """A side's two pegs, by their holes: the front one shows the score."""

    front: int = 0
    back: int = 0


@dataclass(frozen=True, slots=True)
class Race:
    """
    A game, to the target.

    Args:
        number: Which of the match, from 1.
        pegs: Of each side.
        opener: Who deals first, unless the first deal says otherwise.
        open_dealing: Whether the next dealer is anybody, because deals went unreported.
    """

    number: int
    opener: Seat
    pegs: tuple[Pegs, ...]
    awards: tuple[Award, ...] = ()
    open_dealing: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: the winning side, the scores, the kind, and each side's match points and spread."""

    number: int
    version: int
    winner: int
    kind: Kind
    scores: tuple[int, ...]
    match_points: tuple[int, ...]
    spread: tuple[int, ...]


def new_race(number: int, opener: Seat, players: int) -> Race:
    """A game before its first point."""
    return Race(number, opener, (Pegs(),) * len(sides_of(players)))


def winner_of(race: Race, target: int) -> int | None:
    """The side in the game hole, if one is."""
    for side, pegs in enumerate(race.pegs):
        if pegs.front >= target:
            return side
    return None


def peg(
    race: Race,
    options: CribbageOptions,
    seat: Seat,
    points: Iterable[tuple[str, int]],
    *,
    version: int,
    deal: int | None,
    taken: int | None = None,
) -> Race:
    """
    Move a side's pegs in one leap.

    Args:
        race: The game.
        options: The agreements: the target, and how many play.
        seat: Whose peg.
        points: What for, and how many; below zero the peg goes back, at most to the start.
        version: Of the fact that brings them.
        deal: The version of the latest deal, if there is one.
        taken: At most so many are pegged, where the player counted fewer; None for all.
    """
    side = side_of(seat, options.players)
    before, back = race.pegs[side].front, race.pegs[side].back
    hole = options.target if winner_of(race, options.target) in {None, side} else options.target - 1
    awards = [
        Award(version, seat, reason, worth, step, deal) for reason, worth, step in _steps(points, before, hole, taken)
    ]
    score = before + sum(award.pegged for award in awards)
    moved = Pegs(score, back if score == before else min(before, score))
    pegs = (*race.pegs[:side], moved, *race.pegs[side + 1 :])
    return replace(race, pegs=pegs, awards=(*race.awards, *awards))


def result_of(race: Race, options: CribbageOptions) -> Result | None:
    """How a game ended; None while it goes on."""
    winner = winner_of(race, options.target)
    if winner is None:
        return None
    scores = tuple(pegs.front for pegs in race.pegs)
    kind = kind_of(scores, winner, options)
    margins = [options.target - score for score in scores]
    return Result(
        number=race.number,
        version=_won_at(race, winner, options.players),
        winner=winner,
        kind=kind,
        scores=scores,
        match_points=tuple(_MATCH_POINTS[options.match_points][kind] * (side == winner) for side in range(len(scores))),
        spread=tuple(sum(margins) if side == winner else -margin for side, margin in enumerate(margins)),
    )


def _won_at(race: Race, winner: int, players: int) -> int:
    """The version at which the winner came into the game hole: its latest step forward."""
    steps = (award for award in reversed(race.awards) if award.pegged > 0)
    return next(award.version for award in steps if side_of(award.seat, players) == winner)


def kind_of(scores: tuple[int, ...], winner: int, options: CribbageOptions) -> Kind:
    """Whether the loser was skunked. With three players nobody is: no rule says who would be."""
    if len(scores) != _TWO:
        return "normal"
    loser = scores[1 - winner]
    if loser < options.double_skunk_below:
        return "double_skunk"
    return "skunk" if loser < options.skunk_below else "normal"


def _steps(
    points: Iterable[tuple[str, int]], score: int, hole: int, taken: int | None
) -> Iterator[tuple[str, int, int]]:
    """Each reason with its points and how far the peg goes for it: not past the hole, nor behind the start."""
    for reason, worth in points:
        step = worth if taken is None else min(worth, taken)
        step = max(min(step, hole - score), -score)
        taken = None if taken is None else taken - step
        score += step
        yield reason, worth, step

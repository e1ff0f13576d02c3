"""A cribbage match as its page shows it: the sides with their pegs, and the one word for what just happened."""

from dataclasses import dataclass
from typing import Any, Final

from services.web.track import LAP, Point, at, laps

_PARTNERS: Final = 4
_WORDS: Final = {
    "muggins": "Muggins!",
    "heels": "His heels!",
    "thirtyone": "Thirty-one!",
    "last": "Last card",
    "go": "Go",
}
"""What players call out, the rarest first."""
_SAID: Final = {"Go": "One for the go"}
_TURNS: Final = {"deal": "to lay away", "play": "to play", "show": "to count"}


@dataclass(frozen=True, slots=True)
class Peg:
    """A peg: its hole by the score, and the place of that on the wood."""

    which: str
    hole: int
    place: Point

    @property
    def moved(self) -> str:
        """Its place, as an SVG transformation."""
        return f"translate({self.place.x:.1f} {self.place.y:.1f})"


@dataclass(frozen=True, slots=True)
class Side:
    """
    Who pegs together.

    Args:
        name: As boards call it: `A`, or `A+C`.
        number: Which side, from 1.
        last: How far its pegs are apart, which is what it scored last.
        lap: Which time round the board, from 1.
        deals: Who of it has the crib, if one does.
        turn: Who of it is to act, and how, if one is.
    """

    name: str
    seats: tuple[str, ...]
    number: int
    score: int
    needs: int
    last: int
    lap: int
    deals: str | None
    turn: str | None
    front: Peg
    back: Peg


@dataclass(frozen=True, slots=True)
class Word:
    """What is called out, by whom, and for how many points; none if it is only said."""

    text: str
    seat: str
    points: int
    version: int


def names(boards: dict[str, Any]) -> tuple[str, ...]:
    """
    The sides as boards call them.

    >>> names({"game": {"seats": {"A": {}, "B": {}, "C": {}, "D": {}}}})
    ('A+C', 'B+D')
    """
    return paired(tuple(boards["game"]["seats"]))


def paired(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Who pegs together: of four seats those across, else each for itself."""
    return ("A+C", "B+D") if len(seats) == _PARTNERS else seats


def sides(boards: dict[str, Any]) -> list[Side]:
    """Each side, its first seat's first."""
    found = names(boards)
    return [_side(boards, name, lane, len(found)) for lane, name in enumerate(found)]


def lead(found: list[Side]) -> tuple[str | None, int]:
    """Who leads, None if nobody does, and by how many."""
    first, second, *_ = sorted(found, key=lambda side: -side.score)
    by = first.score - second.score
    return (first.name if by else None), by


def word(boards: dict[str, Any]) -> Word | None:
    """The word for the last event, if there is one for it."""
    game, deal = boards["game"], boards["deal"]
    now = [award for award in game["awards"] if award["version"] == game["version"]]
    for reason, text in _WORDS.items():
        for award in now:
            if award["reason"] == reason:
                return Word(_SAID.get(text, text), award["seat"], award["pegged"], award["version"])
    if deal["gone"] and not now:
        return Word("Go", deal["gone"][-1], 0, game["version"])
    return None


def turn(street: str) -> str:
    """
    What the player whose turn it is has to do.

    >>> turn("show"), turn("over")
    ('to count', '')
    """
    return _TURNS.get(street, "")


def _side(boards: dict[str, Any], name: str, lane: int, lanes: int) -> Side:
    game, deal = boards["game"], boards["deal"]
    seats = tuple(name.split("+"))
    column, target = game["seats"][seats[0]], game["target"]
    front, back = column["front"], column["back"]
    return Side(
        name=name,
        seats=seats,
        number=lane + 1,
        score=column["score"],
        needs=max(target - column["score"], 0),
        last=front - back,
        lap=min((max(front, 1) - 1) // LAP + 1, laps(target)),
        deals=deal["dealer"] if deal["dealer"] in seats else None,
        turn=deal["turn"] if deal["turn"] in seats else None,
        front=Peg("front", front, at(target, lane, lanes, front)),
        back=Peg("back", back, at(target, lane, lanes, back, behind=front <= 0)),
    )


def series(boards: dict[str, Any]) -> bool:
    """Whether a match is of more games than one."""
    match: dict[str, Any] = boards["match"]
    return match["target_games"] > 1 or len(match["games"]) > 1


def beside(hands: dict[str, Any]) -> bool:
    """Whether points were pegged besides play, hands and cribs: for heels, muggins, penalties."""
    return any(column["beside"] for line in hands["hands"] for column in line["seats"].values())

"""A rubber as far as it has gone."""

from dataclasses import dataclass
from typing import ClassVar

from domain.event import Players
from domain.games.bridge.pad.state import Pad, check_seats
from domain.games.bridge.rubber.options import RubberOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubber(Pad):
    """A rubber: a pad on which the second game ends the match. A side with a game is vulnerable."""

    WORD: ClassVar[str] = "rubber"

    options: RubberOptions


def start(options: RubberOptions, players: Players) -> Rubber:
    """A rubber before the first deal; EventInvalid if somebody sits where there is no seat."""
    check_seats(players)
    return Rubber(options=options)

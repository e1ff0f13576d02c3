"""What a rubber says when it is closed unfinished."""

from domain.games.bridge.pad.state import Entry
from domain.games.bridge.terms import name_of
from domain.text import listed


def of_bonuses(bonuses: tuple[Entry, ...]) -> str:
    """What an unfinished rubber is paid."""
    paid = [f"{bonus.points} to {name_of(bonus.side)} for the {bonus.reason}" for bonus in bonuses]
    return f"The rubber is closed unfinished: {listed(paid) or 'no bonus is due'}."

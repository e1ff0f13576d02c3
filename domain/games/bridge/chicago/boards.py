"""What a Chicago shows: the pad and the running sheet, as in `bridge/pad/boards.py`."""

from domain.games.bridge.chicago.state import Chicago
from domain.games.bridge.pad import boards
from domain.games.bridge.pad.boards import HandsBoard, RubberBoard


def rubber(state: Chicago) -> RubberBoard:
    """The pad: two columns, above and below the line. It is settled at the difference."""
    return boards.rubber(state, boards.margin(state))


def hands(state: Chicago) -> HandsBoard:
    """The running sheet: what each deal brought."""
    return boards.hands(state)

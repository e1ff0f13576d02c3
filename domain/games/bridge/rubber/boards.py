"""What a rubber shows: the pad and the running sheet, as in `bridge/pad/boards.py`, and what it is settled at."""

from domain.games.bridge.pad import boards
from domain.games.bridge.pad.boards import HandsBoard, RubberBoard
from domain.games.bridge.rubber.state import Rubber


def rubber(state: Rubber) -> RubberBoard:
    """The pad: two columns, above and below the line."""
    return boards.rubber(state, _settlement(state))


def hands(state: Rubber) -> HandsBoard:
    """The running sheet: what each deal brought."""
    return boards.hands(state)


def _settlement(state: Rubber) -> int:
    unit = state.options.settle_to
    units, rest = divmod(boards.margin(state), unit)
    up = rest * 2 > unit or (rest * 2 == unit and state.options.settle_half == "up")
    return (units + 1 if up else units) * unit

"""What a scorer's page must know of a match besides its board: what comes next, and whose turn it is."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from domain.game import GameState
from domain.games.bridge.pairs.state import Session, missing
from domain.games.bridge.teams.record import ROOMS
from domain.games.bridge.teams.state import TeamMatch

Boards = dict[str, dict[str, Any]]
Events = Sequence[dict[str, Any]]

_AHEAD: Final = 8
"""Slots that are told in advance, so that a page without a connection can go on."""
_WAITING: Final = {"waiting", "playing"}


def situation(state: GameState, boards: Boards, mine: Events) -> dict[str, Any]:
    """
    What comes next.

    Args:
        state: The game's own.
        boards: The same as boards.
        mine: The reader's last reports, oldest first.
    """
    if isinstance(state, Session):
        return _pairs(state, mine)
    if isinstance(state, TeamMatch):
        return _teams(state, boards["match"], mine)
    if "deal" in boards and "match" in boards and "game" in boards:
        return _cribbage(boards)
    if "deal" in boards:
        return _schnapsen(boards)
    return {"honours": bool(getattr(getattr(state, "options", None), "honours", False))}


def _pairs(state: Session, mine: Events) -> dict[str, Any]:
    """The next slots of each table of the movement, and where the reader reported last."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for slot in missing(state):
        ahead = tables.setdefault(slot.table, [])
        if len(ahead) < _AHEAD:
            said = {"round": slot.round, "table": slot.table, "board": slot.board, "ns": slot.ns, "ew": slot.ew}
            ahead.append(said)
    last = _last(mine)
    if last and state.movement is not None and "table" not in last:
        sat = state.movement.slots.get((last["board"], (last.get("ns", ""), last.get("ew", ""))))
        last |= {"table": sat.table} if sat else {}
    return {"movement": state.movement is not None, "tables": tables, "last": last}


def _teams(state: TeamMatch, board: dict[str, Any], mine: Events) -> dict[str, Any]:
    """The next boards of each room, and where the reader reported last."""
    into = {room: {row["board"] for row in board["boards"] if row[room]["status"] not in _WAITING} for room in ROOMS}
    planned: dict[str, Iterable[int]] = {room: range(max(into[room], default=0) + 1, 10_000) for room in ROOMS}
    if state.movement is not None:
        planned = {room: [board for board, where in state.movement if where == room] for room in ROOMS}
    ahead = {room: _first(board for board in planned[room] if board not in into[room]) for room in ROOMS}
    return {"rooms": ahead, "last": _last(mine)}


def _first(boards: Iterable[int]) -> list[int]:
    return [board for board, _ in zip(boards, range(_AHEAD), strict=False)]


def _last(mine: Events) -> dict[str, Any] | None:
    """Where the last result was reported."""
    for event in reversed(mine):
        data = event["data"]
        if event["type"] == "bridge.deal_played" and data.get("board"):
            told = {name: data[name] for name in ("board", "ns", "ew", "room", "round", "table") if name in data}
            return told | {"version": event["version"]}
    return None


def _schnapsen(boards: Boards) -> dict[str, Any]:
    deal, match = boards["deal"], boards["match"]
    playing = deal["phase"] is not None and deal["result"] is None
    cards = [card for trick in deal["trick_list"] for card in (trick["lead"], trick["follow"])]
    return {
        "playing": playing,
        "turn": deal["turn"] if playing else None,
        "dealer": match["dealer"],
        "table": deal["table"] if playing else None,
        "gone": [*cards, *([deal["table"]] if deal["table"] else [])] if playing else [],
    }


def _cribbage(boards: Boards) -> dict[str, Any]:
    deal = boards["deal"]
    playing = deal["number"] > 0 and deal["street"] != "over"
    return {
        "playing": playing,
        "street": deal["street"] if playing else None,
        "turn": deal["turn"] if playing else None,
        "dealer": deal["dealer"],
        "starter": deal["starter"] if playing else None,
        "begun": bool(boards["game"]["awards"]) or playing,
    }

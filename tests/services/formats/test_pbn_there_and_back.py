"""Matches written as PBN and read again: what PBN can say stays as it was."""

from typing import Any, TypeGuard

import pytest

from domain.event import Adjusted, Closed, Forfeited
from domain.games.bridge.events import BoardFouled, MovementSet
from domain.match import Match, counted
from services.formats.pbn import read
from services.formats.pbn.writing import write
from tests.cases import SHARED, cases
from tests.cases import tell as tell_case
from tests.roundtrips import read_again, shown

NOT_IN_PBN = (Adjusted, Closed, Forfeited, BoardFouled, MovementSet)
"""What no tag tells of."""


def _is_sayable(match: Match | None) -> TypeGuard[Match]:
    """Whether PBN can say a match whole."""
    if match is None or not any(board.get("boards") or board.get("deals") for board in shown(match).values()):
        return False
    return not any(isinstance(fact.event, NOT_IN_PBN) for fact in counted(match)) and not _is_in_play(match)


def _is_in_play(match: Match) -> bool:
    boards = shown(match)
    current = [board.get("current") for board in boards.values()]
    return any(any(each.values()) if isinstance(each, dict) and "open" in each else each for each in current)


@pytest.mark.laborious
@pytest.mark.skipif(not SHARED.exists(), reason="the vectors are not on this machine")
@pytest.mark.parametrize("name", ["rubber", "chicago", "tricks", "corrections", "teams", "pairs", "events"])
def test_every_vector_is_the_same_there_and_back(name: str) -> None:
    matches = {case.id: tell_case(case.values[0]["events"], at=set()).match for case in cases(f"bridge/{name}.jsonl")}
    sayable = {id_: match for id_, match in matches.items() if _is_sayable(match)}

    assert sayable
    for id_, match in sayable.items():
        assert in_no_order(read_again(read, write(match), "latin-1")) == in_no_order(match), id_


def in_no_order(match: Match) -> Any:
    """All boards of a match; a file has the tables in the order of the boards, and not as they came."""
    boards = shown(match)
    if match.game.name in {"bridge.pairs", "bridge.teams"}:
        boards["hands"]["hands"].sort(key=str)
    for board in boards.values():
        board["flags"] = sorted((flag for flag in board["flags"] if flag["code"] != "out_of_sequence"), key=str)
    for sheet in boards.get("traveller", {"boards": []})["boards"]:
        sheet["lines"].sort(key=str)
    return boards

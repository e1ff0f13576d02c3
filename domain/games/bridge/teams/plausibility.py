"""
What is legal and odd in a team match: what a director should look at.

Source:
    docs/games/bridge.md, "What is flagged".
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal

from domain.board import Note
from domain.games.bridge.awards import Team
from domain.games.bridge.figures import Figure, shown
from domain.games.bridge.teams.movement import Movement
from domain.games.bridge.teams.record import ROOMS, USUAL, BoardRecord, Room
from domain.games.bridge.terms import CONTRACTS, name_of, side_of
from domain.games.bridge.victory_points import ImpScale, is_settled, victory_points
from domain.text import listed


def flags(boards: Mapping[int, BoardRecord], movement: Movement | None, agreed: int | None) -> Iterator[Note]:
    """Everything odd, board by board; then what came out of sequence, or is too much."""
    for record in boards.values():
        yield from _seating(record, movement)
        yield from _both_sides(record)
        if movement is not None:
            yield from _unscheduled(record, movement)
    for room in ROOMS:
        yield from _out_of_sequence(boards, room, movement)
    scored = sum(all(record.table(room).played for room in ROOMS) for record in boards.values())
    if agreed is not None and scored > agreed:
        yield Note(code="more_boards", text=f"{scored} boards were played in both rooms; {agreed} were agreed.")


def of_scale(scale: ImpScale | Literal["bam"] | None, margin: Figure, boards: int) -> Iterator[Note]:
    """That the scale does not reach so far, or that its readings differ on this margin."""
    if scale is None or scale == "bam" or boards == 0:
        return
    if victory_points(scale, margin, boards) is None:
        yield Note(code="no_victory_points", text=f"The scale {scale} says nothing of {boards} boards.")
    if not is_settled(scale, margin, boards):
        text = f"Readings of the scale differ by 0.01 at {shown(margin, 0)} IMPs over {boards} boards."
        yield Note(code="scale_unsettled", text=text)


def _seating(record: BoardRecord, movement: Movement | None) -> Iterator[Note]:
    """Teams that sat otherwise than they should."""
    wrong: list[Room] = [
        room for room, team in record.seated.items() if team != _planned(record.number, room, movement)
    ]
    if not wrong:
        return
    facts = [record.table(room).fact for room in wrong]
    versions = tuple(fact.version for fact in facts if fact)
    if record.misseated:
        side = name_of(record.side("home", "open"))
        text = f"Board {record.number}: home sat {side} in both rooms, so nothing can be compared."
        yield Note(code="wrong_seating", text=text, versions=versions)
    else:
        text = f"Board {record.number}: the teams sat the other way round in both rooms."
        yield Note(code="seats_exchanged", text=text, versions=versions)


def _planned(board: int, room: Room, movement: Movement | None) -> Team:
    slot = movement.get((board, room)) if movement else None
    return slot.seated if slot else USUAL[room]


def _both_sides(record: BoardRecord) -> Iterator[Note]:
    """The same contract, declared by one side here and by the other there."""
    first, second = (record.table(room).played for room in ROOMS)
    if first is None or second is None:
        return
    one, other = first.outcome, second.outcome
    if one.declarer is None or other.declarer is None or one.contract.rstrip("X") != other.contract.rstrip("X"):
        return
    if side_of(one.declarer) != side_of(other.declarer):
        spoken = CONTRACTS[one.contract.rstrip("X")].spoken
        text = f"Board {record.number}: {spoken} was declared by North–South in one room and East–West in the other."
        yield Note(code="both_sides", text=text, versions=(first.version, second.version))


def _unscheduled(record: BoardRecord, movement: Movement) -> Iterator[Note]:
    for room, table in record.rooms.items():
        if (record.number, room) not in movement and table.fact:
            text = f"Board {record.number} in the {room} room is not in the movement."
            yield Note(code="unscheduled", text=text, versions=(table.fact.version,))


def _out_of_sequence(boards: Mapping[int, BoardRecord], room: Room, movement: Movement | None) -> Iterator[Note]:
    """Boards that a room reported after one of a later round or, where no rounds are planned, of a higher number."""
    came: list[tuple[int, int, int]] = []
    for record in boards.values():
        played = record.table(room).played
        if played:
            slot = movement.get((record.number, room)) if movement else None
            came.append((played.version, slot.round if slot else record.number, record.number))
    came.sort()
    late = [(after, before) for before, after in pairwise(came) if after[1] < before[1]]
    if late:
        said = listed([f"board {after[2]} after board {before[2]}" for after, before in late])
        versions = tuple(after[0] for after, _ in late)
        yield Note(code="out_of_sequence", text=f"The {room} room reported {said}.", versions=versions)

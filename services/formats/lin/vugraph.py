"""LIN's vugraph: a segment of a team match, its results in one list, and how they came about."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from domain.errors import RuleViolation
from domain.games.bridge.deal import outcome as agreed
from domain.games.bridge.events import DealPlayed
from domain.games.bridge.outcome import Outcome
from domain.text import count
from services.formats.found import Bad, Found, Item, Left, Unreadable, clause
from services.formats.lin import hand as hands
from services.formats.lin import spelled
from services.formats.lin.hand import At, Hand
from services.formats.lin.header import Header, header, result
from services.formats.lin.records import Record
from services.formats.lin.telling import Teller

_ROOMS: Final = ("open", "closed")


@dataclass(frozen=True, slots=True)
class Segment:
    """
    The segment that a header begins. Its hands are kept until its end, to be told in the order of the boards.

    Args:
        line: Where it begins.
        header: What its header says.
        teller: Tells its hands.
        played: The records of each board and room; of several, two.
        begun: Whether the match was told of.
    """

    line: int
    header: Header
    teller: Teller
    played: dict[tuple[int, str], list[Record]] = field(default_factory=dict)
    begun: bool = True

    @property
    def found(self) -> Found:
        """The match that it is."""
        said = self.header
        options: dict[str, JsonValue] = {"boards": len(said.boards), "carry_over": dict(said.carry_over)}
        return Found(self.teller.key, "bridge.teams", said.title, options, line=self.line)

    def take(self, record: Record) -> Iterator[Item]:
        """One more record."""
        try:
            place = self._place(record)
        except ValueError as fault:
            yield Bad(record.line, "a hand", str(fault))
            return
        records = self.played.setdefault(place, [])
        if len(records) < 2:  # noqa: PLR2004  more say no more than two: which is the table's cannot be known
            records.append(record)

    def end(self) -> Iterator[Item]:
        """What happened at each board in each room."""
        listed = iter(self.header.results)
        for board in self.header.boards:
            for room in _ROOMS:
                yield from self._told(board, room, next(listed, ""))
        if any(listed):
            yield Bad(self.line, "the list of results (rs)", "it has more results than the match has boards")

    def _place(self, record: Record) -> tuple[int, str]:
        if not record.has("qx"):
            raise ValueError("it does not say of which room and board it is (qx)")
        room, board = spelled.room(record.one("qx"))
        if board not in self.header.boards:
            first, last = self.header.boards[0], self.header.boards[-1]
            raise ValueError(f"board {board} is none of the boards {first} to {last} of this match")
        return board, room

    def _told(self, board: int, room: str, listed: str) -> Iterator[Item]:
        places = self.teller.reserved()
        records = self.played.pop((board, room), [])
        line, what = records[0].line if records else self.line, f"board {board}, {room} room"
        if not listed:
            yield Left(line, what, "the list of results (rs) has none")
            return
        try:
            hand = self._hand(board, records)
            outcome = _compared(result(listed), hand)
        except ValueError as fault:
            yield Bad(line, what, str(fault))
            return
        at: At = {"board": board, "room": room}
        yield from self.teller.tell(places, line, at, what, outcome, hand)

    def _hand(self, board: int, records: list[Record]) -> Hand | None:
        """What is told of the hand: with results only what was dealt, where that is clear."""
        if self.teller.asked.results_only:
            return hands.only_dealt(records[0], board) if len(records) == 1 else None
        if len(records) > 1:
            raise ValueError("it stands there more than once: which of them was scored cannot be known")
        return hands.read(records[0], board) if records else None


def segment(record: Record, teller: Teller) -> Segment:
    """The segment that a header begins; Unreadable if it is not that of a team match, or not whole."""
    try:
        return Segment(record.line, header(record), teller)
    except ValueError as fault:
        raise Unreadable(record.line, f"the vugraph's header cannot be read: {fault}") from None


def _compared(listed: Outcome, hand: Hand | None) -> Outcome:
    """The result of the list, with the lead; ValueError if the hand itself came to another."""
    if hand is None or not hand.calls:
        return listed
    said = {"contract": listed.contract, "declarer": listed.declarer, "tricks": listed.tricks}
    try:
        outcome = agreed(hand.deal, DealPlayed.model_validate(said))
    except RuleViolation as violation:
        raise ValueError(f"the list of results (rs) and the hand itself differ: {clause(violation)}") from None
    if hand.outcome and hand.outcome.tricks != listed.tricks:
        theirs, ours = count(listed.tricks or 0, "trick"), count(hand.outcome.tricks or 0, "trick")
        raise ValueError(f"the list of results (rs) gives the declarer {theirs}, the hand itself {ours}")
    return outcome

"""Reading PBN: each record becomes what happened at its table."""

from collections.abc import Iterator, Mapping
from typing import BinaryIO, Final

from pydantic import JsonValue

from services.formats import spelling
from services.formats.found import Asked, Bad, Item, Left, Said, Told, Unreadable
from services.formats.pbn import playing, score_table, telling
from services.formats.pbn.inheriting import Inheritance
from services.formats.pbn.lexing import Record, records
from services.formats.pbn.matches import InFile, Matches
from services.formats.pbn.naming import sitting, told
from services.formats.pbn.outcome import NoResult
from services.formats.pbn.rooms import Waiting
from services.formats.pbn.ruling import honours, ruling
from services.formats.reported import at_table, dealt_as_numbered, vulnerable_as_numbered

_BOARDLESS: Final = ("bridge.rubber", "bridge.chicago")
_RESULT, _HONOURS, _ROWS = 1, 2, 3
"""Places of a record after its first, the hands': each is the same whether the others are told or not."""
_OF_A_DEAL: Final = ("Deal", "Contract", "Declarer", "Result", "Auction", "Board", "ScoreTable")
_OF_A_RESULT: Final = ("Contract", "Declarer", "Result", "Score", "Auction", "Award", "Termination")


def read(file: BinaryIO, asked: Asked) -> Iterator[Item]:
    """What a PBN file holds; Unreadable if it has no tag at all."""
    reading = _Reading(asked)
    inheritance = Inheritance()
    seen = False
    for record in records(file):
        seen = seen or bool(record.tags)
        for line, fault in record.faults:
            yield Bad(line, "a record", fault)
        tags = inheritance.filled(record)
        if not record.faults and any(name in record.tags for name in _OF_A_DEAL):
            yield from reading.take(record, tags)
    yield from reading.end()
    if not seen:
        raise Unreadable(1, "this is no PBN file: it has no tag")


class _Reading:
    """Goes through the records of a file, match by match."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._matches = Matches()
        self._place = 0

    def take(self, record: Record, tags: Mapping[str, str]) -> Iterator[Item]:
        """What one record tells, and what it tells of those that waited for it."""
        what = f"board {told(tags, 'Board')[:20]}" if told(tags, "Board") else "a deal"
        place = self._place
        # A table has fewer rows than characters.
        self._place += _ROWS + sum(map(len, record.sections.get("ScoreTable", [])))
        try:
            match = self._matches.of(tags, record.line)
            if match.found.game in _BOARDLESS:
                yield from self._deal(match, Waiting(record, tags, None, place), {}, what)
            else:
                yield from self._duplicate(match, Waiting(record, tags, _board(tags), place))
        except ValueError as fault:
            yield _not_told(record.line, what, fault)

    def end(self) -> Iterator[Item]:
        """What waited in vain."""
        for match in self._matches:
            match.rooms.close()
            yield from self._waited(match)

    def _duplicate(self, match: InFile, of: Waiting) -> Iterator[Item]:
        assert of.board is not None, "at duplicate there are boards"
        dealt_as_numbered(of.board, _said(of.tags, "Dealer"))
        vulnerable_as_numbered(of.board, _said(of.tags, "Vulnerable"))
        hands = playing.hands(of.tags.get("Deal", ""))
        if hands and of.board not in match.hands:
            match.hands[of.board] = hands
            said: Said = ("bridge.dealt", {"board": of.board, "hands": hands})
            yield from self._told(match, of, 0, f"the hands of board {of.board}", [said])
        if "ScoreTable" in of.record.tags:
            yield from self._table(match, of)
        elif match.found.game == "bridge.teams":
            yield from self._in_a_room(match, of)
        elif len(alone := match.pairs.alone(of.tags)) == 1 and told(of.tags, "Award"):
            at = at_table(of.board, alone.get("ns", ""), alone.get("ew", ""), *sitting(of.tags))
            yield from self._deal(match, of, at, f"board {of.board}, {next(iter(alone.values()))} sitting out")
        elif not any(told(of.tags, name) for name in _OF_A_RESULT):
            yield Left(of.record.line, f"board {of.board}", "it has a deal, and no result")
        else:
            ns, ew = match.pairs.of(of.tags)
            at = at_table(of.board, ns, ew, *sitting(of.tags))
            yield from self._deal(match, of, at, f"board {of.board}, {ns} against {ew}")

    def _in_a_room(self, match: InFile, of: Waiting) -> Iterator[Item]:
        assert of.board is not None, "at duplicate there are boards"
        if told(of.tags, "Award") and not told(of.tags, "Room"):
            yield from self._deal(match, of, {"board": of.board}, f"board {of.board}")
            return
        if not match.rooms.are_told(of.tags, of.board):
            match.rooms.waiting.append(of)
            return
        yield from self._waited(match)
        room = match.rooms.of(of.tags, of.board, in_order=self._asked.rooms_in_order)
        yield from self._deal(match, of, {"board": of.board, "room": room}, f"board {of.board}, {room} room")

    def _waited(self, match: InFile) -> Iterator[Item]:
        """The records that waited until their rooms were told, in their order."""
        waiting, match.rooms.waiting = match.rooms.waiting, []
        for of in waiting:
            try:
                yield from self._in_a_room(match, of)
            except ValueError as fault:
                yield _not_told(of.record.line, f"board {of.board}", fault)

    def _deal(self, match: InFile, of: Waiting, at: dict[str, JsonValue], what: str) -> Iterator[Item]:
        try:
            ruled = ruling(of.tags, at)
            deal = telling.deal(of.record, of.tags, at, of.board, results_only=self._asked.results_only, ruled=ruled)
            claimed = honours(of.tags)
        except ValueError as fault:
            yield _not_told(of.record.line, what, fault)
            return
        if deal.left:
            yield Left(of.record.line, what, deal.left)
        events = deal.events
        hands = None if of.board is None else playing.hands(of.tags.get("Deal", ""))
        if hands and hands != match.hands.get(of.board or 0):
            dealt: Said = ("bridge.dealt", {**at, "hands": hands})
            events = [dealt, *events]
        yield from self._told(match, of, _RESULT, what, events)
        if claimed is not None:
            yield from self._told(match, of, _HONOURS, f"honours of {what}", [claimed])

    def _table(self, match: InFile, of: Waiting) -> Iterator[Item]:
        rows = score_table.rows(of.tags["ScoreTable"], of.record.sections.get("ScoreTable", []))
        for step, row in enumerate(rows, start=_ROWS):
            what = f"board {of.board}, {row.ns} against {row.ew}"
            try:
                event = row.event(of.board or 0)
            except ValueError as fault:
                yield _not_told(of.record.line, what, fault)
            else:
                yield from self._told(match, of, step, what, [event])

    def _told(self, match: InFile, of: Waiting, step: int, what: str, events: list[Said]) -> Iterator[Item]:
        if not match.told:
            match.told = True
            yield match.found
        yield Told(match.found.key, of.place + step, of.record.line, what, events)


def _not_told(line: int, what: str, fault: ValueError) -> Left | Bad:
    return Left(line, what, str(fault)) if isinstance(fault, NoResult) else Bad(line, what, str(fault))


def _board(tags: Mapping[str, str]) -> int:
    number = told(tags, "Board")
    if not number:
        raise ValueError("it has no board number")
    return spelling.board(number)


def _said(tags: Mapping[str, str], name: str) -> str:
    """A value that is told; `-` is one: nobody vulnerable."""
    return tags.get(name, "").strip().removeprefix("?")

"""One match of an event of my.acbl.org: its hands and its results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.terms import SIDES, Side
from domain.text import count
from services.formats import reported, spelling
from services.formats.acbl.results import said_of, text
from services.formats.documents import Document, Object
from services.formats.found import Bad, Item, Left, Told, Unreadable
from services.formats.numbering import Numbers

_SEATS: Final = ("north", "east", "south", "west")
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True, slots=True)
class _Row:
    """One result, and where it stands: an object of the file, with its board and the names of its pairs."""

    row: Object
    board: int
    line: int
    names: "_Names"


class Match:
    """
    Tables that are compared with each other.

    Args:
        key: What tells it from the event's others.
        session: The session, which has the hands.
        sections: Its sections, each with what stands before its pairs' numbers.
        document: Where they stand.
        two_winners: Whether a pair of each direction wins.
    """

    def __init__(
        self,
        key: str,
        session: Object,
        sections: Sequence[tuple[str, Object]],
        document: Document,
        *,
        two_winners: bool,
    ) -> None:
        self._two_winners = two_winners
        self.key = key
        self._session = session
        self._sections = sections
        self._document = document

    @property
    def line(self) -> int:
        """Where it begins."""
        return self._document.line(self._sections[0][1])

    def told(self, places: Iterator[int]) -> Iterator[Item]:
        """Its hands and results, round by round, as they were played; the file has them board by board."""
        rows: list[_Row] = []
        for prefix, section in self._sections:
            yield from self._adjustments(section)
            for item in self._rows(section, _Names(section, prefix, self._document, two_winners=self._two_winners)):
                if isinstance(item, _Row):
                    rows.append(item)
                else:
                    yield item
        yield from self._hands({each.board for each in rows}, places)
        rows.sort(key=lambda each: (_round(each.row), each.board))
        for each in rows:
            yield self._result(each, next(places))

    def _rows(self, section: Object, names: "_Names") -> Iterator[_Row | Bad]:
        for board in self._document.objects(section, "boards"):
            line = self._document.line(board)
            results = self._document.objects(board, "board_results" if "board_results" in board else "results")
            try:
                number = spelling.board(text(board, "board_number"))
                reported.vulnerable_as_numbered(number, text(board, "vulnerability"))
            except ValueError as error:
                yield Bad(line, "a board", f"{error}; {count(len(results), 'result')} left out")
                continue
            yield from (_Row(row, number, self._document.line(row), names) for row in results)

    def _result(self, each: _Row, place: int) -> Item:
        what = f"board {each.board}"
        try:
            ns, ew = each.names.of(each.row)
            if not ns or not ew:
                return Left(each.line, what, "a pair sat out")
            what = f"board {each.board}, {ns} against {ew}"
            at = reported.at_table(
                each.board,
                ns,
                ew,
                spelling.turn(text(each.row, "round_number")),
                spelling.table(text(each.row, "table_number")),
            )
            said = said_of(each.row, each.board, at)
        except ValueError as error:
            return Bad(each.line, what, str(error))
        return Left(each.line, what, said) if isinstance(said, str) else Told(self.key, place, each.line, what, said)

    def _adjustments(self, section: Object) -> Iterator[Left]:
        """A director's points, whose sign and effect the file does not explain."""
        for each in self._document.objects(section, "pair_summaries"):
            if each.get("adjustment") not in (None, "", 0, "0", "0.00"):
                reason = "an adjustment of the total is not told: enter it as match.adjusted"
                yield Left(self._document.line(each), f"pair {str(each.get('pair_number'))[:20]}", reason)

    def _hands(self, boards: set[int], places: Iterator[int]) -> Iterator[Item]:
        for record in self._document.objects(self._session, "hand_records"):
            line, place = self._document.line(record), next(places)
            what = f"hands of board {str(record.get('board'))[:5]}"
            try:
                board = spelling.board(text(record, "board"))
                reported.vulnerable_as_numbered(board, text(record, "vulnerability"))
                reported.dealt_as_numbered(board, text(record, "dealer"))
                hands: JsonValue = {
                    seat[0].upper(): spelling.hand([text(record, f"{seat}_{suit}") for suit in _SUITS])
                    for seat in _SEATS
                }
            except ValueError as error:
                yield Bad(line, what, str(error))
                continue
            if board in boards:
                yield Told(self.key, place, line, what, [("bridge.dealt", {"board": board, "hands": hands})])
            else:
                yield Left(line, what, "no table played it")


class _Names:
    """What the pairs of a section are called."""

    def __init__(self, section: Object, prefix: str, document: Document, *, two_winners: bool) -> None:
        self._prefix = prefix
        self._two_winners = two_winners
        self._numbers = Numbers()
        for each in document.objects(section, "pair_summaries"):
            try:
                self._numbers.add(str(each.get("pair_number") or "").strip(), str(each.get("direction") or ""))
            except ValueError as error:
                raise Unreadable(document.line(each), str(error)) from error

    def of(self, row: Object) -> tuple[str, str]:
        """Both pairs of a result; empty for a pair that is not there."""
        ns, ew = (self._name(text(row, f"{side.lower()}_pair"), side) for side in SIDES)
        if ns and ns == ew:
            raise ValueError(f"pair {ns} would meet itself, and pair_summaries do not tell two of that number apart")
        return ns, ew

    def _name(self, number: str, side: Side) -> str:
        if number in {"", "0"}:
            return ""
        return spelling.pair(self._prefix + self._numbers.name(number, side, self._two_winners))


def _round(row: Object) -> int:
    """The round for sorting; what is no round is told as it is, in its turn."""
    try:
        return spelling.turn(text(row, "round_number")) or 0
    except ValueError:
        return 0

"""The boards of one session: their travellers and their hands."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from pydantic import JsonValue

from domain.games.bridge.terms import SIDES
from services.formats import reported, spelling
from services.formats.found import Bad, Found, Item, Left, Told, Unreadable
from services.formats.numbering import Numbers
from services.formats.usebio.elements import Part
from services.formats.usebio.events import Event
from services.formats.usebio.lines import Nothing, Scoring, told
from services.formats.usebio.points import Printed, points, top

_SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


class Session:
    """One session, or one section of it: a match of its own, since its travellers compare its own tables only."""

    def __init__(self, event: Event, key: str, line: int, around: "Session | None") -> None:
        self.key = key
        self._event = event
        self._line = line
        # Pairs that are listed for the whole event sit in its sections.
        self.numbers: Numbers = around.numbers.within() if around else Numbers()
        self._hands: dict[int, tuple[int, JsonValue]] = {}
        self._boards: set[int] = set()
        self._scoring: Scoring | None = None
        self._top: Decimal | None = None
        self._is_found = False

    @property
    def has_boards(self) -> bool:
        """Whether any traveller was told."""
        return self._is_found

    def pair(self, part: Part) -> None:
        """A pair of the list of participants: its number, and the direction in which it sits."""
        number = part.said("PAIR_NUMBER")
        if number:
            were_twice = self.numbers.are_twice
            try:
                self.numbers.add(number, part.said("DIRECTION"))
            except ValueError as error:
                raise Unreadable(part.line, str(error)) from error
            if self._is_found and not were_twice and self.numbers.are_twice:
                raise Unreadable(part.line, f"two pairs have the number {number[:20]}, told only after the boards")

    def board(self, part: Part, place: Callable[[], int]) -> Iterator[Item]:
        """A board with its traveller; the first tells how the session is scored."""
        lines = list(part.all("TRAVELLER_LINE"))
        if lines and not self._is_found:
            yield self._found(lines)
        try:
            board = _numbered(part)
        except ValueError as error:
            yield Bad(part.line, "a board", _with_lines(str(error), lines))
            return
        if lines:
            self._boards.add(board)
        if next(part.all("HAND"), None) is not None:
            yield from self.hands(part, place)
        tops = self._tops(lines)
        for line in lines:
            yield self._line_told(line, board, tops, place())

    def hands(self, part: Part, place: Callable[[], int]) -> Iterator[Item]:
        """The hands of a board that this session played."""
        number = place()
        try:
            board = _numbered(part)
            hands: JsonValue = {
                spelling.seat(hand.said("DIRECTION")): spelling.hand([hand.said(suit) for suit in _SUITS])
                for hand in part.all("HAND")
            }
        except ValueError as error:
            yield Bad(part.line, "hands", str(error))
            return
        what = f"hands of board {board}"
        line, before = self._hands.get(board, (part.line, hands))
        if board not in self._boards:
            yield Left(part.line, what, "no table played it")
        elif before != hands:
            yield Bad(part.line, what, f"it has other hands than on line {line}")
        elif board in self._hands:
            yield Left(part.line, what, f"it is the same as on line {line}")
        else:
            self._hands[board] = (part.line, hands)
            yield Told(self.key, number, part.line, what, [("bridge.dealt", {"board": board, "hands": hands})])

    def _found(self, lines: Sequence[Part]) -> Found:
        options, unsure = self._event.options(lines)
        self._scoring = self._event.scoring(lines)
        self._is_found = True
        return Found(self.key, "bridge.pairs", self._event.title(self.key), options, unsure, line=self._line)

    def _tops(self, lines: Sequence[Part]) -> tuple[Decimal, ...]:
        """What the points of a board are of: its own top, or the session's, where a program factors awards alone."""
        of_board = top(lines)
        if of_board is not None:
            self._top = max(of_board, self._top or of_board)
        return tuple(each for each in (of_board, self._top) if each)

    def _line_told(self, line: Part, board: int, tops: tuple[Decimal, ...], place: int) -> Item:
        what = f"a line of board {board}"
        try:
            ns, ew = self._pairs(line)
            what = f"board {board}, {ns} against {ew}"
            turn = spelling.turn(line.said("ROUND_NUMBER", "ROUND"))
            at = reported.at_table(board, ns, ew, turn, spelling.table(line.said("TABLE_NUMBER", "TABLE")))
            said = told(line, board, at, self._scoring, Printed(*points(line), tops))
        except ValueError as error:
            return Bad(line.line, what, str(error))
        if isinstance(said, Nothing):
            return Left(line.line, what, said.reason)
        return Told(self.key, place, line.line, what, said)

    def _pairs(self, line: Part) -> tuple[str, str]:
        numbers = (spelling.pair(line.said(f"{side}_PAIR_NUMBER")) for side in SIDES)
        two_winners = self._event.winners == 2  # noqa: PLR2004
        ns, ew = (self.numbers.name(number, side, two_winners) for number, side in zip(numbers, SIDES, strict=True))
        if ns == ew:
            raise ValueError(f"pair {ns} would meet itself, and PARTICIPANTS do not tell two of that number apart")
        return ns, ew


def _numbered(part: Part) -> int:
    """A board's number, if dealer and vulnerability are what it tells."""
    board = spelling.board(part.said("BOARD_NUMBER"))
    reported.vulnerable_as_numbered(board, part.said("VULNERABILITY"))
    reported.dealt_as_numbered(board, part.said("DEALER"))
    return board


def _with_lines(reason: str, lines: Sequence[Part]) -> str:
    return f"{reason}; its {len(lines)} lines are left out" if lines else reason

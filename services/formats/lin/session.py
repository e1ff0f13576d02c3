"""LIN's single hands, as one session of pairs: whoever sat there, numbered by their names."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from services.formats.found import Bad, Found, Item, Left
from services.formats.lin import hand as hands
from services.formats.lin import spelled
from services.formats.lin.hand import At
from services.formats.lin.records import Record
from services.formats.lin.telling import Teller

_TABLE: Final = 4
"""Players at a table."""


@dataclass(slots=True)
class Session:
    """The hands that stand under no vugraph's header."""

    teller: Teller
    names: str = ""
    """Who sat down last: LIN says it anew when somebody else does."""
    numbers: dict[tuple[str, ...], str] = field(default_factory=dict)
    begun: bool = False
    """Whether the match was told of."""

    def take(self, record: Record) -> Iterator[Item]:
        """One more record: what happened there, or why nothing is told."""
        if not self.begun and record.values:
            self.begun = True
            yield Found(self.teller.key, "bridge.pairs", numbered_here=True, line=record.line)
        before, self.names = self.names, ""  # where names cannot be read, nobody knows who plays on
        try:
            record.check_whole()
            self.names = record.one("pn") or before
            yield from self._told(record)
        except ValueError as fault:
            yield Bad(record.line, _named(record), str(fault))

    def end(self) -> Iterator[Item]:
        """Nothing is kept back."""
        return iter(())

    def _told(self, record: Record) -> Iterator[Item]:
        places = self.teller.reserved()
        board = _board(record)
        hand = hands.read(record, board)
        if hand.outcome is None:
            yield Left(record.line, f"board {board}", _unfinished(hand))
            return
        ns, ew = self._pairs()
        at: At = {"board": board, "ns": ns, "ew": ew}
        yield from self.teller.tell(places, record.line, at, f"board {board}, {ns} against {ew}", hand.outcome, hand)

    def _pairs(self) -> tuple[str, str]:
        names = [name.strip().casefold() for name in self.names.split(",")]
        if len(names) != _TABLE or not all(names):
            raise ValueError("it does not name four players (pn): nobody can be credited with the result")
        south, west, north, east = names
        if len({*names}) < _TABLE:
            raise ValueError("somebody sits there twice (pn): the pairs cannot be told apart")
        return self._number(north, south), self._number(east, west)

    def _number(self, *pair: str) -> str:
        return self.numbers.setdefault(tuple(sorted(pair)), str(len(self.numbers) + 1))


def _board(record: Record) -> int:
    numbers = {spelled.board(text) for text in record.all("ah")} - {None}
    if room := record.one("qx"):
        numbers.add(spelled.room(room)[1])
    if len(numbers) > 1:
        raise ValueError(f"it has several numbers: boards {', '.join(sorted(map(str, numbers)))}")
    board = next(iter(numbers), None)
    if not board:
        raise ValueError("it has no number (ah or qx), and nobody can be asked for it")
    return board


def _named(record: Record) -> str:
    try:
        return f"board {_board(record)}"
    except ValueError:
        return "a hand"


def _unfinished(hand: hands.Hand) -> str:
    if not hand.deal.auction.calls:
        return "it was not bid"
    return "the play has neither an end nor a claim (mc)" if hand.calls else "the auction has no end"

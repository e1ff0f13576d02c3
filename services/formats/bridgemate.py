"""
Results of Bridgemates, as the Bridgemate Data Connector hands them out.

An answer (or a request that puts results) is a JSON object whose `SerializedData` is JSON in a string: a list of
results. Their fields are described by the maker, in the documentation of the Data Connector's clients.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final, TypeAlias

from pydantic import JsonValue

from domain.cards import RANKS, SUITS, Card
from domain.games.bridge.outcome import Outcome
from domain.games.bridge.terms import PASSED_OUT, SEATS, STRAINS
from services.formats import documents, reported
from services.formats.documents import Object
from services.formats.found import Asked, Bad, Found, Item, Left, Said, Told, Unreadable

At: TypeAlias = tuple[str, str, int, int, int]
"""Session, section, table, round and board."""

_RESULTS: Final = 12
_PUT_RESULTS: Final = 10
_NO_PLAY: Final = -10
_EAST_WEST: Final = 2
_AWARDS: Final = tuple((ns, ew) for ns in ("A-", "A=", "A+") for ew in ("A-", "A=", "A+"))
"""What levels -1 to -9 give North–South and East–West."""
_DATA: Final = re.compile(r'"SerializedData"\s*:')
_UNSURE: Final = {"scoring": "Bridgemates do not send how the session is scored"}
_WINNERS: Final = {"winners": "pairs have the same numbers in both directions, which may be ranked together or apart"}


def read(file: BinaryIO, _asked: Asked) -> Iterator[Item]:
    """Tell a file of results; Unreadable if it is none."""
    rows = [_placed(row, line) for line, row in _rows(file)]
    latest = {each.identity: number for number, each in enumerate(rows) if isinstance(each, _Row)}
    sections = _Sections(rows)
    for number, each in enumerate(rows):
        if isinstance(each, Bad):
            yield each
        elif latest[each.identity] != number:
            yield Left(each.line, each.where, "a later row of the file replaces it")
        elif each.row.get("IsDeleted") is True:
            yield Left(each.line, each.where, "it was deleted, and nothing was entered instead")
        else:
            yield from sections.found(each)
            yield _told(each, number, sections)


@dataclass(frozen=True, slots=True)
class _Row:
    """One result, and where it was made."""

    row: Object
    at: At
    line: int

    @property
    def identity(self) -> tuple[At, bool]:
        """Where a later row replaces an earlier one: a table's result, or one for East–West alone."""
        return self.at, self.row.get("ScoringDirection") == _EAST_WEST

    @property
    def where(self) -> str:
        """For people."""
        _, section, table, _, board = self.at
        return f"section {section}, table {table}, board {board}"

    @property
    def pairs(self) -> tuple[int, int]:
        """The numbers of both pairs; ValueError if they are none."""
        return _whole(self.row, "PairNorthSouth", 1, 99_999), _whole(self.row, "PairEastWest", 1, 99_999)


class _Sections:
    """Sections, each a match of its own: results do not say whether sections are scored together."""

    def __init__(self, rows: Sequence[_Row | Bad]) -> None:
        self._told: set[str] = set()
        sound = [each for each in rows if isinstance(each, _Row)]
        self._several = len({each.at[0] for each in sound}) > 1
        self._both_ways = {self.key(each) for each in _same_numbers_both_ways(sound)}

    def key(self, row: _Row) -> str:
        """The match that a row belongs to."""
        session, section = row.at[:2]
        return f"{session} {section}" if self._several else section

    def found(self, row: _Row) -> Iterator[Found]:
        """The match of a row, when it is met first."""
        key = self.key(row)
        if key not in self._told:
            self._told.add(key)
            unsure = _UNSURE | (_WINNERS if key in self._both_ways else {})
            yield Found(key, "bridge.pairs", unsure=unsure, line=row.line)

    def pairs(self, row: _Row) -> tuple[str, str]:
        """Who sat North–South and East–West."""
        ns, ew = row.pairs
        names = (f"{ns}NS", f"{ew}EW") if self.key(row) in self._both_ways else (str(ns), str(ew))
        return (names[1], names[0]) if _is_switched(row.row, ns, ew) else names


def _same_numbers_both_ways(rows: Sequence[_Row]) -> Iterator[_Row]:
    """Rows that show two pairs of one number: they meet, or sit at two tables in one round."""
    seats: dict[tuple[str, str, int, int], tuple[str, int]] = {}
    for each in rows:
        try:
            ns, ew = each.pairs
        except ValueError:
            continue
        session, section, table, turn, _ = each.at
        for pair, side in ((ns, "NS"), (ew, "EW")):
            sat = seats.setdefault((session, section, turn, pair), (side, table))
            if sat[0] != side and (sat[1] != table or ns == ew):
                yield each


def _is_switched(row: Object, ns: int, ew: int) -> bool:
    """Whether the declarer's seat shows that the pairs sat the other way round."""
    if ns == ew or row.get("Level") not in range(1, 8):
        return False
    declaring, seat = row.get("DeclaringPair"), _whole(row, "DeclarerDirection", 1, 4)
    if declaring not in (ns, ew):
        raise ValueError(f"DeclaringPair is neither {ns} nor {ew}")
    return declaring != (ns if seat % 2 else ew)


def _told(each: _Row, place: int, sections: _Sections) -> Told | Bad:
    try:
        ns, ew = sections.pairs(each)
        _, _, table, turn, board = each.at
        where: dict[str, JsonValue] = {"board": board, "ns": ns, "ew": ew, "round": turn, "table": table}
        return Told(sections.key(each), place, each.line, f"{each.where}, {ns} against {ew}", [_said(each.row, where)])
    except ValueError as error:
        return Bad(each.line, each.where, str(error))


def _said(row: Object, where: dict[str, JsonValue]) -> Said:
    level = _whole(row, "Level", _NO_PLAY, 7)
    # 1 is for North–South alone, and the maker's own programs take it for both sides; a 2 makes a split score of it.
    if _whole(row, "ScoringDirection", 1, 3) == _EAST_WEST:
        raise ValueError("it counts for East–West alone; a score that differs by side is a director's award")
    if level == _NO_PLAY:
        return "bridge.board_not_played", where
    if level < 0:
        ns, ew = _AWARDS[-level - 1]
        return "bridge.board_adjusted", where | {"award": {"NS": ns, "EW": ew}, "reason": f"level {level} in the file"}
    return reported.told(_result(row, level), where)


def _result(row: Object, level: int) -> Outcome:
    if level == 0:
        return Outcome(PASSED_OUT)
    strain = STRAINS[_whole(row, "Denomination", 1, 5) - 1]
    contract = f"{level}{strain}{'X' * _whole(row, 'Stake', 0, 2)}"
    declarer = SEATS[_whole(row, "DeclarerDirection", 1, 4) - 1]
    return Outcome(contract, declarer, _whole(row, "TotalTricks", 0, 13), _lead(row))


def _lead(row: Object) -> Card | None:
    if row.get("LeadCardRank") in (None, 0):
        return None
    return Card(RANKS[_whole(row, "LeadCardRank", 2, 14) - 2] + SUITS[_whole(row, "LeadCardSuit", 1, 4) - 1])


def _placed(row: JsonValue, line: int) -> _Row | Bad:
    if not isinstance(row, dict):
        return Bad(line, "a result", "it is no JSON object")
    session, section = row.get("SessionGuid"), row.get("SectionLetters")
    if not (isinstance(section, str) and 0 < len(section) <= 3 and isinstance(session, str | None)):  # noqa: PLR2004
        return Bad(line, "a result", "SectionLetters is missing: A to Z")
    if not isinstance(row.get("IsDeleted", False), bool):
        return Bad(line, "a result", "IsDeleted is neither true nor false")
    try:
        table, turn = _whole(row, "TableNumber", 1, 9999), _whole(row, "RoundNumber", 1, 1000)
        return _Row(row, (session or "", section, table, turn, _whole(row, "BoardNumber", 1, 9999)), line)
    except ValueError as error:
        return Bad(line, "a result", str(error))


def _whole(row: Object, name: str, least: int, most: int) -> int:
    value = row.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        said = "missing" if value is None else str(value)[:20]
        raise ValueError(f"{name} is {said}: {least} to {most}")
    return value


def _rows(file: BinaryIO) -> Iterator[tuple[int, JsonValue]]:
    """Every row, with the line of the string that holds it."""
    document = documents.read(file)
    envelopes = document.value if isinstance(document.value, list) else [document.value]
    lines = [document.text.count("\n", 0, found.start()) + 1 for found in _DATA.finditer(document.text)]
    for number, envelope in enumerate(envelopes):
        line = lines[number] if len(lines) == len(envelopes) else document.line(envelope)
        for row in _results(envelope, line):
            yield line, row


def _results(envelope: JsonValue, line: int) -> list[JsonValue]:
    if not isinstance(envelope, dict) or "SerializedData" not in envelope:
        raise Unreadable(line, "this is no answer of the Bridgemate Data Connector: SerializedData is missing")
    if envelope.get("ErrorType") not in (None, 0):
        raise Unreadable(line, "the Data Connector answered with an error, and without results")
    if envelope.get("DataType") != _RESULTS and envelope.get("Command") != _PUT_RESULTS:
        raise Unreadable(
            line, f"it holds no results: DataType is {str(envelope.get('DataType'))[:20]}, and not {_RESULTS}"
        )
    data = envelope["SerializedData"]
    rows = documents.inside(data, line) if isinstance(data, str) and data else []
    if not isinstance(rows, list) or not isinstance(data, str | None):
        raise Unreadable(line, "SerializedData holds no list of results")
    return rows

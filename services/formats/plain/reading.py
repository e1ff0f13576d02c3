"""
The plain CSV that our documentation defines, read.

Source:
    docs/formats.md, "CSV".
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, BinaryIO, Final

from domain.text import listed
from services.formats.decoding import decoded
from services.formats.found import Asked, Bad, Found, Item, Left, Said, Told, Unreadable
from services.formats.lines import lines
from services.formats.plain import rows as plain_rows
from services.formats.plain.cells import COLUMNS, SEPARATORS, Note, note
from services.formats.sheets import BRIDGE
from services.formats.spelling import cited

_NEEDED: Final = {"bridge.pairs": ("board", "ns", "ew"), "bridge.teams": ("board", "room")}
_FOREIGN: Final = {
    "bridge.pairs": {"room", "award_home", "award_away", "honours", "honours_by"},
    "bridge.teams": {"award_ns", "award_ew", "honours", "honours_by"},
}
_OF_BOARDS: Final = frozenset(COLUMNS) - {
    *("dealer", "contract", "declarer", "tricks", "result", "lead", "honours", "honours_by", "status"),
}
_QUOTE: Final = '"'
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_NOTES: Final = frozenset(
    {"bridge.movement_set", "bridge.board_fouled", "match.adjusted", "match.forfeited", "match.closed"}
)
"""What notes may tell. Nothing that names people, mends, or opens sealed hands."""


@dataclass(slots=True)
class _Head:
    """What stands above the rows: notes and the columns."""

    game: str | None = None
    title: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    columns: tuple[str, ...] = ()


def read(file: BinaryIO, _asked: Asked) -> Iterator[Item]:
    """What the file holds: one match, then its rows and events in their order."""
    kept, separator = _sniffed(_lines(file))
    rows = _Rows(kept, separator)
    head, line = _head(rows, separator)
    game = _game(head, line)
    yield Found(key="", game=game, title=head.title, options=head.options, line=line)
    place = 0
    for began, cells in _numbered(rows, line):
        for item in _record(cells, began, place, head.columns, game, separator):
            yield item
            place += isinstance(item, Told)


def _lines(file: BinaryIO) -> Iterator[str]:
    """UTF-8, with or without a byte order mark; a line that is not is Latin-1."""
    for number, raw in enumerate(lines(file)):
        if number == 0 and raw.startswith(_WIDE):
            raise Unreadable(1, "the file is UTF-16: save it as CSV in UTF-8")
        if b"\0" in raw:
            raise Unreadable(number + 1, "the file holds NUL: it is no text")
        yield decoded(raw.removeprefix(b"\xef\xbb\xbf") if number == 0 else raw)


def _sniffed(lines: Iterator[str]) -> tuple[Iterator[str], str]:
    """All lines, and what separates the cells: the first of the signs that the header line has."""
    notes: list[str] = []
    for line in lines:
        notes.append(line)
        if line.strip(f'\r\n "{SEPARATORS}') and not line.startswith(("#", '"#')):
            separator = next((sign for sign in line if sign in SEPARATORS), ",")
            return chain(notes, lines), separator
    raise Unreadable(1, "there is no header line that names the columns")


class _Rows:
    """Rows of cells; a note that stands there by itself is one cell, whatever is in it."""

    def __init__(self, lines: Iterator[str], separator: str) -> None:
        self._lines = lines
        self._begins = True
        self._rows = csv.reader(self._given(), delimiter=separator, strict=True)

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        """Each row, and the line on which it ends."""
        for cells in self._rows:
            self._begins = True
            yield self._rows.line_num, cells

    def _given(self) -> Iterator[str]:
        for line in self._lines:
            is_note = self._begins and line.startswith("#")
            self._begins = False
            yield f'"{line.rstrip().replace(_QUOTE, _QUOTE * 2)}"\n' if is_note else line


def _numbered(rows: _Rows, line: int) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty, with the line on which it begins."""
    try:
        for ends, cells in rows:
            began, line = line + 1, ends
            if any(cell.strip() for cell in cells):
                yield began, cells
    except csv.Error as error:
        raise Unreadable(line + 1, f"this is no CSV: {error}") from error


def _head(rows: _Rows, separator: str) -> tuple[_Head, int]:
    head = _Head()
    for line, cells in _numbered(rows, 0):
        if not cells[0].startswith("#"):
            head.columns = _columns(cells, line)
            return head, line
        try:
            _set(head, note(separator.join(cells).rstrip(separator)))
        except ValueError as error:
            raise Unreadable(line, str(error)) from error
    raise Unreadable(1, "there is no header line that names the columns")


def _set(head: _Head, told: Note) -> None:
    name = told.name.removeprefix("option.")
    if told.is_event:
        raise ValueError(f"{told.name} stands below the header line")
    if told.name == "game":
        head.game = told.value
    elif told.name == "title":
        head.title = told.value
    elif name != told.name:
        head.options[name] = told.value
    else:
        raise ValueError(f"there is no setting {told.name}: game, title, and option. with its name")


def _columns(cells: list[str], line: int) -> tuple[str, ...]:
    names = [cell.strip().lower() for cell in cells]
    while names and not names[-1]:
        names.pop()
    for number, name in enumerate(names):
        if name not in COLUMNS:
            raise Unreadable(line, f"there is no column {cited(cells[number])}: they are {listed(COLUMNS)}")
        if name in names[:number]:
            raise Unreadable(line, f"the column {name} stands twice")
    return tuple(names)


def _game(head: _Head, line: int) -> str:
    """Which game it is: as a note says, else by the columns."""
    columns = set(head.columns)
    if head.game is not None:
        game = head.game
    elif "room" in columns:
        game = "bridge.teams"
    elif columns & {"ns", "ew"}:
        game = "bridge.pairs"
    elif "board" in columns:
        raise Unreadable(line, "boards need the columns ns and ew (pairs), or room (teams)")
    else:
        game = "bridge.rubber"
    if game not in BRIDGE:
        raise Unreadable(line, f"{cited(game)} is no game of this format: {listed(BRIDGE)}")
    missing = [name for name in _NEEDED.get(game, ("contract",)) if name not in columns]
    if missing:
        raise Unreadable(line, f"{game} needs the column {missing[0]}")
    stray = sorted(columns & _FOREIGN.get(game, set(_OF_BOARDS)))
    if stray:
        raise Unreadable(line, f"{game} has no column {stray[0]}")
    return game


def _record(
    cells: list[str], line: int, place: int, columns: tuple[str, ...], game: str, separator: str
) -> Iterator[Item]:
    if cells[0].startswith("#"):
        yield _event(separator.join(cells).rstrip(separator), line, place)
        return
    row = {name: cell.strip() for name, cell in zip(columns, cells, strict=False) if cell.strip()}
    told = plain_rows.what(row, game)
    if any(cell.strip() for cell in cells[len(columns) :]):
        yield Bad(line, told, "it has more cells than the header line has columns")
        return
    try:
        events, honours = plain_rows.events(row, game), plain_rows.honours(row)
    except ValueError as error:
        yield Bad(line, told, str(error))
        return
    if not events:
        yield Left(line, told, "it has no result")
        return
    yield Told("", place, line, told, events)
    if honours:
        yield Told("", place + 1, line, f"honours of {told}", [honours])


def _event(text: str, line: int, place: int) -> Item:
    """An event that no row can tell."""
    try:
        told = note(text)
    except ValueError as error:
        return Bad(line, "a note", str(error))
    if not told.is_event:
        return Bad(line, f"the note {told.name}", "settings stand above the header line")
    if told.name not in _NOTES or not isinstance(told.value, dict):
        return Bad(line, f"the note {told.name}", "such an event cannot be told here")
    said: Said = (told.name, told.value)
    return Told("", place, line, told.name, [said])

"""
The plain CSV that our documentation defines, written.

Source:
    docs/formats.md, "CSV".
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, Final

from domain.event import Adjusted, Closed, Event, Fact, Forfeited, given
from domain.games.bridge.awards import Award
from domain.games.bridge.events import BoardFouled, DealPlayed, MovementSet
from domain.match import Match, counted
from services.formats import award_text
from services.formats.plain.cells import Note, guarded
from services.formats.sheets import Unwritable, sheets, unusual_options
from services.formats.sheets.seating import Names, Table, seating
from services.formats.sheets.sheet import Sheet

_RESULT: Final = ("contract", "declarer", "tricks", "lead")
_RULED: Final = ("status", "score", "reason")
_WRITTEN: Final[Mapping[str, tuple[str, ...]]] = {
    "bridge.pairs": ("board", "ns", "ew", "round", "table", *_RESULT, "award_ns", "award_ew", *_RULED),
    "bridge.teams": ("board", "room", "ns", "ew", "round", "table", *_RESULT, "award_home", "award_away", *_RULED),
}
_ON_A_PAD: Final = ("dealer", *_RESULT, "honours", "honours_by")
_NAMED: Final = ("ns_players", "ew_players")
_TOLD_AFTER: Final = (BoardFouled, Adjusted, Forfeited, Closed)
"""What no row tells, and the boards show."""


def write(match: Match, names: Names | None = None) -> Iterator[str]:
    """
    The lines of the file, each with its end.

    Args:
        match: The match.
        names: What players are called; None where the file is to have no columns for them.

    Errors:
        Unwritable: a text that would not be read as it is.
    """
    results = _WRITTEN.get(match.game.name, _ON_A_PAD)
    columns = results if names is None else (*results, *_NAMED)
    who = seating(match, names or {})
    yield from (_line([note.text]) for note in _settings(match))
    yield _line(columns)
    found = list(sheets(match))
    body = _in_turn(match, found) if results is _ON_A_PAD else _by_version(match, found)
    for told in body:
        if isinstance(told, Note):
            yield _line([told.text])
        else:
            cells = _cells(told) | _players(who(told))
            yield _line([cells.get(column, "") for column in columns])


def _players(table: Table) -> dict[str, str]:
    return {"ns_players": guarded(table.side("N", "S")), "ew_players": guarded(table.side("E", "W"))}


def _settings(match: Match) -> Iterator[Note]:
    yield Note("game", match.game.name)
    if match.opened.title is not None:
        yield Note("title", match.opened.title)
    for name, value in unusual_options(match).items():
        yield Note(f"option.{name}", value)


def _in_turn(match: Match, found: Iterable[Sheet]) -> Iterator[Sheet | Note]:
    """A pad: deals, and what was told between them."""
    by_version = {sheet.version: sheet for sheet in found}
    for fact in counted(match):
        if isinstance(fact.event, DealPlayed):
            yield by_version[fact.version]
        elif isinstance(fact.event, _TOLD_AFTER):
            yield _noted(fact)


def _by_version(match: Match, found: Iterable[Sheet]) -> Iterator[Sheet | Note]:
    """Boards: the plan first, then tables as they came (where a pair first sat may hang on it), then the rest."""
    facts = counted(match)
    plans = [fact for fact in facts if isinstance(fact.event, MovementSet)]
    yield from (_noted(fact) for fact in plans[-1:])
    yield from sorted(found, key=lambda sheet: sheet.version)
    yield from (_noted(fact) for fact in facts if isinstance(fact.event, _TOLD_AFTER))


def _noted(fact: Fact[Event]) -> Note:
    said = given(fact.event)
    return Note(said["type"], said["data"], is_event=True)


def _cells(sheet: Sheet) -> dict[str, str]:
    played = sheet.status == "played"
    pad = sheet.pad
    values: dict[str, Any] = {
        "board": None if pad else sheet.number,
        "ns": _text(sheet, sheet.ns),
        "ew": _text(sheet, sheet.ew),
        "room": sheet.room,
        "round": sheet.round,
        "table": _text(sheet, sheet.table),
        "dealer": sheet.dealer,
        "contract": sheet.contract,
        "declarer": sheet.declarer,
        "tricks": sheet.made,
        "lead": sheet.lead,
        "honours": pad.honours or None if pad else None,
        "honours_by": pad.honours_by if pad else None,
        "status": sheet.status,
        "score": sheet.score if played else None,
        "reason": _text(sheet, sheet.reason),
        **_awards(sheet),
    }
    return {column: str(value) for column, value in values.items() if value is not None}


def _awards(sheet: Sheet) -> dict[str, str]:
    found: dict[str, Award | None] = {}
    if sheet.awards:
        found = {f"award_{unit.lower()}": sheet.awards.of(unit) for unit in award_text.UNITS}
    return {column: award_text.written(award) for column, award in found.items() if award}


def _text(sheet: Sheet, text: str | None) -> str | None:
    """A text as a cell; Unwritable if blanks around it would be lost."""
    if text is None:
        return None
    if text != text.strip() or not text:
        raise Unwritable(
            f"Board {sheet.number} has {text!r} in its words: CSV does not keep blanks around a word. Correct it, "
            "or write JSON Lines."
        )
    return guarded(text)


def _line(cells: Sequence[str]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()

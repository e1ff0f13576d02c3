"""
The plain CSV, cell by cell: its columns, its notes, and text that no spreadsheet takes for a formula.

Source:
    docs/formats.md, "CSV".
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from domain import wire
from domain.errors import Malformed

COLUMNS: Final = (
    *("board", "ns", "ew", "room", "round", "table", "dealer", "contract", "declarer", "tricks", "result", "lead"),
    *("honours", "honours_by", "award_ns", "award_ew", "award_home", "award_away", "status", "score", "reason"),
)
"""Every column that there is; a file has those that it needs, in any order."""
SEPARATORS: Final = ",;\t"

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]", re.ASCII)
_NOTE: Final = re.compile(r"#\s*([a-z_]+(?:\.[a-z_]+)?)\s*(=|\s)\s*(.*)", re.DOTALL)


def guarded(text: str) -> str:
    """
    Text as a cell: with an apostrophe in front if a spreadsheet would take it for a formula.

    >>> guarded("=1+1"), guarded("3NS"), guarded("'-2")
    ("'=1+1", '3NS', "''-2")
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(cell: str) -> str:
    """
    The text that was written as a cell.

    >>> unguarded("'=1+1"), unguarded("'t Gooi"), unguarded("-50")
    ('=1+1', "'t Gooi", '-50')
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


@dataclass(frozen=True, slots=True)
class Note:
    """A line that begins with `#`: a setting of the match, or an event (then `value` is its data)."""

    name: str
    value: Any
    is_event: bool = False

    @property
    def text(self) -> str:
        """
        The note as it is written.

        >>> Note("option.scale", 1).text, Note("match.closed", {}, is_event=True).text
        ('# option.scale=1', '# match.closed {}')
        >>> Note("title", "Thursday").text, Note("title", " Thursday").text
        ('# title=Thursday', '# title=" Thursday"')
        """
        plain = f"# {self.name}={self.value}"
        if isinstance(self.value, str) and not self.is_event and "\n" not in plain and note(plain) == self:
            return plain
        value = json.dumps(self.value, ensure_ascii=False, separators=(",", ":"))
        return f"# {self.name}{' ' if self.is_event else '='}{value}"


def note(text: str) -> Note:
    """
    Read a note; ValueError if it is none. A value that is no JSON is text.

    >>> note("# game=bridge.chicago").value, note('#title="A, B"').value, note("# option.carry = false").value
    ('bridge.chicago', 'A, B', False)
    """
    found = _NOTE.fullmatch(text.strip())
    if found is None:
        raise ValueError("a note is `# title=Thursday`, `# option.scale=1` or `# match.closed {}`")
    name, sign, value = found.groups()
    try:
        read: Any = wire.loads(value)
    except Malformed as error:
        if sign != "=":
            raise ValueError(f"the data of {name} cannot be read: {error}") from None
        read = value
    if sign == "=" and name in {"title", "game"} and not isinstance(read, str):
        read = value
    return Note(name, read, is_event=sign != "=")

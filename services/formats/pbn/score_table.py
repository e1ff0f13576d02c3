"""ScoreTable: the results of a board at all its tables, in one record."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from domain.cards import Card
from domain.games.bridge.terms import SIDES
from domain.records import evolve
from services.formats import spelling
from services.formats.found import Said
from services.formats.pbn.naming import said, sitting, told
from services.formats.pbn.outcome import outcome
from services.formats.reported import AS_FILED, agree, at_table
from services.formats.reported import told as as_fact

_COLUMN: Final = re.compile(r"[+-]?([^\\]+)(?:\\\d+[LR]?)?")
_ELEMENT: Final = re.compile(r'"([^"]*)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: who met, and what happened."""

    ns: str
    ew: str
    cells: Mapping[str, str]

    def event(self, board: int) -> Said:
        """The result; NoResult or ValueError as in `outcome`."""
        at = at_table(board, self.ns, self.ew, *sitting(self.cells))
        award = _award(self.cells)
        if award is not None:
            return "bridge.board_adjusted", at | {"award": award, "reason": AS_FILED}
        found = outcome(self.cells, passed=told(self.cells, "Contract").upper() == "PASS")
        result = evolve(found, lead=_lead(self.cells))
        printed = _score(self.cells)
        if printed is not None:
            agree(board, result, printed)
        return as_fact(result, at)


def rows(header: str, lines: Iterable[str]) -> Iterator[Row]:
    r"""
    The lines of a table; ValueError if the columns do not say who met, or a line is too short.

    >>> [row.ns for row in rows(r"PairId_NS\2R;PairId_EW;Contract", [" 3 4 Pass", '5 6 "3N"'])]
    ['3', '5']
    """
    columns = [_name(column) for column in header.split(";")]
    if not {"PairId_NS", "PairId_EW"} <= set(columns):
        raise ValueError("its ScoreTable does not say which pairs met (PairId_NS, PairId_EW)")
    elements = [found[1] if found[1] is not None else found[2] for line in lines for found in _ELEMENT.finditer(line)]
    if len(elements) % len(columns):
        raise ValueError(f"its ScoreTable has {len(elements)} cells for {len(columns)} columns")
    for start in range(0, len(elements), len(columns)):
        cells = dict(zip(columns, elements[start : start + len(columns)], strict=True))
        yield Row(cells["PairId_NS"], cells["PairId_EW"], cells)


def _name(column: str) -> str:
    found = _COLUMN.fullmatch(column.strip())
    return found[1].strip() if found else column


def _lead(cells: Mapping[str, str]) -> Card | None:
    lead = told(cells, "Lead")
    return spelling.card(lead) if lead else None


def _score(cells: Mapping[str, str]) -> int | None:
    ns, ew = told(cells, "Score_NS"), told(cells, "Score_EW")
    if ns:
        return spelling.score(ns)
    return -spelling.score(ew) if ew else None


def _award(cells: Mapping[str, str]) -> JsonValue | None:
    """Percentages that a director gave, marked with a caret."""
    marked = [name for name, value in cells.items() if value.startswith("^")]
    if not marked:
        return None
    shares = [said(cells.get(f"Percentage_{side}", "").removeprefix("^")) for side in SIDES]
    if not all(shares):
        raise ValueError(f"it has an artificial score ({marked[0]}) without a percentage for both sides")
    return {"NS": f"{shares[0]}%", "EW": f"{shares[1]}%"}

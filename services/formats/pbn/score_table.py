"""ScoreTable: the results of a board at all its tables, in one record."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from services.formats import spelling
from services.formats.found import Said
from services.formats.pbn.outcome import NoResult, outcome
from services.formats.reported import Result, agree, score

_COLUMN: Final = re.compile(r"[+-]?([^\\]+)(?:\\\d+[LR]?)?")
_ELEMENT: Final = re.compile(r'"([^"]*)"|(\S+)')
_UNTOLD: Final = frozenset({"", "?", "-"})


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: who met, and what happened."""

    ns: str
    ew: str
    cells: Mapping[str, str]

    def event(self, board: int) -> Said:
        """The result; NoResult or ValueError as in `outcome`."""
        at: dict[str, JsonValue] = {"board": board, "ns": self.ns, "ew": self.ew, **_where(self.cells)}
        award = _award(self.cells)
        if award is not None:
            return "bridge.board_adjusted", at | {"award": award, "reason": "as the file has it"}
        if self.cells.get("Contract", "") in _UNTOLD:
            raise NoResult("its contract is not told")
        found = outcome(self.cells, passed=self.cells["Contract"].upper() == "PASS")
        result = Result(board, found.contract, found.declarer, found.tricks, _lead(self.cells))
        said = _score(self.cells)
        if said is not None:
            agree(result, said)
        return result.told(at)


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


def _where(cells: Mapping[str, str]) -> dict[str, JsonValue]:
    at: dict[str, JsonValue] = {}
    if cells.get("Round", "").isdecimal():
        at["round"] = int(cells["Round"])
    if cells.get("Table", "") not in _UNTOLD:
        at["table"] = cells["Table"]
    return at


def _lead(cells: Mapping[str, str]) -> str | None:
    said = cells.get("Lead", "")
    return None if said in _UNTOLD else spelling.card(said)


def _score(cells: Mapping[str, str]) -> int | None:
    ns, ew = (cells.get(name, "") for name in ("Score_NS", "Score_EW"))
    if ns not in _UNTOLD:
        return score(ns)
    return None if ew in _UNTOLD else -score(ew)


def _award(cells: Mapping[str, str]) -> JsonValue | None:
    """Percentages that a director gave, marked with a caret."""
    marked = [name for name, value in cells.items() if value.startswith("^")]
    if not marked:
        return None
    shares = [cells.get(f"Percentage_{side}", "").removeprefix("^") for side in ("NS", "EW")]
    if any(share in _UNTOLD for share in shares):
        raise ValueError(f"it has an artificial score ({marked[0]}) without a percentage for both sides")
    return {"NS": f"{shares[0]}%", "EW": f"{shares[1]}%"}

"""Cases in the form of `shared/vectors`: events, what the boards must say after them, what is refused."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import pytest

from domain import games, wire
from domain.errors import Refused, RuleViolation
from domain.event import Event, Fact
from domain.match import Match, admit, fold
from domain.projection import project

SHARED = Path(__file__).parents[2] / "shared"


@dataclass
class Told:
    """A case, told to the domain: every board after every version, and the refusal that ended it."""

    boards: dict[int, dict[str, Any]] = field(default_factory=dict)
    refused: tuple[int, RuleViolation] | None = None
    facts: list[Fact[Event]] = field(default_factory=list)
    match: Match | None = None


def cases(name: str) -> list[Any]:
    """The cases of a vector file as pytest parameters; one that skips with the reason where it is missing."""
    path = SHARED / "vectors" / name
    if not path.exists():
        return [pytest.param(None, id="missing", marks=pytest.mark.skip(reason=f"{name} is not on this machine"))]
    return [pytest.param(case, id=case.get("id")) for case in map(json.loads, path.read_text().splitlines())]


def tell(events: list[dict[str, Any]], at: set[int] | None = None) -> Told:
    """Report the events one by one, as a scorer would, until one is refused; show boards `at` those versions only."""
    told = Told()
    for version, event in enumerate(events, start=1):
        try:
            model = wire.find(games.event_types(), event["type"])
            fact: Fact[Event] = Fact(version, wire.read(model, event["data"]))
            told.match = admit(told.match, [fact])
        except Refused as refused:
            told.refused = (version, refused.violation)
            break
        except RuleViolation as violation:
            told.refused = (version, violation)
            break
        told.facts.append(Fact(version, wire.read_stored(model, wire.body(fact.event))))
        if at is None or version in at:
            told.boards[version] = _shown(told.match)
    if told.match is not None:
        told.boards.setdefault(len(told.facts), _shown(told.match))
    return told


def _shown(match: Match) -> dict[str, Any]:
    return {name: json.loads(text) for name, text in project(match).items()}


def hold(case: dict[str, Any]) -> Told:
    """Tell a case and assert all that it expects; and that replaying the stored log gives the same boards."""
    told = tell(case["events"], {expected["after"] for expected in case.get("expect", [])})
    _refusal_holds(case, told)
    last = max(told.boards)
    for expected in case.get("expect", []):
        version = last if expected["after"] == "end" else expected["after"]
        found = pick(told.boards[version][expected["board"]], expected["path"])
        within = Decimal(str(expected["within"])) if "within" in expected else None
        assert agrees(found, expected["value"], within), (expected, found)
    _awards_hold(case, told.boards[last])
    replayed = _shown(fold(told.facts))
    assert replayed == told.boards[last], "the replay differs from what was shown"
    return told


def _awards_hold(case: dict[str, Any], boards: dict[str, Any]) -> None:
    if "awards" not in case:
        return
    found = boards["game"]["awards"]
    for award in case["awards"]:
        assert any(agrees(line, award) for line in found), award
    assert _sums(found) == _sums(case["awards"])


def _sums(awards: list[dict[str, Any]]) -> Counter[tuple[int, str]]:
    """Points by version and seat."""
    sums: Counter[tuple[int, str]] = Counter()
    for award in awards:
        sums[award["version"], award["seat"]] += award["points"]
    return sums


def _refusal_holds(case: dict[str, Any], told: Told) -> None:
    wanted = case.get("refused")
    if wanted is None:
        assert told.refused is None, told.refused and (told.refused[0], told.refused[1].code, told.refused[1].detail)
        return
    assert told.refused is not None, f"should have been refused: {wanted}"
    version, violation = told.refused
    codes = [wanted["code"]] if isinstance(wanted.get("code"), str) else wanted.get("code")
    assert version == wanted["version"], (violation.code, violation.detail)
    assert codes is None or violation.code in codes, violation.detail
    assert violation.detail, "a refusal says why"


def pick(board: Any, path: str) -> Any:
    """Follow a dotted path; a number picks from a list, `[a=1,b=x]` the one row whose fields read so."""
    for step in _steps(path):
        if isinstance(step, dict):
            rows = [row for row in board if all(str(row[key]) == value for key, value in step.items())]
            assert len(rows) == 1, f"{step} picks {len(rows)} rows"
            board = rows[0]
        else:
            board = board[int(step)] if isinstance(board, list) else board[step]
    return board


def _steps(path: str) -> Iterator[str | dict[str, str]]:
    for name, fields in re.findall(r"([^.\[\]]+)|\[([^\]]*)\]", path):
        yield name or dict(pair.split("=", 1) for pair in fields.split(","))


def agrees(found: Any, wanted: Any, within: Decimal | None = None) -> bool:
    """Whether a board's value is what a case wants: see `shared/vectors/README.md`."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and agrees(found[key], value, within) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(agrees(f, w, within) for f, w in zip(found, wanted, strict=True))
        )
    if isinstance(wanted, str) and isinstance(found, str):
        if found == wanted:
            return True
        try:
            return abs(Decimal(found) - Decimal(wanted)) <= (within or 0)
        except InvalidOperation:
            return False
    return type(found) is type(wanted) and found == wanted

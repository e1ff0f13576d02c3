"""Fields: an event's data as a form, made of its schema, so that every type of every game can be filled in."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Final, Literal

from domain.event import Event
from services.web.called import LABELS

Kind = Literal["text", "number", "figure", "choice", "check", "json", "award", "visibility", "unit"]
_PLACES: Final = ("board", "ns", "ew", "room", "round", "table")
_LEFT_OUT: Final[Mapping[str, Sequence[str]]] = {
    "bridge.rubber": (*_PLACES, "unit"),
    "bridge.chicago": (*_PLACES, "unit"),
    "bridge.pairs": ("room", "unit"),
    "bridge.teams": ("ns", "ew", "table"),
}
"""What the form of a game does not have; it is asked for where the data names it. IMPs or VPs are of teams alone."""
_SPOKEN: Final = ("we", "they")
_UNITS: Final = ("side", "seat", "pair")
_SIGNED: Final = "[+-]"
"""What the pattern of a text has that is a figure for people, such as a result."""
SCORES: Final = 3
"""Of how many scores a weighted one can be made in the form."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that may be chosen."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """
    A field of the form.

    Args:
        kind: How it is filled in, and read again; a `figure` has decimals or a sign, as people type them.
        value: What it says now, as text; of a check `true`.
        choices: What may be chosen, if it is chosen.
        whole: Whether what is chosen is a number.
        parts: Of an award: what each side has now.
    """

    name: str
    label: str
    kind: Kind
    value: str = ""
    required: bool = False
    choices: tuple[Choice, ...] = ()
    whole: bool = False
    low: int | None = None
    high: int | None = None
    hint: str = ""
    parts: tuple["Awarded", ...] = ()

    @property
    def aside(self) -> bool:
        """Whether hardly anybody fills it in: what has parts of its own, and is neither there nor needed."""
        return self.kind == "json" and not self.required and not self.value


@dataclass(frozen=True, slots=True)
class Awarded:
    """What one side is awarded, as the form has it: a kind, a figure, and scores with their weights in percent."""

    unit: str
    kind: str = ""
    figure: str = ""
    scores: tuple[tuple[str, str], ...] = (("", ""),) * SCORES


def fields(model: type[Event], game: str, data: Mapping[str, Any], units: Sequence[tuple[str, str]]) -> list[Field]:
    """
    The form of an event.

    Args:
        model: Its type.
        game: Of which match it is.
        data: What it says now; empty for a new one.
        units: Who can be given points in that match: `("side", "NS")`, `("pair", "7")`.
    """
    schema = _schema(model)
    left_out = [name for name in _LEFT_OUT.get(game, ("unit",)) if name not in data]
    names = [name for name in schema["properties"] if name not in left_out]
    if units and set(_UNITS) <= set(names):
        names = ["side", *(name for name in names if name not in _UNITS)]
    return [_field(name, schema, data, game, units if name == "side" and "seat" not in names else ()) for name in names]


@cache
def _schema(model: type[Event]) -> dict[str, Any]:
    return model.model_json_schema()


def _field(
    name: str, schema: dict[str, Any], data: Mapping[str, Any], game: str, units: Sequence[tuple[str, str]]
) -> Field:
    required = name in schema.get("required", ())
    label = LABELS.get(name, name.replace("_", " ").capitalize())
    if units and name == "side":
        said = next((f"{unit}:{data[unit]}" for unit in _UNITS if data.get(unit)), "")
        choices = tuple(Choice(f"{unit}:{value}", value) for unit, value in units)
        return Field("who", "Who", "unit", said, True, _with(choices, said))
    if name == "award":
        return Field(name, label, "award", required=True, parts=tuple(_awards(game, data.get(name) or {})))
    if name == "visibility":
        return Field(name, label, "visibility", _plain(data.get(name)), required)
    return _of_schema(name, label, schema["properties"][name], data.get(name), required=required)


def _of_schema(name: str, label: str, schema: dict[str, Any], value: Any, *, required: bool) -> Field:
    kinds = _alternatives(schema)
    choices = [each for kind in kinds for each in kind.get("enum", ()) if each not in _SPOKEN]
    types = {kind.get("type") for kind in kinds}
    if choices:
        whole = all(isinstance(each, int) for each in choices)
        offered = tuple(Choice(str(each), str(each).replace("_", " ")) for each in choices)
        return Field(name, label, "choice", _plain(value), required, _with(offered, _plain(value)), whole)
    if types == {"boolean"}:
        return Field(name, label, "check", "true" if value else "")
    if types == {"integer"}:
        limits = kinds[0].get("minimum"), kinds[0].get("maximum")
        return Field(name, label, "number", _plain(value), required, low=limits[0], high=limits[1])
    if types <= {"string", "integer"}:
        hint = ", ".join(example for kind in kinds for example in kind.get("examples", ()))
        figure = "decimal_places" in schema or any(_SIGNED in kind.get("pattern", "") for kind in kinds)
        return Field(name, label, "figure" if figure else "text", _plain(value), required, hint=hint)
    return Field(name, label, "json", "" if value is None else json.dumps(value, ensure_ascii=False), required)


def _alternatives(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """What a field may be, besides nothing."""
    return [kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"]


def _with(choices: tuple[Choice, ...], said: str) -> tuple[Choice, ...]:
    """The choices, and what is said now, though it be none of them."""
    return choices if not said or said in {each.value for each in choices} else (*choices, Choice(said, said))


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _awards(game: str, award: Mapping[str, Any]) -> Iterator[Awarded]:
    for unit in ("home", "away") if game == "bridge.teams" else ("NS", "EW"):
        yield _awarded(unit, award.get(unit))


def _awarded(unit: str, award: Any) -> Awarded:
    """
    An award as the form has it.

    >>> _awarded("NS", "57.5%").figure, _awarded("NS", {"score": [{"score": 170, "weight": "0.67"}]}).scores[0]
    ('57.5', ('170', '67'))
    """
    if award is None:
        return Awarded(unit)
    if isinstance(award, str):
        return Awarded(unit, "percent", award[:-1]) if award.endswith("%") else Awarded(unit, award)
    if "imps" in award:
        return Awarded(unit, "imps", str(award["imps"]))
    scores = award["score"]
    if isinstance(scores, int):
        return Awarded(unit, "score", str(scores))
    rows = [(str(each["score"]), f"{(Decimal(str(each['weight'])) * 100).normalize():f}") for each in scores]
    return Awarded(unit, "weighted", "", tuple(rows + [("", "")] * (SCORES - len(rows))))

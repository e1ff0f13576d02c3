"""Facts in words: what an event of any game is called, and what it says, part by part, as people say it."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from domain.games import all_games
from domain.games.bridge.terms import BOOK, CONTRACTS, SEATS, name_of
from services.web.agreed import agreed
from services.web.called import LABELS, MENDINGS, TITLES, label
from services.web.duplicate import awarded, minus
from services.web.pad import number

Kind = Literal["text", "own", "contract", "call", "cards", "suit", "version", "reason", "players"]
Data = Mapping[str, Any]
Names = Mapping[str, str]

_ORDER: Final = {name: place for place, name in enumerate(LABELS)}
_SEATS: Final = {unit: name_of(unit) for unit in (*SEATS, "NS", "EW")}
_OWN: Final = ("pair", "ns", "ew")
"""Fields that people fill with words of their own."""
_BARE: Final = ("seat", "side", "call", "contract", "card", "cards", "game", "how", "for", "unit", "award", "room")
"""Fields whose value says enough without their name; what is no single value says so in `_WRITTEN`."""
_PHRASES: Final = {
    "of": ("Version {version}", "version"),
    "before": ("Before version {version}", "version"),
    "board": ("Board {board}", "board"),
    "round": ("round {round}", "round"),
    "table": ("table {table}", "table"),
    "declarer": ("by {seat}", "seat"),
}
"""How fields are said in a phrase, and the place of their value in it."""
_CARD: Final = re.compile("[2-9TJQKA][SHDC]")
_SHAPES: Final[Mapping[str, tuple[Kind, re.Pattern[str]]]] = {
    "call": ("call", re.compile("[1-7][CDHSN]|P|XX?")),
    "contract": ("contract", re.compile("[1-7][CDHSN]X{0,2}|Pass")),
    "suit": ("suit", re.compile("[CDHS]")),
    "trump": ("suit", re.compile("[CDHS]")),
}
"""What is drawn with the signs of suits, if it is what it should be."""
_FOR: Final = {"heels": "his heels", "play": "the play", "hand": "the hand", "crib": "the crib", "penalty": "a penalty"}


@dataclass(frozen=True, slots=True)
class Part:
    """
    A part of what a fact says.

    Args:
        name: The field of the event.
        kind: `text` is a text of the pages with `values` in it, `own` what people wrote, as it is; the others are
            drawn as what they are: cards stand in a row, a version may become a link to it, players stand at
            their units, which are said.
        label: What stands before it, where it would not be understood alone.
    """

    name: str
    kind: Kind
    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """
    An event in words.

    Args:
        title: What it is called.
        parts: What it says.
        mends: Whether it changes what an earlier one said.
    """

    title: str
    parts: tuple[Part, ...]
    mends: bool


def told(type_: str, data: Data, names: Names | None = None) -> Told:
    """
    An event in words: of its data alone, and not of what came of it.

    Args:
        type_: Its type.
        data: As it stands in the log; one that another version of this house wrote may hold anything.
        names: What people are called, by their ids.

    >>> [part.text for part in told("", {"contract": "4SX", "declarer": "S", "result": "-1", "board": 7}).parts]
    ['Board {board}', '4SX', 'by {seat}', 'down {tricks}']
    """
    return Told(TITLES.get(type_, type_), tuple(_parts(data, names or {})), type_ in MENDINGS)


def by(actor: str | None) -> tuple[str, str]:
    """The role of who reported something, and the public name of their key or link."""
    role, _, who = (actor or "").partition(":")
    return role, who


def _parts(data: Data, names: Names) -> Iterator[Part]:
    for name in sorted(data, key=lambda name: _ORDER.get(name, len(_ORDER))):
        value = data[name]
        if name == "data" and isinstance(value, dict):
            yield from _parts(value, names)
        elif name == "options" and isinstance(value, dict):
            for each in agreed(value):
                yield Part("options", "own" if each.own else "text", each.text, each.values, each.label)
        elif name == "ew" and data.get("ns") and value:
            continue
        elif value is not None and value is not False and value not in ("", [], {}):
            yield _safely(name, data, names)


def _safely(name: str, data: Data, names: Names) -> Part:
    """A field; where it does not hold what it should, as it stands."""
    try:
        return _part(name, data, names)
    except (AttributeError, LookupError, TypeError, ValueError):
        return Part(name, "own", json.dumps(data[name], ensure_ascii=False), label=label(name))


def _part(name: str, data: Data, names: Names) -> Part:
    value, before = data[name], "" if name in _BARE else label(name)
    if name == "ns" and data.get("ew"):
        return Part(name, "text", "{ns} against {ew}", {"ns": str(value), "ew": str(data["ew"])})
    if name in {"tricks", "result"}:
        return _outcome(name, data)
    if name in _WRITTEN:
        return _WRITTEN[name](value, names)
    if name in _PHRASES:
        phrase, place = _PHRASES[name]
        kind: Kind = "version" if place == "version" else "text"
        return Part(name, kind, phrase, {place: _SEATS.get(value, value)})
    if name in _OWN:
        return Part(name, "own", str(value), label=before)
    if name in _SHAPES and _SHAPES[name][1].fullmatch(value):
        return Part(name, _SHAPES[name][0], value, label=before if name == "trump" else "")
    return _plain(name, value, before)


def _plain(name: str, value: Any, before: str) -> Part:
    """A field that is said by what its value is."""
    cards = [str(each) for each in (value if isinstance(value, list) else [value])]
    if all(map(_CARD.fullmatch, cards)):
        return Part(name, "cards", " ".join(cards), label=before)
    if value is True:
        return Part(name, "text", label(name))
    if isinstance(value, int):
        return Part(name, "text", number(value), label=before)
    if isinstance(value, str):
        return Part(name, "text", _SEATS.get(value, value.replace("_", " ")), label=before)
    return Part(name, "own", json.dumps(value, ensure_ascii=False), label=before)


def _outcome(name: str, data: Data) -> Part:
    """How many tricks were made: said of its contract, where that is told."""
    contract = CONTRACTS.get(data.get("contract") or "")
    if contract is None:
        return _count(name, "trick")(data[name], {}) if name == "tricks" else Part(name, "own", minus(data[name]))
    tricks = data["tricks"] if name == "tricks" else contract.tricks(data["result"])
    if tricks < contract.needs:
        return Part(name, "text", "down {tricks}", {"tricks": contract.needs - tricks})
    return Part(name, "text", "made {tricks}", {"tricks": tricks - BOOK})


_Write = Callable[[Any, Names], Part]


def _count(name: str, word: str) -> _Write:
    def write(value: Any, _names: Names) -> Part:
        if str(value) == "1":
            return Part(name, "text", f"1 {word}")
        return Part(name, "text", f"{{{name}}} {word}s", {name: minus(str(value))})

    return write


def _written(name: str, write: Callable[[Any], str], kind: Kind = "text", *, bare: bool = False) -> _Write:
    return lambda value, _names: Part(name, kind, write(value), label="" if bare else label(name))


def _players(value: Any, names: Names) -> Part:
    each = {unit: [who] if isinstance(who, str) else who for unit, who in value.items()}
    called = {unit: " – ".join(names.get(one, one) for one in who) for unit, who in each.items()}
    return Part("players", "players", ", ".join(map(" ".join, called.items())), called, label("players"))


def _transferred(value: Any, _names: Names) -> Part:
    values = {"tricks": value["tricks"], "seat": _SEATS.get(value["to"], value["to"])}
    return Part("transferred", "text", "{tricks} to {seat}", values, label("transferred"))


def _visibility(value: Any, _names: Names) -> Part:
    if isinstance(value, dict):
        return Part("visibility", "text", "{seconds} s late", {"seconds": value["delayed"]})
    return Part("visibility", "text", value)


def _hands(value: Any) -> str:
    return "all four" if set(value) == set("NESW") else ", ".join(str(_SEATS.get(seat, seat)) for seat in value)


_WRITTEN: Final[Mapping[str, _Write]] = {
    "type": _written("type", lambda value: TITLES.get(value, value), bare=True),
    "room": _written("room", lambda value: {"open": "open room", "closed": "closed room"}[value], bare=True),
    "game": _written("game", lambda value: all_games()[value].title, bare=True),
    "title": lambda value, _names: Part("title", "text", "“{title}”", {"title": value}),
    "players": _players,
    "visibility": _visibility,
    "transferred": _transferred,
    "hands": _written("hands", _hands),
    "points": _count("points", "point"),
    "unit": _written("unit", lambda value: {"imps": "IMPs", "vp": "VPs"}[value], bare=True),
    "for": _written("for", lambda value: str(_FOR.get(value, value)), bare=True),
    "award": _written("award", awarded, "own", bare=True),
    "groups": _written("groups", lambda value: str(len(value))),
    "rounds": _written("rounds", lambda value: str(len(value))),
    "sealed": _written("sealed", lambda _: "cards sealed until they are shown", bare=True),
    "reason": _written("reason", str, "reason", bare=True),
}
"""Fields that have a way of their own."""

"""The log in words: what each event says, its data as people write them, and what it mends."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain import games
from domain.errors import RuleViolation
from services.web.duplicate import awarded, minus
from services.web.pad import number

TITLES: Final[Mapping[str, str]] = {
    "match.opened": "Match opened",
    "match.players_changed": "Players changed",
    "match.corrected": "Correction",
    "match.withdrawn": "Withdrawn",
    "match.restored": "Restored",
    "match.inserted": "Put in",
    "match.adjusted": "Director’s points",
    "match.confirmed": "Confirmed",
    "match.forfeited": "Match given up",
    "match.closed": "Match closed",
    "match.released": "Results released",
    "match.visibility_changed": "Visibility changed",
    "bridge.dealt": "Cards dealt",
    "bridge.call_made": "Call",
    "bridge.contract_reached": "Contract reached",
    "bridge.card_played": "Card",
    "bridge.trick_won": "Trick won",
    "bridge.deal_played": "Hand played",
    "bridge.honours_claimed": "Honours",
    "bridge.board_adjusted": "Award",
    "bridge.board_not_played": "Board not played",
    "bridge.board_fouled": "Board fouled",
    "bridge.movement_set": "Movement",
    "schnapsen.dealt": "Cards dealt",
    "schnapsen.trump_exchanged": "Trump exchanged",
    "schnapsen.marriage_declared": "Marriage declared",
    "schnapsen.talon_closed": "Talon closed",
    "schnapsen.trick_played": "Trick",
    "schnapsen.card_played": "Card",
    "schnapsen.sixty_six_claimed": "Sixty-six claimed",
    "schnapsen.deal_ended": "Deal ended",
    "schnapsen.deal_scored": "Deal scored",
    "schnapsen.deal_awarded": "Deal awarded",
    "cribbage.dealt": "Cards dealt",
    "cribbage.discarded": "Laid away",
    "cribbage.starter_cut": "Starter",
    "cribbage.card_played": "Card",
    "cribbage.go_said": "Go",
    "cribbage.hand_shown": "Hand shown",
    "cribbage.crib_shown": "Crib shown",
    "cribbage.muggins_called": "Muggins",
    "cribbage.points_pegged": "Points pegged",
    "cribbage.game_scored": "Game scored",
}
"""What events are called."""
_MENDING: Final = frozenset({"match.corrected", "match.withdrawn", "match.restored", "match.inserted"})
_SEATS: Final[Mapping[str, str]] = {
    "N": "North",
    "E": "East",
    "S": "South",
    "W": "West",
    "NS": "North–South",
    "EW": "East–West",
}
_UNLABELLED: Final = frozenset(
    {"seat", "side", "contract", "call", "card", "cards", "game", "how", "for", "award", "room"}
)
"""Fields whose values speak for themselves."""
_CARDS: Final = frozenset({"card", "cards", "lead", "follow", "gives", "takes", "turn_up"})
_ALONE: Final = frozenset({"irregular", "before_draw", "on_close", "force"})
"""Fields that say something by being true."""
_FIRST: Final = ("type", "of", "before", "game", "side", "seat", "pair", "winner", "contract", "call", "card", "cards")
_SHAPES: Final[Mapping[str, re.Pattern[str]]] = {
    "call": re.compile("[1-7][CDHSN]|P|XX?"),
    "cards": re.compile("[2-9TJQKA][CDHS]"),
    "contract": re.compile("[1-7][CDHSN]X{0,2}|Pass"),
    "suit": re.compile("[CDHS]"),
}
"""What is written with signs of suits."""
_LAST: Final = ("room", "board", "round", "table", "ns", "ew")
_APART: Final = frozenset({"reason", "data", "sealed", "title"})


@dataclass(frozen=True, slots=True)
class Detail:
    """
    A field of an event.

    Args:
        label: What it is, if that has to be said.
        kind: How it is written: `call`, `cards`, `contract`, `suit`, `link`, a `word` of ours, somebody's `own`.
        value: The value.
    """

    label: str
    kind: str
    value: Any


@dataclass(frozen=True, slots=True)
class Line:
    """
    An event of the log.

    Args:
        title: What happened, in a word.
        details: What it says.
        sealed: Whether cards are left out that its reader may not see yet.
        reason: Why, in the words of who reported it.
        mends: Whether it changes what an earlier event said.
        role: Of who reported it: a scorer, a director.
        who: The public name of the key.
    """

    version: int
    title: str
    details: list[Detail]
    sealed: bool
    reason: str
    mends: bool
    role: str
    who: str
    recorded_at: str
    hash: str


def line(event: Mapping[str, Any], names: Mapping[str, str]) -> Line:
    """An event on the wire, as the log of a page has it."""
    data = event["data"]
    role, _, who = event["actor"].partition(":")
    return Line(
        version=event["version"],
        title=TITLES.get(event["type"]) or event["type"],
        details=list(_details(data, names)),
        sealed=bool(data.get("sealed")),
        reason=data.get("reason") or "",
        mends=event["type"] in _MENDING,
        role=role,
        who=who,
        recorded_at=event["recorded_at"],
        hash=event["hash"],
    )


def _details(data: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Detail]:
    order = [*_FIRST, *(name for name in data if name not in _FIRST + _LAST), *_LAST]
    for name in order:
        if name not in _APART and data.get(name) not in (None, {}, [], False):
            yield _detail(name, data[name], names)
    if title := data.get("title"):
        yield Detail("", "own", f"“{title}”")
    if isinstance(data.get("data"), dict):
        yield from _details(data["data"], names)


def _detail(name: str, value: Any, names: Mapping[str, str]) -> Detail:
    """A field; one that another version of this house wrote may hold anything, and stands as it is."""
    label = "" if name in _UNLABELLED else name
    kind = "cards" if name in _CARDS else "suit" if name in {"trump", "suit"} else name
    if name in _ALONE:
        return Detail("", "word", name)
    if name in {"of", "before"} and isinstance(value, int):
        return Detail(name, "link", value)
    if kind in _SHAPES and isinstance(value, str | list):
        values = value if isinstance(value, list) else [value]
        if all(isinstance(each, str) and _SHAPES[kind].fullmatch(each) for each in values):
            return Detail(label, kind, values if kind == "cards" else values[0])
    try:
        written = _WRITTEN.get(name)
        return Detail(label, "word", written(value)) if written else Detail(label, *_plain(name, value, names))
    except (AttributeError, LookupError, TypeError, ValueError):
        return Detail(label, "own", json.dumps(value, ensure_ascii=False))


def _plain(name: str, value: Any, names: Mapping[str, str]) -> tuple[str, str]:
    if name == "players" and isinstance(value, dict):
        return "own", ", ".join(f"{unit} {_called(who, names)}" for unit, who in value.items())
    if name in {"pair", "ns", "ew", "table"}:
        return "own", str(value)
    if isinstance(value, int):
        return "word", number(value)
    if isinstance(value, str):
        return "word", _SEATS.get(value, minus(value) if value[:1] == "-" else value.replace("_", " "))
    if isinstance(value, dict):
        return "own", ", ".join(f"{each.replace('_', ' ')} {_short(said)}" for each, said in value.items())
    return "own", _short(value)


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _called(who: str | list[str], names: Mapping[str, str]) -> str:
    return " – ".join(names.get(each, each) for each in ([who] if isinstance(who, str) else who))


def _type(value: Any) -> str:
    return TITLES.get(value, str(value))


def _game(value: Any) -> str:
    try:
        return games.find(value).title
    except RuleViolation:
        return str(value)


def _visibility(value: Any) -> str:
    return f"Shown {value['delayed']} seconds late." if isinstance(value, dict) else str(value)


def _hands(value: Any) -> str:
    return "all four" if len(value) == len("NESW") else ", ".join(_SEATS.get(seat) or str(seat) for seat in value)


def _room(value: Any) -> str:
    return f"{value} room"


def _transferred(value: Any) -> str:
    return f"{value.get('tricks')} → {value.get('to')}" if isinstance(value, dict) else str(value)


def _many(value: Any) -> str:
    return str(len(value))


_WRITTEN: Final = {
    "type": _type,
    "game": _game,
    "visibility": _visibility,
    "award": awarded,
    "hands": _hands,
    "room": _room,
    "transferred": _transferred,
    "talon": _many,
    "rounds": _many,
    "groups": _many,
    "for": _type,
}
"""Fields whose values are written in a way of their own."""

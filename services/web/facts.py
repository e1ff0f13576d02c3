"""Facts in words: what an event of any game is called, and what it says, part by part."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain.games import all_games
from services.web.duplicate import awarded, minus

Kind = Literal["text", "word", "said", "value", "contract", "cards", "call", "reason"]
_CARD: Final = re.compile(r"(?:[2-9TJQKA])[SHDC]")
_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

CALLED: Final = {
    "match.opened": "Match opened",
    "match.players_changed": "Players changed",
    "match.corrected": "Correction",
    "match.withdrawn": "Withdrawal",
    "match.restored": "Restored",
    "match.inserted": "Put in",
    "match.adjusted": "Points by the director",
    "match.confirmed": "Other side’s word",
    "match.forfeited": "Match given up",
    "match.closed": "Match closed",
    "match.released": "Results released",
    "match.visibility_changed": "Visibility changed",
    "bridge.dealt": "Deal begun",
    "bridge.call_made": "Call",
    "bridge.contract_reached": "Contract reached",
    "bridge.card_played": "Card played",
    "bridge.trick_won": "Trick won",
    "bridge.deal_played": "Result",
    "bridge.honours_claimed": "Honours",
    "bridge.board_adjusted": "Board adjusted",
    "bridge.board_not_played": "Board not played",
    "bridge.board_fouled": "Board fouled",
    "bridge.movement_set": "Movement",
    "schnapsen.dealt": "Deal begun",
    "schnapsen.trump_exchanged": "Trump exchanged",
    "schnapsen.marriage_declared": "Marriage",
    "schnapsen.talon_closed": "Talon closed",
    "schnapsen.trick_played": "Trick",
    "schnapsen.card_played": "Card played",
    "schnapsen.sixty_six_claimed": "Out claimed",
    "schnapsen.deal_ended": "Deal played out",
    "schnapsen.deal_scored": "Deal scored",
    "schnapsen.deal_awarded": "Deal awarded",
    "cribbage.dealt": "Deal begun",
    "cribbage.discarded": "Discarded",
    "cribbage.starter_cut": "Starter cut",
    "cribbage.card_played": "Card played",
    "cribbage.go_said": "Go",
    "cribbage.hand_shown": "Hand shown",
    "cribbage.crib_shown": "Crib shown",
    "cribbage.muggins_called": "Muggins",
    "cribbage.points_pegged": "Points pegged",
    "cribbage.game_scored": "Game scored",
}
"""What each type of event is called."""

LABELS: Final = {
    "ns": "North–South",
    "ew": "East–West",
    "board": "Board",
    "room": "Room",
    "round": "Round",
    "table": "Table",
    "contract": "Contract",
    "declarer": "Declarer",
    "tricks": "Tricks",
    "result": "Result",
    "lead": "Lead",
    "transferred": "Tricks moved",
    "seat": "Seat",
    "side": "Side",
    "pair": "Pair",
    "call": "Call",
    "card": "Card",
    "cards": "Cards",
    "irregular": "Irregular",
    "leader": "Leader",
    "hands": "Hands",
    "dealer": "Dealer",
    "points": "Points",
    "unit": "Unit",
    "reason": "Reason",
    "award": "Award",
    "groups": "Groups",
    "rounds": "Rounds",
    "game": "Game",
    "options": "Options",
    "players": "Players",
    "title": "Title",
    "visibility": "Who sees it",
    "trump": "Trump",
    "turn_up": "Turn-up",
    "talon": "Talon",
    "gives": "Gives",
    "takes": "Takes",
    "on_close": "At the closing",
    "suit": "Suit",
    "value": "Value",
    "before_draw": "Before drawing",
    "follow": "Answer",
    "winner": "Winner",
    "game_points": "Game points",
    "how": "How",
    "claimed": "Claimed",
    "for": "For",
    "loser_score": "Loser’s score",
    "of": "Version",
    "data": "What it should say",
    "sealed": "Sealed until the deal is over",
}
"""What each field of an event is called."""

_BARE: Final = ("seat", "side", "leader", "winner", "title")
"""Fields whose value says enough without their name."""
_WORDS: Final = ("how", "unit", "for")
"""Fields whose value is a word of ours."""


@dataclass(frozen=True, slots=True)
class Part:
    """
    A part of what a fact says.

    Args:
        kind: `text` is a text of the pages, with `values`, and `word` one without; `said` is what was reported, as
            it is; `value` a value after a name; the others are drawn as what they are.
    """

    kind: Kind
    text: str
    values: Mapping[str, Any]


def parts(data: Mapping[str, Any]) -> list[Part]:
    """
    What an event says, in the order in which people say it.

    >>> [part.text for part in parts({"board": 7, "contract": "4SX", "declarer": "S", "result": "-1"})]
    ['Board {board}', '4SX', 'by {seat}', '−1']
    """
    return [*_where(data), *_what({name: value for name, value in data.items() if name not in _PLACES})]


_PLACES: Final = ("board", "ns", "ew", "room", "round", "table")


def _where(data: Mapping[str, Any]) -> Iterator[Part]:
    if "board" in data:
        yield _text("Board {board}", board=data["board"])
    if data.get("ns") and data.get("ew"):
        yield _text("{ns} against {ew}", ns=data["ns"], ew=data["ew"])
    else:
        yield from (_named(name, data[name]) for name in ("ns", "ew") if data.get(name))
    if data.get("room"):
        yield _text({"open": "open room", "closed": "closed room"}[data["room"]])
    if data.get("round"):
        yield _text("round {round}", round=data["round"])
    if data.get("table") is not None:
        yield _text("table {table}", table=data["table"])


def _what(data: Mapping[str, Any]) -> Iterator[Part]:
    for name, value in data.items():
        if name == "data" and isinstance(value, dict):
            yield from parts(value)
        elif value is not None and value is not False:
            yield _part(name, value)


def _part(name: str, value: Any) -> Part:
    """A field by its name, where that has a way of its own, else by what its value is."""
    if name in _OF_FIELDS and isinstance(value, str | int | dict) and value is not True:
        return _OF_FIELDS[name](value)
    cards = [str(each) for each in (value if isinstance(value, list) else [value])]
    if cards and all(map(_CARD.fullmatch, cards)):
        return Part("cards", " ".join(cards), {})
    if value is True or isinstance(value, dict | list):
        return _text(LABELS.get(name, name))
    if name in _BARE:
        return Part("said", str(value), {})
    return Part("word", str(value).replace("_", " "), {}) if name in _WORDS else _named(name, value)


def _all(who: str | list[str]) -> str:
    return who if isinstance(who, str) else " – ".join(who)


def _named(name: str, value: object) -> Part:
    return Part("value", LABELS.get(name, name), {"value": value})


def _text(text: str, **values: object) -> Part:
    return Part("text", text, values)


def _players(players: Mapping[str, str | list[str]]) -> Part:
    return Part("said", ", ".join(f"{unit}: {_all(who)}" for unit, who in players.items()), {})


def _visibility(value: str | Mapping[str, int]) -> Part:
    return Part("word", value, {}) if isinstance(value, str) else _text("{seconds} s late", seconds=value["delayed"])


def _suit(value: str) -> Part:
    return Part("said", f"{_SUITS.get(value, value)}\ufe0e", {})


_OF_FIELDS: Final[Mapping[str, Callable[[Any], Part]]] = {
    "contract": lambda value: Part("contract", value, {}),
    "call": lambda value: Part("call", value, {}),
    "reason": lambda value: Part("reason", value, {}),
    "declarer": lambda value: _text("by {seat}", seat=value),
    "tricks": lambda value: _text("{tricks} tricks", tricks=value),
    "result": lambda value: Part("said", minus(value), {}),
    "points": lambda value: _text("{points} points", points=minus(str(value))),
    "award": lambda value: Part("said", awarded(value), {}),
    "game": lambda value: Part("word", all_games()[value].title if value in all_games() else value, {}),
    "players": _players,
    "visibility": _visibility,
    "suit": _suit,
    "trump": _suit,
}
"""How fields are said that are no plain value."""

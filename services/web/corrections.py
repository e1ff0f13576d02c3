"""Corrections in people's words: what a fact said before and says after, field by field."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain.cards import SUITS
from domain.games.bridge.terms import CONTRACTS

Kind = Literal["word", "own", "contract", "call", "card", "cards"]
"""How it is written: a word of ours, people's own, or as bridge has it."""
Said = Mapping[str, Any]

_PHRASES: Final = {
    "declarer": "by {value}",
    "tricks": "{value} tricks",
    "board": "board {value}",
    "round": "round {value}",
    "table": "table {value}",
    "room": "{value}",
    "points": "{value} points",
    "game_points": "{value} points",
}
"""How a field reads; any other is its name and what it says."""
_ROOMS: Final = {"open": "open room", "closed": "closed room"}
_WORDS: Final = {"N": "North", "E": "East", "S": "South", "W": "West", "NS": "North–South", "EW": "East–West"}
_OWN: Final = {"reason", "title", "ns", "ew", "pair", "table"}
_WHAT: Final = {
    "match.opened": "The opening",
    "match.adjusted": "A director's points",
    "match.closed": "The closing",
    "match.forfeited": "A match given up",
    "match.players_changed": "Other players",
    "bridge.deal_played": "A result",
    "bridge.contract_reached": "A contract",
    "bridge.call_made": "A call",
    "bridge.trick_won": "A trick",
    "bridge.honours_claimed": "Honours",
    "bridge.board_adjusted": "An award",
    "bridge.board_not_played": "A board not played",
    "bridge.board_fouled": "A fouled board",
    "bridge.movement_set": "The movement",
    "schnapsen.trump_exchanged": "An exchange",
    "schnapsen.marriage_declared": "A marriage",
    "schnapsen.talon_closed": "A closing of the talon",
    "schnapsen.trick_played": "A trick",
    "schnapsen.sixty_six_claimed": "A claim of 66",
    "schnapsen.deal_ended": "The end of a deal",
    "schnapsen.deal_scored": "A result",
    "schnapsen.deal_awarded": "An award",
    "cribbage.discarded": "What was laid away",
    "cribbage.starter_cut": "The starter",
    "cribbage.go_said": "A go",
    "cribbage.hand_shown": "A hand",
    "cribbage.crib_shown": "A crib",
    "cribbage.muggins_called": "A call of muggins",
    "cribbage.points_pegged": "Points",
    "cribbage.game_scored": "A result",
}
"""What was mended, by its type; the rest by the last word of theirs."""
_LAST: Final = {"dealt": "A deal", "card_played": "A card"}


@dataclass(frozen=True, slots=True)
class Field:
    """
    What a fact says in one place.

    Args:
        name: What it is called in the log.
        kind: How it is written.
        text: What it says; cards and contracts as the log has them.
        phrase: How it reads, with `{value}` in it; empty where its name stands before it.
    """

    name: str
    kind: Kind
    text: str
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One place before and after; None where nothing was said."""

    before: Field | None
    after: Field | None


@dataclass(frozen=True, slots=True)
class Mended:
    """
    A correction.

    Args:
        what: What was mended.
        how: That it was withdrawn, restored or put in; empty if it was corrected.
        same: What stayed as it was: of which board, whose contract.
        changed: What did not.
        sealed: Whether what it says is for the table only, so far.
        of: The version that was mended.
        version: That of the mending.
    """

    what: str
    how: str
    same: tuple[Field, ...]
    changed: tuple[Step, ...]
    sealed: bool
    of: int
    version: int
    who: str | None
    when: str | None
    reason: str


def mended(changes: Iterable[Said]) -> list[Mended]:
    """The corrections of a match, the newest first."""
    return [_mended(change) for change in reversed(list(changes))]


def _mended(change: Said) -> Mended:
    before, after = change["before"], change["after"]
    sealed = any(said is not None and "sealed" in said for said in (before, after))
    same, changed = ((), ()) if sealed else _compared(before or {}, after or {})
    if before is None or after is None:
        same, changed = tuple(field for step in changed for field in (step.before, step.after) if field), ()
    return Mended(
        what=_what(before, after),
        how=_how(change),
        same=same,
        changed=changed,
        sealed=sealed,
        of=change["of"],
        version=change["version"],
        who=change["who"],
        when=change["when"],
        reason=change["reason"],
    )


def _what(before: Said | None, after: Said | None) -> str:
    said = after if after is not None and "type" in after else before
    type_ = "" if said is None else str(said.get("type", ""))
    return _WHAT.get(type_) or _LAST.get(type_.rpartition(".")[2], "A report")


def _how(change: Said) -> str:
    if change["after"] is None:
        return "withdrawn"
    if change["before"] is None:
        return "put in" if change["of"] == change["version"] else "restored"
    return ""


def _compared(before: Said, after: Said) -> tuple[tuple[Field, ...], tuple[Step, ...]]:
    old, new = ({field.name: field for field in _fields(each.get("data", {}))} for each in (before, after))
    names = list(dict.fromkeys([*old, *new]))
    same = tuple(old[name] for name in names if old.get(name) == new.get(name))
    return same, tuple(Step(old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name))


def _fields(data: Said) -> Iterator[Field]:
    """What was said, in the order in which people say it: contract, declarer, tricks, and where it was."""
    first = ("contract", "declarer", "tricks", "result")
    for name in sorted(data, key=lambda name: first.index(name) if name in first else len(first)):
        if data[name] is not None and data[name] is not False:
            yield _field(name, data[name])


def _field(name: str, value: Any) -> Field:
    match value:
        case str() if name == "contract" and value in CONTRACTS:
            return Field(name, "contract", value)
        case str() if name == "call":
            return Field(name, "call", value)
        case str() if _is_card(value):
            return Field(name, "card", value)
        case [*cards] if cards and all(map(_is_card, cards)):
            return Field(name, "cards", " ".join(cards))
        case dict() if all(isinstance(each, str | int) for each in value.values()):
            return Field(name, "own", ", ".join(f"{unit} {each}" for unit, each in value.items()))
        case dict() | list():
            return Field(name, "own", str(len(value)))
        case _:
            words = _ROOMS if name == "room" else _WORDS
            said = "yes" if value is True else words.get(str(value), str(value))
            return Field(name, "own" if name in _OWN else "word", said, _PHRASES.get(name, ""))


def _is_card(value: object) -> bool:
    return isinstance(value, str) and len(value) == 2 and value[0] in "23456789TJQKA" and value[1] in SUITS  # noqa: PLR2004

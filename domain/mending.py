"""Mendings: corrected, withdrawn, restored and inserted facts, each in its place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from domain import games, wire
from domain.board import Change
from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import (
    Confirmed,
    Corrected,
    Event,
    Fact,
    Inserted,
    Mending,
    Opened,
    Restored,
    Unreadable,
    Withdrawn,
    given,
)
from domain.text import moment

_NESTED: Final = "/data/data"
"""Where a mending or a word says what a fact should have said."""


@dataclass(frozen=True, slots=True)
class Place:
    """One fact's place in a match: as it counts now, and whether it stands or was withdrawn."""

    fact: Fact[Event]
    stands: bool = True


def mend(places: tuple[Place, ...], fact: Fact[Event]) -> tuple[tuple[Place, ...], Change]:
    """
    Mend the facts of a match.

    Args:
        places: Every fact so far, in its place; the opening is the first.
        fact: The mending.

    Returns:
        The facts as they count from now on, and what boards say of the change.

    Errors:
        RuleViolation: `nothing_to_correct` where there is no such fact, or the rule that the mended
            fact breaks in itself (`contract_invalid`). Whether it fits the others, `admit` says.
    """
    event = fact.event
    match event:
        case Inserted():
            index = _index(places, event.before, "to insert before")
            if index == 0:
                raise RuleViolation("nothing_to_correct", "Nothing comes before the opening of the match.")
            before, after = None, Place(replace(fact, event=_read(event.type, event.data)))
            mended = (*places[:index], after, *places[index:])
            of = fact.version
        case Corrected() | Withdrawn() | Restored():
            of = event.of
            index = _index(places, of, "to mend", withdrawn=isinstance(event, Restored))
            before, after = places[index], _mended(places[index], event)
            mended = (*places[:index], after, *places[index + 1 :])
        case _:
            raise TypeError(event.TYPE)
    return mended, _change(fact, of, event.reason, before, after)


def hides(event: Event) -> bool:
    """Whether a fact may carry what only the table may see until it is shown."""
    return bool(event.HIDDEN) or isinstance(event, Confirmed | Unreadable)


def hid(change: Change) -> bool:
    """Whether what was mended may have carried it, whatever stands there now."""
    if change.before is None:
        return False
    model = games.event_types().get(str(change.before["type"]))
    return model is None or bool(model.HIDDEN)


def check_confirmed(places: tuple[Place, ...], event: Confirmed) -> None:
    """Whether there is a fact to confirm, and the word on it can be read."""
    place = places[_index(places, event.of, "to confirm")]
    if event.data is not None:
        wire.read(type(place.fact.event), event.data, _NESTED)


def differs(places: tuple[Place, ...], event: Confirmed) -> str | None:
    """How the other side's word differs from the fact as it counts now, in words; None if it does not."""
    standing = [place.fact.event for place in places if place.stands and place.fact.version == event.of]
    if not standing or event.data is None:
        return None
    try:
        said = wire.read(type(standing[0]), event.data)
    except RuleViolation as violation:
        return violation.detail
    return difference(*({"type": word.TYPE, "data": word.meaning()} for word in (standing[0], said))) or None


def difference(said: Mapping[str, Any], says: Mapping[str, Any]) -> str:
    """
    Say what changed between two events; of what only the table may see, no more than that it did.

    >>> said = {"type": "bridge.deal_played", "data": {"contract": "4S", "tricks": 10}}
    >>> difference(said, {"type": "bridge.deal_played", "data": {"contract": "4S", "result": "-1"}})
    'tricks 10 → nothing, result nothing → -1'
    """
    before, after = said["data"], says["data"]
    hidden = _hidden(said["type"]) | _hidden(says["type"])
    names = [*before, *(name for name in after if name not in before)]
    return ", ".join(
        f"{name} differ" if name in hidden else f"{name} {_say(before.get(name))} → {_say(after.get(name))}"
        for name in names
        if before.get(name) != after.get(name)
    )


def sentence(event: Event, change: Change) -> str:
    """What a mending did, for `why`."""
    match event:
        case Corrected():
            assert change.before is not None
            assert change.after is not None
            what = difference(change.before, change.after)
            return f"Version {change.of} was corrected ({what or 'to the same'}): {change.reason}"
        case Withdrawn():
            return f"Version {change.of} was withdrawn: {change.reason}"
        case Restored():
            return f"Version {change.of} was restored: {change.reason}"
        case Inserted():
            return f"What was forgotten was put in before version {event.before}: {change.reason}"
        case _:
            raise TypeError(event.TYPE)


def _index(places: tuple[Place, ...], version: int, what: str, *, withdrawn: bool = False) -> int:
    for index, place in enumerate(places):
        if place.fact.version == version:
            if place.stands is withdrawn:
                state = "withdrawn" if withdrawn is False else "not withdrawn"
                raise RuleViolation("nothing_to_correct", f"Version {version} is {state}.")
            return index
    raise RuleViolation("nothing_to_correct", f"Version {version} is no fact {what}.")


def _mended(place: Place, event: Corrected | Withdrawn | Restored) -> Place:
    old = place.fact.event
    if not isinstance(event, Corrected):
        if isinstance(old, Opened):
            raise RuleViolation("nothing_to_correct", "The opening of a match cannot be withdrawn.")
        return replace(place, stands=isinstance(event, Restored))
    new = _read(event.type or old.TYPE, event.data, opening=isinstance(old, Opened))
    if isinstance(old, Opened) and isinstance(new, Opened):
        if new.game != old.game:
            raise EventInvalid([Flaw("/data/data/game", "a correction cannot change the game")])
        if "visibility" in old.model_fields_set - new.model_fields_set:
            new = new.model_copy(update={"visibility": old.visibility})
        new, _ = games.pinned(new, _NESTED)
    return replace(place, fact=replace(place.fact, event=new))


def _read(type_: str, data: dict[str, Any], *, opening: bool = False) -> Event:
    model = wire.find(games.event_types(), type_, "/data/type")
    if issubclass(model, Mending) or (model is Opened) is not opening:
        raise EventInvalid([Flaw("/data/type", f"{type_} cannot stand there")])
    return wire.read(model, data, _NESTED)


def _change(fact: Fact[Event], of: int, reason: str, before: Place | None, after: Place) -> Change:
    return Change(
        of=of,
        version=fact.version,
        before=given(before.fact.event) if before and before.stands else None,
        after=given(after.fact.event) if after.stands else None,
        who=fact.actor,
        when=moment(fact.recorded_at),
        reason=reason,
    )


def _hidden(type_: str) -> frozenset[str]:
    model = games.event_types().get(type_)
    return model.HIDDEN if model else frozenset()


def _say(value: Any) -> str:
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else wire.canonical(value)

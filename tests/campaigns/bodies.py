"""Bodies by chance: reports of every game as they were once stored, spoilt at any place; and any JSON at all."""

import copy
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st

from tests.campaigns.nasty import KEYS, VALUES
from tests.plays import PLAYS

Event: TypeAlias = dict[str, Any]
"""A report as it is sent: `type` and `data`."""


def _evenings() -> Iterator[tuple[str, list[Event]]]:
    for path in sorted((Path(__file__).parents[1] / "wire").glob("*.json")):
        told = [(each["type"], json.loads(each["body"])) for each in json.loads(path.read_text())["events"]]
        yield told[0][1]["game"], [{"type": type_, "data": data} for type_, data in told]
    for play in PLAYS:
        opening = {"game": play.game, "options": play.options}
        told = [("match.opened", opening), *play.facts, play.forgotten]
        yield play.game, [{"type": type_, "data": data} for type_, data in told]


def _by_game() -> dict[str, list[list[Event]]]:
    found = defaultdict(list)
    for game, evening in _evenings():
        found[game].append(evening)
    return dict(found)


EVENINGS: Final = _by_game()
"""Every game's stored samples and short evenings, each from its opening on."""
_EVENTS: Final = [event for evenings in EVENINGS.values() for evening in evenings for event in evening[1:]]
_MENDINGS: Final = ("match.corrected", "match.inserted")

json_values: Final = st.recursive(
    st.sampled_from(VALUES) | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)  # fmt: skip
"""Anything that JSON can say, the nasty more often."""


@st.composite
def reports(draw: st.DrawFn, game: str) -> Event:
    """A report of that game, or seldom of another one: as it was, or spoilt, or inside a mending."""
    own = [event for evening in EVENINGS[game] for event in evening[1:]]
    event = copy.deepcopy(draw(st.sampled_from(own if draw(st.integers(0, 9)) else _EVENTS)))
    if draw(st.integers(0, 5)) == 0:
        event = _mended(draw, event)
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 1, 2, 4]))):
        _spoil(draw, event)
    return event


@st.composite
def bodies(draw: st.DrawFn, game: str) -> Any:
    """What is sent to a match of that game."""
    form = draw(st.integers(0, 9))
    if form == 0:
        return copy.deepcopy(draw(json_values))
    if form <= 2:
        batch = {"events": draw(st.lists(reports(game), max_size=5))}
        if form == 2:
            _spoil(draw, batch)
        return batch
    return draw(reports(game))


@st.composite
def openings(draw: st.DrawFn, game: str) -> Any:
    """How a match of that game is opened: as it was, or spoilt."""
    opening = copy.deepcopy(draw(st.sampled_from(EVENINGS[game]))[0]["data"])
    for _ in range(draw(st.integers(0, 3))):
        _spoil(draw, opening)
    return opening


def _mended(draw: st.DrawFn, event: Event) -> Event:
    type_, version = draw(st.sampled_from(_MENDINGS)), draw(st.integers(1, 8))
    where = {"of": version} if type_ == "match.corrected" else {"before": version, "type": event["type"]}
    said = {**where, "data": event["data"], "reason": "misheard", "force": draw(st.booleans())}
    return {"type": type_, "data": said}


def _spoil(draw: st.DrawFn, whole: Any) -> None:
    """Change one place of it: another value, another's value, gone, doubled, or with a key more. Nothing is shared."""
    container, place = draw(st.sampled_from(list(_places(whole))))
    match draw(st.sampled_from(["swap", "swap", "swap", "near", "near", "borrow", "drop", "more"])):
        case "swap":
            container[place] = copy.deepcopy(draw(json_values))
        case "near":
            container[place] = _near(draw, container[place])
        case "borrow":
            other, there = draw(st.sampled_from(list(_places(copy.deepcopy(draw(st.sampled_from(_EVENTS)))))))
            container[place] = other[there]
        case "drop":
            del container[place]
        case _ if isinstance(container, dict):
            container[draw(st.sampled_from(KEYS) | st.text(max_size=10))] = copy.deepcopy(draw(json_values))
        case _:
            container.insert(draw(st.integers(0, len(container))), copy.deepcopy(container[place]))
    if not whole:
        whole["type"] = "match.closed"


def _near(draw: st.DrawFn, value: Any) -> Any:
    """Something of the same kind, close by or far off."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw(st.sampled_from([-1000, -100, -13, -2, -1, 1, 2, 3, 13, 100, 1000, 2**53 - 20_000]))
    if isinstance(value, str):
        return draw(
            st.sampled_from(
                [value.lower(), value.upper(), value + value, value[:-1], value[::-1], f" {value}", value + "\u0301"]
            )
        )
    if isinstance(value, list):
        return draw(st.permutations(value)) if draw(st.booleans()) else value + value
    return {name: value[name] for name in reversed(value)} if isinstance(value, dict) else 0


def _places(whole: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in it that can be changed, but the outermost."""
    items = whole.items() if isinstance(whole, dict) else enumerate(whole) if isinstance(whole, list) else ()
    for place, value in items:
        yield whole, place
        yield from _places(value)

"""The USEBIO files of real clubs: every line told, and every figure that was published."""

from pathlib import Path
from typing import Any

import pytest

from services.formats import usebio
from services.formats.found import Bad, Found, Item, Left, Told
from tests.cases import SHARED
from tests.domain.games.bridge.published import EVENTS, Key, keyed
from tests.readings import events, facts, fault, items, of, points_unlike, results_unlike, total_of, totals_unlike

FILES = SHARED / "data" / "bridge" / "events" / "usebio"
NAMES = [name for name in EVENTS if name.startswith("usebio_")]
HIDDEN: dict[str, set[Key]] = {
    "usebio_mp_pairs_mitchell_02": {(1, "1NS", "1EW")},
    "usebio_mp_pairs_mitchell_adjusted": {(1, "1NS", "1EW")},
}
"""Averages that a line does not say: it shows the table's result, and only its points are those of an average."""

pytestmark = pytest.mark.skipif(not FILES.exists(), reason="the published events are not on this machine")


def told(name: str) -> list[Item]:
    return items(usebio.read, Path(FILES / f"{name.removeprefix('usebio_')}.xml").read_bytes())


def awards(found: list[Item]) -> dict[Key, Any]:
    adjusted = (data for kind, data in facts(found) if kind == "bridge.board_adjusted")
    return {(data["board"], data["ns"], data["ew"]): data["award"] for data in adjusted}


def with_what_it_hides(name: str, found: list[Item]) -> list[dict[str, Any]]:
    """A session as told, and what a director did that the file shows by its figures alone."""
    event = EVENTS[name]
    hidden = [
        {"board": board, "ns": ns, "ew": ew, "award": event.awards[board, ns, ew], "reason": "hidden"}
        for board, ns, ew in HIDDEN.get(name, ())
    ]
    moved = [{"pair": pair, "points": points, "reason": "by hand"} for pair, points in event.adjusted.items()]
    return [
        *events(found, ""),
        *({"type": "bridge.board_adjusted", "data": data} for data in hidden),
        *({"type": "match.adjusted", "data": data} for data in moved),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_line_and_every_hand_is_told(name: str) -> None:
    found = told(name)

    assert not of(Bad, found)
    assert not of(Left, found)
    assert len(of(Found, found)) == 1
    played = {data["board"] for kind, data in facts(found) if kind == "bridge.deal_played"}
    assert {data["board"] for kind, data in facts(found) if kind == "bridge.dealt"} == played
    assert len(of(Told, found)) == len(list(keyed(name))) + len(played)


@pytest.mark.parametrize("name", NAMES)
def test_every_result_is_told_as_it_was_published(name: str) -> None:
    assert results_unlike(name, told(name)) == set()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_director_gave_is_told(name: str) -> None:
    found, event = told(name), EVENTS[name]

    assert awards(found) == {key: award for key, award in event.awards.items() if key not in HIDDEN.get(name, ())}


@pytest.mark.parametrize("name", NAMES)
def test_options_are_those_by_which_it_was_scored(name: str) -> None:
    [found] = of(Found, told(name))

    published = {"scoring": "matchpoints", "winners": 1} | EVENTS[name].options
    assert (dict(found.options), dict(found.unsure)) == (published, {})


@pytest.mark.parametrize("name", NAMES)
def test_every_published_point_is_reproduced(name: str) -> None:
    assert points_unlike(name, with_what_it_hides(name, told(name))) == set(EVENTS[name].unlike)


@pytest.mark.parametrize("name", [name for name in NAMES if EVENTS[name].before is None])
def test_every_published_total_is_reproduced(name: str) -> None:
    session = with_what_it_hides(name, told(name))

    assert totals_unlike(name, session, total_of) == set(EVENTS[name].unlike_totals)


def test_an_unknown_kind_of_event_is_refused_with_its_line_and_name() -> None:
    unreadable = fault(usebio.read, (FILES / "notsupported.xml").read_bytes())

    assert unreadable.line == 8
    assert "NOTSUP" in unreadable.reason


def test_every_file_of_the_folder_is_spoken_of() -> None:
    assert {path.stem for path in FILES.iterdir()} == {name.removeprefix("usebio_") for name in NAMES} | {
        "notsupported"
    }

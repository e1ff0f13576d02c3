"""A replay that grows while it is looked at: what was worked out of a film serves the next one, once for all."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest

from domain import games, wire
from domain.event import Fact
from domain.match import AnyFact, fold
from services import rewinding
from services.rewinding import Film
from services.web import chart
from tests.domain.games.bridge.telling import of, opened, result

MOST = 80
"""Versions that the chart of a long session looks at."""


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many results each ranking had that the chart looked at, in their order."""
    found: list[int] = []
    scored = chart._SCORED["bridge.pairs"]

    def scores(board: Any) -> chart.Scores:
        found.append(sum(pair.boards for pair in board.pairs) // 2)
        return scored.scores(board)

    monkeypatch.setitem(chart._SCORED, "bridge.pairs", replace(scored, scores=scores))
    return found


def facts(*events: dict[str, Any], after: int = 0) -> tuple[AnyFact, ...]:
    return tuple(
        Fact(version, wire.read(wire.find(games.event_types(), each["type"]), each["data"]))
        for version, each in enumerate(events, start=after + 1)
    )


def session(results: int) -> Film:
    told = (result(at % 25 + 1, f"{2 * (at // 25) + 1}", f"{2 * (at // 25) + 2}", "4S N 10") for at in range(results))
    return grown(None, opened("bridge.pairs"), *told)


def grown(before: Film | None, *events: dict[str, Any]) -> Film:
    """The film that follows another one with some more events."""
    known = before.facts if before is not None else ()
    whole = (*known, *facts(*events, after=len(known)))
    stills = tuple(fold(whole[:end]) for end in range(100, len(whole) + 1, 100))
    return rewinding._grown(Film("", fold(whole), whole, (), b"", stills), before)


def anew(film: Film) -> chart.Chart | None:
    """The chart of the same film with nothing worked out before."""
    return chart.chart(Film("", film.now, film.facts, (), b"", film.stills))


def more(board: int) -> dict[str, Any]:
    return result(board, "91", "92", "3N E 9")


def test_after_one_more_event_the_chart_looks_at_it_alone(looked: list[int]) -> None:
    before = session(300)
    chart.chart(before)
    assert 1 < len(looked) <= MOST
    looked.clear()

    after = grown(before, more(1))
    drawn = chart.chart(after)

    assert looked == [301]
    assert drawn == anew(after)


def test_the_versions_looked_at_stay_while_a_session_grows_and_are_never_too_many() -> None:
    film = session(100)
    seen: set[int] = set()
    for results in range(100, 200, 20):
        versions = set(chart._sampled(film, MOST)) - {film.last}
        assert seen <= versions
        assert len(versions) < MOST
        # Where the grid becomes twice as wide, half of it stays.
        seen = versions if film.last // MOST == (film.last + 20) // MOST else set()
        film = grown(film, *(more(board) for board in range(results - 99, results - 79)))


def test_after_a_mending_all_is_looked_at_as_we_know_it_now_once(looked: list[int]) -> None:
    before = session(200)
    chart.chart(before)
    right = {"board": 1, "ns": "1", "ew": "2", "contract": "4S", "declarer": "N", "tricks": 12}
    mended = grown(before, of("match.corrected", of=2, data=right, reason="miscounted"))
    looked.clear()

    drawn = chart.chart(mended)
    assert drawn == anew(mended)
    assert drawn is not None
    assert drawn.differs

    looked.clear()
    after = grown(mended, more(1))
    drawn = chart.chart(after)
    assert looked == [201, 201], "then and now"
    assert drawn == anew(after)


def test_a_film_of_other_facts_or_a_shorter_one_takes_nothing_over() -> None:
    one, other = session(110), session(110)
    chart.chart(one)

    assert rewinding._grown(other, one).shown == {}
    shorter = Film("", fold(one.facts[:50]), one.facts[:50], (), b"", ())
    assert rewinding._grown(shorter, one).shown == {}


def test_many_at_once_look_once(looked: list[int]) -> None:
    film = session(150)
    versions = len(chart._sampled(film, MOST))
    together = Barrier(6)

    def look(_: int) -> chart.Chart | None:
        together.wait()
        return chart.chart(film)

    with ThreadPoolExecutor(6) as pool:
        drawn = list(pool.map(look, range(6)))

    assert len(looked) == versions
    assert all(each is drawn[0] for each in drawn)


def test_requests_that_made_the_same_film_go_on_with_one() -> None:
    films = rewinding._Films()
    first, second = session(3), session(3)
    longer = grown(first, more(1))

    assert films.put(("a", "whole"), first) is first
    assert films.put(("a", "whole"), second) is first
    assert films.put(("a", "whole"), longer) is longer

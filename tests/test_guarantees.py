"""The recipe of the chain, as `docs/guarantees.md` gives it to those who check a log without our code."""

import doctest
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from services import chain, clock, reading, recording, seeing
from services.wiring import Stores
from tests.people import Table, deal, report

PAGE = Path(__file__).parents[1] / "docs" / "guarantees.md"
Link = Callable[[bytes, dict[str, Any]], bytes]


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """What the page's Python defines."""
    found: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text()):
        exec(compile(example.source, str(PAGE), "single"), found)  # noqa: S102  our own page
    return found


@pytest.fixture(scope="module")
def link(page: dict[str, Any]) -> Link:
    """The page's recipe."""
    found: Link = page["link"]
    return found


def test_the_worked_example_comes_out() -> None:
    told = doctest.testfile(str(PAGE), module_relative=False)

    assert told.failed == 0
    assert told.attempted > 5


def test_the_recipe_gives_the_hashes_of_a_real_log(link: Link, stores: Stores) -> None:
    table = Table(stores)
    match = table.open(title="Ünïcödé “é” \n", players={"N": "p1", "S": ["p2", "p3"]})
    table.tell(match, *deal("4S", "N", 10))
    earlier = clock.now() - timedelta(minutes=3)
    award = report("match.adjusted", {"side": "NS", "points": -50, "reason": 'said "so"\t\x7f\x01'})
    recording.record(table.desk, table.bearer, match, [replace(award, occurred_at=earlier)])

    told = reading.log(stores, table.kept, seeing.find(stores, table.kept, table.bearer, match), after=0, limit=10)

    last = chain.GENESIS
    for event in told:
        last = link(last, event)
        assert last.hex() == event["hash"]
    assert len(told) == 3


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("ledger", "mein"),
        ("match", "0190163d-8694-739b-aea5-966c26f8ad91"),
        ("version", 3),
        ("id", "f86c8e39-2de5-4bb5-9008-94492f5fc3d7"),
        ("type", "bridge.deal_playe"),
        ("data", {"contract": "4SX", "declarer": "S", "tricks": 12}),
        ("recorded_at", "2026-11-29T18:07:30.250001Z"),
        ("occurred_at", None),
        ("actor", "scorer:5tGca2nx1i"),
    ],
)
def test_every_field_counts(link: Link, page: dict[str, Any], field: str, other: Any) -> None:
    told = page["deal"]

    assert link(page["first"], told | {field: other}) != link(page["first"], told)
    assert link(bytes(32), told) != link(page["first"], told)

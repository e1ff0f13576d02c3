"""How fast Schnapsen is: legal answers a second, and a whole deal of thirty events folded, on one core."""

import random
from collections.abc import Iterator
from typing import Any

from bench.figures import Figure, rate
from domain.games.schnapsen import SIXTYSIX
from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.terms import CARDS, SUITS
from domain.games.schnapsen.trick import legal_follows
from domain.match import fold
from tests.schnapsen_table import RULESETS, Players, Table, dealing

rng = random.Random(66)
DEALS = 100


def questions(count: int) -> list[tuple[Any, ...]]:
    """Hands of five in phase 2, with a lead and a trump suit."""
    dealt = [rng.sample(CARDS, 6) for _ in range(count)]
    return [(cards[:5], cards[5], rng.choice(SUITS), 2) for cards in dealt]


def deal_of_thirty() -> Table:
    """A deal of Sixty-Six, card by card, of thirty events or nearly so."""
    players = Players(rng, closes=0, singly=True)
    tables = [players.deal(Table("sixtysix"), **dealing(rng, RULESETS["sixtysix"])) for _ in range(100)]
    return min(tables, key=lambda table: abs(len(table.facts) - 30))


def measure() -> Iterator[Figure]:
    """Legal answers a second, and deals a second."""
    asked = questions(2000)
    ours = rate(lambda: len([legal_follows(*each) for each in asked]), 9)
    yield Figure("schnapsen legal_follows", ours, "calls/s", "the goal, 1 M/s", ours / 1_000_000, 1.0)
    facts = deal_of_thirty().facts
    state = SIXTYSIX.start(SchnapsenOptions(), {})

    def folded() -> int:
        for _ in range(DEALS):
            now = state
            for fact in facts[1:]:
                now = SIXTYSIX.fold(now, fact)
        return DEALS

    def as_match() -> int:
        for _ in range(DEALS):
            fold(facts)
        return DEALS

    deals = rate(folded)
    yield Figure(
        f"schnapsen deals of {len(facts)} events, folded", deals, "deals/s", "the goal, 0.3 ms", deals / 3333, 1.0
    )
    yield Figure("the same as matches, every event checked", rate(as_match), "deals/s")

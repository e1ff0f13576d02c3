"""How fast Schnapsen is: legal answers a second, and a whole deal of thirty events folded, on one core."""

import random
import sys
import time
import timeit
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from domain.games.schnapsen import SIXTYSIX
from domain.games.schnapsen.options import SchnapsenOptions
from domain.games.schnapsen.terms import CARDS, SUITS
from domain.games.schnapsen.trick import legal_follows
from domain.match import fold
from tests.schnapsen_table import RULESETS, Players, Table, dealing

rng = random.Random(66)


def questions(count: int) -> list[tuple]:
    """Hands of five in phase 2, with a lead and a trump suit."""
    dealt = [rng.sample(CARDS, 6) for _ in range(count)]
    return [(cards[:5], cards[5], rng.choice(SUITS), 2) for cards in dealt]


def deal_of_thirty() -> Table:
    """A deal of Sixty-Six, card by card, of thirty events or nearly so."""
    players = Players(rng, closes=0, singly=True)
    tables = [players.deal(Table("sixtysix"), **dealing(rng, RULESETS["sixtysix"])) for _ in range(100)]
    return min(tables, key=lambda table: abs(len(table.facts) - 30))


def best(run: Callable[[], object], number: int) -> float:
    """Processor seconds for one run, the best of nine."""
    return min(timeit.repeat(run, number=number, repeat=9, timer=time.process_time)) / number


asked = questions(2000)
print(f"legal_follows: {2000 / best(lambda: [legal_follows(*each) for each in asked], 20) / 1e6:.2f} M/s")

facts = deal_of_thirty().facts
state = SIXTYSIX.start(SchnapsenOptions(), {})


def folded() -> None:
    now = state
    for fact in facts[1:]:
        now = SIXTYSIX.fold(now, fact)


def checked() -> None:
    now = state
    for fact in facts[1:]:
        SIXTYSIX.check(now, fact.event)
        now = SIXTYSIX.fold(now, fact)


print(f"a deal of {len(facts)} events, folded: {best(folded, 200) * 1e3:.3f} ms")
print(f"the same, each event checked first: {best(checked, 200) * 1e3:.3f} ms")
print(f"the same, as a match with its log: {best(lambda: fold(facts), 200) * 1e3:.3f} ms")

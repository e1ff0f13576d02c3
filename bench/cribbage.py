r"""
Cribbage hands and pegging per second, side by side with other Python scorers.

`make bench` installs the others from bench/requirements.lock into build/bench, and nothing else does.

One core, the same random hands for all, prepared before the clock starts; best of three.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from domain.cards import PACK, Card
from domain.games.cribbage.pegging import pegged
from domain.games.cribbage.scoring import count, total
from domain.games.cribbage.terms import LIMIT, value_of

HANDS = 50_000
PEERS_DO = 4_000
RANKS = "A23456789TJQK"

Hand = list[Card]
Task = Callable[[], list[int]]


def main() -> None:
    sys.path[:0] = sys.argv[1:]  # before this file's folder: one of the others has its name
    chance = random.Random(7)
    hands = [chance.sample(PACK, 5) for _ in range(HANDS)]
    piles = [*_piles(chance, HANDS)]
    _show(hands)
    _play(piles)
    _all_hands()


def _show(hands: list[Hand]) -> None:
    print("The show, hands per second")
    split = [(tuple(hand[:4]), hand[4]) for hand in hands]
    ours = _rate("scorepad, totals", lambda: [total(hand, starter) for hand, starter in split], len(hands))
    parts = _rate("scorepad, by parts", lambda: [count(hand, starter).total for hand, starter in split], len(hands))
    _rate("scorepad, by parts, with the sets of cards and the count aloud", lambda: _aloud(split), len(hands))
    some = hands[:PEERS_DO]
    right = [total(hand[:4], hand[4]) for hand in some]
    for name, prepare in SHOWS.items():
        _peer(name, prepare, some, right, (("totals", ours), ("by parts", parts)))


def _play(piles: list[Hand]) -> None:
    print("\nThe play, cards per second")
    ours = _rate("scorepad", lambda: [_points(pile) for pile in piles], len(piles))
    some = piles[:PEERS_DO]
    right = [_points(pile) for pile in some]
    for name, prepare in PLAYS.items():
        _peer(name, prepare, some, right, (("cards", ours),))


def _all_hands() -> None:
    print("\nAll 12,994,800 hands and starters")
    try:
        bulk = import_module("domain.games.cribbage.bulk")
    except ImportError:
        print("  needs numpy: make setup")
        return
    for name, crib in (("hands", False), ("cribs", True)):
        start = time.perf_counter()
        bulk.distribution(crib=crib)
        print(f"  {name}: {time.perf_counter() - start:.2f} s")


def _peer(
    name: str,
    prepare: Callable[[list[Hand]], Task],
    hands: list[Hand],
    right: list[int],
    ours: tuple[tuple[str, float], ...],
) -> None:
    try:
        task = prepare(hands)
    except ImportError:
        print(f"  {name:<64} not installed")
        return
    theirs = task()
    rate = _rate(name, task, len(hands))
    ratios = ", ".join(f"{what} {mine / rate:.3g} times as fast" for what, mine in ours)
    wrong = sum(one != other for one, other in zip(theirs, right, strict=True))
    print(f"    scorepad: {ratios}; {wrong} of {len(hands)} differ")


def _rate(name: str, task: Task, size: int) -> float:
    best = 0.0
    for _ in range(3):
        start = time.perf_counter()
        task()
        best = max(best, size / (time.perf_counter() - start))
    print(f"  {name:<64} {best:>12,.0f}")
    return best


def _aloud(split: list[tuple[tuple[Card, ...], Card]]) -> list[int]:
    lengths = []
    for hand, starter in split:
        counted = count(hand, starter)
        lengths.append(len(counted.cadence) + len(counted.groups.fifteens))
    return lengths


def _points(pile: Hand) -> int:
    return sum(points for _, points in pegged(pile))


def _piles(chance: random.Random, number: int) -> Iterator[Hand]:
    """Piles as they grow in play: random cards until one would pass 31."""
    made = 0
    while made < number:
        pile: Hand = []
        for card in chance.sample(PACK, 13):
            if sum(map(value_of, pile)) + value_of(card) > LIMIT or made == number:
                break
            pile.append(card)
            made += 1
            yield pile[:]


def _scorer_show(hands: list[Hand]) -> Task:
    show = import_module("cribbage_scorer.cribbage_scorer").show_calc_score
    cards = [[(RANKS.index(card[0]) + 1, card[1]) for card in hand] for hand in hands]
    return lambda: [show(hand[4], hand[:4])[0] for hand in cards]


def _scorer_play(piles: list[Hand]) -> Task:
    play = import_module("cribbage_scorer.cribbage_scorer").play_score_ongoing
    cards = [[(RANKS.index(card[0]) + 1, card[1]) for card in pile] for pile in piles]
    return lambda: [play(pile)[1] for pile in cards]


def _cribbage_cards(hands: list[Hand]) -> list[list[Any]]:
    make = import_module("cribbage.card").Card
    return [[make(RANKS.index(card[0]) + 13 * "DCHS".index(card[1])) for card in hand] for hand in hands]


def _cribbage_show(hands: list[Hand]) -> Task:
    show = import_module("cribbage.score").score_hand
    cards = _cribbage_cards(hands)
    return lambda: [show(hand[:4], hand[4]) for hand in cards]


def _cribbage_play(piles: list[Hand]) -> Task:
    play = import_module("cribbage.score").score_count
    cards = _cribbage_cards(piles)
    return lambda: [play(pile) for pile in cards]


def _pycribbage_cards(hands: list[Hand]) -> list[Any]:
    tools = import_module("pycribbage.deck_tools")
    made = []
    for hand in hands:
        held = tools.Hand()
        for card in hand:
            held.add_card(tools.Card("CDHS".index(card[1]), RANKS.index(card[0]) + 1))
        made.append(held)
    return made


def _pycribbage_show(hands: list[Hand]) -> Task:
    show = import_module("pycribbage.scorer").ScoreTheShow
    cards = _pycribbage_cards(hands)
    return lambda: [show(hand).score for hand in cards]


def _pycribbage_play(piles: list[Hand]) -> Task:
    """It pays 1 for 31, and the other point with the go."""
    play = import_module("pycribbage.scorer").ScoreThePlay
    cards = _pycribbage_cards(piles)
    full = [sum(map(value_of, pile)) == LIMIT for pile in piles]
    return lambda: [play(pile).score + more for pile, more in zip(cards, full, strict=True)]


SHOWS = {
    "cribbage-scorer": _scorer_show,
    "cribbage": _cribbage_show,
    "pycribbage": _pycribbage_show,
}
PLAYS = {
    "cribbage-scorer": _scorer_play,
    "cribbage (no runs)": _cribbage_play,
    "pycribbage": _pycribbage_play,
}

if __name__ == "__main__":
    main()

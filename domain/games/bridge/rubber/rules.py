"""
What a deal, and the end, does to a rubber. What may be reported is what any pad takes.

Source:
    docs/games/bridge.md, "Rubber bridge".
"""

from collections.abc import Iterable

from domain.event import Closed, Fact
from domain.games.bridge.events import DealPlayed, RubberEvent
from domain.games.bridge.pad import rules as pad
from domain.games.bridge.pad import sentences as said
from domain.games.bridge.pad.state import Entry
from domain.games.bridge.rubber import sentences
from domain.games.bridge.rubber.state import Rubber
from domain.games.bridge.scoring import GAME, deal_awards
from domain.games.bridge.terms import SIDES, Side, name_of, other, side_of
from domain.records import evolve

_RUBBER_BONUS = {0: 700, 1: 500}
"""By the games of the other side."""
_WON = 2
"""Games that win the rubber."""


def check(state: Rubber, event: RubberEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    pad.check(state, event)


def fold(state: Rubber, fact: Fact[RubberEvent]) -> Rubber:
    """The rubber after the fact."""
    event = fact.event
    match event:
        case DealPlayed():
            return _played(state, event, fact.version)
        case Closed():
            return _closed(state)
        case _:
            return pad.fold(state, Fact(fact.version, event))


def _played(state: Rubber, event: DealPlayed, version: int) -> Rubber:
    state = pad.with_deal(state, event, version, deal_awards)
    declarer = state.deals[-1].outcome.declarer
    won = declarer is not None and state.account(side_of(declarer)).leg >= GAME
    return _game_won(state, side_of(declarer)) if declarer and won else state


def _game_won(state: Rubber, side: Side) -> Rubber:
    """Cut both legs off; the second game ends the rubber and pays its bonus."""
    state = evolve(pad.game_won(state, side), vulnerable=state.vulnerable | {side})
    if state.account(side).games < _WON:
        why = f"{name_of(side)} win game {state.game} and are vulnerable; part-scores are cut off."
        return evolve(state, game=state.game + 1, why=(*state.why, why))
    games = state.account(other(side)).games
    bonus = Entry(side, "above", "rubber", _RUBBER_BONUS[games])
    state = pad.with_entry(evolve(state, finished=True), bonus)
    why = f"{name_of(side)} win the rubber by two games to {games}: {bonus.points} above the line."
    return evolve(state, why=(*state.why, why, said.of_standing(state)))


def _closed(state: Rubber) -> Rubber:
    state = evolve(state, closed=True, current=None)
    if state.complete:
        return evolve(state, why=("The rubber is closed.",))
    bonuses = [*_only(state, "game_bonus"), *_only(state, "part_score_bonus")]
    state = pad.book(evolve(state, bonuses=tuple(bonuses)), bonuses)
    why = sentences.of_bonuses(state.bonuses)
    return evolve(state, why=(why, said.of_standing(state)))


def _only(state: Rubber, bonus: str) -> Iterable[Entry]:
    """The bonus of an unfinished rubber for the side that alone has a game, or a part-score."""
    of_games = bonus == "game_bonus"
    having: list[Side] = [
        side for side in SIDES if (state.account(side).games if of_games else state.account(side).leg)
    ]
    if len(having) == 1:
        reason = "only game" if of_games else "only part-score"
        points = state.options.game_bonus if of_games else state.options.part_score_bonus
        yield Entry(having[0], "above", reason, points)

"""
What a deal, and the end, does to a Chicago. What may be reported is what any pad takes.

Source:
    docs/games/bridge.md, "Chicago".
"""

from domain.event import Closed, Fact
from domain.games.bridge.chicago.state import DEALS, Chicago, dealer_of, vulnerable_in
from domain.games.bridge.events import DealPlayed, RubberEvent
from domain.games.bridge.pad import rules as pad
from domain.games.bridge.pad import sentences as said
from domain.games.bridge.pad.state import Entry, ScoredDeal
from domain.games.bridge.scoring import GAME, GAME_BONUS, deal_awards, duplicate_awards
from domain.games.bridge.terms import name_of, side_of
from domain.records import evolve


def check(state: Chicago, event: RubberEvent) -> None:
    """Whether the rules allow the event: RuleViolation, in the contract's order of checks, if not."""
    pad.check(state, event)


def fold(state: Chicago, fact: Fact[RubberEvent]) -> Chicago:
    """The Chicago after the fact."""
    event = fact.event
    match event:
        case DealPlayed():
            return _played(state, event, fact.version)
        case Closed():
            left = DEALS - state.game + 1
            how = "" if state.complete else f" with {left} of the four deals not played"
            why = f"The Chicago is closed{how}."
            return evolve(state, closed=True, current=None, why=(why, said.of_standing(state)))
        case _:
            return pad.fold(state, Fact(fact.version, event))


def _played(state: Chicago, event: DealPlayed, version: int) -> Chicago:
    worth = deal_awards if state.options.carry else duplicate_awards
    state = pad.with_deal(state, event, version, worth)
    last = state.deals[-1]
    if last.outcome.declarer is None:
        why = "Passed out: no score, and the same dealer deals again."
        return evolve(state, dealer=dealer_of(state.options, state.game), why=(why,))
    state = _with_bonus(state, last) if state.options.carry else _level(state, last)
    if state.game == DEALS:
        return evolve(state, finished=True, why=(*state.why, said.of_standing(state)))
    following = state.game + 1
    return evolve(
        state,
        game=following,
        dealer=dealer_of(state.options, following),
        vulnerable=vulnerable_in(state.options, following),
    )


def _with_bonus(state: Chicago, deal: ScoredDeal) -> Chicago:
    """Pay for a game that the deal completes, or for a part-score on the last deal."""
    side = side_of(deal.outcome.declarer or "")
    if state.account(side).leg >= GAME:
        bonus = Entry(side, "above", "game", GAME_BONUS[deal.vulnerable])
        state = pad.game_won(pad.with_entry(state, bonus), side)
        why = f"{name_of(side)} complete a game: {bonus.points} above the line; part-scores are cut off."
        return evolve(state, why=(*state.why, why))
    points = state.options.last_deal_part_score
    if deal.outcome.over < 0 or state.game < DEALS or not points:
        return state
    state = pad.with_entry(state, Entry(side, "above", "part-score on the last deal", points))
    why = f"A part-score on the last deal: {points} above the line for {name_of(side)}."
    return evolve(state, why=(*state.why, why))


def _level(state: Chicago, deal: ScoredDeal) -> Chicago:
    """Without carrying every deal stands alone: nothing counts towards a later game."""
    side = side_of(deal.outcome.declarer or "")
    if any(entry.reason == "game" for entry in deal.entries):
        return pad.game_won(state, side)
    return pad.no_legs(state)

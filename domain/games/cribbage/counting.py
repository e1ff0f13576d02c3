"""
Counting: what a hand, a crib or a table's own word moves on the board, what was claimed, and muggins.

Source:
    docs/games/cribbage.md, "Claims" and "Muggins".
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from domain.board import Note
from domain.errors import RuleViolation
from domain.event import Fact
from domain.games.cribbage import deal as dealing
from domain.games.cribbage import sentences
from domain.games.cribbage.deal import Deal, Show, Shown
from domain.games.cribbage.events import MugginsCalled, PointsPegged
from domain.games.cribbage.race import Race, peg
from domain.games.cribbage.scoring import ACC
from domain.games.cribbage.state import Cribbage, Overlooked
from domain.games.cribbage.terms import Seat, side_of

_NOTHING: Final = 19
"""No hand counts nineteen: who says so, says that there is nothing."""
_IMPOSSIBLE: Final = frozenset({19, 25, 26, 27})
_MOST: Final = 29
_OF_A_DEAL: Final = frozenset({"heels", "play", "hand", "crib"})


def pegged(
    state: Cribbage, seat: Seat, points: Iterable[tuple[str, int]], version: int, taken: int | None = None
) -> Cribbage:
    """The match after a seat pegged, and a sentence of it; `taken` is what it counted of them, if less."""
    race = _moved(state, seat, points, version, taken)
    said = sentences.of_awards(race.awards[len(state.race.awards) :])
    return replace(state, race=race, why=(*state.why, *said))


def moved(state: Cribbage, seat: Seat, points: Iterable[tuple[str, int]], version: int) -> Cribbage:
    """The match after a seat's pegs were moved, without a word."""
    return replace(state, race=_moved(state, seat, points, version))


def with_show(state: Cribbage, deal: Deal, fact: Fact[Shown]) -> Cribbage:
    """The match after a hand or the crib was counted: what its owner claimed is pegged, and never more than it is."""
    deal, show = dealing.with_show(deal, fact, state.by)
    assert show.count is not None
    total, said = show.count.total, show.claimed
    if said == _NOTHING and total < _NOTHING:
        said = 0
    taken = total if said is None else min(said, total)
    state = replace(state, deal=deal, overlooked=Overlooked(show.seat, total - taken), why=(sentences.of_show(show),))
    if said is not None and said != total:
        state = _noted(state, show, said, total)
    return pegged(state, show.seat, show.count.parts, fact.version, taken)


def check_points(deal: Deal | None, event: PointsPegged) -> None:
    """
    Whether points may be pegged without cards: not where the cards of the deal give them.

    Errors:
        RuleViolation: `already_reported`, `out_of_turn`.
    """
    if deal is None or event.reason not in _OF_A_DEAL:
        return
    if (event.reason == "heels" and (deal.starter or deal.dealt)) or (event.reason == "play" and deal.told):
        raise RuleViolation("already_reported", f"The cards of this deal tell the points for {event.reason}.")
    if event.reason in {"hand", "crib"}:
        if any(show.count and (show.seat, show.what) == (event.seat, event.reason) for show in deal.shows):
            raise RuleViolation("already_reported", f"{event.seat}'s {event.reason} was counted in this deal.")
        if deal.told and (deal.street != "show" or (event.seat, event.reason) != deal.next_show):
            seat, due = deal.next_show
            raise RuleViolation("out_of_turn", f"{seat}'s {due} is counted next, when all cards have been laid.")


def with_points(state: Cribbage, event: PointsPegged, version: int) -> Cribbage:
    """The match after points of a table that reports no cards for them."""
    deal = state.playing
    state = replace(state, overlooked=None, why=())
    if deal is None:
        unknown = state.race.open_dealing or event.reason in _OF_A_DEAL
        state = replace(state, race=replace(state.race, open_dealing=unknown))
    elif deal.play and (event.seat, event.reason) == deal.next_show:
        show = Show(version, event.seat, deal.next_show[1])
        state = replace(state, deal=replace(deal, shows=(*deal.shows, show)))
    if event.reason in {"hand", "crib"} and state.by is ACC and (event.points in _IMPOSSIBLE or event.points > _MOST):
        text = f"No {event.reason} counts {event.points}."
        state = replace(state, flags=(*state.flags, Note(code="impossible_count", text=text, versions=(version,))))
    return pegged(state, event.seat, [(event.reason, event.points)], version)


def check_muggins(state: Cribbage, event: MugginsCalled) -> None:
    """
    Whether muggins may be called.

    Errors:
        RuleViolation: `no_muggins`, `cannot_claim`.
    """
    if not state.options.muggins:
        raise RuleViolation("no_muggins", "This match is played without muggins.")
    if state.overlooked is None:
        raise RuleViolation("no_muggins", "Muggins is called of the latest count, and nothing was just counted.")
    players = state.options.players
    if side_of(event.seat, players) == side_of(state.overlooked.seat, players):
        raise RuleViolation("cannot_claim", f"{event.seat} cannot call muggins of {state.overlooked.seat}'s count.")


def with_muggins(state: Cribbage, event: MugginsCalled, version: int) -> Cribbage:
    """The match after muggins: what was overlooked goes to the caller, what was not to the other."""
    latest = state.overlooked
    assert latest is not None
    right = min(event.points, latest.points)
    state = replace(state, overlooked=None, why=(f"{event.seat} calls muggins: {event.points}.",))
    if right and latest.in_play:
        state = pegged(state, latest.seat, [("overlooked", -right)], version)
    if right:
        state = pegged(state, event.seat, [("muggins", right)], version)
    if event.points > right and state.result is None:
        state = pegged(state, latest.seat, [("wrong_muggins", event.points - right)], version)
    return state


def _moved(
    state: Cribbage, seat: Seat, points: Iterable[tuple[str, int]], version: int, taken: int | None = None
) -> Race:
    deal = state.deal.version if state.deal else None
    return peg(state.race, state.options, seat, points, version=version, deal=deal, taken=taken)


def _noted(state: Cribbage, show: Show, said: int, total: int) -> Cribbage:
    """The match with a word on a claim that is not the count."""
    claim = f"{show.seat} claimed {said} for the {show.what}, which counts {total}"
    if said > total:
        note = Note(code="overclaimed", text=f"{claim}: {total} are pegged.", versions=(show.version,))
        return replace(state, findings=(*state.findings, note))
    note = Note(code="underpegged", text=f"{claim}: {said} are pegged.", versions=(show.version,))
    return replace(state, flags=(*state.flags, note))

"""A match: its facts as they count now, folded; and what may be added to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias

from domain import games, mending
from domain.board import Change, Status, Stuck
from domain.errors import EventInvalid, Flaw, Refused, RuleViolation
from domain.event import (
    Adjusted,
    Closed,
    Confirmed,
    Event,
    Fact,
    Mending,
    Opened,
    Players,
    PlayersChanged,
    Released,
    Unreadable,
    Visibility,
    VisibilityChanged,
)
from domain.game import AnyGame, GameState
from domain.mending import Place
from domain.records import evolve

AnyFact: TypeAlias = Fact[Event]

AFTER_CLOSING: Final = (Adjusted, Confirmed, Released, VisibilityChanged)
"""What a closed match still takes, besides mendings."""


@dataclass(frozen=True, slots=True)
class Match:
    """
    A match as far as its log goes.

    Args:
        state: The game's own state; as it was just before the fact at which the match is stuck.
        places: The facts in the order in which they count, withdrawn ones among them.
        changes: The mendings, oldest first.
        confirmations: What the other side said of facts.
        why: What the last event did, in sentences.
    """

    game: AnyGame
    opened: Opened
    opened_at: datetime | None
    version: int
    recorded_at: datetime | None
    state: GameState
    players: Players
    visibility: Visibility
    places: tuple[Place, ...]
    closed: bool = False
    stuck: Stuck | None = None
    changes: tuple[Change, ...] = ()
    confirmations: tuple[Confirmed, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """Live, or how it came to rest."""
        if self.stuck is not None:
            return "stuck"
        if self.closed:
            return "closed"
        return "complete" if self.state.complete else "live"


def counted(match: Match) -> tuple[AnyFact, ...]:
    """The facts that count now, in the order in which they count."""
    return tuple(place.fact for place in match.places if place.stands)


def admit(match: Match | None, facts: Sequence[AnyFact]) -> Match:
    """
    Add a report to a match, all of it or nothing.

    Args:
        match: What stands; None if the report opens the match.
        facts: One batch, numbered on from the match's version. Mendings that follow each other are
            checked after the last of them, so that two swapped results can be set right.

    Errors:
        Refused: with the place in the batch, the version it would have got, and the rule.
    """
    index, run = 0, list[Place]()
    sound, forced = match, False
    try:
        for index, fact in enumerate(facts):
            if match is None:
                match = begin(fact)
            elif isinstance(fact.event, Mending):
                match, forced = _mend(_placed(match, run), fact), forced or fact.event.force
                run = []
                if index + 1 < len(facts) and isinstance(facts[index + 1].event, Mending):
                    continue
                _check_mended(sound, match, forced=forced)
            else:
                if isinstance(fact.event, Confirmed):
                    mending.check_confirmed(match.places + tuple(run), fact.event)
                match = _step(match, fact)
                run.append(Place(fact))
            sound, forced = match, False
    except RuleViolation as violation:
        raise Refused(index, facts[index].version, violation) from violation
    assert match is not None, "a report holds at least one event"
    return _placed(match, run)


def fold(history: Iterable[AnyFact], onto: Match | None = None) -> Match:
    """
    Replay a match from its log. What cannot be folded after the opening makes the match stuck there.

    Args:
        history: Every fact of the match, from version 1 on; or those after `onto`.
        onto: The match as it stood before them.

    Errors:
        RuleViolation: the opening itself cannot be folded, or there is none.
    """
    facts = iter(history)
    match = onto or _opening(facts)
    run: list[Place] = []
    for fact in facts:
        if isinstance(fact.event, Mending):
            match, run = _mended(_placed(match, run), fact), []
        else:
            match = _played(match, fact)
            run.append(Place(fact))
    return _placed(match, run)


def _opening(facts: Iterator[AnyFact]) -> Match:
    first = next(facts, None)
    if first is None:
        raise RuleViolation("unreadable", "The log holds no event of this match.")
    return begin(first)


def begin(fact: AnyFact) -> Match:
    """Open a match; RuleViolation if the game, the options or the players are wrong."""
    opened = fact.event
    if not isinstance(opened, Opened):
        raise EventInvalid([Flaw("/type", "the first event of a match is match.opened")])
    game = games.find(opened.game)
    opened, options = games.pinned(opened)
    return Match(
        game=game,
        opened=opened,
        opened_at=fact.recorded_at,
        version=fact.version,
        recorded_at=fact.recorded_at,
        state=game.start(options, opened.players),
        players=opened.players,
        visibility=opened.visibility,
        places=(Place(replace(fact, event=opened)),),
        why=(f"{game.title} begins.",),
    )


def sealed(match: Match) -> frozenset[int]:
    """Versions of the facts whose hidden fields must not be shown yet; of what is not folded, nobody knows when."""
    end = _index(match, match.stuck) if match.stuck else len(match.places)
    folded = {place.fact.version for place in match.places[:end] if place.stands and mending.hides(place.fact.event)}
    told = {place.fact.version for place in match.places if mending.hides(place.fact.event)}
    mended = {change.of for change in match.changes if mending.hid(change)}
    return match.game.sealed(match.state) | (told | mended) - folded


def _check_standing(match: Match, event: Event) -> None:
    if match.stuck is not None:
        raise RuleViolation(
            "match_stuck",
            f"The match is stuck at version {match.stuck.version} until that is mended: {match.stuck.detail}",
        )
    if match.closed and not isinstance(event, AFTER_CLOSING):
        raise RuleViolation("match_over", "The match is closed.")
    if isinstance(event, Opened):
        raise RuleViolation("already_opened", "The match is open already.")
    if isinstance(event, Unreadable):
        raise RuleViolation("unreadable", f"{event.name} cannot be read here: {event.detail}")
    if type(event) in match.game.events:
        match.game.check(match.state, event)
    elif not isinstance(event, Confirmed | Released | VisibilityChanged):
        raise EventInvalid([Flaw("/type", f"{match.game.name} takes no {event.TYPE}")])


def _placed(match: Match, run: list[Place]) -> Match:
    """The match with the places of the facts that were played; one copy for a whole run."""
    return evolve(match, places=match.places + tuple(run)) if run else match


def _played(match: Match, fact: AnyFact) -> Match:
    """Fold a fact that is no mending; what the rules do not allow leaves the match stuck there."""
    if match.stuck is not None:
        return evolve(match, version=fact.version, recorded_at=fact.recorded_at)
    try:
        return _step(match, fact)
    except RuleViolation as violation:
        return _stop(match, fact, violation)


def _step(match: Match, fact: AnyFact) -> Match:
    """Check a fact and fold it; its place is kept by the caller."""
    event = fact.event
    _check_standing(match, event)
    if type(event) in match.game.events:
        state = match.game.fold(match.state, fact)
        match = evolve(match, version=fact.version, recorded_at=fact.recorded_at, state=state, why=state.why)
        if isinstance(event, PlayersChanged):
            return evolve(match, players=match.players | event.players)
        return evolve(match, closed=True) if isinstance(event, Closed) else match
    match = evolve(match, version=fact.version, recorded_at=fact.recorded_at)
    if isinstance(event, Confirmed):
        why = f"The result of version {event.of} was confirmed."
        return evolve(match, confirmations=(*match.confirmations, event), why=(why,))
    if isinstance(event, VisibilityChanged):
        return evolve(match, visibility=event.visibility, why=("Who may see the match has changed.",))
    return evolve(match, why=("What was held back is released.",))


def _mended(match: Match, fact: AnyFact) -> Match:
    try:
        return _mend(match, fact)
    except RuleViolation as violation:
        return _stop(match, fact, violation)


def _stop(match: Match, fact: AnyFact, violation: RuleViolation) -> Match:
    stuck = match.stuck or Stuck(version=fact.version, code=violation.code, detail=violation.detail)
    why = (f"The match is stuck at version {stuck.version}: {stuck.detail}",)
    return evolve(match, version=fact.version, recorded_at=fact.recorded_at, stuck=stuck, why=why)


def _mend(match: Match, fact: AnyFact) -> Match:
    """Mend the facts and fold them all again; what then breaks a rule leaves the match stuck there."""
    places, change = mending.mend(match.places, fact)
    fresh = begin(places[0].fact)
    for place in places[1:]:
        if place.stands:
            fresh = _played(fresh, place.fact)
    why: tuple[str, ...] = (mending.sentence(fact.event, change),)
    if fresh.stuck is not None:
        why += fresh.why
    return evolve(
        fresh,
        opened_at=match.opened_at,
        version=fact.version,
        recorded_at=fact.recorded_at,
        places=places,
        changes=(*match.changes, change),
        why=why,
    )


def _check_mended(before: Match | None, after: Match, *, forced: bool) -> None:
    """Refuse a mending that leaves a later fact impossible, unless forced or already so and now less."""
    if after.stuck is None or forced:
        return
    if before and before.stuck and _index(after, before.stuck) < _index(after, after.stuck):
        return
    raise RuleViolation(
        after.stuck.code, f"With this, version {after.stuck.version} breaks the rules: {after.stuck.detail}"
    )


def _index(match: Match, stuck: Stuck) -> int:
    """How many facts come before the place where a match is stuck: all of them, if that is at a mending."""
    order = [place.fact.version for place in match.places]
    return order.index(stuck.version) if stuck.version in order else len(order)

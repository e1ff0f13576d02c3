"""A match: its facts as they count now, folded; and what may be added to them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias

from pydantic import ValidationError

from domain import games, mending, wire
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
    index = 0
    sound = match
    try:
        for index, fact in enumerate(facts):
            if match is None:
                match = begin(fact)
            elif isinstance(fact.event, Mending):
                match = _mend(match, fact)
                if index + 1 < len(facts) and isinstance(facts[index + 1].event, Mending):
                    continue
                _check_mended(sound, match, forced=any(mending.forced(other.event) for other in facts[: index + 1]))
            else:
                check(match, fact.event)
                match = _play(match, (fact,))
            sound = match
    except RuleViolation as violation:
        raise Refused(index, facts[index].version, violation) from violation
    assert match is not None, "a report holds at least one event"
    return match


def fold(history: Iterable[AnyFact], onto: Match | None = None) -> Match:
    """
    Replay a match from its log. What cannot be folded after the opening makes the match stuck there.

    Args:
        history: Every fact of the match, from version 1 on; or those after `onto`.
        onto: The match as it stood before them.

    Errors:
        RuleViolation: the opening itself cannot be folded.
    """
    facts = iter(history)
    match = onto or begin(next(facts))
    run: list[AnyFact] = []
    for fact in facts:
        if not isinstance(fact.event, Mending):
            run.append(fact)
            continue
        match = _play(match, run)
        run = []
        try:
            match = _mend(match, fact)
        except RuleViolation as violation:
            stuck = match.stuck or Stuck(version=fact.version, code=violation.code, detail=violation.detail)
            match = replace(match, version=fact.version, recorded_at=fact.recorded_at, stuck=stuck)
    return _play(match, run)


def begin(fact: AnyFact) -> Match:
    """Open a match; RuleViolation if the game, the options or the players are wrong."""
    opened = fact.event
    if not isinstance(opened, Opened):
        raise EventInvalid([Flaw("/type", "the first event of a match is match.opened")])
    game = games.find(opened.game)
    try:
        options = game.options.model_validate_json(wire.canonical(opened.options))
    except ValidationError as error:
        raise wire.refusal(error, "/data/options") from None
    opened = opened.model_copy(update={"options": options.model_dump(mode="json")})
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


def check(match: Match, event: Event) -> None:
    """Whether the rules allow an event that is no mending now: RuleViolation if not."""
    _check_standing(match, event)
    if isinstance(event, Confirmed):
        mending.check_confirmed(match.places, event)


def sealed(match: Match) -> frozenset[int]:
    """Versions of the facts whose hidden fields must not be shown yet."""
    return match.game.sealed(match.state)


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


def _play(match: Match, facts: Sequence[AnyFact]) -> Match:
    """Fold facts that are no mendings, as far as the rules allow them."""
    if not facts:
        return match
    places = match.places + tuple(Place(fact) for fact in facts)
    for fact in facts:
        if match.stuck is not None:
            break
        try:
            _check_standing(match, fact.event)
        except RuleViolation as violation:
            stuck = Stuck(version=fact.version, code=violation.code, detail=violation.detail)
            match = replace(match, stuck=stuck, why=(f"The match is stuck: {violation.detail}",))
        else:
            match = _take(match, fact)
    return replace(match, version=facts[-1].version, recorded_at=facts[-1].recorded_at, places=places)


def _take(match: Match, fact: AnyFact) -> Match:
    event = fact.event
    if type(event) in match.game.events:
        state = match.game.fold(match.state, fact)
        match = replace(match, state=state, why=state.why)
    if isinstance(event, PlayersChanged):
        return replace(match, players=match.players | event.players)
    if isinstance(event, Closed):
        return replace(match, closed=True)
    if isinstance(event, Confirmed):
        why = f"The result of version {event.of} was confirmed."
        return replace(match, confirmations=(*match.confirmations, event), why=(why,))
    if isinstance(event, VisibilityChanged):
        return replace(match, visibility=event.visibility, why=("Who may see the match has changed.",))
    if isinstance(event, Released):
        return replace(match, why=("What was held back is released.",))
    return match


def _mend(match: Match, fact: AnyFact) -> Match:
    """Mend the facts and fold them all again; what then breaks a rule leaves the match stuck there."""
    places, change = mending.mend(match.places, fact)
    fresh = begin(places[0].fact)
    fresh = _play(fresh, [place.fact for place in places[1:] if place.stands])
    why: tuple[str, ...] = (mending.sentence(fact.event, change),)
    if fresh.stuck is not None:
        why = (*why, f"The match is stuck at version {fresh.stuck.version}: {fresh.stuck.detail}")
    return replace(
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
    order = [place.fact.version for place in after.places]
    if before and before.stuck and order.index(before.stuck.version) < order.index(after.stuck.version):
        return
    raise RuleViolation(
        after.stuck.code, f"With this, version {after.stuck.version} breaks the rules: {after.stuck.detail}"
    )

"""A match that stands, and how it is played on: fact by fact, through the rules of its game."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Final, TypeAlias

from domain import games
from domain.board import Change, Status, Stuck
from domain.errors import EventInvalid, Flaw, RuleViolation
from domain.event import (
    Adjusted,
    Closed,
    Confirmed,
    Event,
    Fact,
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


class Course:
    """
    A match that is played on.

    What belongs to the game alone is folded into its state at once, and into the match only when that is asked for:
    most facts are of that kind, and a match has much more to copy.
    """

    __slots__ = ("_last", "_match", "_plain", "_run", "_state")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._state: GameState = match.state
        self._last: AnyFact | None = None
        self._run: list[Place] = []
        self._plain: frozenset[type[Event]] = _plain(match)

    @property
    def folded(self) -> Match:
        """The match after all that was played, whose places are not told yet."""
        self._catch_up()
        return self._match

    @property
    def match(self) -> Match:
        """The match after all that was played."""
        self._catch_up()
        if self._run:
            self._match = evolve(self._match, places=self._match.places + tuple(self._run))
            self._run = []
        return self._match

    def step(self, fact: AnyFact) -> None:
        """Check a fact and fold it: RuleViolation, and nothing changed, if the rules do not allow it."""
        if type(fact.event) in self._plain:
            game = self._match.game
            game.check(self._state, fact.event)
            self._state, self._last = game.fold(self._state, fact), fact
        else:
            self._catch_up()
            self._stand_at(_step(self._match, fact))
        self._run.append(Place(fact))

    def play(self, fact: AnyFact) -> None:
        """Fold a fact of the log; what the rules do not allow leaves the match stuck there."""
        try:
            if self._match.stuck is None:
                self.step(fact)
                return
            self._match = evolve(self._match, version=fact.version, recorded_at=fact.recorded_at)
        except RuleViolation as violation:
            self._catch_up()
            self._stand_at(stopped(self._match, fact, violation))
        self._run.append(Place(fact))

    def _stand_at(self, match: Match) -> None:
        self._match, self._state, self._plain = match, match.state, _plain(match)

    def _catch_up(self) -> None:
        last, state = self._last, self._state
        if last is not None:
            self._match = evolve(
                self._match, version=last.version, recorded_at=last.recorded_at, state=state, why=state.why
            )
            self._last = None


def played(match: Match, fact: AnyFact) -> Match:
    """The match after one more fact of its log; who calls it tells its places."""
    course = Course(match)
    course.play(fact)
    return course.folded


def _plain(match: Match) -> frozenset[type[Event]]:
    """Events that change nothing of the match as it stands but its game's state."""
    return frozenset() if match.stuck or match.closed else _plain_of(match.game.name)


@cache
def _plain_of(game: str) -> frozenset[type[Event]]:
    return frozenset(games.find(game).events) - {PlayersChanged, Closed}


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


def stopped(match: Match, fact: AnyFact, violation: RuleViolation) -> Match:
    """The match, stuck at a fact that breaks the rules."""
    stuck = match.stuck or Stuck(version=fact.version, code=violation.code, detail=violation.detail)
    return evolve(match, version=fact.version, recorded_at=fact.recorded_at, stuck=stuck, why=(stuck.sentence,))

"""What those outside may see of a match: everything, nothing, or so much as was released or is old enough."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from domain.board import Note
from domain.course import AnyFact, Match
from domain.event import (
    Adjusted,
    Closed,
    Confirmed,
    Corrected,
    Delayed,
    Forfeited,
    Mending,
    Opened,
    PlayersChanged,
    Released,
    Restored,
    Visibility,
    VisibilityChanged,
    Withdrawn,
)
from domain.match import fold
from domain.text import count

_AT_ONCE: Final = 0
"""The round of what is no result: it holds nothing back."""
_WITH_THE_NEXT: Final = (Adjusted, Forfeited, Closed)
"""Results of no round: they are shown with the next release, whichever it is."""
_TURNING: Final = (Opened, Released, VisibilityChanged, Mending)
"""What may change who sees what."""


@dataclass(frozen=True, slots=True)
class Seen:
    """
    What those outside may see of a match.

    Args:
        facts: In the order of their versions; none if the match does not exist for them.
        whole: The version up to which nothing is left out: so far the log itself may be shown.
        visibility: The match's, now.
        round: The highest round that was released.
        until: When more is seen though nothing is added; None: never.
    """

    facts: tuple[AnyFact, ...]
    whole: int
    visibility: Visibility
    round: int = 0
    until: datetime | None = None

    @property
    def note(self) -> Note:
        """What those outside are told of a match that they see a part of."""
        match self.visibility:
            case Delayed(delayed=seconds):
                said = f"Shown {count(seconds, 'second')} late."
            case "barometer":
                upto = f": up to round {self.round} so far" if self.round else ""
                said = f"Results are released round by round{upto}."
            case _:
                said = "Results are held back until they are released."
        return Note(code="held_back", text=said)


def outside(history: Sequence[AnyFact], time: datetime) -> Seen:
    """
    The facts of a match that anybody may see, by the visibility that it has now and those that it had.

    What was shown once stays to be seen as long as the match is not private:

    - `public`: all of it. `private`: nothing, not even that there is such a match.
    - `hidden`: the opening, and what a director released (`match.released`), which is all that came before it.
    - `delayed`: what was recorded so many seconds ago, and what was released.
    - `barometer`: the results of the rounds that were released, also those that are reported or mended later, each
      by the round that it is of as it reads now; released without a round: all so far. What is no result (who
      plays, the movement, the hands, which are sealed by a rule of their own) is held back by no round; what a
      director gave or took, a forfeit and the closing come with the next release.

    A mending is seen where what it mends is seen. So the facts seen fold into a match of their own.

    Args:
        history: Every fact of the log, from version 1 on.
        time: The server's, now.
    """
    match = fold(history[:1])
    gate, seen, start = _Gate.of(match), {1} if match.visibility != "private" else set[int](), 1
    now = fold(history)
    rounds = _Rounds(now)
    for index, fact in enumerate(history):
        if index == 0 or not isinstance(fact.event, _TURNING):
            continue
        before = history[:index]
        if fact.recorded_at is not None:
            seen |= set(gate.opens(before, rounds, fact.recorded_at))
        match = fold(history[start : index + 1], onto=match)
        start = index + 1
        gate = _Gate.of(match)
        if isinstance(fact.event, Released) and gate.visibility != "private":
            seen |= {each.version for each in before if rounds.released(each, fact.event.round)}
    if gate.visibility == "private":
        return Seen((), 0, gate.visibility)
    seen |= {1, *gate.opens(history, rounds, time)}
    facts = tuple(fact for fact in history if fact.version in seen)
    whole = next((fact.version - 1 for fact in history if fact.version not in seen), len(history))
    return Seen(facts, whole, gate.visibility, gate.round, gate.next_at(history, seen))


@dataclass(frozen=True, slots=True)
class _Gate:
    """A visibility, and how far a director has opened it."""

    visibility: Visibility
    round: int

    @classmethod
    def of(cls, match: Match) -> "_Gate":
        """The gate that stands before a match."""
        said = (place.fact.event for place in match.places if place.stands)
        return cls(match.visibility, max((each.round or 0 for each in said if isinstance(each, Released)), default=0))

    def opens(self, facts: Sequence[AnyFact], rounds: "_Rounds", time: datetime) -> Iterator[int]:
        """Versions that this gate lets through at a time."""
        match self.visibility:
            case "public":
                yield from (fact.version for fact in facts)
            case "private" | "hidden":
                return
            case "barometer":
                yield from (fact.version for fact in facts if rounds.shown(fact, self.round))
            case Delayed(delayed=seconds):
                latest = time - timedelta(seconds=seconds)
                yield from (fact.version for fact in facts if fact.recorded_at and fact.recorded_at <= latest)

    def next_at(self, facts: Sequence[AnyFact], seen: Collection[int]) -> datetime | None:
        """When time alone lets the next of the facts through that are not seen."""
        if not isinstance(self.visibility, Delayed):
            return None
        waiting = (fact.recorded_at for fact in facts if fact.version not in seen and fact.recorded_at is not None)
        first = min(waiting, default=None)
        return None if first is None else first + timedelta(seconds=self.visibility.delayed)


class _Rounds:
    """Of which round each fact is, as it reads now."""

    def __init__(self, now: Match) -> None:
        self._of: Mapping[int, int | None] = {place.fact.version: _round_of(now, place.fact) for place in now.places}
        self._with_the_next = {place.fact.version for place in now.places if _waits(place.fact)}

    def shown(self, fact: AnyFact, upto: int) -> bool:
        """Whether a barometer that is released up to a round shows the fact."""
        found = self._of.get(_subject(fact))
        return found is not None and found <= upto

    def released(self, fact: AnyFact, upto: int | None) -> bool:
        """Whether a release of a round (None: of all so far) shows an earlier fact."""
        return upto is None or _subject(fact) in self._with_the_next or self.shown(fact, upto)


def _subject(fact: AnyFact) -> int:
    """The version of the fact that is told of: of a mending, or a word on a result, the one that it is about."""
    event = fact.event
    return event.of if isinstance(event, Corrected | Withdrawn | Restored | Confirmed) else fact.version


def _waits(fact: AnyFact) -> bool:
    return isinstance(fact.event, _WITH_THE_NEXT)


def _round_of(now: Match, fact: AnyFact) -> int | None:
    event = fact.event
    if isinstance(event, Opened | PlayersChanged | Released | VisibilityChanged):
        return _AT_ONCE
    if _waits(fact) or isinstance(event, Confirmed) or type(event) not in now.game.events:
        return None
    return now.game.round_of(now.state, event)

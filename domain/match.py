"""A match: its facts as they count now, folded; and what may be added to them."""

from collections.abc import Iterable, Iterator, Sequence

from domain import mending
from domain.board import Stuck
from domain.course import AFTER_CLOSING, AnyFact, Course, Match, begin, stopped
from domain.errors import Refused, RuleViolation
from domain.event import Confirmed, Mending
from domain.records import evolve

__all__ = ["AFTER_CLOSING", "AnyFact", "Match", "admit", "begin", "counted", "fold", "sealed"]


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
    course = Course(match) if match else None
    before, forced, mending_on = match, False, False
    try:
        for index, fact in enumerate(facts):
            if course is None:
                course = Course(begin(fact))
            elif isinstance(fact.event, Mending):
                if not mending_on:
                    before, forced = course.match, False
                course, forced = Course(_mend(course.match, fact)), forced or fact.event.force
                mending_on = index + 1 < len(facts) and isinstance(facts[index + 1].event, Mending)
                if not mending_on:
                    _check_mended(before, course.match, forced=forced)
            else:
                if isinstance(fact.event, Confirmed):
                    mending.check_confirmed(course.match.places, fact.event)
                course.step(fact)
    except RuleViolation as violation:
        raise Refused(index, facts[index].version, violation) from violation
    assert course is not None, "a report holds at least one event"
    return course.match


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
    course = Course(onto or _opening(facts))
    for fact in facts:
        if isinstance(fact.event, Mending):
            course = Course(_mended(course.match, fact))
        else:
            course.play(fact)
    return course.match


def _opening(facts: Iterator[AnyFact]) -> Match:
    first = next(facts, None)
    if first is None:
        raise RuleViolation("unreadable", "The log holds no event of this match.")
    return begin(first)


def sealed(match: Match) -> frozenset[int]:
    """Versions of the facts whose hidden fields must not be shown yet; of what is not folded, nobody knows when."""
    end = _index(match, match.stuck) if match.stuck else len(match.places)
    folded = {place.fact.version for place in match.places[:end] if place.stands and mending.hides(place.fact.event)}
    told = {place.fact.version for place in match.places if mending.hides(place.fact.event)}
    mended = {change.of for change in match.changes if mending.hid(change)}
    return match.game.sealed(match.state) | (told | mended) - folded


def _mended(match: Match, fact: AnyFact) -> Match:
    try:
        return _mend(match, fact)
    except RuleViolation as violation:
        return stopped(match, fact, violation)


def _mend(match: Match, fact: AnyFact) -> Match:
    """Mend the facts and fold them all again; what then breaks a rule leaves the match stuck there."""
    places, change = mending.mend(match.places, fact)
    course = Course(begin(places[0].fact))
    for place in places[1:]:
        if place.stands:
            course.play(place.fact)
    fresh = course.match
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

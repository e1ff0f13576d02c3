"""Previews: what the boards would say after a report that nobody has sent yet. Nothing is written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from domain.board import Stuck
from domain.errors import EventInvalid, Flaw, Refused, RuleViolation
from domain.event import Event, Fact, Mending
from domain.match import AnyFact, Match, admit
from domain.outside import Seen, outside
from domain.projection import project
from services.web.called import label
from services.web.desk import Audience, Row, audience, row_of
from services.web.facts import Names
from services.web.figures import Changed, changed
from services.web.language import say


@dataclass(frozen=True, slots=True)
class Preview:
    """
    What a report would bring.

    Args:
        changes: The figures of the boards that would be others.
        before, after: Who else would see what, where that changes.
        breaks: The fact at which the match would be stuck.
        at: That fact in words.
        taken: Whether the report would be taken as it is; else only by force.
        forced: Whether it is sent to be taken by force.
    """

    changes: list[Changed]
    before: Audience | None
    after: Audience | None
    breaks: Stuck | None
    at: Row | None
    taken: bool
    forced: bool


def preview(
    match: Match, names: Names, history: Sequence[AnyFact], events: Sequence[Event], actor: str, now: datetime
) -> Preview:
    """
    What a report would bring to a match.

    Args:
        match: As it stands.
        names: What its players are called, by their ids.
        history: All its facts, if not everybody sees it whole; else none are needed.
        events: The report.
        actor: Who would report it.
        now: The time at which it would be taken.

    Errors:
        Refused: it would not be taken, not even by force.
    """
    facts = [Fact(match.version + step, event, now, actor) for step, event in enumerate(events, start=1)]
    forced = any(isinstance(event, Mending) and event.force for event in events)
    taken = True
    try:
        after = admit(match, facts)
    except Refused:
        after, taken = admit(match, [_forced(fact) for fact in facts]), False
        if after.stuck is None:
            raise
    breaks = after.stuck if after.stuck != match.stuck else None
    shown = [audience(each, _seen(each, told, now)) for each, told in ((match, history), (after, (*history, *facts)))]
    differs = shown[0] != shown[1]
    return Preview(
        changes=changed(match.game.name, _boards(match), _boards(after)),
        before=shown[0] if differs else None,
        after=shown[1] if differs else None,
        breaks=breaks,
        at=row_of(after, names, breaks.version) if breaks else None,
        taken=taken,
        forced=forced,
    )


def in_words(refused: Refused, language: str) -> Refused:
    """The same refusal in a language, its places called as the form calls them; the pointers stay for programs."""
    violation = refused.violation
    said = RuleViolation(violation.code, say(language, violation.detail))
    if isinstance(violation, EventInvalid):
        flaws = [Flaw(flaw.pointer, say(language, flaw.detail)) for flaw in violation.flaws]
        said = EventInvalid(flaws)
        said.detail = "; ".join(f"{_called(flaw.pointer, language)}{flaw.detail}" for flaw in flaws)
    return Refused(refused.index, refused.version, said)


def _called(pointer: str, language: str) -> str:
    """
    A place of a report as its form calls it, in front of what is wrong there.

    >>> _called("/data/data/tricks", "de"), _called("/data/award/NS/score", "en"), _called("/data", "en")
    ('Stiche: ', 'Award NS: ', '')
    """
    names = [name for name in pointer.split("/")[1:] if name != "data"]
    said = " ".join(say(language, label(name) if at == 0 else name) for at, name in enumerate(names[:2]))
    return f"{said}: " if said else ""


def _forced(fact: AnyFact) -> AnyFact:
    event = fact.event
    return replace(fact, event=event.model_copy(update={"force": True})) if isinstance(event, Mending) else fact


def _seen(match: Match, history: Sequence[AnyFact], now: datetime) -> Seen:
    if match.visibility == "public" or len(history) < match.version:
        return Seen((), match.version, match.visibility)
    return outside(history, now)


def _boards(match: Match) -> dict[str, dict[str, Any]]:
    return {name: json.loads(body) for name, body in project(match).items()}

"""Replaying: a match event by event, each with the boards after it, as each reader may see them."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import dropwhile, tee
from typing import Any, Final

from pydantic import JsonValue
from sqlalchemy import Connection

from domain import wire
from domain.hindsight import in_hindsight
from domain.match import AnyFact, Match, fold, sealed
from domain.projection import project
from domain.supposing import supposing
from services import event_log
from services.folding import Folded, at_version
from services.sealing import on_the_wire, sealed_for
from services.seeing import Listed, beyond, look_again, reading_for
from services.wiring import Stores

_PAGE: Final = 100
"""Events that are read in one session."""


@dataclass(frozen=True, slots=True)
class Step:
    """
    An event on the wire, and the match after it.

    Args:
        event: As it is shown.
        match: As shown then, or as we know now; under the options supposed.
        boards: Each as JSON text.
        impossible: Whether the options supposed do not allow it; then nothing comes after it.
    """

    event: dict[str, Any]
    match: Match
    boards: dict[str, str]
    impossible: bool = False

    @property
    def version(self) -> int:
        """The event's."""
        version: int = self.event["version"]
        return version

    @property
    def shown(self) -> dict[str, Any]:
        """The boards."""
        return {name: json.loads(body) for name, body in self.boards.items()}

    @property
    def text(self) -> str:
        """The step as one JSON document without line ends."""
        boards = ",".join(f'"{name}":{body}' for name, body in self.boards.items())
        return f'{{"event":{wire.canonical(self.event)},"boards":{{{boards}}}}}'


@dataclass(frozen=True, slots=True)
class _Read:
    """An event as it was read: on the wire, as a fact, and what is sealed of its match today."""

    event: dict[str, Any]
    fact: AnyFact
    hidden: Collection[int]


def replay(
    stores: Stores,
    kept: Folded,
    match: Listed,
    *,
    first: int = 1,
    last: int | None = None,
    as_now: bool = False,
    options: Mapping[str, JsonValue] | None = None,
) -> Iterator[Step]:
    """
    A match played again, from one version to another, with the boards as shown then or as we know now.

    It is read a few events at a time, each time in a short session, so a slow reader holds up nobody. What
    comes into the log meanwhile is left for the next time. With other options than its own it ends where those
    do not allow what happened, or begins there if that is earlier; nothing of it is stored.

    Errors:
        UnknownBoard: at once, if the match has no such versions or cannot be folded.
        RuleViolation: at once, if its game has no such options.
    """
    with reading_for(stores, match) as connection:
        match, now, told_to = look_again(connection, kept, match)
        last = last or told_to
        if not 1 <= first <= last <= told_to:
            raise beyond(told_to)
        supposed = None if options is None else _supposed(connection, match, options, match.version if as_now else 1)
        before = None if as_now or first == 1 or supposed else at_version(connection, match.ledger, match.id, first - 1)
    told = _read(stores, kept, match, 1 if supposed else first, last)
    if supposed is None or options is None:
        return _steps(told, lambda facts: _views(facts, now if as_now else None, before))
    steps = _steps(
        told,
        lambda facts: _views(supposing(facts, options), supposed if as_now else None, None),
        lambda facts: _views(facts, now if as_now else None, None),
    )
    return dropwhile(lambda step: step.version < first and not step.impossible, steps)


def _supposed(connection: Connection, match: Listed, options: Mapping[str, JsonValue], to: int) -> Match:
    return fold(supposing((fact for fact, _ in event_log.history(connection, match.ledger, match.id, to=to)), options))


def _views(facts: Iterable[AnyFact], now: Match | None, before: Match | None) -> Iterator[Match]:
    return _as_shown(facts, before) if now is None else in_hindsight(now, facts)


def _steps(told: Iterable[_Read], *ways: Callable[[Iterator[AnyFact]], Iterator[Match]]) -> Iterator[Step]:
    """Each event with the match after it, seen in the first way; the second is how it really went."""
    told, *read = tee(told, 1 + len(ways))
    views = [way(each.fact for each in facts) for way, facts in zip(ways, read, strict=True)]
    for each, view, *real in zip(told, *views, strict=False):
        impossible = view.stuck is not None and any(match.stuck is None for match in real)
        boards = project(view, each.event["match"], each.hidden if view.changes else ())
        yield Step(each.event, view, boards, impossible)
        if impossible:
            return


def _as_shown(facts: Iterable[AnyFact], match: Match | None) -> Iterator[Match]:
    for fact in facts:
        match = fold([fact], onto=match)
        yield match


def _read(stores: Stores, kept: Folded, match: Listed, first: int, last: int) -> Iterator[_Read]:
    for start in range(first, last + 1, _PAGE):
        after, to = start - 1, min(start + _PAGE - 1, last)
        with reading_for(stores, match) as connection:
            _, now, _ = look_again(connection, kept, match)
            hidden = sealed(now)
            entries = list(event_log.entries(connection, match.own, match.id, after=after, to=to))
            sealed_ = sealed_for(connection, kept, match.reader, match.ledger, entries, hidden)
            shown = list(map(on_the_wire, entries) if match.view == "held" else sealed_)
            facts = [fact for fact, _ in event_log.history(connection, match.ledger, match.id, after=after, to=to)]
        yield from (_Read(event, fact, hidden) for event, fact in zip(shown, facts, strict=True))

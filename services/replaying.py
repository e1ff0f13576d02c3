"""Replaying: a match event by event, each with the boards after it, as each reader may see them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import tee
from typing import Any, Final

from domain import wire
from domain.hindsight import in_hindsight
from domain.match import AnyFact, Match, fold, sealed
from domain.projection import project
from services import event_log
from services.folding import Folded, at_version
from services.keys import Bearer
from services.reading import Listed, beyond, current_of, head_of, sealed_for
from services.wiring import Stores

_PAGE: Final = 100
"""Events that are read in one session."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event on the wire, and each board after it as JSON text."""

    event: dict[str, Any]
    boards: dict[str, str]

    @property
    def version(self) -> int:
        """The event's."""
        version: int = self.event["version"]
        return version

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
    bearer: Bearer | None,
    match: Listed,
    *,
    first: int = 1,
    last: int | None = None,
    as_now: bool = False,
) -> Iterator[Step]:
    """
    A match played again, from one version to another, with the boards as shown then or as we know now.

    It is read a few events at a time, each time in a short session, so a slow reader holds up nobody. What
    comes into the log meanwhile is left for the next time.

    Errors:
        UnknownBoard: at once, if the match has no such versions or cannot be folded.
    """
    with stores.reading() as connection:
        head = head_of(connection, match)
        last = last or head.version
        if not 1 <= first <= last <= head.version:
            raise beyond(head)
        now = current_of(connection, head, kept)
        before = None if as_now or first == 1 else at_version(connection, match.id, first - 1)
    told, read = tee(_read(stores, kept, bearer, match, first, last))
    facts = (each.fact for each in read)
    views = in_hindsight(now, facts) if as_now else _as_shown(facts, before)
    return (
        Step(each.event, project(view, match.id, each.hidden if view.changes else ()))
        for each, view in zip(told, views, strict=True)
    )


def _as_shown(facts: Iterable[AnyFact], match: Match | None) -> Iterator[Match]:
    for fact in facts:
        match = fold([fact], onto=match)
        yield match


def _read(stores: Stores, kept: Folded, bearer: Bearer | None, match: Listed, first: int, last: int) -> Iterator[_Read]:
    for start in range(first, last + 1, _PAGE):
        after, to = start - 1, min(start + _PAGE - 1, last)
        with stores.reading() as connection:
            hidden = sealed(current_of(connection, head_of(connection, match), kept))
            entries = event_log.entries(connection, match.ledger_name, match.id, after=after, to=to)
            shown = list(sealed_for(connection, kept, bearer, match.ledger, list(entries)))
            facts = [fact for fact, _ in event_log.history(connection, match.id, after=after, to=to)]
        yield from (_Read(event, fact, hidden) for event, fact in zip(shown, facts, strict=True))

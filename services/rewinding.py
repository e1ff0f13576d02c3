"""Rewinding: a match at any version that its reader may know, as it was shown then or as we know it now."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from operator import is_
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from sqlalchemy import Connection

from domain.board import Note
from domain.event import Mending
from domain.hindsight import in_hindsight
from domain.match import AnyFact, Match, fold, sealed
from domain.projection import project
from services import event_log
from services.bearers import Bearer
from services.folding import Folded, Outlook
from services.seeing import Listed, beyond, current_of, look_for, open_log, reading_for, whose
from services.wiring import Stores

_EVERY: Final = 100
"""After so many facts a state is kept, from which the next ones are folded."""
_KEPT: Final = 60_000
"""Facts that a process keeps, of the matches rewound last."""


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """
    A match from its opening as far as nothing is left out for its reader.

    Args:
        id: The match's.
        now: As that reader knows it now.
        facts: Those of version 1, 2, 3 …
        notes: What that reader is told on every board.
        digest: Of its newest fact, in the log.
        stills: The match after every hundredth fact.
        memo: What others have worked out of it.
        shown: What they have worked out of a version as it was shown then; it holds for longer films too.
        known: The same as we know now; it holds until something is mended.
        lock: Held by who works out what takes long, so that nobody else does it too.
    """

    id: str
    now: Match
    facts: tuple[AnyFact, ...]
    notes: tuple[Note, ...]
    digest: bytes
    stills: tuple[Match, ...]
    memo: dict[str, Any] = field(default_factory=dict)
    shown: dict[int, Any] = field(default_factory=dict)
    known: dict[int, Any] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    @property
    def last(self) -> int:
        """The newest version."""
        return len(self.facts)

    @property
    def mendings(self) -> list[int]:
        """Versions of the facts that mend others."""
        return [fact.version for fact in self.facts if isinstance(fact.event, Mending)]

    def is_as(self, other: "Film") -> bool:
        """Whether another film of the match for such a reader is the same."""
        same = (self.digest, self.last, self.notes) == (other.digest, other.last, other.notes)
        return same and (self.now is other.now or not self.notes)

    def recorded_at(self, version: int) -> datetime | None:
        """When the log took a fact."""
        return self.facts[version - 1].recorded_at

    def version_at(self, time: datetime) -> int:
        """The newest version at a time; UnknownBoard before the match was opened."""
        found = [fact.version for fact in self.facts if fact.recorded_at is not None and fact.recorded_at <= time]
        return self.check(max(found, default=0))

    def check(self, version: int) -> int:
        """The version, if the match has it; else UnknownBoard."""
        if not 1 <= version <= self.last:
            raise beyond(self.last)
        return version

    def states(self, first: int, last: int, *, as_now: bool) -> Iterator[Match]:
        """The match after each fact from one version to another."""
        facts = self.facts[first - 1 : last]
        return in_hindsight(self.now, facts) if as_now else self._as_shown(facts)

    def at(self, versions: Sequence[int], *, as_now: bool) -> Iterator[Match]:
        """The match at some versions, in their order."""
        if as_now:
            # At the head that is the match as it is.
            before = [version for version in versions if version < self.last]
            yield from in_hindsight(self.now, (self.facts[version - 1] for version in before))
            yield from (self.now for _ in versions[len(before) :])
            return
        match, folded = None, 0
        for version in versions:
            if match is None or version - folded > _EVERY:
                match = self._then(version)
            else:
                match = fold(self.facts[folded:version], onto=match)
            folded = version
            yield match

    def bodies(self, state: Match) -> dict[str, str]:
        """The boards of a state: name to JSON text, byte for byte as `reading.board_then` gives them."""
        if "sealed" not in self.memo:
            self.memo["sealed"] = sealed(self.now)
        return project(state, self.id, self.memo["sealed"] if state.changes else (), self.notes)

    def boards(self, state: Match) -> dict[str, dict[str, Any]]:
        """The boards of a state."""
        return {name: json.loads(body) for name, body in self.bodies(state).items()}

    def _as_shown(self, facts: Sequence[AnyFact]) -> Iterator[Match]:
        match = self._then(facts[0].version)
        yield match
        for fact in facts[1:]:
            match = fold([fact], onto=match)
            yield match

    def _then(self, version: int) -> Match:
        kept = min(version // _EVERY, len(self.stills))
        rest = self.facts[kept * _EVERY : version]
        before = self.stills[kept - 1] if kept else None
        return fold(rest, onto=before) if rest or before is None else before


def film(stores: Stores, kept: Folded, bearer: Bearer | None, match: str) -> tuple[Listed, Film]:
    """
    A match as it is listed to a reader, and all that the reader may know of how it came about.

    Errors:
        UnknownMatch: it does not exist for them.
        UnknownBoard: it cannot be folded here.
    """
    with stores.reading(whose(bearer)) as connection:
        found, outlook = look_for(connection, kept, bearer, match)
        open_log(connection, found)
        which = (match, "whole" if outlook is None else "outside")
        before = _films().get(which)
        made = _whole(connection, kept, found, before) if outlook is None else _outside(found, outlook, before)
    return found, made if made is before else _films().put(which, made)


def hashes(stores: Stores, match: Listed, span: tuple[int, int]) -> dict[int, str]:
    """The hashes of a match's events from one version to another, in hexadecimal, as its log tells them."""
    with reading_for(stores, match) as connection:
        open_log(connection, match)
        found = event_log.hashes(connection, match.ledger, match.id, span)
    return {version: hash_.hex() for version, hash_ in found.items()}


def _whole(connection: Connection, kept: Folded, match: Listed, before: Film | None) -> Film:
    if before is not None and before.digest == match.hash and before.last == match.version:
        return before
    known = before.facts if before is not None else ()
    if before is not None and event_log.hash_at(connection, match.ledger, match.id, len(known)) != before.digest:
        known = ()
    news = event_log.history(connection, match.ledger, match.id, after=len(known), to=match.version)
    # Another request may have listed the match later, and made a longer film of it meanwhile.
    facts = (*known, *(fact for fact, _ in news))[: match.version]
    now = current_of(connection, match, kept)
    return _grown(Film(match.id, now, facts, (), match.hash, _stills(facts, before)), before)


def _outside(match: Listed, outlook: Outlook, before: Film | None) -> Film:
    facts = outlook.seen.facts[: outlook.seen.whole]
    notes = (outlook.seen.note,)
    if before is not None and before.now is outlook.match and before.last == len(facts) and before.notes == notes:
        return before
    return _grown(Film(match.id, outlook.match, facts, notes, outlook.digest, _stills(facts, before)), before)


def _grown(made: Film, before: Film | None) -> Film:
    """The same film with what was worked out of the one before it, as far as that still holds."""
    if before is None or before.last > made.last or not all(map(is_, before.facts, made.facts)):
        return made
    known = before.known if before.now.changes == made.now.changes else {}
    return replace(made, shown=before.shown, known=known, lock=before.lock)


def _stills(facts: tuple[AnyFact, ...], before: Film | None) -> tuple[Match, ...]:
    """States to fold on from; those kept before serve as long as the facts are the same ones."""
    found: list[Match] = []
    if before is not None and all(map(is_, before.facts, facts)):
        found = list(before.stills[: len(facts) // _EVERY])
    while (len(found) + 1) * _EVERY <= len(facts):
        start = len(found) * _EVERY
        found.append(fold(facts[start : start + _EVERY], onto=found[-1] if found else None))
    return tuple(found)


class _Films:
    """The films of a process; the longest ones are made again each time."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[str, str], Film] = LRUCache(_KEPT, getsizeof=lambda each: each.last)
        self._lock = Lock()

    def get(self, which: tuple[str, str]) -> Film | None:
        with self._lock:
            return self._kept.get(which)

    def put(self, which: tuple[str, str], made: Film) -> Film:
        """The film, or the same one if another request has put it meanwhile."""
        with self._lock:
            kept = self._kept.get(which)
            if kept is not None and kept.is_as(made):
                return kept
            if made.last <= _KEPT:
                self._kept[which] = made
            return made


@cache
def _films() -> _Films:
    return _Films()

"""Matches folded from the log, kept by each process for as long as the log agrees."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from operator import is_
from threading import Lock
from typing import Final

from cachetools import LRUCache
from sqlalchemy import Connection

from domain import wire
from domain.match import AnyFact, Match, fold
from domain.outside import Seen, outside
from services import event_log
from services.event_log import Head, Summary

_KEPT: Final = 2000
"""Matches that a process keeps folded."""
_LOGS: Final = 200
"""Logs that a process keeps, of matches that those outside see only a part of."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A match as those outside see it, at a head: all that was read, what is seen of it, and what that folds to."""

    digest: bytes
    history: tuple[AnyFact, ...]
    seen: Seen
    match: Match


class Folded:
    """The newest state of the matches used last, each with the hash of its newest event."""

    def __init__(self, size: int = _KEPT) -> None:
        self._kept: LRUCache[str, tuple[bytes, Match]] = LRUCache(size)
        self._outlooks: LRUCache[str, Outlook] = LRUCache(_LOGS)
        self._lock = Lock()

    def get(self, match: str) -> tuple[bytes, Match] | None:
        """What is kept of a match."""
        with self._lock:
            return self._kept.get(match)

    def put(self, match: str, digest: bytes, state: Match) -> None:
        """Keep a state that is in the log: only ever call it after the commit."""
        with self._lock:
            kept = self._kept.get(match)
            if kept is None or kept[1].version <= state.version:
                self._kept[match] = (digest, state)

    def outlook(self, match: str) -> Outlook | None:
        """How those outside were shown a match last."""
        with self._lock:
            return self._outlooks.get(match)

    def put_outlook(self, match: str, found: Outlook) -> None:
        """Keep how those outside are shown a match."""
        with self._lock:
            self._outlooks[match] = found


@cache
def folded() -> Folded:
    """What this process keeps."""
    return Folded()


def current(connection: Connection, head: Head, kept: Folded) -> Match:
    """
    The match at its head.

    What is kept is used only where the log has that hash at that version; else all is folded again.

    Errors:
        RuleViolation: the opening in the log cannot be read here.
    """
    found = kept.get(head.match)
    if found is None:
        return _whole(connection, head, kept)
    digest, state = found
    if digest == head.hash and state.version == head.version:
        return state
    if state.version >= head.version or event_log.hash_at(connection, head.ledger, head.match, state.version) != digest:
        return _whole(connection, head, kept)
    facts = event_log.history(connection, head.ledger, head.match, after=state.version, to=head.version)
    return _keep(head, fold((fact for fact, _ in facts), onto=state), kept)


def at_version(connection: Connection, ledger: int, match: str, version: int) -> Match:
    """The match of a ledger as it was shown at a version."""
    return fold(fact for fact, _ in event_log.history(connection, ledger, match, to=version))


def summary(state: Match) -> Summary:
    """What lists tell of a match."""
    visibility = state.visibility if isinstance(state.visibility, str) else state.visibility.model_dump()
    return Summary(
        kind=event_log.MATCH,
        game=state.game.name,
        status=state.status,
        title=state.opened.title,
        players=wire.canonical(state.players),
        options=wire.canonical(state.opened.options),
        visibility=wire.canonical(visibility),
    )


def seen_outside(connection: Connection, head: Head, kept: Folded, time: datetime) -> Outlook | None:
    """
    The match as those outside see it at a time; None if it does not exist for them.

    Errors:
        RuleViolation: the opening in the log cannot be read here.
    """
    before = kept.outlook(head.match)
    if before is not None and before.digest == head.hash and (before.seen.until is None or time < before.seen.until):
        return before
    history = _history(connection, head, before)
    seen = outside(history, time)
    if not seen.facts:
        return None
    found = Outlook(head.hash, history, seen, _folded_on(before, seen))
    kept.put_outlook(head.match, found)
    return found


def _history(connection: Connection, head: Head, before: Outlook | None) -> tuple[AnyFact, ...]:
    """All facts up to the head; those read before are read again only if the log has another hash there."""
    if before is not None and before.digest == head.hash:
        return before.history
    known = before.history if before is not None else ()
    if before is not None and event_log.hash_at(connection, head.ledger, head.match, len(known)) != before.digest:
        known = ()
    news = event_log.history(connection, head.ledger, head.match, after=len(known), to=head.version)
    return (*known, *(fact for fact, _ in news))


def _folded_on(before: Outlook | None, seen: Seen) -> Match:
    if before is None:
        return fold(seen.facts)
    shown = before.seen.facts
    goes_on = len(shown) <= len(seen.facts) and all(map(is_, shown, seen.facts))
    return fold(seen.facts[len(shown) :], onto=before.match) if goes_on else fold(seen.facts)


def _whole(connection: Connection, head: Head, kept: Folded) -> Match:
    return _keep(head, at_version(connection, head.ledger, head.match, head.version), kept)


def _keep(head: Head, state: Match, kept: Folded) -> Match:
    kept.put(head.match, head.hash, state)
    return state

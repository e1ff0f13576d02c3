"""Matches folded from the log, kept by each process for as long as the log agrees."""

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Final

from sqlalchemy import Connection

from domain.match import Match, fold
from services import event_log
from services.event_log import Head

_KEPT: Final = 2000
"""Matches that a process keeps folded."""


@dataclass(slots=True)
class Folded:
    """The newest state of the matches used last, each with the hash of its newest event."""

    size: int = _KEPT
    _kept: OrderedDict[str, tuple[bytes, Match]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, match: str) -> tuple[bytes, Match] | None:
        """What is kept of a match."""
        with self._lock:
            found = self._kept.get(match)
            if found is not None:
                self._kept.move_to_end(match)
            return found

    def put(self, match: str, digest: bytes, state: Match) -> None:
        """Keep a state that is in the log: only ever call it after the commit."""
        with self._lock:
            kept = self._kept.get(match)
            if kept is None or kept[1].version <= state.version:
                self._kept[match] = (digest, state)
                self._kept.move_to_end(match)
            if len(self._kept) > self.size:
                self._kept.popitem(last=False)


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


def _whole(connection: Connection, head: Head, kept: Folded) -> Match:
    return _keep(head, at_version(connection, head.ledger, head.match, head.version), kept)


def _keep(head: Head, state: Match, kept: Folded) -> Match:
    kept.put(head.match, head.hash, state)
    return state

"""Recording: a report becomes part of the log, all of it or nothing, once."""

import hashlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from domain import wire
from domain.errors import EventInvalid, Flaw
from domain.event import Event, Fact, Opened
from domain.match import Match, admit
from services import clock, event_log, telemetry
from services.bearers import Bearer
from services.errors import IdConflict, UnknownMatch, VersionConflict
from services.event_log import Draft, Head, Request
from services.folding import Folded, current, summary
from services.rights import may_enter, may_report
from services.wiring import Stores

_FUTURE: Final = timedelta(days=1)
_PAST: Final = datetime(1900, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Report:
    """One event as it was sent: its id and time where the reporter gave them."""

    event: Event
    id: str | None = None
    occurred_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer to a report: the version reached, and each event's id and version."""

    match: str
    version: int
    events: tuple[tuple[str, int], ...]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """What recording needs: the stores, the folded matches, and how to wake the workers."""

    stores: Stores
    kept: Folded
    wake: Callable[[], None]


class _Moved(Exception):  # noqa: N818  no error: the protocol
    """The head moved between reading it and the append."""


def record(
    desk: Desk,
    bearer: Bearer,
    match: str,
    reports: Sequence[Report],
    *,
    if_match: int | None = None,
    key: str | None = None,
) -> Recorded:
    """
    Append a report to a match.

    Args:
        desk: Stores and the like.
        bearer: Whose key it is; the ledger and the actor come from it.
        match: The match's id.
        reports: At least one event; all are taken or none.
        if_match: The version that the match must be at.
        key: The request's own key, for retries; without one the first event's id serves.

    Returns:
        The versions given; `replayed` if the same request was answered before.

    Errors:
        Refused: the rules do not allow it.
        UnknownMatch, VersionConflict, IdConflict, Forbidden, StoreAway: see their classes.
    """
    for report in reports:
        check_time(report.occurred_at)
    bodies = [wire.body(report.event) for report in reports]
    entry = _entry(match, reports, bodies, key)
    while True:
        try:
            with desk.stores.writing(bearer.ledger) as connection:
                head = event_log.head(connection, bearer.ledger, match)
                if head is None:
                    raise UnknownMatch
                drafts = _drafts(reports, bodies, head.version, max(clock.now(), head.recorded_at), bearer)
                answer, digest, state = _append(connection, desk, bearer, head, drafts, if_match, entry)
        except _Moved:
            continue
        except IntegrityError as error:
            return _answer(desk, bearer, entry, error)
        break
    _tell(desk, match, digest, state, len(reports))
    return answer


def open_match(
    desk: Desk, bearer: Bearer, opened: Opened, *, match: str | None = None, key: str | None = None
) -> Recorded:
    """Open a match, under the id given or a new one; errors as in `record`."""
    may_report(bearer, match, opened)
    id_ = match or str(uuid.uuid4())
    report = Report(opened)
    entry = _entry(match or "", [report], [wire.body(opened)], key or (f"match:{match}" if match else None))
    now = clock.now()
    state = admit(None, [Fact(1, opened, now, bearer.actor)])
    draft = Draft(1, str(uuid.uuid4()), state.opened, wire.body(state.opened), now, None, bearer.actor)
    try:
        with desk.stores.writing(bearer.ledger) as connection:
            _enter(connection, bearer, entry, id_, 1, 1)
            ledger = (bearer.ledger, bearer.ledger_name)
            digest, _ = event_log.append(connection, ledger, None, id_, [draft], summary(state))
    except IntegrityError as error:
        return _answer(desk, bearer, entry, error)
    _tell(desk, id_, digest, state, 1)
    return Recorded(id_, 1, ((draft.id, 1),))


def check_time(occurred_at: datetime | None) -> None:
    """EventInvalid if a time lies outside 1900 to tomorrow."""
    if occurred_at is not None and not _PAST <= occurred_at <= clock.now() + _FUTURE:
        raise EventInvalid([Flaw("/occurred_at", "lies before 1900 or more than a day ahead")])


@dataclass(frozen=True, slots=True)
class _Entry:
    """A request's key, if it has one, and the fingerprint of what it says."""

    key: str | None
    fingerprint: bytes


def _entry(match: str, reports: Sequence[Report], bodies: Sequence[str], key: str | None) -> _Entry:
    first = reports[0].id
    said = [
        [r.id, r.event.TYPE, body, clock.microseconds(r.occurred_at) if r.occurred_at else None]
        for r, body in zip(reports, bodies, strict=True)
    ]
    fingerprint = hashlib.sha256(wire.canonical([match, said]).encode()).digest()
    return _Entry(f"key:{key}" if key else f"id:{first}" if first else None, fingerprint)


def _append(
    connection: Connection,
    desk: Desk,
    bearer: Bearer,
    head: Head,
    drafts: Sequence[Draft],
    if_match: int | None,
    entry: _Entry,
) -> tuple[Recorded, bytes, Match]:
    may_enter(bearer, head.match)
    _enter(connection, bearer, entry, head.match, drafts[0].version, drafts[-1].version)
    if if_match is not None and if_match != head.version:
        raise VersionConflict(head.version)
    before = current(connection, head, desk.kept)
    for draft in drafts:
        may_report(bearer, head.match, draft.event, before)
    state = admit(before, _facts(drafts))
    ledger = (bearer.ledger, bearer.ledger_name)
    digest, done = event_log.append(connection, ledger, head, head.match, drafts, summary(state))
    if not done:
        raise _Moved
    answer = Recorded(head.match, state.version, tuple((draft.id, draft.version) for draft in drafts))
    return answer, digest, state


def _tell(desk: Desk, match: str, digest: bytes, state: Match, appended: int) -> None:
    """After the commit: keep the state, wake the workers, count the events."""
    desk.kept.put(match, digest, state)
    desk.wake()
    telemetry.APPENDED.inc(appended)


def _drafts(
    reports: Sequence[Report], bodies: Sequence[str], version: int, now: datetime, bearer: Bearer
) -> list[Draft]:
    return [
        Draft(version + step, report.id or str(uuid.uuid4()), report.event, body, now, report.occurred_at, bearer.actor)
        for step, (report, body) in enumerate(zip(reports, bodies, strict=True), start=1)
    ]


def _facts(drafts: Sequence[Draft]) -> list[Fact[Event]]:
    return [Fact(draft.version, draft.event, draft.recorded_at, draft.actor) for draft in drafts]


def _enter(connection: Connection, bearer: Bearer, entry: _Entry, match: str, first: int, last: int) -> None:
    if entry.key is not None:
        event_log.enter(connection, bearer.ledger, entry.key, Request(match, entry.fingerprint, first, last))


def _answer(desk: Desk, bearer: Bearer, entry: _Entry, error: IntegrityError) -> Recorded:
    """What the same request was answered before; IdConflict if it was another one."""
    with desk.stores.reading(bearer.ledger) as connection:
        earlier = event_log.answered(connection, bearer.ledger, entry.key) if entry.key else None
        if earlier is None:
            raise IdConflict("An id in this request was used before, for something else.") from error
        if earlier.fingerprint != entry.fingerprint:
            raise IdConflict("This idempotency key or id was used before, with other content.") from error
        ledger = (bearer.ledger, bearer.ledger_name)
        given = event_log.entries(connection, ledger, earlier.match, after=earlier.first - 1, to=earlier.last)
        return Recorded(earlier.match, earlier.last, tuple((e.id, e.version) for e in given), replayed=True)

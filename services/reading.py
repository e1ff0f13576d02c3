"""Reading: boards now and then, logs, and the feed, as each reader may see them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from domain import games
from domain.hindsight import in_hindsight
from domain.match import Match, fold, sealed
from domain.projection import project
from services import event_log, feed, scoreboard
from services.bearers import Bearer
from services.errors import CursorAhead, UnknownBoard
from services.folding import Folded, Outlook, at_version
from services.sealing import on_the_wire, sealed_for
from services.seeing import Listed, beyond, current_of, look, look_for, open_log, reading_for, whose
from services.tables import ledgers
from services.wiring import Stores


@dataclass(frozen=True, slots=True)
class Shown:
    """
    A board as its reader sees it.

    Args:
        settled: Whether a board of this stamp says this for ever; else its content has to be compared too.
    """

    match: str
    name: str
    epoch: int
    version: int
    body: str
    settled: bool = True


def board_now(stores: Stores, kept: Folded, match: Listed, name: str) -> Shown:
    """
    A board as it is now: stored, or folded here while the workers are behind.

    So who reported reads what came of it, and nobody is shown an older board after a newer one. Whether the
    reader may see it is looked up in the same moment.
    """
    with reading_for(stores, match) as connection:
        found, outlook = look(connection, kept, match)
        if outlook is not None:
            return _shown_outside(connection, found, name, outlook.match, outlook)
        stored = scoreboard.find(connection, found.ledger, found.id, name)
        if stored is not None and stored.version >= found.version:
            return Shown(stored.match, stored.name, stored.epoch, stored.version, stored.body)
        now = current_of(connection, found, kept)
        return _shown_at(connection, found, name, now, now)


def boards_for(stores: Stores, kept: Folded, bearer: Bearer | None, match: str) -> list[Shown]:
    """Every board of a match as a reader sees it now, of one version; UnknownMatch if it does not exist for them."""
    with stores.reading(whose(bearer)) as connection:
        found, outlook = look_for(connection, kept, bearer, match)
        if outlook is None:
            stored = scoreboard.of_matches(connection, [match])
            if len(stored) == len(games.find(found.game).boards) and {each.version for each in stored} == {
                found.version
            }:
                return [Shown(match, each.name, each.epoch, each.version, each.body) for each in stored]
            state = current_of(connection, found, kept)
            bodies = project(state, match)
        else:
            state = outlook.match
            bodies = _outside_bodies(found, state, outlook)
        return [_board(connection, found, state, name, bodies, settled=outlook is None) for name in bodies]


def boards_of(
    stores: Stores, bearer: Bearer | None, listed: Sequence[Listed], names: Collection[str]
) -> dict[str, dict[str, str]]:
    """
    Boards of matches that were listed for a reader: of each match that is shown whole, if they stand at its version.

    All others are read one by one (`boards_for`): they are shown in part, or have moved, or were not folded yet.
    """
    whole = {match.id: match for match in listed if match.view == "whole"}
    found: dict[str, dict[str, str]] = {}
    with stores.reading(whose(bearer)) as connection:
        for board in scoreboard.of_matches(connection, whole, names):
            match = whole[board.match]
            if board.version == match.version and board.visibility == scoreboard.word(match.visibility):
                found.setdefault(board.match, {})[board.name] = board.body
    return found


def board_then(
    stores: Stores,
    kept: Folded,
    match: Listed,
    name: str,
    *,
    version: int | None = None,
    time: datetime | None = None,
    as_now: bool = False,
) -> Shown:
    """A board at a version, or at a time: as it was shown then, or as we know now; UnknownBoard if there was none."""
    with reading_for(stores, match) as connection:
        found, outlook = look(connection, kept, match)
        if outlook is not None:
            state = _then_outside(outlook, version, time, as_now=as_now)
            return _shown_outside(connection, found, name, state, outlook)
        open_log(connection, found)
        if time is not None:
            version = event_log.version_at(connection, found.ledger, found.id, time)
        if version is None or not 1 <= version <= found.version:
            raise beyond(found.version)
        now = current_of(connection, found, kept)
        state = now if version == found.version else _then(connection, now, found, version, as_now=as_now)
        return _shown_at(connection, found, name, state, now, settled=not as_now)


def _then(connection: Connection, now: Match, match: Listed, version: int, *, as_now: bool) -> Match:
    if not as_now:
        return at_version(connection, match.ledger, match.id, version)
    facts = event_log.history(connection, match.ledger, match.id, after=version - 1, to=version)
    return next(in_hindsight(now, (fact for fact, _ in facts)))


def _then_outside(outlook: Outlook, version: int | None, time: datetime | None, *, as_now: bool) -> Match:
    """The match as those outside may know it at a version, or a time: of what they see now, what was there then."""
    facts = [
        fact
        for fact in outlook.seen.facts
        if (version is None or fact.version <= version)
        and (time is None or (fact.recorded_at is not None and fact.recorded_at <= time))
    ]
    if not facts or (version or 0) > outlook.match.version:
        raise beyond(outlook.match.version)
    return next(in_hindsight(outlook.match, facts[-1:])) if as_now else fold(facts)


def log(stores: Stores, kept: Folded, match: Listed, *, after: int, limit: int) -> list[dict[str, Any]]:
    """A match's events on the wire, sealed for who may not see the cards yet."""
    with reading_for(stores, match) as connection:
        found, outlook = look(connection, kept, match)
        open_log(connection, found)
        to = found.version if outlook is None else outlook.seen.whole
        entries = list(event_log.entries(connection, found.own, found.id, after=after, to=to, limit=limit))
        if found.view == "held":
            return [on_the_wire(entry) for entry in entries]
        also = sealed(outlook.match) if outlook else ()
        return list(sealed_for(connection, kept, found.reader, found.ledger, entries, also))


def ledger_feed(stores: Stores, kept: Folded, bearer: Bearer, *, after: int, limit: int) -> list[dict[str, Any]]:
    """
    The ledger's events at positions after `after`.

    Errors:
        CursorAhead: the position lies beyond the head.
    """
    with stores.reading(bearer.ledger) as connection:
        head = feed.head(connection, bearer.ledger)
        if after > head:
            raise CursorAhead(head)
        ledger = (bearer.ledger, bearer.ledger_name)
        found = feed.entries(connection, ledger, after=after, limit=limit, matches=bearer.matches)
        return list(sealed_for(connection, kept, bearer, bearer.ledger, found))


def _shown_at(
    connection: Connection, match: Listed, name: str, state: Match, now: Match, *, settled: bool = True
) -> Shown:
    bodies = project(state, match.id, sealed(now) if state.changes else ())
    return _board(connection, match, state, name, bodies, settled=settled)


def _shown_outside(connection: Connection, match: Listed, name: str, state: Match, outlook: Outlook) -> Shown:
    return _board(connection, match, state, name, _outside_bodies(match, state, outlook), settled=False)


def _outside_bodies(match: Listed, state: Match, outlook: Outlook) -> dict[str, str]:
    return project(state, match.id, sealed(outlook.match) if state.changes else (), (outlook.seen.note,))


def _board(
    connection: Connection, match: Listed, state: Match, name: str, bodies: Mapping[str, str], *, settled: bool
) -> Shown:
    if name not in bodies:
        raise UnknownBoard(f"{state.game.title} has the boards {', '.join(bodies)}.")
    epoch = connection.execute(sa.select(ledgers.c.epoch).where(ledgers.c.id == match.ledger)).scalar_one()
    return Shown(match.id, name, epoch, state.version, bodies[name], settled)

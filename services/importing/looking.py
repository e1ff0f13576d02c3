"""The first time through a file: all that it tells is checked by the rules, and nothing kept."""

import json
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from domain import wire
from domain.errors import Malformed, Refused, RuleViolation
from domain.event import Fact, Opened
from domain.match import Match, admit
from services import event_log
from services.bearers import Bearer
from services.errors import UnknownMatch
from services.folding import current
from services.formats.found import Bad, Found, Item, Left, Told, clause
from services.formats.registry import FORMATS, detect
from services.importing.plan import Account, Doubtful, Order, Plan, Progress, is_result
from services.importing.source import Source
from services.recording import Desk, Report

_SHOWN: Final = 64
"""Records between two looks at how far the file has been read."""


@dataclass(slots=True)
class _Place:
    """A match as it would stand after what was read so far, and the ids of what is in the log already."""

    account: Account
    state: Match
    known: set[str]


def look(
    desk: Desk, bearer: Bearer, source: Source, order: Order, progress: Progress = lambda _done, _size: None
) -> Plan:
    """
    Read a file whole and check all that it tells, without keeping anything.

    Errors:
        Unreadable: it cannot be read on from some line.
        Doubtful: it leaves open what must not be guessed, or does not belong into that match.
        UnknownMatch: there is no such match.
    """
    with ExitStack() as undone:
        plan = undone.enter_context(Plan(source, order.format or detect(source.head)))
        looking = _Looking(desk, bearer, plan, order)
        for number, item in enumerate(FORMATS[plan.format].read(source.file, order.asked)):
            looking.take(item)
            if number % _SHOWN == 0:
                progress(source.file.tell(), source.size)
        undone.pop_all()
    return plan


class _Looking:
    """Goes through what a reader tells."""

    def __init__(self, desk: Desk, bearer: Bearer, plan: Plan, order: Order) -> None:
        self._desk = desk
        self._bearer = bearer
        self._plan = plan
        self._order = order
        self._places: dict[str, _Place] = {}

    def take(self, item: Item) -> None:
        """Whatever the file holds next."""
        match item:
            case Found():
                self._find(item)
            case Told():
                self._hear(item)
            case Left():
                self._plan.left.append(item)
            case Bad():
                self._plan.bad.append(item)

    def _find(self, found: Found) -> None:
        """A match: new, or open already."""
        match = self._order.into or self._plan.match_id(found.key)
        there = self._in_the_log(match)
        place = self._new(found, match, there) if self._order.into is None else self._joined(found, match, there)
        place.account.closed = self._plan.closing(found.key).id in place.known
        self._places[found.key] = place
        self._plan.accounts[found.key] = place.account

    def _hear(self, told: Told) -> None:
        """A record: whether it can be told; if only its result can, then that."""
        place = self._places[told.key]
        if place.known and self._plan.event_id(told) in place.known:
            place.account.already += is_result(told)
            return
        try:
            reports = self._plan.reports(told)
        except (Malformed, RuleViolation) as fault:
            self._cannot(told, fault)
            return
        try:
            self._keep(place, told, reports)
        except Refused as refused:
            self._refused(place, told, reports, refused)

    def _keep(self, place: _Place, told: Told, reports: list[Report]) -> None:
        """Take a record over, if the rules allow it: Refused if not."""
        version = place.state.version
        facts = [Fact(version + step, report.event) for step, report in enumerate(reports, start=1)]
        place.state = admit(place.state, facts)
        self._plan.sound.add(told.key, reports)
        place.account.results += is_result(told)

    def _in_the_log(self, match: str) -> tuple[Match, set[str]] | None:
        with self._desk.stores.reading(self._bearer.ledger) as connection:
            head = event_log.head(connection, self._bearer.ledger, match)
            if head is None:
                return None
            return current(connection, head, self._desk.kept), event_log.ids(connection, self._bearer.ledger, match)

    def _new(self, found: Found, match: str, there: tuple[Match, set[str]] | None) -> _Place:
        for name in found.unsure.keys() - self._order.options.keys():
            hint = json.dumps({name: "…"}, ensure_ascii=False)
            raise Doubtful(found.line, f"{found.unsure[name]}: say it with --options '{hint}'")
        opened, state = _opened(found, self._order)
        if there is None:
            return _Place(Account(match, found.game, found.title, opened), state, set())
        if self._order.options and there[0].opened.options != state.opened.options:
            reason = f"it was imported before, as match {match}, with other options"
            raise Doubtful(found.line, f"{reason}: correct them there (match.corrected, of 1)")
        return _Place(Account(match, found.game, found.title), *there)

    def _joined(self, found: Found, match: str, there: tuple[Match, set[str]] | None) -> _Place:
        if there is None:
            raise UnknownMatch
        if self._places:
            raise Doubtful(found.line, "the file holds more than one match: import it with --new")
        if found.numbered_here:
            reason = "the file knows pairs by their players' names, which no log keeps, and not by their numbers"
            raise Doubtful(found.line, f"{reason}: import it with --new")
        state = there[0]
        if state.game.name != found.game:
            raise Doubtful(found.line, f"the file tells of {found.game}, and the match is {state.game.name}")
        return _Place(Account(match, found.game, state.opened.title), *there)

    def _refused(self, place: _Place, told: Told, reports: list[Report], refused: Refused) -> None:
        """A course that breaks the rules is left out where the result stands by itself; a refused result is bad."""
        reason = clause(refused.violation)
        if not is_result(told) and refused.violation.code == "already_reported":
            self._plan.left.append(Left(told.line, told.what, reason))
            return
        if refused.index == len(reports) - 1:
            self._cannot(told, refused.violation)
            return
        try:
            self._keep(place, told, reports[-1:])
        except Refused as worse:
            self._cannot(told, worse.violation)
        else:
            self._plan.left.append(Left(told.line, told.what, f"{reason}; only its result is told"))

    def _cannot(self, told: Told, fault: Malformed | RuleViolation) -> None:
        self._plan.bad.append(Bad(told.line, told.what, clause(fault)))


def _opened(found: Found, order: Order) -> tuple[Opened, Match]:
    data: dict[str, JsonValue] = {"game": found.game, "options": {**found.options, **order.options}}
    if found.title is not None:
        data["title"] = found.title
    try:
        opened = wire.read(Opened, wire.sound(data))
        return opened, admit(None, [Fact(1, opened)])
    except Refused as refused:
        raise Doubtful(found.line, f"the match cannot be opened: {clause(refused.violation)}") from refused
    except (Malformed, RuleViolation) as fault:
        raise Doubtful(found.line, f"the match cannot be opened: {clause(fault)}") from fault

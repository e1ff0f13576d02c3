"""Match by match: the chain of its events from their columns, its head, and its boards folded once more."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection

from domain.errors import RuleViolation
from domain.event import Event, Fact
from domain.match import Match, fold
from services import administration, event_log
from services.chain import GENESIS, digest
from services.folding import summary
from services.tables import boards, dirty, events, matches, sequenced
from services.verifying import refolded, stored
from services.verifying.findings import Finding
from services.verifying.stored import Span
from services.wiring import Stores

_EVENT: Final = ("text", "int", "int", "text", "text", "text", "int", "when", "text", "hash")
"""What the columns of an event are."""


@dataclass(frozen=True, slots=True)
class Book:
    """What a check has to know of a ledger: its name, the epoch shown, and whether that was folded by these rules."""

    number: int
    name: str
    epoch: int
    ours: bool
    checked: bool = True

    @property
    def of_acts(self) -> bool:
        """Whether acts of administration stand in it, which no game folds."""
        return self.name.endswith(administration.SUFFIX)


def check(stores: Stores, span: Span, books: dict[int, Book], *, refold: bool) -> tuple[int, list[Finding]]:
    """Check some matches; returns how many events were read, and what is wrong."""
    with stored.snapshot(stores) as connection:
        return _check(stores, connection, span, books, refold=refold)


def _check(
    stores: Stores, connection: Connection, span: Span, books: dict[int, Book], *, refold: bool
) -> tuple[int, list[Finding]]:
    heads = {stored.key(row.id): row for row in stored.of_matches(connection, matches, span)}
    shown = _grouped(stored.of_matches(connection, boards, span, boards.c.name)) if refold else {}
    marked = _grouped(stored.of_matches(connection, dirty, span))
    numbered = _grouped(stored.of_matches(connection, sequenced, span))
    fed = stored.fed(connection, span)
    count, found = 0, list[Finding]()
    for key, rows in groupby(stored.of_matches(connection, events, span, events.c.version), itemgetter(0)):
        match = stored.key(key)
        chain = Chain(stores, connection, match, heads.pop(match, None), books)
        chain.read(rows, refold=refold)
        count += chain.events
        if chain.head is not None:
            news = max((row.version for row in marked.get(match, ()) if isinstance(row.version, int)), default=0)
            chain.check_head(fed.get(match, 0), [row.version for row in numbered.get(match, ())], news)
            if refold:
                chain.check_boards(shown.pop(match, []), news)
        found += chain.found
    for match, row in heads.items():
        if row.ledger not in books or books[row.ledger].checked:
            found.append(Finding("matches", "no event of it is left", match=_shown(match)))
    for match in shown.keys() - heads.keys():
        found.append(Finding("boards", "there is no such match", match=_shown(match)))
    return count, found


@dataclass(slots=True)
class Chain:
    """One match, while its events are read."""

    stores: Stores
    connection: Connection
    match: bytes
    head: Any
    books: dict[int, Book]
    events: int = 0
    last: Any = None
    first: Any = None
    state: Match | None = None
    found: list[Finding] = field(default_factory=list)

    @property
    def book(self) -> Book | None:
        """The match's ledger, if there is one of that number."""
        return None if self.head is None else self.books.get(self.head.ledger)

    def read(self, rows: Iterator[Any], *, refold: bool) -> None:
        """Check every link, and fold what was read if the chain is to be trusted."""
        if self.head is None:
            self._say("matches", "events stand in the log whose match is gone")
        elif self.book is None:
            self._say("matches", f"it belongs to no ledger: there is none of number {self.head.ledger!r}")
        elif not self.book.checked:
            return
        links, fault = self._links(rows), ""
        if refold and not (self.book and self.book.of_acts):
            try:
                self.state = fold(self._facts(links))
            except RuleViolation as violation:
                fault = violation.detail
            except Exception as error:  # noqa: BLE001  a body that was tampered with may do anything
                fault = type(error).__name__
        for _ in links:
            continue
        if fault and not self.found:
            self._say("events", f"the match cannot be folded: {fault}")
        if self.found:
            self.state = None

    def check_head(self, fed: int, numbered: list[Any], news: int) -> None:
        """Whether the head says what the newest event does, and every event has its position or waits for one."""
        book = self.book
        if book is None or not book.checked or self.last is None:
            return
        due = {"version": self.last.version, "hash": self.last.hash, "recorded_at": self.last.recorded_at}
        due |= {"ledger": self.last.ledger, "opened_at": self.first.recorded_at}
        summarised = administration.SUMMARY if book.of_acts else None
        if self.state is not None and book.ours:
            summarised = summary(self.state)
        if summarised is not None:
            text, _ = stored.kinds(self.connection)
            due |= {name: None if value is None else text(value) for name, value in refolded.told(summarised).items()}
        self._compare_head(due)
        if fed < self.events and news < self.events:
            self._say("feed", f"{self.events - fed} of its {self.events} events have no position")
        if numbered != ([fed] if fed else []):
            self._say("sequenced", f"its newest version with a position is {fed}, and not {numbered}")

    def check_boards(self, shown: list[Any], news: int) -> None:
        """Whether the boards shown are those that the events give."""
        if self.book is not None and self.book.of_acts and shown:
            self._say("boards", "administration has no boards")
        if self.book is None or not self.book.checked or not self.book.ours or self.state is None:
            return
        behind = refolded.Behind(
            self.stores, self.book.number, self.match.decode(), news, stored.kinds(self.connection)[0]
        )
        for sentence, version in refolded.compare(self.state, shown, self.book.epoch, behind):
            self._say("boards", sentence, version)

    def _compare_head(self, due: dict[str, Any]) -> None:
        for name, value in due.items():
            held = getattr(self.head, name)
            if type(held) is not type(value) or held != value:
                self._say("matches", f"`{name}` does not say what the events do")

    def _links(self, rows: Iterator[Any]) -> Iterator[Any]:
        text, hash_ = stored.kinds(self.connection)
        types = {"text": (text,), "int": (int,), "when": (int, type(None)), "hash": (hash_,)}
        kinds = {tuple(each) for each in _product([types[kind] for kind in _EVENT])}
        ledger = self.book.name.encode() if self.book else b""
        number = self.book.number if self.book else None
        due, previous = 1, GENESIS
        for row in rows:
            if tuple(map(type, row)) not in kinds:
                self._say("events", f"a column of what stands after version {due - 1} is of another kind", due)
                due += 1
                continue
            match, version, of, id_, type_, body, recorded, occurred, actor, hashed = row
            when = None if occurred is None else b"%d" % occurred
            parts = (previous, ledger, match, b"%d" % version, id_, type_, b"%d" % recorded, when, actor, body)
            if digest(parts) != hashed or version != due or of != number:
                self._explain(row, due, of == number)
            due, previous, self.last = version + 1, hashed, row
            self.first = self.first or row
            self.events += 1
            yield row

    def _explain(self, row: Any, due: int, own: bool) -> None:
        if row.version != due:
            self._say("events", f"version {due} is due after version {due - 1}, and {row.version} stands there", due)
        elif not own:
            self._say("events", f"the event is of ledger number {row.ledger}, and its match is not", due)
        else:
            self._say("events", "its columns and the hash before it do not give its hash", due)

    def _facts(self, rows: Iterator[Any]) -> Iterator[Fact[Event]]:
        for row in rows:
            if not self.found:
                type_, body, actor = (bytes(row[index]).decode() for index in (4, 5, 8))
                yield event_log.fact(row.version, type_, body, row.recorded_at, actor)

    def _say(self, what: str, sentence: str, version: int | None = None) -> None:
        position = None if version is None else stored.position(self.connection, self.match, version)
        ledger = self.book.name if self.book else None
        self.found.append(Finding(what, sentence, ledger, position, _shown(self.match), version))


def _grouped(rows: Iterator[Any]) -> dict[bytes, list[Any]]:
    found: dict[bytes, list[Any]] = {}
    for row in rows:
        found.setdefault(stored.key(row.match), []).append(row)
    return found


def _product(choices: list[tuple[type, ...]]) -> list[list[type]]:
    found: list[list[type]] = [[]]
    for choice in choices:
        found = [[*each, kind] for each in found for kind in choice]
    return found


def _shown(match: bytes) -> str:
    return match.decode(errors="backslashreplace")

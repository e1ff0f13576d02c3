"""
Verifying: every stored row of the log checked against every other, and against the checkpoints that were signed.

Source:
    docs/guarantees.md, "The tree".
"""

import multiprocessing
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from services import wiring
from services.config import Settings
from services.errors import UnfitStore
from services.notes import BadNote, origin
from services.tables import matches
from services.verifying import chains, notes, stored, trees, whole
from services.verifying.chains import Book
from services.verifying.findings import Finding, Findings
from services.verifying.notes import Kept, Notary
from services.verifying.stored import Span
from services.wiring import EVERY, Stores

Task: TypeAlias = tuple[str, tuple[Any, ...]]
"""A part of the check: what to do, and with what."""

UNREADABLE: Final = (DBAPIError, UnicodeError)
"""How a database fails that cannot be read; the second where what should be text is none any more."""
_EVENTS: Final = 10_000
"""About how many events are in a chunk of matches."""
_PAGE: Final = 500


@dataclass(slots=True)
class Verified:
    """
    What was checked, and what was found.

    Args:
        events: Events whose chain, and with `refolded` whose boards were checked.
        positions: Positions of the feed, each a leaf of a tree.
        checkpoints: Signed checkpoints.
        refolded: Whether every match was folded once more.
        findings: What is wrong.
    """

    refolded: bool
    events: int = 0
    positions: int = 0
    checkpoints: int = 0
    findings: Findings = field(default_factory=Findings)


def verify(
    stores: Stores,
    *,
    ledger: str | None = None,
    saved: str | None = None,
    refold: bool = True,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Verified:
    """
    Check all that is stored of the log. Nothing is written; what is appended meanwhile is left to the next time.

    Args:
        stores: Where it is stored.
        ledger: The one to check; None for all.
        saved: A checkpoint that was kept elsewhere: its whole note.
        refold: Whether every match is folded again, and its boards compared.
        processes: How many check.
        progress: Told how much is done, of how much: events and positions.

    Errors:
        UnfitStore: there is no such ledger.
    """
    with stores.reading(EVERY) as connection:
        books = whole.books(connection, ledger)
        total = connection.execute(sa.select(sa.func.sum(matches.c.version))).scalar() or 0
    with stored.snapshot(stores) as connection:
        lengths = {number: whole.length(connection, book) for number, book in books.items() if book.checked}
    if not lengths:
        raise UnfitStore(f"There is no ledger {ledger!r}.")
    done = Verified(refold)
    for _, found in lengths.values():
        done.findings.add(found)
    kept = _kept(saved, books, done)
    told = _Told(progress, int(total) + sum(head for head, _ in lengths.values()))
    with _crew(stores, processes) as work:
        for _, found in work(iter([("intact", ()), ("strays", (books,))])):
            done.findings.add(found)
        for number, (head, _) in lengths.items():
            _tree(stores, books[number], head, kept.get(number), work, done, told)
        spans = _spans(stores)
        for count, found in work(("chains", (span, books, refold)) for span in spans):
            done.events += count
            done.findings.add(found)
            told.more(count)
    return done


def unreadable(error: Exception) -> Verified:
    """What is told of a database that cannot be read at all: one of `UNREADABLE`."""
    done = Verified(refolded=False)
    reason = error.orig if isinstance(error, DBAPIError) else error
    done.findings.add([Finding("database", f"it cannot be read: {reason}")])
    return done


_Work: TypeAlias = Callable[[Iterator[Task]], Iterator[Any]]


@dataclass(slots=True)
class _Told:
    progress: Callable[[int, int], None] | None
    total: int
    done: int = 0

    def more(self, count: int) -> None:
        self.done += count
        if self.progress:
            self.progress(self.done, self.total)


def _kept(saved: str | None, books: dict[int, Book], done: Verified) -> dict[int, Kept]:
    """The checkpoint that was kept, under the number of its ledger."""
    if saved is None:
        return {}
    try:
        kept = notes.read(saved)
    except BadNote:
        done.findings.add([Finding("saved", "the checkpoint that was kept is none that can be read")])
        return {}
    for number, book in books.items():
        if book.checked and kept.checkpoint.origin == origin(book.name):
            return {number: kept}
    where = kept.checkpoint.origin
    done.findings.add([Finding("saved", f"the checkpoint that was kept is one of {where}, which is not here")])
    return {}


def _tree(stores: Stores, book: Book, head: int, kept: Kept | None, work: _Work, done: Verified, told: _Told) -> None:
    notary = Notary(book)
    with stored.snapshot(stores) as connection:
        notary.meet(connection)
        due = sorted({*notes.sizes(connection, book), *({kept.checkpoint.size} if kept else ())})
        grown = trees.Grown(stores, book, frozenset(due), whole.rooted(connection, book.number))
    tasks = (("places", (book, span, _within(due, span))) for span in trees.units(head))
    for tiles, count, found in work(tasks):
        for tile in tiles:
            grown.add(tile)
        done.positions += count
        done.findings.add(found)
        told.more(count)
    done.findings.add(grown.finish())
    with stored.snapshot(stores) as connection:
        done.checkpoints += notary.check(connection, grown.roots, head)
        if kept:
            notary.check_saved(connection, kept, grown.roots, head)
    done.findings.add(notary.found)


def _within(sizes: list[int], span: tuple[int, int]) -> list[int]:
    return sizes[bisect_left(sizes, span[0]) : bisect_right(sizes, span[1])]


def _spans(stores: Stores) -> Iterator[Span]:
    """Matches in chunks of about so many events; the first begins before, and the last ends after all there is."""
    after: bytes | None = None
    last: bytes | None = None
    events = 0
    while True:
        with stored.snapshot(stores) as connection:
            page = stored.heads(connection, last, _PAGE)
        for id_, version in page:
            events += version if isinstance(version, int) else 1
            last = id_
            if events > _EVENTS:
                yield after, id_
                after, events = id_, 0
        if not page:
            yield after, None
            return


@contextmanager
def _crew(stores: Stores, processes: int) -> Iterator[_Work]:
    """Who does the parts of the check, in the order in which they are given."""
    if processes == 1:
        yield lambda tasks: (_do(stores, task) for task in tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _start, (stores.settings.model_dump(),)) as pool:

        def work(tasks: Iterator[Task]) -> Iterator[Any]:
            waiting: deque[Future[Any]] = deque()
            for task in tasks:
                waiting.append(pool.submit(_do_here, task))
                if len(waiting) > processes * 2:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

        yield work


_stores_here: list[Stores] = []


def _start(settings: dict[str, object]) -> None:
    _stores_here.append(wiring.connect(Settings.model_validate(settings)))


def _do_here(task: Task) -> Any:
    return _do(_stores_here[0], task)


def _do(stores: Stores, task: Task) -> Any:
    """Do a part; where the database itself fails to read, that is what was found."""
    what, given = task
    try:
        match what:
            case "chains":
                span, books, refold = given
                return chains.check(stores, span, books, refold=refold)
            case "places":
                return trees.read(stores, *given)
            case "strays":
                return 0, whole.strays(stores, *given)
            case _:
                return 0, whole.intact(stores)
    except UNREADABLE as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        found = [Finding("database", f"it cannot be read while its {what} are checked: {reason}")]
        return ([], 0, found) if what == "places" else (0, found)

"""Matches out of the log, in the formats that other programs read; and a whole ledger, to be checked elsewhere."""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from domain.errors import RuleViolation
from domain.games import all_games
from domain.match import Match
from domain.text import listed
from services import event_log, feed, naming, signing, tree
from services.config import Settings
from services.errors import BrokenLedger, ServiceError
from services.folding import at_version
from services.formats.cloudevents import cloud_event
from services.formats.pbn import writing as pbn_writing
from services.formats.plain import writing as plain_writing
from services.formats.sheets import BRIDGE, Unwritable
from services.formats.sheets.seating import Names, everybody
from services.formats.usebio import writing as usebio_writing
from services.merkle import Growing
from services.sealing import on_the_wire
from services.seeing import Listed
from services.tables import checkpoints
from services.wiring import Stores

LEDGER: Final = "ledger"
"""The format of a whole ledger."""
_PAGE: Final = 500
"""Events that are read at once; between two pages nothing is held."""


class UnfitFormat(ServiceError):  # noqa: N818  what the caller is told
    """A format that does not fit the game; the sentence names those that do."""


@dataclass(frozen=True, slots=True)
class Format:
    """
    A format that matches are written in.

    Args:
        write: Gives the file's text piece by piece, with the names that it is given.
        games: That it fits.
        encoding: Of the file.
        takes_names: Whether it has a place for names.
    """

    write: Callable[[Connection, Listed, "_Wish"], Iterator[str]]
    games: tuple[str, ...]
    encoding: str = "utf-8"
    takes_names: bool = True


def export(stores: Stores, match: Listed, format_: str, *, names: bool = False) -> Iterator[str]:
    """
    A match as a file: its text, piece by piece, with all hands and cards, sealed ones too.

    Args:
        stores: Where the match is kept.
        match: The match.
        format_: One of `FORMATS`.
        names: Whether players' names stand in it, those that there are.

    Errors:
        UnfitFormat: at once, if the format does not fit the game, or has no place for names.
        Unwritable: with the first piece, if the match has what the format cannot say, or cannot be folded.
    """
    if match.game not in FORMATS[format_].games:
        raise UnfitFormat(f"{format_} does not fit {match.game}: write {listed(fitting(match.game), 'or')}.")
    if names and not FORMATS[format_].takes_names:
        having = listed([name for name in fitting(match.game) if FORMATS[name].takes_names], "and") or "no format"
        raise UnfitFormat(f"{format_} is the log, and names live outside it: {having} can have them.")
    return _written(stores, match, FORMATS[format_], names=names)


def export_ledger(stores: Stores, ledger: tuple[int, str]) -> Iterator[str]:
    """
    A ledger as one file, JSON Lines: a heading, every event with its position, and the tree's root.

    The heading has the public keys and the signed checkpoints, so that nothing else is needed to check the rest
    (`docs/verifier.py`). All hands and cards are in it. It is the ledger as it was when the export began.

    Args:
        stores: Where the ledger is.
        ledger: Its number and name.

    Errors:
        BrokenLedger: with the page that it is missed on, if an event is gone.
    """
    with stores.reading(ledger[0]) as connection:
        size = feed.head(connection, ledger[0])
        heading = _heading(connection, ledger, size)
    yield _line(heading)
    growing, due = Growing(), 1
    while due <= size:
        with stores.reading(ledger[0]) as connection:
            page = feed.entries(connection, ledger, after=due - 1, limit=min(_PAGE, size - due + 1))
        if [entry.position for entry in page] != list(range(due, due + len(page))) or not page:
            raise BrokenLedger(f"The ledger cannot be exported: after position {due - 1} an event is gone.")
        for entry in page:
            growing.add(tree.hash_of(tree.Leaf(due, entry.match, entry.version, entry.hash)))
            due += 1
        yield "".join(_line(on_the_wire(entry)) for entry in page)
    yield _line({"root": _base64(growing.root()), "size": size})


def fitting(game: str) -> list[str]:
    """The formats that fit a game."""
    return [name for name, found in FORMATS.items() if game in found.games]


def _written(stores: Stores, match: Listed, found: Format, *, names: bool) -> Iterator[str]:
    with stores.reading(match.ledger) as connection:
        yield from found.write(connection, match, _Wish(names, stores.settings))


def _heading(connection: Connection, ledger: tuple[int, str], size: int) -> dict[str, Any]:
    number, name = ledger
    made = sa.select(checkpoints.c.note).where(checkpoints.c.ledger == number, checkpoints.c.size <= size)
    return {
        "scorepad_export": 1,
        "ledger": name,
        "size": size,
        "keys": [str(each.verifier) for each in signing.known(connection, number)],
        "checkpoints": list(connection.execute(made.order_by(checkpoints.c.size)).scalars()),
    }


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


@dataclass(frozen=True, slots=True)
class _Wish:
    """Whether names are to stand in a file, and where the API is."""

    names: bool
    settings: Settings


def _log(connection: Connection, match: Listed, _wish: _Wish) -> Iterator[str]:
    """JSON Lines: the log as it is on the wire, up to the version that was found."""
    for entry in event_log.entries(connection, match.own, match.id, to=match.version):
        yield json.dumps(on_the_wire(entry), ensure_ascii=False) + "\n"


def _cloud_events(connection: Connection, match: Listed, wish: _Wish) -> Iterator[str]:
    """CloudEvents, one a line; their schemas are where the API is by the settings."""
    origin = f"http://{wish.settings.host}:{wish.settings.port}"
    for entry in event_log.entries(connection, match.own, match.id, to=match.version):
        yield json.dumps(cloud_event(on_the_wire(entry), origin), ensure_ascii=False) + "\n"


def _folded(
    write: Callable[[Match, Names | None], Iterator[str]],
) -> Callable[[Connection, Listed, _Wish], Iterator[str]]:
    def written(connection: Connection, match: Listed, wish: _Wish) -> Iterator[str]:
        try:
            state = at_version(connection, match.ledger, match.id, match.version)
        except RuleViolation as violation:
            raise Unwritable(f"The match cannot be folded here: {violation.detail}") from violation
        called = naming.names_in(connection, match.ledger, everybody(state)) if wish.names else None
        # All of it before the first piece: what cannot be written leaves no half of a file.
        yield from list(write(state, called))

    return written


FORMATS: Final[Mapping[str, Format]] = {
    "jsonl": Format(_log, tuple(all_games()), takes_names=False),
    "csv": Format(_folded(plain_writing.write), BRIDGE),
    "pbn": Format(_folded(pbn_writing.write), BRIDGE, "latin-1"),
    "usebio": Format(_folded(usebio_writing.write), ("bridge.pairs",)),
    "cloudevents": Format(_cloud_events, tuple(all_games()), takes_names=False),
}
"""The formats that there are."""

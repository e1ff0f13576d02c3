"""Matches out of the log, in the formats that other programs read."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from domain.errors import RuleViolation
from domain.games import all_games
from domain.match import Match
from domain.text import listed
from services import event_log, naming
from services.config import Settings
from services.errors import ServiceError
from services.folding import at_version
from services.formats.cloudevents import cloud_event
from services.formats.pbn import writing as pbn_writing
from services.formats.plain import writing as plain_writing
from services.formats.sheets import BRIDGE, Unwritable
from services.formats.sheets.seating import Names, everybody
from services.formats.usebio import writing as usebio_writing
from services.reading import Listed, on_the_wire
from services.wiring import Stores


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


def fitting(game: str) -> list[str]:
    """The formats that fit a game."""
    return [name for name, found in FORMATS.items() if game in found.games]


def _written(stores: Stores, match: Listed, found: Format, *, names: bool) -> Iterator[str]:
    with stores.reading() as connection:
        yield from found.write(connection, match, _Wish(names, stores.settings))


@dataclass(frozen=True, slots=True)
class _Wish:
    """Whether names are to stand in a file, and where the API is."""

    names: bool
    settings: Settings


def _log(connection: Connection, match: Listed, _wish: _Wish) -> Iterator[str]:
    """JSON Lines: the log as it is on the wire, up to the version that was found."""
    for entry in event_log.entries(connection, match.ledger_name, match.id, to=match.version):
        yield json.dumps(on_the_wire(entry), ensure_ascii=False) + "\n"


def _cloud_events(connection: Connection, match: Listed, wish: _Wish) -> Iterator[str]:
    """CloudEvents, one a line; their schemas are where the API is by the settings."""
    origin = f"http://{wish.settings.host}:{wish.settings.port}"
    for entry in event_log.entries(connection, match.ledger_name, match.id, to=match.version):
        yield json.dumps(cloud_event(on_the_wire(entry), origin), ensure_ascii=False) + "\n"


def _folded(
    write: Callable[[Match, Names | None], Iterator[str]],
) -> Callable[[Connection, Listed, _Wish], Iterator[str]]:
    def written(connection: Connection, match: Listed, wish: _Wish) -> Iterator[str]:
        try:
            state = at_version(connection, match.id, match.version)
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

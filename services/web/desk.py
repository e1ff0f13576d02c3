"""The director's desk: what counts in a match, what was mended, what waits, and who sees what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from domain.board import Note
from domain.event import Delayed, Opened, given
from domain.games.bridge.events import At
from domain.match import Match
from domain.mending import Place
from domain.outside import Seen
from domain.text import moment
from services.web.corrections import Mended, mended
from services.web.facts import Names, Part, Told, by, told
from services.web.waiting import Waiting, waiting

SHOWN: Final = 60
"""Facts that are listed unless more are asked for."""
_DIFFERS: Final = "confirmation_differs"


@dataclass(frozen=True, slots=True)
class Row:
    """
    A fact as it counts now.

    Args:
        role, who: Whose key or link reported it; empty where there is no log.
        mended: How often it was mended; what was put in was mended once.
        stuck: Whether the match is stuck at it.
        opening: Whether it opened the match, and so can be neither withdrawn nor preceded.
        adjustable: Whether it is of a board of a session.
    """

    version: int
    told: Told
    role: str
    who: str
    when: str
    stands: bool
    mended: int
    stuck: bool
    opening: bool
    adjustable: bool


@dataclass(frozen=True, slots=True)
class Audience:
    """Who else sees what, in a sentence with its values."""

    text: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the director's page shows besides the board."""

    match: Match
    rows: list[Row]
    of: int
    found: int
    changes: list[Mended]
    differing: list[Note]
    notes: list[Note]
    waiting: list[Waiting]
    audience: Audience
    next_round: int


def desk(
    match: Match, names: Names, notes: tuple[list[Note], list[Note]], seen: Seen | None, find: str, *, every: bool
) -> Desk:
    """
    The desk of a match.

    Args:
        match: As it stands.
        names: What its players are called, by their ids.
        notes: Where the other side's word differs, and all else that is odd or irregular.
        seen: What those outside see of it; None if it does not exist for them.
        find: Words that the facts listed have all of; empty: the newest of all.
        every: Whether all are listed, or the newest only and those that notes are about.
    """
    differing, others = notes
    noted = {version for note in (*differing, *others) for version in note.versions}
    rows = [_row(match, place, names) for place in match.places]
    found = [row for row in rows if _has(row, find)]
    newest = {row.version for row in (found if every else found[-SHOWN:])}
    listed = [row for row in found if row.version in newest or row.version in noted or row.stuck]
    return Desk(
        match=match,
        rows=listed[::-1],
        of=len(rows),
        found=len(found),
        changes=mended(match.changes, names),
        differing=differing,
        notes=others,
        waiting=waiting(match),
        audience=audience(match, seen),
        next_round=(seen.round if seen else 0) + 1,
    )


def noted(board: Mapping[str, Any]) -> tuple[list[Note], list[Note]]:
    """The notes of a board: where the other side's word differs, and all others."""
    notes = [Note.model_validate(note) for note in (*board["flags"], *board["findings"])]
    return [note for note in notes if note.code == _DIFFERS], [note for note in notes if note.code != _DIFFERS]


def news(match: Match, names: Names, since: int) -> tuple[list[Row], list[Mended]]:
    """What came after a version: facts, and mendings, the newest of these first."""
    rows = [_row(match, place, names) for place in match.places if place.fact.version > since]
    changes = mended([change for change in match.changes if change.version > since], names)
    inserted = {each.version for each in changes}
    return [row for row in rows if row.version not in inserted], changes


def row_of(match: Match, names: Names, version: int) -> Row | None:
    """The fact of that version, as it counts now."""
    return next((_row(match, place, names) for place in match.places if place.fact.version == version), None)


def audience(match: Match, seen: Seen | None) -> Audience:
    """Who sees what of a match without a key or link for it."""
    if match.visibility == "public":
        return Audience("Everybody sees everything at once.", {})
    if seen is None or match.visibility == "private":
        return Audience("Nobody without a key or link for this match knows that there is one.", {})
    match match.visibility:
        case Delayed(delayed=seconds):
            return Audience("Everybody else sees everything {seconds} s late.", {"seconds": seconds})
        case "barometer" if seen.round:
            return Audience("Everybody else sees the results of round 1 to {round}.", {"round": seen.round})
        case "barometer":
            return Audience("Everybody else sees who plays, and no results yet.", {})
        case "hidden" if len(seen.facts) == 1:
            return Audience("Everybody else sees that there is this match, and nothing of it.", {})
        case "hidden":
            return Audience(
                "Everybody else sees what was released: {facts} of the facts so far.", {"facts": len(seen.facts)}
            )


def _row(match: Match, place: Place, names: Names) -> Row:
    fact = place.fact
    role, who = by(fact.actor)
    event = given(fact.event)
    return Row(
        version=fact.version,
        told=told(event["type"], event["data"], names),
        role=role,
        who=who,
        when=moment(fact.recorded_at) or "",
        stands=place.stands,
        mended=sum(change.of == fact.version for change in match.changes),
        stuck=match.stuck is not None and match.stuck.version == fact.version,
        opening=isinstance(fact.event, Opened),
        adjustable=isinstance(fact.event, At) and fact.event.board is not None,
    )


def _has(row: Row, find: str) -> bool:
    text = f" {' '.join(_said(row))} ".casefold()
    return all(term in text for term in _terms(find.casefold().split()))


def _terms(words: list[str]) -> Iterator[str]:
    """
    What is looked for: words by how they begin, numbers whole, and behind the word that they follow.

    >>> list(_terms(["board", "7", "res"]))
    [' board 7 ', ' res']
    """
    for word, after in pairwise([*words, ""]):
        if word.isdecimal():
            continue
        yield f" {word} {after} " if after.isdecimal() else f" {word}"
    if words and words[0].isdecimal():
        yield f" {words[0]} "


def _said(row: Row) -> Iterator[str]:
    yield from (row.told.title, row.who, row.role, f"version {row.version}")
    for part in row.told.parts:
        yield from _of_part(part)


def _of_part(part: Part) -> Iterator[str]:
    yield f"{part.label} {part.text.format(**part.values) if part.values else part.text}"
    yield from (f"pair {value}" for name, value in part.values.items() if name in {"ns", "ew"})

"""
An event of my.acbl.org, from its heading to its last result.

Its own names (`sessions[].sections[].boards[].board_results[]`) are read, and the shorter ones of collections made
from it (`sections[].boards[].results[]`).
"""

from collections.abc import Iterator
from itertools import count
from typing import BinaryIO, Final

from pydantic import JsonValue

from services.formats import documents
from services.formats.acbl.matches import Match
from services.formats.documents import Document, Object
from services.formats.found import LONGEST_TITLE, Asked, Found, Item, Unreadable

_TOGETHER: Final = {"1", "Y", "YES", "TRUE"}
_APART: Final = {"", "0", "N", "NO", "NONE", "FALSE"}
_MOST: Final = 500
"""No event has as many sections."""


def read(file: BinaryIO, _asked: Asked) -> Iterator[Item]:
    """Tell an event; Unreadable if it is no pairs event of my.acbl.org."""
    document = documents.read(file)
    event = document.value
    if not isinstance(event, dict) or not ("sessions" in event or "sections" in event):
        raise Unreadable(1, "this is no event of my.acbl.org: it has neither sessions nor sections")
    if event.get("type") != "PAIRS":
        raise Unreadable(document.line(event), f"its type is {str(event.get('type'))[:40]}: PAIRS is read")
    options, unsure = _scoring(event)
    places = count()
    matches = list(_matches(event, document))
    if len(matches) > _MOST:
        raise Unreadable(1, f"it has more than {_MOST} sections")
    for match in matches:
        title = _title(event, match.key if len(matches) > 1 else "")
        yield Found(match.key, "bridge.pairs", title, options, unsure, line=match.line)
        yield from match.told(places)


def _scoring(event: Object) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """What the event says of the scoring, and what it leaves open."""
    options: dict[str, JsonValue] = {"totals": "acbl"}
    unsure: dict[str, str] = {}
    method, winners = event.get("board_scoring_method"), event.get("winner_type")
    if method == "MATCH_POINTS":
        options |= {"scoring": "matchpoints", "scale": 1}
    else:
        unsure["scoring"] = f"board_scoring_method {str(method)[:40]}"
    if isinstance(winners, int) and winners in {1, 2} and not isinstance(winners, bool):
        options["winners"] = winners
    else:
        unsure["winners"] = f"winner_type {str(winners)[:20]}"
    return options, unsure


def _title(event: Object, key: str) -> str | None:
    for name in ("name", "event"):
        if isinstance(title := event.get(name), str) and title:
            return (f"{title} ({key})" if key else title)[:LONGEST_TITLE]
    return None


def _matches(event: Object, document: Document) -> Iterator[Match]:
    """
    What is compared together: each section of each session, since the ACBL compares results within a section.

    Only where a session says that its sections are scored together they are one match; their pairs then have the
    section's name before their numbers.
    """
    two = event.get("winner_type") == 2  # noqa: PLR2004
    sessions = document.objects(event, "sessions") if "sessions" in event else [event]
    for number, session in enumerate(sessions, start=1):
        label = str(session.get("number") or number) if len(sessions) > 1 else ""
        sections = document.objects(session, "sections")
        if len(sections) > 1 and _together(session, document):
            named = [(_name(each, document), each) for each in sections]
            yield Match(label, session, named, document, two_winners=two)
        else:
            for each in sections:
                yield Match(f"{label}{_name(each, document)}", session, [("", each)], document, two_winners=two)


def _together(session: Object, document: Document) -> bool:
    said = str(session.get("cross_section_scoring") or "").upper()
    if said not in _TOGETHER | _APART:
        raise Unreadable(document.line(session), f"cross_section_scoring is {said[:40]}: are the sections one field?")
    return said in _TOGETHER


def _name(section: Object, document: Document) -> str:
    name = section.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 5:  # noqa: PLR2004  A, B … or a word
        raise Unreadable(document.line(section), "it has a section without a name")
    return name

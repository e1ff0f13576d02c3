"""The last entries of a match's log as its scorer's page lists them: in words, with what may be taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from services.bearers import Bearer
from services.web.called import MENDINGS
from services.web.facts import Names, Told, told

May = Literal["withdraw", "restore"]
Whose = Literal["this link", "another scorer", "a director"]

_OF_NO_DEAL: Final = frozenset(
    {"match.adjusted", "match.players_changed", "match.released", "match.visibility_changed"}
)
"""What leaves every result as it is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """
    An event of the log.

    Args:
        told: What it reports.
        whose: Who reported it, as far as its reader needs to know.
        withdrawn: Whether it counts no more.
        may: What its reader may do about it; None: nothing.
        place: What it is of: its board, and the room or the pairs; nothing if it is of no deal, None if of any.
    """

    version: int
    told: Told
    whose: Whose
    withdrawn: bool
    recorded_at: str
    may: May | None
    place: list[Any] | None


def entries(
    events: Sequence[dict[str, Any]], bearer: Bearer | None, names: Names | None = None, *, closed: bool
) -> list[Entry]:
    """
    Events up to the match's head, newest first.

    Args:
        events: On the wire, oldest first, none between them left out.
        bearer: Who reads.
        names: What people are called, by their ids.
        closed: Whether the match is, so that only a director mends it.
    """
    withdrawn, ruled = _withdrawn(events), _ruled(events, bearer)
    return [
        _entry(event, bearer, names, closed=closed or event["version"] in ruled, gone=event["version"] in withdrawn)
        for event in reversed(events)
    ]


def may_score(bearer: Bearer | None, match: str) -> bool:
    """Whether the page takes entries for the match: it sends what it was opened by, which is a link or nothing."""
    return bearer is not None and bearer.link and bearer.reaches(match) and bool(bearer.scopes & {"scorer", "director"})


def _withdrawn(events: Sequence[dict[str, Any]]) -> set[int]:
    gone: set[int] = set()
    for event in events:
        if event["type"] == "match.withdrawn":
            gone.add(event["data"]["of"])
        elif event["type"] == "match.restored":
            gone.discard(event["data"]["of"])
    return gone


def _ruled(events: Sequence[dict[str, Any]], bearer: Bearer | None) -> set[int]:
    """What somebody else has mended, which then is theirs."""
    mine = bearer.actor if bearer is not None else None
    return {event["data"].get("of", 0) for event in events if event["type"] in MENDINGS and event["actor"] != mine}


def _entry(event: dict[str, Any], bearer: Bearer | None, names: Names | None, *, closed: bool, gone: bool) -> Entry:
    mine = bearer is not None and event["actor"] == bearer.actor
    director = bearer is not None and "director" in bearer.scopes
    mendable = event["type"] not in MENDINGS and event["version"] > 1
    may: May | None = None
    if mendable and bearer is not None and (director or (mine and not closed)) and may_score(bearer, event["match"]):
        may = "restore" if gone else "withdraw"
    others: Whose = "a director" if event["actor"].startswith(("director", "admin")) else "another scorer"
    whose: Whose = "this link" if mine else others
    words = told(event["type"], event["data"], names)
    return Entry(event["version"], words, whose, gone, event["recorded_at"], may, _place(event["type"], event["data"]))


def _place(type_: str, data: dict[str, Any]) -> list[Any] | None:
    if type_ in _OF_NO_DEAL:
        return []
    where = [data.get("board"), data.get("room") or data.get("ns"), data.get("ew")]
    return [each for each in where if each] if where[0] else None

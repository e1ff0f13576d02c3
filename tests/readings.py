"""Files read by the readers of formats, and what they tell to the domain."""

import io
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, TypeVar

from services.formats.found import Asked, Bad, Found, Item, Left, Reader, Told, Unreadable
from tests.cases import tell
from tests.chance import dice
from tests.domain.games.bridge.published import EVENTS, Key, keyed, rankings
from tests.domain.games.bridge.test_published_events import is_as_printed, line_of, lines_of

T = TypeVar("T")


def items(reader: Reader, file: bytes | str, asked: Asked | None = None) -> list[Item]:
    raw = file if isinstance(file, bytes) else file.encode()
    return list(reader(io.BytesIO(raw), asked or Asked()))


def of(kind: type[T], found: list[Item]) -> list[T]:
    return [item for item in found if isinstance(item, kind)]


def facts(found: list[Item], key: str | None = None) -> list[Any]:
    """All events of a match, in their order."""
    return [event for told in of(Told, found) for event in told.events if key in {None, told.key}]


def events(found: list[Item], key: str) -> list[dict[str, Any]]:
    """A match as the domain is told it."""
    [match] = [each for each in of(Found, found) if each.key == key]
    opening = {"type": "match.opened", "data": {"game": match.game, "options": dict(match.options)}}
    return [opening, *({"type": kind, "data": data} for kind, data in facts(found, key))]


def boards(told: list[dict[str, Any]]) -> Any:
    """The boards after all of it; nothing may be refused."""
    seen = tell(told, at=set())
    assert seen.refused is None, (seen.refused, told[len(seen.facts)])
    return seen.boards[len(seen.facts)]


def fault(reader: Reader, file: bytes | str) -> Unreadable:
    """Why a file cannot be read on."""
    try:
        items(reader, file)
    except Unreadable as unreadable:
        return unreadable
    raise AssertionError("it was read")


def survives(reader: Reader, file: bytes) -> list[Item]:
    """A file that may be anything: it is told, or refused in words."""
    told: list[Item] = []
    refused = None
    try:
        told.extend(reader(io.BytesIO(file), Asked()))
    except Unreadable as unreadable:
        refused = unreadable
    assert refused is None or (refused.line >= 1 and refused.reason)
    assert all(item.reason for item in told if isinstance(item, Bad | Left))
    return told


def cut(file: bytes, times: int = 50) -> Iterator[bytes]:
    """A file that was cut off, at so many places."""
    places = dice(20)
    return (file[: places.randrange(len(file))] for _ in range(times))


def results_unlike(name: str, found: list[Item]) -> set[Key]:
    """Rows of `event_results.csv` that are not told as they stand there."""
    told = {
        (data["board"], data["ns"], data["ew"]): data for kind, data in facts(found) if kind == "bridge.deal_played"
    }
    rows = {key: row for key, row in keyed(name) if row["contract"]}
    assert set(told) == set(rows)
    return {key for key, row in rows.items() if not _is_told(row, told[key])}


def _is_told(row: dict[str, str], data: dict[str, Any]) -> bool:
    if row["contract"].upper() == "PASS":
        return data["contract"] == "Pass" and "declarer" not in data
    said = (data["contract"], data["declarer"], data["tricks"])
    return said == (row["contract"].upper().replace("NT", "N"), row["declarer"], int(row["tricks"]))


def points_unlike(name: str, told: list[dict[str, Any]]) -> set[Key]:
    """Lines whose printed points, or whose score, are not those of the boards."""
    event = EVENTS[name]
    apart = [{**told[0], "data": told[0]["data"] | {"options": told[0]["data"]["options"] | {"neuberg": False}}}]
    factored = lines_of(boards(told))
    unfactored = lines_of(boards(apart + told[1:])) if event.unfactored else {}
    unlike = set()
    for key, row in keyed(name):
        line = line_of(unfactored if key[0] in event.unfactored else factored, key)
        sound = [is_as_printed(Decimal(line[f"{side}_points"]), row[f"{side}_points"]) for side in ("ns", "ew")]
        if row["contract"] and line["award"] is None:
            sound.append(line["score"] == int(row["ns_score"]))
        if not all(sound):
            unlike.add(key)
    return unlike


def totals_unlike(
    name: str, told: list[dict[str, Any]], printed: Callable[[Any, int], tuple[Decimal, Decimal]]
) -> set[str]:
    """Pairs whose printed total or percentage is not that of the boards."""
    pairs = {row["pair"]: row for row in boards(told)["ranking"]["pairs"]}
    full = max(pair["boards"] for pair in pairs.values())
    unlike = set()
    for row in rankings()[name]:
        total, percentage = printed(
            pairs[row["pair"] + (row["direction"] if EVENTS[name].numbered_twice else "")], full
        )
        sound = is_as_printed(total, row["total"])
        if not (sound and (not row["percentage"] or is_as_printed(percentage, row["percentage"]))):
            unlike.add(row["pair"])
    return unlike


def total_of(pair: Any, full: int) -> tuple[Decimal, Decimal]:
    """Total and percentage of a pair; the total of a pair that sat out is scaled up to the full session."""
    total = Decimal(pair["total"] or Decimal(pair["points"]) * full / pair["boards"])
    return total, Decimal(pair["percentage"] or 0)

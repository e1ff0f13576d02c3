"""
What a release leaves behind for ever: a small ledger of every game, and what its boards said after each event.

Run as `.venv/bin/python -m tests.release` when a version is about to be released. Old folders are never written again:
what they hold must fold to the same boards for ever (`tests/test_released.py`).
"""

import hashlib
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from domain import wire
from domain.errors import Refused, RuleViolation
from domain.event import Event, Fact, Opened
from domain.games import all_games, event_types
from domain.match import Match, fold
from domain.projection import project
from services import __version__, event_log, migrating, recording, wiring
from services.config import Settings
from services.demo import evening
from services.reading import on_the_wire
from services.reports import read_one
from services.wiring import EVERY, Stores
from tests.chance import dice
from tests.facts import CLOSED, DEAL, Report, confirmed, corrected, inserted, opened, restored, tell, withdrawn
from tests.people import Table
from tests.plays import PLAYS, Play

RELEASED = Path(__file__).parent / "released"
WIRE = Path(__file__).parent / "wire"
MOST = 100
"""Events of a match of the demo that are kept."""
FORMS = {
    "bridge.chicago": ("bridge.rubber", {}),
    "bridge.teams": ("bridge.rubber", {"board": 1, "room": "open"}),
    "bridge.pairs": ("bridge.rubber", {"board": 1, "ns": "1", "ew": "2"}),
    "sixtysix": ("schnapsen", {}),
}
"""Games whose events are told of another game's samples too, with what says where they were played."""

Course = tuple[dict[str, Any], list[dict[str, Any]]]
"""The data of an opening, and the events after it."""


def courses() -> Iterator[Course]:
    """Every match that is played for a release."""
    yield from samples()
    yield {"game": "bridge.teams"}, [_plan("open", "home", "away"), _hands(room="open")]
    yield {"game": "bridge.pairs"}, [_plan(1, "1", "2"), _hands()]
    yield {"game": "sixtysix"}, list(_sixty_six())
    for play in PLAYS:
        yield {"game": play.game, "options": play.options, "players": play.players[0]}, _mended(play)
    for reported in evening():
        yield reported.opening, [event for batch in reported.batches for event in batch][:MOST]


def samples() -> Iterator[Course]:
    """The samples of `tests/wire`, as they are and as their sister games would tell them."""
    for path in sorted(WIRE.glob("*.json")):
        opening, *events = json.loads(path.read_text())["events"]
        data = json.loads(opening["body"])
        said = [{"type": event["type"], "data": json.loads(event["body"])} for event in events]
        yield data, said
        for game, (other, where) in FORMS.items():
            if data["game"] == other and all(event["type"].partition(".")[0] != "match" for event in said):
                yield {"game": game}, [{**event, "data": event["data"] | where} for event in said]


def shape(document: Any) -> Any:
    """The fields that a board has: what a later version must still say, beside whatever it says more."""
    if isinstance(document, dict):
        return {name: shape(value) for name, value in document.items()}
    if isinstance(document, list):
        found: Any = None
        for item in document:
            found = joined(found, shape(item))
        return [found]
    return None


def joined(one: Any, other: Any) -> Any:
    """The fields of two shapes together."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: joined(one.get(name), other.get(name)) for name in one | other}
    if isinstance(one, list) and isinstance(other, list):
        return [joined(one[0], other[0])]
    return one


def pruned(document: Any, fields: Any) -> Any:
    """A board without the fields that it did not have then."""
    if isinstance(document, dict) and isinstance(fields, dict):
        return {name: pruned(value, fields[name]) for name, value in document.items() if name in fields}
    if isinstance(document, list) and isinstance(fields, list):
        return [pruned(item, fields[0]) for item in document]
    return document


def digest(document: Any) -> str:
    """The SHA-256 of a board, whatever the order of its fields."""
    return hashlib.sha256(wire.canonical(document).encode()).hexdigest()


def fact(line: dict[str, Any]) -> Fact[Event]:
    """The fact that a line of a released log tells."""
    event = wire.read_stored(wire.find(event_types(), line["type"]), wire.canonical(line["data"]))
    return Fact(line["version"], event, datetime.fromisoformat(line["recorded_at"]), line["actor"])


def folded(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The boards after each line of a released log, as this code folds it."""
    match: Match | None = None
    for line in lines:
        match = fold([fact(line)], onto=None if line["version"] == 1 else match)
        yield {name: json.loads(text) for name, text in project(match, line["match"]).items()}


def renew(path: Path) -> None:
    """Take a game's digests anew, after a rule was mended on purpose; what was said stays as it is."""
    head, *lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    for line, boards in zip(lines, folded(lines), strict=True):
        line["boards"] = {name: digest(pruned(boards[name], head["fields"][name])) for name in line["boards"]}
    _save(path, head["fields"], lines)


def _save(path: Path, fields: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [{"fields": fields}, *lines])
    path.write_text(text, encoding="utf-8")


def write(folder: Path) -> dict[str, int]:
    """Write the ledger of a release; returns how many events each game has."""
    folder.mkdir(parents=True)
    lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as place:
        stores = wiring.connect(Settings(data=Path(place), redis_url="redis://127.0.0.1:1", _env_file=None))
        migrating.migrate(stores)
        table = Table(stores)
        for opening, events in courses():
            match = _play(table, opening, events)
            lines[opening["game"]] += _told(stores, match)
        stores.engine.dispose()
    for game, found in lines.items():
        fields: dict[str, Any] = {}
        for line in found:
            fields = joined(fields, {name: shape(board) for name, board in line["boards"].items()})
        for line in found:
            line["boards"] = {name: digest(board) for name, board in line["boards"].items()}
        _save(folder / f"{game}.jsonl", fields, found)
    return {game: len(found) for game, found in lines.items()}


def _play(table: Table, opening: dict[str, Any], events: list[dict[str, Any]]) -> str:
    match = recording.open_match(table.desk, table.bearer, wire.read(Opened, opening)).match
    for event in events:
        try:
            table.tell_all(match, [read_one(event)])
        except (Refused, RuleViolation) as refused:
            print(f"{opening['game']}: {event['type']} is left out: {refused}", file=sys.stderr)  # noqa: T201
    return match


def _steps(connection: Connection, match: str) -> Iterator[Match]:
    """The match after each of its events, as it was shown then."""
    state: Match | None = None
    for fact_, _ in event_log.history(connection, 1, match):
        state = fold([fact_], onto=state)
        yield state


def _told(stores: Stores, match: str) -> Iterator[dict[str, Any]]:
    with stores.reading(EVERY) as connection:
        entries = event_log.entries(connection, (1, "main"), match)
        for entry, state in zip(entries, _steps(connection, match), strict=True):
            boards = {name: json.loads(text) for name, text in project(state, match).items()}
            yield on_the_wire(entry) | {"boards": boards}


def _mended(play: Play) -> list[dict[str, Any]]:
    """Everything that every game takes, told of a short evening."""
    type_, data = play.facts[0]
    reports: list[Report] = [
        *play.facts,
        inserted(3, play.forgotten),
        withdrawn(5),
        corrected(2, play.better),
        withdrawn(4),
        restored(4),
        confirmed(2, data),
        ("match.players_changed", {"players": play.players[1]}),
        ("match.adjusted", {**play.unit, "points": 1, "reason": "slow play"}),
        ("match.visibility_changed", {"visibility": "private"}),
        ("match.released", {"round": 1}),
        corrected(2, data, type=type_),
        ("match.forfeited", {**play.unit, "reason": "ill"}),
        CLOSED,
    ]
    return [{"type": type_, "data": data} for type_, data in reports]


def _plan(table: int | str, ns: str, ew: str) -> dict[str, Any]:
    return {"type": "bridge.movement_set", "data": {"rounds": [[{"table": table, "ns": ns, "ew": ew, "boards": [1]}]]}}


def _hands(**where: str) -> dict[str, Any]:
    return {"type": "bridge.dealt", "data": {"board": 1, "hands": DEAL, **where}}


def _sixty_six() -> Iterator[dict[str, Any]]:
    """A deal in which nobody claims: whatever card the rules take, and the nine of trumps exchanged."""
    pack = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT9"]
    dice(67).shuffle(pack)  # the nine of trumps comes into a hand
    hands, talon = {"A": pack[:6], "B": pack[6:12]}, pack[13:]
    dealt: Report = ("schnapsen.dealt", {"hands": hands, "turn_up": pack[12], "talon": talon})
    match = tell(None, opened("sixtysix"), dealt)
    yield {"type": dealt[0], "data": dealt[1]}
    tries = [("schnapsen.trump_exchanged", {"seat": seat}) for seat in "AB"]
    tries += [("schnapsen.card_played", {"seat": seat, "card": card}) for card in pack for seat in "AB"]
    while True:
        for report in [*tries, ("schnapsen.deal_ended", dict[str, Any]())]:
            try:
                match = tell(match, report)
            except Refused:
                continue
            yield {"type": report[0], "data": report[1]}
            break
        if report[0] == "schnapsen.deal_ended":
            return


def main() -> None:
    """Write the ledger of this version; with the files of games named, take their digests anew."""
    if len(sys.argv) > 1:
        for path in map(Path, sys.argv[1:]):
            renew(path)
        return
    folder = RELEASED / __version__
    if folder.exists():
        sys.exit(f"{folder} is there: what a release has left behind is not written again")
    for game, events in write(folder).items():
        print(f"{game}: {events} events")  # noqa: T201
    assert {path.stem for path in folder.glob("*.jsonl")} == set(all_games())


if __name__ == "__main__":
    main()

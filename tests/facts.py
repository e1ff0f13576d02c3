"""Facts in short, as a table would report them to the domain."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

import pytest

from domain import games, wire
from domain.errors import Refused
from domain.event import Event, Fact
from domain.match import Match, admit, fold
from domain.projection import project

Report = tuple[str, dict[str, Any]]
"""The type and the data of an event."""

PASSED: Report = ("bridge.deal_played", {"contract": "Pass"})
NINE_DEALS: tuple[Report, ...] = tuple(
    ("bridge.deal_played", {"contract": contract, "declarer": declarer, "tricks": tricks})
    for contract, declarer, tricks in (
        ("2H", "we", 10),
        ("4SX", "they", 8),
        ("3N", "they", 10),
        ("3S", "they", 9),
        ("2D", "they", 6),
        ("6HX", "we", 13),
        ("1N", "they", 8),
        ("3C", "we", 9),
        ("3H", "they", 9),
    )
)
"""The rubber of the synopsis of a Perl module of 2006: 1690 to 880."""

DEAL: dict[str, list[str]] = {
    "N": ["AS", "KS", "QS", "JS", "5H", "4H", "3H", "2H", "9D", "8D", "9C", "8C", "7C"],
    "E": ["TS", "9S", "8S", "7S", "9H", "8H", "7H", "6H", "TD", "7D", "6C", "5C", "4C"],
    "S": ["6S", "5S", "4S", "3S", "2S", "AH", "KH", "AD", "KD", "QD", "AC", "KC", "QC"],
    "W": ["QH", "JH", "TH", "JD", "6D", "5D", "4D", "3D", "2D", "JC", "TC", "3C", "2C"],
}
"""A whole pack, dealt."""


def opened(game: str = "bridge.rubber", **more: Any) -> Report:
    return "match.opened", {"game": game, **more}


def deal(contract: str = "1N", declarer: str = "N", tricks: int | None = None, **more: Any) -> Report:
    told = {} if tricks is None else {"tricks": tricks}
    return "bridge.deal_played", {"contract": contract, "declarer": declarer, **told, **more}


OURS: Report = deal("3N", "N", 9)
THEIRS: Report = deal("3N", "E", 9)
PART: Report = deal("1S", "N", 7)


def bid(contract: str, declarer: str) -> Report:
    return "bridge.contract_reached", {"contract": contract, "declarer": declarer}


def won(seat: str) -> Report:
    return "bridge.trick_won", {"seat": seat}


def played(seat: str, card: str, **more: Any) -> Report:
    return "bridge.card_played", {"seat": seat, "card": card, **more}


def dealt(*seats: str) -> Report:
    """The hands of those seats, of `DEAL`."""
    return "bridge.dealt", {"hands": {seat: DEAL[seat] for seat in seats}}


def trick(leader: str, cards: str, **more: Any) -> Report:
    """A trick by its cards, from the leader on."""
    return "bridge.trick_won", {"leader": leader, "cards": cards.split(), **more}


def cards(leader: str, told: str) -> list[Report]:
    """Cards in turn, from the leader on."""
    start = "NESW".index(leader)
    return [played("NESW"[(start + n) % 4], card) for n, card in enumerate(told.split())]


def honours(seat: str, points: int) -> Report:
    return "bridge.honours_claimed", {"seat": seat, "points": points}


def calls(first: str, *said: str) -> list[Report]:
    """Calls in turn, the first by that seat."""
    start = "NESW".index(first)
    return [("bridge.call_made", {"seat": "NESW"[(start + n) % 4], "call": call}) for n, call in enumerate(said)]


def corrected(of: int, data: dict[str, Any], reason: str = "misheard", **more: Any) -> Report:
    return "match.corrected", {"of": of, "data": data, "reason": reason, **more}


def withdrawn(of: int, reason: str = "never played", **more: Any) -> Report:
    return "match.withdrawn", {"of": of, "reason": reason, **more}


def restored(of: int, reason: str = "it was played", **more: Any) -> Report:
    return "match.restored", {"of": of, "reason": reason, **more}


def inserted(before: int, report: Report, reason: str = "forgotten", **more: Any) -> Report:
    return "match.inserted", {"before": before, "type": report[0], "data": report[1], "reason": reason, **more}


def confirmed(of: int, data: dict[str, Any] | None = None) -> Report:
    return "match.confirmed", {"of": of} | ({} if data is None else {"data": data})


def adjusted(points: Any, reason: str = "slow play", **unit: str) -> Report:
    return "match.adjusted", {"points": points, "reason": reason, **unit}


CLOSED: Report = ("match.closed", {})


def event(report: Report) -> Event:
    """A report, read as strictly as the API reads it."""
    type_, data = report
    return wire.read(wire.find(games.event_types(), type_), wire.loads(json.dumps(data)))


def facts(reports: Sequence[Report], after: int = 0) -> list[Fact[Event]]:
    """Reports as facts, numbered on from a version; one a minute, by one scorer."""
    start = datetime(2026, 11, 29, 18, tzinfo=UTC)
    return [
        Fact(version, event(report), start + timedelta(minutes=version), "scorer")
        for version, report in enumerate(reports, start=after + 1)
    ]


def tell(match: Match | None, *reports: Report | list[Report]) -> Match:
    """The match after each report in turn, every one a batch of its own."""
    for report in _flat(reports):
        match = admit(match, facts([report], match.version if match else 0))
    assert match is not None, "nothing was told"
    return match


def tell_at_once(match: Match | None, *reports: Report | list[Report]) -> Match:
    """The match after one batch."""
    return admit(match, facts(_flat(reports), match.version if match else 0))


def rubber(*reports: Report | list[Report], options: dict[str, Any] | None = None) -> Match:
    """A rubber after each report in turn."""
    return tell(None, opened(options=options or {}), *reports)


def refusal(match: Match | None, *reports: Report | list[Report]) -> Refused:
    """How one batch is refused; what stood must stand."""
    before = project(match) if match else None
    with pytest.raises(Refused) as refused:
        tell_at_once(match, *reports)
    assert (project(match) if match else None) == before
    assert refused.value.violation.detail, "a refusal says why"
    return refused.value


def code(match: Match | None, *reports: Report | list[Report]) -> str:
    """With which code one batch is refused."""
    return refusal(match, *reports).violation.code


def board(match: Match, name: str = "rubber") -> Any:
    """A board of the match, as its readers get it."""
    return json.loads(project(match)[name])


def side(match: Match, name: str) -> Any:
    """One side's column of the pad."""
    return board(match)["sides"][name]


def tricks(match: Match) -> tuple[int, int]:
    """Tricks won so far by each side."""
    current = board(match)["current"]["tricks"]
    return current["NS"], current["EW"]


def turn(match: Match) -> str | None:
    """Whose card it is, if known."""
    found: str | None = board(match)["current"]["turn"]
    return found


def findings(match: Match) -> list[tuple[str, list[int]]]:
    """What was irregular, and where."""
    return [(note["code"], note["versions"]) for note in board(match)["findings"]]


def replayed(*reports: Report | list[Report]) -> Match:
    """The match folded from a log that holds these reports, whether or not the rules allow them."""
    return fold(facts(_flat(reports)))


def _flat(reports: Sequence[Report | list[Report]]) -> list[Report]:
    return list(chain.from_iterable([report] if isinstance(report, tuple) else report for report in reports))

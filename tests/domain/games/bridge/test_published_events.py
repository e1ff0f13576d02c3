"""
Every figure that nineteen events published, from their results alone.

What cannot be reproduced stands in `published.py`, each with its reason; and in docs/games/bridge.md.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from tests.cases import tell
from tests.domain.games.bridge.published import EVENTS, FOLDER, Key, keyed, rankings, results, session

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the published events are not on this machine")
TEAMS = "realbridge_2021_qual_R2"


def is_as_printed(exact: Decimal, printed: str) -> bool:
    """Whether a figure rounds to what was printed, either way where it is halfway between two."""
    decimals = len(printed.partition(".")[2])
    return abs(exact - Decimal(printed)) <= Decimal(5).scaleb(-decimals - 1) * (decimals > 0)


def lines_of(boards: Any) -> dict[Key, Any]:
    lines = {
        (sheet["board"], line["ns"], line["ew"]): {**line, "top": sheet["top"]}
        for sheet in boards["traveller"]["boards"]
        for line in sheet["lines"]
    }
    for sheet in boards["traveller"]["boards"]:
        for row in sheet["sit_outs"]:
            share = Decimal(row["points"]) / Decimal(sheet["top"]) * 100
            lines[sheet["board"], row["pair"], ""] = {"ns_percentage": share, "ew_percentage": 0}
    return lines


def line_of(lines: Mapping[Key, Any], key: Key) -> Any:
    return lines.get(key) or lines[key[0], key[1], ""]


@pytest.mark.parametrize("name", EVENTS)
def test_every_printed_line_is_reproduced(name: str) -> None:
    event = EVENTS[name]
    factored = lines_of(session(name, event.options, event.awards))
    unfactored = lines_of(session(name, event.options | {"neuberg": False}, event.awards)) if event.unfactored else {}

    unlike = set()
    for key, row in keyed(name):
        line = line_of(unfactored if key[0] in event.unfactored else factored, key)
        printed = [(side, row[f"{side}_points"].rstrip("%")) for side in ("ns", "ew")]
        if not all(is_as_printed(Decimal(line[f"{side}_{event.prints}"]), said) for side, said in printed if said):
            unlike.add(key)

    excused = {key for key in dict(keyed(name)) if any(_means(said, key) for said in event.unlike)}
    assert unlike == excused


def _means(said: Key, key: Key) -> bool:
    """Whether an excuse is for a line; empty names stand for all."""
    return all(name in {"", met} for name, met in zip(said, key, strict=True))


@pytest.mark.parametrize("name", [name for name in EVENTS if name in (rankings() if FOLDER.exists() else {})])
def test_every_printed_total_percentage_and_place_is_reproduced(name: str) -> None:
    event = EVENTS[name]
    awards = event.awards if event.before is None else event.before
    pairs = {row["pair"]: row for row in session(name, event.options, awards)["ranking"]["pairs"]}
    full = max(pair["boards"] for pair in pairs.values())

    unlike = set()
    for row in rankings()[name]:
        pair = pairs[row["pair"] + (row["direction"] if event.numbered_twice else "")]
        total, percentage = _printed_of(name, pair, full)
        sound = is_as_printed(total, row["total"])
        if row["percentage"]:
            sound = sound and is_as_printed(percentage, row["percentage"])
        if row["place"].isdigit():
            sound = sound and pair["rank"] == int(row["place"])
        if not sound:
            unlike.add(row["pair"])

    assert unlike == set(event.unlike_totals)


def _printed_of(name: str, pair: Any, full: int) -> tuple[Decimal, Decimal]:
    """Total and percentage as the event prints them: of fewer boards, scaled up to the full session."""
    if pair["percentage"] is None:
        return Decimal(pair["points"]), Decimal(0)
    percentage = Decimal(pair["percentage"])
    if name == "kops_PCH1003":
        return percentage, percentage
    total = Decimal(pair["total"] or Decimal(pair["points"]) * full / pair["boards"])
    return total, percentage


def test_places_of_the_acbl_in_the_section_and_over_all() -> None:
    options = EVENTS["acbl_club_1430335"].options
    by_direction = _ranks(session("acbl_club_1430335", options, {}))
    over_all = _ranks(session("acbl_club_1430335", options | {"winners": 1}, {}))

    for row in rankings()["acbl_club_1430335"]:
        pair = row["pair"] + row["direction"]
        places = dict(_place(said) for said in row["place"].split("|") if said)
        assert places.get("Section", by_direction[pair]) == by_direction[pair]
        assert places.get("Event", over_all[pair]) == over_all[pair]


def _ranks(boards: Any) -> dict[str, int]:
    return {row["pair"]: row["rank"] for row in boards["ranking"]["pairs"]}


def _place(said: str) -> tuple[str, int]:
    kind = "Section" if said.startswith("Section") else "Event"
    return kind, int(said.removeprefix(kind))


def test_butler_publishes_the_datum_of_every_board() -> None:
    event = EVENTS["usebio_butler_mitchell"]
    boards = session("usebio_butler_mitchell", event.options, event.awards)
    datums = {sheet["board"]: sheet["datum"] for sheet in boards["traveller"]["boards"]}

    assert {int(row["board"]): int(row["datum_or_note"]) for row in results()["usebio_butler_mitchell"]} == datums


def matches() -> dict[frozenset[str], list[dict[str, str]]]:
    found: dict[frozenset[str], list[dict[str, str]]] = {}
    for row in results()[TEAMS] if FOLDER.exists() else ():
        found.setdefault(frozenset({row["ns"], row["ew"]}), []).append(row)
    return found


@pytest.mark.parametrize("rows", matches().values(), ids=lambda rows: f"{rows[0]['ns']}-{rows[0]['ew']}")
def test_every_printed_imp_of_a_team_match_is_reproduced(rows: list[dict[str, str]]) -> None:
    home = rows[0]["ns"]
    events = [{"type": "match.opened", "data": {"game": "bridge.teams", "options": {"boards": 10}}}]
    for row in rows:
        where = {"board": int(row["board"]), "room": "open" if row["ns"] == home else "closed"}
        played: dict[str, Any] = {"contract": "Pass"}
        if row["tricks"]:
            played = {"contract": row["contract"], "declarer": row["declarer"], "tricks": int(row["tricks"])}
        events.append({"type": "bridge.deal_played", "data": where | played})
    boards = {row["board"]: row for row in tell(events, at=set()).boards[len(events)]["match"]["boards"]}

    for row in rows:
        imps = boards[int(row["board"])]["imps"]
        printed = int(row["ns_points"].split()[1])
        if imps is None:
            # Turkey against Switzerland: the file lacks the other room's record of board 20.
            assert (home, row["board"]) == ("TURKEY", "20")
        else:
            assert (imps if row["ns"] == home else -imps) == printed


def test_every_event_of_the_files_is_scored_here() -> None:
    assert {*EVENTS, TEAMS} == set(results())
    assert set(rankings()) <= set(EVENTS)

"""Matches out of the log, on both databases."""

import base64
import json
from typing import Any

import pytest

from domain.games import all_games
from services import exporting, reading, seeing
from services.errors import BrokenLedger
from services.exporting import FORMATS, UnfitFormat
from services.formats import plain
from services.formats.pbn import writing as pbn_writing
from services.formats.plain import writing as plain_writing
from services.formats.sheets import Unwritable
from services.wiring import Stores
from tests.facts import DEAL, deal, opened
from tests.facts import tell as tell_domain
from tests.people import PASSED, Table, report
from tests.people import deal as hand
from tests.roundtrips import read_again, shown
from tests.tampering import tampering
from tests.vouching import Signer, leaves, root

GAME = hand("4S", "N", 10)


def exported(stores: Stores, match: str, format_: str) -> str:
    return "".join(exporting.export(stores, seeing.any_match(stores, match), format_))


def test_json_lines_are_the_log_as_it_is_on_the_wire(stores: Stores) -> None:
    table = Table(stores)
    match = table.open(title="Spät")
    table.tell(match, *GAME)
    table.tell(match, "match.withdrawn", {"of": 2, "reason": "never played"})

    lines = [json.loads(line) for line in exported(stores, match, "jsonl").splitlines()]

    found = seeing.any_match(stores, match)
    assert lines == reading.log(stores, table.kept, found, after=0, limit=10)
    assert [line["version"] for line in lines] == [1, 2, 3]


def test_hands_that_are_sealed_are_in_every_format_that_has_hands(stores: Stores) -> None:
    table = Table(stores)
    match = table.open("bridge.pairs")
    table.tell(match, "bridge.dealt", {"board": 1, "hands": DEAL})
    table.tell(match, "bridge.deal_played", {"board": 1, "ns": "1", "ew": "2", "contract": "Pass"})

    assert json.loads(exported(stores, match, "jsonl").splitlines()[1])["data"]["hands"] == DEAL
    assert '[Deal "N:AKQJ.5432.98.987 ' in exported(stores, match, "pbn")


def test_csv_and_pbn_are_those_of_the_match_at_its_head(stores: Stores) -> None:
    table = Table(stores)
    match = table.open(title="Tuesday")
    table.tell(match, *GAME)
    table.tell(match, "match.corrected", {"of": 2, "data": {**GAME[1], "tricks": 9}, "reason": "misheard"})
    told = tell_domain(None, opened(title="Tuesday"), deal("4S", "N", 9))

    assert shown(read_again(plain.read, [exported(stores, match, "csv")])) == shown(told)
    assert exported(stores, match, "csv") == "".join(plain_writing.write(told))
    written = "".join(pbn_writing.write(told)).replace("2026.11.29", "")
    assert [line for line in exported(stores, match, "pbn").splitlines() if "[Date" not in line] == [
        line for line in written.splitlines() if "[Date" not in line
    ]


def test_what_comes_after_the_match_was_found_is_in_no_format(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell(match, *GAME)
    found = seeing.any_match(stores, match)
    table.tell(match, *PASSED)

    assert len("".join(exporting.export(stores, found, "jsonl")).splitlines()) == 2
    assert "".join(exporting.export(stores, found, "pbn")).count("[Event") == 1


@pytest.mark.parametrize("game", ["cribbage", "schnapsen", "sixtysix"])
def test_a_format_that_does_not_fit_is_refused_at_once_with_those_that_do(stores: Stores, game: str) -> None:
    found = seeing.any_match(stores, Table(stores).open(game))

    for format_ in ("csv", "pbn"):
        with pytest.raises(UnfitFormat, match=f"{format_} does not fit {game}: write jsonl"):
            exporting.export(stores, found, format_)
    assert exported(stores, found.id, "jsonl").count("\n") == 1


def test_what_cannot_be_written_leaves_no_half_of_a_file(stores: Stores) -> None:
    table = Table(stores)
    match = table.open("bridge.pairs")
    for board, pair in ((1, "1"), (2, " 1")):
        table.tell(match, "bridge.deal_played", {"board": board, "ns": pair, "ew": "2", "contract": "Pass"})
    pieces = exporting.export(stores, seeing.any_match(stores, match), "csv")

    with pytest.raises(Unwritable, match="Board 2"):
        next(pieces)


def test_every_game_has_a_format_and_json_lines_fit_all() -> None:
    assert all("jsonl" in exporting.fitting(game) for game in all_games())
    assert exporting.fitting("bridge.rubber")[:3] == ["jsonl", "csv", "pbn"]
    assert FORMATS["pbn"].encoding == "latin-1"


def test_the_newest_matches_are_listed_whoever_may_see_them(stores: Stores) -> None:
    table = Table(stores)
    opened_ = [table.open(visibility="private") for _ in range(3)]

    assert [found.id for found in seeing.newest(stores, 2)] == [opened_[2], opened_[1]]


def ledger_lines(stores: Stores) -> list[dict[str, Any]]:
    return [json.loads(line) for line in "".join(exporting.export_ledger(stores, (1, "main"))).splitlines()]


def test_a_ledger_is_exported_whole_with_its_keys_checkpoints_and_root(stores: Stores) -> None:
    table, signer = Table(stores), Signer()
    match = table.open("bridge.rubber", title="Spät")
    hand_ = [rank + "S" for rank in "AKQJT98765432"]
    table.tell(match, "bridge.dealt", {"dealer": "N", "hands": {"N": hand_}})
    table.drain()
    table.open("cribbage", visibility="private")
    table.drain()
    signer.enter(stores)
    notes = [signer.vouch(stores, size) for size in (2, 3)]

    heading, *events, end = ledger_lines(stores)

    assert heading == {
        "scorepad_export": 1, "ledger": "main", "size": 3, "keys": [signer.vkey], "checkpoints": notes,
    }  # fmt: skip
    told = reading.ledger_feed(stores, table.kept, table.bearer, after=0, limit=10)
    assert events == told
    assert events[1]["data"]["hands"] == {"N": hand_}
    assert end == {"root": base64.b64encode(root(leaves(stores))).decode(), "size": 3}


def test_what_has_no_position_yet_is_left_to_the_next_export(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.drain()
    table.tell(match, *PASSED)

    heading, *events, end = ledger_lines(stores)

    assert (heading["size"], len(events), end["size"]) == (1, 1, 1)


def test_an_empty_ledger_is_a_heading_and_the_root_of_nothing(stores: Stores) -> None:
    heading, end = ledger_lines(stores)

    assert (heading["size"], end) == (0, {"root": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "size": 0})


def test_an_export_is_as_long_as_the_ledger_was_when_it_began_page_by_page(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell_all(match, [report(*PASSED)] * 1200)
    table.drain()
    pieces = exporting.export_ledger(stores, (1, "main"))
    heading = json.loads(next(pieces))
    table.tell(match, *PASSED)
    table.drain()

    lines = "".join(pieces).splitlines()

    assert heading["size"] == 1201
    assert [json.loads(line)["position"] for line in lines[:-1]] == list(range(1, 1202))
    assert json.loads(lines[-1])["root"] == base64.b64encode(root(leaves(stores)[:1201])).decode()


def test_a_ledger_with_a_hole_is_not_exported_as_if_it_had_none(stores: Stores) -> None:
    table = Table(stores)
    match = table.open()
    table.tell_all(match, [report(*PASSED)] * 3)
    table.drain()
    tampering(stores, "DELETE FROM feed WHERE position = 2")

    with pytest.raises(BrokenLedger, match="after position 0 an event is gone"):
        ledger_lines(stores)

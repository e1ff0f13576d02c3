"""Logs of released versions fold for ever to the boards that were shown then, and say for ever what they said."""

import copy
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from domain import wire
from domain.event import COMMON
from domain.games import all_games
from services import __version__
from services.chain import GENESIS, link
from services.clock import microseconds
from tests.release import RELEASED, digest, fact, folded, pruned, renew, shape, write

LEDGERS = sorted(RELEASED.glob("*/*.jsonl"))

each_ledger = pytest.mark.parametrize("path", LEDGERS, ids=[f"{path.parent.name}/{path.stem}" for path in LEDGERS])


def read(path: Path) -> tuple[Any, list[dict[str, Any]]]:
    head, *lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return head["fields"], lines


def moment(text: str | None) -> Any:
    return None if text is None else microseconds(datetime.fromisoformat(text))


def test_every_release_and_every_game_has_left_its_log() -> None:
    assert __version__ in {path.parent.name for path in LEDGERS}
    for version in RELEASED.iterdir():
        assert {path.stem for path in version.iterdir()} <= set(all_games())
    assert {path.stem for path in LEDGERS if path.parent.name == __version__} == set(all_games())


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_type_of_every_game_is_in_a_log(game: str) -> None:
    told = {line["type"] for path in LEDGERS if path.stem == game for line in read(path)[1]}

    assert told == set(COMMON) | {model.TYPE for model in all_games()[game].events}


@each_ledger
def test_a_released_log_folds_to_the_boards_that_were_shown(path: Path) -> None:
    fields, lines = read(path)

    for line, boards in zip(lines, folded(lines), strict=True):
        found = {name: digest(pruned(board, fields[name])) for name, board in boards.items() if name in fields}
        assert found == line["boards"], f"version {line['version']} of match {line['match']}: {line['type']}"


@each_ledger
def test_a_released_log_is_read_and_written_again_byte_for_byte_and_has_its_hashes(path: Path) -> None:
    last = GENESIS
    for line in read(path)[1]:
        body = wire.canonical(line["data"])
        assert wire.body(fact(line).event) == body
        last = link(
            GENESIS if line["version"] == 1 else last,
            ledger=line["ledger"],
            match=line["match"],
            version=line["version"],
            id=line["id"],
            type=line["type"],
            recorded_at=moment(line["recorded_at"]),
            occurred_at=moment(line["occurred_at"]),
            actor=line["actor"],
            body=body,
        )
        assert last.hex() == line["hash"]


def test_a_new_field_of_a_board_changes_no_digest_and_another_figure_does() -> None:
    board = {"sides": {"NS": {"total": 30}}, "deals": [{"points": 30}, {"points": 0, "text": "passed out"}], "why": []}
    fields = shape(board)
    more = copy.deepcopy(board) | {"margin": 30}
    more["deals"][0]["lead"] = "AS"
    other = copy.deepcopy(board)
    other["deals"][1]["points"] = 1
    less = copy.deepcopy(board)
    del less["deals"][1]["text"]

    assert digest(pruned(board, fields)) == digest(board)
    assert digest(pruned(more, fields)) == digest(board)
    assert digest(pruned(other, fields)) != digest(board)
    assert digest(pruned(less, fields)) != digest(board)


def test_the_ledger_of_a_release_can_be_written_and_folds(tmp_path: Path) -> None:
    counted = write(tmp_path / "next")

    assert set(counted) == set(all_games())
    fields, lines = read(tmp_path / "next" / "bridge.rubber.jsonl")
    assert len(lines) == counted["bridge.rubber"]
    for line, boards in zip(lines, folded(lines), strict=True):
        assert {name: digest(pruned(board, fields[name])) for name, board in boards.items()} == line["boards"]


def test_digests_are_taken_anew_without_touching_what_was_said(tmp_path: Path) -> None:
    path = tmp_path / "bridge.chicago.jsonl"
    whole = (RELEASED / __version__ / path.name).read_text(encoding="utf-8")
    broken = whole.replace('"rubber": "', '"rubber": "0')
    path.write_text(broken, encoding="utf-8")

    renew(path)

    assert broken != whole
    assert path.read_text(encoding="utf-8") == whole

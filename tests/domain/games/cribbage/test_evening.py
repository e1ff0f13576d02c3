import json
from pathlib import Path

from tests.cases import hold

GAME = Path(__file__).parents[3] / "tables" / "cribbage_game.jsonl"


def test_a_whole_game_is_played_to_the_hole() -> None:
    told = hold({"events": [json.loads(line) for line in GAME.read_text().splitlines()]})
    boards = told.boards[max(told.boards)]

    reasons = {award["reason"] for award in boards["game"]["awards"]}
    assert {"heels", "go", "thirtyone", "last", "fifteen", "fifteens", "runs", "flush", "nobs"} <= reasons
    assert [flag["code"] for flag in boards["game"]["flags"]] == ["underpegged"]
    assert boards["game"]["findings"] == []
    assert (boards["game"]["winner"], boards["game"]["complete"]) == ("B", True)
    assert {seat: column["score"] for seat, column in boards["game"]["seats"].items()} == {"A": 119, "B": 121}
    assert [line["seats"]["B"]["score"] for line in boards["hands"]["hands"]] == [11, 23, 41, 70, 81, 105, 118, 121]
    assert [show["what"] for show in boards["deal"]["shows"]] == ["hand", "hand"], "the crib is not counted any more"

from typing import Any

import pytest

from domain.games.cribbage.judging import answer, judge_ranks, told
from domain.games.cribbage.scoring import total
from tests.cases import cases, hold

_CASES = ("games", "pegging", "pegging_multi", "points", "refusals", "claims_and_corrections")
_PARTS = ("total", "fifteens", "pairs", "runs", "flush", "nobs")
_SAME = ("same", "only run(4)=6/run(5)=12")


@pytest.mark.parametrize("case", [c for name in _CASES for c in cases(f"cribbage/{name}.jsonl")])
def test_cribbage_case_holds(case: dict[str, Any]) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases("cribbage/show.jsonl"))
def test_show_holds(case: dict[str, Any]) -> None:
    judged = told(answer({key: case[key] for key in ("hand", "starter", "crib")}))

    assert {part: judged[part] for part in _PARTS} == {part: case[part] for part in _PARTS}
    for name, sets in case["groups"].items():
        assert sorted(map(sorted, judged["groups"][name])) == sorted(map(sorted, sets))
    assert total(case["hand"], case["starter"], crib=case["crib"]) == case["total"]


def test_seed_points_hold() -> None:
    for case in _ranks("seed_points"):
        assert judge_ranks(case["ranks"]).total == case["acc"], case
        assert judge_ranks(case["ranks"], rules="seed-house").total == case["seed_house"], case


def test_longer_ranks_hold_where_the_post_is_not_at_fault() -> None:
    for case in _ranks("seed_points_long"):
        assert judge_ranks(case["ranks"]).total == case["acc"], case
        house = judge_ranks(case["ranks"], rules="seed-house").total
        assert (house == case["seed_house"]) is (case["about"] in _SAME), case


def _ranks(name: str) -> list[dict[str, Any]]:
    found = [parameter.values[0] for parameter in cases(f"cribbage/{name}.jsonl")]
    if found == [None]:
        pytest.skip(f"{name} is not on this machine")
    return found

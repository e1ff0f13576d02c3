from typing import Any

import pytest

from tests.cases import cases, hold


@pytest.mark.parametrize("case", cases("bridge/teams.jsonl"))
def test_teams_case_holds(case: dict[str, Any]) -> None:
    hold(case)

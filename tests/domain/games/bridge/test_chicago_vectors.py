from typing import Any

import pytest

from tests.cases import cases, hold


@pytest.mark.parametrize("case", cases("bridge/chicago.jsonl"))
def test_chicago_case_holds(case: dict[str, Any]) -> None:
    hold(case)

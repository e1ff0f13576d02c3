from typing import Any

import pytest

from tests.cases import cases, hold

FILES = ("deals", "partial", "bummerls", "matches", "refusals", "corrections")


@pytest.mark.parametrize("case", [case for name in FILES for case in cases(f"schnapsen/{name}.jsonl")])
def test_schnapsen_case_holds(case: dict[str, Any]) -> None:
    hold(case)

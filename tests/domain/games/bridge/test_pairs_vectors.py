from typing import Any

import pytest

from tests.cases import cases, hold


@pytest.mark.parametrize("case", [c for name in ("pairs", "events") for c in cases(f"bridge/{name}.jsonl")])
def test_pairs_case_holds(case: dict[str, Any]) -> None:
    hold(case)

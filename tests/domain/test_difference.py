"""What differs between two boards: a patch that turns one into the other, and says what stood there."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.difference import Operation, difference
from domain.match import fold
from domain.projection import project
from tests.facts import NINE_DEALS, OURS, PART, PASSED, corrected, facts, inserted, opened, withdrawn

plain = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "a/b", "m~n", "~1"])
documents = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["a", "b", "a/b", "m~n", ""]), inner, max_size=4)
    ),
    max_leaves=20,
)


def patched(document: Any, operations: list[Operation]) -> Any:
    """A document after a patch, as RFC 6902 has it; what stood there before must have stood there."""
    whole = {"": copy.deepcopy(document)}
    for operation in operations:
        holder: Any = whole
        *way, last = [step.replace("~1", "/").replace("~0", "~") for step in str(operation["path"]).split("/")]
        for step in way:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        _apply(holder, int(last) if isinstance(holder, list) else last, operation)
    return whole[""]


def _apply(holder: Any, at: Any, operation: Operation) -> None:
    if operation["op"] == "add":
        assert "before" not in operation
        if isinstance(holder, list):
            assert 0 <= at <= len(holder)
            holder.insert(at, operation["value"])
            return
        assert at not in holder
        holder[at] = operation["value"]
        return
    assert json.dumps(holder[at]) == json.dumps(operation["before"])
    if operation["op"] == "remove":
        del holder[at]
    else:
        holder[at] = operation["value"]


@given(documents, documents)
def test_the_patch_makes_the_one_of_the_other(before: Any, after: Any) -> None:
    assert json.dumps(patched(before, difference(before, after)), sort_keys=True) == json.dumps(after, sort_keys=True)


@given(documents)
def test_what_is_the_same_differs_in_nothing(document: Any) -> None:
    assert difference(document, copy.deepcopy(document)) == []


@pytest.mark.parametrize(("before", "after"), [(1, True), (0, False), (None, 0), (1, 1.0)])
def test_what_json_tells_apart_differs(before: Any, after: Any) -> None:
    assert difference({"x": before}, {"x": after}) == [
        {"op": "replace", "path": "/x", "value": after, "before": before}
    ]


def test_a_row_put_in_between_is_one_operation() -> None:
    assert difference([2, 3, 4], [2, 9, 3, 4]) == [{"op": "add", "path": "/1", "value": 9}]
    assert difference([2, 9, 3, 4], [2, 3, 4]) == [{"op": "remove", "path": "/1", "before": 9}]


def test_a_row_of_which_one_field_changed_is_that_field() -> None:
    before = [{"version": 2, "tricks": 9}, {"version": 3, "tricks": 8}]
    after = [{"version": 2, "tricks": 9}, {"version": 3, "tricks": 7}, {"version": 4, "tricks": 7}]

    assert difference(before, after) == [
        {"op": "replace", "path": "/1/tricks", "value": 7, "before": 8},
        {"op": "add", "path": "/2", "value": after[2]},
    ]


def test_any_two_versions_of_a_rubber_differ_by_what_the_patch_says_both_ways() -> None:
    told = [*NINE_DEALS[:3], corrected(2, PART[1]), PASSED, withdrawn(3), inserted(2, OURS), *NINE_DEALS[3:6]]
    history = facts([opened(), *told])
    boards = [json.loads(project(fold(history[:end]))["rubber"]) for end in range(1, len(history) + 1)]

    for before in boards:
        for after in boards:
            assert patched(before, difference(before, after)) == after

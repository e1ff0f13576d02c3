"""What differs between two boards, as a JSON Patch that also says what stood there before."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

from pydantic import JsonValue

from domain import wire

Operation: TypeAlias = dict[str, JsonValue]
"""`op`, `path`, `value` as in RFC 6902; and `before`, which the RFC lets readers pass over."""


def difference(before: JsonValue, after: JsonValue) -> list[Operation]:
    """
    What makes one JSON document of another.

    Args:
        before: A document, such as a board.
        after: Another one.

    Returns:
        Operations `add`, `remove` and `replace` of RFC 6902, to be applied in their order. What is removed or
        replaced stands in `before`. In lists the rows that stayed the same are found again, so a row put
        in between is one operation, and a row of which one field changed is that field.

    Source:
        RFC 6902 (JSON Patch) and RFC 6901 (JSON Pointer).

    >>> difference({"total": 60, "deals": [2]}, {"total": 100, "deals": [2, 3]})
    [{'op': 'replace', 'path': '/total', 'value': 100, 'before': 60}, {'op': 'add', 'path': '/deals/1', 'value': 3}]
    """
    return list(_between(before, after, ""))


def _between(before: Any, after: Any, path: str) -> Iterator[Operation]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(before, after, path)
    elif not _same(before, after):
        yield {"op": "replace", "path": path, "value": after, "before": before}


def _of_objects(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> Iterator[Operation]:
    for name, value in before.items():
        at = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
        if name in after:
            yield from _between(value, after[name], at)
        else:
            yield {"op": "remove", "path": at, "before": value}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": f"{path}/{name.replace('~', '~0').replace('/', '~1')}", "value": value}


def _of_lists(before: Sequence[Any], after: Sequence[Any], path: str) -> Iterator[Operation]:
    """From the first row to the last; the rows before the one in hand read as in `after` already."""
    rows = SequenceMatcher(None, [*map(wire.canonical, before)], [*map(wire.canonical, after)], autojunk=False)
    for tag, old, old_end, new, new_end in rows.get_opcodes():
        if tag == "equal":
            continue
        both = min(old_end - old, new_end - new)
        for offset in range(both):
            yield from _between(before[old + offset], after[new + offset], f"{path}/{new + offset}")
        for row in before[old + both : old_end]:
            yield {"op": "remove", "path": f"{path}/{new + both}", "before": row}
        for index in range(new + both, new_end):
            yield {"op": "add", "path": f"{path}/{index}", "value": after[index]}


def _same(before: Any, after: Any) -> bool:
    """As JSON has it: true is not 1."""
    return type(before) is type(after) and bool(before == after)

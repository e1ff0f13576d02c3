"""An evening of real games for `scorepad demo`: one file of events for each match."""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any


def evening() -> Iterator[list[dict[str, Any]]]:
    """The matches of the evening, each from its opening on."""
    for file in sorted(files(__name__).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".jsonl"):
            yield [json.loads(line) for line in file.read_text().splitlines()]

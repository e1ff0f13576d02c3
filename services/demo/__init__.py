"""An evening of real games for `scorepad demo`: one file for each match."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from itertools import groupby
from typing import Any, Final

from pydantic import JsonValue

from services.formats import usebio
from services.formats.found import Asked, Found, Said, Told

_CLOSED: Final = {"type": "match.closed", "data": {}}


@dataclass(frozen=True, slots=True)
class Reported:
    """
    A match of the evening.

    Args:
        opening: The data of its opening.
        batches: The events that follow, as they are reported together.
    """

    opening: dict[str, Any]
    batches: list[list[dict[str, Any]]]

    @property
    def events(self) -> int:
        """How many there are, with the opening."""
        return 1 + sum(map(len, self.batches))


def evening() -> Iterator[Reported]:
    """The matches of the evening, in their order."""
    for file in sorted(files(__name__).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".jsonl"):
            yield _logged(file)
        elif file.name.endswith(".xml"):
            yield _session(file)


def _logged(file: Traversable) -> Reported:
    """A match event by event."""
    opening, *events = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return Reported(opening["data"], [[event] for event in events])


def _session(file: Traversable) -> Reported:
    """A session of pairs from its USEBIO file, and its end."""
    found, *items = list(usebio.read(BytesIO(file.read_bytes()), Asked()))
    assert isinstance(found, Found), "a session tells first what it is"
    opening = {"game": found.game, "title": found.title, "options": dict(found.options)}
    said = [event for item in items if isinstance(item, Told) for event in item.events]
    batches = [
        [{"type": type_, "data": data} for type_, data in together] for _, together in groupby(said, key=_together)
    ]
    return Reported(opening, [*batches, [_CLOSED]])


def _together(event: Said) -> JsonValue:
    """What is reported at once: the results of a board; all hands."""
    type_, data = event
    return None if type_ == "bridge.dealt" else data["board"]

"""Boards and heads as the events give them, against what is stored."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from domain.match import Match
from domain.projection import project
from services.event_log import Summary
from services.folding import at_version
from services.wiring import EVERY, Stores


@dataclass(frozen=True, slots=True)
class Behind:
    """
    How to look at boards that the workers have not brought to the head yet.

    Args:
        stores: Where the log is, to fold an older version from.
        ledger: The match's.
        match: The match's id.
        news: The version that waits to be folded.
        text: What text arrives as.
    """

    stores: Stores
    ledger: int
    match: str
    news: int
    text: type[bytes] | type[bytearray]

    def state(self, version: int) -> Match:
        """The match at an older version."""
        with self.stores.reading(EVERY) as connection:
            return at_version(connection, self.ledger, self.match, version)


def compare(state: Match, shown: list[Any], epoch: int, behind: Behind) -> Iterator[tuple[str, int]]:
    """What is wrong with the boards of an epoch that are stored of a match: a sentence, and the version meant."""
    boards = {_text(row.name): row for row in shown if row.epoch == epoch}
    versions = {row.version for row in boards.values()}
    version = max((each for each in versions if isinstance(each, int)), default=0)
    if not boards or version < state.version:
        if behind.news < state.version:
            yield "the boards do not show it, and nothing is marked to be folded", state.version
        if not boards:
            return
        state = behind.state(version) if version else state
    bodies = project(state, behind.match)
    for name in bodies.keys() - boards.keys():
        yield f"the board `{name}` is missing", state.version
    for name, row in boards.items():
        body = bodies.get(name)
        if body is None:
            yield f"there is no board `{name}` in this game", state.version
        elif row.version != state.version or row.stuck != (state.stuck is not None):
            yield f"the board `{name}` is not stamped as it should be", state.version
        elif type(row.body) is not behind.text or row.body != body.encode():
            yield f"the board `{name}` is not what the events give", state.version


def told(summary: Summary) -> dict[str, bytes | None]:
    """What a head says beside its version and hash."""
    values = asdict(summary)
    return {name: None if value is None else value.encode() for name, value in values.items()}


def _text(raw: Any) -> str:
    return bytes(raw).decode(errors="backslashreplace") if isinstance(raw, bytes | bytearray) else repr(raw)

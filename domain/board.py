"""Boards: projections of a match, as people read them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from domain.event import Players

Status = Literal["live", "complete", "closed", "stuck"]


class Part(BaseModel):
    """A piece of a board: frozen and closed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Note(Part):
    """Something about the play that a reader should know: a flag (odd) or a finding (irregular)."""

    code: str
    text: str
    versions: tuple[int, ...] = ()


class Change(Part):
    """One mending: what a fact said before and says after, who mended it, when and why."""

    of: int
    version: int
    before: dict[str, JsonValue] | None
    after: dict[str, JsonValue] | None
    who: str | None
    when: str | None
    reason: str


class Stuck(Part):
    """The fact at which a match cannot be folded on, and why."""

    version: int
    code: str
    detail: str

    @property
    def sentence(self) -> str:
        """What `why` says of it."""
        return f"The match is stuck at version {self.version}: {self.detail}"


class Heading(Part):
    """What stands on every board. `match` and `recorded_at` are null where there is no log."""

    match: str | None
    game: str
    board: str
    version: int
    status: Status
    title: str | None
    players: Players
    recorded_at: str | None
    why: tuple[str, ...]
    flags: tuple[Note, ...]
    findings: tuple[Note, ...]
    changes: tuple[Change, ...]
    stuck: Stuck | None


class Board(Part):
    """A game's own part of a board; the heading is put above it."""


def whole(heading: Heading, board: Board) -> str:
    """A board as one JSON document: its heading, then what the game shows."""
    content = board.model_dump_json(by_alias=True)
    head = heading.model_dump_json()
    return head if content == "{}" else f"{head[:-1]},{content[1:]}"


def schema(board: type[Board]) -> dict[str, Any]:
    """The JSON Schema of a whole board."""
    document = type(board.__name__, (Heading, board), {"__doc__": board.__doc__, "__module__": board.__module__})
    assert issubclass(document, BaseModel)
    return document.model_json_schema(mode="serialization", by_alias=True)

"""The seam: the one record that every game fills in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict

from domain.board import Board, Note
from domain.event import Event, Fact, Players


class GameState(Protocol):
    """What every game's state tells about itself."""

    @property
    def complete(self) -> bool:
        """Whether the game has come to its end by its own rules."""
        ...

    @property
    def why(self) -> tuple[str, ...]:
        """What the last event did, in sentences."""
        ...

    @property
    def flags(self) -> tuple[Note, ...]:
        """What is legal and odd."""
        ...

    @property
    def findings(self) -> tuple[Note, ...]:
        """What was irregular."""
        ...


class Options(BaseModel):
    """A game's agreements, pinned when the match is opened; unknown ones are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


S = TypeVar("S", bound=GameState)
O = TypeVar("O", bound=Options)  # noqa: E741  O for options, as S is for state
E = TypeVar("E", bound=Event)


def _nothing_sealed(_state: Any) -> frozenset[int]:
    return frozenset()


def _no_rounds(_state: Any, _event: Any) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Game(Generic[S, O, E]):
    """
    A game, as the log, the workers and the API see it.

    Args:
        name: As in `match.opened`.
        title: As people call it.
        events: Every type that its matches take, `match.adjusted` and the like among them.
        options: Its agreements, all with defaults.
        start: The state before the first event; refuses players that do not fit.
        check: Raises RuleViolation if the rules do not allow the event in that state.
        fold: The state after the fact. Total: what happened, happened.
        boards: Name to a function of the state; the first is the one to look at.
        sealed: Versions of the facts whose hidden fields are not shown yet.
        round_of: The round of a session that an event is of; 0 if it tells no result, None if nobody knows.
    """

    name: str
    title: str
    events: frozenset[type[Event]]
    options: type[O]
    start: Callable[[O, Players], S]
    check: Callable[[S, E], None]
    fold: Callable[[S, Fact[E]], S]
    boards: Mapping[str, Callable[[S], Board]]
    sealed: Callable[[S], frozenset[int]] = _nothing_sealed
    round_of: Callable[[S, E], int | None] = _no_rounds

    def board_model(self, name: str) -> type[Board]:
        """The model of a board, for its schema."""
        model: type[Board] = get_type_hints(self.boards[name])["return"]
        return model


AnyGame = Game[Any, Any, Any]

"""What boards and pages say to people, of any match that is told: every sentence and every word of theirs."""

import dataclasses
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from domain import games, wire
from domain.errors import Refused, RuleViolation
from domain.event import Fact
from domain.match import Match, admit, fold
from domain.projection import project
from services.web.duplicate import Result
from services.web.form import Spark
from services.web.layouts import layout
from services.web.margin import Bar, Margin
from services.web.pad import Brought, Figure, Toward, Turn
from services.web.pairs import Line, Place
from services.web.pegs import Peg, Side, Word
from services.web.slate import Bummerl, Rule, Step
from services.web.track import Lane, Mark, Track
from services.web.track import Line as Across

_SAID: Final = {"aloud", "detail", "for", "text", "why"}
"""Fields of boards that hold words."""
_NO_WORDS: Final = {
    Across: {"path"},
    Bar: {"team", "x", "y", "height"},
    Brought: {"side", "line", "written"},
    Figure: {"key"},
    Bummerl: {"lines"},
    Lane: {"groove", "holes", "fifths"},
    Line: {"ns", "ew"},
    Margin: {"path", "zero"},
    Mark: {"text", "x", "y"},
    Peg: {"which"},
    Place: {"pair", "direction"},
    Result: {"contract", "declarer", "lead", "result", "score"},
    Spark: {"up", "down", "text"},
    Toward: {"side", "contracts"},
    Turn: {"dealer", "vulnerable"},
    Rule: {"seat", "winner"},
    Side: {"name", "seats", "deals", "turn"},
    Step: {"kind", "key", "seat", "lead", "follow", "winner", "suit"},
    Track: {"starts", "ends"},
    Word: {"seat"},
}
"""Fields of what pages lay out that hold none."""
_OWN: Final = {"reason", "title"}
"""Fields of events that hold people's own words."""


def told(events: Iterable[dict[str, Any]], *, each: bool = False) -> Iterator[str]:
    """What is said of a match, and of what is refused (but for its form); boards after `each` event, or the last."""
    match: Match | None = None
    for event in events:
        try:
            match = admit(match, [_fact(event, match)])
        except (Refused, RuleViolation) as refused:
            violation = refused.violation if isinstance(refused, Refused) else refused
            if violation.code != "event_invalid":
                yield violation.detail
        if match is not None:
            yield from shown(match) if each else _at_once(match)
    if match is not None:
        yield from shown(match)


def logged(events: Iterable[dict[str, Any]]) -> Iterator[str]:
    """What is said of a log that holds all of this, allowed or not."""
    match: Match | None = None
    for event in events:
        match = fold([_fact(event, match)], onto=match)
        yield from _at_once(match)
    if match is not None:
        yield from shown(match)


def shown(match: Match) -> set[str]:
    """What every board and the page of a match say."""
    boards = {name: json.loads(text) for name, text in project(match).items()}
    view = layout(match.game.name).view(boards)
    return {text for text in (match.game.title, *_of_board(boards), *_laid_out(view)) if text}


def _at_once(match: Match) -> Iterator[str]:
    """What the last event did, and what is odd so far."""
    yield from match.why
    yield from (note.text for note in match.state.flags + match.state.findings)


def _fact(event: dict[str, Any], match: Match | None) -> Fact[Any]:
    model = wire.find(games.event_types(), event["type"])
    return Fact(match.version + 1 if match else 1, wire.read(model, _without_own(event["data"])))


def _without_own(data: Any, name: str = "") -> Any:
    """An event's data with a sign for what people wrote, so that no English of theirs is taken for ours."""
    match data:
        case dict():
            return {key: _without_own(value, key) for key, value in data.items()}
        case list():
            return [_without_own(value) for value in data]
        case str() if name in _OWN:
            return "§"
        case _:
            return data


def _of_board(board: Any, name: str = "") -> Iterator[str]:
    match board:
        case dict():
            # What was mended stands there as it was told.
            for key in board.keys() - {"before", "after"}:
                yield from _of_board(board[key], key)
        case list():
            for value in board:
                yield from _of_board(value, name)
        case str() if name in _SAID:
            yield board


def _laid_out(view: Any) -> Iterator[str]:
    """Every text of what a page lays out."""
    match view:
        case str():
            yield view
        case dict():
            for value in view.values():
                yield from _laid_out(value)
        case list() | tuple():
            for value in view:
                yield from _laid_out(value)
        case _ if dataclasses.is_dataclass(view):
            for field in dataclasses.fields(view):
                if field.name not in _NO_WORDS.get(type(view), set()):
                    yield from _laid_out(getattr(view, field.name))

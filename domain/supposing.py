"""What if: the same facts under other options."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pydantic import JsonValue

from domain import games
from domain.event import Corrected, Opened
from domain.match import AnyFact


def supposing(facts: Iterable[AnyFact], options: Mapping[str, JsonValue]) -> Iterator[AnyFact]:
    """
    The facts of a match as if it had been opened with other options; what is not named stays as it was.

    They hold to the end: a correction of the opening (`of: 1`) changes only the others. What those options do
    not allow, a fold says, and leaves the match stuck there.

    Errors:
        RuleViolation: with the opening, if its game has no such options.
    """
    for fact in facts:
        event = fact.event
        if isinstance(event, Opened):
            opened, _ = games.pinned(event.model_copy(update={"options": {**event.options, **options}}))
            yield replace(fact, event=opened)
        elif isinstance(event, Corrected) and event.of == 1:
            yield replace(fact, event=event.model_copy(update={"data": _with(event.data, options)}))
        else:
            yield fact


def _with(data: Mapping[str, JsonValue], options: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    given = data.get("options")
    return {**data, "options": {**given, **options} if isinstance(given, dict) else dict(options)}

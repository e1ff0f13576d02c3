"""What a key or a link allows in a match (docs/decisions/0008-rights-of-scorers-and-directors.md)."""

from typing import Final

from domain.event import (
    Adjusted,
    Closed,
    Corrected,
    Event,
    Forfeited,
    Inserted,
    Mending,
    Opened,
    Released,
    VisibilityChanged,
    Withdrawn,
)
from domain.games import event_types
from domain.match import Match
from services.bearers import Bearer
from services.errors import Forbidden, UnknownMatch

_DIRECTORS: Final = (Opened, Adjusted, Closed, Forfeited, Released, VisibilityChanged)
"""What only a director reports, besides what a game keeps for directors."""


def may_report(bearer: Bearer, match: str | None, event: Event, state: Match | None = None) -> None:
    """
    Whether the key may report the event.

    Errors:
        UnknownMatch: the key is not for this match.
        Forbidden: it takes another scope; a scorer mends only what the same key reported and nobody else mended,
            until the match is closed.
    """
    may_enter(bearer, match)
    if "director" in bearer.scopes:
        return
    if isinstance(event, Mending):
        _may_mend(bearer, event, state)
    elif isinstance(event, _DIRECTORS) or event.DIRECTORS_ONLY:
        raise Forbidden(f"{event.TYPE} takes a director's key.")


def may_enter(bearer: Bearer, match: str | None) -> None:
    """Whether the key may report to the match (None: a new one) at all: UnknownMatch or Forbidden if not."""
    if match is not None and not bearer.reaches(match):
        raise UnknownMatch
    if match is None and bearer.matches is not None:
        raise Forbidden("This key is for certain matches: say which of them to open.")
    if not bearer.scopes & {"scorer", "director"}:
        raise Forbidden("Reporting takes a key with the scope scorer or director.")


def _may_mend(bearer: Bearer, event: Mending, state: Match | None) -> None:
    if event.force:
        raise Forbidden("Only a director may force a mending.")
    if state is None or state.closed:
        raise Forbidden("The match is closed: only a director mends it now.")
    if isinstance(event, Corrected | Inserted) and _only_directors(event.type):
        raise Forbidden(f"{event.type} takes a director's key.")
    of = event.before if isinstance(event, Inserted) else event.of
    place = next((place for place in state.places if place.fact.version == of), None)
    if place is None or (isinstance(event, Withdrawn) and not place.stands):
        return  # for the rules to refuse, or of the same batch
    if place.fact.actor != bearer.actor:
        raise Forbidden("A scorer mends only what the same key reported.")
    if not isinstance(event, Inserted) and any(each.of == of and each.who != bearer.actor for each in state.changes):
        raise Forbidden("A director has mended this: only a director mends it now.")


def _only_directors(type_: str | None) -> bool:
    model = event_types().get(type_ or "")
    return model is not None and (issubclass(model, _DIRECTORS) or model.DIRECTORS_ONLY)

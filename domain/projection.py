"""Every board of a match, whole: the game's part under the heading that all share."""

from collections.abc import Collection

from pydantic import JsonValue

from domain import mending
from domain.board import Change, Heading, Note, whole
from domain.match import Match, sealed
from domain.text import moment


def project(
    match: Match, match_id: str | None = None, hidden: Collection[int] = (), notes: tuple[Note, ...] = ()
) -> dict[str, str]:
    """
    Fold a match's state into its boards: name to JSON text.

    Args:
        match: As it is, or as it was.
        match_id: Null where there is no log.
        hidden: Versions of facts that are sealed today, whatever was shown of them then.
        notes: What its reader should know besides.
    """
    flags = match.state.flags + _differences(match) + notes
    changes = _shown(match, hidden)
    return {
        name: whole(
            Heading(
                match=match_id,
                game=match.game.name,
                board=name,
                version=match.version,
                status=match.status,
                title=match.opened.title,
                players=match.players,
                recorded_at=moment(match.recorded_at),
                why=match.why,
                flags=flags,
                findings=match.state.findings,
                changes=changes,
                stuck=match.stuck,
            ),
            show(match.state),
        )
        for name, show in match.game.boards.items()
    }


def _differences(match: Match) -> tuple[Note, ...]:
    return tuple(
        Note(
            code="confirmation_differs",
            text=f"The other side says otherwise of version {word.of}: {said}.",
            versions=(word.of,),
        )
        for word in match.confirmations
        if (said := mending.differs(match.places, word))
    )


def _shown(match: Match, today: Collection[int]) -> tuple[Change, ...]:
    hidden = sealed(match).union(today)
    if not hidden:
        return match.changes
    return tuple(
        change.model_copy(update={"before": _seal(change.before), "after": _seal(change.after)})
        if change.of in hidden
        else change
        for change in match.changes
    )


def _seal(said: dict[str, JsonValue] | None) -> dict[str, JsonValue] | None:
    return None if said is None else {"sealed": True}

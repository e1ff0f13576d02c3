"""Corrections in people's words: what a fact said before and says after, part by part."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from domain.board import Change
from services.web.facts import Names, Part, Told, by, told

How = Literal["", "withdrawn", "restored", "put in"]
Said = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One place before and after; None where nothing was said."""

    before: Part | None
    after: Part | None


@dataclass(frozen=True, slots=True)
class Mended:
    """
    A correction.

    Args:
        title: What was mended.
        how: What became of it as a whole; empty if it was corrected.
        same: What stayed as it was: of which board, whose contract; all that it says, if nothing was corrected in it.
        changed: What did not.
        sealed: Whether what it says is for the table only, so far.
        of: The version that was mended.
        version: That of the mending.
        role: Of who mended it: a scorer, a director; empty where there is no log.
        who: The public name of their key or link.
    """

    title: str
    how: How
    same: tuple[Part, ...]
    changed: tuple[Step, ...]
    sealed: bool
    of: int
    version: int
    role: str
    who: str
    when: str
    reason: str


def mended(changes: Iterable[Change | Said], names: Names | None = None) -> list[Mended]:
    """The corrections of a match, the newest first."""
    return [_mended(Change.model_validate(change), names) for change in reversed(list(changes))]


def _mended(change: Change, names: Names | None) -> Mended:
    sides = [None if said is None else _told(said, names) for said in (change.before, change.after)]
    before, after = sides
    sealed = any(said is not None and "sealed" in said for said in (change.before, change.after))
    whole = next(side for side in reversed(sides) if side is not None)
    same: tuple[Part, ...] = whole.parts
    changed: tuple[Step, ...] = ()
    if before and after:
        same, changed = _compared(before, after)
    role, who = by(change.who)
    return Mended(
        title=whole.title or "A report",
        how=_how(change),
        same=() if sealed else same,
        changed=() if sealed else changed,
        sealed=sealed,
        of=change.of,
        version=change.version,
        role=role,
        who=who,
        when=change.when or "",
        reason=change.reason,
    )


def _told(said: Said, names: Names | None) -> Told:
    data = said.get("data", {})
    assert isinstance(data, Mapping), "an event has data"
    return told(str(said.get("type", "")), data, names)


def _how(change: Change) -> How:
    if change.after is None:
        return "withdrawn"
    if change.before is None:
        return "put in" if change.of == change.version else "restored"
    return ""


def _compared(before: Told, after: Told) -> tuple[tuple[Part, ...], tuple[Step, ...]]:
    old, new = ({part.name: part for part in each.parts} for each in (before, after))
    steps = list(_steps(old, new))
    same = tuple(step.after for step in steps if step.before == step.after and step.after)
    return same, tuple(step for step in steps if step.before != step.after)


def _steps(old: Mapping[str, Part], new: Mapping[str, Part]) -> Iterator[Step]:
    for name in dict.fromkeys([*old, *new]):
        yield Step(old.get(name), new.get(name))

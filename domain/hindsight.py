"""A match at any version as we know it now: its facts up to there, with every mending that came later."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping

from domain import mending
from domain.course import AnyFact, Match, begin, played
from domain.event import Mending
from domain.mending import Place
from domain.records import evolve


def in_hindsight(now: Match, facts: Iterable[AnyFact]) -> Iterator[Match]:
    """
    The match after each of some facts: not as it was shown then, but as we know it now.

    After the fact of version `v` there stand:

    - the facts of versions 1 to `v`, each as it reads now and in the place in which it counts now: corrected
      where it was corrected (the opening too, with its options: `of: 1`), gone where it was withdrawn,
      there where it was restored;
    - before each of them what was put in there, whenever that was; what was put in before a fact later
      than `v` comes with that one. Players changed are facts like others.

    A mending is no fact: where `v` is one, there stand the facts before it. Of several mendings of one fact the
    last counts; what was put in can itself be mended, and counts as it reads now.

    These facts are checked and folded anew. So the match is `stuck` at `v` if the fact at which it is stuck now
    is among them (or the mending, where it is stuck at one that could not be taken), and whatever it was
    stuck at then is gone once that was mended. `version` and `recorded_at` are those of `v`. `why` says what
    the fact of `v` did, as it reads now, or that it was withdrawn. `changes` are all mendings of those facts,
    later ones too. Hidden cards stay sealed until their deal is over at `v`; what is sealed today beyond
    that, `project` seals when it is told.

    At the head that is the match as it is; where nothing was mended later, it is the match as it was shown.

    Args:
        now: The match at its head.
        facts: Those after which it is wanted: all, or some, in the order of their versions.
    """
    comes_with = _comes_with(now)
    steps = _steps(now, comes_with)
    versions = [version for version, _ in steps]
    halted = next((version for version, place in steps if place is None), None)
    match, begun = begin(now.places[0].fact), 1
    for fact in facts:
        end = bisect_right(versions, fact.version)
        for _, place in steps[begun:end]:
            match = _stepped(match, place, now)
        begun = end
        places = now.places[: end - (halted is not None and halted <= fact.version)]
        changes = tuple(change for change in now.changes if comes_with[change.of] <= fact.version)
        seen = evolve(match, version=fact.version, recorded_at=fact.recorded_at, places=places, changes=changes)
        yield evolve(seen, why=_why(seen, fact))


def _comes_with(now: Match) -> dict[int, int]:
    """The version with which each fact comes: its own, or that of the fact before which it was put in."""
    inserted = {change.of for change in now.changes if change.of == change.version}
    found: dict[int, int] = {}
    version = now.version
    for place in reversed(now.places):
        if place.fact.version not in inserted:
            version = place.fact.version
        found[place.fact.version] = version
    return found


def _steps(now: Match, comes_with: Mapping[int, int]) -> list[tuple[int, Place | None]]:
    """What is folded with each version; no place is the mending at which the match is stuck."""
    steps: list[tuple[int, Place | None]] = [(comes_with[place.fact.version], place) for place in now.places]
    if now.stuck is not None and now.stuck.version not in comes_with:
        steps.insert(bisect_right([version for version, _ in steps], now.stuck.version), (now.stuck.version, None))
    return steps


def _stepped(match: Match, place: Place | None, now: Match) -> Match:
    if place is not None:
        return played(match, place.fact) if place.stands else match
    assert now.stuck is not None, "only then is there a step without a place"
    return evolve(match, stuck=now.stuck, why=(now.stuck.sentence,))


def _why(match: Match, fact: AnyFact) -> tuple[str, ...]:
    stuck = match.why if match.stuck else ()
    of = {change.version: change for change in match.changes}
    if isinstance(fact.event, Mending) and fact.version in of:
        return (mending.sentence(fact.event, of[fact.version]), *stuck)
    last = next((change for change in reversed(match.changes) if change.of == fact.version), None)
    if last is not None and last.after is None and not stuck:
        return (f"Version {last.of} was withdrawn: {last.reason}",)
    return match.why

"""The matches that a PBN file tells of: which game, which options, and what tells one from another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from domain import wire
from domain.errors import Malformed
from services.formats.found import LONGEST_TITLE, Found, clause
from services.formats.pbn.naming import Pairs, told
from services.formats.pbn.rooms import Rooms
from services.formats.pbn.scoring_tag import Scoring, scoring

_TEAMS: Final = ("Event", "Stage", "Round", "Section")
_PAIRS: Final = ("Event", "Stage", "Section")
_NAMELESS: Final = frozenset({"home", "away"})
"""What teams are called where they have no names."""


@dataclass(slots=True)
class InFile:
    """
    A match, as far as the file has been read.

    Args:
        found: What it is.
        rooms: How its rooms are told apart.
        pairs: Who plays in it.
        hands: What was dealt, board by board.
        told: Whether anything was told of it yet.
    """

    found: Found
    rooms: Rooms
    pairs: Pairs = field(default_factory=Pairs)
    hands: dict[int, Mapping[str, JsonValue]] = field(default_factory=dict)
    told: bool = False


class Matches:
    """All matches of a file."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], InFile] = {}

    def __iter__(self) -> Iterator[InFile]:
        return iter(self._known.values())

    def of(self, tags: Mapping[str, str], line: int) -> InFile:
        """The match of a record; ValueError if it is scored in a way that is not known here."""
        scored = scoring(tags.get("Scoring", ""))
        game = _game(tags, scored)
        key = _key(tags, game)
        if key not in self._known:
            found = Found(
                key="|".join(key),
                game=game,
                title=_title(tags, game),
                options={**_options(game, scored), **_own_options(tags)},
                unsure=scored.unsure if game == "bridge.pairs" else {},
                numbered_here=game == "bridge.pairs" and "ScoreTable" not in tags and not Pairs.are_numbered(tags),
                line=line,
            )
            self._known[key] = InFile(found, Rooms(told(tags, "HomeTeam")))
        return self._known[key]


def _key(tags: Mapping[str, str], game: str) -> tuple[str, ...]:
    """What a match is told by. Two teams are one match whichever is named first."""
    if game != "bridge.teams":
        return (game, *(told(tags, name) for name in _PAIRS))
    return (game, *(told(tags, name) for name in _TEAMS), *sorted(_named(tags)))


def _game(tags: Mapping[str, str], scored: Scoring) -> str:
    if scored.game is not None:
        return scored.game
    competition = told(tags, "Competition").lower()
    if competition in {"rubber", "chicago"}:
        return f"bridge.{competition}"
    if competition == "individuals":
        raise ValueError("it is a competition of individuals: pairs, teams, rubbers and Chicagos are scored")
    if scored.of_pairs or competition == "pairs" or "ScoreTable" in tags:
        return "bridge.pairs"
    return "bridge.teams" if all(_named(tags)) or scored.by_boards or competition == "teams" else "bridge.pairs"


def _named(tags: Mapping[str, str]) -> tuple[str, str]:
    """Both teams, home first."""
    return told(tags, "HomeTeam"), told(tags, "VisitTeam")


def _own_options(tags: Mapping[str, str]) -> dict[str, JsonValue]:
    """Options that have no word in the standard, as Scorepad writes them."""
    said = told(tags, "Options")
    try:
        found = wire.loads(said) if said else {}
    except Malformed as malformed:
        raise ValueError(f"its Options cannot be read: {clause(malformed)}") from malformed
    if isinstance(found, dict):
        return found
    raise ValueError("its Options are no JSON object")


def _options(game: str, scored: Scoring) -> Mapping[str, JsonValue]:
    if game == "bridge.pairs":
        return scored.options
    return {"victory_points": "bam"} if scored.by_boards else {}


def _title(tags: Mapping[str, str], game: str) -> str | None:
    """What people call it: the teams, the event, and which part of it."""
    parts = [told(tags, name) for name in ("Event", "Stage", "Section")]
    if game == "bridge.teams":
        teams = " – ".join(name for name in _named(tags) if name and name not in _NAMELESS)
        round_ = told(tags, "Round")
        parts = [teams, *parts, f"round {round_}" if round_ else ""]
    return ", ".join(filter(None, parts))[:LONGEST_TITLE] or None

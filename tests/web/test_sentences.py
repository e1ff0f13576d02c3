"""Every sentence and every word that boards and pages say, of matches of every kind, is said in German as a whole."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.event import Delayed
from domain.outside import Seen
from services.demo import Reported, evening
from services.web.language import known, say
from tests import cases, spoken
from tests.domain.games.bridge.telling import opened as opening
from tests.domain.games.bridge.test_duplicate_laws import OPTIONS as PAIRS_OPTIONS
from tests.domain.games.bridge.test_duplicate_laws import PAIRS_EVENT, TEAMS_EVENT
from tests.domain.games.cribbage.random_play import RandomGame
from tests.evenings import evenings, sequences
from tests.facts import Report, opened
from tests.release import courses
from tests.schnapsen_table import RULESETS as SCHNAPSEN
from tests.schnapsen_table import random_match

TABLES = sorted((Path(__file__).parents[1] / "tables").glob("*.jsonl"))
VECTORS = cases.SHARED / "vectors"
FEW = settings(max_examples=12, deadline=None)
_ENGLISH = re.compile(
    r"\b(and|are|at|be|but|by|for|from|has|have|is|it|must|no|not|of|on|out|that|the|this|to|were|which|with)\b"
)

Events = list[dict[str, Any]]


def whole(texts: Iterable[str]) -> None:
    """All of it is in the catalogue, and no English is left over in the German."""
    for text in set(texts):
        assert known(text), text
        assert not _ENGLISH.search(say("de", text)), (text, say("de", text))


def _events(reports: Iterable[Report]) -> Events:
    return [{"type": type_, "data": data} for type_, data in reports]


def _of(reported: Reported) -> Events:
    return [{"type": "match.opened", "data": reported.opening}, *(e for batch in reported.batches for e in batch)]


@pytest.mark.parametrize("number", range(5))
def test_the_evening_of_the_demo_after_every_event(number: int) -> None:
    reported = [*evening()][number]

    # A board of a large session takes long, and differs from the one before in figures.
    whole(spoken.told(_of(reported), each=reported.events < 200))


def test_every_type_of_every_game_and_every_mending() -> None:
    for first, events in courses():
        whole(spoken.told([{"type": "match.opened", "data": first}, *events]))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_the_tables(path: Path) -> None:
    whole(spoken.told(map(json.loads, path.read_text().splitlines()), each=True))


def _files() -> list[Any]:
    found = sorted(path for path in VECTORS.rglob("*.jsonl") if '"events"' in path.read_text()[:10_000])
    missing = pytest.param(None, id="missing", marks=pytest.mark.skip(reason=f"{VECTORS} is not on this machine"))
    return [pytest.param(path, id=path.stem) for path in found] or [missing]


@pytest.mark.parametrize("path", _files())
def test_the_vectors(path: Path) -> None:
    for line in path.read_text().splitlines():
        whole(spoken.told(json.loads(line).get("events", [])))


@FEW
@given(sequences)
def test_rubbers_at_random(reports: list[Report]) -> None:
    whole(spoken.told(_events([opened(), *reports])))


@FEW
@given(sequences)
def test_chicagos_at_random(reports: list[Report]) -> None:
    whole(spoken.told(_events([opened("bridge.chicago"), *reports])))


@FEW
@given(evenings)
def test_rubbers_in_which_anything_is_mended_or_stuck(reports: list[Report]) -> None:
    whole(spoken.logged(_events([opened(), *reports])))


@FEW
@given(PAIRS_OPTIONS, st.lists(PAIRS_EVENT, max_size=20))
def test_sessions_of_pairs_at_random(options: dict[str, Any], events: Events) -> None:
    whole(spoken.told([opening("bridge.pairs", **options), *events]))


@FEW
@given(st.sampled_from(["wbf", "acbl20", "bam", None]), st.lists(TEAMS_EVENT, max_size=20))
def test_team_matches_at_random(scale: str | None, events: Events) -> None:
    whole(spoken.told([opening("bridge.teams", victory_points=scale, boards=3), *events]))


@pytest.mark.parametrize("game", sorted(SCHNAPSEN))
@pytest.mark.parametrize("seed", range(4))
def test_schnapsen_at_random(game: str, seed: int) -> None:
    whole(spoken.told(random_match(seed, game, bummerls=1 + seed % 2, schneider_double=True, tie_carry=True).events))


@pytest.mark.parametrize("seed", range(4))
def test_schnapsen_in_which_answers_are_not_lawful(seed: int) -> None:
    match = random_match(seed, "schnapsen")
    for event in match.events:
        if event["type"] in {"schnapsen.trick_played", "schnapsen.card_played"}:
            event["data"]["irregular"] = True

    whole(spoken.told(match.events))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("claims", [False, True])
def test_cribbage_at_random(players: int, claims: bool) -> None:
    game = RandomGame(players * 7, players=players, claims=claims, hands_told=players != 3)

    whole(spoken.told(game.events))


def test_what_those_outside_are_told() -> None:
    seen = [Seen((), 0, "hidden"), Seen((), 0, "barometer"), Seen((), 0, "barometer", 3)]

    whole(each.note.text for each in [*seen, *(Seen((), 0, Delayed(delayed=late)) for late in (1, 600))])

"""Telling a house a match of the evening, and where it then is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.demo import Reported
from tests.houses import Inhabited


def opened(here: Inhabited, reported: Reported) -> str:
    match: str = here.client.post("/v1/matches", json=reported.opening).raise_for_status().json()["match"]
    return match


def told(here: Inhabited, match: str, batches: list[list[dict[str, Any]]]) -> None:
    for events in batches:
        here.client.post(f"/v1/matches/{match}/events", json={"events": events}).raise_for_status()


@dataclass(frozen=True)
class Town:
    """A house with matches in it and links to them: each by what its place in an address is called."""

    here: Inhabited
    places: Mapping[str, str]

    def path(self, pattern: str) -> str:
        for name, value in self.places.items():
            pattern = pattern.replace(f"{{{name}}}", value)
        return pattern

"""Who watches a match from outside and inside, and all the ways there are to look at it."""

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

import httpx2

from services import ledgers
from services.wiring import EVERY
from tests.listeners import SILENCE, read_frames
from tests.servers import Api, sent

OTHER: Final = "another-club"
INSIDE: Final = ("scorer", "director", "reader", "auditor")
"""Scopes to which a match is shown whole."""
NDJSON: Final = {"Accept": "application/x-ndjson"}
SSE: Final = {"Accept": "text/event-stream"}
CLOUD: Final = {"Accept": "application/cloudevents-batch+json"}


@dataclass(frozen=True)
class View:
    """One way to look at a match, and what was answered."""

    way: str
    status: int
    text: str


@dataclass(frozen=True)
class Canary:
    """What is planted in what is held back, and stands nowhere else: a word, and points."""

    word: str = field(default_factory=lambda: f"Kiebitz{uuid.uuid4().hex[:12]}")
    points: int = field(default_factory=lambda: 100_000 + uuid.uuid4().int % 900_000)

    def told(self, said: object) -> bool:
        """Whether something tells of it."""
        text = said.text if isinstance(said, View) else str(said)
        return self.word in text or bool(
            re.search(rf"(?<![0-9a-f]){self.points:,}(?![0-9a-f])".replace(",", ",?"), text)
        )


def another_ledger(api: Api) -> None:
    """A ledger beside `main`, if it is not there yet."""
    with api.stores.writing(EVERY) as connection:
        ledgers.add(connection, OTHER)


def shared(api: Api, match: str, role: str = "viewer") -> str:
    """A link to a match."""
    link: str = sent(api.as_("director").post(f"/v1/matches/{match}/links", json={"role": role}))["link"]
    return link


def strangers(api: Api) -> Mapping[str, httpx2.Client]:
    """Those who are outside of every match of `main`."""
    another_ledger(api)
    found = {"nobody": api.as_(), "an administrator": api.as_("admin")}
    return found | {f"{scope} of another ledger": api.as_(scope, ledger=OTHER) for scope in ("reader", "director")}


def insiders(api: Api) -> Mapping[str, httpx2.Client]:
    """Those who are inside of every match of `main`."""
    return {scope: api.as_(scope) for scope in INSIDE}


def plant(api: Api, match: str, *, titled: bool = True) -> Canary:
    """
    Report what nobody outside should hear of, in three events, and do what a worker does.

    Without `titled` no title is mended: a barometer holds back results alone.
    """
    canary = Canary()
    award = {"side": "NS", "points": canary.points, "reason": canary.word}
    version = sent(api.tell(match, "match.adjusted", award))["version"]
    api.tell(match, "bridge.deal_played", {"contract": "Pass"})
    of, data = version, award | {"points": canary.points, "reason": f"{canary.word} zahlt"}
    if titled:
        of, data = 1, {"game": "bridge.rubber", "title": canary.word}
    api.tell(match, "match.corrected", {"of": of, "data": data, "reason": canary.word})
    api.drain()
    return canary


def ways(match: str, to: int, time: str = "2100-01-01T00:00:00Z") -> Iterator[tuple[str, dict[str, str]]]:
    """Every address at which something of a rubber of so many versions is read, with headers; streams apart."""
    at = f"/v1/matches/{match}"
    for path in (at, f"/matches/{match}", f"/matches/{match}/drawn/board.en"):
        yield path, {}
    for accept in ({}, CLOUD, NDJSON):
        yield f"{at}/events?limit=500", accept
    for accept in (NDJSON, SSE):
        for how in ("", "?as=now"):
            yield f"{at}/replay{how}", accept
    for board in ("rubber", "hands"):
        name = f"{at}/boards/{board}"
        yield name, {}
        yield f"{name}?as=now", {}
        yield f"{name}?at={time}", {}
        yield f"{name}?at={time}&as=now", {}
        for version in range(1, to + 1):
            yield f"{name}?at_version={version}", {}
            yield f"{name}?at_version={version}&as=now", {}
        yield f"{name}/difference?from=1", {}
        yield f"{name}/difference?from=1&as=now", {"Accept": "application/json-patch+json"}
        yield f"{name}/difference?from={to}&to=1", {}
    for version in range(2, to + 1):
        yield f"{at}/replay?from={version}&to={version}", {}
        yield f"{at}/events?after={version - 1}", {}
    page = f"/matches/{match}/replay"
    for how in ("then", "now", "difference"):
        yield f"{page}?as={how}", {}
        yield f"{page}?version={to}&as={how}", {}
        yield f"{page}?at={time}&as={how}", {}
        yield f"{page}/steps?from=1&to={to}&as={how}", {}
    yield f"{page}/log?version=1", {}
    yield f"{page}/track", {}


LISTS: Final = (
    "/",
    "/v1/matches",
    "/v1/matches?game=bridge.rubber",
    *(f"/v1/matches?status={status}" for status in ("live", "complete", "closed", "stuck")),
)


def look(client: httpx2.Client, match: str, to: int, **asked: str) -> list[View]:
    """All that somebody is shown of a match, and of lists, at rest and on streams."""
    found = []
    for path, headers in [*ways(match, to), *((path, {}) for path in LISTS)]:
        answer = client.get(path, headers=headers, params=httpx2.URL(path).params.merge(asked))
        found.append(View(path, answer.status_code, answer.text))
    streams = (f"/v1/matches/{match}/live?events=true", f"/v1/live?match={match}")
    return [*found, *(heard(client, path, **asked) for path in streams)]


def heard(client: httpx2.Client, path: str, **asked: str) -> View:
    """What a stream says until it has no more to say for now."""
    params: Any = httpx2.URL(path).params.merge(asked)
    with client.stream("GET", path, params=params, timeout=httpx2.Timeout(20, read=SILENCE)) as answer:
        if answer.status_code != 200:
            return View(path, answer.status_code, answer.read().decode())
        frames = takewhile(lambda frame: frame.event != "beat", read_frames(answer.iter_bytes()))
        return View(path, 200, "\n".join(map(repr, frames)))

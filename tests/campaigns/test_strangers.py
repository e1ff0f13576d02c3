"""
Tries by chance to reach from one ledger into another, over HTTP, by everybody there is: nothing of it is ever said.

A few hundred in every run; `SCOREPAD_TEST_TRIES=2000` for the campaign that docs/guarantees.md tells of.
"""

import json
import logging
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import httpx2
import pytest

from services import keys
from services.bearers import SCOPES
from tests import books
from tests.campaigns import ledgers, ways
from tests.campaigns.ledgers import Household, Kept
from tests.campaigns.ways import ALIKE, OWN, READS, Asked, Quarry
from tests.chance import dice
from tests.servers import Api

figures = logging.getLogger(__name__).info
TRIES: Final = int(os.environ.get("SCOREPAD_TEST_TRIES", "160"))
"""On each database, half of them from each of two ledgers."""
_TIMES: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^\"]*?Z")
_MOVING: Final = re.compile(r'"key":"sp_[^"]*"|"used_at":(?:null|"")')
_BEAT: Final = re.compile(r"event: beat\ndata: .*\n\n")
_STRONG: Final = 0.4
"""How often it is who may do everything in the own ledger."""
_TOKENS: Final = {"link", "ticket"}
HOUSES: Final = ("main", "club-b")


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: str
    headers: str
    tag: str | None

    @property
    def text(self) -> str:
        return self.headers + self.body

    def of(self, match: str) -> "Answer":
        """The same; of a stream of several matches only what is of that one."""
        frames = [frame for frame in self.body.split("\n\n") if match in frame]
        return replace(self, body="\n\n".join(sorted(frames)))


class Hunt:
    """Somebody of `ours` who looks for what is in `theirs`."""

    def __init__(self, api: Api, ours: Household, theirs: Household) -> None:
        self.api, self.ours, self.theirs = api, ours, theirs
        self.callers = dict(_callers(api, ours, theirs))
        self.client = api.holding(None)
        self.said = Counter[str]()

    def ask(self, asked: Asked, key: str | None) -> Answer:
        """Ask; of a stream, what it says until its first beat."""
        key = key if asked.key is None else asked.key or None
        headers = asked.headers | ({"Authorization": f"Bearer {key}"} if key else {})
        address = httpx2.URL(asked.path).copy_merge_params(asked.params)
        content = None if asked.body is None else json.dumps(asked.body)
        with self.client.stream(asked.method, address, headers=headers, content=content) as answer:
            body = b""
            for chunk in answer.iter_bytes():
                body += chunk
                if b"event: beat\n" in body:
                    break
            assert answer.status_code < 500, (asked, answer.status_code, body)
            told = "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
            return Answer(answer.status_code, _BEAT.sub("", body.decode()), told, answer.headers.get("etag"))

    def words(self, asked: Asked, *, open_: bool) -> set[str]:
        """Planted words that an answer to that must not have: theirs, but what was said to them."""
        planted = self.theirs.secret | (self.theirs.open if open_ else set())
        return {word for word in planted if word not in asked.text}

    def tell_nothing(self, asked: Asked, answer: Answer, *, open_: bool = True) -> None:
        found = {word for word in self.words(asked, open_=open_) if word in answer.text}
        assert not found, (asked, answer)

    def read(self, dice_: Random, name: str, it: Quarry, match: Kept, own: Kept, key: str | None) -> None:
        """What names a match of theirs: as it is told to nobody, and a private one as if there were none."""
        asked, unknown = self.twins(dice_, READS[name], it, own)
        answer = self.ask(self.filled(asked, key), key)
        if match.visibility != "private":
            nobody = self.ask(replace(asked, key="", params=[p for p in asked.params if p[0] not in _TOKENS]), None)
            if name == "a stream of several":
                answer, nobody = answer.of(it.match), nobody.of(it.match)
            assert (answer.status, answer.body, answer.tag) == (nobody.status, nobody.body, nobody.tag), asked
            assert answer.status != 304 or match.public, "the tag of those inside says nothing outside"
            self.tell_nothing(asked, answer, open_=False)
            self.said[f"{name}: {answer.status} as for nobody"] += 1
            return
        self.alike(asked, answer, unknown, self.ask(self.filled(unknown, key), key))
        self.tell_nothing(asked, answer)
        self.said[f"{name}: {answer.status}"] += 1

    def same(self, dice_: Random, name: str, it: Quarry, own: Kept, key: str | None) -> None:
        """What is answered as for a thing that is nobody's."""
        asked, unknown = self.twins(dice_, ALIKE[name], it, own)
        answer = self.ask(asked, key)
        self.alike(asked, answer, unknown, self.ask(unknown, key))
        self.tell_nothing(asked, answer)
        self.said[f"{name}: {answer.status}"] += 1

    def own(self, dice_: Random, name: str, it: Quarry, own: Kept, key: str | None) -> None:
        """What is the own ledger's to answer."""
        asked = OWN[name](dice_, it, self.ours, own)
        answer = self.ask(asked, key)
        self.tell_nothing(asked, answer)
        if name in {"a match under their id", "a ledger of their name"}:
            assert answer.status >= 400, answer
        if asked.key == "" and own.visibility == "private":
            assert answer.status == 404, answer
        self.said[f"{name}: {answer.status}"] += 1

    def again(self, dice_: Random, it: Quarry, key: str | None) -> None:
        """Ids that they used are new ones here."""
        asked, unknown = ways.again(dice_, it, self.ours.seating)
        answer, new = self.ask(asked, key), self.ask(unknown, key)
        assert answer.status == new.status, (asked, answer, new)
        assert "idempotent-replayed" not in answer.headers
        self.tell_nothing(asked, answer)
        self.said[f"again: {answer.status}"] += 1

    def twins(self, dice_: Random, way: ways.Way, it: Quarry, own: Kept) -> tuple[Asked, Asked]:
        """A request that names what is theirs, and the same that names what is nobody's."""
        seed = dice_.random()
        return way(dice(seed), it, self.ours, own), way(dice(seed), it.like_it(), self.ours, own)

    def filled(self, asked: Asked, key: str | None) -> Asked:
        """The request with a ticket of one's own where one belongs."""
        if ("ticket", "") not in asked.params or not key:
            return asked
        ticket = ledgers.ticket(self.api, key)
        return replace(asked, params=[(n, ticket if n == "ticket" else value) for n, value in asked.params])

    def alike(self, asked: Asked, answer: Answer, unknown: Asked, nothing: Answer) -> None:
        """What is unknown and what is another's look the same, but for the id that was asked with."""
        assert (answer.status, answer.tag) == (nothing.status, nothing.tag), (asked, answer, nothing)
        assert _plain(asked, answer) == _plain(unknown, nothing), asked


def _plain(asked: Asked, answer: Answer) -> str:
    """A body without times, new secrets, and what it repeats of the question."""
    body = _TIMES.sub("", answer.body)
    for said in sorted(re.findall(r"[\w-]{8,}", asked.text), key=len, reverse=True):
        body = body.replace(said, "")
    return _MOVING.sub("", body)


def _callers(api: Api, ours: Household, theirs: Household) -> Iterator[tuple[str, str | None]]:
    """Everybody of a ledger: by key, for all of it or for certain matches, of theirs too, and by link."""
    yield from ours.keys.items()
    own = ours.of("private")[0].id
    for scope in SCOPES:
        if scope != "admin":
            yield f"{scope} of a match", keys.create(api.stores, [scope], ledger=ours.name, matches=[own]).key
            yield f"{scope} of theirs", keys.create(api.stores, [scope], ledger=ours.name, matches=[theirs.bait]).key
    for role, (_, token) in ours.of("hidden")[0].links.items():
        yield f"{role} by link", token


def _tries(hunt: Hunt, chance: Random) -> Iterator[tuple[str, str | None]]:
    """Ways and who goes them: first each by who may do everything in the own ledger, then both by chance."""
    everything, all_ways = hunt.callers["everything"], [*READS, *ALIKE, *OWN, "again"]
    yield from ((name, everything) for name in all_ways)
    for _ in range(len(all_ways), TRIES // len(HOUSES)):
        caller = "everything" if chance.random() < _STRONG else chance.choice(sorted(hunt.callers))
        yield chance.choice(all_ways), hunt.callers[caller]


@pytest.fixture(scope="module")
def houses(api: Api) -> dict[str, Household]:
    found = {name: ledgers.settle(api, name) for name in HOUSES}
    for ours, theirs in (found.values(), reversed(found.values())):
        ledgers.seat(api, ours, theirs)
    ledgers.sign(api, *found.values())
    return found


def test_what_is_planted_is_there_to_be_found(api: Api, houses: dict[str, Household]) -> None:
    """So who finds nothing has looked for what there is: each word is told to those of the ledger itself."""
    for house in houses.values():
        client = api.holding(house.keys["everything"])
        paths = [f"/v1/matches/{match.id}{tail}" for match in house.matches for tail in ("", "/events", "/links")]
        paths += ["/v1/players?limit=500", "/v1/keys?limit=500", "/v1/admin/events?limit=500", "/v1/ledger/checkpoint"]
        told = "".join(client.get(path).raise_for_status().text for path in paths)
        tokens = {token for match in house.matches for _, token in match.links.values()}
        planted = house.secret | house.open

        assert {word for word in planted - tokens if word not in told} == set()
        assert len(planted) > 100


@pytest.mark.parametrize("ours", HOUSES)
def test_nothing_of_another_ledger_is_reached_or_told(api: Api, houses: dict[str, Household], ours: str) -> None:
    theirs = next(name for name in HOUSES if name != ours)
    hunt, chance = Hunt(api, houses[ours], houses[theirs]), dice(f"strangers of {ours}")
    before = books.all_of(api.stores, theirs)
    once = list(zip(hunt.theirs.requests, hunt.theirs.events, strict=True))

    for name, key in _tries(hunt, chance):
        match, own = chance.choice(hunt.theirs.matches), chance.choice(hunt.ours.matches)
        it = ways.quarry(chance, hunt.theirs, match, ticket=ledgers.ticket(api, hunt.theirs.keys["everything"]))
        if name == "again" and once:
            request, event = once.pop()
            hunt.again(chance, replace(it, request=request, event=event), key)
        elif name in READS:
            hunt.read(chance, name, it, match, own, key)
        elif name in OWN:
            hunt.own(chance, name, it, own, key)
        else:
            hunt.same(chance, name if name in ALIKE else "a cursor", it, own, key)

    figures("%s, from %s: %s", api.stores.engine.dialect.name, ours, dict(sorted(hunt.said.items())))
    assert books.all_of(api.stores, theirs) == before, "nothing of theirs has changed"
    assert hunt.said.total() == TRIES // len(HOUSES)

"""A ledger with something of everything in it, and words planted in it that nobody else has said."""

import uuid
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2
import sqlalchemy as sa

from services import checkpointing, keys, ledgers, links, tables, tickets
from services.bearers import ROLES, SCOPES
from services.keyring import Keyring
from services.wiring import EVERY
from tests.facts import Report
from tests.plays import PLAYS, Play
from tests.servers import Api, sent

VISIBILITIES: Final[tuple[Any, ...]] = ("public", "private", "hidden", {"delayed": 3600}, "barometer")
GAMES: Final = 2
"""Matches of each visibility, each of another game."""
ONCE: Final = 40
"""Keys of requests, and ids of events, that are there to be said once more."""


@dataclass(frozen=True)
class Kept:
    """A match of a ledger, and what only those who may see it whole have of it."""

    id: str
    play: Play
    visibility: str
    boards: tuple[str, ...]
    version: int
    tag: str
    cursor: str
    links: dict[str, tuple[str, str]]

    @property
    def public(self) -> bool:
        return self.visibility == "public"


@dataclass
class Household:
    """
    A ledger.

    Args:
        secret: Planted words that nobody outside may ever read.
        open: Planted words that stand in what anybody may see a part of.
        renamed: Ids of players that others may name, and seat, too.
        requests: Keys that requests were sent under, each once.
        events: Ids that were given to events.
        head: The last position of the ledger.
        seating: A match in which players of another ledger sit.
    """

    name: str
    secret: set[str] = field(default_factory=set)
    open: set[str] = field(default_factory=set)
    matches: list[Kept] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    head: int = 0
    seating: str = ""

    @property
    def bait(self) -> str:
        """A private match of which others have the id in their own ledger."""
        return self.of("private")[-1].id

    def whisper(self) -> str:
        """A word for this ledger alone."""
        self.secret.add(word := f"w{uuid.uuid4().hex[:18]}")
        return word

    def call(self) -> str:
        """A word that others may meet where anybody may look."""
        self.open.add(word := f"w{uuid.uuid4().hex[:18]}")
        return word

    def of(self, *visibilities: str) -> list[Kept]:
        return [match for match in self.matches if match.visibility in visibilities]


def settle(api: Api, name: str) -> Household:
    """Fill a ledger: matches of several games and every visibility, links, names, keys of all scopes, checkpoints."""
    with api.stores.writing(EVERY) as connection:
        ledgers.add(connection, name)
    found = Household(name)
    for scope in SCOPES:
        _key(api, found, scope, [scope])
    _key(api, found, "everything", SCOPES)
    # Their actors tell of whom: one reports what anybody may see, the other what nobody else may.
    loud, quiet = (_director(api, found, open_=open_) for open_ in (True, False))
    _name_players(quiet, found)
    for number, visibility in enumerate(VISIBILITIES):
        for step in range(GAMES):
            play = PLAYS[(number * GAMES + step) % len(PLAYS)]
            found.matches.append(_play(api, found, play, visibility, loud, quiet))
    _repeat(loud, found)
    found.secret.discard(found.bait)
    return found


def sign(api: Api, *houses: Household) -> None:
    """Give every event a position, sign all ledgers, and learn what that made."""
    api.drain()
    with api.stores.reading(EVERY) as connection:
        standing = checkpointing.standings(connection)
    for each in standing:
        checkpointing.make(api.stores, each)
    for house in houses:
        _collect(api, house)


def seat(api: Api, ours: Household, theirs: Household) -> None:
    """Open a match of ours with players whom the other ledger names."""
    players = dict(zip("NESW", theirs.renamed, strict=True))
    opening = {"game": "bridge.rubber", "players": players, "visibility": "private"}
    ours.seating = sent(api.holding(ours.keys["director"]).post("/v1/matches", json=opening))["match"]


def _key(api: Api, found: Household, name: str, scopes: Any, **only: Any) -> None:
    made = keys.create(api.stores, scopes, ledger=found.name, name=found.whisper(), **only)
    found.secret.add(made.id)
    found.keys[name], found.ids[name] = made.key, made.id


def _director(api: Api, found: Household, *, open_: bool) -> httpx2.Client:
    made = keys.create(api.stores, ["director"], ledger=found.name, name=found.whisper())
    (found.open if open_ else found.secret).add(made.id)
    return api.holding(made.key)


def _name_players(director: httpx2.Client, found: Household) -> None:
    for _ in range(4):
        found.players.append(found.whisper())
        found.renamed.append(f"p-{uuid.uuid4().hex}")
    for player in (*found.players, *found.renamed):
        director.put(f"/v1/players/{player}", json={"name": found.whisper()}).raise_for_status()


def _play(api: Api, found: Household, play: Play, visibility: Any, loud: httpx2.Client, quiet: httpx2.Client) -> Kept:
    """A match: what anybody may see of it, a release, and what is held back since."""
    private = visibility == "private"
    first, word = (quiet, found.whisper) if private else (loud, found.call)
    seat = next(iter(play.players[0]))
    opening = {"game": play.game, "options": play.options, "title": word(), "visibility": visibility}
    match = sent(first.post("/v1/matches", json=opening))["match"]
    if private:
        found.secret.add(match)
    _tell(first, match, play.facts[0])
    if visibility != "public":
        _tell(first, match, ("match.released", {}))
        first = quiet
        word = found.whisper
    version = 0
    for fact in (*play.facts[1:], ("match.withdrawn", {"of": 2 if visibility == "public" else 4, "reason": word()})):
        version = _tell(first, match, fact)
    if visibility != "barometer":
        # A barometer tells who plays at once.
        who = word()
        loud.put(f"/v1/players/{who}", json={"name": word()}).raise_for_status()
        seated = [who, word()] if isinstance(play.players[0][seat], list) else who
        version = _tell(first, match, ("match.players_changed", {"players": {seat: seated}}))
    made = {role: _link(api, found, match, role) for role in ROLES}
    shown = first.get(f"/v1/matches/{match}").json()
    boards = tuple(_boards(first, play.game))
    tag = first.get(f"/v1/matches/{match}/boards/{boards[0]}").headers["etag"]
    said = visibility if isinstance(visibility, str) else "delayed"
    return Kept(match, play, said, boards, version, tag, shown["opened_at"], made)


def _tell(director: httpx2.Client, match: str, fact: Report) -> int:
    type_, data = fact
    return int(sent(director.post(f"/v1/matches/{match}/events", json={"type": type_, "data": data}))["version"])


def _boards(client: httpx2.Client, game: str) -> list[str]:
    return list(client.get(f"/v1/games/{game}").json()["boards"])


def _link(api: Api, found: Household, match: str, role: Any) -> tuple[str, str]:
    made = links.create(api.stores, Keyring(api.stores).bearer(found.keys["director"]), match, role)
    assert made.token is not None
    found.secret |= {made.id, made.token}
    return made.id, made.token


def _repeat(director: httpx2.Client, found: Household) -> None:
    """Requests under keys of their own, and events under ids of their own, that others may say too."""
    match = found.of("public")[0].id
    passed = {"players": {"N": "p-1"}}
    for _ in range(ONCE):
        found.requests.append(key := uuid.uuid4().hex)
        found.events.append(event := str(uuid.uuid4()))
        told = {"type": "match.players_changed", "data": passed, "id": event}
        sent(director.post(f"/v1/matches/{match}/events", json=told, headers={"Idempotency-Key": key}))


def _collect(api: Api, found: Household) -> None:
    """Words that nobody planted, and that are nobody else's either: hashes of what is private, roots, signatures."""
    told = api.holding(found.keys["auditor"]).get("/v1/ledger/checkpoint").json()
    # Whoever has no key is told of `main`.
    (found.open if found.name == "main" else found.secret).update((told["root"], told["note"].split()[-1]))
    private = {match.id for match in found.of("private")}
    with api.stores.reading(EVERY) as connection:
        number = connection.execute(sa.select(tables.ledgers.c.id).where(tables.ledgers.c.name == found.name)).scalar()
        query = sa.select(tables.events.c.hash).where(tables.events.c.match.in_(private))
        found.secret |= {bytes(each).hex() for each in connection.execute(query).scalars()}
        position = sa.select(tables.sequencers.c.position).where(tables.sequencers.c.ledger == number)
        found.head = connection.execute(position).scalar_one()


def ticket(api: Api, key: str) -> str:
    """A ticket for whoever holds that key or link."""
    return tickets.create(api.stores, Keyring(api.stores).bearer(key)).token

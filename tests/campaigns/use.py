"""A running house, the secrets that are made in it, and how they are used as they should be; all answers searched."""

import re
import uuid
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2

from services import keys, tokens, wiring
from services.api.app import create_app
from services.bearers import ROLES, SCOPES
from services.config import Settings
from tests.campaigns.canaries import Canaries
from tests.houses import Inhabited
from tests.servers import sent

PASSED: Final = {"type": "bridge.deal_played", "data": {"contract": "Pass"}}
ROUTES: Final = sorted(
    (method.upper(), path)
    for path, methods in create_app(
        wiring.connect(Settings(database_url="sqlite:///never-opened.db", redis_url="redis://127.0.0.1:1"))
    )
    .openapi()["paths"]
    .items()
    for method in methods
)


@dataclass
class Campaign:
    """A house, its secrets, and where one of them was found."""

    here: Inhabited
    client: httpx2.Client
    canaries: Canaries = field(default_factory=Canaries)
    found: set[str] = field(default_factory=set)
    answers: int = 0
    statuses: set[int] = field(default_factory=set)

    @property
    def url(self) -> str:
        return self.here.house.url

    def ask(self, method: str, path: str, **how: Any) -> httpx2.Response:
        """Ask, and search the answer; of a stream, its beginning."""
        with self.client.stream(method, path, **how) as answer:
            kind = answer.headers.get("content-type", "")
            body = next(answer.iter_bytes(), b"") if kind.startswith("text/event-stream") else answer.read()
            answer._content = body
            head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
            self.search(f"the answer to {method} {path.partition('?')[0]}", head.encode() + _but_its_own(answer, body))
            self.answers += 1
            self.statuses.add(answer.status_code)
            return answer

    def make(self, name: str, where: str, method: str, path: str, key: str, body: Any = None) -> str:
        """A secret that an answer tells once."""
        answer = self.client.request(method, path, json=body, headers=bearing(key))
        assert answer.status_code < 300, answer.text
        self.search(f"the answer that makes {name}", answer.content)
        return self.canaries.plant(name, answer.json()[where])

    def search(self, where: str, shown: bytes | str) -> None:
        self.found |= {f"{where}: {name}" for name in self.canaries.in_(shown)}


def bearing(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def secrets_of(campaign: Campaign) -> dict[str, str]:
    """Keys of every scope, made in every way there is; links of every role; what only looks like them."""
    plant, stores = campaign.canaries.plant, campaign.here.house.stores
    made = {scope: plant(scope, keys.create(stores, [scope]).key) for scope in SCOPES}
    admin, director = made["admin"], made["director"]
    plant("the house's own", campaign.here.client.headers["authorization"].removeprefix("Bearer "))
    made["of HTTP"] = campaign.make("of HTTP", "key", "POST", "/v1/keys", admin, {"scopes": list(SCOPES)})
    id_ = made["of HTTP"].split("_")[2]
    overlap = {"overlap_seconds": 600}
    made["rotated"] = campaign.make("rotated", "key", "POST", f"/v1/keys/{id_}/rotate", admin, overlap)
    name = f"club-{uuid.uuid4().hex[:8]}"
    made["of a ledger"] = campaign.make("of a ledger", "key", "POST", "/v1/ledgers", admin, {"name": name})
    made["revoked"] = campaign.make("revoked", "key", "POST", "/v1/keys", admin, {"scopes": ["director"]})
    campaign.ask("DELETE", f"/v1/keys/{made['revoked'].split('_')[2]}", headers=bearing(admin))
    opening = {"game": "bridge.rubber", "visibility": "private", "title": "Thursday"}
    made["match"] = sent(campaign.ask("POST", "/v1/matches", json=opening, headers=bearing(director)))["match"]
    path = f"/v1/matches/{made['match']}"
    for role in ROLES:
        made[f"{role} link"] = campaign.make(f"{role} link", "link", "POST", f"{path}/links", director, {"role": role})
    made["unknown"] = plant("unknown", tokens.write("sp", "director", tokens.new_id(), tokens.new_secret()))
    made["misspelt"] = plant("misspelt", director[:-1] + ("A" if director[-1] != "A" else "B"))
    return made


def tokens_of(made: dict[str, str]) -> list[str]:
    return [token for name, token in made.items() if name != "match"]


def ticket(campaign: Campaign, key: str) -> str:
    return campaign.make("a ticket", "ticket", "POST", "/v1/tickets", key)


def places(path: str, made: dict[str, str]) -> str:
    """A path that leads somewhere."""
    there = {"match": made["match"], "board": "rubber", "game": "bridge.rubber", "type": "match.closed"}
    return re.sub(r"\{(\w+)\}", lambda found: there.get(found[1], "p-1"), path)


def use_well(campaign: Campaign, made: dict[str, str]) -> None:
    """Every route with every key and link in the header; links and tickets in the address, where they may be."""
    for token in tokens_of(made):
        for method, path in ROUTES:
            if method == "GET":
                params = {"match": made["match"]} if path == "/v1/live" else {}
                params |= {"position": "1"} if path.endswith("inclusion") else {"from": "1"} if "proof" in path else {}
                campaign.ask(method, places(path, made), params=params, headers=bearing(token))
        report = {"json": PASSED, "headers": bearing(token)}
        campaign.ask("POST", f"/v1/matches/{made['match']}/events", **report)
        campaign.ask("PUT", "/v1/players/p-1", json={"name": "Anna"}, headers=bearing(token))
    for name in (f"{role} link" for role in ROLES):
        link = {"link": made[name]}
        for tail in ("", "/events", "/boards/rubber", "/replay", "/live"):
            campaign.ask("GET", f"/v1/matches/{made['match']}{tail}", params=link)
        campaign.ask("GET", f"/matches/{made['match']}", params=link)
        campaign.ask("GET", "/", params=link)
    for name in ("director", "viewer link"):
        once = ticket(campaign, made[name])
        assert campaign.ask("GET", f"/v1/matches/{made['match']}/live", params={"ticket": once}).status_code == 200
        assert campaign.ask("GET", f"/v1/matches/{made['match']}/live", params={"ticket": once}).status_code == 401
        ticket(campaign, made[name])


def _but_its_own(answer: httpx2.Response, body: bytes) -> bytes:
    """A page without the link by which it was asked for: it leads whoever has that to the match's other pages."""
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return body
    for link in answer.request.url.params.get_list("link"):
        body = body.replace(link.encode(), b"")
    return body

"""Ways in which somebody of one ledger reaches for what is in another: each a request that names a thing of it."""

import base64
import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Any, Final, TypeAlias

from services import tokens
from services.clock import microseconds
from tests.campaigns.ledgers import Household, Kept

STREAMS: Final = ("text/event-stream", "application/x-ndjson")


@dataclass(frozen=True)
class Asked:
    """
    A request.

    Args:
        key: A token in the header, in place of the caller's own; "" sends none at all.
    """

    method: str
    path: str
    params: list[tuple[str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    key: str | None = None

    @property
    def text(self) -> str:
        """All of it that was sent, but who sent it."""
        return json.dumps([self.path, self.params, self.headers, self.body])


@dataclass(frozen=True)
class Quarry:
    """What is reached for: a match and what hangs on it; or the same of nobody's."""

    match: str
    boards: tuple[str, ...]
    version: int
    tag: str
    cursor: str
    link: str
    token: str
    ticket: str
    key: str
    player: str
    renamed: str
    request: str
    event: str
    ledger: str
    position: int

    def like_it(self) -> "Quarry":
        """The same of nobody's: every id another one of its form."""
        head, _, tail = self.token.split("_", 2)
        unknown = str(uuid.uuid4())
        return replace(
            self,
            match=unknown,
            cursor=_cursor(_when(self.cursor), unknown),
            link=tokens.new_id(),
            token=tokens.write(head, tail.split("_")[0], tokens.new_id(), tokens.new_secret()),
            ticket=tokens.write("st", "stream", tokens.new_id(), tokens.new_secret()),
            key=tokens.new_id(),
            player=f"p-{uuid.uuid4().hex}",
            renamed=f"p-{uuid.uuid4().hex}",
            request=uuid.uuid4().hex,
            event=str(uuid.uuid4()),
            ledger=f"club-{uuid.uuid4().hex[:8]}",
        )


Way: TypeAlias = Callable[[Random, Quarry, Household, Kept], Asked]
"""Chance, what is reached for, the own ledger, and a match of it. With the same chance it asks the same."""


def quarry(dice: Random, theirs: Household, match: Kept, *, ticket: str) -> Quarry:
    """A match of theirs, and things of theirs by chance."""
    role = dice.choice(sorted(match.links))
    link, token = match.links[role]
    return Quarry(
        match=match.id,
        boards=match.boards,
        version=match.version,
        tag=match.tag,
        cursor=_cursor(microseconds(datetime.fromisoformat(match.cursor)), match.id),
        link=link,
        token=token,
        ticket=ticket,
        key=dice.choice(sorted(theirs.ids.values())),
        player=dice.choice(theirs.players),
        renamed=dice.choice(theirs.renamed),
        request=dice.choice(theirs.requests),
        event=dice.choice(theirs.events),
        ledger=theirs.name,
        position=dice.randint(1, theirs.head),
    )


def _cursor(time: int, match: str) -> str:
    return base64.urlsafe_b64encode(f"{time}/{match}".encode()).decode()


def _when(cursor: str) -> int:
    return int(base64.urlsafe_b64decode(cursor).decode().partition("/")[0])


def _spelt(dice: Random, match: str) -> str:
    return match.upper() if dice.random() < 0.2 else match


def _whole(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    tail = dice.choice(["", "/events", "/replay", "/live"])
    return Asked("GET", f"/v1/matches/{_spelt(dice, it.match)}{tail}")


def _page(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    return Asked("GET", f"/matches/{_spelt(dice, it.match)}{dice.choice(['', '/fragment'])}")


def _board(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    past = dice.choice(
        [
            {},
            {"at_version": str(dice.randint(1, it.version))},
            {"at": "2026-11-29T18:00:00Z"},
            {"at_version": "2", "as": "now"},
        ]
    )
    return Asked("GET", f"/v1/matches/{it.match}/boards/{dice.choice(it.boards)}", list(past.items()))


def _tagged(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    said = dice.choice([it.tag, f"W/{it.tag}", f'"0-0", {it.tag}'])
    return Asked("GET", f"/v1/matches/{it.match}/boards/{it.boards[0]}", headers={"If-None-Match": said})


def _difference(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    kind = dice.choice(["*/*", "application/json-patch+json"])
    asked = [("from", "1"), ("to", str(dice.randint(1, it.version))), ("as", dice.choice(["then", "now"]))]
    path = f"/v1/matches/{it.match}/boards/{dice.choice(it.boards)}/difference"
    return Asked("GET", path, asked, {"Accept": kind})


def _log(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    kind = dice.choice(["*/*", "application/x-ndjson", "application/cloudevents-batch+json"])
    asked = [("after", str(dice.randint(0, it.version))), ("limit", dice.choice(["1", "2", "100"]))]
    return Asked("GET", f"/v1/matches/{it.match}/events", asked, {"Accept": kind})


def _replay(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    headers = {"Accept": dice.choice(STREAMS), "Last-Event-ID": str(dice.randint(0, it.version))}
    return Asked("GET", f"/v1/matches/{it.match}/replay", [("as", dice.choice(["then", "now"]))], headers)


def _live(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    asked = [("events", "true"), ("after", str(dice.randint(0, it.version)))]
    headers = {"Last-Event-ID": str(dice.randint(0, it.version))} if dice.random() < 0.5 else {}
    return Asked("GET", f"/v1/matches/{it.match}/live", asked, headers)


def _several(dice: Random, it: Quarry, us: Household, _own: Kept) -> Asked:
    """A stream of several matches, one of them of the other ledger. The own ones are public."""
    ids = [*(match.id for match in us.of("public")), it.match]
    dice.shuffle(ids)
    return Asked("GET", "/v1/live", [("match", each) for each in ids])


def _report(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    type_, data = dice.choice(
        [
            ("match.players_changed", {"players": {"N": "p-1"}}),
            ("match.visibility_changed", {"visibility": "public"}),
            ("match.released", {}),
            ("match.withdrawn", {"of": 2, "reason": "ours"}),
            ("match.closed", {}),
        ]
    )
    body: dict[str, Any] = {"type": type_, "data": data}
    headers = dice.choice([{}, {"If-Match": f'"{it.version}"'}, {"Idempotency-Key": it.request}])
    if dice.random() < 0.3:
        body["id"] = it.event
    return Asked("POST", f"/v1/matches/{it.match}/events", headers=headers, body=body)


def _share(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    if dice.random() < 0.3:
        return Asked("GET", f"/v1/matches/{it.match}/links")
    return Asked("POST", f"/v1/matches/{it.match}/links", body={"role": dice.choice(["viewer", "director"])})


def _unshare(dice: Random, it: Quarry, _us: Household, own: Kept) -> Asked:
    """A link of theirs, on their match or on an own one."""
    return Asked("DELETE", f"/v1/matches/{dice.choice([it.match, own.id])}/links/{it.link}")


def _key(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    method, tail = dice.choice([("GET", ""), ("DELETE", ""), ("POST", "/rotate")])
    return Asked(method, f"/v1/keys/{it.key}{tail}", body={} if method == "POST" else None)


def _forget(_dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    return Asked("DELETE", f"/v1/players/{it.player}")


def _name(_dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    return Asked("PUT", f"/v1/players/{it.renamed}", body={"name": "Anna"})


def _players(_dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    return Asked("GET", "/v1/players", [("id", it.player)])


def _listed(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    return Asked("GET", "/v1/matches", [("cursor", it.cursor), ("limit", dice.choice(["1", "500"]))])


def _link_there(dice: Random, it: Quarry, us: Household, _own: Kept) -> Asked:
    """An own link, on a match of theirs."""
    token = dice.choice(sorted(dice.choice(us.matches).links.values()))[1]
    tail = dice.choice(["", "/events", "/replay", "/live", f"/boards/{it.boards[0]}"])
    path = dice.choice([f"/v1/matches/{it.match}{tail}", f"/matches/{it.match}"])
    if dice.random() < 0.3:
        return Asked("GET", path, key=token)
    return Asked("GET", path, [("link", token)], key="")


def _ticket_there(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    """An own ticket, on a stream of theirs. The place of it is filled when it is asked, since it is good once."""
    path = dice.choice([f"/v1/matches/{it.match}/live", f"/v1/live?match={it.match}"])
    return Asked("GET", path, [("ticket", "")], key="")


def _ledger_said(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    """The ledger comes from the key, whatever is said of it elsewhere."""
    path = dice.choice(
        [
            "/v1/matches",
            "/v1/events",
            "/v1/ledger/export",
            "/v1/ledger/checkpoint",
            "/v1/players",
            "/v1/keys",
            "/v1/admin/events",
            "/",
        ]
    )
    asked = [("ledger", it.ledger), ("limit", "500")]
    return Asked("GET", path, asked, {"X-Ledger": it.ledger, "Ledger": it.ledger})


READS: Final[Mapping[str, Way]] = {
    "a match": _whole,
    "a page": _page,
    "a board": _board,
    "a board with their tag": _tagged,
    "a difference": _difference,
    "a log": _log,
    "a replay": _replay,
    "a stream": _live,
    "a stream of several": _several,
    "an own link on theirs": _link_there,
    "an own ticket on theirs": _ticket_there,
}
"""What names a match of theirs, of which anybody may see something if it is not private."""
ALIKE: Final[Mapping[str, Way]] = {
    "a report": _report,
    "sharing": _share,
    "a link's id": _unshare,
    "a key's id": _key,
    "forgetting": _forget,
    "naming": _name,
    "names": _players,
    "a cursor": _listed,
    "another ledger's name": _ledger_said,
}
"""What is answered as for a thing that is nobody's, always."""


def _cursors(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    """Positions of theirs: numbers, that are good or not in the own ledger too."""
    path, name = dice.choice(
        [
            ("/v1/events", "after"),
            ("/v1/admin/events", "after"),
            ("/v1/events/live", "after"),
            ("/v1/ledger/proof/inclusion", "position"),
            ("/v1/ledger/proof/consistency", "from"),
            ("/v1/keys", "cursor"),
            ("/v1/players", "cursor"),
        ]
    )
    said = it.key if path == "/v1/keys" else it.player if path == "/v1/players" else str(it.position)
    headers = {"Last-Event-ID": str(it.position)} if path.endswith("/live") else {}
    return Asked("GET", path, [(name, said)], headers)


def _export(_dice: Random, _it: Quarry, _us: Household, _own: Kept) -> Asked:
    return Asked("GET", "/v1/ledger/export")


def _own_players(dice: Random, _it: Quarry, us: Household, _own: Kept) -> Asked:
    """A match of the own ledger, in which somebody sits whom the other ledger names."""
    return Asked("GET", dice.choice([f"/v1/matches/{us.seating}", f"/matches/{us.seating}"]))


def _take_over(_dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    return Asked("POST", "/v1/matches", body={"game": "cribbage", "id": it.match})


def _ledger_again(dice: Random, it: Quarry, _us: Household, _own: Kept) -> Asked:
    name = dice.choice([it.ledger, f"{it.ledger}/admin", it.ledger.upper()])
    return Asked("POST", "/v1/ledgers", body={"name": name})


def _their_link_here(dice: Random, it: Quarry, _us: Household, own: Kept) -> Asked:
    """A link of theirs, beside the own key or alone, on an own match."""
    tail = dice.choice(["", "/events", "/live"])
    return Asked("GET", f"/v1/matches/{own.id}{tail}", [("link", it.token)], key=dice.choice([None, ""]))


def _their_ticket_here(_dice: Random, it: Quarry, _us: Household, own: Kept) -> Asked:
    return Asked("GET", f"/v1/matches/{own.id}/live", [("ticket", it.ticket)], key="")


OWN: Final[Mapping[str, Way]] = {
    "positions": _cursors,
    "an export": _export,
    "their player in an own match": _own_players,
    "a match under their id": _take_over,
    "a ledger of their name": _ledger_again,
    "their link on an own match": _their_link_here,
    "their ticket on an own match": _their_ticket_here,
}
"""What is the own ledger's to answer, and must say nothing of theirs."""


def again(dice: Random, it: Quarry, own: str) -> tuple[Asked, Asked]:
    """A report to an own match, under a request's key and an event's id that they used: as under new ones."""
    said = {"type": "match.players_changed", "data": {"players": {"N": "p-1"}}}
    path, new, by_event = f"/v1/matches/{own}/events", it.like_it(), dice.random() < 0.5

    def report(of: Quarry) -> Asked:
        if by_event:
            return Asked("POST", path, body=said | {"id": of.event})
        return Asked("POST", path, headers={"Idempotency-Key": of.request}, body=said)

    return report(it), report(new)

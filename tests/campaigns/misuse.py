"""Secrets used as they should not be, by commands, and where something fails; all that is said is searched."""

import base64
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import httpx2

from services.wiring import Stores
from tests import books
from tests.campaigns.use import PASSED, Campaign, bearing, ticket, tokens_of
from tests.commands import ALONE, commands
from tests.houses import until
from tests.servers import environment


def use_badly(campaign: Campaign, made: dict[str, str]) -> None:
    """Each of them where it does not belong: in paths, parameters, bodies, cookies, and headers of all kinds."""
    director, match = made["director"], made["match"]
    tickets = [ticket(campaign, director)]
    for token in (*tokens_of(made), *tickets):
        for path in (
            f"/{token}",
            f"/v1/matches/{token}",
            f"/matches/{token}",
            f"/v1/matches/{match}/boards/{token}",
            f"/v1/games/{token}",
            f"/v1/schemas/events/{token}",
            f"/v1/keys/{token}",
            f"/static/{token}",
        ):
            campaign.ask("GET", path)
            campaign.ask("GET", path, headers=bearing(made["of HTTP"]))
        for method, path in (("PUT", "/v1/players"), ("DELETE", "/v1/players"), ("DELETE", "/v1/keys")):
            campaign.ask(method, f"{path}/{token}", json={"name": "Ben"}, headers=bearing(made["rotated"]))
        for name in ("key", "token", "access_token", "ticket", "cursor", "after", "at", "status", "game", "boards"):
            for path in ("/v1/matches", f"/v1/matches/{match}/live", f"/v1/matches/{match}/boards/rubber"):
                campaign.ask("GET", path, params={name: token})
        page = {"limit": "1", "key": token}
        pages = bearing(director) | {"Accept": "application/cloudevents-batch+json"}
        assert "rel=" in campaign.ask("GET", "/v1/events", params=page, headers=pages).headers["link"]
        headers = {
            "Authorization": f"Basic {base64.b64encode(f'key:{token}'.encode()).decode()}",
            "Cookie": f"key={token}",
            "X-Api-Key": token,
            "User-Agent": token,
            "Referer": f"{campaign.url}/matches/{match}?link={token}",
            "Origin": f"https://{token}.example",
            "If-None-Match": f'"{token}"',
            "If-Match": f'"{token}"',
            "Last-Event-ID": token,
            "Accept": token,
            "Content-Type": f"application/{token}",
            "X-Request-ID": token,
            "X-Forwarded-For": token,
        }
        for name, value in headers.items():
            campaign.ask("GET", f"/v1/matches/{match}", headers={name: value})
            campaign.ask("POST", f"/v1/matches/{match}/events", json=PASSED, headers=bearing(director) | {name: value})
        campaign.ask("GET", "/v1/matches", headers={"Authorization": token})
        campaign.ask("GET", "/v1/matches", headers={"Authorization": f"Bearer {token} {token}"})
        campaign.ask(token[:60], "/v1/matches")
        for answer in in_bodies(campaign, made, token):
            assert answer.status_code in {400, 422}, answer.text


def in_bodies(campaign: Campaign, made: dict[str, str], token: str) -> Iterator[httpx2.Response]:
    """What keeps what it is told is told a secret by mistake."""
    headers, path = bearing(made["rotated"]), f"/v1/matches/{made['match']}"
    again = headers | {"Idempotency-Key": token}
    yield campaign.ask("POST", f"{path}/events", json=PASSED, headers=again)
    yield campaign.ask("POST", "/v1/matches", json={"game": "cribbage"}, headers=again)
    for opening in (
        {"game": token},
        {"game": "cribbage", "title": token},
        {"game": "cribbage", "title": f"{campaign.url}/matches/{made['match']}?link={token}"},
        {"game": "cribbage", "players": {"A": token}},
        {"game": "cribbage", "id": token},
        {"game": "cribbage", "options": {token: 1}},
        {token: token},
    ):
        yield campaign.ask("POST", "/v1/matches", json=opening, headers=headers)
    for report in (
        {"type": token, "data": {}},
        {"type": "match.withdrawn", "data": {"of": 2, "reason": f"it is {token}"}},
        {"type": "match.players_changed", "data": {"players": {"N": token}}},
        {"events": [PASSED, PASSED | {"id": token}]},
    ):
        yield campaign.ask("POST", f"{path}/events", json=report, headers=headers)
    yield campaign.ask("POST", f"{path}/links", json={"role": token}, headers=headers)
    yield campaign.ask("POST", "/v1/keys", json={"scopes": ["reader"], "name": token}, headers=headers)
    yield campaign.ask("POST", "/v1/keys", json={"scopes": [token]}, headers=headers)
    yield campaign.ask("POST", "/v1/ledgers", json={"name": token}, headers=headers)
    yield campaign.ask("PUT", "/v1/players/p-2", json={"name": token}, headers=headers)
    yield campaign.ask("PUT", f"/v1/players/{token}", json={"name": "Ben"}, headers=headers)
    yield campaign.ask("POST", f"{path}/events", content=f'{{"type": "{token}'.encode(), headers=headers)


def with_commands(campaign: Campaign, made: dict[str, str]) -> None:
    """The commands, by who holds the database and by who has a key in the environment."""
    settings = environment(campaign.here.house.stores.settings)
    given = {name.removeprefix("SCOREPAD_").lower(): value for name, value in settings.items()}
    given |= {"key": made["director"]}
    with commands() as cli:
        for words, name in (
            (["keys", "create", "--scope", "reader", "--name", "table 3"], "of a command"),
            (["keys", "rotate", made["scorer"].split("_")[2], "--overlap", "10m"], "rotated by a command"),
        ):
            said = cli.run(*words, **given).ends(0)
            made[name] = campaign.canaries.plant(name, said.out.strip())
            campaign.search(f"standard error of scorepad {words[0]}", said.err)
        for words in (
            ["doctor"],
            ["doctor", "--json"],
            ["keys", "list"],
            ["keys", "list", "--json"],
            ["ledgers", "list"],
            ["admin-log"],
            ["admin-log", "--json"],
            ["export", "--format", "ledger"],
            ["export", made["match"], "--format", "jsonl"],
            ["verify", "--processes", "1"],
            ["watch", str(uuid.uuid4()), "--url", campaign.url],
            ["watch", made["match"], "--url", f"{campaign.url}/{made['reader']}"],
            ["keys", "revoke", made["director"]],
            ["keys", "create", "--scope", made["director"]],
        ):
            said = cli.run(*words, **given)
            assert "Traceback" not in said.err, said
            campaign.search(f"scorepad {words[0]}", words_of_its_own(said.out + said.err, words))
    watched(campaign, made, settings)


def words_of_its_own(said: str, words: list[str]) -> str:
    """What a command says but for the words that it was called with, which its caller has in the terminal anyway."""
    for word in words:
        said = said.replace(word, "")
    return said


def watched(campaign: Campaign, made: dict[str, str], settings: dict[str, str]) -> None:
    """`scorepad watch` of a private match, until it shows a board."""
    watching = subprocess.Popen(
        [sys.executable, "-m", "services.cli", "watch", made["match"], "--url", campaign.url, "--json"],
        env=ALONE | settings | {"SCOREPAD_KEY": made["reader"], "SCOREPAD_LOG_LEVEL": "debug"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert watching.stdout is not None
    line = watching.stdout.readline()
    watching.terminate()
    out, err = watching.communicate(timeout=20)
    assert b'"Thursday"' in line
    campaign.search("scorepad watch", line + out + err)


def fail(campaign: Campaign, made: dict[str, str]) -> None:
    """A fault of our own, where a secret is in hand: a table or a row is not as the code has it."""
    # After a fault the server hangs up.
    alone = {"Connection": "close"}
    director, other = bearing(made["director"]) | alone, bearing(made["of a ledger"]) | alone
    once = {"match": made["match"], "ticket": ticket(campaign, made["director"])}
    stores = campaign.here.house.stores
    books.run(stores, "UPDATE keys SET scopes = '[' WHERE id = :id", id=made["of a ledger"].split("_")[2])
    # A key that was just seen is remembered for a second.
    until(lambda: campaign.ask("GET", "/v1/keys", headers=other).status_code == 500)
    faults: list[tuple[str, str, Callable[[], httpx2.Response]]] = [
        ("players", "name", lambda: campaign.ask("PUT", "/v1/players/p-3", json={"name": "Cleo"}, headers=director)),
        ("keys", "expires_at", lambda: campaign.ask("GET", "/v1/keys", headers=bearing(made["auditor"]) | alone)),
        (
            "links",
            "role",
            lambda: campaign.ask("GET", "/v1/matches", params={"link": made["scorer link"]}, headers=alone),
        ),
        ("tickets", "digest", lambda: campaign.ask("POST", "/v1/tickets", headers=director)),
        ("tickets", "bearer", lambda: campaign.ask("GET", "/v1/live", params=once, headers=alone)),
    ]
    for table, column, ask in faults:
        with renamed(stores, table, column):
            # What SQLite says of it reads like a store that is away.
            until(partial(failed, ask))


def failed(ask: Callable[[], httpx2.Response]) -> bool:
    return ask().status_code in {500, 503}


@contextmanager
def renamed(stores: Stores, table: str, column: str) -> Iterator[None]:
    """A column that is called otherwise for a while."""
    books.run(stores, f"ALTER TABLE {table} RENAME COLUMN {column} TO elsewhere")
    yield
    books.run(stores, f"ALTER TABLE {table} RENAME COLUMN elsewhere TO {column}")

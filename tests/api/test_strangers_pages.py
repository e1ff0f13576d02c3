"""What a page of a stranger, in the browser of somebody who holds a key, can make the API do: nothing."""

import json
import re
import socket
from collections.abc import Iterator
from email.message import Message
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
import sqlalchemy as sa

from services import keys, tables
from tests.servers import NO_TLS, Api, problem

SAFE = {"get", "head", "options", "trace"}
SIMPLE = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
"""What a form may send to another host without asking it first."""
TABLES = tuple(table for table in tables.metadata.sorted_tables if table.name not in {"boards", "dirty"})
NOTED = {"last_used_at", "used_at"}
"""Columns in which a key notes that it was used."""


def operations(api: Api, match: str, *, safe: bool) -> Iterator[tuple[str, str]]:
    """Every operation by its method and a path that leads somewhere."""
    there = {"match": match, "board": "rubber", "game": "bridge.rubber", "type": "match.closed", "player": "p1"}
    for path, methods in api.as_().get("/openapi.json").json()["paths"].items():
        for method, operation in methods.items():
            if (method in SAFE) is not safe:
                continue
            asked = {
                one["name"]: [match] if one["name"] == "match" else 1
                for one in operation.get("parameters", [])
                if one["in"] == "query" and one.get("required")
            }
            whole = re.sub(r"\{(\w+)\}", lambda found: there.get(found[1], "x"), path)
            yield method.upper(), str(httpx2.URL(whole, params=asked))


def kept(api: Api) -> dict[str, list[Any]]:
    """All that the database holds, but boards, which follow from it, and when keys were used."""
    with api.stores.engine.connect() as connection:
        return {
            table.name: sorted(
                repr([value for name, value in row._mapping.items() if name not in NOTED])
                for row in connection.execute(sa.select(table))
            )
            for table in TABLES
        }


def test_nothing_but_the_header_is_a_key(api: Api) -> None:
    match = api.open(visibility="private")
    key = keys.create(api.stores, ["director"]).key
    path, body = f"/v1/matches/{match}", json.dumps({"type": "match.closed", "data": {}})
    assert api.holding(key).get(path).status_code == 200

    for given in (
        {"cookies": {"Authorization": f"Bearer {key}", "key": key, "session": key}},
        {"params": {"key": key, "access_token": key, "api_key": key, "authorization": f"Bearer {key}"}},
        {"headers": {"X-Api-Key": key, "Proxy-Authorization": f"Bearer {key}", "X-Authorization": f"Bearer {key}"}},
    ):
        with httpx2.Client(base_url=api.url, verify=NO_TLS, **given) as client:
            problem(client.get(path), 404, "unknown")
            problem(client.post(f"{path}/events", content=body), 401, "key_needed")
    with httpx2.Client(base_url=api.url, verify=NO_TLS, auth=("key", key)) as client:
        problem(client.get(path), 401, "key_needed")
    with httpx2.Client(base_url=api.url, verify=NO_TLS) as client:
        problem(client.post(f"{path}/events", data={"authorization": f"Bearer {key}"}), 401, "key_needed")


@pytest.mark.parametrize("kind", SIMPLE)
def test_whatever_changes_something_takes_the_header_that_no_form_can_send(api: Api, kind: str) -> None:
    match = api.open()
    before, tried = kept(api), 0

    for method, path in operations(api, match, safe=False):
        with httpx2.Client(base_url=api.url, verify=NO_TLS, headers={"Content-Type": kind}) as client:
            problem(client.request(method, path, content=b'{"type":"match.closed","data":{}}'), 401, "key_needed")
        tried += 1

    assert tried >= 4
    assert kept(api) == before


def test_reading_changes_nothing(api: Api) -> None:
    match = api.open()
    clients = [api.as_(), api.as_("director"), api.as_("admin")]
    before, tried = kept(api) | {"keys": []}, 0

    for client in clients:
        for method, path in operations(api, match, safe=True):
            with client.stream(method, path) as answer:
                assert answer.status_code < 500
            tried += 1

    assert tried > 60
    assert kept(api) | {"keys": []} == before


def test_every_answer_says_what_it_is_and_sets_no_cookie(api: Api) -> None:
    match = api.open()
    pages = ["/", "/docs", f"/matches/{match}", f"/matches/{match}/drawn/board.en", "/nowhere", "/matches/nowhere"]
    pages += re.findall(r'(?:src|href)="(/[^"]+)"', "".join(api.as_().get(page).text for page in pages))
    asked = [path for _, path in operations(api, match, safe=True)] + pages

    kinds = set()
    for path in dict.fromkeys(asked):
        with api.as_().stream("GET", path) as answer:
            kind = Message()
            kind["content-type"] = answer.headers["content-type"]
            if kind.get_content_type() != "text/event-stream":
                answer.read()
        assert "set-cookie" not in answer.headers, path
        kinds.add(kind.get_content_type())
        if kind.get_content_maintype() == "text" or kind.get_content_subtype().endswith("xml"):
            assert kind.get_content_charset() == "utf-8", path
        if kind.get_content_subtype().endswith("json"):
            json.loads(answer.content.decode())

    assert {"text/html", "text/css", "text/javascript", "image/svg+xml", "application/problem+json"} <= kinds


def test_pages_are_kept_by_no_cache(api: Api) -> None:
    match = api.open()

    for path in ("/", f"/matches/{match}", f"/matches/{match}/drawn/board.en"):
        assert api.as_().get(path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/.env",
        "/static/.git/config",
        "/static/../pages.py",
        "/static/%2e%2e/pages.py",
        "/static/..%2fpages.py",
        "/static/..%5cpages.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/docs/assets/..%2f__init__.py",
        "/static/",
        "/docs/assets/",
    ],
)
def test_no_path_leads_out_of_the_pages_own_files(api: Api, path: str) -> None:
    answer = asked(api, path)

    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"import " not in answer
    assert b"root:" not in answer


def asked(api: Api, path: str) -> bytes:
    """The answer to a path that is sent as it is written: clients would tidy it up first."""
    url = urlsplit(api.url)
    with socket.create_connection((url.hostname or "", url.port or 0), timeout=10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(65_536), b""))

"""
A whole house, used well and badly with keys, links and tickets: none of them is kept, published, logged or answered.

A secret may stand in the answer that makes it, and its digest in the columns where it is looked up.
"""

import base64
import zlib
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa

from services import keys, tables, tokens
from services.wiring import EVERY, Stores, make_redis
from tests.campaigns.canaries import Canaries, Overheard, overhearing
from tests.campaigns.misuse import fail, use_badly, with_commands
from tests.campaigns.use import Campaign, secrets_of, use_well
from tests.conftest import DATABASES, fresh_database
from tests.houses import running, until
from tests.servers import NO_TLS


@pytest.mark.parametrize("kind", DATABASES)
def test_no_secret_is_kept_published_logged_or_answered(
    request: pytest.FixtureRequest,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    signer = tokens.new_secret()
    monkeypatch.setenv("SCOREPAD_LINK_SECRET", signer)
    folder = tmp_path / "house"
    with fresh_database(request, kind, tmp_path) as url:
        address = with_password(url, password := tokens.new_secret())
        with (
            running(database_url=address, data=folder, log_level="debug") as here,
            overhearing(here.house.stores.settings.socket) as heard,
            httpx2.Client(base_url=here.house.url, timeout=20, verify=NO_TLS) as client,
        ):
            campaign = Campaign(here, client)
            campaign.canaries.plant("what signs links", signer)
            if address != url:
                campaign.canaries.plant("the database's password", password)
            made = secrets_of(campaign)
            use_well(campaign, made)
            use_badly(campaign, made)
            with_commands(campaign, made)
            fail(campaign, made)
            look_through(campaign, heard)
            assert kept_as_a_digest(here.house.stores, made["director"])
            assert kept_as_a_digest(here.house.stores, made["of HTTP"])
        out, err = capfd.readouterr()
        campaign.search("standard output", out)
        campaign.search("standard error", err)
        campaign.found |= campaign.canaries.in_files(tmp_path)

    assert campaign.found == set()
    assert len(campaign.canaries) > 80
    assert campaign.answers > 500
    assert {200, 201, 400, 401, 403, 404, 422, 500} <= campaign.statuses
    assert '"event": "answered"' in err, "the processes told all that they tell"
    assert '"event": "unexpected"' in err
    assert heard.text.count(b"workers.jobs.drain") > 1
    assert b"scorepad:board:" in heard.text


def with_password(url: str, password: str) -> str:
    """The address of a database with a password, which this server of ours does not ask for."""
    if url.startswith("sqlite"):
        return url
    return sa.make_url(url).set(password=password).render_as_string(hide_password=False)


def look_through(campaign: Campaign, heard: Overheard) -> None:
    """All that is kept and shown now, and all that was said to Redis."""
    stores = campaign.here.house.stores
    campaign.search("the metrics", httpx2.get(f"{campaign.url}/metrics", verify=NO_TLS).content)
    campaign.found |= campaign.canaries.in_database(stores)
    campaign.search("Redis, as it went", heard.text)
    client = make_redis(stores.settings)
    campaign.found |= campaign.canaries.in_redis(client)
    client.close()


def kept_as_a_digest(stores: Stores, key: str) -> bool:
    """Whether the database that was searched is the one that knows the key."""
    digest = tokens.digest(key)
    query = sa.select(tables.keys.c.id).where(
        (tables.keys.c.digest == digest) | (tables.keys.c.former_digest == digest)
    )
    with stores.reading(EVERY) as connection:
        return connection.execute(query).first() is not None


@pytest.mark.parametrize("kind", DATABASES)
def test_the_search_finds_what_is_there(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> None:
    """In the database and its file, in Redis, in jobs, in what is published, and in every form."""
    canaries = Canaries()
    key = canaries.plant("a key", tokens.write("sp", "director", tokens.new_id(), tokens.new_secret()))
    body = key.rsplit("_", 1)[1]
    for shown in (key, f"?x={body}", body[:43], base64.b64encode(f"key:{key}".encode()), tokens.digest(key).hex()):
        assert canaries.in_(shown)
    assert not canaries.in_(key[:30])
    with (
        fresh_database(request, kind, tmp_path) as url,
        running(database_url=url, data=tmp_path / "house") as here,
        overhearing(here.house.stores.settings.socket) as heard,
    ):
        stores = here.house.stores
        assert canaries.in_database(stores) == set()
        made = keys.create(stores, ["reader"], name=key)
        assert canaries.in_database(stores) == {"keys.name: a key, as it is"}
        canaries.plant("its own", made.key)
        assert not any("its own" in name for name in canaries.in_database(stores)), "its digest is where it belongs"
        assert bool(canaries.in_files(tmp_path)) is (kind == "sqlite")
        client = make_redis(stores.settings)
        client.set("kept", zlib.compress(key.encode()))
        client.publish("scorepad:board:x", base64.b64encode(key.encode()))
        assert canaries.in_redis(client)
        until(lambda: b"scorepad:board:x" in heard.text)
        assert {"a key, as it is", "a key, in base 64"} <= canaries.in_(heard.text)
        client.close()

"""The container's papers, read as an engine would read them, since none runs here."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa
import yaml
from typer.core import TyperGroup
from typer.main import get_command

from services import embedded, wiring
from services.api import streams
from services.cli.main import application
from services.cli.roles import PASSWORDS
from services.config import Settings
from services.roles import KINDS, Account
from tests import books
from tests.conftest import as_role, fresh_database
from tests.houses import Viewer, until

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("migrate", "api", "worker")
LASTING = ("postgres", "valkey", "api", "worker")
SECRET = "abc123def456" * 3
PATIENCE_SECONDS = 30.0


def strings(value: Any) -> Iterator[str]:
    """Every string of a parsed YAML document."""
    if isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value


def filled_in(text: str) -> str:
    """A string as the engine passes it on, with `SECRET` for every variable that must be set."""
    return re.sub(r"\$\{\w+:\?[^}]+\}", SECRET, text)


def environment(service: str) -> dict[str, str]:
    """What a container of ours finds in its environment: from the image, then from the composition."""
    pairs = (pair.partition("=") for pair in shlex.split(" ".join(instructions("ENV"))))
    image = {name: value for name, _, value in pairs if name.startswith("SCOREPAD_")}
    return image | {name: filled_in(value) for name, value in SERVICES[service]["environment"].items()}


def settings(service: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings as a container's process reads them."""
    for name in list(os.environ):
        if name.startswith("SCOREPAD_"):
            monkeypatch.delenv(name)
    for name, value in environment(service).items():
        monkeypatch.setenv(name, value)
    return Settings(_env_file=None)


def instructions(name: str) -> list[str]:
    """The arguments of every such instruction of the Dockerfile, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    return [line.split(maxsplit=1)[1] for line in text.splitlines() if line.split(maxsplit=1)[:1] == [name]]


@pytest.mark.parametrize("service", OURS)
def test_every_variable_is_a_setting(service: str) -> None:
    names = {f"SCOREPAD_{name.upper()}" for name in Settings.model_fields}

    given = set(PASSWORDS.values()) if service == "migrate" else set[str]()
    assert {name for name in environment(service) if name.startswith("SCOREPAD_")} <= names | given


@pytest.mark.parametrize("service", OURS)
def test_the_settings_lead_to_the_stores_of_the_composition(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = settings(service, monkeypatch)

    database = sa.make_url(found.database)
    given = SERVICES["postgres"]["environment"]
    users = {"migrate": given["POSTGRES_USER"], "api": "scorepad_writer", "worker": "scorepad_projector"}
    assert (database.drivername, database.host, database.port) == ("postgresql+psycopg", "postgres", 5432)
    assert (database.username, database.database) == (users[service], given["POSTGRES_DB"])
    assert database.password == SECRET
    if service != "migrate":
        redis = sa.make_url(found.redis)
        assert (redis.username, redis.host, redis.port, redis.password) == ("scorepad", "valkey", 6379, SECRET)
        assert not found.bundled_redis


def test_only_the_migration_and_the_server_know_the_owner() -> None:
    knowing = {name for name, service in SERVICES.items() if "POSTGRES_PASSWORD" in str(service)}
    of_roles = {
        kind: {n for n, s in SERVICES.items() if f"{kind}_PASSWORD:" in str(s)} for kind in ("WRITER", "PROJECTOR")
    }

    assert knowing == {"postgres", "migrate"}
    assert of_roles == {"WRITER": {"migrate", "api"}, "PROJECTOR": {"migrate", "worker"}}


def test_every_variable_from_outside_must_be_set() -> None:
    found = [name for text in strings(COMPOSE) for name in re.findall(r"\$\{?[^}]*\}?", text)]

    assert {name.split(":?")[0] for name in found} == {
        "${LINK_SECRET",
        *(f"${{{name}_PASSWORD" for name in ("POSTGRES", "WRITER", "PROJECTOR", "VALKEY")),
    }
    assert all(":?" in name for name in found), "no default, and no empty password"


def test_no_password_is_written_down() -> None:
    for text in strings(COMPOSE):
        assert all(word.startswith("${") for word in re.findall(r"://[^:/@]*:([^@]+)@", text)), text
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if re.search("PASSWORD|AUTH|SECRET|TOKEN", name):
                assert value.startswith("${"), name
    assert [word[:17] for word in SERVICES["valkey"]["command"] if "PASSWORD" in word] == [">${VALKEY_PASSWOR"]


@pytest.mark.parametrize("service", LASTING)
def test_whatever_lasts_has_a_health_check_and_comes_back(service: str) -> None:
    check = SERVICES[service]["healthcheck"]

    assert check["test"][0] in {"CMD", "CMD-SHELL"}
    assert {"interval", "timeout", "retries"} <= set(check)
    assert SERVICES[service]["restart"] == "unless-stopped"


def test_the_migration_runs_once_and_before_what_needs_it() -> None:
    assert SERVICES["migrate"]["restart"] == "no"
    assert SERVICES["migrate"]["healthcheck"] == {"disable": True}
    assert SERVICES["migrate"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for service in ("api", "worker"):
        assert SERVICES[service]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "postgres": {"condition": "service_healthy"},
            "valkey": {"condition": "service_healthy"},
        }


def test_images_are_pinned_to_a_version() -> None:
    images = {service["image"] for service in SERVICES.values()}
    bases = {argument.split()[0] for argument in instructions("FROM")}

    assert all(re.fullmatch(r"[\w./-]+:\d[\w.-]*(@sha256:[0-9a-f]{64})?", image) for image in images | bases), (
        images | bases
    )
    assert f"scorepad:{'.'.join(version('scorepad').split('.')[:2])}" in images
    assert SERVICES["postgres"]["image"].partition(":")[2].split(".")[0] == "18"


def test_the_root_is_read_only_and_nobody_has_rights() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"] is True, name
        assert "/tmp" in service["tmpfs"], name  # noqa: S108  a folder of the container's
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["cap_drop"] == ["ALL"], name
        assert not {"privileged", "cap_add", "devices", "pid", "ipc"} & set(service), name
    assert {name: service["user"] for name, service in SERVICES.items() if "user" in service} == {
        "postgres": "postgres",
        "valkey": "valkey",
    }
    assert instructions("USER") == ["10001:10001"], "and so are ours"


def test_only_the_api_is_reached_from_outside_and_only_from_this_machine() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}

    assert published == {"api": ["127.0.0.1:8000:8000"]}
    assert COMPOSE["networks"]["stores"] == {"internal": True}
    assert {name for name, service in SERVICES.items() if "outside" in service["networks"]} == {"api"}


def test_what_must_last_lies_in_a_named_volume() -> None:
    mounts = [mount for service in SERVICES.values() for mount in service.get("volumes", ())]

    assert {mount.partition(":")[0] for mount in mounts} == set(COMPOSE["volumes"]) == {"postgres", "signing"}
    assert mounts == ["postgres:/var/lib/postgresql", "signing:/var/lib/scorepad"], (
        "from PostgreSQL 18 on, one folder above the data"
    )


def test_the_processes_fit_into_the_connections_of_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    pools = sum(settings(service, monkeypatch).pool for service in ("api", "worker"))

    assert pools <= 97, "PostgreSQL takes 100, and keeps three for its owner"


@pytest.mark.parametrize("service", OURS)
def test_the_command_is_one_of_scorepad(service: str) -> None:
    words = SERVICES[service]["command"]
    command = get_command(application())
    assert isinstance(command, TyperGroup)

    with command.make_context("scorepad", list(words), resilient_parsing=True) as context:
        assert command.resolve_command(context, list(words))[0] == words[0]
    assert json.loads(instructions("ENTRYPOINT")[0]) == ["scorepad"]


def test_the_dockerfile_copies_what_exists_and_is_not_ignored() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        source
        for argument in instructions("COPY")
        if not argument.startswith("--from=")
        for source in argument.split()[:-1]
    }

    assert all((ROOT / source).exists() for source in copied)
    assert copied == allowed


def test_br116_valkey_asks_for_a_password_and_gives_the_rights_of_the_page() -> None:
    users = " ".join(SERVICES["valkey"]["command"]).split(" --user ")[1:]
    page = (ROOT / "docs" / "operating.md").read_text()
    told = re.findall(r"^user (default .*|scorepad .*)$", page, re.MULTILINE)

    assert [re.sub(r">\$\{.*?\}", "><password>", user) for user in users] == told
    assert "REDISCLI_AUTH" in SERVICES["valkey"]["environment"]
    assert "--user scorepad" in SERVICES["valkey"]["healthcheck"]["test"][1]


def test_br124_nothing_that_is_shipped_buffers_a_stream() -> None:
    assert set(SERVICES) == {"postgres", "valkey", "migrate", "api", "worker"}, "no proxy stands before the API"
    assert streams.HEADERS["X-Accel-Buffering"] == "no", "and those that people put there are told"


def test_the_services_run_as_written(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Each as its own role and under the composition's Redis user; a result goes the whole way."""
    port, stores, root = free_port(), tmp_path / "stores", tmp_path / "root"
    stores.mkdir()
    root.mkdir()
    with fresh_database(request, "postgresql", stores) as url, served(stores) as socket_:
        accounts = {
            "migrate": url,
            "api": as_role(url, Account("writer", f"{sa.make_url(url).database}_writer", SECRET)),
            "worker": as_role(url, Account("projector", f"{sa.make_url(url).database}_projector", SECRET)),
        }
        redis = f"unix://scorepad:{SECRET}@{socket_}"
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("SCOREPAD_")}
        inherited["PATH"] = f"{BIN}{os.pathsep}{inherited['PATH']}"
        volume = {"SCOREPAD_DATA": str(tmp_path / "volume")}  # not that of this machine
        given = {"SCOREPAD_REDIS_URL": redis, "SCOREPAD_PORT": str(port)} | volume
        surroundings = {
            name: inherited | environment(name) | given | {"SCOREPAD_DATABASE_URL": accounts[name]} for name in OURS
        }

        subprocess.run(["scorepad", *SERVICES["migrate"]["command"]], env=surroundings["migrate"], check=True)
        with (
            started("api", surroundings["api"], root) as api,
            started("worker", surroundings["worker"], root) as worker,
        ):
            for name in ("api", "worker"):
                check = [word.replace(":8000/", f":{port}/") for word in SERVICES[name]["healthcheck"]["test"][1:]]
                until(partial(healthy, check, surroundings[name]), PATIENCE_SECONDS)
            walk(f"http://127.0.0.1:{port}", surroundings["api"])
        drop_roles(url)

    assert api.returncode in {0, -signal.SIGTERM}, "uvicorn ends in good order, and then by the signal it got"
    assert worker.returncode == 0
    assert not list(root.iterdir()), "nothing is written where the root would be read-only"


def walk(url: str, surroundings: dict[str, str]) -> None:
    """A key is made in the API's container; a result is told, folded by the worker, and heard on the stream."""
    made = subprocess.run(
        ["scorepad", "keys", "create", "--scope", "director"],
        env=surroundings,
        check=True,
        capture_output=True,
        text=True,
    )
    with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {made.stdout.strip()}"}) as client:
        match = client.post("/v1/matches", json={"game": "bridge.rubber"}).json()["match"]
        viewer = Viewer(url, match)
        until(lambda: viewer.boards)
        until(lambda: client.get("/readyz").json()["live"])
        deal = {"contract": "4S", "declarer": "N", "tricks": 10}
        told = client.post(f"/v1/matches/{match}/events", json={"type": "bridge.deal_played", "data": deal})
        assert told.status_code == 201, told.text
        until(lambda: viewer.boards["rubber"]["version"] == 2)
        viewer.stop()
        until(lambda: client.get("/readyz").json()["matches_behind"] == 0)


@contextmanager
def served(folder: Path) -> Iterator[Path]:
    """A Valkey with the words of the composition, on a socket."""
    words = [filled_in(word) for word in SERVICES["valkey"]["command"]]
    where = [
        "--port",
        "0",
        "--unixsocket",
        str(folder / "socket"),
        "--dir",
        str(folder),
        "--logfile",
        str(folder / "log"),
    ]
    server = subprocess.Popen([str(embedded._binary()), *words[1:], *where])
    try:
        until((folder / "socket").exists, PATIENCE_SECONDS)
        yield folder / "socket"
    finally:
        server.terminate()
        server.wait(PATIENCE_SECONDS)


def drop_roles(url: str) -> None:
    stores = wiring.connect(Settings(database_url=url, _env_file=None))
    for kind in KINDS:
        books.run(stores, f"DROP OWNED BY {sa.make_url(url).database}_{kind}")
        books.run(stores, f"DROP ROLE {sa.make_url(url).database}_{kind}")
    stores.engine.dispose()


@contextmanager
def started(service: str, surroundings: dict[str, str], folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(["scorepad", *SERVICES[service]["command"]], env=surroundings, cwd=folder)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def healthy(check: list[str], surroundings: dict[str, str]) -> bool:
    return subprocess.run(check, env=surroundings, capture_output=True, check=False).returncode == 0


def free_port() -> int:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port

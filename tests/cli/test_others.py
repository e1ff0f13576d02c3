"""`doctor`, `keys`, `migrate`, `rebuild`, `watch`: what they print, and how they end, on both databases."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest

from domain.games import all_games
from services.cli import following
from services.config import Settings
from tests import books
from tests.commands import ALONE, Commands, Said
from tests.conftest import DATABASES, fresh_database
from tests.servers import Api, environment, sent, serving

GAME = ("bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
PASS = ("bridge.deal_played", {"contract": "Pass"})
COMMANDS = [
    "demo",
    "up",
    "serve",
    "work",
    "migrate",
    "fold",
    "score",
    "score bridge",
    "watch",
    "replay",
    "roles",
    "export",
    "doctor",
    "keys",
    "keys create",
    "keys revoke",
    "players",
    "players name",
    "players list",
    "players import",
    "players forget",
    "rebuild",
    "signing",
    "signing keys",
    "signing rotate",
]


@pytest.fixture(scope="module", params=DATABASES)
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A served API whose stores the commands take too."""
    folder = tmp_path_factory.mktemp("stores")
    with ExitStack() as stack:
        url = stack.enter_context(fresh_database(request, request.param, folder))
        yield stack.enter_context(serving(Settings(database_url=url, redis_url=redis_url, data=folder, _env_file=None)))


def test_every_command_has_an_example(cli: Commands) -> None:
    for command in COMMANDS:
        said = cli.run(*command.split(), "--help").ends(0)
        assert "Usage" in said.out
        assert "Example" in said.out or command in {"keys", "players", "score", "signing"}, command


def test_doctor_finds_all_well_and_tells_no_secret(cli: Commands, api: Api) -> None:
    api.open()
    api.drain()

    said = run(cli, api, "doctor", "--json").ends(0)

    (found,) = said.lines
    checks = {check["what"]: (check["ok"], check["found"]) for check in found["checks"]}
    assert checks["database"] == (True, f"{api.stores.engine.dialect.name}, revision 0005")
    assert checks["redis"][0] is True
    assert checks["boards"] == (True, "0 matches behind, 0 stuck")
    unsigned = books.kept(api.stores)["events"] + books.acts(api.stores)
    assert checks["signing"] == (True, f"newest checkpoint still to come, {unsigned} events not signed yet")
    ok, rights = checks["rights"]
    assert ok, "who runs everything as one user is warned, and not stopped"
    assert rights.startswith("warning: ") == (api.stores.engine.dialect.name == "postgresql")
    settings = {setting["name"]: setting for setting in found["settings"]}
    assert set(settings) == {f"SCOREPAD_{name.upper()}" for name in Settings.model_fields}
    assert settings["SCOREPAD_DATABASE_URL"]["source"] == "environment"
    assert (settings["SCOREPAD_PORT"]["value"], settings["SCOREPAD_PORT"]["source"]) == ("8000", "default")
    assert "redis" in run(cli, api, "doctor").ends(0).out


def test_doctor_masks_passwords_and_says_what_is_away(cli: Commands) -> None:
    away = {"database_url": "postgresql://me:hunter2@127.0.0.1:1/x", "redis_url": "redis://:hunter2@127.0.0.1:1/0"}

    for words in (["doctor"], ["doctor", "--json"]):
        said = cli.run(*words, **away).ends(1)
        assert "hunter2" not in said.out + said.err
        assert "***" in said.out
    assert [check["ok"] for check in said.lines[0]["checks"]] == [False] * 5


def test_doctor_masks_passwords_among_the_parameters(cli: Commands) -> None:
    database = "postgresql://127.0.0.1:1/x?user=me&password=hunter2&sslpassword=hunter2"
    away = {"database_url": database, "redis_url": "unix:///nowhere?db=0&password=hunter2"}

    for words in (["doctor"], ["doctor", "--json"]):
        said = cli.run(*words, **away).ends(1)
        assert "hunter2" not in said.out + said.err
        assert "***" in said.out


def test_doctor_says_how_far_boards_lag(cli: Commands, api: Api) -> None:
    api.drain()
    api.open()

    (found,) = run(cli, api, "doctor", "--json").ends(0).lines

    assert {check["what"]: check["found"] for check in found["checks"]}["boards"] == "1 matches behind, 0 stuck"


@pytest.mark.parametrize(
    ("settings", "hint"),
    [
        ({"port": "abc"}, "SCOREPAD_PORT"),
        ({"port": "99999"}, "SCOREPAD_PORT"),
        ({"workers": "0"}, "SCOREPAD_WORKERS"),
        ({"beat_seconds": "-1"}, "SCOREPAD_BEAT_SECONDS"),
        ({"log_level": "loud"}, "SCOREPAD_LOG_LEVEL"),
        ({"redis_url": "redis://:hunter2@x?decode_responses=true"}, "SCOREPAD_REDIS_URL"),
        ({"redis_url": "http://:hunter2@x"}, "SCOREPAD_REDIS_URL"),
        ({"redis_url": "redis://:hunter2@x:port/0"}, "SCOREPAD_REDIS_URL"),
        ({"database_url": "hunter2"}, "SCOREPAD_DATABASE_URL"),
        ({"database_url": "sqlite://hunter2/y.db"}, "SCOREPAD_DATABASE_URL"),
        ({"database_url": "mysql://me:hunter2@x/y"}, "SCOREPAD_DATABASE_URL"),
        ({"database_url": "postgresql://me:hunter2@x:port/y"}, "SCOREPAD_DATABASE_URL"),
    ],
)
def test_a_setting_that_cannot_be_is_wrong_usage_and_is_not_repeated(
    cli: Commands, settings: dict[str, str], hint: str
) -> None:
    for words in (["migrate"], ["serve"], ["work"], ["keys", "create", "--scope", "reader"]):
        said = cli.run(*words, **settings).ends(2)
        assert hint in said.err
        assert "hunter2" not in said.err + said.out
    said = cli.run("doctor", "--json", **settings).ends(1)
    assert hint in said.out
    assert "hunter2" not in said.err + said.out


@pytest.mark.parametrize(
    "words",
    [["serve", "--port", "99999"], ["up", "--workers", "99"], ["up", "--workers", "0"], ["demo", "--pace", "99"]],
)
def test_an_option_that_cannot_be_is_wrong_usage(cli: Commands, words: list[str]) -> None:
    cli.run(*words).ends(2)


def test_a_log_level_may_be_in_capitals(cli: Commands, api: Api) -> None:
    cli.run("migrate", **environment_of(api), log_level="WARNING").ends(0)


@pytest.mark.parametrize("url", [f"sqlite:///{'{folder}'}/no/such.db", "postgresql://nobody@127.0.0.1:1/none"])
def test_a_database_that_is_away_is_told_in_a_sentence(cli: Commands, url: str) -> None:
    for words in (["migrate"], ["work"], ["serve"], ["keys", "create", "--scope", "reader"], ["rebuild"]):
        said = cli.run(*words, database_url=url.format(folder=cli.folder)).ends(1)
        assert said.err.startswith("error: ")


def test_a_data_folder_that_cannot_be_made_is_told_in_a_sentence(cli: Commands) -> None:
    for words in (["migrate"], ["doctor"], ["up", "--port", "0"]):
        assert "/dev/null/scorepad" in str(cli.run(*words, data="/dev/null/scorepad").ends(1))


def test_a_database_without_tables_is_told_what_to_do(
    request: pytest.FixtureRequest, cli: Commands, tmp_path: Path
) -> None:
    postgresql = request.getfixturevalue("postgresql")

    for url in (f"sqlite:///{tmp_path / 'empty.db'}", postgresql):
        for words in (
            ["keys", "create", "--scope", "reader"],
            ["keys", "revoke", "x"],
            ["replay", str(uuid4())],
            ["export", "--format", "jsonl"],
            ["rebuild"],
            ["serve"],
            ["work"],
            ["doctor"],
        ):
            said = cli.run(*words, database_url=url).ends(1)
            assert "scorepad migrate" in said.err + said.out, (words, said)


def test_a_descriptor_that_is_no_socket_is_told_in_a_sentence(cli: Commands, api: Api) -> None:
    assert "77" in run(cli, api, "serve", "--fd", "77").ends(1).err


def test_migrating_twice_is_harmless(cli: Commands, api: Api) -> None:
    for _ in range(2):
        assert run(cli, api, "migrate").ends(0).out == "The database is at revision 0005.\n"


def test_a_key_is_made_shown_once_and_revoked(cli: Commands, api: Api) -> None:
    made = run(cli, api, "keys", "create", "--scope", "director", "--scope", "reader", "--json", "--expires", "90d")

    (key,) = made.ends(0).lines
    assert (key["scopes"], key["ledger"]) == (["director", "reader"], "main")
    sent(api.holding(key["key"]).post("/v1/matches", json={"game": "bridge.rubber"}))
    assert run(cli, api, "keys", "revoke", key["id"]).ends(0).out == "Revoked.\n"
    run(cli, api, "keys", "revoke", key["id"]).ends(1)


def test_a_key_is_printed_alone_for_scripts(cli: Commands, api: Api) -> None:
    match = api.open(visibility="private")

    said = run(cli, api, "keys", "create", "--scope", "scorer", "--name", "table 3", "--match", match.upper()).ends(0)

    assert said.out.startswith("sp_scorer_")
    assert api.holding(said.out.strip()).get(f"/v1/matches/{match}").status_code == 200


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ([], "--scope"),
        (["--scope", "king"], "king"),
        (["--scope", "reader", "--expires", "1y"], "90d"),
        (["--scope", "reader", "--expires", "0d"], "90d"),
        (["--scope", "reader", "--match", "7"], "UUID"),
        (["--scope", "reader", "--name", "n" * 101], "100"),
    ],
)
def test_a_key_that_cannot_be_is_wrong_usage(cli: Commands, api: Api, words: list[str], hint: str) -> None:
    said = run(cli, api, "keys", "create", *words).ends(2)

    assert hint in said.err
    assert "sp_" not in said.out


def test_a_key_for_no_ledger_is_refused(cli: Commands, api: Api) -> None:
    assert "nowhere" in run(cli, api, "keys", "create", "--scope", "reader", "--ledger", "nowhere").ends(1).err


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_rebuild_says_what_it_did_and_changes_no_board(cli: Commands, api: Api, processes: str) -> None:
    match = played(api)
    before = api.as_().get(f"/v1/matches/{match}/boards/rubber")

    said = run(cli, api, "rebuild", "--processes", processes).ends(0)

    after = api.as_().get(f"/v1/matches/{match}/boards/rubber")
    assert "matches replayed, 0 boards changed." in said.out
    assert after.json() == before.json()
    assert after.headers["etag"] != before.headers["etag"]


@pytest.mark.parametrize("sign", ["é", "\u2028\x85\x0c"])
def test_a_match_is_watched_live_until_told_to_stop(api: Api, sign: str) -> None:
    match = api.open(title=f"a{sign}b", visibility="private")
    api.drain()
    key = api.as_("reader").headers["authorization"].removeprefix("Bearer ")

    with watching(api, match, SCOREPAD_KEY=key) as (process, lines):
        first = json.loads(next(lines))
        assert {board["version"] for board in first.values()} == {1}
        api.tell(match, *GAME)
        api.drain()
        shown = next(boards for boards in map(json.loads, lines) if boards.get("rubber", {}).get("version") == 2)
        assert shown["rubber"]["sides"]["NS"]["below"] == 120
        assert shown["rubber"]["title"] == f"a{sign}b"
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("game", ["bridge.pairs", "schnapsen"])
def test_a_match_is_watched_whole_from_the_first_on(api: Api, game: str) -> None:
    match = api.open(game)
    api.drain()

    with watching(api, match) as (_, lines):
        assert json.loads(next(lines)).keys() == all_games()[game].boards.keys()


def test_who_watches_is_told_the_names_that_the_key_may_see(api: Api) -> None:
    assert api.as_("director").put("/v1/players/watched-1", json={"name": "Anna"}).status_code == 200
    match = api.open(visibility="private", players={"N": "watched-1"})
    key = api.as_("reader").headers["authorization"].removeprefix("Bearer ")

    assert following.names(api.url, match, key) == {"watched-1": "Anna"}
    assert following.names(api.url, match) == {}
    assert following.names("http://127.0.0.1:1", match) == {}


def test_what_cannot_be_watched_is_told_at_once(cli: Commands, api: Api) -> None:
    private = api.open(visibility="private")

    for match in ("7", str(uuid4()), private):
        assert cli.run("watch", match, "--url", api.url).ends(1).err == "error: There is no such match.\n"
    assert "key" in cli.run("watch", private, "--url", api.url, key="sp_reader_x").ends(1).err


def test_a_server_that_is_none_of_ours_is_told_in_a_sentence(cli: Commands) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        url = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever)
        thread.start()
        said = cli.run("watch", str(uuid4()), "--url", url)
        server.shutdown()
        thread.join()

    assert url in said.ends(1).err


@pytest.mark.parametrize("url", ["nonsense", "http://[", "ftp://127.0.0.1", "http://", "127.0.0.1:8000", "http://\x01"])
def test_an_address_that_is_none_is_told_at_once(cli: Commands, url: str) -> None:
    said = cli.run("watch", str(uuid4()), "--url", url).ends(2)

    assert "--url" in said.err


def run(cli: Commands, api: Api, *words: str) -> Said:
    """Run a command with the stores of the API."""
    return cli.run(*words, **environment_of(api))


def environment_of(api: Api) -> dict[str, str]:
    """The API's settings by the names that commands take."""
    given = environment(api.stores.settings)
    return {name.removeprefix("SCOREPAD_").lower(): value for name, value in given.items()}


@contextmanager
def watching(api: Api, match: str, **more: str) -> Iterator[tuple["subprocess.Popen[bytes]", Iterator[bytes]]]:
    """`scorepad watch --json`, and the lines that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "services.cli", "watch", match, "--json", "--url", api.url],
        env=ALONE | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        try:
            yield process, iter(process.stdout)
        finally:
            process.kill()


def played(api: Api) -> str:
    """A match with two deals, drained."""
    match = api.open()
    for event in (GAME, PASS):
        api.tell(match, *event)
    api.drain()
    return match

"""`replay`: line by line, on the pad in a real terminal, and under other options; on both databases."""

import json
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from services.config import Settings
from tests import books
from tests.commands import Commands, Said
from tests.conftest import DATABASES, fresh_database
from tests.servers import Api, environment, serving
from tests.terminals import Terminal, terminal

GAME = ("bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 10})
PART = ("bridge.deal_played", {"contract": "2H", "declarer": "E", "tricks": 8})
HONOURS = ("bridge.honours_claimed", {"seat": "N", "points": 100})
MISREAD = ("match.corrected", {"of": 2, "data": PART[1], "reason": "misread"})
RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"


@pytest.fixture(scope="module", params=DATABASES)
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A served API whose stores the commands take too."""
    folder = tmp_path_factory.mktemp("stores")
    with ExitStack() as stack:
        url = stack.enter_context(fresh_database(request, request.param, folder))
        yield stack.enter_context(serving(Settings(database_url=url, redis_url=redis_url, data=folder, _env_file=None)))


def told(api: Api, *reports: Any, **opened: Any) -> str:
    match = api.open(**opened)
    for report in reports:
        api.tell(match, *report)
    return match


def run(cli: Commands, api: Api, *words: str) -> Said:
    settings = {name.removeprefix("SCOREPAD_").lower(): v for name, v in environment(api.stores.settings).items()}
    return cli.run("replay", *words, **settings)


def watched(api: Api, folder: Path, *words: str) -> AbstractContextManager[Terminal]:
    return terminal("replay", *words, folder=folder, **environment(api.stores.settings))


def below(lines: list[Any]) -> list[int]:
    return [line["boards"]["rubber"]["sides"]["NS"]["below"] for line in lines]


def test_a_match_is_replayed_event_by_event_as_its_boards_were(cli: Commands, api: Api) -> None:
    match = told(api, GAME, PART)

    lines = run(cli, api, match, "--json").ends(0).lines

    logged = api.as_("director").get(f"/v1/matches/{match}/events").json()["items"]
    assert [line["event"] for line in lines] == logged
    for line in lines:
        shown = api.as_().get(f"/v1/matches/{match}/boards/rubber?at_version={line['event']['version']}").json()
        assert line["boards"]["rubber"] == shown
    assert run(cli, api, match.upper(), "--json", "--to", "2").ends(0).lines == lines[:2]


def test_a_replay_for_people_tells_each_event_and_shows_the_last_boards(cli: Commands, api: Api) -> None:
    said = run(cli, api, told(api, GAME)).ends(0)

    assert "4♠ by North, made 4" in said.out
    assert "120" in said.out


def test_a_replay_begins_and_ends_where_it_is_told(cli: Commands, api: Api) -> None:
    match = told(api, GAME, PART, MISREAD)

    lines = run(cli, api, match, "--json").ends(0).lines

    assert run(cli, api, match, "--json", "--from", "2", "--to", "3").ends(0).lines == lines[1:3]
    assert run(cli, api, match, "--json", "--from", "4").ends(0).lines == lines[3:]
    assert "--from" in run(cli, api, match, "--from", "5").ends(2).err
    assert "--from" in run(cli, api, match, "--from", "3", "--to", "2").ends(2).err
    run(cli, api, match, "--to", "0").ends(2)
    assert "1 to 4" in run(cli, api, match, "--to", "5").ends(1).err


def test_a_replay_as_now_has_the_mendings_that_came_later(cli: Commands, api: Api) -> None:
    match = told(api, GAME, PART, MISREAD)

    assert below(run(cli, api, match, "--json").ends(0).lines) == [0, 120, 120, 0]
    assert below(run(cli, api, match, "--json", "--as-now").ends(0).lines) == [0, 0, 0, 0]
    assert "as we know now" in run(cli, api, match, "--as-now").ends(0).out


def test_the_same_facts_are_folded_under_other_options_and_nothing_is_stored(cli: Commands, api: Api) -> None:
    match = told(api, GAME, ("match.closed", {}))
    before = books.log(api.stores, match)

    lines = run(cli, api, match, "--json", "--options", '{"game_bonus": 500}').ends(0).lines

    really = run(cli, api, match, "--json").ends(0).lines
    totals = [line["boards"]["rubber"]["sides"]["NS"]["total"] for line in (lines[-1], really[-1])]
    assert totals == [120 + 500, 120 + 300]
    assert [line["event"] for line in lines] == [line["event"] for line in really], "the facts are the same"
    assert books.log(api.stores, match) == before
    said = run(cli, api, match, "--options", '{"game_bonus": 500}').ends(0).out
    assert 'what if {"game_bonus":500}: nothing of this is stored' in said


@pytest.mark.parametrize("more", [[], ["--as-now"], ["--from", "4"], ["--from", "4", "--as-now"]])
def test_what_those_options_do_not_allow_is_said_and_the_replay_stops_there(
    cli: Commands, api: Api, more: list[str]
) -> None:
    match = told(api, GAME, HONOURS, PART)

    said = run(cli, api, match, "--json", "--options", '{"honours": false}', *more).ends(1)

    last = said.lines[-1]
    assert (last["event"]["version"], last["boards"]["rubber"]["status"]) == (3, "stuck")
    assert last["boards"]["rubber"]["stuck"]["version"] == 3
    assert "stuck: these options do not allow version 3." in said.err


def test_options_hold_also_where_the_opening_was_corrected(cli: Commands, api: Api) -> None:
    opening = {"game": "bridge.rubber", "options": {"honours": True, "game_bonus": 250}}
    match = told(api, GAME, ("match.corrected", {"of": 1, "data": opening, "reason": "agreed so"}), HONOURS)

    last = run(cli, api, match, "--json", "--options", '{"honours": false}').ends(1).lines[-1]

    assert last["boards"]["rubber"]["stuck"]["version"] == 4


def test_a_match_that_was_stuck_by_itself_is_played_through_it(cli: Commands, api: Api) -> None:
    forced = {"of": 2, "reason": "never played", "force": True}
    match = told(api, GAME, HONOURS, ("match.withdrawn", forced), ("match.restored", {"of": 2, "reason": "it was"}))
    really = run(cli, api, match, "--json").ends(0).lines
    assert [line["boards"]["rubber"]["status"] for line in really] == ["live", "live", "live", "stuck", "live"]

    lines = run(cli, api, match, "--json", "--options", '{"game_bonus": 500}').ends(0).lines

    assert [line["boards"]["rubber"]["status"] for line in lines] == ["live", "live", "live", "stuck", "live"]


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ('{"honors": false}', "honors is no field here"),
        ('{"honours": 1}', "honours"),
        ("[]", "JSON object"),
        ("{", "JSON"),
        ('{"honours": true, "honours": false}', "twice"),
        ("", "JSON"),
    ],
)
def test_options_that_are_none_are_wrong_usage(cli: Commands, api: Api, options: str, hint: str) -> None:
    said = run(cli, api, told(api), "--options", options).ends(2)

    assert hint in " ".join(said.err.replace("│", " ").split())


def test_a_match_plays_by_itself_to_its_end_on_the_pad(api: Api, tmp_path: Path) -> None:
    match = told(api, GAME, PART)

    with watched(api, tmp_path, match, "--speed", "20") as screen:
        written = screen.ends(0)

    assert written.index("1 of 3") < written.index("2 of 3") < written.index("3 of 3")
    assert "4♠ by North, made 4" in written


def test_keys_step_on_and_back_and_end_it(api: Api, tmp_path: Path) -> None:
    match = told(api, GAME, PART, MISREAD)

    with watched(api, tmp_path, match, "--step") as screen:
        screen.until("1 of 4")
        for key, where in ((" ", 2), (RIGHT, 3), (LEFT, 2), (END, 4), (HOME, 1), ("3\r", 3), (LEFT, 2), (LEFT, 1)):
            screen.press(key)
            screen.until(f"{where} of 4")
        screen.press(LEFT)
        screen.until("1 of 4")
        screen.press("q")
        screen.ends(0)


def test_space_pauses_and_p_plays_on(api: Api, tmp_path: Path) -> None:
    match = told(api, GAME, PART, PART)

    with watched(api, tmp_path, match, "--speed", "0.01") as screen:
        screen.until("space: pause")
        screen.press(" ")
        screen.until("p play")
        screen.press(RIGHT)
        screen.until("2 of 4")
        screen.press("p")
        screen.until("space: pause")
        screen.press("q")
        screen.ends(0)


def test_a_terminal_is_left_as_it_was_also_on_an_interrupt(api: Api, tmp_path: Path) -> None:
    match = told(api, GAME)

    with watched(api, tmp_path, match, "--step") as screen:
        screen.until("1 of 2")
        assert not screen.echoes
        screen.process.send_signal(signal.SIGINT)
        written = screen.ends(0)
        assert screen.echoes

    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l"), "the cursor is shown again"


def test_a_terminal_says_what_if_and_where_it_stops(api: Api, tmp_path: Path) -> None:
    match = told(api, GAME, HONOURS, PART)

    with watched(api, tmp_path, match, "--options", '{"honours": false}', "--speed", "20") as screen:
        written = screen.ends(1)

    assert 'what if {"honours":false}: nothing of this is stored' in written
    assert "stuck, version 3" in written
    assert "these options do not allow version 3" in written
    assert "4 of 4" not in written


def test_every_game_is_drawn_in_a_replay(cli: Commands, api: Api) -> None:
    for game in ("bridge.chicago", "bridge.teams", "bridge.pairs", "schnapsen", "sixtysix", "cribbage"):
        run(cli, api, told(api, game=game)).ends(0)


def test_what_is_no_match_cannot_be_replayed(cli: Commands, api: Api) -> None:
    for match in ("7", str(uuid4())):
        assert run(cli, api, match).ends(1).err == "error: There is no such match.\n"


def test_lines_are_json_a_step_each(cli: Commands, api: Api) -> None:
    match = told(api, GAME)
    out = run(cli, api, match, "--json").ends(0).out

    assert [set(json.loads(line)) for line in out.splitlines()] == [{"event", "boards"}] * 2

"""What the papers name is there, and what is there the papers name."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from domain.board import Status
from domain.event import SHARED
from domain.games import all_games
from services import wiring
from services.api.app import create_app
from services.bearers import SCOPES
from services.cli.main import application
from services.cli.roles import PASSWORDS
from services.config import Settings
from tests import events_page
from tests.houses import running, until
from tests.papers import ROOT, answer, blocks, curls, request

README = (ROOT / "README.md").read_text()
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
CODE = [path for folder in ("domain", "services", "workers", "migrations") for path in (ROOT / folder).rglob("*.py")]
OUTSIDE_SETTINGS = {
    "SCOREPAD_KEY",
    "SCOREPAD_TEST_ABUSE",
    "SCOREPAD_TEST_BODIES",
    "SCOREPAD_TEST_BROWSER",
    "SCOREPAD_TEST_CHROMIUM",
    "SCOREPAD_TEST_DATABASE_URL",
    "SCOREPAD_TEST_FILES",
    "SCOREPAD_TEST_FLIPS",
    "SCOREPAD_TEST_REDIS_URL",
    "SCOREPAD_TEST_REQUESTS",
    "SCOREPAD_TEST_TRIES",
    *PASSWORDS.values(),
}

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading of a page."""
    part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings can be reached."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def defined(path: Path) -> set[str]:
    """The functions, classes, methods (`Class.method`) and names of a module."""
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def commands() -> Iterator[str]:
    """Every command, as it is typed."""
    group = get_command(application())
    assert isinstance(group, TyperGroup)
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from (f"scorepad {name} {below}" for below in command.commands)
        else:
            assert isinstance(command, TyperCommand)
            yield f"scorepad {name}"


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        found = page.parent / file if file else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


@each_page
def test_functions_and_files_that_are_named_exist(page: Path) -> None:
    for path, name in re.findall(r"`(\w+/[\w./]+\.py)(?:: ([\w.]+))?`", page.read_text()):
        assert (ROOT / path).exists(), path
        assert not name or name in defined(ROOT / path), f"{path}: {name}"


def test_the_walk_has_ten_stops_in_the_order_of_the_design() -> None:
    stops = re.findall(
        r"^## (\d+)\. [^\n]*\n\n(.*?)(?=^## )", (ROOT / "docs/walk.md").read_text(), re.MULTILINE | re.DOTALL
    )
    names = [
        "services/api/matches.py: record",
        "services/recording.py: record",
        "services/event_log.py: head",
        "domain/match.py: admit",
        "services/event_log.py: append",
        "services/queue.py: wake",
        "workers/jobs.py: drain",
        "services/projecting.py: drain",
        "services/live.py: publish",
        "services/api/live.py: match_live",
    ]

    assert [number for number, _ in stops] == [str(number) for number in range(1, 11)]
    assert all(f"`{name}`" in text for name, (_, text) in zip(names, stops, strict=True))


def test_every_promise_names_the_test_that_shows_it() -> None:
    text = (ROOT / "docs/guarantees.md").read_text()
    promises = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("| ")][1:]

    assert len(promises) > 10
    assert all(re.search(r"`tests/[\w/]+\.py: test_\w+`", line) for line in promises)


def test_every_source_that_the_code_names_is_a_heading_of_a_page() -> None:
    sources = [
        found for path in CODE for found in re.findall(r'(docs/[\w/-]+\.md)((?:(?:,| and) "[^"]+")*)', path.read_text())
    ]

    assert sources
    for page, headings in sources:
        text = (ROOT / page).read_text()
        assert all(f"# {heading}\n" in text for heading in re.findall(r'"([^"]+)"', headings)), (page, headings)


def test_every_game_and_board_is_named() -> None:
    told = {row[1]: row for row in rows(README, "Games")}

    for name, game in all_games().items():
        title, _, boards, rules = told[f"`{name}`"]
        assert title == game.title
        assert boards == ", ".join(f"`{board}`" for board in game.boards)
        page = (ROOT / rules.partition("](")[2].partition("#")[0].rstrip(")")).read_text()
        for model in game.events - set(SHARED):
            assert f"`{model.TYPE}`" in page, f"{page} does not tell of {model.TYPE}"
        for option in game.options.model_fields:
            assert f"`{option}`" in page, f"{page} does not tell of the option {option}"


def test_every_event_type_is_listed_as_the_code_has_it() -> None:
    assert events_page.PAGE.read_text() == events_page.page(), "run `python -m tests.events_page`"


def test_every_command_is_named_and_no_other() -> None:
    told = {name for row in rows(README, "Commands") for name in re.findall(r"`([^`]+)`", row[0])}

    assert told == set(commands())


@each_page
def test_commands_that_are_named_exist(page: Path) -> None:
    known = {*commands(), "scorepad keys", "scorepad score", "scorepad signing"}

    for said in re.findall(r"`(?:\.venv/bin/)?(scorepad [a-z]+(?: [a-z]+)?)[^`]*`", page.read_text()):
        assert said in known or said.rpartition(" ")[0] in known, said


def test_every_setting_is_named_with_its_default() -> None:
    told = {row[0].strip("`"): row[1] for row in rows(README, "Settings")}

    assert list(told) == [f"SCOREPAD_{name.upper()}" for name in Settings.model_fields]
    for name, field in Settings.model_fields.items():
        default = told[f"SCOREPAD_{name.upper()}"]
        assert default == f"`{field.default}`" or field.default is None, name


@each_page
def test_settings_that_are_named_exist(page: Path) -> None:
    known = {f"SCOREPAD_{name.upper()}" for name in Settings.model_fields} | OUTSIDE_SETTINGS

    assert set(re.findall(r"SCOREPAD_[A-Z_]+", page.read_text())) <= known


def test_every_route_is_named_and_no_other(tmp_path: Path) -> None:
    api = create_app(wiring.connect(Settings(data=tmp_path, _env_file=None)))
    routes = {
        f"`{method} {route.path}`"
        for route in iter_route_contexts(api.routes)
        if not isinstance(route, Mount) and route.methods
        for method in route.methods - {"HEAD"}
    }

    assert {row[0] for row in rows("\n## " + (ROOT / "docs/http.md").read_text()[2:], "HTTP, route by route")} == routes


def test_the_glossary_is_sorted_and_says_nothing_twice() -> None:
    text = (ROOT / "docs/glossary.md").read_text()
    parts = [[row[0].strip("*") for row in rows(text, part)] for part in ("At the table", "In the house")]

    assert all(words == sorted(words, key=str.lower) for words in parts)
    assert len(set(parts[0]) & set(parts[1])) == 0
    assert {*SCOPES, "stuck"} <= {word for words in parts for word in words}
    assert "stuck" in get_args(Status)


def test_decisions_are_numbered_and_half_a_page_each() -> None:
    for number, page in enumerate(DECISIONS, start=1):
        text = page.read_text()
        assert page.name.startswith(f"{number:04}-")
        assert text.startswith(f"# {number}. ")
        assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
        assert len(text.splitlines()) <= 25 or number == 1


def test_every_package_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + [each for extra in project["optional-dependencies"].values() for each in extra]
    told = re.findall(r"^\| `([\w-]+)` \| 20\d\d", DECISIONS[0].read_text(), re.MULTILINE)

    assert sorted(told) == sorted({re.split(r"[\[>=;< ]", each)[0] for each in wanted})


def test_every_target_of_make_is_told_to_contributors() -> None:
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    text = (ROOT / "CONTRIBUTING.md").read_text()

    assert all(f"`make {target}" in text for target in targets if target != "help")


def test_the_changelog_has_what_is_not_released() -> None:
    assert re.search(r"^## Unreleased\n\n### \w+\n\n- ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_the_curls_of_the_readme_are_answered(tmp_path: Path) -> None:
    asked = [block for block in blocks(ROOT / "README.md") if block.text.startswith("curl ")]
    lines = [words for block in asked for words in curls(block.text)]
    assert len(lines) == 5

    with running(data=tmp_path) as here:
        opened, told = answer(lines[0], here.client), answer(lines[1], here.client)
        board = until(lambda: _newest(answer(lines[2], here.client), 2))
        before = answer(lines[3], here.client)
        with here.client.stream("GET", request(lines[4], here.client).url) as stream:
            first = next(stream.iter_lines())

    assert (opened["version"], told["version"]) == (1, 2)
    assert " ".join(board["why"]).startswith("4♠ doubled by South, made 5: 240 below, 100 over, 50 insult.")
    assert "4♠ doubled by South, made 5: 240 below, 100 over, 50 insult." in README
    assert (before["version"], before["deals"]) == (1, [])
    assert first == "event: board"


def _newest(board: dict[str, Any], version: int) -> dict[str, Any] | None:
    return board if board.get("version") == version else None

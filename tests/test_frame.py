"""The frame of the repository: make, the hooks and what decides whether a change lands."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = dict(re.findall(r"^([a-z]+):([^#\n]*)## .+$", MAKEFILE, re.MULTILINE))
PROJECT = (ROOT / "pyproject.toml").read_text()
SOURCES = [
    line
    for folder in ("domain", "services", "workers", "migrations", "docs")
    for path in (ROOT / folder).rglob("*.py")
    for line in path.read_text().splitlines()
]
BIN = Path(sys.executable).parent
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]


def test_every_target_says_what_it_does() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)

    assert phony
    assert set(TARGETS) == set(phony[1].split())


def test_hooks_are_local_and_make_what_check_makes() -> None:
    hooks = [hook for repo in HOOKS for hook in repo["hooks"]]
    on_commit = {hook["entry"] for hook in hooks if hook["stages"] == ["pre-commit"]}

    assert {repo["repo"] for repo in HOOKS} == {"local"}
    assert on_commit == {f"make {target}" for target in TARGETS["check"].split() if target not in {"setup", "coverage"}}
    assert all(hook["entry"].removeprefix("make ") in TARGETS for hook in hooks)
    assert not any(hook["pass_filenames"] for hook in hooks)


def test_bandit_looks_at_all_that_runs_and_forgives_nothing_else(tmp_path: Path) -> None:
    words = re.search(r"^security:.*\n\t\$\(BIN\)/(bandit .*)$", MAKEFILE, re.MULTILINE)
    assert words
    command, targets = words[1].split(" --recursive ")
    planted = tmp_path / "planted.py"
    planted.write_text("import subprocess\nsubprocess.call(input(), shell=True)\n")

    found = subprocess.run(
        [BIN / "bandit", *command.split()[1:], planted], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert targets.split() == ["domain", "services", "workers", "migrations", "docs/verifier.py"]
    assert found.returncode == 1
    assert re.findall(r"Issue: \[(B\d+)", found.stdout) == ["B404", "B602"]


def test_every_silence_names_its_rule_and_its_reason() -> None:
    lines = [line for line in SOURCES if "nosec" in line]
    skipped = PROJECT.partition("[tool.bandit]\n")[2].partition("\n[")[0]

    assert lines
    assert all(re.search(r"# nosec B\d{3} # \w+", line) for line in lines), lines
    assert re.findall(r'"(B\d+)", # \w+', skipped) == re.findall(r'"(.*?)"', skipped) == ["B101"]
    assert "exclude" not in skipped


def test_what_decides_makes_set_up_check_and_demo() -> None:
    script = ROOT / ".ci" / "run"
    text = script.read_text()

    assert os.access(script, os.X_OK)
    assert text.splitlines()[0] == "#!/usr/bin/env bash"
    assert "\nset -euo pipefail\n" in text
    assert re.findall(r"^make (\w+)", text, re.MULTILINE) == ["setup", "check", "demo"]
    subprocess.run(["bash", "-n", script], check=True)


def test_a_python_that_is_too_old_is_named(tmp_path: Path) -> None:
    words = set_up_with('exec "$real" -c "import sys; sys.version_info = (3, 10, 4); $2"', tmp_path)

    assert "Scorepad needs Python 3.11 or newer" in words


def test_a_python_without_ensurepip_is_told_what_to_install(tmp_path: Path) -> None:
    words = set_up_with('case "$2" in *ensurepip*) exit 1;; *) exec "$real" "$@";; esac', tmp_path)

    assert "apt install python3-venv" in words


def test_who_found_a_fault_is_told_a_private_way_and_no_address_that_may_not_be() -> None:
    paper = (ROOT / "SECURITY.md").read_text()

    assert re.findall(r"^## (.+)$", paper, re.MULTILINE) == [
        "Reporting a fault", "What is supported", "What counts", "Releases and locks", "What an operator does",
    ]  # fmt: skip
    assert not re.search(r"://|\w@\w(?!ha256)|mailto", paper)
    assert set(re.findall(r"`make (\w+)", paper)) == {"lock", "check", "audit", "sbom"} <= set(TARGETS)


def test_the_source_archive_has_all_that_make_needs(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", tmp_path]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert {"SECURITY.md", "Makefile", ".ci/run", ".pre-commit-config.yaml", "docs/verifier.py"} <= names
    assert {"tools/audit.py", "tools/sbom.py", "bench/__main__.py", "bench/requirements.lock"} <= names
    assert {"requirements.lock", "requirements-run.lock", "requirements-build.lock"} <= names


def set_up_with(script: str, folder: Path) -> str:
    """What `make setup` says with a Python that behaves so; it must fail before it builds anything."""
    python = folder / "python"
    python.write_text(f"#!/bin/sh\nreal='{sys.executable}'\n{script}\n")
    python.chmod(0o755)
    command = ["make", f"--file={ROOT / 'Makefile'}", f"PYTHON={python}", "setup"]
    (folder / "requirements.lock").touch()
    (folder / "pyproject.toml").touch()

    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)

    assert made.returncode == 2, "make's own status for a recipe that failed"
    assert not (folder / ".venv").exists()
    return made.stdout + made.stderr

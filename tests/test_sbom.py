"""`make sbom`: a CycloneDX document of what is installed to run, and of nothing else."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements-run.lock").read_text()
PINS = dict(re.findall(r"^([a-z0-9.-]+)(?:\[[^]]*\])?==([^ ]+)", LOCK, re.MULTILINE))


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("sbom") / "sbom.json", seed=1)


@pytest.fixture(scope="module")
def sbom(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def test_it_is_valid_by_the_published_schema(text: str) -> None:
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text.replace('"library"', '"book"')) is not None


def test_every_package_that_runs_is_in_it_with_version_purl_and_hashes(sbom: dict[str, Any]) -> None:
    found = {component["name"]: component for component in sbom["components"]}

    assert {name: component["version"] for name, component in found.items()} == PINS
    for name, component in found.items():
        assert component["purl"] == f"pkg:pypi/{name}@{PINS[name]}"
        hashes = {one["content"] for source in component["externalReferences"] for one in source["hashes"]}
        assert hashes == set(re.findall(r"--hash=sha256:(\w+)", entry(name))), name


def test_what_is_for_all_platforms_declares_its_licence_and_what_is_not_says_where(sbom: dict[str, Any]) -> None:
    here = {re.sub(r"[-_.]+", "-", name).lower() for name in chain(*packages_distributions().values())}

    for component in sbom["components"]:
        assert component["name"] not in here or component["licenses"], component["name"]
        said = [each["value"] for each in component.get("properties", ())]
        assert said == re.findall(r"^\S+ ; (.+?) \\$", entry(component["name"]), re.MULTILINE)


def test_every_package_is_there_because_something_needs_it(sbom: dict[str, Any]) -> None:
    needs = {each["ref"]: each["dependsOn"] for each in sbom["dependencies"]}
    reached = {"root-component"}
    while more := set(chain.from_iterable(needs[ref] for ref in reached)) - reached:
        reached |= more

    assert sbom["metadata"]["component"]["name"] == "scorepad"
    assert reached == {"root-component", *(component["bom-ref"] for component in sbom["components"])}


def test_the_same_lock_gives_the_same_bytes(text: str, tmp_path: Path) -> None:
    assert written(tmp_path / "again.json", seed=2) == text


def entry(name: str) -> str:
    """The lines of a package in the lock."""
    found = re.search(rf"^{re.escape(name)}(?:\[[^]]*\])?==.*(?:\n +.*)*", LOCK, re.MULTILINE)
    assert found
    return found[0]


def written(path: Path, seed: int) -> str:
    """The SBOM, with Python's sets in another order for each seed."""
    command = [sys.executable, ROOT / "tools" / "sbom.py", path]
    subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": str(seed)}, capture_output=True, check=True)
    return path.read_text()

"""
What is installed to run, in CycloneDX 1.6: `make sbom` writes build/sbom.json, `python tools/sbom.py FILE` that file.

Names, versions, hashes and what needs what are those of requirements-run.lock, for every platform; a package that is
not installed everywhere says where it is. Descriptions and licences are what the packages of this environment declare
of themselves, so that those for other platforms have none. The same lock and environment give the same bytes.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

_ROOT: Final = Path(__file__).parents[1]
_LOCK: Final = "requirements-run.lock"
_OURS: Final = "scorepad"
_PIN: Final = re.compile(
    r"^([a-z0-9.-]+)\S*==\S+(?: ; ([^\\\n]+?))? \\\n(?: +--hash.*\n)+((?: +#.*\n?)+)", re.MULTILINE
)
_VIA: Final = re.compile(r"^ +#(?: via|  ) +([a-z0-9][a-z0-9.-]*)", re.MULTILINE)


def main() -> None:
    """Write the SBOM of this checkout, and say where it is."""
    sbom = _listed("requirements", _LOCK, "--pyproject", "pyproject.toml")
    _describe(sbom["components"])
    _relate(sbom)
    text = json.dumps(sbom, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        sys.exit(f"This is no CycloneDX 1.6: {fault}")
    path = Path(sys.argv[1]) if sys.argv[1:] else _ROOT / "build" / "sbom.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    print(f"{path} names the {len(sbom['components'])} packages of {_LOCK}.")


def _listed(*words: str) -> Any:
    """What cyclonedx-py lists."""
    command = [sys.executable, "-m", "cyclonedx_py", *words, "--output-reproducible", "--no-validate"]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)  # noqa: S603  our own command
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def _describe(components: list[Any]) -> None:
    """Give each component a name to be referred to by, and what its package says of itself."""
    declared = {_normal(component["name"]): component for component in _listed("environment")["components"]}
    for component in components:
        component["bom-ref"] = component["purl"]
        del component["description"]  # a line of the lock
        twin = declared.get(component["name"], {})
        component |= {name: twin[name] for name in ("description", "licenses") if name in twin}


def _relate(sbom: Any) -> None:
    """Add what needs what, and where a package is installed that is not installed everywhere."""
    components = {component["name"]: component for component in sbom["components"]}
    ours = sbom["metadata"]["component"]
    needs: defaultdict[str, list[str]] = defaultdict(list)
    for name, marker, comment in _PIN.findall((_ROOT / _LOCK).read_text()):
        component = components[name]
        if marker:
            component["properties"] = [{"name": f"{_OURS}:installed-where", "value": marker}]
        for by in _VIA.findall(comment):
            needs[ours["bom-ref"] if by == _OURS else components[by]["bom-ref"]].append(component["bom-ref"])
    everything = [ours["bom-ref"], *(component["bom-ref"] for component in components.values())]
    sbom["dependencies"] = [{"ref": ref, "dependsOn": sorted(needs[ref])} for ref in sorted(everything)]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()

"""The README's three commands: a real session is imported, shown live, and exported."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from services.demo import evening
from tests.commands import ALONE
from tests.houses import running, until

ROOT = Path(__file__).parents[1]
SECTION = (ROOT / "README.md").read_text().partition("## Files that clubs have")[2].partition("\n## ")[0]
COMMANDS = [line for line in SECTION.splitlines() if line.startswith(".venv/bin/scorepad ")]
SESSION = next(match for match in evening() if match.opening["game"] == "bridge.pairs")


@pytest.mark.slow
def test_the_three_commands_of_the_readme(tmp_path: Path) -> None:
    assert [shlex.split(command)[1] for command in COMMANDS] == ["import", "watch", "export"]
    importing, watching, exporting = (_words(command) for command in COMMANDS)
    with running(data=tmp_path / "data") as here:
        environment = ALONE | {
            "SCOREPAD_DATA": str(tmp_path / "data"),
            "SCOREPAD_PORT": here.house.url.rpartition(":")[2],
        }

        said = _run(importing, environment)
        match = said.partition("  ")[0]
        until(lambda: (here.board(match, "ranking") or {}).get("version") == SESSION.events - 1)
        seen = _first_boards([*watching, "--json"], environment)
        exporting[-1] = str(tmp_path / exporting[-1])
        _run(exporting, environment)

    assert said == f"{watching[1]}  {SESSION.opening['title']}: 351 results\n"
    assert [pair["shown"]["percentage"] for pair in seen["ranking"]["pairs"]][:3] == ["61.88", "60.34", "56.48"]
    written = Path(exporting[-1]).read_text(encoding="latin-1")
    assert len(re.findall(r'(?m)^\[Result "\d+"\]', written)) == 351


def _words(command: str) -> list[str]:
    return shlex.split(command)[1:]


def _run(words: list[str], environment: dict[str, str]) -> str:
    command = [sys.executable, "-m", "services.cli", *words]
    return subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    ).stdout


def _first_boards(words: list[str], environment: dict[str, str]) -> Any:
    """What `watch` shows first; it would go on for ever."""
    command = [sys.executable, "-m", "services.cli", *words]
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        found = json.loads(watching.stdout.readline())
        watching.terminate()
    return found

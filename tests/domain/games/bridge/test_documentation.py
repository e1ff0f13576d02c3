"""What docs/games/bridge.md says of flags."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "games" / "bridge.md").read_text()
SOURCES = {path: path.read_text() for path in (ROOT / "domain" / "games" / "bridge").rglob("*.py")}
IRREGULAR = {"revoke", "out_of_turn"}


def test_every_flag_is_explained_and_no_other() -> None:
    codes = {code for text in SOURCES.values() for code in re.findall(r'Note\(\s*code="([a-z_]+)"', text)}
    part = PAGE.partition("\n## What is flagged\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]

    assert {code for row in rows for code in re.findall(r"`([a-z_]+)`", row)} == codes - IRREGULAR

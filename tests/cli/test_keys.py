import os
import subprocess
import sys
from pathlib import Path

import pytest

from services import migrating, wiring
from services.config import Settings


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--scope", "owner"], "owner"),
        (["--scope", "scorer", "--match", "all"], "UUID"),
        (["--scope", "scorer", "--name", "n" * 101], "100"),
        (["--scope", "scorer", "--expires", "soon"], "30m"),
        ([], "scope"),
    ],
)
def test_a_key_that_cannot_be_is_wrong_usage(tmp_path: Path, words: list[str], hint: str) -> None:
    settings = Settings(data=tmp_path, database_url=None, _env_file=None)
    stores = wiring.connect(settings)
    migrating.migrate(stores)
    stores.engine.dispose()

    command = [sys.executable, "-m", "services.cli", "keys", "create", *words]
    environment = os.environ | {"SCOREPAD_DATA": str(tmp_path), "COLUMNS": "200"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 2
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""

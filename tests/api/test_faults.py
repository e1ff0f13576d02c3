"""A fault of our own: whoever asked is told that there was one, and the log says where; neither has a value in it."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from services.config import Settings
from tests.conftest import fresh_database
from tests.servers import problem, serving_process


def test_an_unexpected_fault_is_told_to_the_log_and_to_nobody_else(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path
) -> None:
    with fresh_database(request, "postgresql", tmp_path) as url:
        settings = Settings(database_url=url, redis_url=redis_url, data=tmp_path, _env_file=None)
        with serving_process(settings, tmp_path / "stderr") as (api, _):
            client = api.as_("director")
            assert client.get("/v1/players").status_code == 200
            with api.stores.engine.begin() as connection:
                connection.execute(sa.text("ALTER TABLE players RENAME COLUMN name TO called"))

            answer = client.put("/v1/players/p1", json={"name": "Wachtel"})

            said = problem(answer, 500, "internal")
            logged = (tmp_path / "stderr").read_text()
    assert set(said) == {"type", "title", "status", "detail", "code"}
    assert said["detail"] == "Something went wrong here. It was logged."
    assert '"event": "unexpected"' in logged
    assert '"route": "/v1/players/{player:path}"' in logged
    assert "naming.py" in logged
    assert "Wachtel" not in logged
    assert client.headers["authorization"].rpartition("_")[2] not in logged

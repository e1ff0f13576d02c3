"""The API on a database of each kind, one of each for a module."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.config import Settings
from tests.conftest import DATABASES, fresh_database
from tests.servers import Api, serving

BEAT_SECONDS = 0.3


@pytest.fixture(scope="module", params=DATABASES)
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A served API on a fresh database."""
    folder = tmp_path_factory.mktemp("api")
    with fresh_database(request, request.param, folder) as url:
        given: dict[str, Any] = {"database_url": url, "redis_url": redis_url, "data": folder}
        with serving(Settings(**given, beat_seconds=BEAT_SECONDS, log_level="warning", _env_file=None)) as found:
            yield found

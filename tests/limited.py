"""An API with limits of its own, on SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from services.config import Settings
from tests.conftest import fresh_database
from tests.servers import Api, serving


@contextmanager
def limited(request: pytest.FixtureRequest, redis_url: str, folder: Path, **given: Any) -> Iterator[Api]:
    """An API that is served with these settings."""
    with fresh_database(request, "sqlite", folder) as url:
        stores = {"database_url": url, "redis_url": redis_url, "data": folder, "log_level": "warning"}
        with serving(Settings(**stores | given, _env_file=None)) as api:
            yield api

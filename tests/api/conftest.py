"""
The API on a database of each kind, one of each for a module.

On PostgreSQL it has the roles that a careful house gives it. They may do less than an owner: what they can do, it can.
A house that its owner runs alone is in tests/test_walk.py, and every use case is in tests/services.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from services.config import Settings
from tests.conftest import as_role, fresh_database
from tests.servers import Api, serving

BEAT_SECONDS = 0.3


WITH_ROLES = "postgresql with roles"
"""The API served as its writer, drained as its projector, and keys made by the owner."""


@pytest.fixture(scope="module", params=["sqlite", WITH_ROLES])
def api(request: pytest.FixtureRequest, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A served API on a fresh database."""
    folder = tmp_path_factory.mktemp("api")
    # Tests guess and ask more often than a minute allows: limits have files of their own.
    often = {f"{what}_per_minute": 1_000_000 for what in ("reports", "reads", "address", "guesses")}
    given: dict[str, Any] = {"redis_url": redis_url, "data": folder, "beat_seconds": BEAT_SECONDS} | often

    def settings(url: str) -> Settings:
        return Settings(database_url=url, **given, log_level="warning", _env_file=None)

    roles = request.getfixturevalue("roles_of") if request.param == WITH_ROLES else {}
    with fresh_database(request, request.param.split()[0], folder) as url:
        others = [settings(as_role(url, roles[kind])) for kind in ("writer", "projector") if roles]
        with serving(settings(url), *others) as found:
            yield found

"""Commands to run."""

from collections.abc import Iterator

import pytest

from tests.commands import Commands, commands


@pytest.fixture(scope="module")
def cli() -> Iterator[Commands]:
    """`scorepad`, for a module of tests."""
    with commands() as found:
        yield found

"""The API on a database of each kind, as the tests of the API have it."""

from tests.api.conftest import api

__all__ = ["api"]

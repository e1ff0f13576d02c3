"""A house with the demo's evening, and a browser in front of it, one of each for a module."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browsers import Tabs, browsing, tabs
from tests.houses import Inhabited, running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


@pytest.fixture(scope="module")
def here(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inhabited]:
    """A house; only where there is a browser to look at it."""
    del browser
    with running(data=tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def desk(browser: Browser, here: Inhabited) -> Iterator[Tabs]:
    """Tabs of a desktop browser."""
    with tabs(browser, here.house.url) as found:
        yield found

"""The director's page when others are quicker, the network is worse, or what was typed cannot be read."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.desks import MADE, watched
from tests.browsers import Tabs
from tests.houses import Inhabited

HURRIED = """
const patient = AbortSignal.timeout.bind(AbortSignal);
window.patience = [];
AbortSignal.timeout = (ms) => { window.patience.push(ms); return patient(ms / 8); };
"""
"""Makes two seconds of the fifteen that a page waits for an answer, and keeps how many it would have been."""
SILENT = "No answer came. Try again."


@pytest.fixture
def desk(browser: Browser, here: Inhabited) -> Iterator[Tabs]:
    """Tabs of a director, who may be refused."""
    with watched(browser, here) as found:
        yield found


@pytest.fixture
def rubber(here: Inhabited) -> str:
    """A rubber with one result."""
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    return match


def unanswered(page: Page, path: str) -> list[Route]:
    """Hold what is asked for at a path; it is answered by nobody until the test does."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(path, hold)
    return held


def test_links_that_cannot_be_listed_or_made_say_so(here: Inhabited, desk: Tabs, rubber: str) -> None:
    desk.context.add_init_script(HURRIED)
    page = desk.open(f"/matches/{rubber}/share")
    page.get_by_label("Director’s key").fill(here.client.headers["authorization"].split()[1])
    links = unanswered(page, "**/links")
    use = page.get_by_role("button", name="Use it in this tab")
    use.dblclick()
    expect(page.locator("#fault")).to_have_text(SILENT)
    assert len(links) == 1
    page.unroute("**/links")
    use.click()
    expect(page.locator("#making")).to_be_visible()

    codes = unanswered(page, "**/share/qr*")
    page.get_by_role("button", name="Link for a viewer").dblclick()
    expect(page.locator("#fault")).to_have_text(SILENT)
    assert len(codes) == 1
    expect(page.locator("#listed tr")).to_have_count(1)

"""A director at a match's desk, in a browser."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browsers import Tabs, tabs
from tests.houses import Inhabited

MADE = {"contract": "4S", "declarer": "N", "tricks": 10}
TABLES = [
    [{"table": 1, "ns": "1", "ew": "3", "boards": [1]}, {"table": 2, "ns": "2", "ew": "4", "boards": [1]}],
    [{"table": 1, "ns": "1", "ew": "4", "boards": [2]}, {"table": 2, "ns": "2", "ew": "3", "boards": [2]}],
]
ANSWERED = re.compile("status of (401|412|422|429|503)")
"""What a browser logs when something is refused: that is what these tests are about."""


@contextmanager
def watched(browser: Browser, here: Inhabited, **how: Any) -> Iterator[Tabs]:
    """Tabs of a director, who may be refused."""
    with tabs(browser, here.house.url, **how) as found:
        yield found
        found.faults[:] = [fault for fault in found.faults if not ANSWERED.search(fault)]


def link(here: Inhabited, match: str, role: str = "director") -> str:
    made: str = here.client.post(f"/v1/matches/{match}/links", json={"role": role}).json()["link"]
    return made


def directing(here: Inhabited, desk: Tabs, match: str, language: str = "en") -> Page:
    page = desk.open(f"/direct/{match}?lang={language}&link={link(here, match)}")
    expect(page.locator("#state")).to_have_attribute("data-state", "live")
    return page


def at(page: Page, version: int) -> None:
    """Wait until the desk shows a version."""
    expect(page.locator("#desk")).to_have_attribute("data-version", str(version))


def act(page: Page, version: int, name: str) -> Locator:
    """Open the form of an act on a fact."""
    page.locator(f"#fact-{version}").get_by_role("button", name=re.compile(f"^{name}")).click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("h2")).to_be_focused()
    return sheet


def look(sheet: Locator) -> None:
    """Ask what would change."""
    sheet.locator("[data-preview]").click()


def send(sheet: Locator) -> None:
    """Send what was looked at."""
    sheet.locator("[data-send]").click()


def session(here: Inhabited, visibility: str = "barometer") -> str:
    """A session of pairs, of whose first round both results are in."""
    opening = {"game": "bridge.pairs", "title": "Tuesday", "visibility": visibility}
    match: str = here.client.post("/v1/matches", json=opening).json()["match"]
    here.tell(match, "bridge.movement_set", {"rounds": TABLES})
    for ns, ew, tricks in (("1", "3", 10), ("2", "4", 9)):
        here.tell(match, "bridge.deal_played", {"board": 1, "ns": ns, "ew": ew} | MADE | {"tricks": tricks})
    return match

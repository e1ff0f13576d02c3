"""Every page at the end of the demo's evening, in every look: accessible, within its budget, and kept as a picture."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from services.demo import evening
from tests.browser.telling import Town, opened, told
from tests.browsers import DESKTOP, PHONE, TV, Tabs, picture, tabs
from tests.houses import Inhabited, until

FIRST_PAINT = 60_000
"""Bytes of a board's page with all that it loads."""
REQUESTS = 12
LOOKS: dict[str, dict[str, Any]] = {
    "light": DESKTOP | {"color_scheme": "light"},
    "dark": DESKTOP | {"color_scheme": "dark"},
    "phone": PHONE,
    "tv": TV,
}
GAMES = ("bridge.rubber", "bridge.teams", "bridge.pairs", "schnapsen", "cribbage")
COVERED = """(() => {
    const code = document.querySelector(".code").getBoundingClientRect();
    const under = [...document.querySelectorAll("main *")].filter((each) => {
        const box = each.getBoundingClientRect();
        return each.checkVisibility() && !each.children.length && box.right > code.left && box.bottom > code.top;
    });
    return under.map((each) => each.outerHTML);
})()"""
"""What lies under the code of a screen."""
PAGES = {
    "lobby": "/",
    **{game: f"/matches/{{{game}}}" for game in GAMES},
    "traveller": "/matches/{bridge.pairs}/travellers/9",
    "replay": "/matches/{bridge.teams}/replay?version=30&as=difference",
    "share": "/matches/{cribbage}/share",
    "score": "/score/{going}?link={scorer}",
    "direct": "/direct/{going}?link={director}",
}


@pytest.fixture(scope="module")
def gallery(here: Inhabited) -> Town:
    """The evening, over; a rubber that goes on, and links to it."""
    matches = {}
    for reported in evening():
        match = matches[reported.opening["game"]] = opened(here, reported)
        told(here, match, reported.batches)
    for match in matches.values():
        until(lambda match=match: here.client.get(f"/matches/{match}/drawn/row.en").json()["status"] != "live")
    going = matches["going"] = here.open()
    for contract, declarer, tricks in (("2H", "S", 10), ("4SX", "W", 8), ("3N", "E", 10)):
        here.tell(going, "bridge.deal_played", {"contract": contract, "declarer": declarer, "tricks": tricks})
    for role in ("scorer", "director"):
        made = here.client.post(f"/v1/matches/{going}/links", json={"role": role}).raise_for_status()
        matches[role] = made.json()["link"]
    return Town(here, matches)


@pytest.fixture(scope="module")
def look(request: pytest.FixtureRequest, browser: Browser, gallery: Town) -> Iterator[tuple[str, Tabs]]:
    with tabs(browser, gallery.here.house.url, reduced_motion="reduce", **LOOKS[request.param]) as found:
        yield request.param, found


WAYS = [(kind, name) for kind in LOOKS for name in PAGES if kind != "tv" or name in {"lobby", *GAMES}]


@pytest.mark.parametrize(("look", "name"), WAYS, indirect=["look"])
def test_a_page_is_accessible_and_no_wider_than_its_screen(look: tuple[str, Tabs], gallery: Town, name: str) -> None:
    kind, browser = look
    path = gallery.path(PAGES[name])
    if kind == "tv":
        path = "/tv" if name == "lobby" else path.replace("/matches", "/tv")
    page = browser.open(path)
    if page.locator("[data-match][data-drawn]").count():
        expect(page.locator("#state")).to_contain_text("live")

    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page) == []
    if kind == "tv":
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        assert page.evaluate(COVERED) == []
    picture(page, f"{name}-{kind}", full=kind != "tv")
    page.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_first_paint_keeps_to_its_budget(desk: Tabs, gallery: Town, name: str) -> None:
    page = desk.open(gallery.path(PAGES[name]))
    expect(page.locator("#state")).to_contain_text("live")
    loaded = page.evaluate(
        """performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
            .filter((each) => !each.name.includes("/v1/live")).map((each) => [each.name, each.decodedBodySize])"""
    )

    assert sum(size for _, size in loaded) < FIRST_PAINT, sorted(loaded, key=lambda each: -each[1])
    assert len(loaded) <= REQUESTS, loaded


def violations(page: Page) -> list[str]:
    """What axe-core finds: WCAG 2.2 A and AA, and its best practices."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:4]}" for each in found]

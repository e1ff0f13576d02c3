"""The boards of cribbage and of a Bummerl in a browser: pegs that leap, every width, every scheme of colours."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from services.demo import evening
from tests.browsers import DESKTOP, PHONE, TV, Tabs, picture, tabs
from tests.houses import Inhabited

WATCHED = """() => {
    window.moves = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const peg = this.dataset.peg;
        const { id, duration } = how;
        if (peg) window.moves.push({ peg, id, duration, frames: frames.map((each) => each.transform) });
        return animate.call(this, frames, how);
    };
}"""
WAYS = [("light", DESKTOP), ("dark", PHONE), ("contrast", TV)]


def pegs(here: Inhabited, match: str, seat: str, points: int) -> int:
    return here.tell(match, "cribbage.points_pegged", {"seat": seat, "points": points, "for": "hand"})


def shows(page: Page, version: int) -> None:
    expect(page.locator(".board")).to_have_attribute("data-version", str(version))


def watched(page: Page) -> None:
    expect(page.locator("#state")).to_have_text("● live")
    page.evaluate(WATCHED)


def hole(page: Page, peg: str) -> str | None:
    return page.locator(f'[data-peg="{peg}"]').get_attribute("data-hole")


def test_the_back_peg_leaps_over_the_front_one_along_the_holes(here: Inhabited, desk: Tabs) -> None:
    match = here.open("cribbage")
    pegs(here, match, "A", 12)
    pegs(here, match, "A", 20)
    page = desk.open(f"/matches/{match}")
    shows(page, 3)
    watched(page)
    front = page.locator('[data-peg="A-front"]').element_handle()
    behind = page.locator('[data-peg="A-back"]').get_attribute("transform")

    pegs(here, match, "A", 8)

    shows(page, 4)
    leap, passed = page.evaluate("moves")
    assert (hole(page, "A-front"), hole(page, "A-back")) == ("40", "32")
    assert leap["id"] == "leap"
    assert leap["peg"] == "A-front"
    assert leap["duration"] == 600
    assert len(leap["frames"]) == 40 - 12 + 1
    assert leap["frames"][0] == _frame(behind)
    assert leap["frames"][-1] == _frame(page.locator('[data-peg="A-front"]').get_attribute("transform"))
    assert (passed["peg"], passed["id"]) == ("A-back", "passed")
    assert page.evaluate("(front) => front.isConnected", front)


def _frame(transform: str | None) -> str:
    x, y = (transform or "").removeprefix("translate(").removesuffix(")").split()
    return f"translate({float(x):g}px, {float(y):g}px) scale(1)"


def test_a_peg_that_is_put_right_does_not_leap_back(here: Inhabited, desk: Tabs) -> None:
    match = here.open("cribbage")
    version = pegs(here, match, "A", 12)
    page = desk.open(f"/matches/{match}")
    shows(page, version)
    watched(page)

    right = {"seat": "A", "points": 10, "for": "hand"}
    here.tell(match, "match.corrected", {"of": version, "data": right, "reason": "counted again"})

    shows(page, version + 1)
    assert hole(page, "A-front") == "10"
    assert page.evaluate("moves") == []
    expect(page.locator('[data-figure="A score"]')).to_have_attribute("data-delta", "−2")


def test_nothing_moves_for_who_wants_no_movement(here: Inhabited, browser: Browser) -> None:
    match = here.open("cribbage")
    with tabs(browser, here.house.url, **DESKTOP, reduced_motion="reduce") as still:
        page = still.open(f"/matches/{match}")
        watched(page)

        version = pegs(here, match, "B", 12)

        shows(page, version)
        assert hole(page, "B-front") == "12"
        assert page.evaluate("moves") == []


def test_other_games_load_no_pegs(here: Inhabited, desk: Tabs) -> None:
    page = desk.open(f"/matches/{here.open('schnapsen')}")
    expect(page.locator("#state")).to_have_text("● live")

    loaded: list[str] = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [name for name in loaded if "cribbage" in name]


@pytest.fixture(scope="module")
def matches(here: Inhabited) -> dict[str, str]:
    """A deal being played of each game, and cribbage for three: by name."""
    by_game = {match.opening["game"]: match for match in evening()}
    found = {}
    for name, game, events in (("show", "cribbage", 96), ("play", "cribbage", 8), ("deal", "schnapsen", 113)):
        told = [event for batch in by_game[game].batches for event in batch][:events]
        found[name] = here.open(game)
        here.client.post(f"/v1/matches/{found[name]}/events", json={"events": told}).raise_for_status()
    three: Any = {"game": "cribbage", "options": {"players": 3, "games": 2}}
    found["three"] = here.client.post("/v1/matches", json=three).raise_for_status().json()["match"]
    pegs(here, found["three"], "C", 24)
    return found


@pytest.mark.parametrize(("theme", "how"), WAYS, ids=[theme for theme, _ in WAYS])
def test_boards_can_be_read_by_everybody(
    here: Inhabited, browser: Browser, matches: dict[str, str], theme: str, how: dict[str, Any]
) -> None:
    # Nothing fades in, so that colours are what they are.
    scheme: Any = {"color_scheme": "dark" if theme == "dark" else "light", "reduced_motion": "reduce"}
    with tabs(browser, here.house.url, **how, **scheme) as found:
        for name, match in matches.items():
            page = found.open(f"/matches/{match}")
            expect(page.locator("#state")).to_have_text("● live")
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)

            assert Axe().run(page).response["violations"] == [], name
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            picture(page, f"table_{name}_{theme}")


def test_the_board_lies_down_where_there_is_room(here: Inhabited, browser: Browser, matches: dict[str, str]) -> None:
    for how, lies in ((PHONE, False), (DESKTOP, True)):
        with tabs(browser, here.house.url, **how) as found:
            page = found.open(f"/matches/{matches['show']}")
            box, wood = (
                page.locator(each).evaluate("(it) => it.getBoundingClientRect().toJSON()")
                for each in (".wood svg", ".wood")
            )
            assert (box["width"] > box["height"]) is lies
            assert box["width"] == pytest.approx(wood["width"], abs=2)
            assert box["height"] == pytest.approx(wood["height"], abs=2)


def test_boards_need_no_javascript(here: Inhabited, browser: Browser, matches: dict[str, str]) -> None:
    with tabs(browser, here.house.url, **DESKTOP, java_script_enabled=False) as found:
        page = found.open(f"/matches/{matches['show']}")
        expect(page.locator('[data-peg="A-front"]')).to_be_visible()
        expect(page.locator(".aloud blockquote")).to_contain_text("fifteen two")

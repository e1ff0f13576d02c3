"""A replay in a real browser: keys, playing, the slider, addresses of states, and a match that goes on meanwhile."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from services.demo import evening
from tests.browsers import DESKTOP, PHONE, Tabs, tabs
from tests.houses import Inhabited

RUBBER = next(iter(evening()))
PLAYED = "bridge.deal_played"


@pytest.fixture(scope="module")
def rubber(here: Inhabited) -> str:
    """The rubber of the evening, corrected at the end."""
    match: str = here.client.post("/v1/matches", json=RUBBER.opening).raise_for_status().json()["match"]
    events = [event for batch in RUBBER.batches for event in batch]
    version, said = next((n, each["data"]) for n, each in enumerate(events, start=2) if each["type"] == PLAYED)
    right = {"of": version, "data": said | {"lead": "AS"}, "reason": "the lead was forgotten"}
    events.append({"type": "match.corrected", "data": right})
    here.client.post(f"/v1/matches/{match}/events", json={"events": events}).raise_for_status()
    return match


@pytest.fixture(scope="module")
def last() -> int:
    return RUBBER.events + 1


def at(page: Page, version: int, last: int) -> None:
    """Wait until a page shows a version: in the address, beside the slider, in the log, and in the proof."""
    expect(page.locator("#position")).to_contain_text(f"event {version} of {last}")
    expect(page.locator("#proof dt").first).to_have_text(f"Event {version}")
    expect(page.locator("#log [aria-current]")).to_have_attribute("data-version", str(version))
    expect(page).to_have_url(re.compile(rf"[?&]version={version}(&|$)"))


def drawn(here: Inhabited, match: str, version: int, view: str = "then") -> Any:
    found = here.client.get(f"/matches/{match}/replay/steps?from={version}&as={view}&lang=en").json()
    return found["html"]


def shows(page: Page, html: str) -> None:
    """Whether the page shows what the server draws, but for what tells of a change."""
    same = page.evaluate(
        """(html) => {
            const [shown, wanted] = [document.querySelector("#still").innerHTML, html].map((text) => {
                const place = document.createElement("article");
                place.innerHTML = text.trim();
                for (const one of place.querySelectorAll("*")) {
                    one.classList.remove("changed", "fresh");
                    if (!one.className) one.removeAttribute("class");
                    delete one.dataset.delta;
                }
                return place;
            });
            return shown.isEqualNode(wanted) || [shown.innerHTML, wanted.innerHTML];
        }""",
        html,
    )
    assert same is True, same


def test_keys_go_by_events_and_by_hands(here: Inhabited, desk: Tabs, rubber: str, last: int) -> None:
    page = desk.open(f"/matches/{rubber}/replay?version=10&as=then")
    ends = [int(each) for each in (page.locator("#replay").get_attribute("data-ends") or "").split()]
    after = next(each for each in ends if each > 9)

    for key, version in (
        ("ArrowRight", 11),
        ("ArrowLeft", 10),
        ("ArrowLeft", 9),
        ("Shift+ArrowRight", after),
        ("Home", 1),
        ("End", last),
    ):
        page.keyboard.press(key)
        at(page, version, last)
    page.keyboard.press("Shift+ArrowLeft")
    at(page, ends[-1], last)
    shows(page, drawn(here, rubber, ends[-1]))


def test_it_plays_to_the_end_and_stops_there(here: Inhabited, desk: Tabs, rubber: str, last: int) -> None:
    page = desk.open(f"/matches/{rubber}/replay?version={last - 12}")
    page.locator("#speed").select_option("8")
    page.locator("h1").click()

    page.keyboard.press(" ")

    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    at(page, last, last)
    expect(page.locator("#play")).to_have_attribute("aria-label", "Start")
    shows(page, drawn(here, rubber, last))
    spent = page.evaluate("performance.getEntriesByName('stepped').map((each) => each.duration)")
    assert len(spent) >= 12
    assert sorted(spent)[len(spent) // 2] < 15, "a step from what was brought before is done at once"


def test_the_slider_is_dragged_and_every_state_has_an_address(
    here: Inhabited, desk: Tabs, rubber: str, last: int
) -> None:
    page = desk.open(f"/matches/{rubber}/replay?version=5&as=then")
    slider = page.locator("#slider")
    box = slider.bounding_box()
    assert box is not None

    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 12 + (box["width"] - 24) * 4 / (last - 1), middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, middle, steps=8)
    page.mouse.up()
    version = int(slider.input_value())
    at(page, version, last)
    assert abs(version - last / 2) < 4
    before = page.locator("#still").inner_text()
    page.reload()
    at(page, version, last)
    assert page.locator("#still").inner_text() == before
    shows(page, drawn(here, rubber, version))


def test_back_leads_to_the_state_before(desk: Tabs, rubber: str, last: int) -> None:
    page = desk.open(f"/matches/{rubber}/replay?version=40&as=then")

    page.locator("#log a.jump[data-version='45']").click()
    at(page, 45, last)
    page.get_by_role("link", name="Difference").click()
    expect(page.locator("#still")).to_contain_text("the lead was forgotten")
    plot = page.locator("#plot").bounding_box()
    assert plot is not None
    page.locator("#plot").click(position={"x": plot["width"] - 1, "y": 20})
    at(page, last, last)
    expect(page.locator("#still")).to_contain_text("Nothing: no correction touches this.")
    page.go_back()
    at(page, 45, last)
    page.go_back()
    expect(page.locator("[data-view='then']")).to_have_attribute("aria-current", "page")
    page.go_back()
    at(page, 40, last)


def test_the_end_moves_while_the_reader_stays(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    for _ in range(3):
        here.tell(match, "bridge.deal_played", {"contract": "4S", "declarer": "N", "tricks": 9})
    page = desk.open(f"/matches/{match}/replay?version=2&as=then")
    expect(page.locator("#state")).to_have_text(re.compile("● live"))

    here.tell(match, "bridge.deal_played", {"contract": "2S", "declarer": "E", "tricks": 9})

    at(page, 2, 5)
    expect(page.locator("#event-5")).to_contain_text("Result")
    expect(page.locator("#slider")).to_have_attribute("max", "5")
    page.keyboard.press("End")
    at(page, 5, 5)


@pytest.mark.parametrize(
    ("view", "scheme", "screen"), [("then", "light", DESKTOP), ("now", "dark", DESKTOP), ("difference", "light", PHONE)]
)
def test_nothing_bars_anybody(
    browser: Browser, here: Inhabited, rubber: str, view: str, scheme: str, screen: dict[str, Any]
) -> None:
    with tabs(browser, here.house.url, **screen, color_scheme=scheme) as found:
        page = found.open(f"/matches/{rubber}/replay?version=30&as={view}")
        expect(page.locator("#play")).to_be_visible()

        violations = Axe().run(page).response["violations"]

        assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in violations] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.evaluate(
            "[...document.querySelectorAll('.keys > :not([hidden])')].map((e) => e.getBoundingClientRect())"
            ".filter((e) => e.width && (e.width < 44 || e.height < 44)).length"
        )
        assert small == 0


def test_on_a_phone_the_controls_stay_in_reach(browser: Browser, here: Inhabited, rubber: str, last: int) -> None:
    with tabs(browser, here.house.url, **PHONE) as found:
        page = found.open(f"/matches/{rubber}/replay?version=60&as=then")
        page.evaluate("scrollTo(0, 1500)")

        page.locator("[data-go='on']").tap()

        at(page, 61, last)
        assert page.evaluate("scrollY") > 1000

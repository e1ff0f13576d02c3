"""A replay whose server fails, falls behind, or answers late; and keys and addresses at its edges."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsers import Tabs
from tests.houses import Inhabited, until

LAST = 8
LIVE = re.compile("● live")
PLAYED = "bridge.deal_played"
DOWN = {"contract": "2S", "declarer": "N", "tricks": 7}
"""A deal that ends no rubber."""


@pytest.fixture
def desk(desk: Tabs) -> Iterator[Tabs]:
    """Tabs to which the server may refuse something."""
    yield desk
    desk.faults[:] = [each for each in desk.faults if "the server responded with a status of" not in each]


@pytest.fixture(scope="module")
def rubber(here: Inhabited) -> str:
    """A match of eight events, each at a time of its own."""
    return played(here, LAST)


def played(here: Inhabited, last: int) -> str:
    match = here.open()
    for _ in range(last - 1):
        here.tell(match, PLAYED, DOWN)
    return match


def at(page: Page, version: int, last: int = LAST) -> None:
    """Wait until a page shows a version, in its address too."""
    expect(page.locator("#position")).to_contain_text(f"event {version} of {last}", timeout=30_000)
    expect(page.locator("#proof dt").first).to_have_text(f"Event {version}", timeout=30_000)
    expect(page).to_have_url(re.compile(rf"[?&]version={version}(&|#|$)"))


def busy(route: Route) -> None:
    route.fulfill(status=503, body="{}")


def limited(route: Route) -> None:
    route.fulfill(status=429, body="{}")


def nothing(route: Route) -> None:
    route.fulfill(status=200, body="")


def half_a_line(route: Route) -> None:
    route.fulfill(status=200, body='{"version": 5, "rec')


@pytest.mark.parametrize("failing", [busy, limited, nothing, half_a_line])
def test_states_that_fail_to_come_are_asked_for_again(
    desk: Tabs, rubber: str, failing: Callable[[Route], None]
) -> None:
    failures = [failing, failing]
    desk.context.route("**/replay/steps?*", lambda route: failures.pop()(route) if failures else route.continue_())
    page = desk.open(f"/matches/{rubber}/replay?version=2&as=then")

    until(lambda: page.evaluate("true") and len(failures) < 2)
    page.keyboard.press("End")

    at(page, LAST)
    assert failures == []
    expect(page.locator("#replay")).not_to_have_class("gone")


def test_a_replay_that_is_not_shown_any_more_says_so_until_it_is(here: Inhabited, desk: Tabs) -> None:
    match = played(here, 4)
    hidden = [404]
    desk.context.route(
        "**/replay/steps?*",
        lambda route: route.fulfill(status=hidden[0], body="{}") if hidden else route.continue_(),
    )
    page = desk.open(f"/matches/{match}/replay?version=2&as=then")
    expect(page.locator("#replay")).to_have_class("gone")

    hidden.clear()
    page.keyboard.press("ArrowRight")

    at(page, 3, 4)
    expect(page.locator("#replay")).not_to_have_class("gone")


def test_a_late_answer_does_not_take_the_end_back(here: Inhabited, desk: Tabs) -> None:
    match = played(here, 3)
    asked: list[Route] = []

    def track(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    desk.context.route("**/replay/track?*", track)
    desk.context.clock.install()
    page = desk.open(f"/matches/{match}/replay?version=2&as=then")
    expect(page.locator("#state")).to_have_text(LIVE)
    here.tell(match, PLAYED, DOWN)
    until(lambda: page.evaluate("true") and asked)
    older = asked[0].fetch()

    here.tell(match, PLAYED, DOWN)
    expect(page.locator("[data-drawn^='row']")).to_have_attribute("data-version", "5")
    page.clock.fast_forward(3000)
    page.evaluate("fetch('/healthz').then(() => true)")
    assert len(asked) == 1, "one question at a time"
    asked[0].fulfill(response=older)

    at(page, 2, 5)
    assert len(asked) == 2


def test_the_end_that_was_not_told_is_asked_for_again(here: Inhabited, desk: Tabs) -> None:
    match = played(here, 3)
    failures = [busy, busy]
    desk.context.route("**/replay/track?*", lambda route: failures.pop()(route) if failures else route.continue_())
    page = desk.open(f"/matches/{match}/replay?version=2&as=then")
    expect(page.locator("#state")).to_have_text(LIVE)

    here.tell(match, PLAYED, DOWN)

    at(page, 2, 4)
    assert failures == []


def test_a_state_that_was_opened_by_its_time_is_left_and_come_back_to(here: Inhabited, desk: Tabs, rubber: str) -> None:
    time = here.client.get(f"/matches/{rubber}/replay/steps?from=3").json()["recorded_at"]
    page = desk.open(f"/matches/{rubber}/replay?at={time}")
    at(page, 3)

    page.locator(".skip").press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    at(page, 3)
    page.locator("[data-go='last']").click()
    at(page, LAST)
    page.go_back()
    at(page, 3)
    page.go_back()
    at(page, 3)


def test_a_log_in_focus_is_scrolled_by_its_keys(here: Inhabited, desk: Tabs) -> None:
    page = desk.open(f"/matches/{played(here, 60)}/replay?version=2&as=then")
    log = page.locator("#log")
    top = "(log) => log.scrollTop"
    expect(page.locator("#play")).to_be_visible()
    log.focus()
    assert log.evaluate(top) == 0

    page.keyboard.press("End")
    until(lambda: log.evaluate("(log) => log.scrollTop + log.clientHeight > log.scrollHeight - 2"))
    page.keyboard.press("Home")
    until(lambda: log.evaluate(top) == 0)
    page.keyboard.press(" ")
    until(lambda: log.evaluate(top) > 0)

    at(page, 2, 60)
    expect(page.locator("#play")).to_have_attribute("aria-label", "Start")
    page.keyboard.press("ArrowRight")
    at(page, 3, 60)


def test_of_what_steps_took_the_last_hundred_are_kept(desk: Tabs, rubber: str) -> None:
    page = desk.open(f"/matches/{rubber}/replay?version=2&as=then")
    for version in range(3, LAST + 1):
        page.keyboard.press("ArrowRight")
        at(page, version)

    page.evaluate(
        """() => {
            const slider = document.getElementById("slider");
            for (let at = 0; at < 250; at += 1) {
                slider.value = String(2 + (at % 5));
                slider.dispatchEvent(new Event("input"));
            }
        }"""
    )

    assert 100 <= page.evaluate("performance.getEntriesByName('stepped').length") < 200
    assert page.evaluate("performance.getEntriesByType('mark').length") == 0

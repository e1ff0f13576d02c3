"""The director's page when others are quicker, the network is worse, or what was typed cannot be read."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.desks import MADE, act, at, directing, look, send, watched
from tests.browsers import Tabs
from tests.houses import Inhabited, until

HURRIED = """
const patient = AbortSignal.timeout.bind(AbortSignal);
window.patience = [];
AbortSignal.timeout = (ms) => { window.patience.push(ms); return patient(ms / 8); };
"""
"""Makes two seconds of the fifteen that a page waits for an answer, and keeps how many it would have been."""
SILENT = "No answer came. Try again."
HEARTS = {"contract": "4H", "declarer": "N", "tricks": 10}


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


def version(here: Inhabited, match: str) -> int:
    found: int = here.client.get(f"/v1/matches/{match}").json()["version"]
    return found


def corrected(here: Inhabited, match: str) -> None:
    """Another director makes it hearts."""
    here.tell(match, "match.corrected", {"of": 2, "data": HEARTS, "reason": "misread"})


def unanswered(page: Page, path: str) -> list[Route]:
    """Hold what is asked for at a path; it is answered by nobody until the test does."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(path, hold)
    return held


def seen(page: Page, what: Callable[[], Any]) -> None:
    """Wait until something was asked for; what a page asks is heard while it is spoken to."""
    until(lambda: page.title() and what())


def test_a_form_that_was_begun_tells_what_came_since(here: Inhabited, desk: Tabs, rubber: str) -> None:
    page = directing(here, desk, rubber)
    sheet = act(page, 2, "Correct")
    sheet.get_by_label("Tricks", exact=True).fill("9")
    page.keyboard.press("Escape")
    corrected(here, rubber)
    at(page, 3)

    act(page, 2, "Correct")
    sheet.get_by_label("Reason for this").fill("miscounted")
    look(sheet)

    expect(sheet.get_by_label("Contract")).to_have_value("4S")
    expect(sheet.locator(".preview")).to_contain_text("This came meanwhile")
    expect(sheet.locator(".preview q")).to_have_text("misread")
    expect(sheet.locator("[data-preview]")).to_be_focused()
    sheet.get_by_label("Contract").fill("4H")
    look(sheet)
    expect(sheet.locator(".preview")).not_to_contain_text("This came meanwhile")
    send(sheet)
    at(page, 4)


def test_a_form_in_which_nothing_was_changed_is_fetched_anew(here: Inhabited, desk: Tabs, rubber: str) -> None:
    page = directing(here, desk, rubber)
    sheet = act(page, 2, "Correct")
    page.keyboard.press("Escape")
    corrected(here, rubber)
    at(page, 3)

    act(page, 2, "Correct")

    expect(sheet.get_by_label("Contract")).to_have_value("4H")


def test_a_form_says_what_it_is_for_after_another_was_chosen(here: Inhabited, desk: Tabs, rubber: str) -> None:
    page = directing(here, desk, rubber)
    sheet = act(page, 2, "Insert")
    what = sheet.get_by_label("What happened")
    sheet.get_by_label("Reason for this").fill("forgotten")
    what.select_option("bridge.honours_claimed")
    expect(sheet.get_by_label("Seat")).to_be_visible()
    expect(sheet.get_by_label("Reason for this")).to_have_value("forgotten")
    page.keyboard.press("Escape")

    act(page, 2, "Insert")

    expect(what).to_have_value("bridge.deal_played")
    expect(sheet.locator("[data-field=contract]")).to_be_visible()


def test_a_desk_that_could_not_be_drawn_is_asked_for_again(here: Inhabited, desk: Tabs, rubber: str) -> None:
    page = directing(here, desk, rubber)
    asked = []

    def busy(route: Route) -> None:
        asked.append(1)
        if len(asked) > 2:
            route.continue_()
        elif len(asked) == 2:
            route.abort()
        else:
            route.fulfill(status=503, headers={"Retry-After": "1"}, content_type="application/json", body="{}")

    page.clock.install()
    page.route("**/desk?*", busy)
    for told in (1, 2, 3):
        here.tell(rubber, "bridge.deal_played", {"contract": "Pass"})
        expect(page.locator("#board")).to_have_attribute("data-version", str(2 + told))
    seen(page, lambda: len(asked) == 1)
    page.clock.run_for(5_100)
    seen(page, lambda: len(asked) == 2)
    expect(page.locator("#desk")).to_have_attribute("data-version", "2")

    page.clock.run_for(5_100)

    at(page, 5)
    page.clock.run_for(20_000)
    assert len(asked) == 3


def test_what_is_not_answered_is_said_within_fifteen_seconds(here: Inhabited, desk: Tabs, rubber: str) -> None:
    desk.context.add_init_script(HURRIED)
    page = directing(here, desk, rubber)
    forms = unanswered(page, "**/form?*")
    page.locator("#fact-2").get_by_role("button", name=re.compile("^Correct")).dblclick()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("alert")).to_have_text(SILENT)
    expect(sheet.locator("h2")).to_have_text("Correct version 2")
    assert len(forms) == 1, "a second click does nothing"
    page.unroute("**/form?*")
    sheet.get_by_role("button", name="Try again").click()
    sheet.get_by_label("Reason for this").fill("misread")

    looks = unanswered(page, "**/preview?*")
    sheet.locator("[data-preview]").dblclick()
    expect(sheet.locator(".fault")).to_have_text(SILENT)
    assert len(looks) == 1
    page.unroute("**/preview?*")
    look(sheet)
    reports = unanswered(page, "**/events")
    sheet.locator("[data-send]").dblclick()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(sheet.locator(".fault")).to_contain_text("it may have been taken or not")
    assert len(reports) == 1

    page.unroute("**/events")
    send(sheet)
    at(page, 3)
    assert set(page.evaluate("window.patience")) == {15_000}


def test_escape_waits_for_what_is_being_sent_on_a_phone_too(here: Inhabited, browser: Browser, rubber: str) -> None:
    with watched(browser, here, viewport={"width": 360, "height": 740}) as phone:
        page = directing(here, phone, rubber)
        sheet = act(page, 2, "Correct")
        sheet.get_by_label("Reason for this").fill("as it was")
        look(sheet)
        reports = unanswered(page, "**/events")
        send(sheet)
        seen(page, lambda: reports)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(sheet).to_be_visible()

        reports[0].continue_()

        at(page, 3)
        expect(sheet).to_be_hidden()


def test_two_quick_clicks_report_once(here: Inhabited, desk: Tabs, rubber: str) -> None:
    page = directing(here, desk, rubber)
    page.get_by_role("button", name="Report a fact").click()
    sheet = page.locator("#sheet")
    sheet.get_by_role("textbox", name="Contract").fill("Pass")
    look(sheet)

    sheet.locator("[data-send]").dblclick()

    at(page, 3)
    expect(page.locator("#done")).to_have_text("Taken as version 3.")
    assert version(here, rubber) == 3


def test_the_focus_goes_where_the_opener_was(here: Inhabited, desk: Tabs, rubber: str) -> None:
    page = directing(here, desk, rubber)
    sheet = act(page, 2, "Withdraw")
    sheet.get_by_label("Reason for this").fill("never played")
    look(sheet)
    send(sheet)
    at(page, 3)
    expect(page.locator("#fact-2")).to_be_focused()

    sheet = act(page, 2, "Restore")
    page.locator("#seek").fill("no such fact")
    expect(page.locator("#fact-2")).to_have_count(0)
    sheet.get_by_role("button", name="Cancel").click()
    expect(page.locator("#title")).to_be_focused()


def test_a_link_that_is_revoked_loses_nothing_that_was_typed(here: Inhabited, desk: Tabs, rubber: str) -> None:
    held = here.client.post(f"/v1/matches/{rubber}/links", json={"role": "director"}).json()
    page = desk.open(f"/direct/{rubber}?lang=de&link={held['link']}")
    sheet = act(page, 2, "Ändern")
    sheet.get_by_label("Stiche", exact=True).fill("9")
    sheet.get_by_label("Grund dafür").fill("verzählt")
    here.client.delete(f"/v1/matches/{rubber}/links/{held['id']}").raise_for_status()
    until(lambda: here.client.get(f"/direct/{rubber}/desk", headers=bearing(held["link"])).status_code == 401)

    look(sheet)

    expect(sheet.locator(".fault")).to_have_text("Dieser Schlüssel oder Link gilt hier nicht oder nicht mehr.")
    expect(page.locator("#no-good")).to_have_text("Dieser Schlüssel oder Link gilt hier nicht oder nicht mehr.")
    page.get_by_label("Schlüssel der Turnierleitung").fill(here.client.headers["authorization"].split()[1])
    page.keyboard.press("Enter")
    expect(page.locator("#needs")).to_be_hidden()
    look(sheet)
    send(sheet)
    at(page, 3)
    expect(page.locator(".mendings")).to_contain_text("verzählt")


def test_a_key_is_held_though_no_answer_came_to_it(here: Inhabited, desk: Tabs, rubber: str) -> None:
    desk.context.add_init_script(HURRIED)
    page = desk.open(f"/direct/{rubber}")
    held = unanswered(page, "**/desk?*")
    page.get_by_label("Director’s key").fill(here.client.headers["authorization"].split()[1])
    page.get_by_role("button", name="Use it in this tab").dblclick()
    expect(page.locator("#no-good")).to_have_text(SILENT)
    assert len(held) == 1
    page.unroute("**/desk?*")

    page.get_by_role("button", name="Use it in this tab").click()

    at(page, 2)
    expect(page.locator("#needs")).to_be_hidden()


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


def bearing(held: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {held}"}

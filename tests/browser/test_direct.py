"""The director's page and the sharing of a match, in a real browser."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.desks import MADE, act, at, directing, session, watched
from tests.browsers import DESKTOP, PHONE, Tabs, tabs
from tests.houses import Inhabited


@pytest.fixture
def desk(browser: Browser, here: Inhabited) -> Iterator[Tabs]:
    """Tabs of a director, whose reports may be refused."""
    with watched(browser, here) as found:
        yield found


def test_a_result_is_corrected_by_the_keyboard_alone_with_a_look_at_what_changes(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    page = directing(here, desk, match)

    page.locator("#fact-2").get_by_role("button", name=re.compile("^Correct")).press("Enter")
    sheet = page.locator("#sheet")
    expect(sheet.locator("h2")).to_be_focused()
    while page.evaluate("document.activeElement.dataset.field") != "tricks":
        page.keyboard.press("Tab")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(sheet.locator(".fault")).to_have_text("Fill this in.")
    expect(sheet.locator("[data-reason]")).to_be_focused()
    page.keyboard.type("one trick was miscounted")
    page.keyboard.press("Enter")
    expect(sheet.locator(".differences")).to_contain_text("by North, made 4")
    expect(sheet.get_by_role("button", name="Send")).to_be_focused()
    page.keyboard.press("Enter")

    at(page, 3)
    expect(page.locator("#done")).to_have_text("Taken as version 3.")
    expect(page.locator("#fact-2").get_by_role("button", name=re.compile("^Correct"))).to_be_focused()
    expect(page.locator(".mendings")).to_contain_text("one trick was miscounted")
    board = desk.open(f"/matches/{match}")
    expect(board.locator(".changes")).to_contain_text("one trick was miscounted")


def test_who_reports_in_between_is_told_of_and_nothing_is_sent_by_itself(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    page = directing(here, desk, match)
    sheet = act(page, 2, "Withdraw")
    sheet.get_by_label("Reason for this").fill("never played")
    sheet.get_by_role("button", name="Show what changes").click()
    expect(sheet.get_by_role("button", name="Send")).to_be_focused()

    here.tell(match, "bridge.deal_played", {"contract": "Pass"})
    at(page, 3)
    sheet.get_by_role("button", name="Send").click()

    expect(sheet.locator(".fault")).to_have_text("The match has gone on to version 3.")
    expect(sheet.locator(".preview")).to_contain_text("Version 3: Result · Pass")
    expect(sheet.get_by_label("Reason for this")).to_have_value("never played")
    assert here.client.get(f"/v1/matches/{match}").json()["version"] == 3

    sheet.get_by_role("button", name="Send").click()
    at(page, 4)
    expect(page.locator("#fact-2")).to_have_class("withdrawn")
    restore = act(page, 2, "Restore")
    restore.get_by_label("Reason for this").fill("it was")
    page.keyboard.press("Enter")
    restore.get_by_role("button", name="Send").click()
    at(page, 5)
    expect(page.locator("#fact-2")).to_have_class("stands")


def test_a_mending_that_breaks_a_later_fact_is_taken_by_force_alone(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    here.tell(match, "bridge.honours_claimed", {"seat": "N", "points": 100})
    page = directing(here, desk, match)
    sheet = act(page, 2, "Withdraw")
    sheet.get_by_label("Reason for this").fill("never played")
    page.keyboard.press("Enter")

    expect(sheet.locator(".preview")).to_contain_text("With this, version 3 breaks the rules")
    expect(sheet.locator(".preview")).to_contain_text("Honours")
    expect(sheet.get_by_role("button", name="Send")).to_be_hidden()
    sheet.get_by_label("Take it all the same").check()
    sheet.get_by_role("button", name="Send").click()

    at(page, 4)
    expect(page.locator("#desk > .warning")).to_contain_text("stuck at version 3")


def test_refusals_stand_beside_the_form_and_nothing_typed_is_lost(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    here.tell(match, "bridge.deal_played", MADE)
    page = directing(here, desk, match)
    sheet = act(page, 2, "Correct")
    sheet.get_by_label("Contract").fill("8S")
    sheet.get_by_label("Reason for this").fill("misread")
    sheet.get_by_role("button", name="Show what changes").click()
    expect(sheet.locator(".fault")).to_contain_text("contract")

    page.keyboard.press("Escape")
    act(page, 2, "Correct")

    expect(sheet.get_by_label("Contract")).to_have_value("8S")
    expect(sheet.get_by_label("Reason for this")).to_have_value("misread")


def test_a_board_is_adjusted_and_a_round_of_a_barometer_released(here: Inhabited, desk: Tabs) -> None:
    match = session(here)
    page = directing(here, desk, match)
    outside = desk.open(f"/matches/{match}")
    expect(outside.locator(".board")).not_to_contain_text("80.00")

    sheet = act(page, 3, "Adjust")
    expect(sheet.get_by_label("East–West")).to_have_value("3")
    ours, theirs = sheet.locator(".award").all()
    ours.get_by_label("Kind").select_option("weighted")
    ours.get_by_label("Score 1").fill("420")
    ours.get_by_label("of it, %").first.fill("60")
    ours.get_by_label("Score 2").fill("-50")
    ours.get_by_label("of it, %").nth(1).fill("40")
    theirs.get_by_label("Kind").select_option("same")
    sheet.get_by_label("Reason").fill("unauthorised information")
    page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Send").click()
    at(page, 5)
    expect(page.locator("#fact-5")).to_contain_text("60% of 420, 40% of -50".replace("-", "−"))

    page.get_by_role("button", name="Release results").click()
    sheet.get_by_label("Round").fill("1")
    page.keyboard.press("Enter")
    expect(sheet.locator(".preview")).to_contain_text("Everybody else sees the results of round 1 to 1.")
    sheet.get_by_role("button", name="Send").click()
    at(page, 6)
    expect(outside.locator(".board")).to_contain_text("80.00")


def test_a_key_directs_from_memory_and_is_kept_nowhere(here: Inhabited, desk: Tabs) -> None:
    match = session(here, "private")
    page = desk.open(f"/direct/{match}")
    expect(page.locator("#room")).to_be_hidden()

    key = here.client.headers["authorization"].split()[1]
    page.get_by_label("Director’s key").fill(key)
    page.keyboard.press("Enter")

    at(page, 4)
    expect(page.locator("#board")).to_contain_text("Leaderboard")
    here.tell(match, "bridge.board_not_played", {"board": 2, "ns": "1", "ew": "4"})
    at(page, 5)
    assert key not in page.url + page.content() + page.get_by_label("Director’s key").input_value()
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    page.reload()
    expect(page.locator("#room")).to_be_hidden()


def test_a_scorers_link_is_made_opens_its_page_and_is_revoked(here: Inhabited, desk: Tabs) -> None:
    match = here.open()
    page = desk.open(f"/matches/{match}/share")
    page.get_by_label("Director’s key").fill(here.client.headers["authorization"].split()[1])
    page.get_by_role("button", name="Use it in this tab").click()
    page.get_by_label("Good for").select_option("7")
    page.get_by_role("button", name="Link for a scorer").click()

    made = page.locator("#made")
    expect(made.locator(".told")).to_be_focused()
    address = made.locator("code").inner_text()
    assert re.fullmatch(rf"{here.house.url}/score/{match}\?link=sl_scorer_\w+", address)
    expect(made.locator("svg.qr path")).to_have_count(1)
    held = {"Authorization": f"Bearer {address.partition('link=')[2]}"}
    report = {"type": "bridge.deal_played", "data": MADE}
    assert here.client.post(f"/v1/matches/{match}/events", json=report, headers=held).status_code == 201

    page.get_by_role("button", name=re.compile("^Revoke")).click()
    expect(page.locator("#listed")).to_contain_text("revoked")


def test_a_key_that_is_no_good_is_said_in_the_pages_language(here: Inhabited, desk: Tabs) -> None:
    page = desk.open(f"/matches/{here.open()}/share?lang=de")
    page.locator("#key").fill("sp_director_none")
    page.locator("#use").click()

    expect(page.locator("#fault")).to_have_text("Dieser Schlüssel oder Link gilt hier nicht oder nicht mehr.")
    desk.faults[:] = [fault for fault in desk.faults if "status of 401" not in fault]


@pytest.mark.parametrize("how", ["light", "dark", "phone"])
def test_pages_are_accessible_and_no_wider_than_the_screen(browser: Browser, here: Inhabited, how: str) -> None:
    match = session(here)
    view: dict[str, Any] = PHONE if how == "phone" else DESKTOP | {"color_scheme": how}
    with tabs(browser, here.house.url, **view) as found:
        page = directing(here, found, match)
        sheet = act(page, 3, "Correct")
        sheet.get_by_label("Tricks", exact=True).fill("9")
        sheet.get_by_label("Reason for this").fill("revoke")
        page.keyboard.press("Enter")
        expect(sheet.locator(".differences")).to_be_visible()
        shown = [page, found.open(f"/direct/{match}"), found.open(f"/matches/{match}/share")]
        for each in shown:
            assert Axe().run(each).response["violations"] == []
            assert each.evaluate("document.documentElement.scrollWidth") <= view["viewport"]["width"]

"""Scorers in a hall: slow answers, two phones, fat fingers; nothing is doubled, lost or taken back by mistake."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browsers import DESKTOP
from tests.houses import Inhabited, until
from tests.scoring import choose, link, phones, recorded, results, sat, slow, typed, waiting

TAKE_BACK = re.compile("^Take back the last")


def test_what_is_taken_back_without_a_connection_is_what_was_entered_last(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        typed(page, "1c n =")
        recorded(page, 2)
        table.opened.context.set_offline(True)
        typed(page, "4s n =")
        waiting(page, 1)
        expect(page.locator("#waiting li[data-id]")).to_contain_text("no answer yet")

        page.get_by_role("button", name=TAKE_BACK).tap()
        waiting(page, 2)
        table.opened.context.set_offline(False)

        expect(page.locator("#waiting")).to_be_hidden()
        assert results(table) == ["1C", "4S", 3]


def test_what_is_taken_back_before_it_is_listed_is_that_one(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        typed(page, "1c n =")
        recorded(page, 2)
        page.close()
        slow(table, "/entries", 2000)
        page = table.page()
        typed(page, "4s n =")
        expect(page.locator("#sent")).to_have_text("Recorded as version 3.")

        page.get_by_role("button", name=TAKE_BACK).tap()

        until(lambda: results(table) == ["1C", "4S", 3])


def test_a_refused_entry_is_dropped_by_taking_back_and_nothing_else(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        typed(page, "1c n =")
        recorded(page, 2)
        table.opened.context.set_offline(True)
        typed(page, "7s n +3")
        waiting(page, 1)
        table.opened.context.set_offline(False)
        expect(page.locator("#waiting li[data-id]")).to_contain_text("refused, and not recorded")

        page.get_by_role("button", name=TAKE_BACK).tap()

        expect(page.locator("#waiting")).to_be_hidden()
        assert results(table) == ["1C"]


def test_what_is_refused_and_in_its_fields_again_is_dropped_too(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        typed(page, "1c n =")
        recorded(page, 2)
        typed(page, "7s n +3")
        expect(page.locator("#line-fault")).to_be_visible()
        expect(page.locator("#waiting")).to_be_hidden()

        page.get_by_role("button", name=TAKE_BACK).tap()

        expect(page.locator("#line")).to_have_value("")
        expect(page.locator("#line-fault")).to_be_hidden()
        expect(page.locator("#sent")).to_have_text("Dropped: nothing was recorded.")
        assert results(table) == ["1C"]


@pytest.mark.parametrize("own", [True, False], ids=["a link each", "one link"])
def test_two_phones_that_enter_one_deal_are_asked(browser: Browser, here: Inhabited, own: bool) -> None:
    with sat(browser, here) as table, phones(browser, table, link(table) if own else None) as second:
        first = table.page()
        for page in (first, second):
            choose(page, "Contract 4", "Strain spades", "Declarer N", "Result =")
        first.get_by_role("button", name="Record", exact=True).tap()
        recorded(first, 2)
        expect(second.locator("#meanwhile")).to_be_in_viewport()
        expect(second.locator(".board")).to_have_attribute("data-version", "2")
        second.wait_for_timeout(1000)  # long enough to have looked, if somebody did

        second.get_by_role("button", name="Record", exact=True).tap()

        expect(second.locator("#waiting")).to_contain_text("not recorded: somebody else reported first")
        assert results(table) == ["4S"]


def test_taking_back_the_last_does_not_reach_another_phone(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table, phones(browser, table) as second:
        first = table.page()
        typed(first, "4s n =")
        recorded(first, 2)
        expect(second.locator("#entries li").first).to_have_attribute("data-version", "2")

        second.get_by_role("button", name=TAKE_BACK).tap()

        expect(second.locator("#sent")).to_contain_text("Nothing that was entered here is left")
        first.get_by_role("button", name=TAKE_BACK).tap()
        recorded(first, 3)
        assert results(table) == ["4S", 2]


def test_what_is_changed_keeps_its_place(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        table.opened.context.set_offline(True)
        for number, line in enumerate(("7s n +3", "3nt e =", "2d w -1"), start=1):
            typed(page, line)
            waiting(page, number)
        table.opened.context.set_offline(False)
        first = page.locator("#waiting li[data-id]").first
        expect(first).to_contain_text("refused, and not recorded")

        first.get_by_role("button", name="Change").tap()
        expect(first).to_contain_text("held back")
        choose(page, "Result =")
        page.get_by_role("button", name="Record", exact=True).tap()

        expect(page.locator("#waiting")).to_be_hidden()
        assert results(table) == ["7S", "3N", "2D"]


def test_two_taps_on_one_spot_are_one(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        for version, line in enumerate(("1c n =", "2c n =", "3c n ="), start=2):
            typed(page, line)
            recorded(page, version)
        page.wait_for_timeout(800)
        for name in (re.compile("Take back.*three clubs.*made 3"), TAKE_BACK):
            button = page.get_by_role("button", name=name).first
            button.scroll_into_view_if_needed()
            box, before = button.bounding_box(), len(table.log())
            assert box is not None
            for _ in range(2):
                page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                page.wait_for_timeout(100)  # well within what the page takes for one tap
            recorded(page, before + 2)
            page.wait_for_timeout(800)

        assert results(table) == ["1C", "2C", "3C", 4, 3]


def test_a_line_typed_while_an_answer_is_awaited_is_not_lost(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, how=DESKTOP) as table:
        slow(table, "/events", 1200)
        page = table.page()
        for line in ("4s n =", "3nt e +1", "7s n +3", "2d w -1"):
            page.keyboard.type(line)
            page.keyboard.press("Enter")

        until(lambda: results(table) == ["4S", "3N"])
        row = page.locator("#waiting li[data-state=refused]")
        expect(row).to_contain_text("7♠︎ by North")
        row.get_by_role("button", name="Drop").click()
        until(lambda: results(table) == ["4S", "3N", "2D"])


LINES = {
    "bridge.rubber": {
        "4s n -5": {"contract": "4S", "declarer": "N", "tricks": 5},
        "1nt s +4": {"contract": "1N", "declarer": "S", "tricks": 11},
    },
    "cribbage": {
        "a 16 hand": {"seat": "A", "points": 16, "for": "hand"},
        "b 29 h": {"seat": "B", "points": 29, "for": "hand"},
    },
}


@pytest.mark.parametrize("game", LINES)
def test_a_line_says_what_there_is_no_key_for(browser: Browser, here: Inhabited, game: str) -> None:
    with sat(browser, here, game) as table:
        page = table.page()
        for line in LINES[game]:
            typed(page, line)
            until(lambda line=line: LINES[game][line] in [data for _, data in table.log()])


def test_what_a_link_left_behind_goes_on_by_another(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        answers: list[int] = []

        def lost(route: Any) -> None:
            if answers:
                route.continue_()
                return
            answers.append(route.fetch().status)
            links = here.client.get(f"/v1/matches/{table.match}/links").json()["items"]
            here.client.delete(f"/v1/matches/{table.match}/links/{links[-1]['id']}").raise_for_status()
            route.abort()

        page.route("**/events", lost)
        typed(page, "4s n =")
        row = page.locator("#waiting li[data-id]")
        expect(row).to_contain_text("this link is no good any more", timeout=15_000)
        expect(row.get_by_role("button", name="Drop")).to_be_hidden()
        page.close()
        page = table.opened.open(link(table))
        page.get_by_role("button", name="Send them by this one").tap()

        expect(page.locator("#waiting")).to_be_hidden()
        assert results(table) == ["4S"]
        table.opened.faults[:] = [fault for fault in table.opened.faults if "status of 401" not in fault]


def test_what_a_director_took_back_is_taken_back(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        typed(page, "4s n =")
        recorded(page, 2)
        table.opened.context.set_offline(True)
        page.get_by_role("button", name=TAKE_BACK).tap()
        waiting(page, 1)
        here.tell(table.match, "match.withdrawn", {"of": 2, "reason": "wrong table"})
        table.opened.context.set_offline(False)
        expect(page.locator("#waiting [data-news]")).to_contain_text("wrong table")
        page.wait_for_timeout(800)  # no second tap on one spot
        page.get_by_role("button", name="Send again").tap()

        expect(page.locator("#waiting")).to_be_hidden()
        expect(page.locator("#sent")).to_have_text("That is so already.")
        assert len(table.log()) == 2


def test_one_enter_too_many_is_no_alarm_and_the_focus_stays(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here, "schnapsen", DESKTOP) as table:
        page = table.page()
        page.keyboard.type("a 2")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        recorded(page, 2)
        expect(page.locator(".panel [data-fault]:visible")).to_have_count(0)
        page.locator("summary", has_text="Trick by trick").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Deal", exact=True).focus()

        page.keyboard.press("Enter")

        recorded(page, 3)
        expect(page.locator("#line")).to_be_focused()

"""Entries on their way from a scorer's page: each arrives once, in order, and overwrites nothing."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.houses import Inhabited, until
from tests.scoring import choose, recorded, sat, typed


def test_who_reports_second_is_asked_and_overwrites_nothing(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()

        others = []

        def between(route: Route) -> None:
            if others:
                table.other()
                others.pop()
            route.continue_()

        page.route("**/events", between)
        for what, versions in (("Drop", 2), ("Send again", 4)):
            others.append(1)
            typed(page, "4s n =")
            row = page.locator("#waiting li[data-id]")
            expect(row).to_contain_text("not recorded: somebody else reported first")
            expect(row.locator("[data-news]")).to_contain_text("1NT · by East · made 1")
            assert len(table.log()) == (1 if what == "Drop" else 2)

            row.get_by_role("button", name=what).tap()

            expect(page.locator("#waiting")).to_be_hidden()
            assert len(table.log()) == versions - 1
        assert [data["contract"] for _, data in table.log()] == ["1N", "1N", "4S"]


def test_what_others_report_while_something_is_entered_is_told(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        choose(page, "Contract 4")

        table.other()

        expect(page.locator("#meanwhile")).to_contain_text("1NT · by East · made 1")
        expect(page.get_by_role("radio", name="4", exact=True)).to_be_checked()


def test_what_is_entered_without_a_connection_is_sent_later_once_and_in_order(
    browser: Browser, here: Inhabited
) -> None:
    with sat(browser, here) as table:
        page = table.page()
        table.opened.context.set_offline(True)
        lines = {"4s n =": "4S", "3nt e +1": "3N", "2d w -1": "2D"}
        for number, line in enumerate(lines, start=1):
            typed(page, line)
            expect(page.locator("#waiting li[data-id]")).to_have_count(number)
            expect(page.locator("#line")).to_have_value("")
        expect(page.locator("#sent")).to_have_text("Kept: it is sent when there is a connection.")
        assert table.log() == []
        page.close()

        table.opened.context.set_offline(False)
        page = table.page()

        recorded_all = [(kind, data["contract"]) for kind, data in until(lambda: len(table.log()) == 3 and table.log())]
        assert recorded_all == [("bridge.deal_played", contract) for contract in lines.values()]
        expect(page.locator("#waiting")).to_be_hidden()
        kept = page.evaluate("Object.values(localStorage).map((kept) => JSON.parse(kept))")
        assert [(each["entries"], each["sent"]) for each in kept] == [([], [2, 3, 4])]


def test_what_was_entered_without_a_connection_asks_if_the_match_moved(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        table.opened.context.set_offline(True)
        typed(page, "4s n =")
        expect(page.locator("#waiting li[data-id]")).to_have_count(1)
        typed(page, "2d w -1")
        expect(page.locator("#waiting li[data-id]")).to_have_count(2)
        table.other()

        table.opened.context.set_offline(False)

        first = page.locator("#waiting li[data-id]").first
        expect(first).to_contain_text("1NT · by East · made 1")
        assert len(table.log()) == 1
        first.get_by_role("button", name="Send again").tap()
        expect(page.locator("#waiting")).to_be_hidden()
        assert [data["contract"] for _, data in table.log()] == ["1N", "4S", "2D"]


def test_an_answer_that_is_lost_doubles_nothing(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        answers = []

        def lost(route: Route) -> None:
            if answers:
                route.continue_()
            else:
                answers.append(route.fetch().status)
                route.abort()

        page.route("**/events", lost)
        typed(page, "4s n =")

        expect(page.locator("#waiting")).to_be_hidden()
        until(lambda: answers)
        assert (answers, len(table.log())) == ([201], 1)


def test_a_server_that_is_busy_is_asked_again(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        tries = []

        def busy(route: Route) -> None:
            tries.append(route.request.headers["idempotency-key"])
            if len(tries) == 1:
                route.fulfill(status=429, headers={"Retry-After": "1"}, body="{}")
            else:
                route.continue_()

        page.route("**/events", busy)
        typed(page, "4s n =")
        recorded(page, 2)

        assert (len(tries), len({*tries})) == (2, 1)
        table.opened.faults[:] = [fault for fault in table.opened.faults if "status of 429" not in fault]


@pytest.mark.parametrize("locks", [True, False], ids=["https", "plain http"])
def test_two_tabs_double_nothing(browser: Browser, here: Inhabited, locks: bool) -> None:
    with sat(browser, here) as table:
        if not locks:
            table.opened.context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
        pages = [table.page(), table.page()]
        table.opened.context.set_offline(True)
        typed(pages[0], "4s n =")
        typed(pages[1], "2d w -1")
        for page in pages:
            expect(page.locator("#waiting li[data-id]")).to_have_count(2)

        table.opened.context.set_offline(False)

        for page in pages:
            expect(page.locator("#waiting")).to_be_hidden(timeout=20_000)
        assert [data["contract"] for _, data in table.log()] == ["4S", "2D"]


def test_entries_are_taken_over_by_another_link(browser: Browser, here: Inhabited) -> None:
    with sat(browser, here) as table:
        page = table.page()
        table.opened.context.set_offline(True)
        typed(page, "4s n =")
        expect(page.locator("#waiting li[data-id]")).to_have_count(1)
        page.close()
        table.opened.context.set_offline(False)
        other = here._sent(f"/v1/matches/{table.match}/links", {"role": "scorer"})["link"]
        page = table.opened.open(table.path.replace(table.link, other))

        page.get_by_role("button", name="Send them by this one").tap()

        recorded_one = until(table.log)
        assert len(recorded_one) == 1
        expect(page.locator("#strays")).to_be_hidden()

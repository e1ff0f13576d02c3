"""Pages that follow, when what they follow by is gone, late, or older than what they show."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.faking import NETWORK
from tests.browsers import Tabs, tabs
from tests.houses import Inhabited, until

LIVE = re.compile("● live")
DEAL = {"contract": "4S", "declarer": "N", "tricks": 10}
PLAYED = "bridge.deal_played"
PORTS = """
const Shared = window.SharedWorker;
window.ports = [];
window.SharedWorker = class extends Shared {
    constructor(...all) { super(...all); window.ports.push(this.port); }
};
"""
"""Keeps what a page speaks to its workers by."""
WORKER = """(kind) => new Promise((found) => {
    const name = `scorepad ${document.documentElement.dataset.release}`;
    const { port } = new SharedWorker("/static/worker.js", { type: "module", name });
    port.onmessage = ({ data }) => found(data.kind);
    port.postMessage({ kind });
    setTimeout(() => found("nothing"), 10_000);
})"""
"""Says something to the worker of all tabs by a port of its own, and gives what is answered."""


@pytest.fixture
def faked(browser: Browser, here: Inhabited) -> Any:
    """Tabs whose network the test has in its hands."""
    with tabs(browser, here.house.url) as found:
        found.context.add_init_script(NETWORK)
        yield found


def followed(desk: Tabs, path: str) -> Page:
    page = desk.open(path)
    expect(page.locator("#state")).to_have_text(LIVE)
    return page


def shows(page: Page, version: int) -> None:
    expect(page.locator(".board")).to_have_attribute("data-version", str(version), timeout=30_000)


def test_a_page_whose_worker_is_gone_follows_by_another(here: Inhabited, browser: Browser, desk: Tabs) -> None:
    match = here.open()
    page = followed(desk, f"/matches/{match}")
    session = browser.new_browser_cdp_session()
    workers = [
        each["targetId"]
        for each in session.send("Target.getTargets", {"filter": [{"type": "shared_worker"}]})["targetInfos"]
    ]
    assert len(workers) == 1

    session.send("Target.closeTarget", {"targetId": workers[0]})
    here.tell(match, PLAYED, DEAL)

    shows(page, 2)
    expect(page.locator("#state")).to_have_text(LIVE, timeout=30_000)


def test_the_worker_tells_a_tab_that_it_does_not_know_it(here: Inhabited, desk: Tabs) -> None:
    page = followed(desk, f"/matches/{here.open()}")

    assert page.evaluate(WORKER, "alive") == "lost"


def test_a_page_that_the_worker_forgot_shows_itself_again(here: Inhabited, desk: Tabs) -> None:
    desk.context.add_init_script(PORTS)
    match = here.open()
    page = followed(desk, f"/matches/{match}")

    page.evaluate("for (const kind of ['bye', 'alive']) window.ports[0].postMessage({ kind })")
    here.tell(match, PLAYED, DEAL)

    shows(page, 2)
    assert page.evaluate("window.ports.length") == 1
    page.evaluate("window.ports[0].postMessage({ kind: 'bye' })")
    here.tell(match, PLAYED, DEAL)
    shows(page, 3)


def test_a_match_that_is_shown_again_is_followed_again(here: Inhabited, desk: Tabs) -> None:
    match, other = here.open(), here.open()
    followed(desk, f"/matches/{other}")
    lobby = followed(desk, "/")
    page = followed(desk, f"/matches/{match}")
    row = lobby.locator(f"li[data-match='{match}']")
    here.tell(match, "match.visibility_changed", {"visibility": "private"})
    expect(page.locator("#state")).to_have_text("no longer shown here")
    expect(row).to_have_class("gone")

    here.tell(match, "match.visibility_changed", {"visibility": "public"})
    page.reload()
    expect(page.locator("#state")).to_have_text(LIVE)
    here.tell(match, PLAYED, DEAL)

    shows(page, 4)
    expect(row).not_to_have_class("gone", timeout=30_000)
    here.tell(match, PLAYED, DEAL)
    expect(row).to_have_attribute("data-version", "5")


def test_a_page_asks_one_question_at_a_time_and_gives_up_what_is_not_answered(here: Inhabited, faked: Tabs) -> None:
    page = faked.open(f"/matches/{here.open()}")
    until(lambda: page.evaluate("window.streams.size") == 1)

    def again() -> bool:
        page.evaluate("for (const each of window.streams) each.dispatchEvent(new Event('error'))")
        return min(asked(page, "/v1/matches/"), asked(page, "/drawn/")) > 1

    until(again, 60)
    assert page.evaluate("window.most") <= 2, "the stream's question and the page's own"


def test_a_stream_that_was_given_up_does_not_come_back(here: Inhabited, faked: Tabs) -> None:
    page = faked.open(f"/matches/{here.open()}")

    left = page.evaluate(
        """async () => {
            const { Streams } = await import("/static/streams.js");
            const its = () => [...window.streams].filter(({ url }) => url.includes("match=a&"));
            const streams = new Streams(() => {});
            streams.show([{ match: "a", drawn: "row.en", link: "" }]);
            its()[0].dispatchEvent(new Event("error"));
            while (!window.asked.length) await window.settled();
            streams.show([]);
            window.asked[0].answer({});
            await window.settled();
            return its().length;
        }"""
    )

    assert left == 0


def test_what_a_stream_said_before_it_broke_is_not_said_again(here: Inhabited, faked: Tabs) -> None:
    page = faked.open(f"/matches/{here.open()}")

    told = page.evaluate(
        """async () => {
            const { Streams } = await import("/static/streams.js");
            const told = [];
            const streams = new Streams((news) => { if (news.kind === "drawn") told.push(news.drawn.version); });
            const wish = { match: "a", drawn: "row.en", link: "" };
            streams.show([wish]);
            const stream = [...window.streams].find(({ url }) => url.includes("match=a&"));
            stream.say("drawn", { ...wish, version: 7, html: "" });
            streams.repeat([wish]);
            stream.dispatchEvent(new Event("error"));
            streams.repeat([wish]);
            return told;
        }"""
    )

    assert told == [7, 7]


def asked(page: Page, part: str) -> int:
    """How many requests for such an address there were."""
    number: int = page.evaluate("(part) => window.asked.filter(({ url }) => url.includes(part)).length", part)
    return number


def drawn(match: str, version: int) -> dict[str, Any]:
    html = f"<p class='why'>{version}</p>"
    return {"match": match, "drawn": "board.en", "version": version, "status": "live", "html": html}


def say(page: Page, match: str, version: int) -> None:
    page.evaluate("([kind, data]) => [...window.streams][0].say(kind, data)", ["drawn", drawn(match, version)])


def test_an_answer_that_was_asked_for_before_the_stream_said_more_is_dropped(here: Inhabited, faked: Tabs) -> None:
    match = here.open()
    page = faked.open(f"/matches/{match}?lang=en")
    until(lambda: asked(page, "/drawn/"), 30)

    say(page, match, 3)
    page.evaluate(
        """(said) => {
            window.asked.find(({ url }) => url.includes("/drawn/")).answer(said);
            return window.settled();
        }""",
        drawn(match, 2),
    )

    assert page.locator(".why").inner_text() == "3"
    assert page.locator(".board").get_attribute("data-version") == "3"


def test_an_older_drawing_is_shown_only_if_nothing_newer_comes(here: Inhabited, faked: Tabs) -> None:
    match = here.open()
    page = faked.open(f"/matches/{match}?lang=en")
    until(lambda: page.evaluate("window.streams.size") == 1)

    say(page, match, 9)
    say(page, match, 7)
    assert page.locator(".why").inner_text() == "9"
    say(page, match, 10)
    assert page.locator(".why").inner_text() == "10"
    say(page, match, 8)
    assert page.locator(".why").inner_text() == "10"
    expect(page.locator(".why")).to_have_text("8")


def test_of_what_drawing_took_the_last_hundred_are_kept(here: Inhabited, faked: Tabs) -> None:
    match = here.open()
    page = faked.open(f"/matches/{match}?lang=en")
    until(lambda: page.evaluate("window.streams.size") == 1)

    for version in range(2, 303):
        say(page, match, version)

    assert 100 <= page.evaluate("performance.getEntriesByName('drawn').length") < 200
    assert page.evaluate("performance.getEntriesByType('mark').length") == 0
